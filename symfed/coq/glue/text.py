"""Vectors, matrices and numbers of the proof language as terms of Coq."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.coq import printer
from symfed.coq.glue.names import called
from symfed.coq.printer import is_count
from symfed.core import symbols
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.theorems.sorts import Sorts, free_of, head_of, mark, ordered
from symfed.theorems.vocabulary import INDICES, E, High, Inner, Low, Mean, Norm, OpNorm, Vector

#: How tightly operators bind: a smaller number binds more tightly.
_ATOM, _APPLIED, _ACT, _TIMES, _SUM = 0, 10, 39, 40, 50
_QUANTITY = re.compile(r"zzquantity(\d+)q")


def spread(x: sp.Expr) -> sp.Expr:
    """Exponents as sums of products, which is what Coq counts with."""
    return x.replace(lambda p: p.is_Pow and (p.exp.is_Add or p.exp.is_Mul) and p.is_commutative, lambda p: p.base ** sp.expand(p.exp))


class VectorWriter:
    """Writes expressions; `at` has texts that stand for some letters."""

    def __init__(self, sorts: Sorts, at: Mapping[Any, str] | None = None) -> None:
        self.sorts, self.at = sorts, dict(at or {})

    def placed(self, at: Mapping[Any, str]) -> VectorWriter:
        return VectorWriter(self.sorts, self.at | dict(at))

    # sorts

    def sort(self, x: sp.Basic) -> str:
        x = as_expression(x)
        if x.is_commutative and not isinstance(x, Mean | E):
            return "num"
        return self.sorts.of(self.sorts.sort(x))

    def type_of(self, head: str) -> str:
        """A letter's type."""
        letter = self.sorts.letters[head]
        owner = mark(head)
        before = ["nat"] * ("c" in owner) + ["draw"] * ("w" in owner)
        if isinstance(letter, sp.Symbol):
            kind = self.sorts.of(("letter", head)) if isinstance(letter, Vector) else ""
            last = {"vec": "vec V", "mat": "mat V"}.get(kind, "nat" if is_count(letter) else "R")
        else:
            before += [
                {"nat": "nat", "vec": "vec V", "mat": "mat V", "num": "R"}[k if k == "nat" else self.sorts.of(k)]
                for k in self.sorts.arity[head]
            ]
            last = {"vec": "vec V", "mat": "mat V"}[self.sorts.of(("head", head))] if not self._number(letter) else "R"
        return " -> ".join([*before, last])

    @staticmethod
    def _number(head: Any) -> bool:
        return bool(getattr(head, "is_commutative", False)) is True and head(symbols.h).is_commutative is True

    def variable(self, v: Any) -> str:
        return self.at.get(v, v if isinstance(v, str) else called(v.name))

    def bound(self, v: Any) -> str:
        """How a fact binds what it leaves free."""
        if v == "c":
            return "(c : nat) (inside : (c < N)%nat)"
        if v == "w":
            return "(w : draw)"
        return f"({called(v.name)} : {'nat' if v in INDICES else 'vec V'})"

    # numbers

    def number(self, x: sp.Expr, within: int | None = None) -> str:
        """A real; in brackets where it is no single word."""
        x = as_expression(x)
        found: dict[sp.Expr, sp.Symbol] = {}

        def short(y: sp.Expr) -> sp.Expr:
            if isinstance(y, Norm | Inner | Mean | E | Low | AppliedUndef):
                return found.setdefault(y, symbols.users_own(f"zzquantity{len(found)}q", real=True))
            if isinstance(y, sp.Symbol) and (y.name in self.at or y in self.at or mark(y)):
                if y in INDICES:
                    return y
                return found.setdefault(y, symbols.users_own(f"zzquantity{len(found)}q", real=True))
            return y.func(*map(short, y.args)) if y.args else y

        plain = spread(short(x))
        if plain.has(sp.Abs):
            raise InvalidInput("statement", x, "has an absolute value", "not exported yet")
        text = printer.term(plain)
        for index in INDICES:
            if index in self.at:
                text = re.sub(rf"\b{index.name}\b", self.at[index], text)
        texts = [self._quantity(y) for y in found]
        text = _QUANTITY.sub(lambda m: texts[int(m[1])], text)
        return text if within is None or re.fullmatch(r"\w+", text) else f"({text})%R"

    def _quantity(self, y: sp.Expr) -> str:
        if isinstance(y, sp.Symbol):
            return self.letter(y)
        if isinstance(y, AppliedUndef):
            return f"({self.call(y)})"
        if isinstance(y, OpNorm):
            return f"operator_norm ({self.matrix(y.args[0])})%mat"
        if isinstance(y, Norm):
            return f"norm ({self.vector(y.args[0])})"
        if isinstance(y, Inner):
            return f"inner ({self.vector(y.args[0])}) ({self.vector(y.args[1])})"
        if isinstance(y, Mean):
            return f"mean N (fun c => {self.number(y.args[0])})"
        raise InvalidInput("statement", y, f"speaks of {type(y).__name__}", "not exported yet")

    # letters

    def letter(self, x: sp.Symbol) -> str:
        if x in self.at:
            return self.at[x]
        owner = mark(x)
        return " ".join([called(x.name), *owner]) if owner else called(x.name)

    def count(self, x: sp.Expr) -> str:
        """A natural number as an argument."""
        x = as_expression(x)
        if x.is_Integer:
            return f"{int(x)}%nat"
        if isinstance(x, sp.Symbol):
            return self.variable(x)
        shift, rest = x.as_coeff_Add()
        if isinstance(rest, sp.Symbol) and shift.is_Integer and shift > 0:
            text = self.variable(rest)
            for _ in range(int(shift)):
                text = f"(S {text})"
            return text
        text = printer.exponent(sp.expand(x))
        for index in INDICES:
            if index in self.at:
                text = re.sub(rf"\b{index.name}\b", self.at[index], text)
        return f"({text})%nat"

    def argument(self, x: sp.Expr) -> str:
        """What a letter is called with."""
        return self.count(x) if as_expression(x).is_integer else self.whole(x, _ATOM)

    def whole(self, x: sp.Expr, loosest: int = _APPLIED) -> str:
        """A vector or a matrix as one word, with its scope where it is none."""
        kind = "mat" if x != 0 and self.sort(x) == "mat" else "vec"
        text, binding = self._matrix(x) if kind == "mat" else self._vector(x)
        if binding <= loosest:
            return text
        return f"({text})" if binding == _APPLIED else f"({text})%{kind}"

    def call(self, x: Any) -> str:
        return " ".join([called(head_of(x)), *mark(head_of(x)), *map(self.argument, x.args)])

    def vector(self, x: sp.Expr) -> str:
        return self._vector(x)[0]

    def matrix(self, x: sp.Expr) -> str:
        return self._matrix(x)[0]

    def _within(self, x: sp.Expr, kind: str, loosest: int) -> str:
        text, binding = self._matrix(x) if kind == "mat" else self._vector(x)
        return text if binding <= loosest else f"({text})"

    def _atom(self, x: sp.Expr, kind: str) -> tuple[str, int]:
        if isinstance(x, Mean):
            inside = self.whole(x.args[0])
            return f"{'mmean' if kind == 'mat' else 'vmean'} N (fun c => {inside})", _APPLIED
        if isinstance(x, AppliedUndef):
            return self.call(x), _APPLIED
        if isinstance(x, Vector):
            text = self.letter(x)
            return text, _APPLIED if " " in text else _ATOM
        raise InvalidInput("statement", x, f"speaks of {type(x).__name__}", "not exported yet")

    def _vector(self, x: sp.Expr) -> tuple[str, int]:
        x = as_expression(x)
        if x == 0:
            return "0%vec", _ATOM
        if x.is_Add:
            return self._sum(x, "vec")
        if x.is_Mul:
            scalar, factors = self._parts(x)
            *front, last = factors
            text, binding = self._within(last, "vec", _APPLIED), _APPLIED
            if front:
                mats = [self._within(f, "mat", _APPLIED) for f in self._powers(front)]
                text, binding = " @ ".join([*mats, text]), _ACT
            return self._scaled(scalar, text, binding)
        return self._atom(x, "vec")

    def _matrix(self, x: sp.Expr) -> tuple[str, int]:
        x = as_expression(x)
        if x.is_commutative and not isinstance(x, Mean):
            if x == 0:
                return "0%mat", _ATOM
            return ("1%mat", _ATOM) if x == 1 else (f"{self.number(x, 0)} *: 1", _TIMES)
        if x.is_Add:
            return self._sum(x, "mat")
        if x.is_Pow:
            return self._product([*self._powers([x])])
        if x.is_Mul:
            scalar, factors = self._parts(x)
            text, binding = self._product([*self._powers(factors)])
            return self._scaled(scalar, text if binding <= _ACT else f"({text})" if scalar not in (1, -1) else text, min(binding, _ACT))
        return self._atom(x, "mat")

    def _product(self, factors: list[sp.Expr]) -> tuple[str, int]:
        if len(factors) == 1:
            return self._within(factors[0], "mat", _APPLIED), _APPLIED
        return " * ".join(self._within(f, "mat", _APPLIED) for f in factors), _TIMES

    @staticmethod
    def _powers(factors: Iterable[sp.Expr]) -> Iterator[sp.Expr]:
        for factor in factors:
            if factor.is_Pow and factor.exp.is_Integer and factor.exp > 0:
                yield from [factor.base] * int(factor.exp)
            else:
                yield factor

    @staticmethod
    def _parts(x: sp.Expr) -> tuple[sp.Expr, list[sp.Expr]]:
        scalars, factors = x.args_cnc()
        return sp.Mul(*scalars), factors

    def _scaled(self, scalar: sp.Expr, text: str, binding: int) -> tuple[str, int]:
        if scalar == 1:
            return text, binding
        if scalar == -1:
            return f"- ({text})" if binding > _APPLIED else f"- {text}", _TIMES
        if scalar.could_extract_minus_sign():
            return f"- ({self.number(-scalar, 0)} *: {text if binding <= _ACT else f'({text})'})", _TIMES
        return f"{self.number(scalar, 0)} *: {text if binding <= _ACT else f'({text})'}", _TIMES

    def _sum(self, x: sp.Add, kind: str) -> tuple[str, int]:
        def negative(term: sp.Expr) -> bool:
            return bool(term.is_Mul and self._parts(term)[0].could_extract_minus_sign()) or bool(
                term.is_commutative and term.could_extract_minus_sign()
            )

        first, *others = sorted(x.as_ordered_terms(), key=negative)
        parts = [self._within(first, kind, _TIMES)]
        for other in others:
            parts.append(f"- {self._within(-other, kind, _TIMES)}" if negative(other) else f"+ {self._within(other, kind, _TIMES)}")
        return " ".join(parts), _SUM

    # relations

    def relation(self, r: sp.Basic) -> str:
        """A relation, or several. Raises InvalidInput for what has no text."""
        if isinstance(r, sp.And):
            return " /\\ ".join(f"({self.relation(part)})" for part in r.args)
        if isinstance(r, sp.Eq) and isinstance(r.lhs, sp.Limit) and r.lhs.args[2] == sp.oo:
            return f"Un_cv (fun {called(r.lhs.args[1].name)} => {self.number(r.lhs.args[0])}) {self.number(r.rhs, 0)}"
        if isinstance(r, sp.Le | sp.Ge):
            if isinstance(r.gts, Low) and not isinstance(r.gts, High):
                return f"at_least ({self.matrix(r.gts.args[0])})%mat {self.number(r.lts, 0)}"
            if isinstance(r.lts, High):
                return f"at_most ({self.matrix(r.lts.args[0])})%mat {self.number(r.gts, 0)}"
        if isinstance(r, sp.Eq) and not all(side.is_commutative for side in r.args):
            kind = self.sort(next(side for side in r.args if not side.is_commutative))
            if kind == "mat":
                raise InvalidInput("statement", r, "is an equation between matrices", "not exported yet")
            return f"{self.whole(r.lhs)} = {self.whole(r.rhs)}"
        sign = printer._RELATIONS.get(type(r))
        if sign is None:
            raise InvalidInput("statement", r, "is no relation between two numbers or vectors")
        return f"{self.number(r.lhs)} {sign} {self.number(r.rhs)}"

    def closed(self, r: sp.Basic, free: Iterable[Any] | None = None) -> str:
        """A relation for all that it leaves free."""
        found = ordered(free_of(r) if free is None else free)
        return f"forall {' '.join(map(self.bound, found))}, {self.relation(r)}" if found else self.relation(r)

    def names(self, found: Iterable[Any]) -> str:
        """What an assertion introduces."""
        return " ".join("c inside" if v == "c" else self.variable(v) for v in ordered(found))
