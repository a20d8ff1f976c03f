"""Check the coefficients of an expansion against those read off a reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

import flint
import mpmath

from symfed.checks.readings import on_problem
from symfed.checks.remainder import Reading, Reference
from symfed.checks.spelt import spelt
from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.verdict import Evidence
from symfed.models.problems import Problem
from symfed.reference.extraction import extract, size


@dataclass(frozen=True)
class CoefficientMatch(Check):
    """The coefficients of gamma^1, ..., gamma^order in the statement are those of the reference, at fixed H, for each problem.

    Both are evaluated at gamma = first, first/2, ... and read off by the same interpolation, exact for a polynomial of low degree. Each
    pair must agree within the error of the readings, and that error must leave `digits` digits: of the coefficient, or, where all
    values are zero, nothing is left to read and both must vanish. An error that leaves fewer digits is no answer: the step sizes are too
    large, the reference too coarse, or the quantity is no series in gamma (half powers do not settle). Where every coefficient vanishes
    on both sides nothing is compared, and that is no answer either. It never refutes: a limit has no finite witness. Of an `Expansion`
    it sees the terms alone.
    """

    problems: Callable[[], Sequence[Problem]]
    reference: Reference
    order: int
    reading: Reading = on_problem
    steps: tuple[int, ...] = (1, 2, 5)
    digits: int = 10
    first: Fraction = Fraction(1, 8192)
    nodes: int = 8
    scope: str = "reference of high precision"
    working: int = 100

    @property
    def method(self) -> str:
        return f"coefficients read off a reference ({self.scope})"

    def deepened(self) -> CoefficientMatch:
        """The check with twice the digits, two more step sizes and more numbers of local steps."""
        return replace(self, digits=2 * self.digits, nodes=self.nodes + 2, steps=tuple(sorted({*self.steps, 3, 10})))

    def examine(self, statement: Any, under: Domain) -> Evidence:
        fewest, seen = mpmath.inf, 0
        with mpmath.workdps(self.working):
            for problem in self.problems():
                for H in self.steps:
                    rows = self._compared(statement, problem, H)
                    for found, off, error, where in rows:
                        if off > error:
                            return self._refused(found, off, error, where)
                    for found, _, error, where in rows:
                        if error == 0:
                            continue  # both vanish
                        left = -mpmath.log10(error / found) if found else -mpmath.inf
                        if left < self.digits:
                            unread = f"{mpmath.nstr(found, 6)} is read off to {mpmath.nstr(error, 2)} only ({where})"
                            return self.unknown(unread)
                        fewest, seen = min(fewest, left), seen + 1
        if not seen:
            return self.unknown("every coefficient is zero on both sides: nothing was compared")
        summary = f"{seen} coefficients of gamma^1 to gamma^{self.order}, H in {self.steps}, agree to {int(fewest)} digits or more"
        return self.holds(summary, instances=seen)

    def _refused(self, found: mpmath.mpf, off: mpmath.mpf, error: mpmath.mpf, where: str) -> Evidence:
        numbers = {"reference": found, "difference": off, "error of the readings": error}
        witness = {name: mpmath.nstr(number, 12) for name, number in numbers.items()} | {"where": where}
        summary = f"off by {witness['difference']} where {witness['error of the readings']} was allowed ({where})"
        return self.doubts(summary, witness)

    def _compared(self, statement: Any, problem: Problem, H: int) -> list[tuple[mpmath.mpf, mpmath.mpf, mpmath.mpf, str]]:
        """For each power: size of the reference's coefficient, of the difference, the error of both readings, and where that is."""
        gammas = [flint.fmpq(self.first.numerator, self.first.denominator * 2**k) for k in range(self.nodes)]
        read = partial(extract, gammas, order=self.order)
        truth = read([self.reference(problem, gamma, H) for gamma in gammas], [self.reference.error(problem, gamma, H) for gamma in gammas])
        said = read([self.reading(spelt(statement), problem, gamma, H) for gamma in gammas], [0] * len(gammas))
        rows = zip(truth.coefficients, said.coefficients, truth.errors, said.errors, strict=True)
        return [
            (size(c), size(c - s), one + other, f"gamma^{j}, H = {H}, {problem!r}") for j, (c, s, one, other) in enumerate(rows, start=1)
        ]
