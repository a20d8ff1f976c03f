"""Sorted terms with binders. A bound variable is its de Bruijn index, the distance to its binder, so that substitution captures nothing.

An ill-sorted term cannot be constructed, equal terms are one object, and every term carries its size: a term that is too large is
refused when it is constructed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import Any, ClassVar, Final
from weakref import WeakValueDictionary

LARGEST: Final = 200_000  # nodes, shared ones counted again: the largest committed term has a few thousand
DEEPEST: Final = 250  # levels: every walk below is a recursion


class KernelRefusal(Exception):
    """Raised for a term, rule or proof that the kernel rejects; the message says why."""


_left: Final[list[float]] = [inf]
_NO_WORK_LEFT: Final = "more work than a proof may ask for"


@contextmanager
def limited_work(work: int) -> Iterator[None]:
    """Limit the work in this context (terms constructed or looked up, products multiplied out); beyond it, KernelRefusal is raised."""
    before, _left[0] = _left[0], work
    try:
        yield
    finally:
        _left[0] = before


def spend_work(work: int) -> None:
    """Take work from the budget of `limited_work`. Raises KernelRefusal once it is used up."""
    _left[0] -= work
    if _left[0] < 0:
        raise KernelRefusal(_NO_WORK_LEFT)


class Sort:
    """A base sort, or the sort of functions from one sort to another; equal ones are one object."""

    __slots__ = ("result", "source", "text")
    _made: ClassVar[dict[Any, Sort]] = {}
    text: str
    source: Sort | None
    result: Sort | None

    def __new__(cls, text: str, source: Sort | None = None, result: Sort | None = None) -> Sort:
        key = text if source is None else (source, result)
        if key not in cls._made:
            made = super().__new__(cls)
            made.text, made.source, made.result = text, source, result
            cls._made[key] = made
        return cls._made[key]

    def __rshift__(self, other: Sort) -> Sort:
        return Sort(f"({self.text} -> {other.text})", self, other)

    def __repr__(self) -> str:
        return self.text


Num, Vec, Map, Client, Outcome, Index, Prop = map(Sort, ("Num", "Vec", "Map", "Client", "Outcome", "Index", "Prop"))
#: Linear functions from linear maps to vectors: a third derivative takes u v' to its value at u and v.
Tensor: Final = Sort("Tensor")
SORTS: Final = {sort.text: sort for sort in (Num, Vec, Map, Tensor, Client, Outcome, Index, Prop)}


def to(*sorts: Sort) -> Sort:
    """The sort of a function of several arguments: to(a, b, c) is a -> (b -> c)."""
    *front, last = sorts
    for sort in reversed(front):
        last = sort >> last
    return last


class Term:
    """A bound variable, a constant, a free variable, an application or a function; constructed by the five functions below only.

    kind: "bound", "const", "free", "app" or "lam". one, two: the distance; the name; function and argument; the variable's sort and the
    body. loose: indices, counted from outside, and sorts of variables without a binder inside.
    """

    __slots__ = ("__weakref__", "deep", "kind", "leaves", "loose", "normal", "one", "reach", "size", "sort", "two")
    kind: str
    one: Any
    two: Any
    sort: Sort
    loose: frozenset[tuple[int, Sort]]
    reach: int  # one more than the largest distance of a loose variable; 0 without any
    leaves: frozenset[Term]  # constants and free variables
    size: int
    deep: int
    normal: Term | bool | None  # True: the term itself, without a reference, so that it can be collected

    def __repr__(self) -> str:
        from symfed.kernel.text import show  # the printer stands on terms

        return show(self)

    def __call__(self, *arguments: Term) -> Term:
        made = self
        for argument in arguments:
            made = app(made, argument)
        return made


#: The terms alive, each once; a term goes when nothing refers to it.
_MADE: WeakValueDictionary[Any, Term] = WeakValueDictionary()


def _known(key: Any) -> Term | None:
    """The term that was made of these parts, if it is alive. To look is one unit of work; raises KernelRefusal where none is left."""
    _left[0] -= 1  # `spend_work` without a call: every term that is made is looked up first
    if _left[0] < 0:
        raise KernelRefusal(_NO_WORK_LEFT)
    return _MADE.get(key)


def _make(key: Any, sort: Sort, loose: frozenset[tuple[int, Sort]], leaves: frozenset[Term] | None, size: int, deep: int) -> Term:
    """A term of these parts, complete before it can be looked up. leaves: None where it is a leaf."""
    if size > LARGEST or deep > DEEPEST:
        raise KernelRefusal(f"a term of more than {LARGEST} nodes or {DEEPEST} levels")
    made = Term.__new__(Term)
    made.kind, made.one, made.two = key
    made.sort, made.loose, made.size, made.deep, made.normal = sort, loose, size, deep, None
    made.leaves = frozenset({made}) if leaves is None else leaves
    made.reach = 1 + max((distance for distance, _ in loose), default=-1)
    _MADE[key] = made
    return made


def _shared_union(one: frozenset[Any], other: frozenset[Any]) -> frozenset[Any]:
    """The union of two sets, without a copy where one contains the other."""
    return one if other <= one else other if one <= other else one | other


_NONE: frozenset[Any] = frozenset()


def bound(distance: int, sort: Sort) -> Term:
    key = "bound", distance, sort
    return _known(key) or _make(key, sort, frozenset({(distance, sort)}), _NONE, 1, 1)


def const(name: str, sort: Sort) -> Term:
    """A constant: a fixed object, over which no fact is generalised."""
    return _make_leaf("const", name, sort)


def free(name: str, sort: Sort) -> Term:
    """A free variable: an arbitrary object of its sort."""
    return _make_leaf("free", name, sort)


def _make_leaf(kind: str, name: str, sort: Sort) -> Term:
    key = kind, name, sort
    return _known(key) or _make(key, sort, _NONE, None, 1, 1)


def app(function: Term, argument: Term) -> Term:
    if function.sort.source is not argument.sort or function.sort.result is None:
        raise KernelRefusal(f"{function} of sort {function.sort} is not applied to {argument} of sort {argument.sort}")
    key = "app", function, argument
    if (made := _known(key)) is not None:
        return made
    size, deep = 1 + function.size + argument.size, 1 + max(function.deep, argument.deep)
    loose, leaves = _shared_union(function.loose, argument.loose), _shared_union(function.leaves, argument.leaves)
    return _make(key, function.sort.result, loose, leaves, size, deep)


def lam(sort: Sort, body: Term) -> Term:
    """The lambda abstraction of `body` over its loose variable at distance zero, which has this sort."""
    if any(distance == 0 and other is not sort for distance, other in body.loose):
        raise KernelRefusal(f"a variable of sort {sort} is bound where another sort is meant")
    key = "lam", sort, body
    if (made := _known(key)) is not None:
        return made
    loose = frozenset((distance - 1, other) for distance, other in body.loose if distance)
    return _make(key, sort >> body.sort, loose, body.leaves, 1 + body.size, 1 + body.deep)


def lift(term: Term, by: int, above: int = 0) -> Term:
    """The term under `by` more binders: loose variables from distance `above` on are shifted."""
    if by == 0 or term.reach <= above:
        return term
    if term.kind == "bound":
        return bound(term.one + by, term.sort)
    if term.kind == "app":
        return app(lift(term.one, by, above), lift(term.two, by, above))
    return lam(term.one, lift(term.two, by, above + 1))


def substitute_bound(body: Term, value: Term, depth: int = 0) -> Term:
    """Substitute a value for the variable of a function in its body."""
    if body.reach <= depth:
        return body
    if body.kind == "bound":
        return lift(value, depth) if body.one == depth else bound(body.one - 1, body.sort)
    if body.kind == "app":
        return app(substitute_bound(body.one, value, depth), substitute_bound(body.two, value, depth))
    return lam(body.one, substitute_bound(body.two, value, depth + 1))


def abstract(term: Term, of: Term) -> Term:
    """The function obtained by replacing every occurrence of the closed term `of` by a bound variable."""

    def walk(x: Term, depth: int) -> Term:
        if x is of:
            return bound(depth, of.sort)
        if not x.reach and (x.size < of.size or not of.leaves <= x.leaves):
            return x
        if x.kind == "bound":
            return bound(x.one + 1, x.sort) if x.one >= depth else x
        if x.kind == "app":
            return app(walk(x.one, depth), walk(x.two, depth))
        return lam(x.one, walk(x.two, depth + 1)) if x.kind == "lam" else x

    if of.loose:
        raise KernelRefusal(f"{of} is bound elsewhere")
    return lam(of.sort, walk(term, 0))


def normal(term: Term) -> Term:
    """The beta-eta normal form."""
    if term.normal is None:
        made = term
        if term.kind == "app":
            function, argument = normal(term.one), normal(term.two)
            made = normal(substitute_bound(function.two, argument)) if function.kind == "lam" else app(function, argument)
        elif term.kind == "lam":
            body = normal(term.two)
            hands_on = body.kind == "app" and body.two.kind == "bound" and body.two.one == 0
            outer = hands_on and all(distance for distance, _ in body.one.loose)
            made = lift(body.one, -1, 1) if outer else lam(term.one, body)
        if made is not term:
            made.normal = True
        term.normal = made if made is not term else True
    return term if isinstance(term.normal, bool) else term.normal


def spine(term: Term) -> tuple[Term, tuple[Term, ...]]:
    """The head of nested applications, and its arguments."""
    arguments: list[Term] = []
    while term.kind == "app":
        arguments.append(term.two)
        term = term.one
    return term, tuple(reversed(arguments))


def variables(term: Term) -> frozenset[Term]:
    """The free variables of a term."""
    return frozenset(leaf for leaf in term.leaves if leaf.kind == "free")
