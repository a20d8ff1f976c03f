"""Exact instances in numbers that record the operations on them, and stationary laws that are stated where a program would solve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import flint
import numpy as np

from symfed.coq.instances.curves import curved, is_curved, with_members
from symfed.coq.instances.law import KeptLaw
from symfed.coq.instances.numbers import Number, Record, values
from symfed.coq.instances.sampled import SampledLaw
from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, solve
from symfed.models.jets import Jets
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.models.rounds import run_rounds
from symfed.strategies.sampled import SampledRun


def recorded(instance: Any, record: Record, prefix: str = "") -> Any:
    """The instance with every rational in it as a number of the record, named after its place. Raises InvalidInput for other numbers."""
    if isinstance(instance, QuadraticProblem):
        A, centres = record.array("A", instance.hessian_matrices), record.array("centre", instance.optima)
        noise = record.array("C", instance.noise) if any(entry != 0 for entry in instance.noise.flat) else 0 * A
        return SpokenQuadratic(A, centres, noise, record)
    if isinstance(instance, LinearProblem):
        named = [f"_{c + 1}" * (instance.num_clients > 1) for c in range(instance.num_clients)]
        held = (("A", instance.matrices), ("b", instance.vectors), ("w", instance.weights))
        matrices, vectors, weights = (
            [record.array(f"{letter}{own}", part) for own, part in zip(named, each, strict=True)] for letter, each in held
        )
        return SpokenLinear(matrices, vectors, weights, record)
    if isinstance(instance, Jets):
        return _recorded_jets(instance, record)
    if isinstance(instance, flint.fmpq):
        return record.number(prefix, instance)
    if isinstance(instance, np.ndarray):
        return record.array(prefix, instance) if isinstance(instance.flat[0], flint.fmpq) else instance
    if isinstance(instance, list | tuple):
        parts = [recorded(value, record, f"{prefix}_{k}") for k, value in enumerate(instance, start=1)]
        return parts if isinstance(instance, list) else tuple(parts)
    if isinstance(instance, dict):
        return {key: recorded(value, record, key.replace(" ", "_")) for key, value in instance.items()}
    if is_dataclass(instance) and not isinstance(instance, type):
        return curved(instance, record) if is_curved(instance) else _recorded_dataclass(instance, record)
    return instance


#: Fields of an instance that follow from its other numbers.
_DERIVED = {"mu": 0, "L": 1}


def _recorded_dataclass(instance: Any, record: Record) -> Any:
    parts: dict[str, Any] = {}
    bounds: tuple[Number, Number] | None = None
    for field in fields(instance):
        value = getattr(instance, field.name)
        if field.name in _DERIVED and hasattr(instance, "problem"):
            bounds = bounds or _gershgorin_bounds(parts["problem"].hessian_matrices)
            found = bounds[_DERIVED[field.name]]
            # a constant that is drawn apart from the clients is a number of its own
            parts[field.name] = found if found.value == value else recorded(value, record, field.name)
        else:
            parts[field.name] = recorded(value, record, field.name)
    made = replace(instance, **parts)
    return _spoken_run(made, record) if isinstance(made, SampledRun) else made


def _gershgorin_bounds(matrices: Array) -> tuple[Number, Number]:
    """Constants mu and L of all matrices by Gershgorin, as instances have them."""
    ends = []
    for A in matrices:
        radii = [sum((abs(A[i, j]) for j in range(len(A)) if j != i), flint.fmpq(0)) for i in range(len(A))]
        ends.append((min(A[i, i] - r for i, r in enumerate(radii)), max(A[i, i] + r for i, r in enumerate(radii))))
    return min(low for low, _ in ends), max(high for _, high in ends)


def _recorded_jets(jets: Jets, record: Record) -> Jets:
    names = ("g", "A", "T", "F4", "F5")
    derivatives = tuple(record.array(called, part) for called, part in zip(names, jets.derivatives, strict=False))
    cumulants = tuple(
        tuple(record.array("C" if k == j == 0 else f"K{k + 2}{j}", part) for j, part in enumerate(held))
        for k, held in enumerate(jets.cumulants)
    )
    return replace(jets, derivatives=derivatives, cumulants=cumulants)


def _spoken_run(run: SampledRun, record: Record) -> SampledRun:
    """A run whose problem is in recorded numbers: where a class builds one from its samples, this one has it."""

    def quadratic(self: Any) -> QuadraticProblem:
        A, b = (part.sum(axis=1) / len(self.samples) for part in (self.matrices, self.vectors))
        centres = np.stack([solve(one, v) for one, v in zip(A, b, strict=True)])
        return SpokenQuadratic(A, centres, 0 * A, record)

    def linear(self: Any) -> LinearProblem:
        weights = [np.array([flint.fmpq(1, len(own))] * len(own), dtype=object) for own in self.vectors]  # all samples equally likely
        return SpokenLinear(list(self.matrices), list(self.vectors), weights, record)

    own: dict[str, Any] = {"quadratic": quadratic}
    if hasattr(type(run), "problem"):
        own["problem"] = cached_property(linear)
    made: SampledRun = with_members(run, own, {})
    return made


class SpokenQuadratic(QuadraticProblem):
    """Quadratic clients in recorded numbers; `plain` are the clients themselves. Its stationary laws are variables with conditions."""

    def __init__(self, A: Array, centres: Array, noise: Array, record: Record) -> None:
        self.hessian_matrices, self.optima, self.noise, self.record = A, centres, noise, record

    @cached_property
    def optimum(self) -> Array:
        A = self.hessian_matrices
        return _solve_positive(A.sum(axis=0), (A @ self.optima[..., None])[..., 0].sum(axis=0))

    @property
    def plain(self) -> QuadraticProblem:
        return QuadraticProblem(*[values(part) for part in (self.hessian_matrices, self.optima, self.noise)])

    def stated_law(self, rule: Algorithm, gamma: Any, H: int, mean_control: Any = None) -> Any:
        """The law of a rule as the proof states it: the exact reference calls this in place of solving for it."""
        return _stated_law(KeptLaw, self, rule, gamma, H, mean_control)

    def stated_sum(self, rule: Algorithm, runs: Sequence[tuple[Any, int]], weights: Sequence[Any]) -> SimpleNamespace:
        """The weighted sum of runs in stationarity: its mean alone, from the means of the runs, whatever they have in common."""
        total = sum(weight * self.stated_law(rule, gamma, H).mean for weight, (gamma, H) in zip(weights, runs, strict=True))
        return SimpleNamespace(bias=total - self.optimum)

    def stated_round(self, rule: Algorithm, gamma: Any, H: int) -> Array:
        """The matrix of a round on (theta - theta*, xi_1, .., xi_N), column by column, by running the rule on each coordinate."""
        (N, d), A = self.optima.shape, self.hessian_matrices
        columns = []
        for k in range((N + 1) * d):
            start = np.array([flint.fmpq(int(i == k)) for i in range((N + 1) * d)], dtype=object).reshape(N + 1, d)
            x, xi = run_rounds(
                rule, lambda local, t, h: (A @ local[..., None])[..., 0], start[0], gamma, H, N, xi=start[1:]
            )[-1]  # fmt: skip
            columns.append(np.vstack([x, xi]).ravel())
        return np.stack(columns, axis=1)


def _solve_positive(A: Array, b: Array) -> Array:
    """A^-1 b of a positive definite matrix, row by row, so that the numbers write down how."""
    rows = [[*own, right] for own, right in zip(A, b, strict=True)]
    for k, pivot in enumerate(rows):
        rows[k] = [entry / pivot[k] for entry in pivot]
        for i, row in enumerate(rows):
            if i != k:
                rows[i] = [entry - row[k] * own for entry, own in zip(row, rows[k], strict=True)]
    return np.array([row[-1] for row in rows], dtype=object)


def _stated_law(kind: type[KeptLaw | SampledLaw], problem: Any, rule: Algorithm, gamma: Any, H: int, mean_control: Any = None) -> Any:
    """The answer of a law that is stated already, or of one that is added now."""
    laws = problem.record.laws
    known = next((law for law in laws if law.same(problem, rule, gamma, H, mean_control)), None)
    if known is None:
        laws.append(known := kind(problem, rule, gamma, H, len(laws) + 1, mean_control))
    return known.answer


class SpokenLinear(LinearProblem):
    """Linear clients in recorded numbers. Its stationary laws are variables with conditions."""

    def __init__(self, matrices: list[Array], vectors: list[Array], weights: list[Array], record: Record) -> None:
        self.matrices, self.vectors, self._weights, self.record = matrices, vectors, weights, record
        self.mean_matrices, self.mean_vectors = (
            np.stack([np.tensordot(w, own, 1) for w, own in zip(weights, held, strict=True)]) for held in (matrices, vectors)
        )

    def stated_law(self, rule: Algorithm, gamma: Any, H: int, mean_control: Any = None) -> Any:
        """The law of a rule as the proof states it: the exact reference calls this in place of solving for it."""
        if mean_control is not None:
            raise InvalidInput("instance", rule.name, "has control variates whose mean is given, which is not exported")
        return _stated_law(SampledLaw, self, rule, gamma, H)
