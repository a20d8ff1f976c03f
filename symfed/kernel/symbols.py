"""The predefined constants: logic, arithmetic, vectors, linear maps, means over clients.

A name may be overloaded (a sum of numbers, of vectors, of maps, of indices); a constant is a name together with one of its sorts.
Division is total: x / 0 is an unspecified number.
"""

from __future__ import annotations

import re
from typing import Final

from symfed.kernel.terms import SORTS, Client, Index, Map, Num, Outcome, Prop, Sort, Tensor, Term, Vec, app, const, to

LONGEST_NUMERAL: Final = 200  # digits
_NUMERAL = re.compile(rf"(?:0|[1-9]\d{{0,{LONGEST_NUMERAL - 1}}})", re.ASCII)
_MODULES: Final = (Num, Vec, Map, Tensor)

#: The sorts that each name may have; `all`, `some` and `=` have one for every sort.
OVERLOADED: Final[dict[str, tuple[Sort, ...]]] = {
    "->": (to(Prop, Prop, Prop),),
    "and": (to(Prop, Prop, Prop),),
    "or": (to(Prop, Prop, Prop),),
    "False": (Prop,),
    "<=": (to(Num, Num, Prop),),
    "<": (to(Num, Num, Prop),),
    "+": tuple(to(s, s, s) for s in (*_MODULES, Index)),
    "-": tuple(to(s, s, s) for s in _MODULES),
    "*": (
        to(Num, Num, Num), to(Num, Vec, Vec), to(Num, Map, Map), to(Map, Vec, Vec), to(Map, Map, Map), to(Index, Index, Index),
        to(Num, Tensor, Tensor), to(Tensor, Map, Vec),
    ),
    "/": (to(Num, Num, Num),),
    "^": (to(Num, Index, Num), to(Map, Index, Map)),
    "num": (to(Index, Num),),
    "S": (to(Index, Index),),
    "zero": (Vec, Map, Tensor),
    "id": (Map,),
    "inner": (to(Vec, Vec, Num),),
    "outer": (to(Vec, Vec, Map),),  # x -> <v, x> u
    "mean": tuple(to(Client >> s, s) for s in _MODULES),
    "E": tuple(to(Outcome >> s, s) for s in _MODULES),
}  # fmt: skip


def known(constant: Term) -> bool:
    """Return whether a constant is predefined (its name at one of its sorts) or a numeral."""
    name, sort = constant.one, constant.sort
    if name in ("all", "some"):
        return sort.result is Prop and sort.source is not None and sort.source.result is Prop
    if name == "=":
        return sort.result is not None and sort.source is not None and sort is to(sort.source, sort.source, Prop)
    return sort in OVERLOADED.get(name, ()) or (sort in (Num, Index) and bool(_NUMERAL.fullmatch(name)))


_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9']*", re.ASCII)
_WORDS: Final = frozenset({"all", "some", "fun"})


def may_be_named(name: str) -> bool:
    """Return whether a text may name a constant, a definition or a variable: an identifier that is neither reserved nor predefined."""
    return type(name) is str and bool(_NAME.fullmatch(name)) and name not in _WORDS and name not in OVERLOADED and name not in SORTS


def numeral(value: int, sort: Sort = Num) -> Term:
    return const(str(value), sort)


IMPLIES = const("->", to(Prop, Prop, Prop))
FALSE = const("False", Prop)
AT_MOST, LESS = const("<=", to(Num, Num, Prop)), const("<", to(Num, Num, Prop))
ZERO_INDEX, NEXT = const("0", Index), const("S", to(Index, Index))


def equal(left: Term, right: Term) -> Term:
    return app(app(const("=", to(left.sort, left.sort, Prop)), left), right)


def implies(left: Term, right: Term) -> Term:
    return IMPLIES(left, right)


def sides(prop: Term, head: Term | str) -> tuple[Term, Term] | None:
    """The two arguments of a relation or connective with this head, or None for any other proposition."""
    if prop.kind == "app" and prop.one.kind == "app":
        of = prop.one.one
        if of is head or (of.kind == "const" and of.one == head):
            return prop.one.two, prop.two
    return None


def quantified(prop: Term, quantifier: str = "all") -> Term | None:
    """The function under a quantifier, or None where the proposition does not begin with that quantifier."""
    if prop.kind == "app" and prop.one.kind == "const" and prop.one.one == quantifier:
        return prop.two
    return None


def for_all(function: Term) -> Term:
    return app(const("all", to(function.sort, Prop)), function)
