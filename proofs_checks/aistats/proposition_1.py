"""Proposition 1: FedAvg with exact gradients converges linearly to one point."""

from symfed.checks import Certificate, CounterexampleSearch, Part
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma, gram_gg, gram_xg, gram_xx, mu
from symfed.core.verdict import Tier
from symfed.reference.exact import iterates, stationary_exact
from symfed.strategies import instances

STEPS = Domain((gamma * L <= 1, mu <= L))

#: One local step from two points: x their difference, g the difference of their gradients; cocoercivity and strong convexity.
ONE_STEP = Certificate(
    (
        (gamma**2, L * gram_xg - gram_gg),
        (gamma * (2 - gamma * L), gram_xg - mu * gram_xx),
        (gamma * mu * (1 - gamma * L), gram_xx),
    )
)
AFTER_STEP = gram_xx - 2 * gamma * gram_xg + gamma**2 * gram_gg

contraction = Claim(
    id="symfed-local-step-contraction",
    kind="inequality",
    says="One gradient step contracts squared distances by 1 - gamma mu; in expectation too, for a stochastic gradient.",
    printed=Printed(
        "symfed",
        "the step behind Propositions 1 and 3",
        r"\|x-\gamma g\|^2\le(1-\gamma\mu)\|x\|^2\ \text{if}\ \|g\|^2\le L\langle x,g\rangle,\ \langle x,g\rangle\ge\mu\|x\|^2",
    ),
    statement=(AFTER_STEP, (1 - gamma * mu) * gram_xx),
    under=STEPS,
    checks=(ONE_STEP,),
    controls={
        "twice the rate": (AFTER_STEP, (1 - 2 * gamma * mu) * gram_xx),
        "L for mu": (AFTER_STEP, (1 - gamma * L) * gram_xx),
        "ascent": (gram_xx + 2 * gamma * gram_xg + gamma**2 * gram_gg, (1 - gamma * mu) * gram_xx),
    },
    expect=Tier.PROVED,
)


def distance_to_limit(i, rate=1):
    """Squared distance to the fixed point after t rounds, and its printed bound with (1 - gamma mu) to the power rate*H*t."""
    path = iterates("fedavg_deterministic", i.problem, i.gamma, i.H, i.extra["t"], i.extra["start"])
    gaps = path - stationary_exact("fedavg_deterministic", i.problem, i.gamma, i.H).mean
    return (gaps[-1] ** 2).sum(), (1 - i.gamma * i.mu) ** (rate * i.H * i.extra["t"]) * (gaps[0] ** 2).sum()


def runs(d, N):
    """Deterministic instances with a start and up to three rounds."""
    from hypothesis import strategies as st

    return instances(d, N, noise=False, start=True, extra={"t": st.integers(1, 3)})


prop1 = Claim(
    id="aistats-prop1-stationary",
    kind="rate",
    says="FedAvg-D has one fixed point and approaches it at rate (1 - gamma mu)^(H t) in squared distance.",
    printed=Printed(
        "aistats",
        "Proposition 1",
        r"T^{(\gamma,H)}(\bar\theta_{det})=\bar\theta_{det},\ g(\bar\theta_{det})=0,\ "
        r"\|\theta_t-\bar\theta_{det}\|^2\le(1-\gamma\mu)^{Ht}\|\theta_0-\bar\theta_{det}\|^2",
    ),
    statement={"one local step": contraction.statement, "rounds": distance_to_limit},
    under=STEPS,
    uses=("symfed-local-step-contraction",),
    checks=(
        Part("one local step", ONE_STEP),
        Part("rounds", CounterexampleSearch(runs, relation="<=", scope="random exact quadratics, rounds run one by one")),
    ),
    controls={
        "a faster rate": {
            "one local step": (AFTER_STEP, (1 - 2 * gamma * mu) * gram_xx),
            "rounds": lambda i: distance_to_limit(i, rate=3),
        },
    },
    reduction="H contractions, and a mean of contractions, contract; Banach's theorem gives the one fixed point",
    expect=Tier.PROVED,
)
