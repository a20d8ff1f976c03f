"""What an accuracy costs FedLSA, with every constant."""

import sympy as sp

from proofs_checks.symfed.lsa.classes import INDEPENDENT, ROUNDS_BOUNDED, ROUNDS_SHRINK
from proofs_checks.symfed.lsa.complexity import NOISE, Bounds, from_the_bounds, solve
from proofs_checks.symfed.lsa.fedlsa_drift import SETTLED, SOLVED
from symfed.claims import Claim, Domain, InWords, Tier, printed_at
from symfed.core.symbols import Delta_het, H, L, N, decay, epsilon, gamma, psi0, sigma

#: The bias as in symfed-fedlsa-drift-bound, H for H - 1.
BOUNDS = Bounds(NOISE, 2 * gamma * H * L**2 * Delta_het / decay, epsilon, gamma * decay * H)


def solved():
    """Step size, local steps and rounds from the bounds on noise, bias and what is left of the start."""
    return solve(BOUNDS)


LOGARITHM = sp.log(psi0 / epsilon**2)
STEP = N * decay * epsilon**2 / sigma**2
LOCAL = sigma**2 / (2 * N * L**2 * epsilon * Delta_het)
ROUNDS = 2 * L**2 * Delta_het / (decay**2 * epsilon) * LOGARITHM
STEPS = sigma**2 / (N * decay**2 * epsilon**2) * LOGARITHM


complexity = Claim(
    id="symfed-fedlsa-complexity",
    kind="rate",
    says="Noise, bias and what is left of the start are each at most epsilon with these eta, H and T, real and not rounded; theta_inf is theta* + bias, "
    "sigma² the noise that symfed-fedlsa-rate names, L² a bound of E|A_c u|²/|u|², eta*a <= 1 and eta*a*H <= 2; psi0 in the lemmas is |theta_0 - theta_inf|². By the triangle inequality the root mean squared error is then at most 3 epsilon.",
    printed=printed_at(
        "ARGO slide 'Problem: heterogeneity requires lots of communications', with its constants",
        r"\eta=\frac{Na\epsilon^2}{\sigma^2},\quad H=\frac{\sigma^2}{2NL^2\epsilon\Delta_{\mathrm{het}}},\quad "
        r"T=\frac{4L^2\Delta_{\mathrm{het}}}{a^2\epsilon}\log\frac{\|\theta_0-\theta_\infty\|}\epsilon,\quad "
        r"HT=\frac{2\sigma^2}{Na^2\epsilon^2}\log\frac{\|\theta_0-\theta_\infty\|}\epsilon",
    ),
    under=Domain((gamma * decay <= 1, gamma * decay * H <= 2), (ROUNDS_SHRINK, ROUNDS_BOUNDED, SOLVED, SETTLED, INDEPENDENT)),
    lemmas=(
        from_the_bounds("eta", "the noise is at most epsilon²", STEP, lambda: solved().gamma, {"no speed-up": STEP / N}),
        from_the_bounds(
            "H", "the bias is at most epsilon", LOCAL, lambda: solved().H, {"L for L²": LOCAL * L, "the printed one": 2 * LOCAL}
        ),
        from_the_bounds("T", "the start is forgotten", ROUNDS, lambda: solved().T, {"the printed logarithm, half": ROUNDS / 2}),
        from_the_bounds("steps", "H T, of one client", STEPS, lambda: solved().gradients, {"no speed-up": STEPS * N}),
    ),
    follows=InWords("(1 - x)^n <= exp(-n x), so that T rounds leave at most epsilon² of psi0"),
    uses=("symfed-fedlsa-rate", "symfed-fedlsa-drift-bound", "symfed-fedlsa-variance"),
    expect=Tier.PROVED_GIVEN,
)
