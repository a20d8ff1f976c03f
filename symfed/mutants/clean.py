"""The mutants' checks on what is true: no run may be contradicted."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import flint
import numpy as np

from symfed.checks import RemainderOrder
from symfed.checks.counterexample import holds
from symfed.core.domain import ANYWHERE
from symfed.core.verdict import Outcome
from symfed.formulas.expansion import ExpansionFormula
from symfed.formulas.kinds import ScalarFormula
from symfed.models.problems import QuadraticProblem
from symfed.mutants.of_formulas import formulas, on_instance, on_problem, on_rate
from symfed.mutants.references import EMPTY_ON_QUADRATICS, REFERENCES, TRUTHS
from symfed.reference.streams import stream
from symfed.strategies import Instance
from symfed.strategies.rates import RateCase
from symfed.workers import workers

_BLOCK = 250  # runs that a process takes at a time


def clean_runs(count: int, jobs: int = 1, seed: int = 0, scheduler: str | None = None) -> dict[str, int]:
    """{"runs", "alarms", "undecided"}: every formula in turn, on a problem of its own in every run, before the check that judges it."""
    blocks = [range(start, min(start + _BLOCK, count)) for start in range(0, count, _BLOCK)]
    total: Counter[str] = Counter()
    with workers(jobs, scheduler) as pool:
        for _, outcomes in pool.answers(partial(_block, seed=seed), blocks):
            total.update(outcomes)
    return {"runs": sum(total.values()), "alarms": total[Outcome.FAILS], "undecided": total[Outcome.UNKNOWN]}


def _block(numbers: range, seed: int) -> Counter[str]:
    return Counter(clean_run(number, seed) for number in numbers)


def clean_run(number: int, seed: int) -> Outcome:
    """What the formula whose turn it is meets on a random exact instance."""
    known = {name: formula for name, formula in formulas().items() if name not in EMPTY_ON_QUADRATICS}
    name = sorted(known)[number % len(known)]
    formula, draw = known[name], stream(seed, "clean runs", number)
    H = int(draw.integers(2, 6))  # with one step, or one client, most expansions vanish and nothing is measured
    if isinstance(formula, ExpansionFormula):
        problem, steps = _quadratic(draw, 1), 1 if formula.one_step else H
        check = RemainderOrder(lambda: (problem,), REFERENCES[name], formula.order + 1, on_problem, steps=(steps,))
        return check.examine(formula, ANYWHERE).outcome
    if isinstance(formula, ScalarFormula):
        share = int(draw.integers(1, 4))
        case = RateCase(flint.fmpq(int(draw.integers(1, 13)), 36), min(H, 3), flint.fmpq(3), share, 3)
        return _equal(on_rate(formula, case), TRUTHS[name](case))
    problem = _quadratic(draw, int(draw.integers(1, 4)))
    instance = Instance(problem, flint.fmpq(1, int(draw.integers(8, 40))), H, None, None)
    return _equal(on_instance(formula, instance), TRUTHS[name](instance))


def _equal(value: Any, truth: Any) -> Outcome:
    return Outcome.HOLDS if holds(value, truth, "==") else Outcome.FAILS


def _quadratic(draw: Any, d: int) -> QuadraticProblem:
    """Two or three clients with curvatures between 1/4 and 5, by diagonal dominance; noise covariances B B'."""
    N = int(draw.integers(2, 4))

    def rationals(low: int, high: int, shape: tuple[int, ...], q: int) -> Any:
        return np.vectorize(lambda p: flint.fmpq(int(p), q), otypes=[object])(draw.integers(low, high + 1, shape))

    A = np.zeros((N, d, d), dtype=object) + flint.fmpq(0)
    for i in range(d):
        A[:, i, i] = rationals(5, 12, (N,), 4)
        for j in range(i):
            A[:, i, j] = A[:, j, i] = rationals(-2, 2, (N,), 4)
    B = rationals(-3, 3, (N, d, d), 2)
    return QuadraticProblem(A, rationals(-6, 6, (N, d), 2), B @ B.swapaxes(1, 2))
