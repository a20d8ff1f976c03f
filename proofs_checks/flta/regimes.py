"""Interpretation of the Contraction Rate: the two regimes of an eigenvalue, and where one gives way to the other."""

import sympy as sp

from proofs_checks.flta.contraction import STEP_SIZE
from proofs_checks.symfed.scaffold.best_steps import RISES
from proofs_checks.symfed.scaffold.contraction import CURVATURE, q, regimes, w
from proofs_checks.symfed.scaffold.printed_bound import BELOW_ONE, MANY, REGIMES, SHARE, algebraic, q_at, r_at
from symfed.checks import Certificate, SignCheck, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, Lemma, Tier, printed_at
from symfed.core.symbols import H, L, a, gamma, lam, mu
from symfed.derive.quadratic import memory_round

PLACE = "Interpretation of the Contraction Rate"
FIRST_TEX = r"\gamma aH\le1:\ \text{exponential decay }(1-\gamma a)^H"
SECOND_TEX = r"\gamma aH>1:\ \text{algebraic decay }1-\frac{1-1/e}{\gamma aH}"
at_lam = algebraic(steepest=lam)


def derived(name):
    """q or r as read off the rule, with lambda for the curvature."""
    return getattr(memory_round("scaffold"), name).subs(a, lam)


first = Claim(
    id="flta-regime-1-bound",
    kind="inequality",
    says="While gamma*a*H <= 1 the larger factor of a curvature a is (1 - gamma*a)^H, at most (1 - gamma mu)^H (which holds for every H).",
    printed=printed_at(PLACE, FIRST_TEX + r"\le(1-\gamma\mu)^H"),
    under=STEP_SIZE,
    lemmas=REGIMES[:2],
    see=("symfed-scaffold-regimes",),
    expect=Tier.PROVED,
)
faster = Claim(
    id="flta-regime-1-faster",
    kind="inequality",
    says="(1 - gamma*a)^H falls with H: one more step multiplies it by 1 - gamma*a. (While gamma*a*H <= 1 it is at least the other factor, 1 - (1 - (1 - gamma*a)^H)/(gamma*a*H).)",
    printed=printed_at(PLACE, FIRST_TEX + r"\ldots\to\text{ faster with larger }H"),
    under=STEP_SIZE,
    lemmas=Lemma(
        "another step",
        (w ** (H + 1), w**H),
        Certificate(((gamma * lam, w**H),), scope="powers of 1 - gamma a >= 0"),
        wrong={"slower": (w**H, w ** (H + 1)), "by two steps": (w**H, w ** (H + 2))},
        given=Domain((sp.Le(lam, L),)),
    ),
    expect=Tier.PROVED,
)
second = Claim(
    id="flta-regime-2-bound",
    kind="inequality",
    says="Once gamma*a*H > 1 the larger factor of a curvature a is 1 - (1 - (1 - gamma*a)^H)/(gamma*a*H), at most 1 - (1-1/e)/(gamma*a*H), and that "
    "at most the same with L.",
    printed=printed_at(PLACE, SECOND_TEX + r"\le1-\frac{1-1/e}{\gamma LH}"),
    under=STEP_SIZE,
    lemmas=(
        Lemma(
            "the larger factor",
            (q_at, r_at),
            Certificate(((1 / (gamma * lam * H), (1 - q_at) * (gamma * lam * H - 1)),), scope="q <= 1, gamma a H >= 1"),
            wrong={"another step": (q_at, r_at * w), "turned": (r_at, q_at)},
            given=CURVATURE & MANY,
        ),
        Lemma(
            "its decay",
            (r_at, at_lam),
            SignCheck("(1 - x)^n <= exp(-n x) is known to the solvers"),
            wrong={"mu for a": (r_at, algebraic(steepest=mu)), "1 for 1 - 1/e": (r_at, algebraic(c=1, steepest=lam))},
            given=CURVATURE & MANY,
        ),
        Lemma(
            "L for a",
            (at_lam, algebraic()),
            Certificate(((1 / (gamma * lam * L * H), SHARE * (L - lam)),), scope="a <= L, 1/e < 1"),
            wrong={"mu for a": (at_lam, algebraic(steepest=mu)), "1 for 1 - 1/e": (at_lam, algebraic(c=1))},
            given=CURVATURE,
        ),
    ),
    see=("symfed-scaffold-regimes",),
    expect=Tier.PROVED,
)
slower = Claim(
    id="flta-regime-2-slower",
    kind="inequality",
    says="The bound of the second regime grows with H, and so does the factor itself, 1 - (1 - (1 - gamma*a)^H)/(gamma*a*H), for every H: 1 less a "
    "mean of powers that fall.",
    printed=printed_at(PLACE, SECOND_TEX + r"\ldots\to\text{ slower with larger }H"),
    under=STEP_SIZE,
    lemmas=(
        Lemma(
            "the bound",
            (at_lam, algebraic(steepest=lam, H=H + 1)),
            Certificate(((1 / (gamma * lam * H * (H + 1)), SHARE),), scope="1 - 1/e > 0"),
            wrong={"faster": (algebraic(steepest=lam, H=H + 1), at_lam), "a step more": (at_lam, 2 * algebraic(steepest=lam, H=H + 1) - 1)},
        ),
        *RISES,
    ),
    expect=Tier.PROVED,
)
transition = Claim(
    id="flta-transition",
    kind="identity",
    says="The exact factors of a curvature a, q = (1 - gamma*a)^H and r = 1 - (1 - q)/(gamma*a*H), are equal at gamma*a*H = 1, for every H: r - q = "
    "(1 - q)(1 - 1/(gamma*a*H)), whose sign is that of the second bracket, where gamma*a <= 1. (The two printed expressions are not equal there, at any finite H.)",
    printed=printed_at(PLACE, r"\text{Transition when }\gamma aH=1"),
    under=STEP_SIZE,
    lemmas=(
        Lemma(
            "the difference of the factors",
            regimes.statement,
            SymbolicIdentity(lambda: derived("r") - derived("q"), as_printed, scope="factors read off the rule, symbolic gamma, H, a"),
            wrong={**regimes.wrong, "at gamma a H = 2": (1 - q(gamma, H, lam)) * (1 - 2 / (gamma * lam * H))},
        ),
        BELOW_ONE,
    ),
    expect=Tier.PROVED,
)
