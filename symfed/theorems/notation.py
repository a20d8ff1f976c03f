"""Translates the SymPy notation of claims to kernel terms: owner marks become arguments, averages become binders.

`Mean(Norm(x_c))` is mean(fun c. norm(x_c(c))), `grad_c(y_cw(h))` is grad(c, y_cw(c, h, w)). Universally quantified vectors, indices, and
the client and the draw of a relation that no average binds, are free variables. H >= 1 is H_less_1 + 1, so that H - 1 is a count.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial, reduce
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.kernel.page import constants
from symfed.kernel.symbols import FALSE, equal, numeral
from symfed.kernel.terms import (
    Client,
    Index,
    KernelRefusal,
    Map,
    Num,
    Outcome,
    Sort,
    Tensor,
    Term,
    Vec,
    abstract,
    app,
    const,
    free,
    normal,
    to,
)
from symfed.kernel.text import join
from symfed.theorems.relations import conjuncts
from symfed.theorems.sorts import Sorts, head_of, owner_mark
from symfed.theorems.vocabulary import INDICES, AnyVector, E, High, Inner, Law, Low, Mean, Norm, OpNorm, Outer, grad, hess, sample_grad

CLIENT, DRAW = free("c", Client), free("w", Outcome)
_OF_KIND = {"vec": Vec, "mat": Map, "ten": Tensor, "num": Num, "nat": Index}
_GIVEN = {
    grad.__name__: const("grad", to(Client, Vec, Vec)),
    hess.__name__: const("hess", to(Client, Vec, Map)),
    sample_grad.__name__: const("G", to(Client, Index, Outcome, Vec, Vec)),
}
_NAMED = {Norm: "norm", Low: "low", High: "high", OpNorm: "opnorm"}


class Elaborator:
    """Translates the relations of one claim. `letters` are the constants that occur in them, by name.

    A universally quantified symbol has one sort in a relation, and one in all relations if it occurs in the claim's `conditions`.
    """

    def __init__(self, relations: Iterable[sp.Basic], conditions: Iterable[sp.Basic] = ()) -> None:
        self.sorts = Sorts()
        self._restricted: dict[str, Sort | None] = dict.fromkeys(v.name for said in conditions for v in said.atoms(AnyVector))
        for relation in relations:
            self.sorts.read(relation)
        self.letters: dict[str, Term] = {}
        self._symbols_by_name: dict[str, Any] = {}  # the symbol behind each name

    def prop(self, relation: sp.Basic) -> Term:
        """Translate a relation, a conjunction or an implication. Raises InvalidInput for one that the kernel cannot express."""
        if isinstance(relation, sp.And):
            return reduce(partial(join, "and"), map(self.prop, relation.args))
        self.sorts.read(relation)
        self.sorts.relation = relation
        made = self._relation_term(relation)
        self.sorts.relation = None
        return made

    def implication(self, relation: sp.Implies) -> tuple[list[Term], Term]:
        """The conditions of an implication, and its conclusion."""
        self.sorts.read(relation)
        self.sorts.relation = relation
        conditions, conclusion = relation.args
        made = [self._relation_term(part) for part in conjuncts(conditions)], self._relation_term(conclusion)
        self.sorts.relation = None
        return made

    def _relation_term(self, relation: sp.Basic) -> Term:
        if isinstance(relation, (sp.And, sp.Implies)):
            return reduce(partial(join, "and" if isinstance(relation, sp.And) else "->"), map(self._relation_term, relation.args))
        if isinstance(relation, (sp.Le, sp.Ge, sp.Lt, sp.Gt)):
            return join("<" if isinstance(relation, (sp.Lt, sp.Gt)) else "<=", self.term(relation.lts), self.term(relation.gts))
        if isinstance(relation, (sp.Eq, sp.Ne)):
            left, right = relation.args
            if isinstance(left, Law) and isinstance(right, Law):
                alike = constants()["same_law"](*(normal(abstract(self.as_sort(law.args[0], Vec), DRAW)) for law in (left, right)))
                return alike if isinstance(relation, sp.Eq) else join("->", alike, FALSE)
            if isinstance(left, sp.Limit) and isinstance(relation, sp.Eq) and left.args[2] is sp.oo:
                return constants()["tends"](self._of_index(left.args[0], left.args[1]), self.term(right))
            sort = self.sort_of(right if left == 0 else left)
            made = equal(self.as_sort(left, sort), self.as_sort(right, sort))
            return made if isinstance(relation, sp.Eq) else join("->", made, FALSE)
        raise InvalidInput("relation", relation, "is none that the kernel has a word for")

    def sort_of(self, x: sp.Basic) -> Sort:
        return Num if x.is_commutative else _OF_KIND[self.sorts.of(self.sorts.sort(x))]

    def as_sort(self, x: sp.Basic, sort: Sort) -> Term:
        """Translate an expression at a sort: as a map, a number is that multiple of the identity; 0 is the zero vector."""
        if sort is Num or not x.is_commutative:
            return self.term(x)
        if x == 0:
            return const("zero", sort)
        if sort is Map:
            return join("*", self.term(x), const("id", Map))
        raise InvalidInput("expression", x, "is a number where a vector is meant")

    def term(self, x: sp.Basic) -> Term:
        """Translate an expression; its client and its draw are free variables."""
        if isinstance(x, Mean):
            return self._average_term("mean", x, CLIENT)
        if isinstance(x, E):
            return self._average_term("E", x, DRAW)
        if type(x) is Norm and self.sort_of(x.args[0]) is Map:
            return constants()["frobenius"](self.term(x.args[0]))
        if type(x) in _NAMED:
            return constants()[_NAMED[type(x)]](self.term(x.args[0]))
        if isinstance(x, sp.Sum) and len(x.limits) == 1 and x.limits[0][1:] == (0, sp.oo):
            return constants()["series"](self._of_index(x.function, x.limits[0][0]))
        if isinstance(x, (Inner, Outer)):
            name, sort = ("inner", Num) if isinstance(x, Inner) else ("outer", Map)
            return const(name, to(Vec, Vec, sort))(*map(self.term, x.args))
        if isinstance(x, AppliedUndef):
            return self._application_term(x)
        if isinstance(x, sp.Symbol):
            return self._symbol_term(x)
        if isinstance(x, sp.Rational):
            top = numeral(abs(x.p)) if x.q == 1 else join("/", numeral(abs(x.p)), numeral(x.q))
            minus = join("-", numeral(0), numeral(1))
            return top if x >= 0 else minus if x == -1 else join("*", minus, top)
        if x.is_Add:
            sort = self.sort_of(x)
            return reduce(partial(join, "+"), [self.as_sort(part, sort) for part in sorted(x.args, key=sp.default_sort_key)])
        if x.is_Mul:
            scalars, factors = x.args_cnc()
            moved = [self.term(factor) for factor in reversed(factors)]
            parts = [self.term(scalar) for scalar in scalars]
            if moved:
                parts.append(reduce(lambda v, a: join("*", a, v), moved))
            return reduce(partial(join, "*"), parts)
        if x.is_Pow:
            return self._power_term(x.base, x.exp)
        if isinstance(x, sp.Max):
            return reduce(_maximum, map(self.term, sorted(x.args, key=sp.default_sort_key)))
        raise InvalidInput("expression", x, f"is a {type(x).__name__}, for which the kernel has no word")

    def _of_index(self, x: Any, index: Any) -> Term:
        """A number as a function of an index."""
        if index not in INDICES or not x.is_commutative:
            raise InvalidInput("index", index, f"is none of {', '.join(map(str, INDICES))}, or no number is said of it")
        return normal(abstract(self.term(x), free(index.name, Index)))

    def _average_term(self, name: str, x: Any, variable: Term) -> Term:
        function = normal(abstract(self.term(x.args[0]), variable))
        assert function.sort.result is not None
        return app(const(name, to(function.sort, function.sort.result)), function)

    def _power_term(self, base: sp.Expr, exponent: sp.Expr) -> Term:
        order = reduce(sp.ilcm, [part.as_coeff_Mul()[0].q for part in sp.Add.make_args(exponent)])
        negative = exponent.could_extract_minus_sign()
        if order > 1 and not exponent.is_Rational:  # a^(n/2) is a power of the root of a
            root = self._power_term(base, sp.Rational(-1 if negative else 1, order))
            return join("^", root, self.count(exponent * (-order if negative else order)))
        if order > 1:  # a^(-1/2) is the root of a, times 1/a
            whole = sp.floor(exponent)
            root, rest = self._root_term(base, order), int((exponent - whole) * order)
            root = root if rest == 1 else join("^", root, numeral(rest, Index))
            return join("*", self._power_term(base, whole), root) if whole else root
        if negative:
            return join("/", numeral(1), self._power_term(base, -exponent) if exponent != -1 else self.term(base))
        return join("^", self.term(base), self.count(exponent))

    def _root_term(self, base: sp.Expr, order: int) -> Term:
        """The root of this order of a number; one of even order is a square root of a root."""
        if order == 1:
            return self.term(base)
        if order % 2 == 0:
            return constants()["sqrt"](self._root_term(base, order // 2))
        return constants()["root"](numeral(order, Index), self.term(base))

    def count(self, x: sp.Expr) -> Term:
        """Translate a count, a polynomial in counts without subtraction; H - 1 is a count of its own. Raises InvalidInput."""
        shifted = {s: _predecessor(s.name) + 1 for s in x.free_symbols if s.is_positive}
        whole = sp.expand(x.xreplace(shifted))
        if not x.is_integer or whole.has(AppliedUndef):
            raise InvalidInput("exponent", x, "is no count")
        terms = []
        for term in sp.Add.make_args(whole):
            number, factors = term.as_coeff_mul()
            if not (number.is_Integer and number >= 0) or not all(f.is_Symbol and f.is_nonnegative for f in factors):
                raise InvalidInput("exponent", x, "is no count: it may be negative")
            parts = [numeral(int(number), Index)] if number != 1 or not factors else []
            terms.append(reduce(partial(join, "*"), parts + [self._count_symbol(f) for f in factors]))
        return reduce(partial(join, "+"), sorted(terms, key=str))

    @staticmethod
    def _refuse_owner_mark(s: sp.Symbol) -> None:
        if owner_mark(s):
            raise InvalidInput("letter", s, "is one thing, and has the name of one of each client or draw", "choose another name")

    def _count_symbol(self, s: sp.Symbol) -> Term:
        self._refuse_owner_mark(s)
        return free(s.name, Index) if s in INDICES else self.letters.setdefault(s.name, const(self._unique_name(s.name, s), Index))

    def _unique_name(self, name: str, x: Any) -> str:
        """A name that only this symbol has. Raises InvalidInput for a second symbol, or one with other assumptions, of this name."""
        problem = table.TABLE[name].symbol if name in ("mu", "L") else x  # of these signs are known
        if (other := self._symbols_by_name.setdefault(name, problem)) != x:
            raise InvalidInput("letter", x, f"has the name of another letter: {other} is {name}, too", "choose another name")
        return name

    def _symbol_term(self, s: sp.Symbol) -> Term:
        if s.is_integer:
            return app(const("num", to(Index, Num)), self.count(s))
        sort = Num if s.is_commutative else _OF_KIND[self.sorts.of(self.sorts.sort(s))]
        if isinstance(s, AnyVector):
            self._refuse_owner_mark(s)
            if s.name in self._restricted and (self._restricted[s.name] or sort) is not sort:
                raise KernelRefusal(f"{s} has two sorts, and is restricted by a condition")
            if s.name in self._restricted:
                self._restricted[s.name] = sort
            return free(s.name if sort is Vec else f"{s.name}_{sort}", sort)
        info = table.TABLE.get(s.name)
        return self._owned_constant(s, "c" if info is not None and info.per_client else owner_mark(s.name), (), sort)

    def _application_term(self, x: Any) -> Term:
        head = head_of(x)
        if head in _GIVEN:
            made = self.letters.setdefault(_GIVEN[head].one, _GIVEN[head])
            drawn = (self.count(x.args[0]), DRAW) if head == sample_grad.__name__ else ()
            return made(CLIENT, *drawn, self.term(x.args[-1]))
        sort = Num if x.is_commutative else _OF_KIND[self.sorts.of(("head", head))]
        arguments = [self.count(a) if as_expression(a).is_integer else self.term(a) for a in x.args]
        return self._owned_constant(x.func, owner_mark(head), tuple(arguments), sort)

    def _owned_constant(self, x: Any, whose: str, arguments: tuple[Term, ...], sort: Sort) -> Term:
        """A constant, applied to its client, its arguments, its first count, and its draw."""
        if arguments and arguments[0].sort is Index:
            arguments = (*arguments[1:], arguments[0])
        of = (*(CLIENT,) * ("c" in whose), *arguments, *(DRAW,) * ("w" in whose))
        letter = const(self._unique_name(kernel_name(x.__name__ if isinstance(x, type) else x.name), x), to(*(a.sort for a in of), sort))
        if self.letters.setdefault(letter.one, letter) is not letter:
            raise KernelRefusal(f"{x} has two sorts")
        return letter(*of)


def _maximum(a: Term, b: Term) -> Term:
    """max(a, b) = (a + b + |a - b|)/2, where |x| is the square root of x^2."""
    size = constants()["sqrt"](join("^", join("-", a, b), numeral(2, Index)))
    return join("*", join("/", numeral(1), numeral(2)), join("+", join("+", a, b), size))


@cache
def _predecessor(name: str) -> sp.Dummy:
    """The count H - 1 of a count H that is not zero."""
    return sp.Dummy(f"{name}_less_1", integer=True, nonnegative=True)


def kernel_name(name: str) -> str:
    """The name in a form that the kernel's parser accepts: other characters become _, a predefined name gets one at its end."""
    plain = "".join(ch if ch.isascii() and (ch.isalnum() or ch == "_") else "_" for ch in name)
    return (
        plain
        if plain not in constants() and plain not in ("S", "E", "id", "num", "mean", "inner", "outer", "zero", "all", "some", "fun")
        else f"{plain}_"
    )
