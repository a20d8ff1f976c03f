"""Equation (63): the square of Theorem 5's bias."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats import section_6, theorem_3, theorem_5
from proofs_checks.aistats.rough_extrapolation import rough_extrapolation_squared
from symfed.checks import Certificate, GrowthCheck
from symfed.checks.expansion import Expansion
from symfed.claims import RESULT, Claim, Erratum, Lemma, Tier, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, gamma

REMAINDER = gamma**4 * H**4 + gamma**3 * H**2
EQ63_TEX = r"\|\bar\vartheta_{sto}^{(\gamma,H)}-\theta^\star\|^2=O(\gamma^4H^4+\gamma^3H^2)"

eq63 = Claim(
    id="aistats-eq63-bias-square",
    kind="expansion",
    says="The square of Theorem 5's bias: it needs the words that Theorem 5 lacks.",
    printed=printed_at("equation (63)", EQ63_TEX),
    under=theorem_5.UNDER,
    statement=REMAINDER,
    checks=GrowthCheck(
        rough_extrapolation_squared,
        "bounded, 1/2-Hölder third derivative; N = H = 1, where the printed order is gamma^3",
        at=((H, 1),),
    ),
    corrected="symfed-rr-bias-square",
    missing=theorem_3.smoothness("gamma^(5/2)"),
    expect=Tier.IMPRECISE,
    erratum=Erratum(RESULT, "it needs the missing words of Theorem 5"),
)

drift, noise = coordinates("drift noise")  # gamma^2 H^2 and gamma^(3/2) H, times the constant of Theorem 5

smooth_eq63 = Claim(
    id="symfed-rr-bias-square",
    kind="expansion",
    says="Equation (63) follows where Theorem 5's bias holds, with twice the square of its constant.",
    printed=printed_at("equation (63) with its missing condition", EQ63_TEX),
    under=theorem_5.MENDED,
    lemmas=(
        Lemma(
            "square of the bias",
            Expansion(section_6.iterate, REMAINDER),
            replace(theorem_5.OF_RUNS, exponent=2),
            wrong=theorem_3.with_remainder(section_6.WRONG, REMAINDER),
        ),
        standalone_lemma(
            "square of a sum",
            ((drift + noise) ** 2, 2 * (drift**2 + noise**2)),
            Certificate(((1, (drift - noise) ** 2),), scope="all gamma and H"),
            wrong={
                "constant 19/10": ((drift + noise) ** 2, sp.Rational(19, 10) * (drift**2 + noise**2)),
                "the noise's term left out": ((drift + noise) ** 2, 2 * drift**2),
            },
        ),
    ),
    uses=("symfed-fedavg-bias-remainder",),
    see=("symfed-rr-bias",),
    expect=Tier.PROVED_GIVEN,
)
