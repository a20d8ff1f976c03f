"""The remainder of a combination of runs, by one bound that is proved for every step size and number of local steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from symfed.checks.expansion import Expansion
from symfed.checks.proven_remainder import ProvenRemainder
from symfed.core.check import Check
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.symbols import H, gamma
from symfed.core.verdict import Evidence, Tier


class RunAt(sp.Function):  # type: ignore[misc]  # SymPy is untyped
    """The result of one run, at its step size and its number of local steps.

    >>> 2 * RunAt(gamma, H) - RunAt(2 * gamma, H)
    2*RunAt(gamma, H) - RunAt(2*gamma, H)
    """

    nargs = 2


@dataclass(frozen=True)
class ProvenCombination(Check):
    """A linear combination of runs is the point, and what it is said to leave of it, up to the stated remainder.

    `single` holds the bound |run - point - terms| <= R(gamma, H), and `terms` is that expansion's transcription. The bound is proved for
    all gamma and H of its conditions, so at s gamma and k H, too, under its conditions read there; s and k are positive numbers, so that
    a power of s gamma and k H is the same power of gamma and H, but for a constant. Weights w, polynomials in H and 1/H, that are bounded,
    and that add up to one, miss the point by the weighted terms, and at most sum |w| R(s gamma, k H) beyond. Point and terms must be those
    of one problem, whatever the step: free of gamma and H, powers aside.

    The statement is an `Expansion`, whose terms are an estimator f(theta, gamma, H), and which leaves `rest`(p, gamma, H), or nothing. With
    an `estimator`, the terms are what that one leaves. exponent: the remainder is one of this power of the distance.
    """

    single: ProvenRemainder
    terms: Any
    rest: Any = None
    estimator: Any = None
    exponent: int = 1
    strength = Tier.PROVED
    sees_remainder = proves_remainder = True

    @property
    def method(self) -> str:
        return f"proven remainder of combined runs ({self.single.bound.id})"

    @property
    def rests_on(self) -> tuple[str, ...]:
        return self.single.rests_on

    def examine(self, statement: Any, under: Domain) -> Evidence:
        if not isinstance(statement, Expansion):
            return self.unknown("states no remainder")
        try:
            weights = dict(_weights(statement if self.estimator is None else self.estimator))
            rest = self._said(statement)
            left = sp.expand(sp.Add(*[w * self._at(s, k) for (s, k), w in weights.items()]) - rest)
        except (InvalidInput, AttributeError, TypeError) as refused:
            return self.unknown(f"not read in quantities: {refused}")
        if (total := sp.cancel(sp.Add(*weights.values()))) != 1:
            return self.doubts("the weights do not add up to one", {"weights": str(weights), "sum": str(total)})
        if left != 0:
            return self.doubts("the first orders leave something else", {"beyond what is said": str(left)})
        if moving := self.single.moving(self.single.p.at) or self.single.moving(self._proven):
            return self.unknown(f"{moving} is not known to be free of gamma and H, so that another step may have another")
        if unbounded := [w for w in weights.values() if not _is_bounded(w)]:
            return self.unknown(f"the weight {unbounded[0]} is not known to be bounded")
        needed: set[str] = set()
        for (s, k), _ in weights.items():
            there = replace(self.single, bound=_read_at(self.single.bound, s, k))
            found = there.examine(Expansion(self.terms, _remainder_root(statement.remainder, self.exponent), statement.fixed), under)
            if not found.holds:
                where = f"at {s * gamma} and {k * H}: {found.summary}"
                return self.doubts(where, found.witness or {}) if found.fails else self.unknown(where)
            needed |= set(found.needed)
        runs = ", ".join(f"({s * gamma}, {k * H})" for s, k in weights)
        kept = tuple(str(condition) for condition in under.conditions if str(condition) in needed)
        return self.holds(f"the bound of {self.single.bound.id} is proven at {runs}, and the weights bring no lower order", needed=kept)

    @property
    def _proven(self) -> sp.Expr:
        """The terms of the bound in its own names: what stands beside its quantity, whichever sign the norm has taken."""
        inside = self.single.bound.statement.lts.args[0]
        sides = (sp.expand(self.single.of - inside), sp.expand(self.single.of + inside))
        return min(sides, key=lambda side: len(sp.Add.make_args(side)))

    def _at(self, s: sp.Rational, k: sp.Rational) -> sp.Expr:
        return self.terms(self.single.p, s * gamma, k * H)

    def _said(self, statement: Expansion) -> sp.Expr:
        told = self.rest if self.estimator is None else statement
        return sp.S.Zero if told is None else as_expression(told(self.single.p, gamma, H))


def _weights(estimator: Any) -> Iterator[tuple[tuple[sp.Rational, sp.Rational], sp.Expr]]:
    """Each run, as (s, k) for s gamma and k H, with its weight. Raises InvalidInput for what is no linear combination of such runs."""
    said = sp.expand(estimator(RunAt, gamma, H))
    rest = said
    for run in sorted(said.atoms(RunAt), key=sp.default_sort_key):
        s, k = run.args[0] / gamma, run.args[1] / H
        if not (s.is_Rational and k.is_Rational and s > 0 and k > 0):
            raise InvalidInput("run", run, "must be at multiples of gamma and of H")
        weight = said.coeff(run)
        rest -= weight * run
        yield (s, k), weight
    if sp.expand(rest) != 0 or not said.has(RunAt):
        raise InvalidInput("estimator", said, "must be a linear combination of runs")


def _is_bounded(weight: sp.Expr) -> bool:
    """Return whether each term is at most a number where H >= 1 and gamma is bounded; False for what is no sum of powers."""
    try:
        return all(j <= 0 <= i for i, j in Expansion(0, sp.expand(weight)).orders)
    except ValueError:
        return False


def _read_at(bound: Claim, s: sp.Rational, k: sp.Rational) -> Claim:
    """The bound with its conditions at s gamma and k H. Its statement stays: the powers in it, which alone are read, are the same there."""
    there = {gamma: s * gamma, H: k * H}
    return replace(bound, under=Domain(tuple(r.subs(there, simultaneous=True) for r in bound.under.relations), bound.under.classes))


def _remainder_root(remainder: sp.Expr, exponent: int) -> sp.Expr:
    """A sum whose power is at most a constant times the remainder, as (a + b)^p <= 2^(p-1) (a^p + b^p)."""
    return sp.Add(*[term ** sp.Rational(1, exponent) for term in sp.Add.make_args(sp.expand(remainder))])
