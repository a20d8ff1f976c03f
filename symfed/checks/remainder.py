"""Does what an expansion leaves out shrink as fast as claimed?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import flint
import mpmath
import numpy as np

from symfed.checks.readings import on_problem, reference_floor
from symfed.core.domain import Domain
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.models.arrays import rational

_ROUNDING = 2.0**-40  # slopes are float64 numbers below 8, each the rounded logarithm of a 40-digit quotient
_CLEAR = 1000  # a remainder that many times the reference's error moves a slope by less than 2/(1000 ln 2) < 0.003


def _size(difference: Any) -> mpmath.mpf:
    """Largest entry in absolute value, without rounding an exact number to float64 first."""
    entries = []
    for value in np.asarray(difference, dtype=object).flat:
        exact = rational(value)
        entries.append(abs(mpmath.mpf(int(exact.p)) / int(exact.q)) if exact is not None else abs(mpmath.mpf(value)))
    return max(entries)


@dataclass(frozen=True)
class RemainderOrder:
    """|reference - statement| <= const * gamma^order along gamma = first, first/2, ..., at fixed H, for each problem.

    `reference(problem, gamma, H)` gives the quantity at a rational gamma; `reading` evaluates the statement there.
    Observed order s_k = log2(r_k / r_{k+1}). Where the remainder is a series in gamma, s_k = order + c gamma_k + ..., so the part
    still missing from the last slope is about |s_last - s_before|; that is the tolerance. To hold it must itself be below 1/4, which
    tells neighbouring half-orders apart; slopes that are neither too small nor settled are undecided. `floor(problem, gamma, H)` is the
    reference's own error: an expansion whose remainder stays below it is exact there, and one that comes within 1000 times of it leaves
    the check undecided. A slope test never refutes: a limit has no finite witness.
    """

    problems: Callable[[], Sequence[Any]]
    reference: Callable[[Any, Any, int], Any]
    order: Fraction | int
    reading: Callable[[Any, Any, Any, int], Any] = on_problem
    steps: tuple[int, ...] = (1, 2, 5)
    first: Fraction = Fraction(1, 64)
    halvings: int = 4
    floor: Callable[[Any, Any, int], float] = reference_floor
    scope: str = "exact reference"
    digits: int = 40

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
                    slopes = self._slopes(statement, problem, H)
                    if slopes is None:
                        continue  # the expansion is exact here
                    if isinstance(slopes, str):
                        return Evidence(self.method, Outcome.UNKNOWN, Tier.SUPPORTED, slopes)
                    last, drift = slopes[-1], abs(slopes[-1] - slopes[-2])
                    if last < float(self.order) - drift - _ROUNDING:
                        return self._refused(slopes, H)
                    if drift >= 0.25:
                        unsettled = f"observed orders {', '.join(f'{slope:.3f}' for slope in slopes)} have not settled (H = {H})"
                        return Evidence(self.method, Outcome.UNKNOWN, Tier.SUPPORTED, unsettled)
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

    def _slopes(self, statement: Any, problem: Any, H: int) -> list[float] | str | None:
        sizes, floors = [], []
        for k in range(self.halvings + 1):
            gamma = flint.fmpq(self.first.numerator, self.first.denominator * 2**k)
            truth = np.asarray(self.reference(problem, gamma, H))
            sizes.append(_size(truth - np.asarray(self.reading(statement, problem, gamma, H))))
            floors.append(self.floor(problem, gamma, H))
        pairs = list(zip(sizes, floors, strict=True))
        if all(size <= floor for size, floor in pairs):
            return None
        if near := [(size, floor) for size, floor in pairs if size <= _CLEAR * floor]:
            return f"a remainder of {float(near[0][0]):.1e} is too close to the reference's own error {near[0][1]:.1e}"
        return [float(mpmath.log(a / b, 2)) for a, b in pairwise(sizes)]
