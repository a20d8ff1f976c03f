"""Equations (58) and (59): Theorem 4 at step sizes gamma and 2 gamma."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats import theorem_1, theorem_3, theorem_4, theorem_5
from proofs_checks.aistats.estimators import Limit
from proofs_checks.aistats.rough import rough_loss
from symfed.checks import GrowthCheck
from symfed.checks.expansion import Expansion
from symfed.claims import RESULT, Claim, Erratum, Lemma, Tier, again, crosscheck, printed_at
from symfed.core.symbols import H, gamma

eq58 = again(
    theorem_4.thm4_bias,
    "aistats-eq58-gamma",
    printed_at("equation (58)", theorem_4.BIAS_TEX),
    says="Theorem 4 at step size gamma: it needs what Theorem 4 needs.",
    see=("aistats-eq59-2gamma",),
)
EQ59_TEX = r"\bar\theta_{sto}^{(2\gamma,H)}-\theta^\star=\frac{2\gamma}{2N}b_s+\frac{2\gamma(H-1)}2b_h+O(\gamma^2H^2+\gamma^{3/2}H)"

eq59 = Claim(
    id="aistats-eq59-2gamma",
    kind="expansion",
    says="Theorem 4 at step size 2 gamma: it needs what Theorem 4 needs, and follows from it for half its step sizes.",
    printed=printed_at("equation (59)", EQ59_TEX),
    under=theorem_5.UNDER,
    statement=theorem_5.REMAINDER,
    checks=GrowthCheck(rough_loss, "bounded, 1/2-Hölder third derivative; N = H = 1, gamma stands for the doubled step size", at=((H, 1),)),
    corrected="symfed-eq59-2gamma",
    missing=theorem_3.SMOOTHNESS + "; and, to follow from Theorem 4, its conditions at 2 gamma, gamma <= 1/(90L) and 2 gamma mu H <= 1",
    expect=Tier.IMPRECISE,
    erratum=Erratum(RESULT, "Theorem 4 at 2 gamma needs Theorem 4's missing words and half its step sizes; Theorem 5 rests on it"),
)


def at_twice_the_step(theta, gamma, H):
    """The run whose mean (59) expands."""
    return theta(2 * gamma, H)


def printed_there(p, gamma, H):
    return 2 * gamma / (2 * p.N) * theorem_3.b_s(p) + 2 * gamma * (H - 1) / 2 * theorem_1.b_h(p)


WRONG = {
    "gamma for 2 gamma": theorem_4.printed,
    "noise part not doubled": lambda p, gamma, H: printed_there(p, gamma, H) - theorem_3.printed(p, gamma, H),
    "the preprint's sign of b_s": lambda p, gamma, H: printed_there(p, gamma, H) - 4 * theorem_3.printed(p, gamma, H),
    "twice the local steps": lambda p, gamma, H: theorem_4.printed(p, gamma, 2 * H),
}

smooth_eq59 = Claim(
    id="symfed-eq59-2gamma",
    kind="expansion",
    says="Equation (59) for losses with Lipschitz third derivatives, at step sizes whose double Theorem 4 allows.",
    printed=printed_at("equation (59) with its missing conditions", EQ59_TEX),
    under=theorem_5.MENDED,
    lemmas=(
        Lemma(
            "doubled",
            Expansion(printed_there, theorem_5.REMAINDER),
            replace(theorem_5.OF_RUNS, estimator=at_twice_the_step),
            wrong=theorem_3.with_remainder(WRONG, theorem_5.REMAINDER),
        ),
        crosscheck(
            "laws",
            Expansion(at_twice_the_step, theorem_5.REMAINDER),
            replace(theorem_5.LAWS, reference=Limit(rest=printed_there), steps=(2,), scope="certified laws at 2 gamma, d = 1"),
            wrong={
                "gamma^2 H for gamma^2 H^2": Expansion(at_twice_the_step, gamma**2 * H + gamma ** sp.Rational(3, 2) * H),
                "the run at gamma": Expansion(lambda theta, gamma, H: theta(gamma, H), theorem_5.REMAINDER),
            },
        ),
    ),
    uses=("symfed-fedavg-bias-remainder",),
    see=("symfed-fedavg-bias",),
    expect=Tier.PROVED_GIVEN,
)
