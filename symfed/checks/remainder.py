"""Check that the remainder of an expansion shrinks as fast as claimed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, Protocol

import flint
import mpmath
import numpy as np
import sympy as sp

from symfed.checks.expansion import Expansion
from symfed.checks.growth import GrowthCheck
from symfed.checks.readings import on_problem
from symfed.checks.spelt import spelt
from symfed.core.check import Check, Witness
from symfed.core.domain import Class, Condition, Domain
from symfed.core.scope import Scope
from symfed.core.symbols import H, gamma
from symfed.core.verdict import Evidence
from symfed.models.problems import Problem
from symfed.reference.extraction import size

_ROUNDING = 2.0**-40  # slopes are float64 numbers below 8, each the rounded logarithm of a 40-digit quotient; five of them are added
_CLEAR = 1000  # a reference's error that much smaller than the remainder moves a slope by less than 0.003
#: The scope of a remainder uniform in H if only fixed H are tried.
AT_FIXED_H = Scope(remainder="the remainder at fixed H")
_SETTLED = 0.25  # half of what parts neighbouring half-orders


#: (terms, problem, gamma, H) -> the terms there
Reading = Callable[[Any, Any, Any, int], Any]


class Reference(Protocol):
    """Numbers that were found without the statement, and how far they may be off."""

    def __call__(self, problem: Any, gamma: Any, H: int) -> Any: ...

    def error(self, problem: Any, gamma: Any, H: int) -> float: ...


@dataclass(frozen=True)
class Path:
    """Pairs (gamma, H) along which gamma falls: at fixed H (`power` is None), or with H doubling and gamma H^power constant."""

    points: tuple[tuple[Fraction, int], ...]
    power: int | None = None

    def __str__(self) -> str:
        (first, number), halvings = self.points[0], len(self.points) - 1
        if self.power is None:
            return f"gamma from {first} by {halvings} halvings, H = {number}"
        numbers = ", ".join(str(steps) for _, steps in self.points)
        return f"gamma = {first * number**self.power}/H{'' if self.power == 1 else f'^{self.power}'}, H = {numbers}"


@dataclass(frozen=True)
class _Measured:
    """Measurements along one path: sizes of what the terms leave out, the reference's errors, and whether reference or terms are not
    zero."""

    sizes: tuple[mpmath.mpf, ...]
    errors: tuple[float, ...]
    speaks: bool


@lru_cache(maxsize=4096)
def _measured(terms: Any, problem: Problem, reference: Reference, reading: Reading, path: Path, digits: int) -> _Measured:
    """Measured once for all remainders that are tried with the same terms."""
    sizes, errors, speaks = [], [], False
    with mpmath.workdps(digits):
        for step, steps in path.points:
            exact = flint.fmpq(step.numerator, step.denominator)
            truth, said = np.asarray(reference(problem, exact, steps)), np.asarray(reading(terms, problem, exact, steps))
            sizes.append(size(truth - said))
            errors.append(reference.error(problem, exact, steps))
            speaks = speaks or size(truth) > errors[-1] or size(said) > 0
    return _Measured(tuple(sizes), tuple(errors), speaks)


@dataclass(frozen=True)
class RemainderOrder(Check):
    """|reference - terms| <= const * remainder for an `Expansion`, along paths on which gamma tends to zero, for each problem.

    Along gamma = first, first/2, ... at fixed H the remainder shrinks like its smallest power of gamma. A remainder that is uniform in H is
    put to two more kinds of path, on which H doubles through `rounds`: gamma H = reach, where all that a bound on gamma H allows is
    used up, and gamma H^2 constant, where gamma H tends to zero. A sum of gamma^i H^j shrinks there like H^-min(i - j) and
    H^-min(2i - j), so that a power of H too few is seen as an order too small.
    `reference(problem, gamma, H)` gives the quantity at a rational gamma; `reading` evaluates the terms there.
    Observed order s_k = log2(r_k / r_{k+1}), with x_k = gamma_k or 1/H_k. Where the remainder is a series in x, s_k = order + a x_k
    + b x_k^2 + ..., and (8 s_k - 6 s_{k-1} + s_{k-2})/3 is free of a and b. What that limit still misses is small beside the last change
    of s, and beside half the change before it, which is as large; twice the larger of them is the tolerance. (In half powers of x the
    limit misses 0.51 of the leading part of s_k, and the change is 0.41 of it. A tolerance on s_k itself would not do: what s_k misses
    equals the change to leading order.) Slopes whose changes are 1/4 or more, enough to confuse neighbouring half-orders, have not
    settled: the remainder may be changing its sign, and that path is undecided. Rounds begin long, for one power of H must have won over
    the next: below, a constant that happens to be small is not told from a sign that changes.
    `reference.error(problem, gamma, H)` is the reference's own error: an expansion whose remainder stays below it is exact there, one
    that comes within 1000 times of it leaves the path undecided, and further off it is part of the tolerance. A slope test never
    refutes: a limit has no finite witness. What counts are pairs of a problem and a path on which reference or terms do not vanish.
    `without` holds pairs of a condition and a proof that more than the remainder is left where that condition is dropped.
    """

    problems: Callable[[], Sequence[Problem]]
    reference: Reference
    order: Fraction | int | None = None  # at fixed H, of bare terms; an Expansion states its own
    reading: Reading = on_problem
    steps: tuple[int, ...] = (1, 2, 5)
    first: Fraction = Fraction(1, 64)
    halvings: int = 4
    scope: str = "exact reference"
    digits: int = 40
    rounds: tuple[int, ...] = (32, 64, 128, 256)
    reach: Fraction = Fraction(1, 4)
    without: tuple[tuple[Class, GrowthCheck], ...] = ()
    sees_remainder = True  # other checks of an expansion see its terms alone

    def __post_init__(self) -> None:
        if self.halvings < 3 or len(self.rounds) in (1, 2, 3):
            raise ValueError(f"halvings is {self.halvings}, rounds are {self.rounds}; three slopes are needed to see where they tend")
        if any(2 * one != other for one, other in pairwise(self.rounds)):
            raise ValueError(f"rounds are {self.rounds}; each must be twice the one before")

    @property
    def method(self) -> str:
        return f"order of the remainder ({self.scope})"

    def deepened(self) -> RemainderOrder:
        """The check with two more halvings, more numbers of local steps and longer rounds."""
        longer = (*self.rounds, 2 * self.rounds[-1]) if self.rounds else ()
        return replace(self, halvings=self.halvings + 2, steps=tuple(sorted({*self.steps, 3, 10})), rounds=longer)

    def paths(self, statement: Expansion) -> list[Path]:
        """The paths to try: at fixed numbers of local steps, and with growing ones if its remainder is uniform in them."""
        found = [Path(tuple((self.first / 2**k, number) for k in range(self.halvings + 1))) for number in self.steps]
        for power in () if statement.fixed else (1, 2):
            if self.rounds:
                reach = self.reach * self.rounds[0] ** (power - 1)
                found.append(Path(tuple((reach / number**power, number) for number in self.rounds), power))
        return found

    def examine(self, statement: Any, under: Domain) -> Evidence:
        stated = self._stated(statement)
        seen: dict[int | None, list[float]] = {}
        exact, undecided = 0, ""
        for problem in self.problems():
            for path in self.paths(stated):
                found = _measured(spelt(stated.terms), problem, self.reference, self.reading, path, self.digits)  # type: ignore[arg-type]  # frozen
                slopes = self._slopes(found, path)
                if slopes is None:
                    exact += found.speaks  # the expansion is exact here
                elif isinstance(slopes, str):
                    undecided = undecided or slopes
                elif self._too_slow(*slopes, stated.order(path.power)):
                    return self._refused(slopes[0], stated, path)
                elif found.speaks:
                    seen.setdefault(path.power, []).append(slopes[0][-1])
        if undecided:
            return self.unknown(undecided)
        if not seen and not exact:
            return self.unknown("reference and terms vanish on every problem: nothing was measured")
        if not seen:
            return self.holds("the remainder is zero on every problem", instances=exact)
        count = exact + sum(len(orders) for orders in seen.values())
        summary = "; ".join(self._summary(stated, power, orders) for power, orders in seen.items())
        if not stated.fixed and not self.rounds:
            return self.holds(f"{summary}; powers of H were not looked at", instances=count, covers=AT_FIXED_H)
        return self.holds(summary, instances=count)

    def beyond(self, statement: Any, condition: Condition, wider: Domain) -> Witness | None:
        """The instance, in words and with its proof, on which more is left without the condition; None where none is known."""
        for broken, growth in self.without:
            found = growth.examine(self._stated(statement), wider) if broken == condition else None
            if found is not None and found.refutes and found.fails:
                return found.witness
        return None

    def _stated(self, statement: Any) -> Expansion:
        if isinstance(statement, Expansion):
            return statement
        if self.order is None:
            raise TypeError(f"{self.method}: a remainder is part of the statement: judge an Expansion, not {type(statement).__name__}")
        return Expansion(statement, gamma ** sp.Rational(self.order.numerator, self.order.denominator), fixed=(H,))

    def _summary(self, stated: Expansion, power: int | None, orders: list[float]) -> str:
        observed = f"observed order {min(orders):.2f} to {max(orders):.2f}, claimed {stated.order(power)}, on {len(orders)} "
        if power is None:
            return observed + f"pairs (problem, H in {self.steps}), gamma from {self.first} by {self.halvings} halvings"
        return observed + f"problems with gamma H{'' if power == 1 else f'^{power}'} constant, H to {self.rounds[-1]}"

    def _refused(self, slopes: list[float], stated: Expansion, path: Path) -> Evidence:
        shown, claimed = ", ".join(f"{slope:.3f}" for slope in slopes), str(stated.order(path.power))
        witness = {"observed orders": shown, "claimed": claimed, "remainder": sp.sstr(stated.remainder), "window": str(path)}
        summary = f"observed orders {shown} against {claimed} ({path})"
        return self.doubts(summary, witness)

    def _too_slow(self, slopes: list[float], doubt: float, order: Fraction) -> bool:
        before, middle, last = slopes[-3:]
        drift = max(abs(last - middle), abs(middle - before) / 2)
        return (8 * last - 6 * middle + before) / 3 < float(order) - 2 * drift - 5 * doubt

    def _slopes(self, found: _Measured, path: Path) -> tuple[list[float], float] | str | None:
        """The slopes and a bound on the error of each; why there are none that can be used; or None where the expansion is exact."""
        pairs = list(zip(found.sizes, found.errors, strict=True))
        if all(left <= error for left, error in pairs):
            return None
        if near := [(left, error) for left, error in pairs if left <= _CLEAR * error]:
            return f"a remainder of {float(near[0][0]):.1e} is too close to the reference's own error {near[0][1]:.1e} ({path})"
        # |log2(1 + x)| <= 3 |x|/2 for |x| <= 1/1000, once for each side of a quotient
        doubt = 3 * max(float(error / left) for left, error in pairs) + _ROUNDING
        with mpmath.workdps(self.digits):
            slopes = [float(mpmath.log(a / b, 2)) for a, b in pairwise(found.sizes)]
        before, middle, last = slopes[-3:]
        if max(abs(last - middle), abs(middle - before) / 2) >= _SETTLED:
            return f"observed orders {', '.join(f'{slope:.3f}' for slope in slopes)} have not settled ({path})"
        return slopes, doubt
