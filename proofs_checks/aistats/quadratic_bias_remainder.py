"""What is left of the bias on quadratics once gamma (H-1)/2 b_h is taken off: at most a constant times gamma^2 H (H-1), for every H."""

import sympy as sp

from proofs_checks.aistats import fixed_point_remainder as exact
from proofs_checks.aistats.assumption_5 import A5 as QUADRATICS
from proofs_checks.aistats.proposition_1 import SMALL
from proofs_checks.aistats.proposition_2 import SPREAD_GRADIENTS
from proofs_checks.aistats.quadratic_bias_bound import BOUNDED, TURN
from proofs_checks.aistats.quadratic_mean_path import BIAS, FROM_STAR, MEAN_PATH
from proofs_checks.aistats.quantities import on_quadratics, runs
from proofs_checks.aistats.second_order_path import HETEROGENEITY_BIAS, PULL, A_c, b_het, g, steps_to_second_order
from proofs_checks.aistats.stochastic_round import A1, A3, MEASURES
from symfed.claims import Claim, Class, Domain, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, mu, zeta1
from symfed.theorems import Arithmetic
from symfed.theorems.vocabulary import FRESH, QUADRATIC, Mean, Norm

A5 = Class(QUADRATICS.says, QUADRATICS.contains, None, (QUADRATIC,))
CONDITIONS = (A1, A3, A5, FRESH)
DISTANCE, S1, BOTH = Norm(BIAS), Mean(PULL), Mean(TURN * PULL)
GAP = Norm(BIAS - gamma * (H - 1) / 2 * b_het)
REMAINDER = sp.Le(GAP, L**2 / mu * (BOTH / (2 * mu) + S1 / 6) * gamma**2 * H * (H - 1))
_LINEAR = gamma * L**2 * ((H - 1) / 2 * DISTANCE + gamma * (H - 1) * (H - 2) / 6 * S1)
#: Theorem 2's bound before A2: |bias| <= gamma (H-1)/mu times the mean of |A_c - A| |g_c|.
_AFTER_A2 = {step.name for step in SPREAD_GRADIENTS} | {"together in the mean", "gradients", "product", "heterogeneity"}
_KNOWN = {step.name for step in HETEROGENEITY_BIAS}
NOT_FAR = tuple(step for step in BOUNDED if step.name not in _AFTER_A2 | _KNOWN)

REACHED = (
    *MEAN_PATH,
    *HETEROGENEITY_BIAS,
    *NOT_FAR,
    *steps_to_second_order(
        FROM_STAR,
        BIAS,
        g + A_c * FROM_STAR,
        A_c,
        begins=(("path starts/1",), (1,)),
        steps=(("path steps/1",), (1,)),
        mean_hessian=((), ()),
        ends=(("path ends/1",), (1,)),
    ),
    Arithmetic("per step", sp.Le(mu * GAP, _LINEAR), {"second order": 1 / (gamma * H)}),
    Arithmetic("straight", sp.Le(_LINEAR, mu * REMAINDER.rhs), {"divided": gamma * L**2 * (H - 1) / 2}),
    Arithmetic("remainder", REMAINDER, {"per step": 1 / mu, "straight": 1 / mu}),
)

bias_remainder = Claim(
    id="symfed-fedavg-quadratic-bias-remainder",
    kind="inequality",
    says="The remainder of Theorem 2's bias, with its constant and for every H, noise or not: at most gamma^2 H (H-1) L^2/mu times "
    "(zeta_1 zeta_2/(2 mu) + zeta_1/6), where means over clients stand for zeta_1 and zeta_1 zeta_2. gamma mu H <= 1 is not needed.",
    printed=printed_at(
        "the remainder of Theorem 2, third display",
        r"\Big\|\bar\theta_{sto}-\theta^\star-\frac{\gamma(H-1)}2b_h\Big\|\le\gamma^2H(H-1)\frac{L^2}\mu\frac1N\sum_c"
        r"\Big(\frac{\|\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star)\|}{2\mu}+\frac16\Big)\|\nabla f_c(\theta^\star)\|",
    ),
    statement=REMAINDER,
    under=Domain((SMALL,), CONDITIONS, {str(c): "Theorem 2" for c in (SMALL, A1, A3, A5)} | {str(FRESH): "Algorithm 1"}),
    lemmas=crosscheck(
        "exact",
        sp.Le(GAP, exact.STRAIGHT * zeta1 * gamma**2 * H * (H - 1)),
        on_quadratics(
            lambda d, N: runs(d, N, noise=True),
            "exact quadratics with noise",
            extremes=exact.near_the_bound,
            examples=3,
            measures=MEASURES | {b_het: exact.heterogeneity_bias},
        ),
        wrong={
            "a fiftieth of it": sp.Le(GAP, exact.STRAIGHT / 50 * zeta1 * gamma**2 * H * (H - 1)),
            "H - 2 for H": sp.Le(GAP, exact.STRAIGHT * zeta1 * gamma**2 * (H - 2) * (H - 1)),
        },
    ),
    follows=REACHED,
    expect=Tier.PROVED,
)
