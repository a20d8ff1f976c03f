"""The domain on which a formula or a claim is stated to hold, as data: the domain that is checked is the domain that is printed."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any, TypeAlias

import sympy as sp

from symfed.core.errors import OutsideDomain
from symfed.core.grammar import expression


@dataclass(frozen=True, eq=False)
class Class:
    """An assumption that is not a relation between numbers: membership of a named class of problems, losses, noises or starts.

    `says` is the sentence that states it; two classes with the same sentence are equal. `contains(instance)` is True, False, or None if
    an instance of that kind does not determine it. `outside(d, N)` draws instances that resemble a claim's own but violate this
    assumption; `spoil(instance)` makes one from a claim's own instance, or returns None if it cannot. A class with none of these is in
    words only, and its row says so. `implies` holds wider classes.
    """

    says: str
    contains: Callable[[Any], bool | None] | None = None
    outside: Callable[[int, int], Any] | None = None
    implies: tuple[Class, ...] = ()
    spoil: Callable[[Any], Any] | None = None

    @property
    def in_words(self) -> bool:
        return self.contains is None and self.outside is None and self.spoil is None

    def closure(self) -> frozenset[str]:
        """The sentences of this class and of all classes that it implies."""
        return frozenset({self.says}).union(*(wider.closure() for wider in self.implies))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Class) and self.says == other.says

    def __hash__(self) -> int:
        return hash(self.says)

    def __str__(self) -> str:
        return self.says


Condition: TypeAlias = sp.Basic | Class


@dataclass(frozen=True)
class Domain:
    """A conjunction of SymPy relations and named classes. `lines` maps a condition, by its text, to where the source prints it.

    >>> from symfed.core.symbols import gamma, L
    >>> Domain((gamma*L <= 1,)).contains(gamma=sp.Rational(1, 2), L=2)
    True
    """

    relations: tuple[sp.Basic, ...] = ()
    classes: tuple[Class, ...] = ()
    lines: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        for relation in self.relations:
            if not isinstance(relation, sp.core.relational.Relational):
                raise TypeError(f"Domain: {relation!r} is not a SymPy relation (a condition that is always true was simplified away?)")
        for member in self.classes:
            if not isinstance(member, Class):
                raise TypeError(f"Domain: {member!r} is not a Class")
        unknown = set(self.lines) - {str(condition) for condition in self.conditions}
        if unknown:
            raise ValueError(f"Domain: lines for {sorted(unknown)}, which are no conditions of it")

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return (*self.relations, *self.classes)

    @property
    def words(self) -> str:
        """The sentences of the classes, as text."""
        return "; ".join(member.says for member in self.classes)

    @property
    def symbols(self) -> tuple[sp.Symbol, ...]:
        found = set().union(*[relation.free_symbols for relation in self.relations]) if self.relations else set()
        return tuple(sorted(found, key=lambda s: s.name))

    def __and__(self, other: Domain) -> Domain:
        merged = self.relations + tuple(r for r in other.relations if r not in self.relations)
        classes = self.classes + tuple(c for c in other.classes if c not in self.classes)
        return Domain(merged, classes, {**self.lines, **other.lines})

    def without(self, condition: Condition) -> Domain:
        """The domain with one condition dropped. Raises ValueError if the domain does not have it."""
        if condition not in self.conditions:
            raise ValueError(f"{condition} is no condition of: {self}")
        relations, classes = (tuple(kept for kept in part if kept != condition) for part in (self.relations, self.classes))
        return Domain(relations, classes, {name: line for name, line in self.lines.items() if name != str(condition)})

    def dropped(self) -> Iterator[tuple[Condition, Domain]]:
        """Pairs of each condition and the domain without it."""
        for condition in self.conditions:
            yield condition, self.without(condition)

    def violated(self, **values: object) -> sp.Basic | None:
        """The first relation that is false at these values, or None. Relations with a missing value are left undecided.

        A value is a number, an expression, or a string that spells a number ("0.05" is 1/20). Raises InvalidInput for another.
        """
        known = {name: value for name, value in values.items() if any(name in _letters(relation) for relation in self.relations)}
        exact = {name: number for name, value in known.items() if (number := _fraction(value)) is not None}
        # nsimplify would round: exact values stay exact, floats stay floats
        given = {name: expression(value, {}, name) for name, value in known.items() if name not in exact}
        for relation in self.relations:
            if not _letters(relation) <= known.keys():
                continue
            holds = _holds(relation, exact) if _letters(relation) <= exact.keys() else None
            if holds is None:
                told = given | {name: sp.Rational(number.numerator, number.denominator) for name, number in exact.items()}
                at = {s: told[s.name] for s in relation.free_symbols}
                # the slower of the two also handles comparisons with a float and relations with further symbols
                rational = all(value.is_Rational for value in at.values())
                holds = (relation.xreplace(at) if rational else relation.subs(at)) != sp.false
            if not holds:
                return relation
        return None

    def contains(self, **values: object) -> bool:
        """True unless some relation is false at these values."""
        return self.violated(**values) is None

    def admits(self, instance: Any) -> bool:
        """True unless a relation is false at the instance's `parameters()` or a class says that it is not a member."""
        if hasattr(instance, "parameters") and not self.contains(**instance.parameters()):
            return False
        return not any(member.contains is not None and member.contains(instance) is False for member in self.classes)

    def unsaid(self, instance: Any) -> tuple[Class, ...]:
        """The classes that do not confirm that an instance is a member: without a test, or with one that is undecided."""
        return tuple(member for member in self.classes if member.contains is None or member.contains(instance) is not True)

    def require(self, **values: object) -> None:
        """Raise OutsideDomain, naming the broken relation and the values, unless `contains`."""
        broken = self.violated(**values)
        if broken is not None:
            used = {s.name: values[s.name] for s in broken.free_symbols}
            name = "gamma" if "gamma" in used else sorted(used)[0]
            others = ", ".join(f"{k} = {v}" for k, v in sorted(used.items()) if k != name)
            raise OutsideDomain(name, used[name], f"must satisfy {broken}" + (f" (here {others})" if others else ""))

    def latex(self) -> str:
        """The relations in TeX; classes are sentences and appear in `str` only."""
        parts = [sp.latex(relation) for relation in self.relations]
        return r",\quad ".join(parts) if parts else r"\text{no condition on the parameters}"

    def __str__(self) -> str:
        parts = [str(relation) for relation in self.relations] + ([self.words] if self.words else [])
        return ", ".join(parts) if parts else "no condition"


