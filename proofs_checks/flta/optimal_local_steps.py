"""Acceleration and Optimal Local Steps: the balance of the two regimes, the number of local steps, and the rate that it is said to give."""

from dataclasses import replace

import numpy as np
import sympy as sp

from proofs_checks.flta.contraction import STEP_SIZE
from proofs_checks.symfed.scaffold import best_steps, rates
from proofs_checks.symfed.scaffold.contraction import q
from proofs_checks.symfed.scaffold.printed_bound import (
    HIGH,
    LOW,
    SHARE,
    algebraic,
    printed_bound,
    printed_steps,
    small_products,
)
from proofs_checks.symfed.scaffold.steps import step_cases
from symfed.checks import Certificate, CounterexampleSearch, SignCheck, inequality_search
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, mu

PLACE = "Acceleration and Optimal Local Steps"
BALANCE_TEX = r"(1-\gamma\mu)^H=1-\frac{1-1/e}{\gamma LH}"
STEPS_TEX = r"H_\gamma=\left\lceil\sqrt{\frac{2(1-1/e)}{\gamma^2L\mu}}\right\rceil"
RATE_TEX = r"\rho_{\text{opt}}=1-\sqrt{\frac{2(1-1/e)\mu}L}"


def second_branch(i, H, share):
    """1 - share/(gamma L H); a share just below or above 1 - 1/e makes it an upper or a lower end of the printed one."""
    return 1 - share / (i.gamma * i.L * H)


def meeting(i, share=LOW):
    """The first H at which the second branch is no longer the lower one, with a rational in place of 1 - 1/e."""
    return next(H for H in range(1, 10**4) if second_branch(i, H, share) >= q(i.gamma, H, i.mu))


def smallest_by_balance(i, share=LOW):
    """The smaller of the bound's values next to where its branches meet."""
    steps = meeting(i, share)
    return min(printed_bound(i, H, share) for H in {max(steps - 1, 1), steps})


def smallest_by_trial(i):
    return min(printed_bound(i, H, LOW) for H in range(1, 400))


ORDERED = Domain((sp.Le(mu, L),), lines={str(sp.Le(mu, L)): "Main Result: mu I <= A_c <= L I"})
balance = Claim(
    id="flta-balance-equation",
    kind="identity",
    says="There is a real number of local steps at which the two branches of the bound are equal, for one falls with H and the other rises; no whole "
    "number of steps makes the bound smaller than it is there.",
    printed=printed_at(PLACE, r"\text{Balancing the two regimes requires setting }" + BALANCE_TEX),
    under=STEP_SIZE & ORDERED,
    statement=smallest_by_balance,
    lemmas=(
        best_steps.FALLS,
        Lemma(
            "the second branch rises with H",
            (algebraic(), algebraic(H=H + 1)),
            Certificate(((1 / (gamma * L * H * (H + 1)), SHARE),), scope="1 - 1/e > 0"),
            wrong={"falls": (algebraic(H=H + 1), algebraic())},
        ),
        crosscheck(
            "cases",
            smallest_by_balance,
            CounterexampleSearch(step_cases, smallest_by_trial, scope=rates.NUMBERS + ", every H tried", sizes=((1, 1),)),
            wrong={
                "one step a round": lambda i: printed_bound(i, 1, LOW),
                "twice as many steps": lambda i: printed_bound(i, 2 * meeting(i), LOW),
            },
        ),
    ),
    follows=(
        InWords("continuous in H, first - second goes from positive (H near 0) to negative (large H), so that they meet at a real number"),
        InWords("one falls and the other rises, so that at any number of steps the larger of the two is no smaller than where they meet"),
    ),
    expect=Tier.PROVED_GIVEN,
)


def is_where_they_meet(i, factor=2):
    """What the ceiling of a crossing must satisfy: one step earlier the second branch is the lower one, here it is not."""
    steps = printed_steps(i, factor)
    left, right = [q(i.gamma, steps, i.mu)], [second_branch(i, steps, LOW)]
    if steps > 1:
        left, right = [*left, second_branch(i, steps - 1, HIGH)], [*right, q(i.gamma, steps - 1, i.mu)]
    return np.array(left, dtype=object), np.array(right, dtype=object)


