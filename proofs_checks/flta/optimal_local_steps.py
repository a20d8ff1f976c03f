"""Acceleration and Optimal Local Steps: the balance of the two regimes, the number of local steps, and the rate that it is said to give."""

import numpy as np

from proofs_checks.symfed.scaffold import rates
from proofs_checks.symfed.scaffold.contraction import STEPS, q
from proofs_checks.symfed.scaffold.printed_bound import HIGH, LOW, SHARE, algebraic, exponential, printed_steps, small_products
from symfed.checks import Certificate, CounterexampleSearch, Part
from symfed.checks.instances.scaffold.steps import step_cases
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, mu
from symfed.core.verdict import Tier
from symfed.formulas import optimal_local_steps

PLACE = "Acceleration and Optimal Local Steps"
BALANCE_TEX = r"(1-\gamma\mu)^H=1-\frac{1-1/e}{\gamma LH}"
STEPS_TEX = r"H_\gamma=\left\lceil\sqrt{\frac{2(1-1/e)}{\gamma^2L\mu}}\right\rceil"
RATE_TEX = r"\rho_{\text{opt}}=1-\sqrt{\frac{2(1-1/e)\mu}L}"


def second_branch(i, H, share):
    """1 - share/(gamma L H); a share just below or above 1 - 1/e makes it an upper or a lower end of the printed one."""
    return 1 - share / (i.gamma * i.L * H)


def printed_bound(i, H, share):
    return max(q(i.gamma, H, i.mu), second_branch(i, H, share))


def meeting(i):
    """The first H at which the second branch is no longer the lower one, with a rational in place of 1 - 1/e."""
    return next(H for H in range(1, 10**4) if second_branch(i, H, LOW) >= q(i.gamma, H, i.mu))


def smallest_by_balance(i):
    """The smaller of the bound's values next to where its branches meet."""
    return min(printed_bound(i, H, LOW) for H in {max(meeting(i) - 1, 1), meeting(i)})


def smallest_by_trial(i):
    return min(printed_bound(i, H, LOW) for H in range(1, 400))


BRANCHES = {
    "first falls": (exponential(H + 1), exponential(H)),
    "second rises": (algebraic(), algebraic(H=H + 1)),
    "cases": smallest_by_balance,
}
balance = Claim(
    id="flta-balance-equation",
    kind="identity",
    says="The bound is smallest where its two branches are equal: one falls with H and the other rises. (For an integer H, next to it.)",
    printed=Printed("flta", PLACE, r"\text{Balancing the two regimes requires setting }" + BALANCE_TEX),
    statement=BRANCHES,
    under=STEPS,
    checks=(
        Part("first falls", Certificate(((gamma * mu, exponential(H)),), scope="powers of 1 - gamma mu >= 0")),
        Part("second rises", Certificate(((1 / (gamma * L * H * (H + 1)), SHARE),), scope="1 - 1/e > 0")),
        Part("cases", CounterexampleSearch(step_cases, smallest_by_trial, scope=rates.NUMBERS + ", every H tried", sizes=((1, 1),))),
    ),
    controls={
        "both fall": {
            "first falls": (exponential(H), exponential(H + 1)),
            "second rises": (algebraic(H=H + 1), algebraic()),
            "cases": lambda i: printed_bound(i, 1, LOW),
        },
        "twice as many steps": BRANCHES | {"cases": lambda i: printed_bound(i, 2 * meeting(i), LOW)},
    },
    reduction="continuous in H, first - second goes from positive (H near 0) to negative (large H), so that they meet once",
    expect=Tier.PROVED,
)


def is_where_they_meet(i, factor=2):
    """What the ceiling of a crossing must satisfy: one step earlier the second branch is the lower one, here it is not."""
    steps = printed_steps(i, factor)
    left, right = [q(i.gamma, steps, i.mu)], [second_branch(i, steps, LOW)]
    if steps > 1:
        left, right = [*left, second_branch(i, steps - 1, HIGH)], [*right, q(i.gamma, steps - 1, i.mu)]
    return np.array(left, dtype=object), np.array(right, dtype=object)


