"""Proof of Theorem 3, its matrices: the powers of Id - gamma A, A the Hessian of f at theta*, their sum, and their linear part."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats.assumption_1 import any_hessians
from proofs_checks.aistats.lemma_9 import A, added, inverse, power, sum_and_inverse, usage
from proofs_checks.aistats.quantities import at, le, theta_star, x
from proofs_checks.aistats.theorem_3 import UNDER
from symfed.checks import CounterexampleSearch, complete_identity, inequality_search
from symfed.checks.classes import REGULAR
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h, lam, mu
from symfed.models.arrays import identity
from symfed.strategies import instances
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.norms import triangle
from symfed.theorems.operators import curvature_at, mean_curvature, ordered_curvatures, solvable, spectral
from symfed.theorems.sequences import bounded_by_induction, equal_by_induction, instance, linear_combination
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
    printed=printed_at(f"{PLACE}, first display", r"\Gamma^{\star,h}=(Id-\gamma\nabla^2f(\theta^\star))^h"),
    statement=factors(H - h) * factors(h),
    checks=complete_identity(lambda: factors(H), as_printed, scope="an eigenvalue of A, symbolic h and H"),
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
    linear_combination(
        "sum begins", SUM.xreplace({h: sp.S.Zero}), CLOSED.xreplace({h: sp.S.Zero}), {"an empty sum": gamma, "no factor of it": 1}
    ),
    linear_combination(
        "sum goes on",
        (SUM - CLOSED).xreplace({h: h + 1}),
        sp.expand((1 - gamma * A) * (SUM - CLOSED)),
        {"one power more": gamma, "one factor more of it": 1, "inverse": -gamma},
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
    says="The sum of the powers, by Lemma 9 with M_k = Id and M_k' = Id - gamma A, A the Hessian of f at theta*: the sign is right.",
    printed=printed_at(
        f"{PLACE}, Lemma 9 used",
        r"-\frac\gamma2\sum_{h=0}^{H-1}\Gamma^{\star,H-h-1}=-\frac12(Id-\Gamma^{\star,H})\nabla^2f(\theta^\star)^{-1}",
    ),
    statement=HALF,
    under=usage.under,
    lemmas=crosscheck(
        "matrices",
        halved,
        MATRICES,
        wrong={"plus, as in the preprint": lambda i: halved(i, sign=1), "H + 1 terms": lambda i: halved(i, steps=1)},
    ),
    follows=(*OVER_POWERS, linear_combination("half of it", HALF.lhs, HALF.rhs, {"closed at H": -sp.S.Half})),
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
    linear_combination("power begins", at(0, V), x, ("no factor",)),
    linear_combination("power goes on", at(h + 1, V), V - gamma * A * V, ("one factor more",)),
    Apply(spectral, "no longer", by=("mu <= L",), matrix=A, function=1 - gamma * lam, bound=sp.S.One, v=V),
    bounded_by_induction("powers", Norm(V), h, Norm(x), by=("power begins/2", "power goes on/2", "no longer")),
    Apply(spectral, "turned", by=("mu <= L",), matrix=A, function=lam, bound=L, v=V),
    linear_combination("nothing moved", at(0, MOVED), 0 * x, {"no factor": -1}),
    linear_combination("moved on", at(h + 1, MOVED), MOVED + gamma * A * V, {"one factor more": -1}),
    Apply(triangle, "moved in two parts", u=MOVED, v=gamma * A * V),
    Arithmetic(
        "moves",
        le(Norm(at(h + 1, MOVED)), Norm(MOVED) + gamma * L * Norm(x)),
        {"moved on/2": 1, "moved in two parts": 1, "turned": gamma, "powers": gamma * L},
    ),
    bounded_by_induction("way", Norm(MOVED), h, gamma * L * h * Norm(x), increment=gamma * L * Norm(x), by=("nothing moved/2", "moves")),
    linear_combination("nothing bent", at(0, LINEAR_REST), 0 * x, ("no factor",)),
    linear_combination("bends on", at(h + 1, LINEAR_REST), LINEAR_REST + gamma * A * MOVED, ("one factor more",)),
    Apply(triangle, "bent in two parts", u=LINEAR_REST, v=sp.expand(gamma * A * MOVED)),
    Apply(spectral, "way, turned", by=("mu <= L",), matrix=A, function=lam, bound=L, v=MOVED),
    Arithmetic(
        "bends",
        le(Norm(at(h + 1, LINEAR_REST)), Norm(LINEAR_REST) + gamma**2 * L**2 * h * Norm(x)),
        {"bends on/2": 1, "bent in two parts": 1, "way, turned": gamma, "way": gamma * L},
    ),
    bounded_by_induction(
        "linear",
        Norm(LINEAR_REST),
        h,
        gamma**2 * L**2 * h * (h - 1) / 2 * Norm(x),
        increment=gamma**2 * L**2 * h * Norm(x),
        by=("nothing bent/2", "bends"),
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
    printed=printed_at(
        f"{PLACE}, the fact before the last displays", r"\Gamma^{\star,H}=Id-\gamma H\nabla^2f_c(\theta^\star)+O(\gamma^2H^2)"
    ),
    statement=TO_FIRST_ORDER,
    under=given(SMALL, REGULAR),
    lemmas=crosscheck(
        "quadratics",
        second_order,
        inequality_search(starts, scope="exact quadratics", sizes=((1, 1), (1, 2), (2, 1)), examples=15),
        wrong={"a third for a half": lambda i: second_order(i, share=i.mu / i.mu * 2 / 3)},
    ),
    follows=LINEAR,
    expect=Tier.PROVED,
)
