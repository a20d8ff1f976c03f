"""Check the remainder of an expansion at a fixed number of local steps, by a theorem whose hypotheses are verified."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from math import ceil
from typing import Any

import flint
import sympy as sp

from symfed.checks.classes import (
    FOURTH_MOMENT,
    LIPSCHITZ_THIRD,
    MEAN_CURVED,
    QUADRATIC,
    QUADRATIC_ADDITIVE,
    SMOOTH_TO,
    ZERO_SUM,
    smooth_clients,
    smooth_samples,
)
from symfed.checks.expansion import Expansion
from symfed.checks.identity import SymbolicIdentity, as_printed
from symfed.checks.series import Derived, derived
from symfed.core import symbols
from symfed.core.check import Check, Comparison
from symfed.core.coordinates import coordinates
from symfed.core.domain import Class, Condition, Domain
from symfed.core.scope import ALL
from symfed.core.supposed import Derivation, draws, listening, suppose
from symfed.core.verdict import Evidence, Tier
from symfed.decide.signs import decide_sign
from symfed.derive.expansion import expand
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.strategies.standard import bent_scalars
from symfed.theorems.vocabulary import LIPSCHITZ_SAMPLES

#: From an algorithm, a quantity and an order to the exact check that terms are those which are derived.
Terms = Callable[[str, str, int], Check]


def in_averages(algorithm: str, quantity: str, order: int) -> Check:
    """For terms that are an expression in gamma, H, N and averages over clients, in dimension one."""
    return SymbolicIdentity(partial(expand, algorithm, quantity, order), as_printed)


@dataclass(frozen=True)
class AsDerived(Check):
    """The terms are what `symfed.derive` makes of the rule, as an object; others must differ from it on a problem."""

    algorithm: str
    quantity: str
    order: int
    strength = Tier.PROVED

    @property
    def method(self) -> str:
        return "the derived expansion itself"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        said, own = getattr(statement, "terms", statement), Derived(self.algorithm, self.quantity, self.order)
        if not isinstance(said, Derived):
            return self.unknown("no derived expansion")
        suppose(Derivation(self.algorithm, self.quantity, self.order))
        if replace(said, changed=tuple(pair for pair in said.changed if pair[1] != 1)) == own:
            return self.holds("the terms are the derived ones")
        (problem,) = bent_scalars()
        here, there = (complex(derived(terms, problem, flint.fmpq(1, 2), 3).ravel()[0]) for terms in (said, own))
        if abs(here - there) > abs(there) / 10**12:  # floats of 53 bits, each rounded once from 80 digits
            return self.doubts("the terms are not the derived ones", {"terms": repr(here.real), "derived": repr(there.real)})
        return self.unknown("the terms are not told from the derived ones")


@dataclass(frozen=True)
class RemainderAtFixedH(Check):
    """quantity = terms + O(gamma^r) at fixed H, where the terms are those derived to gamma^order and r is at most order + 1.

    That such terms leave so little is what the claim `theorem` says, which a row must use (that claim itself leaves it out). Here its
    hypotheses are checked: the terms, by the exact check that `terms` makes; the rule, which must be plain gradient steps, with control
    variates that a round renews or without; that H is held fixed; and conditions, one for one. With stochastic gradients those are a
    strongly convex mean loss and sample losses with 2 r + 1 bounded derivatives, and control variates with mean zero if there are any
    (for r up to 3/2 Lipschitz sample gradients with fourth moments, and Lipschitz third derivatives of the f_c near theta*, do as well);
    with exact gradients and no control variates a strongly convex mean loss and r + 1 continuous derivatives; where the clients are
    `quadratic`, that, and additive noise for second moments. A remainder that is smaller, or under fewer conditions, is not decided.
    """

    algorithm: str
    quantity: str
    order: int
    theorem: str = ""
    terms: Terms = in_averages
    quadratic: bool = False
    given: tuple[Class, ...] = ()  # under which the exact check reads the terms
    strength = Tier.PROVED
    sees_remainder = proves_remainder = True

    @property
    def method(self) -> str:
        return f"remainder at fixed H (of the derived terms to gamma^{self.order}; {self._exact.method})"

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The claim that a row with this check must use; none for that claim itself."""
        return (self.theorem,) if self.theorem else ()

    def examine(self, statement: Any, under: Domain) -> Evidence:
        draws(get_algorithm(self.algorithm), together=not (self.quadratic and self.quantity == "bias"))
        with listening() as heard:
            found = self._exact.examine(statement, under)
        if not found.holds:
            return replace(found, method=self.method)
        reported = [one for one in heard if isinstance(one, Derivation)]
        own = (one.order for one in reported if (one.algorithm, one.quantity) == (self.algorithm, self.quantity))
        if self.theorem and max(own, default=-1) < self.order:
            return self.unknown(f"the terms were compared with no derivation of this {self.quantity} to gamma^{self.order}")
        missed = self.too_small(statement) or ("" if plain(get_algorithm(self.algorithm)) else f"no plain gradient steps: {self.algorithm}")
        if missed:
            return self.unknown(missed)
        ways = self.wanted(statement.order(None))
        met = [[_matching_condition(need, under) for need in wanted] for wanted in ways]
        if all("" in names for names in met):
            return self.unknown(f"nothing says: {ways[0][met[0].index('')]}")
        return self.holds(
            f"{found.summary}; what they leave is O({statement.remainder})" + (f", by {self.theorem}" if self.theorem else ""),
            covers=replace(found.covers, remainder=ALL),
            needed=(*found.needed, *next(names for names in met if "" not in names)),
        )

    def too_small(self, statement: Any) -> str:
        """The reason why the theorem does not give the stated remainder; "" if it does."""
        if not isinstance(statement, Expansion) or not statement.fixed:
            return "no remainder at fixed H is stated"
        return "" if statement.order(None) <= self.order + 1 else f"terms to gamma^{self.order} leave gamma^{self.order + 1}"

    def wanted(self, power: Fraction) -> tuple[tuple[Condition, ...], ...]:
        """The conditions under which O(gamma^power) is left; more than one set of them may do."""
        rule = get_algorithm(self.algorithm)
        also = (*((ZERO_SUM,) if rule.keeps_memory else ()), *self.given)
        if self.quadratic:
            return ((MEAN_CURVED, QUADRATIC if self.quantity == "bias" else QUADRATIC_ADDITIVE, *also),)
        if rule.exact_gradient and not rule.keeps_memory:  # the fixed point of a round of e alone
            return ((MEAN_CURVED, smooth_clients(max(ceil(power) + 1, 3)), *also),)
        smooth = (MEAN_CURVED, smooth_samples(SMOOTH_TO[max(ceil(power) - 1, 0)]), *also)
        rough = (MEAN_CURVED, LIPSCHITZ_SAMPLES, LIPSCHITZ_THIRD, FOURTH_MOMENT, *also)
        return (smooth, rough) if power <= Fraction(3, 2) and self.quantity in ("bias", "second_moment") else (smooth,)

    def rejects(self, statement: Any, under: Domain) -> bool:
        return self._exact.rejects(statement, under)

    def compare(self, variant: Any, statement: Any, under: Domain) -> Comparison:
        """Compare a variant: the exact check decides on changed terms, and a changed remainder is examined anew."""
        terms = self._exact.compare(variant, statement, under)
        return terms if terms is Comparison.FAILS else Comparison(self.examine(variant, under).outcome)

    @property
    def rests_on_words(self) -> bool:
        """Where no theorem is named, the claim's own words say what is left."""
        return not self.theorem

    def unmet(self, premises: Mapping[str, Any]) -> str:
        """Return "" if a check of the theorem's claim decides remainders of rules of this kind, else the reason why it does not apply."""
        theorem = premises.get(self.theorem)
        checks = [check for lemma in theorem.proof for check in lemma.checks] if theorem else [self]
        alike = any(type(other) is type(self) and other._kind == self._kind for other in checks)
        return "" if alike else f"{self.theorem} says nothing of this remainder"

    @property
    def _kind(self) -> tuple[Any, ...]:
        rule = get_algorithm(self.algorithm)
        return self.quadratic, rule.exact_gradient, rule.keeps_memory

    @cached_property
    def _exact(self) -> Check:
        return self.terms(self.algorithm, self.quantity, self.order)


