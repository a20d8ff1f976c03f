"""An algorithm with its numbers, on one number system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import exact_or_float, rational
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

    @property
    def reads_start(self) -> bool:
        """Whether a local step looks back at where the round began."""
        return self.algorithm.reads("local_step", "x_start")


def prepare(algorithm: str | Algorithm, gamma: Any, H: int, ring: Ring, memory: bool = False) -> Setting:
    """Everything converted to the ring once, so that 1/H is never Python's. Raises InvalidInput or UnknownName.

    memory: whether the caller follows control variates.
    """
    algorithm = get_algorithm(algorithm)
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


def natural_ring(algorithm: str | Algorithm, problem: Problem, gamma: Any) -> Ring:
    """Rationals where the problem, gamma and every hyper-parameter are rational, floats otherwise."""
    numbers = [gamma, *get_algorithm(algorithm).values.values()]
    return RATIONALS if problem.exact and all(rational(number) is not None for number in numbers) else FLOATS
