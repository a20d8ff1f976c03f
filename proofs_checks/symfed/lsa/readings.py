"""How a transcription about linear systems is read on exact runs: `f(p, gamma, H)`, the jets p with the clients' vectors b_c."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from symfed.models.arrays import Array, identity, solve
from symfed.models.jets import Jets
from symfed.models.problems import LinearProblem


@dataclass(frozen=True)
class LinearJets(Jets):
    """The jets of a linear problem, and its mean vectors b_c, (N, d)."""

    vectors: Array = field(default_factory=lambda: np.zeros((0, 0)))

    def lyapunov(self, A: Array, C: Array) -> Array:
        """X with A X + X A' = C."""
        one = identity(len(A), A)
        found: Array = solve(np.kron(A, one) + np.kron(one, A), C.ravel()).reshape(C.shape)
        return found

    def contract(self, T: Array, S: Array) -> Array:
        """The last two legs of a mean T with both of S."""
        out: Array = (T * S).sum(axis=(-2, -1))
        return out

    def along(self, T: Array, v: Array) -> Array:
        """The last leg of T with a vector; of stacks, client by client."""
        shape = (*v.shape[:-1], *[1] * (T.ndim - v.ndim), v.shape[-1])
        out: Array = (T * v.reshape(shape)).sum(axis=-1)
        return out

    def inner(self, u: Array, v: Array) -> Array:
        """u . v, of two vectors or of stacks."""
        out: Array = (u * v).sum(axis=-1)
        return out

    def transpose(self, A: Array) -> Array:
        """A', of one matrix or of a stack."""
        return A.swapaxes(-1, -2)


def jets_of(problem: LinearProblem) -> LinearJets:
    """The jets with the vectors."""
    jets = problem.jets
    return LinearJets(jets.derivatives, jets.cumulants, problem.mean_vectors)


def on_systems(statement: Any, run: Any) -> Any:
    """The transcription speaks about the mean systems of a run's clients."""
    return statement(jets_of(run.problem), run.gamma, run.H)


def on_linear_problem(statement: Any, problem: LinearProblem, gamma: Any, H: int) -> Any:
    """The transcription speaks about an exact problem."""
    return statement(jets_of(problem), gamma, H)


def on_the_first(statement: Any, run: Any) -> Any:
    """The transcription speaks about every client; what it says of the first one."""
    return on_systems(statement, run)[0]
