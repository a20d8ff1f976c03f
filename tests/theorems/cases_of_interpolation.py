"""Theorems on interpolation, forms of inner products and sums over steps: applied rightly, wrongly, and with a hypothesis missing."""

import sympy as sp

from symfed.core.domain import Domain
from symfed.core.symbols import H, L, gamma, h, mu
from symfed.theorems import Arithmetic
from symfed.theorems.interpolation import SMOOTH_CONVEX, interpolation_slack
from symfed.theorems.vocabulary import Inner, Mean, Norm, Quantity, distance
from symfed.theorems.within import Within
from tests.theorems.cases import Case, eq, le, p, q, u, u_c, v, w

level, ratio = distance("some_level"), Quantity("some_ratio", nonnegative=False)
FALLS = {"falls": le(level(h + 1), level(h))}
HALVES = {"halves": le(level(h + 1), level(h) / 2)}
HERE = Domain((sp.Le(gamma * L, 1), sp.Lt(mu, L)), (SMOOTH_CONVEX,))


def ge(left):
    return sp.Ge(left, 0, evaluate=False)


CASES = {
    "interpolation": Case(
        {"x": u, "y": v, "smooth": 1 / gamma},
        ge(interpolation_slack(u, v, 1 / gamma)),
        ge(interpolation_slack(u, v)),  # sharper: what L itself gives
        {},
        HERE,
        # steps longer than 1/L; no convexity; equal curvatures
        lacking=({}, Domain((sp.Lt(mu, L),), (SMOOTH_CONVEX,))),
    ),
    "same_form": Case(
        {"left": Norm(u + p * v) ** 2 - p**2 * Norm(v) ** 2, "right": Inner(u, u + 2 * p * w), "equations": ("v",)},
        eq(Norm(u + p * v) ** 2 - p**2 * Norm(v) ** 2, Inner(u, u + 2 * p * w)),
        eq(Norm(u + p * v) ** 2, Inner(u, u + 2 * p * w)),
        {"v": eq(v, w)},
        lacking=({"v": eq(v, 2 * w)}, Domain()),
    ),
    "quotient": Case(
        {"top": p, "bottom": q, "value": ratio},
        eq(ratio, p / q),
        eq(ratio, q / p),
        {"q": sp.Gt(q, 0, evaluate=False)},
        by=("q",),
        lacking=({"q": sp.Ge(q, 0, evaluate=False)}, Domain()),
    ),
    "telescoped": Case(
        {"u": level(h), "index": h, "last": H},
        le(level(H), level(0)),
        le(level(0), level(H)),
        HALVES,
        by=("falls",),
        # a step more than what falls
        lacking=(HALVES, Domain(), {"last": H + 1}),
        built=(Within((le(h, H - 1),), (Arithmetic("falls", FALLS["falls"], ("halves",)),)),),
    ),
    "falling": Case(
        {"u": level(h), "index": h, "at": sp.S.One, "last": H},
        sp.Implies(le(1, H), le(level(H), level(1)), evaluate=False),
        le(level(H), level(2)),
        FALLS,
        lacking=({"falls": le(level(h), level(h + 1))}, Domain()),
    ),
}
#: (left, right) of which the second is not what the first is written out.
UNLIKE = {
    "a norm to the first power": (Norm(u) * Norm(v), Inner(u, v)),
    "a square of a product": (Inner(u, v) ** 2, Norm(u) ** 2 * Norm(v) ** 2),
    "inside a mean": (Mean(Norm(u_c) ** 2), Mean(Norm(2 * u_c) ** 2)),
    "a mean of squares": (Mean(Norm(u_c) ** 2), Norm(Mean(u_c)) ** 2),
    "a matrix's transpose": (Inner(u * v, w), Inner(v, u * w)),
    "another exponent": (q**H * Norm(u) ** 2, q ** (H - 1) * Norm(u) ** 2),
}
CASES["inner_of_mean"] = Case(
    {"u": u, "v": u_c},
    eq(Mean(Inner(u, u_c)), Inner(u, Mean(u_c))),
    eq(Mean(Inner(u, u_c)), Inner(u, u)),
    lacking=({}, Domain(), {"u": 2 * u_c}),
)
