"""Remark 1: extrapolation in the number of local steps."""

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from proofs_checks.aistats import theorem_3, theorem_5
from proofs_checks.aistats.assumption_3 import A3
from proofs_checks.aistats.estimators import Limit, on_laws, on_means
from proofs_checks.aistats.rough_extrapolation import shifted_square
from symfed.checks import CounterexampleSearch, GrowthCheck, RemainderOrder
from symfed.checks.classes import REGULAR
from symfed.checks.expansion import Expansion
from symfed.claims import RESULT, Claim, Domain, Erratum, Tier, printed_at
from symfed.core.symbols import H, gamma
from symfed.strategies import instances

DEFINITION_TEX = r"\omega_t^{(\gamma,H)}=\frac{2H-1}{H-1}\theta_t^{(\gamma,H)}-\theta_t^{(2\gamma,H)}"
LIMIT_TEX = (
    r"\bar\omega_T\to\frac{2H-1}{H-1}\bar\theta_{sto}^{(\gamma,H)}-\bar\theta_{sto}^{(\gamma,2H)}"
    r"=\frac{\gamma b_s}{2N}+O(\gamma^2H^2+\gamma^{3/2}H^{1/2})"
)


#: Remark 1 stands after Theorem 6 and asks for H > 1, that is two local steps at least.
LONG = sp.Ge(H, 2)
SEVERAL = Domain(
    (theorem_5.SMALL, theorem_5.SHORT, LONG),
    (REGULAR, A3),
    lines={str(c): "Theorem 6" for c in (theorem_5.SMALL, theorem_5.SHORT, REGULAR, A3)} | {str(LONG): "Remark 1"},
)


def defined(theta, gamma, H):
    return (2 * H - 1) * theta(gamma, H) / (H - 1) - theta(2 * gamma, H)


def in_the_limit(theta, gamma, H):
    return (2 * H - 1) * theta(gamma, H) / (H - 1) - theta(gamma, 2 * H)


def normalised(theta, gamma, H):
    """The weights of the limit times (H-1)/H, so that they sum to one."""
    return ((2 * H - 1) * theta(gamma, H) - (H - 1) * theta(gamma, 2 * H)) / H


def several_steps(d, N):
    """Instances with at least two local steps, at step sizes of Theorem 5."""
    return instances(d, N, steps=(2, 4), noise=False).map(lambda i: replace(i, gamma=i.gamma / 90))


def both_limits(i, estimator=defined):
    """Where the averages tend as they are defined, and where they are said to tend."""
    return on_means(estimator, i), on_means(in_the_limit, i)


definition = Claim(
    id="aistats-rem1-definition",
    kind="algorithm",
    says="An estimator 'by varying the number of local steps', defined with runs at gamma and 2 gamma; the limit given has H and 2H.",
    printed=printed_at("Remark 1, definition", DEFINITION_TEX),
    under=SEVERAL,
    statement=both_limits,
    checks=CounterexampleSearch(several_steps, scope="limit of the averages as defined against the limit as printed, exact quadratics"),
    corrected="symfed-rr-local-steps",
    expect=Tier.REFUTED,
    erratum=Erratum(RESULT, "the estimator: runs with H and 2H local steps, with weights (2H-1)/H and -(H-1)/H"),
)

limit = Claim(
    id="aistats-rem1-limit",
    kind="limit",
    says="Weights (2H-1)/(H-1) and -1 are said to leave the bias gamma b_s/(2N); but they sum to H/(H-1), which moves theta* and enlarges b_s.",
    printed=printed_at("Remark 1, limit", LIMIT_TEX),
    under=SEVERAL,
    statement=gamma**2 * H**2 + gamma ** sp.Rational(3, 2) * sp.sqrt(H),
    checks=GrowthCheck(
        shifted_square, "the printed weights on a quadratic, H = 2; the limit read as a bias, with theta* subtracted", at=((H, 2),)
    ),
    corrected="symfed-rr-local-steps",
    expect=Tier.REFUTED,
)

WRONG = {
    "the weights of the limit": in_the_limit,
    "as defined": defined,
    "the weights of the limit, normalised, at gamma and 2 gamma": lambda theta, gamma, H: (
        ((2 * H - 1) * theta(gamma, H) - (H - 1) * theta(2 * gamma, H)) / H
    ),
    "2 and -1": lambda theta, gamma, H: 2 * theta(gamma, H) - theta(gamma, 2 * H),
    "2H+1 and -(H+1)": lambda theta, gamma, H: ((2 * H + 1) * theta(gamma, H) - (H + 1) * theta(gamma, 2 * H)) / H,
}

local_steps = Claim(
    id="symfed-rr-local-steps",
    kind="expansion",
    says="((2H-1) theta^(gamma,H) - (H-1) theta^(gamma,2H))/H has bias gamma b_s/(2N): heterogeneity's part goes, the noise's stays. "
    "What is left is Theorem 4's, which needs third derivatives that are Lipschitz near theta*: gamma^(3/2) H for the remark's gamma^(3/2) H^(1/2).",
    printed=printed_at(
        "Remark 1, corrected",
        r"\frac{(2H-1)\bar\theta_{sto}^{(\gamma,H)}-(H-1)\bar\theta_{sto}^{(\gamma,2H)}}H-\theta^\star"
        r"=\frac\gamma{2N}b_s+O(\gamma^2H^2+\gamma^{3/2}H)",
    ),
    under=theorem_5.MENDED,
    statement=Expansion(normalised, theorem_5.REMAINDER),
    checks=(
        replace(theorem_5.OF_RUNS, rest=theorem_3.printed),
        RemainderOrder(
            theorem_5.two_clients,
            Limit(largest=(1, 2), rest=theorem_3.printed),
            reading=on_laws,
            steps=(2,),
            reach=Fraction(1, 8),
            scope="certified laws at H and 2H, d = 1",
        ),
    ),
    wrong=theorem_3.with_remainder(WRONG, theorem_5.REMAINDER),
    uses=("symfed-fedavg-bias-remainder",),
    see=("symfed-fedavg-bias",),
    expect=Tier.PROVED_GIVEN,
)
