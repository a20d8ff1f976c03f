"""How a transcription about linear systems is read on exact runs: `f(p, gamma, H)`, the jets p with the clients' vectors b_c."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from symfed.models.arrays import Array
from symfed.models.jets import Jets
from symfed.models.problems import LinearProblem


@dataclass(frozen=True)
class LinearJets(Jets):
    """The jets of a linear problem, and its mean vectors b_c, (N, d)."""

    vectors: Array = field(default_factory=lambda: np.zeros((0, 0)))

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


def on_the_first(statement: Any, run: Any) -> Any:
    """The transcription speaks about every client; what it says of the first one."""
    return on_systems(statement, run)[0]
