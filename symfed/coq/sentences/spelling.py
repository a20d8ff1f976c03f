"""Terms of the kernel as text for Coq: one way of spelling each, so that equal terms are equal texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from symfed.kernel.symbols import known
from symfed.kernel.terms import Index, KernelRefusal, Map, Num, Sort, Tensor, Term, Vec, lam, spine
from symfed.kernel.text import written_out

SORTS: Final = {"Num": "R", "Index": "nat"}
_ELEMENT: Final = {
    "Num": "0", "Index": "0%nat", "Vec": "vzero", "Map": "mid", "Tensor": "tzero", "Client": "some_client", "Outcome": "some_outcome",
    "Prop": "True",
}  # fmt: skip
_INITIAL: Final = {Vec: "v", Map: "m", Tensor: "t"}
_BETWEEN: Final = {"->": "->", "and": "/\\", "or": "\\/", "=": "=", "<=": "<=", "<": "<"}
_PLAIN: Final = {"<=": "Rle", "<": "Rlt", "and": "and", "or": "or", "False": "False", "num": "INR", "S": "S", "id": "mid",
                 "inner": "inner", "outer": "outer", "/": "Rdiv"}  # fmt: skip
_ON_NUMBERS: Final = {"+": "Rplus", "-": "Rminus", "*": "Rmult"}
_NAMED: Final = {"+": "add", "-": "sub", "zero": "zero", "mean": "mean"}


def sort_text(sort: Sort) -> str:
    """A sort as a type."""
    if sort.source is None or sort.result is None:
        return SORTS.get(sort.text, sort.text)
    return f"({sort_text(sort.source)} -> {sort_text(sort.result)})"


def element(sort: Sort) -> str:
    """Some element of a sort."""
    return _ELEMENT[sort.text] if sort.result is None else f"(fun _ => {element(sort.result)})"


def variable(term: Term) -> str:
    """The name of a free variable; the kernel's own are told apart by their sorts."""
    own = re.sub(r"\W+", "_", f"{term.one[1:]}_{term.sort}") if term.one.startswith("%") else ""
    return f"m{own}" if own else f"v_{term.one}"


def constant(term: Term) -> str:
    """The name of a constant: of the prelude, of the page and the claim."""
    if not known(term):
        return f"c_{term.one}"
    name, sort = term.one, term.sort
    if name.isdigit():
        return f"{name}%nat" if sort is Index else name
    if name in _PLAIN:
        return _PLAIN[name]
    last = sort
    while last.result is not None:
        last = last.result
    if name == "E":
        return f"E_{last.text}"
    if name == "^":
        return "pow" if last is Num else "mpow"
    if name in _ON_NUMBERS and last is Num:
        return _ON_NUMBERS[name]
    if last is Index:
        return {"+": "Nat.add", "*": "Nat.mul"}[name]
    if name == "*":
        assert sort.source is not None
        assert sort.result is not None
        if sort.source is Num:
            return f"{_INITIAL[last]}scale"
        return "tapp" if sort.source is Tensor else "app" if last is Vec else "comp"
    if name in _NAMED:
        return f"{_INITIAL.get(last, '')}{_NAMED[name]}"
    raise KernelRefusal(f"{name} of sort {sort} has no spelling for Coq")


@cache
def spelt_whole(term: Term) -> str:
    """A closed term as text."""
    return _spelt(term, ())


def _spelt_in(term: Term, names: tuple[str, ...]) -> str:
    return _spelt(term, names) if term.loose else spelt_whole(term)


def _spelt(term: Term, names: tuple[str, ...]) -> str:
    if term.kind == "bound":
        return names[term.one]
    if term.kind == "free":
        return variable(term)
    if term.kind == "const":
        return constant(term) if term.one not in ("all", "some", "->", "=") else _spelt_in(_eta_expanded(term), names)
    if term.kind == "lam":
        name = f"b{len(names)}"
        return f"(fun {name} : {sort_text(term.one)} => {_spelt_in(term.two, (name, *names))})"
    head, arguments = spine(term)
    if head.kind == "const" and known(head):
        if head.one in ("all", "some"):
            function, name = written_out(arguments[0]), f"b{len(names)}"
            word = "forall" if head.one == "all" else "exists"
            return f"({word} {name} : {sort_text(function.one)}, {_spelt_in(function.two, (name, *names))})"
        if len(arguments) == 2 and head.one in _BETWEEN:
            return f"({_spelt_in(arguments[0], names)} {_BETWEEN[head.one]} {_spelt_in(arguments[1], names)})"
        if len(arguments) == 2 and head.one in "+-*/" and term.sort is Num:
            return f"({_spelt_in(arguments[0], names)} {head.one} {_spelt_in(arguments[1], names)})"
        if head.one == "S" and len(arguments) == 1 and arguments[0].kind == "const" and arguments[0].one.isdigit():
            return f"{int(arguments[0].one) + 1}%nat"
        if head.one in ("->", "="):
            return _spelt_in(_eta_expanded(term), names)
    return f"({_spelt_in(head, names)} {' '.join(_spelt_in(one, names) for one in arguments)})"


def _eta_expanded(term: Term) -> Term:
    """A constant that lacks arguments, as a function of them."""
    if term.sort.result is None:
        return term
    made = written_out(term)
    return lam(made.one, _eta_expanded(made.two))


def binders_of(variables: Iterable[Term]) -> str:
    """Variables as binders."""
    return " ".join(f"({variable(one)} : {sort_text(one.sort)})" for one in variables)
