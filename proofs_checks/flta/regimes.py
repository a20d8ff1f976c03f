"""Interpretation of the Contraction Rate: the two regimes of an eigenvalue, and where one gives way to the other."""

import sympy as sp

from proofs_checks.symfed.scaffold import contraction as exact
from proofs_checks.symfed.scaffold.contraction import CURVATURE, q, r, w
from proofs_checks.symfed.scaffold.printed_bound import REGIMES, SHARE, algebraic, exponential, q_at, r_at
from symfed.checks import Certificate, Induction, Part, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, a, gamma, h, lam, mu
from symfed.core.verdict import Tier
from symfed.derive.memory.lifted import memory_round

PLACE = "Interpretation of the Contraction Rate"
# in words: an induction on H must not assume a condition on H, and the certificates name it where they use it
FIRST, SECOND = (Domain(CURVATURE.relations, f"gamma a H {relation} 1, a = lambda") for relation in ("<=", ">"))
FIRST_TEX = r"\gamma aH\le1:\ \text{exponential decay }(1-\gamma a)^H\le(1-\gamma\mu)^H\to\text{ faster with larger }H"
SECOND_TEX = r"\gamma aH>1:\ \text{algebraic decay }1-\frac{1-1/e}{\gamma aH}\le1-\frac{1-1/e}{\gamma LH}\to\text{ slower with larger }H"
at_lam = algebraic(steepest=lam)


def derived(name):
    """q or r as read off the rule, with lambda for the curvature."""
    return getattr(memory_round("scaffold"), name).subs(a, lam)


first = Claim(
    id="flta-regime-1-bound",
    kind="inequality",
    says="While gamma a H <= 1 the larger factor of a curvature is (1 - gamma a)^H, at most (1 - gamma mu)^H (which holds for every H).",
    printed=Printed("flta", PLACE, FIRST_TEX),
    statement={"bound": exponential, "the larger factor": (r_at, q_at)},
    under=FIRST,
    uses=("symfed-scaffold-regimes",),
    checks=(
        Part("bound", Induction(lambda n: w**n, w, scope="all H >= 1")),
        Part("the larger factor", REGIMES[1].check),
    ),
    controls={
        "L for mu": {"bound": lambda h: (1 - gamma * L) ** h, "the larger factor": (q_at, r_at)},
        "H+1 for H": {"bound": lambda h: exponential(h + 1), "the larger factor": (r_at, q_at * w)},
        "the other regime's": {"bound": lambda h: exponential(2 * h), "the larger factor": (r_at, at_lam)},
    },
    expect=Tier.PROVED,
)
faster = Claim(
    id="flta-regime-1-faster",
    kind="inequality",
    says="(1 - gamma a)^H falls with H: one more step multiplies it by 1 - gamma a.",
    printed=Printed("flta", PLACE, FIRST_TEX),
    statement=((1 - gamma * lam) ** (H + 1), (1 - gamma * lam) ** H),
    under=FIRST,
    checks=(Certificate(((gamma * lam, (1 - gamma * lam) ** H),), scope="powers of 1 - gamma a >= 0"),),
    controls={
        "slower": ((1 - gamma * lam) ** H, (1 - gamma * lam) ** (H + 1)),
        "by two steps": ((1 - gamma * lam) ** H, (1 - gamma * lam) ** (H + 2)),
        "half as large": ((1 - gamma * lam) ** (H + 1), (1 - gamma * lam) ** H / 2),
    },
    expect=Tier.PROVED,
)
second = Claim(
    id="flta-regime-2-bound",
    kind="inequality",
    says="Once gamma a H > 1 the larger factor of a curvature is r(a), at most 1 - (1-1/e)/(gamma a H), and that at most the same with L.",
    printed=Printed("flta", PLACE, SECOND_TEX),
    statement={"bound": (at_lam, algebraic()), "the larger factor": (q_at, r_at), "its decay": (r_at, at_lam)},
    under=SECOND,
    uses=("symfed-scaffold-regimes",),
    checks=(
        Part("bound", Certificate(((1 / (gamma * lam * L * H), SHARE * (L - lam)),), scope="a <= L, 1/e < 1")),
        Part(
            "the larger factor", Certificate(((1 / (gamma * lam * H), (1 - q_at) * (gamma * lam * H - 1)),), scope="q <= 1, gamma a H > 1")
        ),
        Part("its decay", Certificate(((1 / (gamma * lam * H), sp.exp(-1) - q_at),), scope="q <= 1/e")),
    ),
    controls={
        "mu for L": {
            "bound": (at_lam, algebraic(steepest=mu)),
            "the larger factor": (r_at, q_at),
            "its decay": (r_at, algebraic(steepest=mu)),
        },
        "1 for 1 - 1/e": {
            "bound": (at_lam, algebraic(c=1)),
            "the larger factor": (q_at, 2 * r_at - 1),
            "its decay": (r_at, algebraic(c=1, steepest=lam)),
        },
    },
    reduction="(1 - gamma a)^H <= exp(-gamma a H) < 1/e",
    expect=Tier.PROVED,
)
SUM, POWER = (1 - w**h) / (gamma * lam), w**h  # the first h powers of w added up, and the next one
slower = Claim(
    id="flta-regime-2-slower",
    kind="inequality",
    says="The bound of the second regime grows with H, and so does the factor r(a) itself: 1 less a mean of powers that fall.",
    printed=Printed("flta", PLACE, SECOND_TEX),
    statement={
        "bound": (algebraic(), algebraic(H=H + 1)),
        "factor": lambda n: -n * w**n,
        "mean of powers": H * (H + 1) * (r(gamma, H + 1, lam) - r(gamma, H, lam)),
    },
    under=SECOND,
    checks=(
        Part("bound", Certificate(((1 / (gamma * L * H * (H + 1)), SHARE),), scope="1 - 1/e > 0")),
        Part("factor", Induction(lambda n: -exact.powers(n), sp.S.One, -(w**H), scope="-(sum of H powers) <= -H times the next")),
        Part(
            "mean of powers",
            SymbolicIdentity(lambda: (SUM - h * POWER).subs(h, H), as_printed, scope="r(H+1) - r(H) against sum less H times the next"),
        ),
    ),
    controls={
        "faster": {
            "bound": (algebraic(H=H + 1), algebraic()),
            "factor": lambda n: -n,
            "mean of powers": H * (H + 1) * (r(gamma, H, lam) - r(gamma, H + 1, lam)),
        },
        "a step more": {
            "bound": (algebraic(H=H + 1), algebraic(H=H + 1) - algebraic() + algebraic(H=H - 1)),
            "factor": lambda n: -(n + 1) * w**n,
            "mean of powers": H * (H + 1) * (r(gamma, H + 2, lam) - r(gamma, H, lam)),
        },
    },
    expect=Tier.PROVED,
)
transition = Claim(
    id="flta-transition",
    kind="identity",
    says="The larger of the exact factors changes over exactly at gamma a H = 1, for every H: r - q = (1 - q)(1 - 1/(gamma a H)). "
    "(The two printed expressions are not equal there, at any finite H.)",
    printed=Printed("flta", PLACE, r"\text{Transition when }\gamma aH=1"),
    statement=exact.regimes.statement,
    under=CURVATURE,
    uses=("symfed-scaffold-round",),
    checks=(SymbolicIdentity(lambda: derived("r") - derived("q"), as_printed, scope="factors read off the rule, symbolic gamma, H, a"),),
    controls={
        **exact.regimes.controls,
        "at gamma a H = 2": (1 - q(gamma, H, lam)) * (1 - 2 / (gamma * lam * H)),
    },
    expect=Tier.PROVED,
)
