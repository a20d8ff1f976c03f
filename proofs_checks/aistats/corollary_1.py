"""Corollary 1: how close FedAvg-D comes to the optimum."""

from proofs_checks.aistats.proposition_1 import runs
from proofs_checks.aistats.theorem_1 import SMALL_STEPS
from symfed.checks import Certificate, CounterexampleSearch, Part
from symfed.core.claim import Claim
from symfed.core.source import Printed
from symfed.core.symbols import gram_gg, gram_xg, gram_xx
from symfed.core.verdict import Tier
from symfed.reference.exact import iterates, stationary_exact

split = Claim(
    id="symfed-squared-triangle",
    kind="inequality",
    says="|x + g|^2 <= 2 |x|^2 + 2 |g|^2 in every dimension.",
    printed=Printed("symfed", "the first step of the proof of Corollary 1", r"\|x+g\|^2\le2\|x\|^2+2\|g\|^2"),
    statement=(gram_xx + 2 * gram_xg + gram_gg, 2 * gram_xx + 2 * gram_gg),
    checks=(Certificate(((1, gram_xx - 2 * gram_xg + gram_gg),)),),
    controls={
        "constant 1": (gram_xx + 2 * gram_xg + gram_gg, gram_xx + gram_gg),
        "constant 3/2": (gram_xx + 2 * gram_xg + gram_gg, 3 * (gram_xx + gram_gg) / 2),
    },
    expect=Tier.PROVED,
)


def squared_distance(i, rate=1, floor=2):
    """|theta_t - theta*|^2 mu^2 against the printed bound times mu^2."""
    t, p = i.extra["t"], i.problem.jets
    path = iterates("fedavg_deterministic", i.problem, i.gamma, i.H, t, i.extra["start"])
    limit = stationary_exact("fedavg_deterministic", i.problem, i.gamma, i.H).mean
    zeta1 = p.mean((p.gradients**2).sum(axis=1))
    left = ((path[-1] - i.problem.optimum) ** 2).sum() * i.mu**2
    transient = 2 * (1 - i.gamma * i.mu) ** (rate * i.H * t) * ((path[0] - limit) ** 2).sum() * i.mu**2
    return left, transient + floor * (i.gamma * (i.H - 1) * i.L) ** 2 * zeta1


cor1 = Claim(
    id="aistats-cor1-rate",
    kind="rate",
    says="The iterates reach a ball of squared radius 2 gamma^2 (H-1)^2 C_1^2 around the optimum at a linear rate.",
    printed=Printed(
        "aistats",
        "Corollary 1",
        r"\|\theta_t-\theta^\star\|^2\le2(1-\gamma\mu)^{Ht}\|\theta_0-\bar\theta_{det}\|^2+2\gamma^2(H-1)^2C_1^2",
    ),
    statement={"triangle": split.statement, "rounds": squared_distance},
    under=SMALL_STEPS,
    uses=("aistats-prop1-stationary", "aistats-prop2-bound", "symfed-squared-triangle"),
    checks=(
        Part("triangle", split.checks[0]),
        Part("rounds", CounterexampleSearch(runs, relation="<=", scope="random exact quadratics, rounds run one by one")),
    ),
    controls={
        "a stronger bound": {
            "triangle": split.controls["constant 1"],
            "rounds": lambda i: squared_distance(i, rate=4),
        },
    },
    reduction="Proposition 1 bounds the first square of the triangle inequality and Proposition 2 the second",
    expect=Tier.PROVED,
)
