"""Equation (59): Theorem 4 at step size 2 gamma."""

import sympy as sp

from proofs_checks.aistats import theorem_3, theorem_4, theorem_5
from symfed.checks import CounterexampleSearch, GrowthCheck, SymbolicIdentity
from symfed.checks.instances.rough import rough_loss
from symfed.checks.readings import first_order, first_order_truth
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import gamma
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.strategies import jet_cases

EQ59_TEX = r"\bar\theta_{sto}^{(2\gamma,H)}-\theta^\star=\frac{2\gamma}{2N}b_s+\frac{2\gamma(H-1)}2b_h+O(\gamma^2H^2+\gamma^{3/2}H)"

eq59 = Claim(
    id="aistats-eq59-2gamma",
    kind="expansion",
    says="Theorem 4 at step size 2 gamma.",
    printed=Printed("aistats", "equation (59)", EQ59_TEX),
    statement=gamma ** sp.Rational(3, 2),
    under=theorem_5.STEPS,
    checks=(GrowthCheck(rough_loss, "bounded, 1/2-Hoelder third derivative; gamma stands for the doubled step size"),),
    corrected="symfed-eq59-2gamma",
    missing=theorem_3.SMOOTHNESS + "; and Theorem 4's conditions at 2 gamma, gamma <= 1/(90L) and 2 gamma mu H <= 1",
    expect=Tier.IMPRECISE,
)


def at_twice_the_step(p, gamma, H):
    return 2 * theorem_4.printed(p, gamma, H)


smooth_eq59 = Claim(
    id="symfed-eq59-2gamma",
    kind="expansion",
    says="Equation (59) for sample losses with Lipschitz third derivatives.",
    printed=Printed("symfed", "equation (59) with its missing conditions", EQ59_TEX),
    statement=at_twice_the_step,
    under=Domain(theorem_5.DOUBLED.relations, "every f_c has Lipschitz third derivatives near theta*"),
    uses=("symfed-fedavg-bias",),
    checks=(
        SymbolicIdentity(lambda: expand("fedavg", "bias", 1).subs(gamma, 2 * gamma)),
        CounterexampleSearch(
            jet_cases, lambda case: 2 * first_order_truth("fedavg", "bias")(case), first_order, scope="exact jets, d <= 3", examples=5
        ),
    ),
    controls={
        "gamma for 2 gamma": theorem_4.printed,
        "noise part not doubled": lambda p, gamma, H: at_twice_the_step(p, gamma, H) - theorem_3.printed(p, gamma, H),
        "the preprint's sign of b_s": lambda p, gamma, H: at_twice_the_step(p, gamma, H) - 4 * theorem_3.printed(p, gamma, H),
        "twice the local steps": lambda p, gamma, H: theorem_4.printed(p, gamma, 2 * H),
    },
    reduction="Theorem 4 with 2 gamma in place of gamma; its remainder is the subject of symfed-fedavg-bias",
    expect=Tier.PROVED,
)
