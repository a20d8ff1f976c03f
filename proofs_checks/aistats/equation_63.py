"""Equation (63): the square of Theorem 5's bias."""

import sympy as sp

from proofs_checks.aistats import theorem_3, theorem_5
from symfed.checks import Certificate, GrowthCheck
from symfed.checks.instances.rough_extrapolation import rough_extrapolation_squared
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, gamma
from symfed.core.verdict import Tier

EQ63_TEX = r"\|\bar\vartheta_{sto}^{(\gamma,H)}-\theta^\star\|^2=O(\gamma^4H^4+\gamma^3H^2)"

eq63 = Claim(
    id="aistats-eq63-bias-square",
    kind="expansion",
    says="The square of Theorem 5's bias.",
    printed=Printed("aistats", "equation (63)", EQ63_TEX),
    statement=gamma**3,
    under=theorem_5.STEPS,
    checks=(
        GrowthCheck(rough_extrapolation_squared, "bounded, 1/2-Hoelder third derivative; N = H = 1, where the printed order is gamma^3"),
    ),
    corrected="symfed-rr-bias-square",
    missing=theorem_3.SMOOTHNESS,
    expect=Tier.IMPRECISE,
)

by_drift, by_noise = gamma**2 * H**2, gamma ** sp.Rational(3, 2) * H

smooth_eq63 = Claim(
    id="symfed-rr-bias-square",
    kind="inequality",
    says="(gamma^2 H^2 + gamma^(3/2) H)^2 <= 2 (gamma^4 H^4 + gamma^3 H^2): equation (63) follows where Theorem 5's bias holds.",
    printed=Printed("symfed", "equation (63) with its missing condition", EQ63_TEX),
    statement=((by_drift + by_noise) ** 2, 2 * (gamma**4 * H**4 + gamma**3 * H**2)),
    under=Domain(theorem_5.DOUBLED.relations, "every f_c has Lipschitz third derivatives near theta*"),
    uses=("symfed-rr-bias",),
    checks=(Certificate(((1, (by_drift - by_noise) ** 2),), scope="all gamma and H"),),
    controls={
        "constant 1": ((by_drift + by_noise) ** 2, gamma**4 * H**4 + gamma**3 * H**2),
        "gamma^4 for gamma^3": ((by_drift + by_noise) ** 2, 2 * (gamma**4 * H**4 + gamma**4 * H**2)),
    },
    expect=Tier.PROVED,
)
