"""An algorithm with its parameters on one number type; for an affine rule, its coefficients, found by running it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, as_array, exact_or_float, rational, to_float
from symfed.models.problems.problem import Problem
from symfed.models.rings import FLOATS, RATIONALS, Ring


@dataclass(frozen=True)
class Setting:
    """A rule with gamma, H and its hyper-parameters in one ring; `local_steps` is H for counting."""

    algorithm: Algorithm
    gamma: Any
    H: Any
    local_steps: int
    ring: Ring

    def step(self, x: Any, g: Any, x_start: Any, xi: Any = None) -> Any:
        return self.algorithm.step(x=x, g=g, xi=xi, x_start=x_start, gamma=self.gamma, H=self.H)

    def server(self, x_mean: Any, x_start: Any) -> Any:
        return self.algorithm.server(x_mean, x_start, self.gamma, self.H)

    def control(self, xi: Any, x_end: Any, x_start: Any, x_next: Any) -> Any:
        return self.algorithm.control(xi, x_end, x_start, x_next, self.gamma, self.H)

    def numbers(self, array: Array) -> Array:
        """The array unchanged on rationals, float64 on any other ring."""
        return array if self.ring is RATIONALS else to_float(array)

    @property
    def reads_start(self) -> bool:
        """True if a local step depends on the start of the round."""
        return self.algorithm.reads("local_step", "x_start")


def prepare(algorithm: Algorithm, gamma: Any, H: int, ring: Ring, memory: bool = False) -> Setting:
    """A setting with everything converted to the ring once, so that 1/H is never a Python float. Raises InvalidInput.

    memory: True if the caller supports control variates.
    """
    algorithm.check_local_steps(H)
    step = exact_or_float("gamma", gamma)
    if not step > 0:
        raise InvalidInput("gamma", gamma, "must be positive")
    if algorithm.keeps_memory and not memory:
        raise InvalidInput("algorithm", algorithm.name, "keeps control variates, which this reference does not follow yet")
    for name in algorithm.hyper:
        if name not in algorithm.values:
            raise InvalidInput(name, None, f"{algorithm.name} needs a value for it", f"write {algorithm.name}.bind({name}=...)")
    bound = algorithm.bind(**{name: ring(value) for name, value in algorithm.values.items()})
    return Setting(bound, ring(step), ring(int(H)), int(H), ring)


def checked_point(name: str, value: ArrayLike, problem: Problem) -> Array:
    """The value as a point (d,). Raises InvalidInput, which names the argument."""
    point = as_array(name, value, ("d",))
    if point.shape != (problem.dim,):
        raise InvalidInput(name, point.shape, f"must have shape (d,) = ({problem.dim},)")
    return point


def natural_ring(algorithm: Algorithm, problem: Problem, gamma: Any) -> Ring:
    """Rationals if the problem, gamma and every hyper-parameter are rational, floats otherwise."""
    numbers = [gamma, *algorithm.values.values()]
    return RATIONALS if problem.exact and all(rational(number) is not None for number in numbers) else FLOATS


# two further points at which a nonlinear rule is detected
_PROBES = ((2, 3, 5, 7), (-7, 11, 13, -3))


def local_coefficients(setting: Setting) -> tuple[Any, ...]:
    """(x, g, x_start, xi, 1)-coefficients of the local step; that of xi is zero for a rule without control variates.

    Raises InvalidInput unless the step is affine.
    """
    return _coefficients(setting.step, 4, setting, "local step")


def control_coefficients(setting: Setting) -> tuple[Any, ...]:
    """(xi, x_end, x_start, x_next, 1)-coefficients of the control update. Raises InvalidInput unless it is affine."""
    return _coefficients(setting.control, 4, setting, "control update")


def server_coefficients(setting: Setting) -> tuple[Any, ...]:
    """(x_mean, x_start, 1)-coefficients of the server step. Raises InvalidInput unless it is affine in both."""
    return _coefficients(setting.server, 2, setting, "server step")


def is_affine(setting: Setting) -> bool:
    """True if local and server steps are affine, and the control update if there is one."""
    try:
        affine_rule(setting)
    except InvalidInput:
        return False
    return True


def _coefficients(rule: Callable[..., Any], arity: int, setting: Setting, role: str) -> tuple[Any, ...]:
    number, name = setting.ring, setting.algorithm.name
    try:
        constant = rule(*[number(0)] * arity)
        slopes = [rule(*[number(int(i == k)) for i in range(arity)]) - constant for k in range(arity)]
        for probe in _PROBES:
            point = [number(p) for p in probe[:arity]]
            terms = [constant, *[slope * p for slope, p in zip(slopes, point, strict=True)]]
            # floats: a rule of a few dozen operations, each with a rounding error of 2^-53 of the largest term
            slack = number(0) if number is RATIONALS else 2.0**-46 * sum(abs(term) for term in terms)
            if abs(rule(*point) - sum(terms[1:], terms[0])) > slack:
                raise InvalidInput("algorithm", name, f"its {role} is not affine", 'use method="montecarlo"')
    except ZeroDivisionError:
        raise InvalidInput("algorithm", name, f"its {role} divides by zero at zero: it is not affine", 'use method="montecarlo"') from None
    return (*slopes, constant)


@dataclass(frozen=True)
class AffineRule:
    """The coefficients of a rule's parts, each ending in the constant; without control variates xi has no effect and never changes.

    local: (x, g, x_start, xi, 1). server: (x_mean, x_start, 1). control: (xi, x_end, x_start, x_next, 1).
    """

    local: tuple[Any, ...]
    server: tuple[Any, ...]
    control: tuple[Any, ...]

    @property
    def conserves_sum(self) -> bool:
        """True if a round conserves the sum of the clients' control variates, whatever the clients' problems are."""
        on_mean, server_start, server_constant = self.server
        on_xi, on_end, on_start, on_next, constant = self.control
        # x_next = on_mean x_mean + server_start x_start + server_constant, and the x_end add up to N x_mean
        left = (on_xi - 1, on_end + on_next * on_mean, on_start + on_next * server_start, constant + on_next * server_constant)
        # floats: each of the four has an error of a few roundings of its terms
        slack = 2.0**-50 * max(map(abs, (on_xi, on_end, on_next, on_start, constant))) if isinstance(on_xi, float) else 0
        return all(abs(part) <= slack for part in left)

    @property
    def freezes_controls(self) -> bool:
        """True if no control variate ever changes."""
        return self.control == (1, 0, 0, 0, 0)


def affine_rule(setting: Setting) -> AffineRule:
    """The coefficients, found by running the rule. Raises InvalidInput unless its three parts are affine."""
    return AffineRule(local_coefficients(setting), server_coefficients(setting), control_coefficients(setting))
