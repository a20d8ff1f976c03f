"""Does what an expansion leaves out shrink as fast as claimed?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, Protocol

import flint
import mpmath
import numpy as np

from symfed.checks.readings import on_problem
from symfed.core.domain import Domain
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.models.arrays import rational

_ROUNDING = 2.0**-40  # slopes are float64 numbers below 8, each the rounded logarithm of a 40-digit quotient; five of them are added
_CLEAR = 1000  # a reference's error that much smaller than the remainder moves a slope by less than 0.003


def _size(difference: Any) -> mpmath.mpf:
    """Largest entry in absolute value, without rounding an exact number to float64 first."""
    entries = []
    for value in np.asarray(difference, dtype=object).flat:
        exact = rational(value)
        entries.append(abs(mpmath.mpf(int(exact.p)) / int(exact.q)) if exact is not None else abs(mpmath.mpf(value)))
    return max(entries)


class Reference(Protocol):
    """Numbers that were found without the statement, and how far they may be off."""

    def __call__(self, problem: Any, gamma: Any, H: int) -> Any: ...

    def floor(self, problem: Any, gamma: Any, H: int) -> float: ...


@dataclass(frozen=True)
class RemainderOrder:
    """|reference - statement| <= const * gamma^order along gamma = first, first/2, ..., at fixed H, for each problem.

    `reference(problem, gamma, H)` gives the quantity at a rational gamma; `reading` evaluates the statement there.
    Observed order s_k = log2(r_k / r_{k+1}). Where the remainder is a series in gamma, s_k = order + a gamma_k + b gamma_k^2 + ..., and
    (8 s_k - 6 s_{k-1} + s_{k-2})/3 is free of a and b. What that limit still misses is small beside the last change of s, and beside half
    the change before it, which is as large; twice the larger of them is the tolerance. (In half powers of gamma the limit misses 0.51
    of the leading part of s_k, and the change is 0.41 of it. A tolerance on s_k itself would not do: what s_k misses equals the
    change to leading order.) Slopes whose changes are 1/4 or more, enough to confuse neighbouring half-orders, have not settled: the
    remainder may be changing its sign, and the check is undecided.
    `reference.floor(problem, gamma, H)` is the reference's own error: an expansion whose remainder stays below it is exact there, one
    that comes within 1000 times of it leaves the check undecided, and further off it is part of the tolerance. A slope test never
    refutes: a limit has no finite witness.
    """

    problems: Callable[[], Sequence[Any]]
    reference: Reference
    order: Fraction | int
    reading: Callable[[Any, Any, Any, int], Any] = on_problem
    steps: tuple[int, ...] = (1, 2, 5)
    first: Fraction = Fraction(1, 64)
    halvings: int = 4
    scope: str = "exact reference"
    digits: int = 40

    def __post_init__(self) -> None:
        if self.halvings < 3:
            raise ValueError(f"halvings is {self.halvings}; three slopes are needed to see where they tend")

    @property
    def method(self) -> str:
        return f"order of the remainder ({self.scope})"

    def deepened(self) -> RemainderOrder:
        """The same with two more halvings and more numbers of local steps."""
        return replace(self, halvings=self.halvings + 2, steps=tuple(sorted({*self.steps, 3, 10})))

    def examine(self, statement: Any, under: Domain) -> Evidence:
        seen: list[float] = []
        with mpmath.workdps(self.digits):
            for problem in self.problems():
                for H in self.steps:
                    found = self._slopes(statement, problem, H)
                    if found is None:
                        continue  # the expansion is exact here
                    if isinstance(found, str):
                        return Evidence(self.method, Outcome.UNKNOWN, Tier.SUPPORTED, found)
                    slopes, doubt = found
                    before, middle, last = slopes[-3:]
                    drift = max(abs(last - middle), abs(middle - before) / 2)
                    if drift >= 0.25:
                        unsettled = f"observed orders {', '.join(f'{slope:.3f}' for slope in slopes)} have not settled (H = {H})"
                        return Evidence(self.method, Outcome.UNKNOWN, Tier.SUPPORTED, unsettled)
                    if (8 * last - 6 * middle + before) / 3 < float(self.order) - 2 * drift - 5 * doubt:
                        return self._refused(slopes, H)
                    seen.append(last)
        if not seen:
            return Evidence(self.method, Outcome.HOLDS, Tier.SUPPORTED, "the remainder is zero on every problem")
        summary = (
            f"observed order {min(seen):.2f} to {max(seen):.2f}, claimed {self.order}, on {len(seen)} pairs (problem, H in {self.steps}), "
            f"gamma from {self.first} by {self.halvings} halvings"
        )
        return Evidence(self.method, Outcome.HOLDS, Tier.SUPPORTED, summary, instances=len(seen))

    def _refused(self, slopes: list[float], H: int) -> Evidence:
        shown = ", ".join(f"{slope:.3f}" for slope in slopes)
        window = f"gamma from {self.first} by {self.halvings} halvings, H = {H}"
        witness = {"observed orders": shown, "claimed": str(self.order), "window": window}
        summary = f"observed orders {shown} against {self.order} ({window})"
        return Evidence(self.method, Outcome.FAILS, Tier.SUPPORTED, summary, witness, refutes=False)

    def _slopes(self, statement: Any, problem: Any, H: int) -> tuple[list[float], float] | str | None:
        """The slopes and a bound on the error of each; why there are none; or None where the expansion is exact."""
        sizes, floors = [], []
        for k in range(self.halvings + 1):
            gamma = flint.fmpq(self.first.numerator, self.first.denominator * 2**k)
            truth = np.asarray(self.reference(problem, gamma, H))
            sizes.append(_size(truth - np.asarray(self.reading(statement, problem, gamma, H))))
            floors.append(self.reference.floor(problem, gamma, H))
        pairs = list(zip(sizes, floors, strict=True))
        if all(size <= floor for size, floor in pairs):
            return None
        if near := [(size, floor) for size, floor in pairs if size <= _CLEAR * floor]:
            return f"a remainder of {float(near[0][0]):.1e} is too close to the reference's own error {near[0][1]:.1e}"
        # |log2(1 + x)| <= 3 |x|/2 for |x| <= 1/1000, once for each side of a quotient
        doubt = 3 * max(float(floor / size) for size, floor in pairs) + _ROUNDING
        return [float(mpmath.log(a / b, 2)) for a, b in pairwise(sizes)], doubt