def stands(line: str, *relations: sp.Basic) -> Domain:
    """A domain of relations, with the line where the source prints them."""
    return Domain(relations, lines={str(relation): line for relation in relations})


ANYWHERE = Domain()


#: Bits of an integer that is weighed at once; a longer one is read, and refused, by the grammar.
_LONGEST = 10_000


@cache
def _letters(relation: sp.Basic) -> frozenset[str]:
    return frozenset(s.name for s in relation.free_symbols)


def _fraction(value: object) -> Fraction | None:
    """An integer, a rational of SymPy or one of flint, of ordinary length; None for all else."""
    if type(value) is int:
        found = Fraction(value)
    elif hasattr(value, "p") and hasattr(value, "q"):
        found = Fraction(int(value.p), int(value.q))
    else:
        return None
    return found if max(found.numerator.bit_length(), found.denominator.bit_length()) < _LONGEST else None


_ORDERS = {sp.Le: operator.le, sp.Lt: operator.lt, sp.Ge: operator.ge, sp.Gt: operator.gt, sp.Eq: operator.eq, sp.Ne: operator.ne}


def _holds(relation: sp.Basic, values: Mapping[str, Any]) -> bool | None:
    """True if a relation between rational expressions holds at rational values, by arithmetic alone; None for any other relation."""
    try:
        return bool(_ORDERS[type(relation)](*(_value(side, values) for side in relation.args)))
    except (KeyError, ZeroDivisionError):
        return None


def _value(x: sp.Basic, values: Mapping[str, Any]) -> Any:
    """A rational expression at rational values. Raises KeyError for what is none, ZeroDivisionError."""
    if x.is_Symbol:
        return values[x.name]
    if x.is_Rational:
        return Fraction(x.p, x.q)
    if x.is_Add:
        return sum(_value(part, values) for part in x.args)
    if x.is_Mul:
        return prod(_value(part, values) for part in x.args)
    if x.is_Pow and (power := _value(x.exp, values)).denominator == 1:
        return _value(x.base, values) ** int(power)
    raise KeyError(x)
