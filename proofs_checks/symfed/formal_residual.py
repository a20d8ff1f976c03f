"""Do derived moments satisfy the equations of a stationary law? Read anew, in dimension one, with every draw of a round spelled out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import factorial
from typing import Any

import flint
import numpy as np

from symfed.checks.series import Derived
from symfed.claims import Domain, Evidence
from symfed.core.check import Check
from symfed.core.supposed import remembered
from symfed.derive.expansion.hierarchy import NAMED, StationaryMoment
from symfed.derive.expansion.numeric import NumericRounds
from symfed.models.algorithms import get_algorithm
from symfed.models.jets import Jets, parts_for_order

Q = flint.fmpq
#: Three clients, two of them with two samples: derivatives 1, 2, ... of the sample losses at theta* = 0, where the mean gradient is zero.
SAMPLES = (
    ((Q(3), Q(1), Q(1, 2), Q(-1), Q(2)), (Q(-1), Q(3), Q(1), Q(1, 3), Q(0))),
    ((Q(-2), Q(2), Q(-1, 2), Q(2), Q(1)), (Q(1), Q(1), Q(2), Q(1), Q(-1))),
    ((Q(-1, 2), Q(3, 2), Q(1), Q(-1), Q(1)),),
)
RING = flint.fmpq_mpoly_ctx.get(["e", "gamma", "delta", "other"], "lex")
E, GAMMA, *DELTAS = RING.gens()
#: Powers of the errors of two control variates in the equations that are looked at.
CONTROLS = ((0, 0), (1, 0), (2, 0), (1, 1))


def _cut(p: Any, weight: int) -> Any:
    """Without what is beyond the weight: e counts one, gamma two, errors of control variates nothing."""
    return RING.from_dict({key: c for key, c in p.to_dict().items() if int(key[0]) + 2 * int(key[1]) <= weight})


def _power(p: Any, k: int, weight: int) -> Any:
    out = RING.constant(1)
    for _ in range(k):
        out = _cut(out * p, weight)
    return out


def _series(derivatives: tuple[Any, ...], x: Any, weight: int) -> Any:
    return sum((_power(x, m, weight) * (c / factorial(m)) for m, c in enumerate(derivatives)), RING.constant(0))


def _drawn(exact: bool) -> Any:
    """What each client draws from: its samples, or their mean."""
    return [(tuple(sum(parts, Q(0)) / len(parts) for parts in zip(*samples, strict=True)),) for samples in SAMPLES] if exact else SAMPLES


@lru_cache(maxsize=8)
def _ends(algorithm: str, H: int, weight: int) -> list[tuple[Any, ...]]:
    """e and two clients' delta after a round from (e, delta), for every sequence of draws, all equally likely.

    Control variates have mean zero, so that the third client's error is minus the sum of the others.
    """
    rule, one = get_algorithm(algorithm), RING.constant(1)
    own = []
    for samples, delta in zip(_drawn(rule.exact_gradient), (*DELTAS, -DELTAS[0] - DELTAS[1]), strict=True):
        rest = -sum((s[0] for s in samples), Q(0)) / len(samples)  # minus the gradient at theta*
        xi, ends = (delta + rest) if rule.keeps_memory else 0 * one, []
        for drawn in product(samples, repeat=H):
            x = E
            for derivatives in drawn:
                x = _cut(rule.step(x=x, g=_series(derivatives, x, weight), xi=xi, x_start=E, gamma=GAMMA, H=H), weight)
            ends.append((x, xi, rest))
        own.append(ends)
    found = []
    for clients in product(*own):
        mean = sum((x for x, _, _ in clients), 0 * one) / len(clients)
        after = [rule.control(xi, x, E, mean, GAMMA, H) - rest if rule.keeps_memory else 0 * one for x, xi, rest in clients[:2]]
        found.append((mean, *after))
    return found


def _cumulant(order: int, derivatives: int) -> list[Any]:
    """Derivatives at theta* of a cumulant, per client, of the sample gradients."""
    weight, out = derivatives, []
    for samples in SAMPLES:
        gradients = [_series(s, E, weight) for s in samples]
        mean = sum(gradients, RING.constant(0)) / len(samples)
        central = [sum((_power(g - mean, k, weight) for g in gradients), RING.constant(0)) / len(samples) for k in range(order + 1)]
        # of the fourth on, less what two of lower order make: 3 = binom(4, 2)/2 and 10 = binom(5, 2) pairings
        value = central[order] - (3, 10)[order - 4] * central[2] * central[order - 2] if order > 3 else central[order]
        out.append(_cut(value, weight).to_dict().get((derivatives, 0, 0, 0), Q(0)) * factorial(derivatives))
    return out


@lru_cache(maxsize=4)
def _jets(order: int) -> Jets:
    derivatives, cumulants = parts_for_order(order)

    def column(values: list[Any], axes: int) -> Any:
        return np.array(values, dtype=object).reshape((len(SAMPLES),) + (1,) * axes)

    def mean(m: int) -> list[Any]:
        return [sum((s[m] if m < len(s) else Q(0) for s in samples), Q(0)) / len(samples) for samples in SAMPLES]

    losses = tuple(column(mean(m), m + 1) for m in range(derivatives))
    noise = tuple(tuple(column(_cumulant(k, j), k + j) for j in range(highest + 1)) for k, highest in enumerate(cumulants, start=2))
    return Jets(losses, noise)


@remembered
def _moment(algorithm: str, H: int, k: int, powers: tuple[int, int], order: int) -> Mapping[int, Any]:
    """The derived coefficients of E e^k delta^powers up to gamma^order, by powers of gamma."""
    wanted, clients = _named(k, powers), tuple(c for c, power in enumerate(powers) if power)
    if not k and not clients:
        return {0: Q(1)} if order >= 0 else {}
    if order < wanted.first_power:
        return {}
    engine = max(wanted.engine_order(order), 1)
    found = NumericRounds(get_algorithm(algorithm), _jets(engine), engine).moments(wanted, order, H)
    return {j: value[clients].ravel()[0] for j, value in enumerate(found, start=wanted.first_power)}


def _named(k: int, powers: tuple[int, int]) -> StationaryMoment:
    return StationaryMoment(k, tuple(power for power in powers if power))


@dataclass(frozen=True)
class FormalResidual(Check):
    """E (e+)^k (delta+)^m - E e^k delta^m vanishes where every moment is replaced by its derived expansion, e+ found draw by draw.

    k to 2 order + 1; where there are control variates also m to two. Of the moment that is named the coefficients may be `changed`.
    What is solved for E e^k at gamma^j stands in its equation at gamma^(j+1): to gamma^(order + 1) that one holds for a derived expansion
    to gamma^order, those with control variates hold to gamma^order.
    """

    H: int = 2

    @property
    def method(self) -> str:
        return f"equations of the stationary law, draw by draw (d = 1, {len(SAMPLES)} clients, H = {self.H})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        terms = getattr(statement, "terms", statement)
        if not isinstance(terms, Derived):
            return self.unknown("no derived expansion")
        degrees, seen = range(2 * terms.order + 2), 0
        for powers, k in product(CONTROLS if get_algorithm(terms.algorithm).keeps_memory else CONTROLS[:1], degrees):
            for at, value in self._residual(terms, k, powers).items() if k or any(powers) else ():
                if value != 0:
                    witness = {"residual": str(value), "equation": f"E e^{k} delta^{powers}, gamma^{at}"}
                    return self.doubts("an equation of the stationary law is not satisfied", witness)
                seen += 1
        return self.holds(f"{seen} coefficients of residuals vanish, degrees 1 to {degrees[-1]}", instances=seen)

    def _residual(self, terms: Derived, k: int, powers: tuple[int, int]) -> dict[int, Any]:
        weight = 2 * terms.order + 2
        ends, change = _ends(terms.algorithm, self.H, weight), RING.constant(0)
        for parts in ends:
            value = RING.constant(1)
            for part, power in zip(parts, (k, *powers), strict=True):
                value = _cut(value * _power(part, power, weight), weight)
            change += value
        change = change / len(ends) - E**k * DELTAS[0] ** powers[0] * DELTAS[1] ** powers[1]
        out = dict.fromkeys(range(terms.order + (1 if any(powers) else 2)), Q(0))
        for (i, p, *own), c in change.to_dict().items():
            for j, value in self._value(terms, int(i), (int(own[0]), int(own[1])), max(out) - int(p)).items():
                out[j + int(p)] += c * value
        return out

    def _value(self, terms: Derived, k: int, powers: tuple[int, int], order: int) -> dict[int, Any]:
        found = dict(_moment(terms.algorithm, self.H, k, powers, order))
        factors = dict(terms.changed) if NAMED[terms.quantity] == _named(k, powers) else {}
        return {power: value * factors.get(power, Q(1)) for power, value in found.items()}
