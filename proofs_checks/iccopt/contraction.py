"""FedAvg as a fixed-point iteration, and its convergence with stochastic gradients: what the step size must satisfy, and the rate in W2."""

from dataclasses import replace

from proofs_checks.aistats import proposition_1, proposition_3
from symfed.checks import Certificate, CounterexampleSearch, ExhibitCheck, Part
from symfed.checks.instances.long_rounds import long_step
from symfed.checks.instances.rates import rate_cases, worst_squared_ratio
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma, gram_gg, gram_xg, gram_xx, mu
from symfed.core.verdict import Tier
from symfed.reference.exact import iterates
from symfed.strategies import instances

FUNCTIONS = Domain((mu <= L,), "L-smooth, mu-strongly convex functions")
AFTER_STEP = proposition_1.AFTER_STEP
SLIDE = "slide 'Federated Averaging as Fixed Point Iteration'"


def any_step(d, N):
    """Two starts without noise, and a step size up to 4/L: the slide prints no condition."""
    return instances(d, N, noise=False, start=True).map(lambda i: replace(i, gamma=4 * i.gamma))


def two_runs(i, rounds=1):
    """Squared distances of two runs of our rule before and after some rounds, one from `start` and one from the origin."""
    one, other = (
        iterates("fedavg_deterministic", i.problem, i.gamma, i.H, rounds, point) for point in (i.extra["start"], 0 * i.extra["start"])
    )
    return ((one[0] - other[0]) ** 2).sum(), ((one[-1] - other[-1]) ** 2).sum()


def contracts(i):
    """The printed inequality, squared: after H local steps the distance is at most (1 - gamma mu)^H of what it was."""
    before, after = two_runs(i)
    return after, (1 - i.gamma * i.mu) ** (2 * i.H) * before


local = Claim(
    id="iccopt-fixed-point-contraction",
    kind="inequality",
    says="H local steps of a client contract distances by (1 - gamma mu)^H; the slide prints no condition on gamma.",
    printed=Printed("iccopt", SLIDE, r"\|x_c^{(t+1)}-y_c^{(t+1)}\|\le(1-\gamma\mu)^H\|x_c^{(t)}-y_c^{(t)}\|"),
    statement=contracts,
    under=FUNCTIONS,
    uses=("iccopt-fixed-point-difference",),
    checks=(CounterexampleSearch(any_step, relation="<=", scope="one quadratic client, gamma up to 4/L", sizes=((1, 1), (2, 1))),),
    corrected="symfed-local-contraction-exact-gradients",
    missing="gamma (mu + L) <= 2, which gamma <= 1/L implies: for larger gamma the curvature L contracts less, or not at all",
    expect=Tier.IMPRECISE,
)

SHORT = Domain((gamma * (mu + L) <= 2, mu <= L))

exact_gradients = Claim(
    id="symfed-local-contraction-exact-gradients",
    kind="inequality",
    says="One exact gradient step contracts distances by 1 - gamma mu as long as gamma (mu + L) <= 2.",
    printed=Printed(
        "symfed",
        "the slides' fixed-point iteration with its step size",
        r"\|x-\gamma g\|\le(1-\gamma\mu)\|x\|\ \text{if}\ \gamma(\mu+L)\le2,\ "
        r"(\mu+L)\langle x,g\rangle\ge\mu L\|x\|^2+\|g\|^2,\ \langle x,g\rangle\ge\mu\|x\|^2",
    ),
    statement=(AFTER_STEP, (1 - gamma * mu) ** 2 * gram_xx),
    under=SHORT,
    checks=(
        Certificate(
            (
                (gamma**2, (mu + L) * gram_xg - mu * L * gram_xx - gram_gg),
                (gamma * (2 - gamma * (mu + L)), gram_xg - mu * gram_xx),
            )
        ),
    ),
    controls={
        "twice the rate": (AFTER_STEP, (1 - 2 * gamma * mu) ** 2 * gram_xx),
        "L for mu": (AFTER_STEP, (1 - gamma * L) ** 2 * gram_xx),
        "ascent": (AFTER_STEP.subs(gamma, -gamma), (1 - gamma * mu) ** 2 * gram_xx),
    },
    reduction="the gradient difference is S x, S the mean Hessian on the segment, with spectrum in [mu, L]: (S - mu)(L - S) >= 0",
    expect=Tier.PROVED,
)


def does_not_spread(i):
    """In dimension one a round multiplies distances by one number: if they grow once, they grow for ever."""
    before, after = two_runs(i, rounds=2)
    return after, before


unique_point = Claim(
    id="iccopt-det-fedavg-unique-point",
    kind="limit",
    says="FedAvg with exact gradients converges to one point, from every start; the slide prints no condition on gamma.",
    printed=Printed("iccopt", SLIDE, r"\Rightarrow\text{ deterministic FedAvg converges to a unique point}"),
    statement=does_not_spread,
    under=FUNCTIONS,
    see=("iccopt-fixed-point-contraction",),
    checks=(CounterexampleSearch(any_step, relation="<=", scope="quadratics, d = 1, gamma up to 4/L", sizes=((1, 1), (1, 2))),),
    corrected="aistats-prop1-stationary",
    missing="a step size for which clients contract, such as gamma <= 1/L",
    expect=Tier.IMPRECISE,
)
converge = replace(
    proposition_1.prop1,
    id="iccopt-iterates-converge-remark",
    kind="limit",
    says="The iterates of FedAvg with exact gradients converge: to one fixed point, at rate (1 - gamma mu)^(H t) in squared distance.",
    printed=Printed("iccopt", "slide with three trajectories", r"\text{Remark: It seems that iterates converge in some way?}"),
    reduction=proposition_1.prop1.reduction + "; the slide asks, and gives no step size: that of Proposition 1 is taken",
)


