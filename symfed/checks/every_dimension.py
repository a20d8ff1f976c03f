"""Is a transcription equal to what is derived, in every dimension and for every number of clients?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from symfed.checks.expansion import Expansion
from symfed.core import symbols
from symfed.core.check import Check, Comparison, Witness
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.scope import EVERYTHING, Scope
from symfed.core.verdict import Evidence, Tier
from symfed.derive.quadratic import memory_round
from symfed.derive.tensors import instance
from symfed.derive.tensors.jets import LINEAR, EqualTensorJets, SharedMatrixJets, TensorJets, two_clients
from symfed.derive.tensors.linear import linear_form
from symfed.derive.tensors.memory import controls_form, leading_form
from symfed.derive.tensors.normal import Normal, decides, normal, text
from symfed.derive.tensors.ratio import function_of
from symfed.derive.tensors.tensor import FreeTensor
from symfed.derive.tensors.truths import affine_round, controlled_residual, derived_form, mean_residual, settled_residual
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm


def on_tensors(statement: Any) -> FreeTensor:
    """A transcription `f(p, gamma, H)` on tensors of any dimension, with gamma, H and N symbolic."""
    said: FreeTensor = statement(TensorJets(), symbols.gamma, symbols.H)
    return said


def on_equal_tensors(statement: Any) -> FreeTensor:
    """A transcription `f(p, gamma, H)` on tensors of any dimension, all clients being equal."""
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


def expansion_of(algorithm: str, quantity: str, order: int = 1, **classes: bool) -> Callable[[FreeTensor], FreeTensor]:
    """What separates a tensor from the derived "bias" or "second_moment" to gamma^order; classes as in `TensorForm.where`."""
    return lambda said: said - derived_form(algorithm, quantity, order, **classes)


@dataclass(frozen=True)
class OnQuadratics:
    """A gap that is looked at on quadratic clients with additive noise only."""

    between: Callable[[FreeTensor], FreeTensor]
    losses: str = "quadratic clients with additive noise"

    def __call__(self, said: FreeTensor) -> FreeTensor:
        return self.between(said)


def stationary_mean_of(algorithm: str) -> OnQuadratics:
    """What a round on quadratic clients adds to a tensor, as a distance to theta*: nothing where it is the stationary mean's."""
    return OnQuadratics(lambda said: mean_residual(algorithm, said))


def on_linear_tensors_of_two(statement: Any) -> FreeTensor:
    """A transcription `f(one, other, p, gamma, H)` on the tensors of two clients among N of linear stochastic approximation."""
    said: FreeTensor = statement(*two_clients(LINEAR), LINEAR, symbols.gamma, symbols.H)
    return said


def settling_point_of(algorithm: str, alone: bool = False) -> Callable[[FreeTensor], FreeTensor]:
    """What a round on linear systems adds to a tensor, as a point: nothing where it is the stationary mean; alone: a client by itself.

    To be read `on_linear_tensors`; noise of any kind has no part in it. Control variates are where they rest.
    """
    if get_algorithm(algorithm).keeps_memory:
        return lambda said: controlled_residual(algorithm, said)
    return lambda said: settled_residual(algorithm, said, alone)


def linear_bias_of(algorithm: str) -> Callable[[FreeTensor], FreeTensor]:
    """What a round on linear systems adds to theta* and a tensor: nothing where the tensor is the bias. To be read `on_linear_tensors`."""
    return lambda said: settled_residual(algorithm, LINEAR.solve(LINEAR.hessian, LINEAR.mean(LINEAR.vectors)) + said)


def mean_round_of(algorithm: str) -> Callable[[FreeTensor], FreeTensor]:
    """What separates a matrix from that by which a round multiplies a mean error. To be read `on_linear_tensors`."""
    return lambda said: said - LINEAR.mean(affine_round(algorithm, LINEAR).slope)


def on_one_matrix(statement: Any) -> FreeTensor:
    """A transcription `f(p, gamma, H)` on the tensors of linear stochastic approximation, all clients having one matrix."""
    said: FreeTensor = statement(SharedMatrixJets(), symbols.gamma, symbols.H)
    return said


