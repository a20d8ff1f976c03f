"""Terms as text: what is printed reads back to the same term.

    all x y: Vec, c: Client. A1 -> mu * inner(x - y, x - y) <= inner(x - y, grad(c, x) - grad(c, y))

`fun x: Vec. t` is a function, f(x, y) its application. A count where a number stands is read as num(count); a numeral is a number
unless what stands beside it is a count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from symfed.kernel.symbols import FALSE, LONGEST_NUMERAL, OVERLOADED, equal, implies, may_be_named, numeral
from symfed.kernel.terms import (
    SORTS,
    Index,
    KernelRefusal,
    Map,
    Num,
    Prop,
    Sort,
    Term,
    abstract,
    app,
    bound,
    const,
    free,
    lam,
    lift,
    normal,
    spine,
    to,
)

LONGEST: Final = 100_000  # characters
DEEPEST_TEXT: Final = 400  # levels of brackets, operators and binders
_TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z_][A-Za-z_0-9']*)|(->|<=|>=|/=|[-+*/^<>=().,:#]))", re.ASCII)
_WORDS: Final = frozenset({"all", "some", "fun", "and", "or"})
#: Binding powers: what binds more tightly stands inside.
_IMPLIES, _OR, _AND, _RELATION, _SUM, _PRODUCT, _SIGN, _POWER = range(1, 9)
_RELATIONS: Final = ("<=", "<", "=", ">=", ">", "/=")


def read(text: str, names: Mapping[str, Term], earlier: tuple[Term, ...] = ()) -> Term:
    """The term that a text spells. names: constants by name; earlier: the terms that #0, #1, ... stand for. Raises KernelRefusal."""
    if len(text) > LONGEST:
        raise KernelRefusal(f"a text of more than {LONGEST} characters")
    if odd := [name for name, term in names.items() if term.kind == "free" and not may_be_named(term.one)]:
        raise KernelRefusal(f"{odd[0]} stands for a variable that no text spells")
    try:
        return normal(_Reader(text, names, earlier).whole())
    except RecursionError:
        raise KernelRefusal("a text that is nested too deeply") from None


def read_sort(text: str) -> Sort:
    """The sort that a text spells. Raises KernelRefusal."""
    if len(text) > LONGEST:
        raise KernelRefusal(f"a text of more than {LONGEST} characters")
    reader = _Reader(text, {}, ())
    try:
        made = reader.sort()
    except RecursionError:
        raise KernelRefusal("a sort that is nested too deeply") from None
    if reader.peek():
        raise KernelRefusal(f"{text!r} is no sort")
    return made


