"""Where a formula or a claim is stated to hold, as data: the domain that is checked is the domain that is printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp

from symfed.core.errors import OutsideDomain


@dataclass(frozen=True)
class Domain:
    """A conjunction of SymPy relations, with words for what no relation can say.

    >>> from symfed.core.symbols import gamma, L
    >>> Domain((gamma*L <= 1,)).contains(gamma=sp.Rational(1, 2), L=2)
    True
    """

    relations: tuple[sp.Basic, ...] = ()
    words: str = ""

    def __post_init__(self) -> None:
        for relation in self.relations:
            if not isinstance(relation, sp.core.relational.Relational):
                raise TypeError(f"Domain: {relation!r} is not a SymPy relation (a condition that is always true was simplified away?)")

    @property
    def symbols(self) -> tuple[sp.Symbol, ...]:
        found = set().union(*[relation.free_symbols for relation in self.relations]) if self.relations else set()
        return tuple(sorted(found, key=lambda s: s.name))

    def __and__(self, other: Domain) -> Domain:
        merged = self.relations + tuple(r for r in other.relations if r not in self.relations)
        words = [self.words] if self.words else []
        if other.words and other.words not in self.words.split("; "):
            words.append(other.words)
        return Domain(merged, "; ".join(words))

    def violated(self, **values: object) -> sp.Basic | None:
        """The first relation that is false at these values, or None. Relations with a missing value are left undecided."""
        by_name: Mapping[str, object] = values
        for relation in self.relations:
            names = {s.name: s for s in relation.free_symbols}
            if not set(names) <= set(by_name):
                continue
            # nsimplify would round: exact values stay exact, floats stay floats
            truth = relation.subs({s: sp.sympify(by_name[name]) for name, s in names.items()})
            if truth == sp.false:
                return relation
        return None

    def contains(self, **values: object) -> bool:
        """True unless some relation is false at these values."""
        return self.violated(**values) is None

    def require(self, **values: object) -> None:
        """Raise OutsideDomain, naming the broken relation and the values, unless `contains`."""
        broken = self.violated(**values)
        if broken is not None:
            used = {s.name: values[s.name] for s in broken.free_symbols}
            name = "gamma" if "gamma" in used else sorted(used)[0]
            others = ", ".join(f"{k} = {v}" for k, v in sorted(used.items()) if k != name)
            raise OutsideDomain(name, used[name], f"must satisfy {broken}" + (f" (here {others})" if others else ""))

    def latex(self) -> str:
        """The relations; `words` may hold anything and are left to `str`."""
        parts = [sp.latex(relation) for relation in self.relations]
        return r",\quad ".join(parts) if parts else r"\text{no condition on the parameters}"

    def __str__(self) -> str:
        parts = [str(relation) for relation in self.relations] + ([self.words] if self.words else [])
        return ", ".join(parts) if parts else "no condition"


ANYWHERE = Domain()
