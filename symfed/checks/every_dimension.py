"""Check a transcription against the derived tensor, in every dimension and for every number of clients."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from symfed.checks.expansion import Expansion
from symfed.checks.gaps import (
    ControlErrors,
    Gap,
    OnQuadratics,
    expansion_of,
    leading_moment_of_controls,
    linear_bias_of,
    linear_expansion_of,
    mean_round_of,
    second_moment_of_controls,
    settling_point_of,
    stationary_mean_of,
)
from symfed.core import symbols
from symfed.core.check import Check, Comparison
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.scope import ALL, EVERYTHING, Scope
from symfed.core.supposed import EQUAL_CLIENTS, EQUAL_HESSIANS, QUADRATIC, suppose
from symfed.core.verdict import Evidence, Tier
from symfed.tensors import instance
from symfed.tensors.jets import LINEAR, EqualTensorJets, SharedMatrixJets, TensorJets, two_clients
from symfed.tensors.normal import Normal, normal, proves_nonzero, term_text
from symfed.tensors.tensor import FreeTensor, contracted

__all__ = [
    "ControlErrors",
    "IdentityInEveryDimension",
    "OnQuadratics",
    "expansion_of",
    "leading_moment_of_controls",
    "linear_bias_of",
    "linear_expansion_of",
    "mean_round_of",
    "on_equal_tensors",
    "on_linear_tensors",
    "on_linear_tensors_of_two",
    "on_one_matrix",
    "on_tensors",
    "on_tensors_of_two",
    "on_traces",
    "second_moment_of_controls",
    "settling_point_of",
    "stationary_mean_of",
]


def on_tensors(statement: Any) -> FreeTensor:
    """A transcription `f(p, gamma, H)` on tensors of any dimension, with gamma, H and N symbolic."""
    said: FreeTensor = statement(TensorJets(), symbols.gamma, symbols.H)
    return said


def on_traces(statement: Any) -> FreeTensor:
    """The trace of a transcription's matrix, on tensors of any dimension."""
    return contracted("ii->", on_tensors(statement))


def on_equal_tensors(statement: Any) -> FreeTensor:
    """A transcription `f(p, gamma, H)` on tensors of any dimension, all clients being equal."""
    suppose(EQUAL_CLIENTS)
    said: FreeTensor = statement(EqualTensorJets(), symbols.gamma, symbols.H)
    return said


def on_linear_tensors(statement: Any) -> FreeTensor:
    """A transcription `f(p, gamma, H)` on the tensors of linear stochastic approximation, with matrices that need not be symmetric."""
    said: FreeTensor = statement(LINEAR, symbols.gamma, symbols.H)
    return said


def on_tensors_of_two(statement: Any) -> FreeTensor:
    """A transcription `f(one, other, p, gamma, H)` on the tensors of two clients among N."""
    said: FreeTensor = statement(*two_clients(), TensorJets(), symbols.gamma, symbols.H)
    return said


def on_linear_tensors_of_two(statement: Any) -> FreeTensor:
    """A transcription `f(one, other, p, gamma, H)` on the tensors of two clients among N of linear stochastic approximation."""
    said: FreeTensor = statement(*two_clients(LINEAR), LINEAR, symbols.gamma, symbols.H)
    return said


def on_one_matrix(statement: Any) -> FreeTensor:
    """A transcription `f(p, gamma, H)` on the tensors of linear stochastic approximation, all clients having one matrix."""
    suppose(EQUAL_HESSIANS)
    said: FreeTensor = statement(SharedMatrixJets(), symbols.gamma, symbols.H)
    return said


@dataclass(frozen=True)
class IdentityInEveryDimension(Check):
    """The transcription runs on tensors without numbers, and `gap` of what it answers must vanish by the laws of `derive.tensors.normal`.

    gap: from the statement's tensor to one that is zero if and only if the statement holds. No instance enters: d and N have no value, H
    and gamma are symbols. What is left where the laws do not make zero of it is the witness: it refutes where an exact instance in
    dimension one or two shows it, or where the normal form decides, and else says only that the statement is not accepted.
    Where an `Expansion` is stated, what is shown is shown of its terms alone. A gap that is taken on quadratics covers those, unless
    a claim about quadratics says `covers=EVERYTHING`. Where clients are `alike` in what the gap looks at no instance with different ones
    is named.
    """

    gap: Gap
    reading: Callable[[Any], FreeTensor] = on_tensors
    scope: str = "symbolic gamma, H and N, tensors of any dimension"
    covers: Scope | None = None
    alike: bool = False
    strength = Tier.PROVED

    @property
    def method(self) -> str:
        return f"identity in every dimension ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        try:
            left = self._left(statement)
        except InvalidInput as refused:
            return self.unknown(f"not read on tensors: {refused}")
        if isinstance(self.gap, OnQuadratics) and self.covered(statement).losses == ALL:
            suppose(QUADRATIC)
        if not left:
            return self.holds("the difference is zero by the laws of the normal form", covers=self.covered(statement))
        words = {f"left over {k}": term_text(diagram, ratio) for k, (diagram, ratio) in enumerate(left.items(), start=1)}
        summary = f"{len(left)} term{'s' * (len(left) != 1)} left over"
        found = None if self.alike or self.reading is on_equal_tensors else instance.witness(left, under)
        if found is not None:
            dimension = {"1": "one", "2": "two"}[found["d"]]
            return self.fails(f"{summary}, already in dimension {dimension}", words | found)
        return self.fails(summary, words) if proves_nonzero(left) else self.doubts(f"{summary} by these laws", words)

    def rejects(self, statement: Any, under: Domain) -> bool:
        """Return whether the difference is not zero; no instance is searched for."""
        return self.compare(statement, statement, under) is Comparison.FAILS

    def compare(self, variant: Any, statement: Any, under: Domain) -> Comparison:
        """Compare a variant; one that is the same tensor in every dimension is the same statement."""
        try:
            left = self._left(variant)
        except InvalidInput:
            return Comparison.UNKNOWN
        if left:
            return Comparison.FAILS
        return Comparison.HOLDS if normal(self.reading(variant) - self.reading(statement)) else Comparison.SAME

    def covered(self, statement: Any) -> Scope:
        """The scope for which the check proves a statement, if it holds."""
        covered = self.covers
        if covered is None:
            covered = Scope(losses=self.gap.losses) if isinstance(self.gap, OnQuadratics) else EVERYTHING
        return replace(covered, remainder="the terms without the remainder") if isinstance(statement, Expansion) else covered

    def _left(self, statement: Any) -> Normal:
        return normal(self.gap(self.reading(statement)))
