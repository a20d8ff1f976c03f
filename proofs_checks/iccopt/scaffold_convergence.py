"""The slides on Scaffold's convergence: to a law, and how fast."""

from proofs_checks.symfed.scaffold import wasserstein as scaffold_wasserstein
from symfed.checks import CounterexampleSearch
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, mu
from symfed.core.verdict import Tier
from symfed.reference.exact import round_matrix
from symfed.strategies import instances

FUNCTIONS = "sample losses L-smooth and convex, f_c mu-strongly convex"
LIMIT = (
    "a contraction by a factor below one on the control variates of one sum: by Banach's theorem, in the Wasserstein distances of order one "
    "or two (gradients have a mean, as f_c does), one stationary law for each value of the conserved sum; zero is the usual one"
)

converges = Claim(
    id="iccopt-scaffold-converges",
    kind="limit",
    says="Scaffold converges to a stationary law of (x, xi_1 .. xi_N) if gamma H L <= 1. No bound on third derivatives is needed.",
    printed=Printed(
        "iccopt",
        "slides on Scaffold's convergence",
        r"\text{(For }L\text{-smooth, }\mu\text{-strongly convex functions with }\nabla^3f(x)\text{ bounded by }Q)\text{ Scaffold converges if }"
        r"\gamma HL\le1\text{, towards a distribution }\pi^{(\gamma,H)}",
    ),
    statement=scaffold_wasserstein.ARGUMENT,
    under=Domain(scaffold_wasserstein.STEPS.relations, FUNCTIONS),
    uses=("symfed-scaffold-wasserstein", "symfed-scaffold-wasserstein-convex-samples"),
    checks=scaffold_wasserstein.CHECKS,
    controls=scaffold_wasserstein.WRONG,
    reduction=LIMIT,
    expect=Tier.PROVED,
)

converges_strictly = Claim(
    id="iccopt-scaffold-converges-2",
    kind="assumption",
    says="The later slides ask for gamma H L < 1: enough, since gamma H L <= 1 is. On quadratics gamma L < 2 is enough for every H.",
    printed=Printed(
        "iccopt",
        "slides on Scaffold's variance and bias",
        r"\text{Scaffold converges if }\gamma HL<1\text{, towards a distribution }\pi^{(\gamma,H)}",
    ),
    statement=scaffold_wasserstein.ARGUMENT,
    under=Domain((*scaffold_wasserstein.STEPS.relations, gamma * H * L < 1), FUNCTIONS),
    uses=("iccopt-scaffold-converges", "symfed-scaffold-step-sizes"),
    checks=scaffold_wasserstein.CHECKS,
    controls=scaffold_wasserstein.WRONG,
    reduction=LIMIT,
    expect=Tier.PROVED,
)


def plain_distance(i):
    """Squared Euclidean distance to the limit after a round from (start, 0), and its printed bound; exact gradients, so W2 is a distance."""
    p = i.problem.jets
    gap = i.extra["start"] - i.problem.optimum
    before = [*gap, *p.gradients.ravel()]  # xi_c - xi_c* = grad f_c(x*) where xi_c = 0
    after = round_matrix("scaffold", i.problem, i.gamma, i.H) @ before
    return (after**2).sum(), (1 - i.gamma * i.mu) ** (2 * i.H) * sum(entry**2 for entry in before)


def exact_gradients(d, N):
    return instances(d, N, noise=False, start=True)


w2_rate = Claim(
    id="iccopt-scaffold-w2-rate",
    kind="rate",
    says="The law of (x, xi_1 .. xi_N) approaches pi at rate (1 - gamma mu)^(H t) in W2. In the plain Euclidean norm one round may lead away.",
    printed=Printed(
        "iccopt",
        "slide on Scaffold's convergence",
        r"\mathcal W_2(\psi_{(x^{(t)},\xi_{1:N}^{(t)})};\pi^{(\gamma,H)})\le(1-\gamma\mu)^{Ht}\,\mathcal W_2(\psi_{(x^{(t)},\xi_{1:N}^{(t)})};\pi^{(\gamma,H)})",
        extraction="the right side bears the law at t, which would make every psi_t stationary; read with the law at 0, as FedAvg's slide prints it",
    ),
    statement=plain_distance,
    under=Domain((gamma * H * L <= 1, mu <= L), FUNCTIONS),
    checks=(
        CounterexampleSearch(
            exact_gradients, relation="<=", scope="exact gradients, one round from xi = 0, Euclidean distance", examples=60
        ),
    ),
    corrected="symfed-scaffold-wasserstein",
    missing=(
        "distances measured by |x|² + (gamma H)² mean_c |xi_c|² (the Euclidean norm of the pair depends on the unit of the loss, and in it "
        "the rate holds only up to a constant factor); control variates of sum zero; sample losses that are themselves mu-strongly convex "
        "(symfed-scaffold-wasserstein-convex-samples has the rate where they are only convex: its square root)"
    ),
    expect=Tier.IMPRECISE,
)
