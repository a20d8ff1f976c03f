"""What an accuracy costs FedLSA, with every constant."""

import sympy as sp

from symfed.checks import Part, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import Delta_het, L, N, decay, epsilon, gamma, psi0, sigma
from symfed.core.verdict import Tier
from symfed.derive.complexity import fedlsa_bounds, solve


def solved():
    """Step size, local steps and rounds from the bounds on noise, bias and what is left of the start."""
    return solve(fedlsa_bounds())


def cost(speed_up=N, matrices=L**2, squares=2):
    """eta, H and T, and the steps H T of one client."""
    step = speed_up * decay * epsilon**2 / sigma**2
    local = sigma**2 / (2 * speed_up * matrices * epsilon * Delta_het)
    rounds = 2 * matrices * Delta_het / (decay**2 * epsilon) * squares / 2 * sp.log(psi0 / epsilon**2)
    return {"eta": step, "H": local, "T": rounds, "steps": squares * sigma**2 / (2 * N * decay**2 * epsilon**2) * sp.log(psi0 / epsilon**2)}


complexity = Claim(
    id="symfed-fedlsa-complexity",
    kind="rate",
    says="Noise, bias and what is left of the start are each at most epsilon with these eta, H and T: rounds grow like Delta_het/epsilon, and more "
    "agents save steps but no rounds.",
    printed=Printed(
        "symfed",
        "ARGO slide 'Problem: heterogeneity requires lots of communications', with its constants",
        r"\eta=\frac{Na\epsilon^2}{\sigma^2},\quad H=\frac{\sigma^2}{2NL^2\epsilon\Delta_{\mathrm{het}}},\quad "
        r"T=\frac{4L^2\Delta_{\mathrm{het}}}{a^2\epsilon}\log\frac{\|\theta_0-\theta_\infty\|}\epsilon,\quad "
        r"HT=\frac{2\sigma^2}{Na^2\epsilon^2}\log\frac{\|\theta_0-\theta_\infty\|}\epsilon",
    ),
    statement=cost(),
    under=Domain((gamma * decay <= 1,), "eta a H <= 2; L bounds the clients' matrices, psi0 = |theta_0 - theta_inf|², sigma~ for sigma"),
    uses=("symfed-fedlsa-rate", "symfed-fedlsa-drift-bound", "symfed-fedlsa-variance"),
    checks=tuple(
        Part(name, SymbolicIdentity(truth, as_printed, scope=f"solved for {name}"))
        for name, truth in (
            ("eta", lambda: solved().gamma),
            ("H", lambda: solved().H),
            ("T", lambda: solved().T),
            ("steps", lambda: solved().gradients),
        )
    ),
    controls={
        "the printed logarithm, half": cost(squares=1),
        "no speed-up": cost(speed_up=sp.S.One) | {"T": cost(squares=1)["T"]},
        "L for L²": cost(matrices=L),
    },
    reduction="real H and T, not rounded; (1 - x)^n <= exp(-n x). By the triangle inequality the root mean squared error is at most 3 epsilon",
    expect=Tier.PROVED,
)
