"""Stationary laws over a grid of problems, step sizes and numbers of local steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, exact_or_float
from symfed.models.problems.problem import Problem, check_problem
from symfed.reference.result import Stationary
from symfed.reference.simulation.progress import Interrupted, Progress, progress_callback
from symfed.reference.stationary import check_method, stationary
from symfed.reference.streams import stream
from symfed.workers import workers


@dataclass(frozen=True)
class Cell:
    """One point of the grid: its `law` or, if there is none, the `failure` in words; neither if it is not solved yet.

    problem: the problem's key in `Sweep.problems`.
    """

    problem: Any
    num_clients: int
    gamma: Any
    H: int
    law: Stationary | None = None
    failure: str = ""


@dataclass(frozen=True)
class Sweep:
    """The cells of a grid, problems outermost and H innermost, whatever the order in which they were solved."""

    problems: Mapping[Any, Problem]
    gammas: tuple[Any, ...]
    hs: tuple[int, ...]
    cells: tuple[Cell, ...]

    def rows(self) -> list[dict[str, Any]]:
        """One dict per cell, of plain numbers and lists, for a data frame or a JSON file."""
        return [
            {
                "problem": cell.problem,
                "num_clients": cell.num_clients,
                "gamma": float(cell.gamma),
                "H": cell.H,
                "method": cell.law.method if cell.law else None,
                "rigorous": cell.law.rigorous if cell.law else None,
                **{name: None if cell.law is None else self._value(cell, name).tolist() for name in _QUANTITIES},
                "failure": cell.failure,
            }
            for cell in self.cells
        ]

    def array(self, quantity: str) -> Array:
        """A float64 array of shape (problems, gammas, hs, ...), NaN for a cell without a law.

        quantity: "mean", "bias" (the mean minus theta*) or "error", shape (d,); "second_moment" or "second_moment_error", (d, d).
        Raises InvalidInput for another name, or for problems of several dimensions.
        """
        if quantity not in _QUANTITIES:
            raise InvalidInput("quantity", quantity, f"must be one of {', '.join(_QUANTITIES)}")
        dims = {problem.dim for problem in self.problems.values()}
        if len(dims) > 1:
            raise InvalidInput("quantity", quantity, f"has no common shape: the problems have dimensions {sorted(dims)}", "use rows()")
        (d,) = dims
        shape = (d, d) if quantity.startswith("second") else (d,)
        values = [np.full(shape, np.nan) if cell.law is None else self._value(cell, quantity) for cell in self.cells]
        return np.array(values, dtype=float).reshape(len(self.problems), len(self.gammas), len(self.hs), *shape)

    @staticmethod
    def _value(cell: Cell, quantity: str) -> Array:
        assert cell.law is not None
        value = getattr(cell.law, quantity)
        return np.full(cell.law.second_moment.shape, np.nan) if value is None else np.asarray(value).astype(float)


_QUANTITIES = ("mean", "bias", "error", "second_moment", "second_moment_error")


@dataclass(frozen=True)
class _Work:
    """The task sent to a worker; its repr is the point of the grid."""

    cell: Cell
    algorithm: Algorithm = field(repr=False)
    problem: Problem = field(repr=False)
    options: Mapping[str, Any] = field(repr=False)


def sweep(
    algorithm: str | Algorithm,
    problems: Problem | Sequence[Problem] | Mapping[Any, Problem],
    gammas: Sequence[Any],
    hs: Sequence[int],
    method: str = "auto",
    *,
    digits: int | None = None,
    budget: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    scheduler: str | None = None,
    progress: Progress | bool | None = None,
) -> Sweep:
    """`stationary` at every (problem, gamma, H), in this process, in `jobs` processes or on the Dask cluster at `scheduler`.

    problems: one, several (their keys are then 0, 1, ...) or by key; for a sweep over N write {N: build(N) for N in (1, 10, 100)}.
    method, digits, budget: as in `stationary`. A cell that fails, because its step is too large or for any other reason, records the
    failure and does not affect the others.

    The seed of a cell depends on `seed` and the cell's key, gamma and H: the numbers are the same wherever and in whatever order cells
    are solved, and do not change when the grid grows. `progress(done, cells)` is called as cells complete; True shows a bar with the time
    left on standard error. Ctrl-C raises `Interrupted`, a KeyboardInterrupt whose `.partial` is the Sweep with the cells solved so far.
    Raises InvalidInput for arguments that are invalid for every cell.

    >>> from symfed.models.problems import QuadraticProblem
    >>> found = sweep("fedavg", QuadraticProblem([[[1]], [[3]]], [[0], [4]]), [0.1, 9], [1, 2])
    >>> found.array("bias").shape, found.cells[2].failure[:12]
    ((1, 2, 2, 1), 'UnstableStep')
    """
    chosen, known = get_algorithm(algorithm), _by_key(problems)
    check_method(method)
    for name, values in (("gammas", gammas), ("hs", hs)):
        if len(values) == 0:
            raise InvalidInput(name, values, "must hold at least one value")
    for i, gamma in enumerate(gammas):
        if not exact_or_float(f"gammas[{i}]", gamma) > 0:
            raise InvalidInput(f"gammas[{i}]", gamma, "must be positive")
    for H in hs:
        chosen.check_local_steps(H)
    options = {"method": method, "digits": digits, **({} if budget is None else {"budget": budget})}
    work = [
        _Work(Cell(key, known[key].num_clients, gamma, int(H)), chosen, known[key], {**options, "seed": _cell_seed(seed, key, gamma, H)})
        for key, gamma, H in product(known, gammas, hs)
    ]
    cells, done = [item.cell for item in work], 0
    try:
        with workers(jobs, scheduler) as pool, progress_callback(progress, f"sweeping {chosen.name}") as report:
            for number, cell in pool.answers(_solve_cell, work):
                cells[number], done = cell, done + 1
                report(done, len(cells))
    except KeyboardInterrupt:
        partial = Sweep(known, tuple(gammas), tuple(map(int, hs)), tuple(cells))
        raise Interrupted(partial, done, len(cells), "cells") from None
    return Sweep(known, tuple(gammas), tuple(map(int, hs)), tuple(cells))


def _by_key(problems: Problem | Sequence[Problem] | Mapping[Any, Problem]) -> dict[Any, Problem]:
    several = [problems] if isinstance(problems, Problem) else problems
    known = dict(several) if isinstance(several, Mapping) else dict(enumerate(several))
    if not known:
        raise InvalidInput("problems", problems, "must hold at least one problem")
    for problem in known.values():
        check_problem(problem)
    return known


def _cell_seed(seed: int, key: Any, gamma: Any, H: int) -> int:
    return int(stream(seed, f"sweep of {key} at gamma = {exact_or_float('gamma', gamma)}", int(H)).integers(2**63))


def _solve_cell(work: _Work) -> Cell:
    try:
        return replace(work.cell, law=stationary(work.algorithm, work.problem, work.cell.gamma, work.cell.H, **work.options))
    except Exception as error:
        return replace(work.cell, failure=f"{type(error).__name__}: {error}")
