"""Theorem 5: the bias of the Richardson-Romberg iterates, and the step sizes for which it is stated."""

from fractions import Fraction

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.aistats import section_6, theorem_3, theorem_4
from proofs_checks.aistats.assumption_3 import A3
from proofs_checks.aistats.assumption_4 import A4
from proofs_checks.aistats.estimators import Limit, on_laws
from proofs_checks.aistats.rough_extrapolation import rough_extrapolation
from proofs_checks.symfed.remainders.bias import BIAS, bias_remainder
from proofs_checks.symfed.remainders.moments import moments
from symfed.checks import Certificate, GrowthCheck, RemainderOrder, inequality_search
from symfed.checks.classes import LIPSCHITZ_THIRD, REGULAR
from symfed.checks.expansion import Expansion
from symfed.checks.proven_combination import ProvenCombination
from symfed.checks.proven_remainder import ProvenRemainder
from symfed.claims import Claim, Domain, Lemma, Tier, printed_at
from symfed.core.symbols import H, L, gamma, mu
from symfed.strategies.rates import ONE, RateCase
from symfed.strategies.standard import heterogeneous_scalars

SMALL, SHORT = 45 * gamma * L <= 1, gamma * mu * H <= 1
STEPS = Domain((SMALL, SHORT), lines={str(SMALL): "Theorem 5", str(SHORT): "Theorem 5"})
DOUBLED = Domain((90 * gamma * L <= 1, 2 * gamma * mu * H <= 1))
UNDER = STEPS & Domain((), (REGULAR, A3, A4), lines={str(assumption): "Theorem 5" for assumption in (REGULAR, A3, A4)})
#: What the bias needs: Theorem 4's conditions at both step sizes, and the smoothness that Theorem 4 leaves out; and the mean square besides.
MENDED = DOUBLED & Domain((), (REGULAR, theorem_3.NOISE, *theorem_3.DRAWS, LIPSCHITZ_THIRD), theorem_3.WHERE_DRAWS)
MENDED_A4 = MENDED & Domain((), (A4,))
REMAINDER = gamma**2 * H**2 + gamma ** sp.Rational(3, 2) * H
BIAS_TEX = (
    r"\bar\vartheta_{sto}^{(\gamma,H)}-\theta^\star=O(\gamma^2H^2+\gamma^{3/2}H),\quad"
    r"\bar\vartheta_{sto}^{(\gamma,H)}=2\bar\theta_{sto}^{(\gamma,H)}-\bar\theta_{sto}^{(2\gamma,H)}"
)


def two_clients():
    """Heterogeneous, noisy and not quadratic; a law of two clients costs half as much as one of three."""
    return heterogeneous_scalars()[:1]


bias = Claim(
    id="aistats-thm5-bias",
    kind="expansion",
    says="The stationary mean of the extrapolated iterates is said to miss theta* by O(gamma^2 H^2 + gamma^(3/2) H) only: third derivatives that "
    "are merely bounded, as in A1, leave gamma^(5/4).",
    printed=printed_at("Theorem 5, bias", BIAS_TEX),
    under=UNDER,
    statement=REMAINDER,
    checks=GrowthCheck(
        rough_extrapolation, "bounded, 1/2-Hölder third derivative; N = H = 1, where the printed order is gamma^(3/2)", at=((H, 1),)
    ),
    corrected="symfed-rr-bias",
    missing=theorem_3.SMOOTHNESS,
    expect=Tier.IMPRECISE,
)

#: Fixed numbers of local steps, gamma H constant and gamma H^2 constant: laws are solved at gamma and 2 gamma, and kept.
LAWS = RemainderOrder(
    two_clients,
    Limit(),
    reading=on_laws,
    steps=(1, 2),
    rounds=(4, 8, 16, 32),
    reach=Fraction(1, 8),
    scope="certified laws at gamma and 2 gamma, d = 1",
)

#: Theorem 4's bias with its proven remainder: what each of the runs that are combined leaves.
OF_ONE_RUN = ProvenRemainder(bias_remainder, BIAS, theorem_3.OF_NOISE, (moments,))
OF_RUNS = ProvenCombination(OF_ONE_RUN, theorem_4.printed)

smooth_bias = Claim(
    id="symfed-rr-bias",
    kind="expansion",
    says="Theorem 5's bias for losses with Lipschitz third derivatives, at step sizes whose double Theorem 4 allows.",
    printed=printed_at("Theorem 5 with its missing conditions", BIAS_TEX),
    under=MENDED,
    statement=Expansion(section_6.iterate, REMAINDER),
    checks=(OF_RUNS, LAWS),
    wrong=theorem_3.with_remainder(section_6.WRONG, REMAINDER)
    | {"gamma^2 H for gamma^2 H^2": Expansion(section_6.iterate, gamma**2 * H + gamma ** sp.Rational(3, 2) * H)},
    uses=("symfed-fedavg-bias-remainder",),
    see=("symfed-fedavg-bias",),
    expect=Tier.PROVED_GIVEN,
)


def small_steps(d, N):
    """gamma = 1/(45 k L) and mu = L or L/2; numbers alone, so that `d` and `N` are not read."""
    return st.builds(
        lambda k, H, samples: RateCase(flint.fmpq(1, 45 * k), H, ONE, 1, samples),
        st.integers(1, 4),
        st.sampled_from((1, 10, 45, 90)),
        st.integers(1, 2),
    )


step_condition = Claim(
    id="aistats-thm5-step-condition",
    kind="assumption",
    says="The proof uses Theorem 4 at step size 2 gamma: the printed conditions give 45 (2 gamma) L <= 2, and not 1.",
    printed=printed_at("Theorem 5, conditions, and equation (59)", r"\gamma\le1/(45L)\text{ and }\gamma\mu H\le1"),
    statement=lambda i: (np.array([90 * i.gamma * i.L, 2 * i.gamma * i.mu * i.H]), np.array([ONE, ONE])),
    under=UNDER,
    checks=inequality_search(small_steps, scope="Theorem 4's conditions at 2 gamma", sizes=((1, 1),)),
    corrected="symfed-rr-step-condition",
    missing="gamma <= 1/(90L) and gamma mu H <= 1/2",
    expect=Tier.IMPRECISE,
)

doubled = Claim(
    id="symfed-rr-step-condition",
    kind="assumption",
    says="gamma <= 1/(90L) and gamma mu H <= 1/2 are Theorem 4's conditions at step size 2 gamma.",
    printed=printed_at("Theorem 5 with conditions for both of its runs", r"\gamma\le1/(90L)\text{ and }2\gamma\mu H\le1"),
    under=DOUBLED,
    lemmas=(
        Lemma(
            "curvature",
            (45 * (2 * gamma) * L, 1),
            Certificate(((1, 1 - 90 * gamma * L),), scope="the conditions themselves"),
            wrong={"three times the step": (45 * (3 * gamma) * L, 1), "a smaller bound": (45 * (2 * gamma) * L, sp.Rational(19, 20))},
        ),
        Lemma(
            "local steps",
            (2 * gamma * mu * H, 1),
            Certificate(((1, 1 - 2 * gamma * mu * H),), scope="the conditions themselves"),
            wrong={"three times the step": (3 * gamma * mu * H, 1), "a smaller bound": (2 * gamma * mu * H, sp.Rational(19, 20))},
        ),
    ),
    expect=Tier.PROVED,
)
