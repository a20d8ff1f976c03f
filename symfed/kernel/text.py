"""Printer and parser of terms: printed text parses back to the same term.

    all x y: Vec, c: Client. A1 -> mu * inner(x - y, x - y) <= inner(x - y, grad(c, x) - grad(c, y))

`fun x: Vec. t` is a function, f(x, y) its application. A count in place of a number is read as num(count); a numeral is a number
unless the other operand is a count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

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

Parsed = TypeVar("Parsed")

LONGEST: Final = 100_000  # characters
DEEPEST_TEXT: Final = 400  # levels of brackets, operators and binders
_TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z_][A-Za-z_0-9']*)|(->|<=|>=|/=|[-+*/^<>=().,:#]))", re.ASCII)
_WORDS: Final = frozenset({"all", "some", "fun", "and", "or"})
#: Binding powers: higher ones bind more tightly.
_IMPLIES, _OR, _AND, _RELATION, _SUM, _PRODUCT, _SIGN, _POWER = range(1, 9)
_RELATIONS: Final = ("<=", "<", "=", ">=", ">", "/=")


def read(text: str, names: Mapping[str, Term], earlier: Sequence[Term] = ()) -> Term:
    """Parse a term. names: constants by name; earlier: the terms for #0, #1, ... Raises KernelRefusal for a text that is no term."""
    if odd := [name for name, term in names.items() if term.kind == "free" and not may_be_named(term.one)]:
        raise KernelRefusal(f"{odd[0]} stands for a variable that no text spells")
    parser = _Parser(text, names, earlier)
    return parser.parse_whole(lambda: normal(parser.parse_term(0)))


def read_sort(text: str) -> Sort:
    """Parse a sort. Raises KernelRefusal for a text that is no sort."""
    parser = _Parser(text, {}, ())
    return parser.parse_whole(parser.parse_sort)


def _level(parse: Callable[..., Parsed]) -> Callable[..., Parsed]:
    """Count a way to parse as one more level of nesting; the limit does not depend on Python's recursion limit."""

    def deeper(parser: _Parser, *arguments: int) -> Parsed:
        parser.nested += 1
        if parser.nested > DEEPEST_TEXT:
            raise KernelRefusal("a text that is nested too deeply")
        made = parse(parser, *arguments)
        parser.nested -= 1
        return made

    return deeper


