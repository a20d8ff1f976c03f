"""Proof of Theorem 3, its matrices: the powers of Id - gamma A, A the Hessian of f at theta*, their sum, and their linear part."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats.assumption_1 import any_hessians
from proofs_checks.aistats.lemma_9 import A, added, inverse, power, sum_and_inverse, usage
from proofs_checks.aistats.quantities import at, le, theta_star, x
from proofs_checks.aistats.theorem_3 import UNDER
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.classes import REGULAR
from symfed.checks.identity import as_printed
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import Domain
from symfed.core.scope import EVERYTHING
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, h, lam, mu
from symfed.core.verdict import Tier
from symfed.models.arrays import identity
from symfed.strategies import instances
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.norms import triangle
from symfed.theorems.operators import curvature_at, mean_curvature, ordered_curvatures, solvable, spectral
from symfed.theorems.sequences import combination, equal_by_induction, induction, instance
from symfed.theorems.vocabulary import Norm

PLACE = "Appendix B.5"


def given(*conditions):
    """Those of Theorem 3's conditions, with the lines that print them."""
    relations = tuple(c for c in UNDER.relations if c in conditions)
    classes = tuple(c for c in UNDER.classes if c in conditions)
    return Domain(relations, classes, {name: line for name, line in UNDER.lines.items() if name in map(str, (*relations, *classes))})


SMALL, SHORT = UNDER.relations


def factors(n):
    """(1 - gamma lambda)^n, a product of n equal factors at an eigenvalue of A."""
    return (1 - gamma * lam) ** n


matrices = Claim(
    id="aistats-B5-Gamma-h",
    kind="definition",
    says="Gamma^h, of h local steps, times that of the H - h steps that follow is Gamma^H.",
    printed=Printed("aistats", f"{PLACE}, first display", r"\Gamma^{\star,h}=(Id-\gamma\nabla^2f(\theta^\star))^h"),
    statement=factors(H - h) * factors(h),
    checks=(SymbolicIdentity(lambda: factors(H), as_printed, scope="an eigenvalue of A, symbolic h and H", covers=EVERYTHING),),
    wrong={"a step more": factors(H - h) * factors(h + 1), "a step less": factors(H - h - 1) * factors(h)},
    see=("aistats-B5-Gamma", "aistats-eq48-Gamma"),
    expect=Tier.DEFINED,
)

# ---- the sum of the powers

#: The definitions of the powers and of their sum, as they stand in the use of Lemma 9.
POWERS = usage.follows[:4]
CURVED = (Apply(curvature_at, "curvature", point=theta_star), Apply(mean_curvature, "curvature of f", matrix=A.args[0]))
Y = inverse(x)
SUM, CLOSED = gamma * added(h, x), Y - power(h, Y)
OVER_POWERS = (
    *POWERS,
    *CURVED,
    Apply(solvable, "inverse", matrix=A, low=mu, right=x, solution=Y),
    Apply(instance, "no factor of it", relation="no factor", at={x: Y}),
    Apply(instance, "one factor more of it", relation="one factor more", at={x: Y}),
    Apply(
        combination,
        "sum begins",
        u=SUM.xreplace({h: sp.S.Zero}),
        v=CLOSED.xreplace({h: sp.S.Zero}),
        equations=("an empty sum", "no factor of it"),
        factors=(gamma, 1),
    ),
    Apply(
        combination,
        "sum goes on",
        u=(SUM - CLOSED).xreplace({h: h + 1}),
        v=sp.expand((1 - gamma * A) * (SUM - CLOSED)),
        equations=("one power more", "one factor more of it", "inverse"),
        factors=(gamma, 1, -gamma),
    ),
    Apply(equal_by_induction, "closed", u=SUM, v=CLOSED, index=h, factor=1 - gamma * A),
    Apply(instance, "closed at H", relation="closed", at={h: H}),
)
HALF = sp.Eq(-gamma / 2 * added(H, x), -(Y - power(H, Y)) / 2, evaluate=False)
MATRICES = CounterexampleSearch(any_hessians, scope="random exact Hessians, d <= 3", examples=15)


def halved(i, sign=-1, steps=0):
    """-gamma/2 times the sum of the powers, and `sign`/2 times (Id - Gamma^H) A^-1."""
    left, right = sum_and_inverse(i, steps=steps)
    return -left / 2, sign * right / 2


lemma_9 = Claim(
    id="aistats-B5-lem9-use",
    kind="identity",
    says="The sum of the powers, by Lemma 9 with M_k = Id and M_k' = Id - gamma A: the sign is right.",
    printed=Printed(
        "aistats",
        f"{PLACE}, Lemma 9 used",
        r"-\frac\gamma2\sum_{h=0}^{H-1}\Gamma^{\star,H-h-1}=-\frac12(Id-\Gamma^{\star,H})\nabla^2f(\theta^\star)^{-1}",
    ),
    statement=HALF,
    under=usage.under,
    lemmas=(
        Lemma(
            "matrices",
            halved,
            (MATRICES,),
            wrong={"plus, as in the preprint": lambda i: halved(i, sign=1), "H + 1 terms": lambda i: halved(i, steps=1)},
            crosscheck=True,
        ),
    ),
    follows=(*OVER_POWERS, Apply(combination, "half of it", u=HALF.lhs, v=HALF.rhs, equations=("closed at H",), factors=(-sp.S.Half,))),
    see=("aistats-lem9-usage-inverse",),
    expect=Tier.PROVED,
)