def control_errors_after(algorithm: str | Algorithm) -> Callable[[FreeTensor], FreeTensor]:
    """What separates a client's vector from y_c after a round without noise, p.gradients being y_c before, of mean zero.

    y_c is the distance of a control variate from where it rests, over a number; theta may start anywhere. To be read `on_one_matrix`.
    """
    p = SharedMatrixJets()
    q, r = (p.of_hessians(function_of(f, symbols.a)) for f in (memory_round(algorithm).q, memory_round(algorithm).r))
    after = p.apply(q, p.mean(p.vectors)) + p.apply(r, p.gradients)
    return lambda said: said - (after - p.mean(after))


def linear_expansion_of(algorithm: str, quantity: str, order: int = 1) -> Callable[[FreeTensor], FreeTensor]:
    """What separates a tensor from the "bias" or "second_moment" on linear systems with multiplicative noise, to gamma^order.

    To be read `on_linear_tensors`. Of a rule with control variates the first term alone, of the quantities of `leading_form`, too.
    """
    if not get_algorithm(algorithm).keeps_memory:
        return lambda said: said - linear_form(algorithm, quantity, order)
    if order != 1:
        raise InvalidInput("order", order, "must be 1 for a rule with control variates under multiplicative noise")
    return lambda said: said - leading_form(algorithm, quantity, LINEAR)


def second_moment_of_controls(algorithm: str, quantity: str, order: int) -> OnQuadratics:
    """What separates a tensor from a second moment of a law with control variates, on quadratic clients with additive noise.

    Quantities as `derive.tensors.memory.controls_form` has them.
    """
    return OnQuadratics(lambda said: said - controls_form(algorithm, quantity, order))


def leading_moment_of_controls(algorithm: str, quantity: str) -> Callable[[FreeTensor], FreeTensor]:
    """What separates a tensor from the first term of a moment of a law with control variates, on any smooth losses.

    Quantities as `derive.tensors.memory.leading_form` has them, where the argument stands.
    """
    return lambda said: said - leading_form(algorithm, quantity)


@dataclass(frozen=True)
class IdentityInEveryDimension(Check):
    """The transcription runs on tensors without numbers, and `gap` of what it answers must vanish by the laws of `derive.tensors.normal`.

    gap: from the statement's tensor to one that is zero if and only if the statement holds. No instance enters: d and N have no value, H
    and gamma are letters. What is left where the laws do not make zero of it is the witness: it refutes where an exact instance in
    dimension one or two shows it, or where the normal form decides, and else says only that the statement is not accepted.
    Where an `Expansion` is stated, what is shown is shown of its terms alone. A gap that is looked at on quadratics covers those, unless
    a claim about quadratics says `covers=EVERYTHING`. Where clients are `alike` in what the gap looks at no instance with different ones
    is named.
    """

    gap: Callable[[FreeTensor], FreeTensor]
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
        if not left:
            return self.holds("the difference is zero by the laws of the normal form", covers=self._covered(statement))
        words = {f"left over {k}": text(diagram, ratio) for k, (diagram, ratio) in enumerate(left.items(), start=1)}
        summary = f"{len(left)} networks are left over"
        found = None if self.alike or self.reading is on_equal_tensors else instance.witness(left)
        if found is not None:
            dimension = {"1": "one", "2": "two"}[found["d"]]
            return self.fails(f"{summary}, already in dimension {dimension}", words | found)
        return self.fails(summary, words) if decides(left) else self.doubts(f"{summary} by these laws", words)

    def rejects(self, statement: Any, under: Domain) -> bool:
        """Whether something is left; no instance is looked for."""
        try:
            return bool(self._left(statement))
        except InvalidInput:
            return False

    def compare(self, variant: Any, statement: Any, under: Domain) -> Comparison:
        """What becomes of a variant; one that is the same tensor in every dimension is the same statement."""
        try:
            left = self._left(variant)
        except InvalidInput:
            return Comparison.UNKNOWN
        if left:
            return Comparison.FAILS
        return Comparison.HOLDS if normal(self.reading(variant) - self.reading(statement)) else Comparison.SAME

    def replay(self, statement: Any, witness: Witness, under: Domain) -> str:
        """Derives again; empty if the same networks are left."""
        again = self.examine(statement, under)
        return "" if again.witness == dict(witness) else again.summary

    def _covered(self, statement: Any) -> Scope:
        covered = self.covers
        if covered is None:
            covered = Scope(losses=self.gap.losses) if isinstance(self.gap, OnQuadratics) else EVERYTHING
        return replace(covered, remainder="the terms without the remainder") if isinstance(statement, Expansion) else covered

    def _left(self, statement: Any) -> Normal:
        return normal(self.gap(self.reading(statement)))
