"""The slides' bound on Scaffold's contraction against the exact factors: with the words it lacks, a theorem about norms, not squares only."""

from dataclasses import replace

import flint
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.symfed.scaffold.contraction import CURVATURE, LOSS, STEPS, ZERO_SUM, at_the_ends, contraction, q, r, w
from symfed.checks import Certificate, CounterexampleSearch, Induction, Part
from symfed.checks.instances.scaffold.steps import StepCase, ceiling_of_root, one_less_inverse_e, step_cases
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, lam, mu
from symfed.core.verdict import Tier


def exponential(h):
    """The slides' first branch, with h for H."""
    return (1 - gamma * mu) ** h


SHARE = 1 - sp.exp(-1)


def algebraic(c=SHARE, steepest=L, H=H):
    """Their second branch; the parameters only serve wrong variants."""
    return 1 - c / (gamma * steepest * H)


q_at, r_at = q(gamma, H, lam), r(gamma, H, lam)
BOUND = {"q": exponential, "r, gamma a H <= 1": (r_at, q_at), "r, gamma a H > 1": (r_at, algebraic())}
#: (1 - gamma a)^H <= exp(-gamma a H), which is at most 1/e in the second regime.
REGIMES = (
    Part("q", Induction(lambda n: w**n, w, scope="q(a) <= q(mu), all H >= 1")),
    Part("r, gamma a H <= 1", Certificate(((1 / (gamma * lam * H), (1 - q_at) * (1 - gamma * lam * H)),), scope="0 <= q <= 1")),
    Part(
        "r, gamma a H > 1",
        Certificate(
            ((1 / (gamma * lam * H), sp.exp(-1) - q_at), (1 / (gamma * lam * L * H), SHARE * (L - lam))),
            scope="q <= 1/e, a <= L",
        ),
    ),
)

main = Claim(
    id="symfed-scaffold-main-contraction",
    kind="inequality",
    says="With the missing words the slides' main result is a theorem, and more: not squared norms only, norms already contract by their rho.",
    printed=Printed(
        "symfed",
        "Scaffold on quadratics, the slides' bound",
        r"\sum_c\xi_0^c=0:\quad\|X_{t+1}-X_*\|_\Lambda\le\rho\,\|X_t-X_*\|_\Lambda,\quad\rho\le\rho_{\gamma,H},\quad\|X-X_*\|_\Lambda^2=V",
    ),
    statement={"loss": LOSS["loss"], **BOUND},
    under=Domain(CURVATURE.relations, ZERO_SUM),
    uses=("symfed-scaffold-contraction", "symfed-scaffold-regimes"),
    checks=(contraction.checks[0], *REGIMES),
    controls={
        "1 for 1 - 1/e": {"loss": contraction.controls["rho^3 for rho^2"]["loss"], **BOUND, "r, gamma a H > 1": (r_at, algebraic(c=1))},
        "mu and L exchanged": {
            "loss": LOSS["loss"],
            "q": lambda h: (1 - gamma * L) ** h,
            "r, gamma a H <= 1": (q_at, r_at),
            "r, gamma a H > 1": (r_at, algebraic(steepest=mu)),
        },
        "H+1 for H": {
            "loss": contraction.controls["multiplier 1"]["loss"],
            "q": lambda h: exponential(h + 1),
            "r, gamma a H <= 1": (r_at, q_at * w),
            "r, gamma a H > 1": (r_at, algebraic(H=H - 1)),
        },
    },
    reduction="every curvature's q and r lie below one of the printed branches, hence rho does; rho^2 <= rho; 1 - x <= exp(-x) gives q <= 1/e",
    expect=Tier.PROVED,
)

LOW, HIGH = one_less_inverse_e()
ONE = flint.fmpq(1)


def printed_steps(i, factor=2):
    """H_gamma: the smallest integer whose square is at least 2 (1 - 1/e)/(gamma^2 L mu)."""
    return ceiling_of_root(*(factor * share / (i.gamma**2 * i.L * i.mu) for share in (LOW, HIGH)))


def small_products(d, N):
    """gamma mu H about 1/8 or 1/80 at the printed H; numbers alone, so that `d` and `N` are not read."""
    ratios, steps = st.sampled_from((10**2, 10**4)), st.sampled_from((ONE, ONE / 2, ONE / 4))
    return st.builds(lambda ratio, step: StepCase(step / ratio, ONE, ratio * ONE), ratios, steps).map(
        lambda i: replace(i, H=printed_steps(i))
    )


def in_squares(i, factor=2, power=2):
    """(1 - rho_opt)^2, an upper end, against the squared gain of squared distances at the printed H_gamma."""
    return factor * HIGH * i.mu / i.L, (1 - at_the_ends(replace(i, H=printed_steps(i))) ** power) ** 2


squares = Claim(
    id="symfed-scaffold-printed-rate-squares",
    kind="inequality",
    says="Read as a bound on squared distances, rho_opt is kept at the printed H_gamma, if L >= 5 mu (not at L = 2 mu): there they shrink by "
    "1 - 1.78 kappa^(-1/2) or so a round.",
    printed=Printed(
        "symfed",
        "the slides' optimal rate, for squares",
        r"\rho(H_\gamma)^2\le1-\sqrt{\frac{2(1-1/e)\mu}L},\quad\rho\text{ the exact factor}",
    ),
    statement=in_squares,
    under=STEPS & Domain((5 * mu <= L,)),
    uses=("symfed-scaffold-contraction",),
    checks=(
        CounterexampleSearch(small_products, relation="<=", scope="exact numbers, L/mu = 10^2, 10^4", sizes=((1, 1),)),
        CounterexampleSearch(step_cases, relation="<=", scope="exact numbers, 5 <= L/mu <= 400", sizes=((1, 1),), examples=60),
    ),
    controls={
        "distances": lambda i: in_squares(i, power=1),
        "twice the gain": lambda i: in_squares(i, factor=8),
    },
    expect=Tier.SUPPORTED,
)