stationary = Claim(
    id="iccopt-fedavg-stationary-exists",
    kind="limit",
    says="FedAvg with stochastic gradients converges to a stationary law; the slide prints no condition on gamma, nor on the noise.",
    printed=Printed(
        "iccopt",
        "slide 'FedAvg (with stochastic gradients) converges!'",
        r"\text{FedAvg converges to a stationary distribution }\pi^{(\gamma,H)}",
    ),
    statement="for every gamma there is a stationary law",
    under=FUNCTIONS,
    checks=(ExhibitCheck(long_step, "one quadratic client, gamma = 3/L"),),
    corrected="symfed-fedavg-stationary-law",
    missing="gamma <= 1/L, and " + proposition_3.MOMENT,
    expect=Tier.IMPRECISE,
)


def squared_ratio(case, exponent=2):
    """W2^2 to the stationary law after a round over that before, and the printed bound, squared.

    Where every sample's gradient vanishes at theta* the stationary law is the point theta*, and W2^2 to it is the second moment.
    """
    return worst_squared_ratio("fedavg", case), (1 - case.gamma * case.mu) ** (exponent * case.H)


w2_rate = Claim(
    id="iccopt-fedavg-w2-rate",
    kind="rate",
    says="W2 itself, not squared, contracts by (1 - gamma mu)^(H t): the rate of exact gradients, printed for stochastic ones.",
    printed=Printed(
        "iccopt",
        "slide 'FedAvg (with stochastic gradients) converges!'",
        r"\mathcal W_2(\psi_{x^{(t)}};\pi^{(\gamma,H)})\le(1-\gamma\mu)^{Ht}\,\mathcal W_2(\psi_{x^{(0)}};\pi^{(\gamma,H)})",
    ),
    statement=squared_ratio,
    under=Domain((gamma * L <= 1, mu <= L)),
    see=("iccopt-fedavg-stationary-exists",),
    checks=(
        CounterexampleSearch(
            rate_cases, relation="<=", scope="sample curvatures 0 or L, every draw spelled out; pi is a point mass", sizes=((1, 1),)
        ),
    ),
    corrected="symfed-fedavg-wasserstein-rate",
    expect=Tier.REFUTED,
)

RATE = 1 - gamma * mu * (2 - gamma * L)

wasserstein = Claim(
    id="symfed-fedavg-wasserstein-rate",
    kind="rate",
    says="Squared W2 contracts by (1 - gamma mu (2 - gamma L))^H in a round of stochastic gradients, gamma L <= 2, and not faster on an instance.",
    printed=Printed(
        "symfed",
        "correction of the slides' rate; the paper's (1 - gamma mu)^H for squared W2 follows for gamma <= 1/L",
        r"\mathcal W_2^2(\rho\kappa^t,\pi^{(\gamma,H)})\le(1-\gamma\mu(2-\gamma L))^{Ht}\,\mathcal W_2^2(\rho,\pi^{(\gamma,H)}),\ "
        r"\text{with equality for samples of curvature }0\text{ and }L",
    ),
    statement={
        "one local step": (AFTER_STEP, RATE * gram_xx),
        "attained": lambda case: (1 - case.gamma * case.mu * (2 - case.gamma * case.L)) ** case.H,
    },
    under=Domain((gamma * L <= 2, mu <= L), "E|grad F_c^Z(x*)|^2 is finite"),
    checks=(
        Part(
            "one local step",
            Certificate(((gamma**2, L * gram_xg - gram_gg), (gamma * (2 - gamma * L), gram_xg - mu * gram_xx))),
        ),
        Part(
            "attained",
            CounterexampleSearch(
                rate_cases,
                lambda case: worst_squared_ratio("fedavg", case),
                scope="sample curvatures 0 or L, every draw spelled out",
                sizes=((1, 1),),
            ),
        ),
    ),
    controls={
        "the slides' rate": {
            "one local step": (AFTER_STEP, (1 - gamma * mu) ** 2 * gram_xx),
            "attained": lambda case: squared_ratio(case)[1],
        },
        "the paper's rate; L for 2 - gamma L": {
            "one local step": (AFTER_STEP, (1 - 2 * gamma * mu) * gram_xx),
            "attained": lambda case: squared_ratio(case, exponent=1)[1],
        },
    },
    reduction=proposition_3.stationary_law.reduction,
    expect=Tier.PROVED,
)

w2_order = Claim(
    id="iccopt-fedavg-w2-order",
    kind="definition",
    says="W2 names the Wasserstein distance of second order.",
    printed=Printed(
        "iccopt",
        "slide 'FedAvg (with stochastic gradients) converges!'",
        r"\text{where }\mathcal W_2\text{ is the second order Wasserstein distance}",
    ),
    reason="names a distance; that the rate beside it is one of its square is iccopt-fedavg-w2-rate",
    expect=Tier.NOT_CHECKED,
)