@dataclass(frozen=True)
class UniformRemainder(RemainderAtFixedH):
    """quantity = terms + O(remainder), uniformly in H where gamma H is bounded, by a theorem on the derived terms to gamma^order.

    `most` is the remainder that the theorem gives, `needs` its conditions; a relation must follow from those that are stated.
    """

    most: sp.Expr = symbols.gamma**2 * symbols.H**2
    needs: tuple[Condition, ...] = ()

    @property
    def method(self) -> str:
        return f"remainder uniformly in H (of the derived terms to gamma^{self.order}; {self._exact.method})"

    def too_small(self, statement: Any) -> str:
        """The reason why the theorem does not give the stated remainder; "" if it does."""
        if not isinstance(statement, Expansion) or statement.fixed:
            return "no remainder is stated that is uniform in H"
        return "" if statement.weaker_than(replace(statement, remainder=self.most)) else f"the terms leave {self.most}"

    @property
    def _kind(self) -> tuple[Any, ...]:
        return self.algorithm, self.quantity, self.order, self.most, self.needs

    def wanted(self, power: Fraction) -> tuple[tuple[Condition, ...], ...]:
        """The theorem's conditions, whatever the remainder."""
        return ((*self.needs, *self.given),)


def _matching_condition(need: Condition, under: Domain) -> str:
    """The condition by which a needed one is met; "" if none."""
    if isinstance(need, Class):
        return next((str(c) for c in under.classes if need.says in c.closure()), "")
    return next((str(r) for r in under.relations if decide_sign(need.gts - need.lts, Domain((r,))).kind == "nonnegative"), "")


def plain(rule: Algorithm) -> bool:
    """Return whether a step is x - gamma (g + s xi), the server takes the mean, and mean-zero control variates act by the round's path
    alone.

    A client's steps end at x - gamma (S + s H xi), S the sum of its gradients, and the mean over clients is x - gamma M: renewed as
    s (M - S)/H, or not kept at all, a control variate acts on what follows by way of the round's path alone.
    """
    x, x_start, g, xi, S, M = coordinates("x x_start g xi S M")
    gamma, H = symbols.gamma, symbols.H
    if rule.hyper:
        return False
    step = rule.step(x=x, g=g, xi=xi, x_start=x_start, gamma=gamma, H=H)
    s = -sp.diff(step, xi) / gamma
    if sp.expand(step - (x - gamma * (g + s * xi))) != 0 or s not in ((1, -1) if rule.keeps_memory else (0,)):
        return False
    if sp.expand(rule.server(x, S, gamma, H) - x) != 0:
        return False
    after = rule.control(xi, x - gamma * (S + s * H * xi), x, x - gamma * M, gamma, H)
    return not rule.keeps_memory or bool(sp.expand(after - s * (M - S) / H) == 0)
