"""Theorem 5: the bias of the Richardson-Romberg iterates, and the step sizes for which it is stated."""

from fractions import Fraction

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.aistats import section_6, theorem_3
from symfed.checks import Certificate, CounterexampleSearch, GrowthCheck, Part, RemainderOrder, SymbolicIdentity
from symfed.checks.estimators import Limit, on_expansions, on_first_orders, on_laws
from symfed.checks.instances.cases import heterogeneous_scalars
from symfed.checks.instances.rates import ONE, RateCase
from symfed.checks.instances.rough_extrapolation import rough_extrapolation
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, mu, theta
from symfed.core.verdict import Tier
from symfed.strategies import jet_cases

STEPS = Domain((45 * gamma * L <= 1, gamma * mu * H <= 1))
DOUBLED = Domain((90 * gamma * L <= 1, 2 * gamma * mu * H <= 1))
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
    says="The stationary mean of the extrapolated iterates misses theta* by O(gamma^2 H^2 + gamma^(3/2) H) only.",
    printed=Printed("aistats", "Theorem 5, bias", BIAS_TEX),
    statement=gamma ** sp.Rational(3, 2),
    under=STEPS,
    checks=(GrowthCheck(rough_extrapolation, "bounded, 1/2-Hoelder third derivative; N = H = 1, where the printed order is gamma^(3/2)"),),
    corrected="symfed-rr-bias",
    missing=theorem_3.SMOOTHNESS,
    expect=Tier.IMPRECISE,
)

smooth_bias = Claim(
    id="symfed-rr-bias",
    kind="expansion",
    says="Theorem 5's bias for sample losses with Lipschitz third derivatives, at step sizes whose double Theorem 4 allows.",
    printed=Printed("symfed", "Theorem 5 with its missing conditions", BIAS_TEX),
    statement=section_6.iterate,
    under=Domain(DOUBLED.relations, "every f_c has Lipschitz third derivatives near theta*"),
    uses=("symfed-fedavg-bias",),
    checks=(
        SymbolicIdentity(lambda: theta, on_expansions, scope="d = 1, theta* plus FedAvg's first-order bias, all symbolic"),
        CounterexampleSearch(
            jet_cases,
            lambda case: 0 * case.jets.gradients[0],
            on_first_orders,
            scope="exact jets, first order, d <= 3",
            sizes=((1, 2), (2, 2), (3, 2)),
            examples=8,
        ),
        RemainderOrder(two_clients, Limit(), Fraction(3, 2), on_laws, (1, 2), scope="certified laws at gamma and 2 gamma, d = 1"),
    ),
    controls=section_6.WRONG,
    reduction="the first order is an identity in the clients' jets; the remainder's order is measured against references",
    expect=Tier.PROVED,
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
    says="The printed conditions let Theorem 4 be used at step size 2 gamma, as the proof does: they give 45 (2 gamma) L <= 1.",
    printed=Printed("aistats", "Theorem 5, conditions, and equation (59)", r"\gamma\le1/(45L)\text{ and }\gamma\mu H\le1"),
    statement=lambda i: (np.array([90 * i.gamma * i.L, 2 * i.gamma * i.mu * i.H]), np.array([ONE, ONE])),
    under=STEPS,
    checks=(CounterexampleSearch(small_steps, relation="<=", scope="Theorem 4's conditions at 2 gamma", sizes=((1, 1),)),),
    corrected="symfed-rr-step-condition",
    missing="gamma <= 1/(90L) and gamma mu H <= 1/2",
    expect=Tier.IMPRECISE,
)

doubled = Claim(
    id="symfed-rr-step-condition",
    kind="assumption",
    says="gamma <= 1/(90L) and gamma mu H <= 1/2 are Theorem 4's conditions at step size 2 gamma.",
    printed=Printed("symfed", "Theorem 5 with conditions for both of its runs", r"\gamma\le1/(90L)\text{ and }2\gamma\mu H\le1"),
    statement={"curvature": (45 * (2 * gamma) * L, 1), "local steps": (2 * gamma * mu * H, 1)},
    under=DOUBLED,
    checks=(
        Part("curvature", Certificate(((1, 1 - 90 * gamma * L),), scope="the conditions themselves")),
        Part("local steps", Certificate(((1, 1 - 2 * gamma * mu * H),), scope="the conditions themselves")),
    ),
    controls={
        "three times the step": {"curvature": (45 * (3 * gamma) * L, 1), "local steps": (3 * gamma * mu * H, 1)},
        "a smaller bound": {"curvature": (90 * gamma * L, sp.S.Half), "local steps": (2 * gamma * mu * H, sp.S.Half)},
    },
    expect=Tier.PROVED,
)