SMALL = Domain((gamma * L <= 1,), "gamma mu H small")
printed = Claim(
    id="flta-h-opt",
    kind="identity",
    says="H_gamma is said to follow from the balance. Balancing gives (1-1/e) under the root, not twice that: H_gamma is sqrt(2) too large for "
    "it (and 1.12 times what is best for the exact worst case).",
    printed=Printed("flta", PLACE, BALANCE_TEX + r"\ \Rightarrow\ " + STEPS_TEX),
    statement=is_where_they_meet,
    under=SMALL,
    checks=(CounterexampleSearch(small_products, relation="<=", scope="exact numbers, L/mu = 10^2, 10^4", sizes=((1, 1),)),),
    corrected="symfed-scaffold-printed-balance",
    expect=Tier.REFUTED,
)


def claimed_against(best):
    """(1 - rho_opt)^2 = 2 (1-1/e) mu/L, a lower end of it, against the square of what a round gains at most, an upper end."""
    return lambda i: (2 * LOW * i.mu / i.L, (1 - best(i)) ** 2)


READINGS = {
    "the bound at H_gamma": claimed_against(lambda i: printed_bound(i, printed_steps(i), HIGH)),
    "the bound at its own best H": claimed_against(lambda i: min(printed_bound(i, H, HIGH) for H in range(1, printed_steps(i) + 1))),
    "the exact worst case at its best H": claimed_against(lambda i: 1 - rates.gap(i, optimal_local_steps(i.gamma, i.mu, i.L))),
}
rate = Claim(
    id="flta-rho-opt",
    kind="identity",
    says="The rate at H_gamma is said to be rho_opt. It is not: not for the printed bound at H_gamma (1 - 0.562 kappa^(-1/2)) nor at its best H "
    "(0.795), nor for the exact worst case at its best H (1), all larger than 1 - 1.124 kappa^(-1/2).",
    printed=Printed("flta", PLACE, r"\text{Optimal rate: }" + RATE_TEX),
    statement=READINGS,
    under=SMALL,
    checks=tuple(
        Part(name, CounterexampleSearch(small_products, relation="<=", scope=f"is rho_opt reached by {name}?", sizes=((1, 1),)))
        for name in READINGS
    ),
    corrected="symfed-scaffold-optimal-steps",
    expect=Tier.REFUTED,
)


scaling = Claim(
    id="flta-h-scaling",
    kind="rate",
    says="The best number of local steps scales like 1/(gamma sqrt(mu L)); for the exact worst case the constant is 1.",
    printed=Printed(
        "flta",
        "Goal of This Work",
        r"\text{We identify optimal scaling of the number of local updates: }H_\gamma\propto\frac1{\gamma\sqrt{\mu L}}",
    ),
    statement=rates.best.statement,
    under=rates.best.under,
    uses=("symfed-scaffold-optimal-steps", "symfed-scaffold-rate-floor", "symfed-scaffold-rate-reached"),
    checks=rates.best.checks,
    controls=rates.best.controls,
    reduction="gamma L H = sqrt(L/mu) is H = 1/(gamma sqrt(mu L)); " + rates.best.reduction,
    expect=Tier.PROVED,
)


def next_step(i, best=optimal_local_steps):
    """The worst case one local step nearer to the best number of them, and where it stands."""
    target = best(i.gamma, i.mu, i.L)
    step = (target > i.H) - (target < i.H)
    nearer, here = (1 - rates.gap(i, H) for H in (i.H + step, i.H))
    return nearer, here


numerics = Claim(
    id="flta-numerics-accelerated",
    kind="inequality",
    says="More local steps never slow the worst case down as long as they do not exceed the best number, and never speed it up beyond it.",
    printed=Printed("flta", "Numerical Results, second item", r"\text{Accelerated convergence up to optimal }H_\gamma"),
    statement={"first falls": BRANCHES["first falls"], "cases": next_step},
    under=STEPS,
    uses=("symfed-scaffold-contraction", "flta-regime-1-faster", "flta-regime-2-slower", "symfed-scaffold-optimal-integer"),
    checks=(
        balance.checks[0],
        Part("cases", CounterexampleSearch(step_cases, relation="<=", scope=rates.NUMBERS, sizes=((1, 1),), examples=100)),
    ),
    controls={
        "away from it": {"first falls": (exponential(H), exponential(H + 1)), "cases": lambda i: next_step(i)[::-1]},
        "a best of one step": {
            "first falls": (exponential(H), exponential(H + 1)),
            "cases": lambda i: next_step(i, best=lambda *numbers: 1),
        },
    },
    reduction="the optimal number, not the printed H_gamma, which lies beyond it (flta-h-opt)",
    expect=Tier.PROVED,
)
