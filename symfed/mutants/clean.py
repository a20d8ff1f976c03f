"""Run the mutants' checks on true statements: no run may contradict one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
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
#: Largest step size of a slope. Next terms are at most some hundred times the leading one (gamma a H <= 25 at gamma = 1), so that below
#: 2^-14 no remainder turns unless its leading coefficient is a thousand times smaller than those that these draws give.
_FIRST = Fraction(1, 2**14)


def clean_runs(count: int, jobs: int = 1, seed: int = 0, scheduler: str | None = None) -> dict[str, int]:
    """{"runs", "alarms", "undecided"}: every formula in turn, on a problem of its own in every run, before the check that judges it."""
    blocks = [range(start, min(start + _BLOCK, count)) for start in range(0, count, _BLOCK)]
    total: Counter[str] = Counter()
    with workers(jobs, scheduler) as pool:
        for _, outcomes in pool.answers(partial(_run_block, seed=seed), blocks):
            total.update(outcomes)
    return {"runs": sum(total.values()), "alarms": total[Outcome.FAILS], "undecided": total[Outcome.UNKNOWN]}


def _run_block(numbers: range, seed: int) -> Counter[str]:
    return Counter(clean_run(number, seed) for number in numbers)


def clean_run(number: int, seed: int) -> Outcome:
    """The outcome of testing one formula, chosen by `number`, on a random exact instance."""
    known = {name: formula for name, formula in formulas().items() if name not in EMPTY_ON_QUADRATICS}
    name = sorted(known)[number % len(known)]
    formula, draw = known[name], stream(seed, "clean runs", number)
    H = int(draw.integers(2, 6))  # with one step, or one client, most expansions vanish and nothing is measured
    if isinstance(formula, ExpansionFormula):
        problem, steps = _quadratic(draw, 1), 1 if formula.one_step else H
        check = RemainderOrder(lambda: (problem,), REFERENCES[name], formula.order + 1, on_problem, steps=(steps,), first=_FIRST)
        return check.examine(formula, ANYWHERE).outcome
    if isinstance(formula, ScalarFormula):
        share = int(draw.integers(1, 4))
        case = RateCase(flint.fmpq(int(draw.integers(1, 13)), 36), min(H, 3), flint.fmpq(3), share, 3)
        return _equality_outcome(on_rate(formula, case), TRUTHS[name](case))
    problem = _quadratic(draw, int(draw.integers(1, 4)))
    instance = Instance(problem, flint.fmpq(1, int(draw.integers(8, 40))), H, None, None)
    return _equality_outcome(on_instance(formula, instance), TRUTHS[name](instance))


def _equality_outcome(value: Any, truth: Any) -> Outcome:
    return Outcome.HOLDS if holds(value, truth, "==") else Outcome.FAILS


def _quadratic(draw: Any, d: int) -> QuadraticProblem:
    """Two or three clients with curvatures between 1/4 and 5, by diagonal dominance; noise covariances B B'.

    No entry of a Hessian, an optimum or B is zero or shared by two clients, so that no average in a formula vanishes because clients are
    alike or without noise.
    """
    N = int(draw.integers(2, 4))

    def different(low: int, high: int, q: int) -> Any:
        """An entry of every client, (N,)."""
        values = draw.choice([p for p in range(low, high + 1) if p != 0], N, replace=False)
        return np.array([flint.fmpq(int(p), q) for p in values], dtype=object)

    A, B = np.zeros((2, N, d, d), dtype=object) + flint.fmpq(0)
    for i in range(d):
        A[:, i, i] = different(5, 12, 4)
        for j in range(d):
            B[:, i, j] = different(-3, 3, 2)
            if j < i:
                A[:, i, j] = A[:, j, i] = different(-2, 2, 4)
    optima = np.stack([different(-6, 6, 2) for _ in range(d)], axis=1)
    return QuadraticProblem(A, optima, B @ B.swapaxes(1, 2))
