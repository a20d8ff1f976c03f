"""Gaps: functions of a transcription's tensor in every dimension that are zero where the transcription is right.

A gap is data, so that others can say in their own words what it compares with, such as a theorem of a proof assistant.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from symfed.checks.classes import ZERO_SUM
from symfed.core import symbols
from symfed.core.errors import InvalidInput
from symfed.core.supposed import draws, suppose
from symfed.derive.quadratic import memory_round
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.tensors.jets import LINEAR, SYMMETRIC, SharedMatrixJets, TensorJets
from symfed.tensors.linear import extrapolated_linear_form, linear_form
from symfed.tensors.memory import controls_form, leading_form
from symfed.tensors.ratio import function_of
from symfed.tensors.tensor import OTHER, OWN, FreeTensor, averaged, contracted, marked
from symfed.tensors.truths import affine_round, controlled_residual, derived_form, mean_residual, resting_controls, settled_residual

Gap = Callable[[FreeTensor], FreeTensor]


@dataclass(frozen=True)
class FirstTerms:
    """The gap between a tensor and the expansion derived of a stationary law, up to gamma^order.

    `derived` is one of the forms below, of the algorithm; `less` names another whose form is taken away. Compared is `times` the form,
    `among` what is left of the difference for clients of some kind. `classes` are as in `TensorForm.where`.
    """

    derived: Callable[[FirstTerms, str], FreeTensor]
    algorithm: str
    quantity: str
    order: int = 1
    classes: tuple[str, ...] = ()
    less: str = ""
    factor: Any = 1
    among: Callable[[FreeTensor], FreeTensor] | None = None

    def __call__(self, said: FreeTensor) -> FreeTensor:
        form = self.derived(self, self.algorithm)
        if self.less:
            form = form - self.derived(self, self.less)
        gap = said - form * self.factor
        return self.among(gap) if self.among else gap

    def less_that_of(self, algorithm: str) -> FirstTerms:
        """The derived form less that of another algorithm."""
        return replace(self, less=algorithm)

    def times(self, factor: Any) -> FirstTerms:
        """The derived form times a number."""
        return replace(self, factor=factor)

    def where(self, among: Callable[[FreeTensor], FreeTensor]) -> FirstTerms:
        """The gap restricted to clients of one kind."""
        return replace(self, among=among)


def of_smooth_losses(gap: FirstTerms, algorithm: str) -> FreeTensor:
    """An expansion of a rule without control variates."""
    return derived_form(algorithm, gap.quantity, gap.order, **dict.fromkeys(gap.classes, True))


def of_linear_systems(gap: FirstTerms, algorithm: str) -> FreeTensor:
    """An expansion on linear systems with multiplicative noise, of a rule without control variates."""
    return linear_form(algorithm, gap.quantity, gap.order)


def of_controls(gap: FirstTerms, algorithm: str) -> FreeTensor:
    """The first term of a moment of a rule with control variates, on any smooth losses."""
    return leading_form(algorithm, gap.quantity)


def of_controls_on_linear_systems(gap: FirstTerms, algorithm: str) -> FreeTensor:
    """The first term of a moment of a rule with control variates, on linear systems."""
    return leading_form(algorithm, gap.quantity, LINEAR)


@dataclass(frozen=True)
class ExtrapolatedLinear:
    """The gap between a tensor and twice the bias at gamma less that at 2 gamma, to gamma^order. To be read `on_linear_tensors`."""

    algorithm: str
    order: int

    def __call__(self, said: FreeTensor) -> FreeTensor:
        return said - extrapolated_linear_form(self.algorithm, self.order)


def expansion_of(algorithm: str, quantity: str, order: int = 1, **classes: bool) -> FirstTerms:
    """The gap between a tensor and the derived "bias" or "second_moment" to gamma^order; classes as in `TensorForm.where`."""
    return FirstTerms(of_smooth_losses, algorithm, quantity, order, tuple(name for name, wanted in classes.items() if wanted))


def leading_moment_of_controls(algorithm: str, quantity: str) -> FirstTerms:
    """The gap between a tensor and the first term of a moment of a law with control variates, on any smooth losses.

    Quantities as `derive.tensors.memory.leading_form` has them, where the argument stands.
    """
    return FirstTerms(of_controls, algorithm, quantity)


def linear_expansion_of(algorithm: str, quantity: str, order: int = 1) -> FirstTerms:
    """The gap between a tensor and the "bias" or "second_moment" on linear systems with multiplicative noise, to gamma^order.

    To be read `on_linear_tensors`. Of a rule with control variates the first term alone, of the quantities of `leading_form`, too.
    """
    if not get_algorithm(algorithm).keeps_memory:
        return FirstTerms(of_linear_systems, algorithm, quantity, order)
    if order != 1:
        raise InvalidInput("order", order, "must be 1 for a rule with control variates under multiplicative noise")
    return FirstTerms(of_controls_on_linear_systems, algorithm, quantity)


@dataclass(frozen=True)
class OnQuadratics:
    """A gap on quadratic clients with additive noise only."""

    between: Gap
    losses: str = "quadratic clients with additive noise"

    def __call__(self, said: FreeTensor) -> FreeTensor:
        return self.between(said)


def second_moment_of_controls(algorithm: str, quantity: str, order: int) -> OnQuadratics:
    """The gap between a tensor and a second moment of a law with control variates, on quadratic clients with additive noise.

    Quantities as `derive.tensors.memory.controls_form` has them.
    """
    return OnQuadratics(lambda said: said - controls_form(algorithm, quantity, order))


@dataclass(frozen=True)
class StationaryMean:
    """The change of a tensor, as a distance to theta*, in one round on quadratic clients: zero if it is the stationary mean's."""

    algorithm: str

    def __call__(self, said: FreeTensor) -> FreeTensor:
        return mean_residual(self.algorithm, said)