# ---- the linear part of a power

V = power(h, x)
LINEAR_REST = V - x + gamma * h * A * x
MOVED = x - V


#: |Gamma^h x| <= |x|, |x - Gamma^h x| <= gamma L h |x| and |Gamma^h x - x + gamma h A x| <= gamma^2 L^2 h (h-1)/2 |x|.
LINEAR = (
    *POWERS[:2],
    *CURVED,
    Apply(ordered_curvatures, "mu <= L"),
    Apply(combination, "power begins", u=at(0, V), v=x, equations=("no factor",), factors=(1,)),
    Apply(combination, "power goes on", u=at(h + 1, V), v=V - gamma * A * V, equations=("one factor more",), factors=(1,)),
    Apply(spectral, "no longer", by=("mu <= L",), matrix=A, function=1 - gamma * lam, bound=sp.S.One, v=V),
    Apply(
        induction,
        "powers",
        by=("power begins/2", "power goes on/2", "no longer"),
        u=Norm(V),
        index=h,
        factor=sp.S.One,
        bound=Norm(x),
    ),
    Apply(spectral, "turned", by=("mu <= L",), matrix=A, function=lam, bound=L, v=V),
    Apply(combination, "nothing moved", u=at(0, MOVED), v=0 * x, equations=("no factor",), factors=(-1,)),
    Apply(combination, "moved on", u=at(h + 1, MOVED), v=MOVED + gamma * A * V, equations=("one factor more",), factors=(-1,)),
    Apply(triangle, "moved in two parts", u=MOVED, v=gamma * A * V),
    Arithmetic(
        "moves",
        le(Norm(at(h + 1, MOVED)), Norm(MOVED) + gamma * L * Norm(x)),
        ("moved on/2", "moved in two parts", "turned", "powers"),
        (1, 1, gamma, gamma * L),
    ),
    Apply(
        induction,
        "way",
        by=("nothing moved/2", "moves"),
        u=Norm(MOVED),
        index=h,
        factor=sp.S.One,
        increment=gamma * L * Norm(x),
        bound=gamma * L * h * Norm(x),
    ),
    Apply(combination, "nothing bent", u=at(0, LINEAR_REST), v=0 * x, equations=("no factor",), factors=(1,)),
    Apply(
        combination,
        "bends on",
        u=at(h + 1, LINEAR_REST),
        v=LINEAR_REST + gamma * A * MOVED,
        equations=("one factor more",),
        factors=(1,),
    ),
    Apply(triangle, "bent in two parts", u=LINEAR_REST, v=sp.expand(gamma * A * MOVED)),
    Apply(spectral, "way, turned", by=("mu <= L",), matrix=A, function=lam, bound=L, v=MOVED),
    Arithmetic(
        "bends",
        le(Norm(at(h + 1, LINEAR_REST)), Norm(LINEAR_REST) + gamma**2 * L**2 * h * Norm(x)),
        ("bends on/2", "bent in two parts", "way, turned", "way"),
        (1, 1, gamma, gamma * L),
    ),
    Apply(
        induction,
        "linear",
        by=("nothing bent/2", "bends"),
        u=Norm(LINEAR_REST),
        index=h,
        factor=sp.S.One,
        increment=gamma**2 * L**2 * h * Norm(x),
        bound=gamma**2 * L**2 * h * (h - 1) / 2 * Norm(x),
    ),
    *[Apply(instance, f"{name} at H", relation=name, at={h: H}) for name in ("powers", "way", "linear")],
)
TO_FIRST_ORDER = le(Norm(at(H, LINEAR_REST)), gamma**2 * L**2 * H * (H - 1) / 2 * Norm(x))


def second_order(i, share=1):
    """|Gamma^H x - x + gamma H A x|² and `share` times the squared bound, x where the start is from the optimum."""
    gap, A = i.extra["start"] - i.problem.optimum, i.problem.hessian
    step, left = identity(i.problem.dim, A) - i.gamma * A, gap
    for _ in range(i.H):
        left = step @ left
    bound = share * (i.gamma * i.L) ** 2 * i.H * (i.H - 1) / 2
    return ((left - gap + i.gamma * i.H * (A @ gap)) ** 2).sum(), bound**2 * (gap**2).sum()


def starts(d, N):
    """Runs whose step is at most 1/(9 L)."""
    return instances(d, N, noise=False, start=True).map(lambda i: replace(i, gamma=min(i.gamma, 1 / (9 * i.L))))


linear = Claim(
    id="aistats-B5-Gamma-linear",
    kind="expansion",
    says="The linear part of Gamma^H leaves at most gamma^2 L^2 H (H-1)/2, for gamma L <= 2: the printed order, with its constant.",
    printed=Printed(
        "aistats",
        f"{PLACE}, the fact before the last displays",
        r"\Gamma^{\star,H}=Id-\gamma H\nabla^2f_c(\theta^\star)+O(\gamma^2H^2)",
    ),
    statement=TO_FIRST_ORDER,
    under=given(SMALL, REGULAR),
    lemmas=(
        Lemma(
            "quadratics",
            second_order,
            (CounterexampleSearch(starts, relation="<=", scope="exact quadratics", sizes=((1, 1), (1, 2), (2, 1)), examples=15),),
            wrong={"a third for a half": lambda i: second_order(i, share=i.mu / i.mu * 2 / 3)},
            crosscheck=True,
        ),
    ),
    follows=LINEAR,
    expect=Tier.PROVED,
)
