"""What an accuracy costs SCAFFLSA, with every constant."""

import sympy as sp

from symfed.checks import CounterexampleSearch, Part, SymbolicIdentity
from symfed.checks.communication import CommunicationExponents
from symfed.checks.identity import as_printed
from symfed.checks.instances.lsa.round_counts import round_counts
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, N, decay, epsilon, psi0, sigma
from symfed.core.verdict import Tier
from symfed.derive.communication import Bound
from symfed.derive.complexity import scafflsa_bounds, solve

#: eta sigma²/(N a) <= epsilon² and H <= a/(eta L²), in powers of epsilon
CONDITIONS = (Bound(gamma=1, accuracy=2), Bound(gamma=1, H=1))
ENOUGH = CounterexampleSearch(round_counts, relation="<=", scope="psi after so many rounds, exact numbers", sizes=((1, 1),), examples=60)


def solved():
    """Step size, local steps and rounds from the bounds on noise, on H and on what is left of the start."""
    return solve(scafflsa_bounds())


def reached(i, power=2):
    """What is left of psi0 after 2 L²/a² log(psi0/epsilon^power) rounds, and epsilon²."""
    return i.left(i.rounds(i.psi0 / i.epsilon**power)), i.epsilon**2


def cost(speed_up=N, matrices=L**2, power=2, exponents=(2, 2, 0)):
    """eta, H and T, the steps H T of one client, and the powers of epsilon in the first three."""
    logarithm = sp.log(psi0 / epsilon**power)
    return {
        "eta": speed_up * decay * epsilon**2 / sigma**2,
        "H": sigma**2 / (speed_up * matrices * epsilon**2),
        "T": 2 * matrices / decay**2 * logarithm,
        "steps": 2 * sigma**2 / (speed_up * decay**2 * epsilon**2) * logarithm,
        "fewest": exponents,
        "enough": lambda i: reached(i, power),
    }


complexity = Claim(
    id="symfed-scafflsa-complexity",
    kind="rate",
    says="SCAFFLSA's cost: the error falls to the order of epsilon² in a number of rounds that grows with the logarithm of epsilon alone, which no "
    "other choice of eta and H betters; more agents save steps, not rounds. FedLSA needs a power of 1/epsilon.",
    printed=Printed(
        "symfed",
        "ARGO slide 'Communication Complexity', with the logarithm of squares",
        r"\eta=\frac{Na\epsilon^2}{\sigma^2},\quad H=\frac{\sigma^2}{N\epsilon^2L^2},\quad T=\frac{2L^2}{a^2}\log\frac{\psi_0}{\epsilon^2},\quad "
        r"HT=\frac{2\sigma^2}{Na^2\epsilon^2}\log\frac{\psi_0}{\epsilon^2}",
    ),
    statement=cost(),
    under=Domain(
        (decay <= L,), "2 a² <= L², E|A_c u|² <= L²|u|²; N L² epsilon² <= sigma², so that H >= 1; sigma² the noise at theta*; eta H = a/L²"
    ),
    uses=("symfed-scafflsa-rate", "symfed-scafflsa-mean-square-error", "symfed-fedlsa-complexity"),
    checks=(
        Part("eta", SymbolicIdentity(lambda: solved().gamma, as_printed, scope="solved for eta")),
        Part("H", SymbolicIdentity(lambda: solved().H, as_printed, scope="solved for H")),
        Part("T", SymbolicIdentity(lambda: solved().T, as_printed, scope="solved for T")),
        Part("steps", SymbolicIdentity(lambda: solved().gradients, as_printed, scope="solved for H T")),
        Part("fewest", CommunicationExponents(CONDITIONS, best=True)),
        Part("enough", ENOUGH),
    ),
    controls={
        "the printed logarithm; FedLSA's H": cost(power=1, exponents=(2, 1, 0)),
        "no speed-up; rounds like 1/epsilon": cost(speed_up=sp.S.One, exponents=(2, 1, 1)) | {"T": cost(matrices=L)["T"]},
        "L for L²": cost(matrices=L),
    },
    reduction="real H and T, not rounded; (1 - x)^T <= exp(-x T). The error is then at most 20 epsilon² (symfed-scafflsa-mean-square-error)",
    expect=Tier.PROVED,
)