def stationary_mean_of(algorithm: str) -> OnQuadratics:
    """The change of a tensor, as a distance to theta*, in one round on quadratic clients: zero if it is the stationary mean's."""
    return OnQuadratics(StationaryMean(algorithm))


@dataclass(frozen=True)
class SettlingPoint:
    """The change of a tensor, as a point, in one round on linear systems: zero if it is the stationary mean.

    alone: of a client by itself; distance: theta* is added first. To be read `on_linear_tensors`; noise of any kind has no part in it.
    Control variates are where they rest.
    """

    algorithm: str
    alone: bool = False
    distance: bool = False

    def __call__(self, said: FreeTensor) -> FreeTensor:
        if get_algorithm(self.algorithm).keeps_memory:
            return controlled_residual(self.algorithm, said)
        start = LINEAR.solve(LINEAR.hessian, LINEAR.mean(LINEAR.vectors)) + said if self.distance else said
        return settled_residual(self.algorithm, start, self.alone)


settling_point_of = SettlingPoint


def linear_bias_of(algorithm: str) -> SettlingPoint:
    """The change of theta* plus a tensor in one round on linear systems: zero if the tensor is the bias. To be read `on_linear_tensors`."""
    return SettlingPoint(algorithm, distance=True)


@dataclass(frozen=True)
class MeanRound:
    """The gap between a matrix and the one by which a round multiplies a mean error, for clients with the matrices of `p`."""

    algorithm: str
    p: TensorJets

    def __call__(self, said: FreeTensor) -> FreeTensor:
        draws(get_algorithm(self.algorithm), together=False)
        return said - self.p.mean(affine_round(self.algorithm, self.p).slope)


def mean_round_of(algorithm: str, symmetric: bool = False) -> MeanRound:
    """The gap between a matrix and the one by which a round multiplies a mean error. To be read `on_linear_tensors`, or `on_tensors`."""
    return MeanRound(algorithm, SYMMETRIC if symmetric else LINEAR)


@dataclass(frozen=True)
class AtRest:
    """The gap between a tensor and `of(p, gamma, H, xi)`, xi a client's control variate with which a step without noise keeps theta*.

    To be read `on_linear_tensors`.
    """

    algorithm: str
    of: Callable[[Any, Any, Any, Any], Any]

    def __call__(self, said: FreeTensor) -> FreeTensor:
        rested: FreeTensor = self.of(LINEAR, symbols.gamma, symbols.H, resting_controls(self.algorithm))
        return said - rested


@dataclass(frozen=True)
class SpreadOverPairs:
    """The gap between a number and half the mean over pairs of clients of the squared distance between their gradients or Hessians.

    order: 1 for gradients, 2 for Hessians, at theta*.
    """

    order: int

    def __call__(self, said: FreeTensor) -> FreeTensor:
        own, legs = SYMMETRIC.derivative(self.order), "ij"[: self.order]
        apart = own - marked(own, OWN, OTHER)
        squared = averaged(contracted(f"{legs},{legs}->", apart, apart))
        return said - averaged(marked(squared, OTHER, OWN)) / 2


@dataclass(frozen=True)
class ControlErrors:
    """The gap between a client's vector and y_c after a round without noise, p.gradients being y_c before, of mean zero.

    y_c is the distance of a control variate from where it rests, over a number; theta may start anywhere. To be read `on_one_matrix`.
    """

    algorithm: str | Algorithm

    def __call__(self, said: FreeTensor) -> FreeTensor:
        suppose(ZERO_SUM)
        p, whole = SharedMatrixJets(), memory_round(self.algorithm)
        q, r = (p.of_hessians(function_of(f, symbols.a)) for f in (whole.q, whole.r))
        after = p.apply(q, p.mean(p.vectors)) + p.apply(r, p.gradients)
        return said - (after - p.mean(after))
