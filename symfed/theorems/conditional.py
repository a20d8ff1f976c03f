"""Relations at every point, in the mean over fresh draws, hold at a random point of earlier draws; and L^p norms of client means."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symfed.core.symbols import t
from symfed.theorems.moments import _moment, _told
from symfed.theorems.norms import RUDIN
from symfed.theorems.randomness import TOWER, _before
from symfed.theorems.theorem import Parts, theorem
from symfed.theorems.vocabulary import DRAWN_ANEW, AnyVector, E, Law, Mean, Measure, drawn, owned, sample_grad


def _everywhere(relation: sp.Basic, x: AnyVector) -> tuple[sp.Expr, sp.Expr, bool]:
    """F and r of a relation E F(x) <= r(x), and whether x is universally quantified and nothing else in it is random or an average."""
    inside = relation.lts.args[0] if isinstance(relation.lts, E) else sp.S.NegativeOne
    plain = not inside.has(E) and not relation.gts.has(E) and not relation.has(Mean, Measure, Law) and not owned(relation.gts, "w")
    return inside, relation.gts, isinstance(x, AnyVector) and plain and not _told(inside, x)


@theorem(TOWER)
def at_drawn_point(relation: sp.Basic, x: AnyVector, step: sp.Expr, at: sp.Expr) -> Parts:
    """E F(x) <= r(x) for all x, F >= 0 of the step's own draw, gives E F(X) <= E r(X) for an X that depends on earlier draws alone."""
    inside, bound, plain = _everywhere(relation, x)
    own = all(a.func == sample_grad and a.args[0] == step and not owned(a.args[1], "w") for a in drawn(inside))
    moved = sp.Le(E(inside.xreplace({x: at})), E(bound.xreplace({x: at})), evaluate=False)
    return (DRAWN_ANEW, sp.true if plain and own else sp.false, relation, sp.Ge(inside, 0), _before(step, at)), moved


@theorem(TOWER)
def at_drawn_start(relation: sp.Basic, x: AnyVector, mapping: Any, copy: Any, at: sp.Expr) -> Parts:
    """E F(T(x)) <= r(x) for all x, F >= 0, gives E F(R(X)) <= E r(X) for a round's own copy R of T, and an X of earlier rounds alone."""
    inside, bound, plain = _everywhere(relation, x)
    own = sp.true if plain and drawn(inside) == {mapping(x)} else sp.false
    alike = sp.Eq(Law(copy(t, x)), Law(mapping(x)), evaluate=False)
    moved = inside.xreplace({mapping(x): copy(t, x)}).xreplace({x: at})
    earlier = _before(t, at, own=copy(t, x).func)
    conclusion = sp.Le(E(moved), E(bound.xreplace({x: at})), evaluate=False)
    return (DRAWN_ANEW, own, alike, relation, sp.Ge(inside, 0), earlier), conclusion


@theorem(f"{RUDIN}, chapter 3 (Minkowski's inequality), N times")
def minkowski_mean(v: sp.Expr, size: sp.Expr, power: int) -> Parts:
    """E|mean v|^p <= (mean s)^p if E|v|^p <= s^p for every client, s >= 0, for p >= 1."""
    return (_moment(v, power, size), sp.Ge(size, 0), sp.Ge(power, 1)), _moment(Mean(v), power, Mean(size))