class _Reader:
    def __init__(self, text: str, names: Mapping[str, Term], earlier: tuple[Term, ...]) -> None:
        self.text, self.names, self.earlier, self.at, self.fresh, self.nested = text, dict(names), earlier, 0, 0, 0
        self.tokens: list[str] = []
        place = 0
        while text[place:].strip():
            found = _TOKEN.match(text, place)
            if not found:
                raise KernelRefusal(f"no term: {text[place : place + 20]!r}")
            self.tokens.append(found.group().strip())
            place = found.end()

    def whole(self) -> Term:
        term = self.term(0)
        if self.at < len(self.tokens):
            raise KernelRefusal(f"{self.tokens[self.at]!r} is left over in {self.text[:80]!r}")
        return term

    def next(self, expected: str = "") -> str:
        token = self.tokens[self.at] if self.at < len(self.tokens) else ""
        if not token or (expected and token != expected):
            raise KernelRefusal(f"{expected or 'more'} is missing in {self.text[:80]!r}, where {token or 'the end'} stands")
        self.at += 1
        return token

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def deeper(self) -> None:
        """One more level of nesting, whatever Python's own limit is."""
        self.nested += 1
        if self.nested > DEEPEST_TEXT:
            raise KernelRefusal("a text that is nested too deeply")

    def sort(self) -> Sort:
        self.deeper()
        made = self.sort_inside()
        self.nested -= 1
        return made

    def sort_inside(self) -> Sort:
        if self.peek() == "(":
            self.next("(")
            made = self.sort()
            self.next(")")
        else:
            name = self.next()
            if name not in SORTS:
                raise KernelRefusal(f"{name} is no sort")
            made = SORTS[name]
        if self.peek() == "->":
            self.next("->")
            return made >> self.sort()
        return made

    def binder(self, word: str) -> Term:
        """all x y: Vec, c: Client. body"""
        before, bound_here = dict(self.names), []
        while True:
            names = [self.next()]
            while self.peek() != ":":
                names.append(self.next())
            self.next(":")
            sort = self.sort()
            for name in names:
                if name in _WORDS or not re.fullmatch(r"[A-Za-z_][A-Za-z_0-9']*", name, re.ASCII):
                    raise KernelRefusal(f"{name} is no name of a variable")
                self.fresh += 1
                self.names[name] = free(f"?{self.fresh}", sort)  # no text spells it
                bound_here.append(self.names[name])
            if self.next() == ".":
                break
        body = self.term(0)
        if word != "fun" and body.sort is not Prop:
            raise KernelRefusal(f"{word} is said of {body}, which is no proposition")
        self.names = before
        for variable in reversed(bound_here):
            function = abstract(body, variable)
            body = function if word == "fun" else app(const(word, to(function.sort, Prop)), function)
        return body

    def term(self, power: int) -> Term:
        self.deeper()
        made = self.operators(power)
        self.nested -= 1
        return made

    def operators(self, power: int) -> Term:
        left = self.start()
        while True:
            operator = self.peek()
            binding = _BINDING.get(operator, 0)
            if not binding or binding <= power:
                return left
            self.next()
            # a power and an implication are read from the right
            right = self.term(binding - 1 if operator in ("->", "^") else binding)
            left = join(operator, left, right)

    def start(self) -> Term:
        token = self.next()
        if token in ("all", "some") and self.peek() == "(":
            (function,) = self.arguments()
            return app(const(token, to(function.sort, Prop)), function)
        if token in ("all", "some", "fun"):
            return self.binder(token)
        if token == "Index":  # Index(2), a numeral that is a count
            (made,) = self.arguments()
            return _as(made, Index)
        if token == "-":
            return join("*", join("-", numeral(0), numeral(1)), self.term(_SIGN))
        if token == "(":
            made = self.term(0)
            self.next(")")
        elif token == "#":
            place = self.next()
            if not place.isdigit() or len(place) > 6 or int(place) >= len(self.earlier):
                raise KernelRefusal(f"#{place} is not there yet")
            made = self.earlier[int(place)]
        elif token.isdigit():
            if len(token) > LONGEST_NUMERAL or token != str(int(token)):
                raise KernelRefusal(f"{token[:20]} is no numeral: it begins with 0, or has more than {LONGEST_NUMERAL} digits")
            made = numeral(int(token))
        elif token in self.names:
            made = self.names[token]
        elif token == "False":
            made = FALSE
        elif token in OVERLOADED:
            return self.applied(token)
        else:
            raise KernelRefusal(f"{token} is not known")
        while self.peek() == "(":
            for argument in self.arguments():
                made = app(made, _as(argument, made.sort.source))
        return made

    def arguments(self) -> list[Term]:
        self.next("(")
        found = [self.term(0)]
        while self.peek() == ",":
            self.next()
            found.append(self.term(0))
        self.next(")")
        return found

    def applied(self, name: str) -> Term:
        """A constant of several sorts is told by its first argument; one without arguments by `name: sort` in brackets."""
        if self.peek() != "(":
            if len(OVERLOADED[name]) > 1:
                raise KernelRefusal(f"{name} stands without arguments: of which sort?")
            return const(name, OVERLOADED[name][0])
        if name == "zero":  # zero(Vec), zero(Map)
            self.next("(")
            made = const(name, self.sort())
            self.next(")")
            return made
        arguments = self.arguments()
        sort = next((s for s in OVERLOADED[name] if s.source is _like(arguments[0], s.source).sort), None)
        if sort is None:
            raise KernelRefusal(f"{name} is not said of a {arguments[0].sort}")
        made = const(name, sort)
        for argument in arguments:
            made = app(made, _as(argument, made.sort.source))
        return made


_BINDING: Final = {
    "->": _IMPLIES, "or": _OR, "and": _AND, **dict.fromkeys(_RELATIONS, _RELATION), "+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT,
    "^": _POWER,
}  # fmt: skip


def _as(term: Term, sort: Sort | None) -> Term:
    """A numeral as a count, or a count as a number, where that is what is asked for."""
    if term.sort is sort:
        return term
    if sort is Index and term.kind == "const" and term.sort is Num and term.one.isdigit():
        return numeral(int(term.one), Index)
    if sort is Num and term.sort is Index:
        return app(const("num", to(Index, Num)), term)
    raise KernelRefusal(f"{term} of sort {term.sort} stands where a {sort} is asked for")


def _like(term: Term, sort: Sort | None) -> Term:
    try:
        return _as(term, sort)
    except KernelRefusal:
        return term


