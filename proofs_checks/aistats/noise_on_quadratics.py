"""Table 1, row Quadratic: noise adds no bias, because the stationary mean is the fixed point without noise."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats import theorem_2
from proofs_checks.aistats.proposition_1 import RATE, SMALL
from proofs_checks.aistats.quadratic_mean_path import MEAN_PATH, A_c, M_c
from proofs_checks.aistats.quantities import T_c, a_round, local_step, start, theta_det, theta_star, x
from proofs_checks.aistats.shrinking import bounded_by_start
from proofs_checks.aistats.stochastic_round import A1, A3, theta_sto
from symfed.checks import CounterexampleSearch
from symfed.claims import Claim, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h
from symfed.reference.exact import stationary_exact
from symfed.strategies import hard_quadratics, instances
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.norms import jensen, mean_of, zero_norm
from symfed.theorems.operators import quadratic_gradient
from symfed.theorems.sequences import instance, linear_combination
from symfed.theorems.vocabulary import FRESH, Mean, Norm

APART = M_c(h) - T_c(h, theta_det)
BETWEEN = theta_sto - theta_det

#: The mean of a client's path from the stationary law and its path without noise from the fixed point close up, and come back apart.
SAME_MEAN = (
    *MEAN_PATH,
    *[replace(definition, name=f"exact {definition.name}") for definition in (start, local_step, a_round)],
    Apply(instance, "exact start there", relation="exact start", at={x: theta_det}),
    Apply(instance, "exact step there", relation="exact local step", at={x: theta_det}),
    Apply(instance, "exact round there", relation="exact round", at={x: theta_det}),
    Apply(quadratic_gradient, "exact linear", x=T_c(h, theta_det), y=theta_star, anywhere=theta_star),
    *bounded_by_start(
        "apart",
        APART,
        BETWEEN,
        A_c,
        (("path starts/1", "exact start there"), (1, -1)),
        (("path steps/1", "exact step there", "exact linear/1"), (1, -1, gamma)),
    ),
    Apply(instance, "apart at H", relation="apart", at={h: H}),
    Apply(mean_of, "apart in the mean", relation="apart at H"),
    Apply(jensen, "convexity of the paths", v=APART.xreplace({h: H})),
    linear_combination(
        "come back", BETWEEN, Mean(APART.xreplace({h: H})), {"path ends/1": 1, "exact round there": -1, "aistats-prop1-stationary/1": 1}
    ),
    Arithmetic("shrunk", sp.Le((1 - RATE**H) * Norm(BETWEEN), 0), ("come back/2", "convexity of the paths", "apart in the mean")),
    Arithmetic("shrinks", sp.Lt(RATE**H, 1, evaluate=False), ("mu <= L",)),
    Arithmetic("no distance", sp.Le(Norm(BETWEEN), 0, evaluate=False), ("shrunk", "shrinks")),
    Apply(zero_norm, "same mean", v=BETWEEN, by=("no distance",)),
)


def means(i, more=0):
    """E theta under the stationary law, with noise (and as much of the noise as said) and without."""
    noisy, quiet = (stationary_exact(name, i.problem, i.gamma, i.H).mean for name in ("fedavg", "fedavg_deterministic"))
    return noisy + more * i.gamma * sum(C.trace() for C in i.problem.noise), quiet


quadratic_stochastic = Claim(
    id="aistats-table1-quadratic-stochastic",
    kind="expansion",
    says="Quadratic clients: noise adds no bias, at any H and gamma <= 1/L: the stationary mean is the fixed point without noise.",
    printed=printed_at("Table 1, row Quadratic, stochastic bias", r"0"),
    statement=sp.Eq(theta_sto - theta_det, 0 * x, evaluate=False),
    under=theorem_2.where(SMALL, classes=(A1, A3, theorem_2.A5, FRESH)),
    lemmas=crosscheck(
        "laws",
        means,
        CounterexampleSearch(instances, scope="random exact quadratics with additive noise", extremes=hard_quadratics),
        wrong={"gamma tr C more": lambda i: means(i, more=1), "a hundredth of that": lambda i: means(i, more=i.mu / i.mu / 100)},
    ),
    follows=SAME_MEAN,
    uses=("aistats-prop1-stationary",),
    expect=Tier.PROVED,
)
