"""Proposition 3: FedAvg as a Markov chain has one stationary law and approaches it linearly."""

import sympy as sp

from proofs_checks.aistats import proposition_1, theorem_4
from symfed.checks import CounterexampleSearch, GrowthCheck
from symfed.checks.instances.rough import heavy_tail
from symfed.checks.readings import first_order
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import gamma, gram_xx, mu
from symfed.core.verdict import Tier
from symfed.strategies import jet_cases

TEX = r"\mathbf W_2^2(\rho\kappa^t,\pi^{(\gamma,H)})\le(1-\gamma\mu)^{Ht}\,\mathbf W_2^2(\rho,\pi^{(\gamma,H)})"
MOMENT = "a second moment of the stochastic gradient at one point, as A3 gives (and an initial law with a second moment)"

prop3 = Claim(
    id="aistats-prop3-stationary",
    kind="limit",
    says="Under A1 alone FedAvg has one stationary law, with a finite second moment, approached at rate (1 - gamma mu)^(H t) in squared W2.",
    printed=Printed("aistats", "Proposition 3", r"\text{Assume A1 and }\gamma\le1/L:\ " + TEX),
    statement=sp.S.One,
    under=proposition_1.STEPS,
    checks=(GrowthCheck(heavy_tail, "noise without a second moment, which A1 allows; the claim is that the moment is bounded"),),
    corrected="symfed-fedavg-stationary-law",
    missing=MOMENT,
    expect=Tier.IMPRECISE,
)

stationary_law = Claim(
    id="symfed-fedavg-stationary-law",
    kind="limit",
    says="Proposition 3 where the stochastic gradient has a second moment.",
    printed=Printed("symfed", "Proposition 3 with its missing condition", r"\text{Assume A1, A3 and }\gamma\le1/L:\ " + TEX),
    statement=(proposition_1.AFTER_STEP, (1 - gamma * mu) * gram_xx),
    under=Domain(proposition_1.STEPS.relations, "E|grad F_c^Z(theta*)|^2 is finite"),
    uses=("symfed-local-step-contraction",),
    checks=(proposition_1.ONE_STEP,),
    controls=proposition_1.contraction.controls,
    reduction=(
        "in expectation over a common sample (synchronous coupling), A1(b) and strong convexity are the two assumed inequalities; H steps and "
        "the mean over clients keep the factor, and laws with a second moment are complete under W2"
    ),
    expect=Tier.PROVED,
)


def total_bias(case, more=0):
    """First-order bias of the general case, squared, with H + more local steps."""
    p, H = case.jets, case.H + more
    return (theorem_4.printed(p, p.hessian[0, 0] / p.hessian[0, 0], H) ** 2).sum()


rate_remark = Claim(
    id="aistats-prop3-rate-remark",
    kind="rate",
    says="More local steps converge faster but add bias.",
    printed=Printed(
        "aistats",
        "remark after Proposition 3",
        r"\text{a larger number of local steps }H\text{ speeds up the convergence, but leads to additional bias}",
    ),
    statement=lambda case: (total_bias(case), total_bias(case, more=1)),
    uses=("symfed-fedavg-bias",),
    checks=(CounterexampleSearch(jet_cases, relation="<=", scope="first-order bias on exact jets", sizes=((1, 2),), examples=600),),
    corrected="symfed-heterogeneity-bias-grows",
    missing="heterogeneity bias: where the two parts point in opposite directions, more local steps reduce the total",
    expect=Tier.IMPRECISE,
)


def heterogeneity_part(case, more=0):
    """The part of the first-order bias that noise does not cause, squared."""
    from proofs_checks.aistats.theorem_1 import printed

    return (first_order(lambda p, gamma, H: printed(p, gamma, H + more), case) ** 2).sum()


grows = Claim(
    id="symfed-heterogeneity-bias-grows",
    kind="rate",
    says="The heterogeneity part of the first-order bias never shrinks when H grows.",
    printed=Printed("symfed", "remark after Proposition 3, made precise", r"\tfrac{\gamma(H-1)}2\|b_h\|\le\tfrac{\gamma H}2\|b_h\|"),
    statement=lambda case: (heterogeneity_part(case), heterogeneity_part(case, more=1)),
    checks=(CounterexampleSearch(jet_cases, relation="<=", scope="first-order bias on exact jets", examples=20),),
    controls={
        "two steps fewer": lambda case: (
            heterogeneity_part(case),
            heterogeneity_part(case, more=-2) if case.H > 2 else 0 * case.jets.hessian[0, 0],
        ),
        "reversed": lambda case: (heterogeneity_part(case, more=1), heterogeneity_part(case)),
    },
    expect=Tier.SUPPORTED,
)