class _Parser:
    def __init__(self, text: str, names: Mapping[str, Term], earlier: Sequence[Term]) -> None:
        if len(text) > LONGEST:
            raise KernelRefusal(f"a text of more than {LONGEST} characters")
        self.text, self.names, self.earlier, self.at, self.fresh, self.nested = text, dict(names), earlier, 0, 0, 0
        self.tokens: list[str] = []
        place = 0
        while found := _TOKEN.match(text, place):
            self.tokens.append(found.group(found.lastindex or 0))
            place = found.end()
        if text[place:].strip():
            raise KernelRefusal(f"no term: {text[place : place + 20]!r}")

    def parse_whole(self, parse: Callable[[], Parsed]) -> Parsed:
        try:
            made = parse()
        except RecursionError:
            raise KernelRefusal("a text that is nested too deeply") from None
        if self.at < len(self.tokens):
            raise KernelRefusal(f"{self.tokens[self.at]!r} is left over in {self.text[:80]!r}")
        return made

    def next_token(self, expected: str = "") -> str:
        token = self.tokens[self.at] if self.at < len(self.tokens) else ""
        if not token or (expected and token != expected):
            raise KernelRefusal(f"{expected or 'more'} is missing in {self.text[:80]!r}, where {token or 'the end'} stands")
        self.at += 1
        return token

    def peek_token(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    @_level
    def parse_sort(self) -> Sort:
        if self.peek_token() == "(":
            self.next_token("(")
            made = self.parse_sort()
            self.next_token(")")
        else:
            name = self.next_token()
            if name not in SORTS:
                raise KernelRefusal(f"{name} is no sort")
            made = SORTS[name]
        if self.peek_token() == "->":
            self.next_token("->")
            return made >> self.parse_sort()
        return made

    def parse_binder(self, word: str) -> Term:
        """all x y: Vec, c: Client. body"""
        before, bound_here = dict(self.names), []
        while True:
            names = [self.next_token()]
            while self.peek_token() != ":":
                names.append(self.next_token())
            self.next_token(":")
            sort = self.parse_sort()
            for name in names:
                if name in _WORDS or not re.fullmatch(r"[A-Za-z_][A-Za-z_0-9']*", name, re.ASCII):
                    raise KernelRefusal(f"{name} is no name of a variable")
                self.fresh += 1
                self.names[name] = free(f"?{self.fresh}", sort)  # no text spells it
                bound_here.append(self.names[name])
            if self.next_token() == ".":
                break
        body = self.parse_term(0)
        if word != "fun" and body.sort is not Prop:
            raise KernelRefusal(f"{word} is said of {body}, which is no proposition")
        self.names = before
        for variable in reversed(bound_here):
            function = abstract(body, variable)
            body = function if word == "fun" else app(const(word, to(function.sort, Prop)), function)
        return body

    @_level
    def parse_term(self, power: int) -> Term:
        left = self.parse_operand()
        while True:
            operator = self.peek_token()
            binding = _BINDING.get(operator, 0)
            if not binding or binding <= power:
                return left
            self.next_token()
            # a power and an implication are read from the right
            right = self.parse_term(binding - 1 if operator in ("->", "^") else binding)
            left = join(operator, left, right)

    def parse_operand(self) -> Term:
        token = self.next_token()
        if token in ("all", "some") and self.peek_token() == "(":
            (function,) = self.parse_arguments()
            return app(const(token, to(function.sort, Prop)), function)
        if token in ("all", "some", "fun"):
            return self.parse_binder(token)
        if token == "Index":  # Index(2), a numeral that is a count
            (made,) = self.parse_arguments()
            return _coerce(made, Index)
        if token == "-":
            return join("*", join("-", numeral(0), numeral(1)), self.parse_term(_SIGN))
        if token == "(":
            made = self.parse_term(0)
            self.next_token(")")
        elif token == "#":
            place = self.next_token()
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
            return self.parse_application(token)
        else:
            raise KernelRefusal(f"{token} is not known")
        while self.peek_token() == "(":
            made = _applied(made, self.parse_arguments())
        return made

    def parse_arguments(self) -> list[Term]:
        self.next_token("(")
        found = [self.parse_term(0)]
        while self.peek_token() == ",":
            self.next_token()
            found.append(self.parse_term(0))
        self.next_token(")")
        return found

    def parse_application(self, name: str) -> Term:
        """The application of a known constant; its first argument decides between sorts, and `zero` has its sort in brackets."""
        if self.peek_token() != "(":
            if len(OVERLOADED[name]) > 1:
                raise KernelRefusal(f"{name} stands without arguments: of which sort?")
            return const(name, OVERLOADED[name][0])
        if name == "zero":  # zero(Vec), zero(Map)
            self.next_token("(")
            made = const(name, self.parse_sort())
            self.next_token(")")
            return made
        arguments = self.parse_arguments()
        sort = next((s for s in OVERLOADED[name] if s.source is _coerce_if_possible(arguments[0], s.source).sort), None)
        if sort is None:
            raise KernelRefusal(f"{name} is not said of a {arguments[0].sort}")
        return _applied(const(name, sort), arguments)


def _applied(made: Term, arguments: list[Term]) -> Term:
    for argument in arguments:
        made = app(made, _coerce(argument, made.sort.source))
    return made


_BINDING: Final = {
    "->": _IMPLIES, "or": _OR, "and": _AND, **dict.fromkeys(_RELATIONS, _RELATION), "+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT,
    "^": _POWER,
}  # fmt: skip


def _coerce(term: Term, sort: Sort | None) -> Term:
    """Coerce a term to a sort: a numeral to a count, or a count to a number. Raises KernelRefusal where neither applies."""
    if term.sort is sort:
        return term
    if sort is Index and term.kind == "const" and term.sort is Num and term.one.isdigit():
        return numeral(int(term.one), Index)
    if sort is Num and term.sort is Index:
        return app(const("num", to(Index, Num)), term)
    raise KernelRefusal(f"{term} of sort {term.sort} stands where a {sort} is asked for")


def _coerce_if_possible(term: Term, sort: Sort | None) -> Term:
    try:
        return _coerce(term, sort)
    except KernelRefusal:
        return term


def join(operator: str, left: Term, right: Term) -> Term:
    """Apply a binary operator at the sort that fits its operands. Raises KernelRefusal where none fits."""
    if operator == ">=":
        return join("<=", right, left)
    if operator == ">":
        return join("<", right, left)
    if operator == "/=":
        return implies(join("=", left, right), FALSE)
    if operator == "=":
        for one, other in ((left, _coerce_if_possible(right, left.sort)), (_coerce_if_possible(left, right.sort), right)):
            if one.sort is other.sort:
                return equal(one, other)
    if operator in ("+", "*") and Index in (left.sort, right.sort):  # H + 1 is a count
        left, right = _coerce_if_possible(left, Index), _coerce_if_possible(right, Index)
    for sort in OVERLOADED.get(operator, ()):
        if sort.source is left.sort and sort.result is not None and sort.result.source is right.sort:
            return const(operator, sort)(left, right)
    for sort in OVERLOADED.get(operator, ()):
        if sort.source is not None and sort.result is not None:
            one, other = _coerce_if_possible(left, sort.source), _coerce_if_possible(right, sort.result.source)
            if one.sort is sort.source and other.sort is sort.result.source:
                return const(operator, sort)(one, other)
    raise KernelRefusal(f"{operator} between a {left.sort} and a {right.sort}")


def show(term: Term) -> str:
    """A term as a text that reads back to its normal form, given its constants by name."""
    return _print_term(term, 0, (), {leaf.one for leaf in term.leaves})


def _print_term(term: Term, power: int, names: tuple[str, ...], taken: set[str]) -> str:
    head, arguments = spine(term)
    if term.kind == "bound":
        return names[term.one] if term.one < len(names) else f"?{term.one - len(names)}"
    if term.kind == "lam":
        return _print_binder("fun", term, power, names, taken)
    if head.kind == "const":
        name = head.one
        if name in ("all", "some") and len(arguments) == 1:
            return _print_binder(name, written_out(arguments[0]), power, names, taken)
        if name in _BINDING and len(arguments) < 2 and term.sort.source is not None:
            return _print_term(written_out(term), power, names, taken)
        if name in _BINDING and len(arguments) == 2:
            binding = _BINDING[name]
            right_first = name in ("->", "^")
            powers = (binding, binding - 1) if right_first else (binding - 1, binding)
            pair = [_print_operand(x, other, name, p, names, taken) for x, other, p in zip(arguments, arguments[::-1], powers, strict=True)]
            if name == "=":  # its left side is read first, and tells the sort
                pair[0] = _print_term(arguments[0], powers[0], names, taken)
            written = f"{pair[0]} {name} {pair[1]}"
            return written if binding > power else f"({written})"
        if name == "zero" and not arguments:
            return f"zero({head.sort})"
        if head.sort is Index and name.isdigit():
            return f"Index({name})"
        if name in OVERLOADED and not arguments and head.sort.source is not None and len(OVERLOADED[name]) > 1:
            return _print_term(written_out(term), power, names, taken)
    if not arguments:
        return str(term.one)
    own = str(head.one) if head.kind == "const" else _print_term(head, _POWER + 1, names, taken)
    inside = ", ".join(_print_term(x, 0, names, taken) for x in arguments)
    return f"{own if head.kind != 'lam' else f'({own})'}({inside})"


def _print_operand(term: Term, other: Term, operator: str, power: int, names: tuple[str, ...], taken: set[str]) -> str:
    """Print an operand; a numeral next to a count, or as an exponent, parses as a count and is printed bare."""
    counted = operator == "^" or any(not (leaf.kind == "const" and leaf.one.isdigit()) for leaf in other.leaves) or other.loose
    if term.kind == "const" and term.sort is Index and term.one.isdigit() and counted and other.sort in (Index, Num, Map):
        return str(term.one)
    return _print_term(term, power, names, taken)


def written_out(function: Term) -> Term:
    """The eta expansion of a named function: a lambda term; a lambda term is returned as it is."""
    if function.kind == "lam" or function.sort.source is None:
        return function
    return lam(function.sort.source, app(lift(function, 1), bound(0, function.sort.source)))


def _print_binder(word: str, function: Term, power: int, names: tuple[str, ...], taken: set[str]) -> str:
    letters = {"Num": "a", "Vec": "x", "Map": "A", "Tensor": "T", "Client": "c", "Outcome": "w", "Index": "n"}.get(function.one.text, "f")
    used = taken | set(names)
    name = next(n for k in range(10**6) if (n := letters + (str(k) if k else "")) not in used and n not in OVERLOADED)
    written = f"{word} {name}: {function.one}. {_print_term(function.two, 0, (name, *names), taken)}"
    return f"({written})" if power else written