def join(operator: str, left: Term, right: Term) -> Term:
    """Two terms with an operator between them, of whichever sort fits. Raises KernelRefusal where none does."""
    if operator == ">=":
        return join("<=", right, left)
    if operator == ">":
        return join("<", right, left)
    if operator == "/=":
        return implies(join("=", left, right), FALSE)
    if operator == "=":
        for one, other in ((left, _like(right, left.sort)), (_like(left, right.sort), right)):
            if one.sort is other.sort:
                return equal(one, other)
    if operator in ("+", "*") and Index in (left.sort, right.sort):  # H + 1 is a count
        left, right = _like(left, Index), _like(right, Index)
    for sort in OVERLOADED.get(operator, ()):
        if sort.source is left.sort and sort.result is not None and sort.result.source is right.sort:
            return const(operator, sort)(left, right)
    for sort in OVERLOADED.get(operator, ()):
        if sort.source is not None and sort.result is not None:
            one, other = _like(left, sort.source), _like(right, sort.result.source)
            if one.sort is sort.source and other.sort is sort.result.source:
                return const(operator, sort)(one, other)
    raise KernelRefusal(f"{operator} between a {left.sort} and a {right.sort}")


def show(term: Term) -> str:
    """A term as a text that reads back to its normal form, given its constants by name."""
    return _show(term, 0, (), {leaf.one for leaf in term.leaves})


def _show(term: Term, power: int, names: tuple[str, ...], taken: set[str]) -> str:
    head, arguments = spine(term)
    if term.kind == "bound":
        return names[term.one] if term.one < len(names) else f"?{term.one - len(names)}"
    if term.kind == "lam":
        return _binder("fun", term, power, names, taken)
    if head.kind == "const":
        name = head.one
        if name in ("all", "some") and len(arguments) == 1:
            return _binder(name, written_out(arguments[0]), power, names, taken)
        if name in _BINDING and len(arguments) < 2 and term.sort.source is not None:
            return _show(written_out(term), power, names, taken)
        if name in _BINDING and len(arguments) == 2:
            binding = _BINDING[name]
            right_first = name in ("->", "^")
            powers = (binding, binding - 1) if right_first else (binding - 1, binding)
            pair = [_operand(x, other, name, p, names, taken) for x, other, p in zip(arguments, arguments[::-1], powers, strict=True)]
            if name == "=":  # its left side is read first, and tells the sort
                pair[0] = _show(arguments[0], powers[0], names, taken)
            written = f"{pair[0]} {name} {pair[1]}"
            return written if binding > power else f"({written})"
        if name == "zero" and not arguments:
            return f"zero({head.sort})"
        if head.sort is Index and name.isdigit():
            return f"Index({name})"
        if name in OVERLOADED and not arguments and head.sort.source is not None and len(OVERLOADED[name]) > 1:
            return _show(written_out(term), power, names, taken)
    if not arguments:
        return str(term.one)
    own = str(head.one) if head.kind == "const" else _show(head, _POWER + 1, names, taken)
    inside = ", ".join(_show(x, 0, names, taken) for x in arguments)
    return f"{own if head.kind != 'lam' else f'({own})'}({inside})"


def _operand(term: Term, other: Term, operator: str, power: int, names: tuple[str, ...], taken: set[str]) -> str:
    """One side of an operator: a numeral beside a count, or as an exponent, is a count without saying so."""
    counted = operator == "^" or any(not (leaf.kind == "const" and leaf.one.isdigit()) for leaf in other.leaves) or other.loose
    if term.kind == "const" and term.sort is Index and term.one.isdigit() and counted and other.sort in (Index, Num, Map):
        return str(term.one)
    return _show(term, power, names, taken)


def written_out(function: Term) -> Term:
    """The function of a variable, for one that is only named."""
    if function.kind == "lam" or function.sort.source is None:
        return function
    return lam(function.sort.source, app(lift(function, 1), bound(0, function.sort.source)))


def _binder(word: str, function: Term, power: int, names: tuple[str, ...], taken: set[str]) -> str:
    letters = {"Num": "a", "Vec": "x", "Map": "A", "Tensor": "T", "Client": "c", "Outcome": "w", "Index": "n"}.get(function.one.text, "f")
    used = taken | set(names)
    name = next(n for k in range(10**6) if (n := letters + (str(k) if k else "")) not in used and n not in OVERLOADED)
    written = f"{word} {name}: {function.one}. {_show(function.two, 0, (name, *names), taken)}"
    return f"({written})" if power else written