printed = Claim(
    id="flta-h-opt",
    kind="identity",
    says="H_gamma is said to follow from the balance. Balancing gives (1-1/e) under the root, not twice that: H_gamma is sqrt(2) times too large for "
    "it (and 1.12 times what is best for the exact worst case), for small gamma mu H too. (The instance asks at H_gamma for the first part to be no larger than the second, and one step before for the second, on the left, to be no larger than the first: this fails.)",
    printed=printed_at(PLACE, BALANCE_TEX + r"\ \Rightarrow\ " + STEPS_TEX),
    under=STEP_SIZE,
    statement=is_where_they_meet,
    checks=inequality_search(small_products, scope="exact numbers, L/mu = 10^2, 10^4", sizes=((1, 1),)),
    corrected="symfed-scaffold-printed-balance",
    formulas=("optimal_local_steps_printed",),
    expect=Tier.REFUTED,
)


def claimed_against_the_bound(i):
    """(1 - rho_opt)^2 = 2 (1-1/e) mu/L, a lower end of it, against an upper end of the square of what the bound says a round gains at its best H."""
    return 2 * LOW * i.mu / i.L, (1 - smallest_by_balance(i, HIGH)) ** 2


rate = Claim(
    id="flta-rho-opt",
    kind="identity",
    says="No H gives rho_opt: for large L/mu the bound rho_{gamma,H} is 1 - 0.562*sqrt(mu/L) at H_gamma, and 1 - 0.795*sqrt(mu/L) at its best, "
    "where rho_opt is 1 - 1.124*sqrt(mu/L). (The squared distances that rho_{gamma,H} bounds shrink faster than it says, at H_gamma by rho_opt too: "
    "symfed-scaffold-printed-rate-squares. The sides of the instance are the squares of 1 - rho_opt and of 1 - rho_{gamma,H}, the latter at the best H, not at the "
    "H_gamma that the instance names.)",
    printed=printed_at(PLACE, r"\text{Optimal rate: }" + RATE_TEX),
    under=STEP_SIZE,
    statement=claimed_against_the_bound,
    checks=inequality_search(small_products, scope="the printed bound at its best H", sizes=((1, 1),)),
    corrected="symfed-scaffold-printed-balance",
    see=("flta-h-opt", "symfed-scaffold-printed-rate-squares", "symfed-scaffold-optimal-steps"),
    expect=Tier.REFUTED,
)

U, NEARLY = gamma * H * sp.sqrt(mu * L), 1 + 2 * rates.ROOT
scaling = Claim(
    id="flta-h-scaling",
    kind="rate",
    says="The best number of local steps is proportional to 1/(gamma*sqrt(mu*L)) for large L/mu, with the factor one: with u = gamma*H*sqrt(mu*L) a round gains at most the smaller of u and 1/u, "
    "times sqrt(mu/L), and at least sqrt(mu/L)/(1 + 2*sqrt(mu/L)) at the first H with u >= 1, so that u lies between 1/(1 + 2*sqrt(mu/L)) and 1 + 2*sqrt(mu/L) at the best H.",
    printed=printed_at(
        "Goal of This Work", r"\text{We identify optimal scaling of the number of local updates: }H_\gamma\propto\frac1{\gamma\sqrt{\mu L}}"
    ),
    under=STEP_SIZE,
    lemmas=(
        *rates.floor.lemmas[:2],
        Lemma(
            "not less",
            (1 / NEARLY, U),
            SignCheck("what gains as much as symfed-scaffold-rate-reached"),
            wrong={"u >= 1": (sp.S.One, U)},
            given=rates.ORDER & Domain((rates.GAP_Q >= rates.REACHED,)),
        ),
        Lemma(
            "not more",
            (U, NEARLY),
            SignCheck("what gains as much as symfed-scaffold-rate-reached"),
            wrong={"u <= 1": (U, sp.S.One)},
            given=Domain((rates.GAP_R >= rates.REACHED,)),
        ),
    ),
    follows=InWords(
        "the best H gains no less than the H of symfed-scaffold-rate-reached, so that it meets what the last two lemmas suppose"
    ),
    uses=("symfed-scaffold-rate-reached",),
    see=("symfed-scaffold-rate-floor", "symfed-scaffold-optimal-steps"),
    expect=Tier.PROVED_GIVEN,
)


numerics = replace(
    best_steps.faster,
    id="flta-numerics-accelerated",
    says="More local steps never slow the worst case down up to the optimal number of them, and never speed it up from there on: rho(H+1) <= max(rho(H), "
    "rho(H+1+h)), and rho(H+h) <= max(rho(H), rho(H+h+1)), for every h >= 0, where rho is the exact worst case, at most the slides' bound. 'Optimal H_gamma' is read as the "
    "best H; that the formula printed for it lies above where L/mu is large is flta-h-opt.",
    printed=printed_at("Numerical Results, second item", r"\text{Accelerated convergence up to optimal }H_\gamma"),
    under=STEP_SIZE & ORDERED,
    see=("flta-h-opt", "flta-regime-1-faster", "flta-regime-2-slower"),
)
