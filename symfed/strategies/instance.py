"""Quadratic problems with the numbers needed to run an algorithm on them: the instances of counterexamples.

Strategies choose a step size as a share of 1/L (or of what bounds it) and a number of local steps. Inside `beyond()` they reach past the
usual conditions, gamma L <= 1 and a few steps; a claim's own conditions then sort out what lies inside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from symfed.models.arrays import Array
from symfed.models.problems import QuadraticProblem
from symfed.strategies.numbers import Strategy, exact_array, gershgorin, rationals, simplified, text
from symfed.strategies.problems import quadratic_problems
from symfed.strategies.search import smallest

_BEYOND: ContextVar[bool] = ContextVar("beyond", default=False)
#: Whether a strategy has asked how far it reaches, since somebody began to look.
_ASKED: ContextVar[list[bool] | None] = ContextVar("asked", default=None)
#: Past gamma L = 1, at and past gamma L = 2, and two shares inside, so that other conditions can be tried at small steps.
_FAR = tuple(flint.fmpq(p, q) for p, q in ((3, 2), (2, 1), (5, 2), (4, 1), (1, 1), (1, 4)))
_TIMES = 4  # as many local steps as usual


@contextmanager
def beyond() -> Iterator[None]:
    """Within this context strategies reach beyond the usual conditions."""
    token = _BEYOND.set(True)
    try:
        yield
    finally:
        _BEYOND.reset(token)


@contextmanager
def asked() -> Iterator[list[bool]]:
    """A list that is not empty once a strategy has asked, within this context, whether it may reach beyond the usual conditions."""
    heard: list[bool] = []
    token = _ASKED.set(heard)
    try:
        yield heard
    finally:
        _ASKED.reset(token)


def _reaches() -> bool:
    if (heard := _ASKED.get()) is not None and not heard:
        heard.append(True)
    return _BEYOND.get()


def reaching(near: Strategy, far: Strategy) -> Strategy:
    """A strategy, or beyond the usual conditions another."""
    return far if _reaches() else near


def step_shares(*denominators: int) -> Strategy:
    """Shares 1/k of the largest usual step size; beyond it, up to four times that."""
    return st.sampled_from(_FAR) if _reaches() else st.sampled_from([flint.fmpq(1, k) for k in denominators])


def step_counts(low: int, high: int) -> Strategy:
    """Numbers of local steps in an inclusive range; beyond it, up to four times as many."""
    return st.integers(low, _TIMES * high if _reaches() else high)


def draw(strategy: Strategy, examples: int) -> list[Any]:
    """The instances that a search would examine for a statement that holds; the same in every process."""
    drawn: list[Any] = []

    def collect(instance: Any) -> bool:
        drawn.append(instance)
        return False

    smallest(strategy, collect, examples, shrink=False)
    return drawn


def _spectral_bounds(matrices: Array) -> tuple[Any, Any]:
    """Constants mu and L that every one of the matrices satisfies."""
    bounds = [gershgorin(A) for A in matrices]
    return min(low for low, _ in bounds), max(high for _, high in bounds)


@dataclass(frozen=True)
class Instance:
    """One exact case: a quadratic problem with constants mu and L that it satisfies, a step size and a number of local steps.

    `extra` holds further drawn values by name (a start, a number of rounds, ...).
    """

    problem: QuadraticProblem
    gamma: Any
    H: int
    mu: Any
    L: Any
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def N(self) -> int:
        return self.problem.num_clients

    def parameters(self) -> dict[str, Any]:
        """The numbers that a Domain speaks about."""
        scalars = {k: v for k, v in self.extra.items() if not isinstance(v, np.ndarray)}
        return {"gamma": self.gamma, "H": self.H, "N": self.N, "mu": self.mu, "L": self.L, **scalars}

    def describe(self) -> dict[str, str]:
        """Text from which the instance can be written down again."""
        out = {
            "gamma": str(self.gamma),
            "H": str(self.H),
            "hessians": text(self.problem.hessian_matrices),
            "optima": text(self.problem.optima),
        }
        if any(entry != 0 for entry in self.problem.noise.flat):
            out["noise"] = text(self.problem.noise)
        return out | {name: text(value) for name, value in self.extra.items()}

    @classmethod
    def written(cls, description: Mapping[str, str]) -> Instance:
        """The instance that `describe` wrote; keys that it does not know are further values."""
        fields = {"gamma", "H", "hessians", "optima", "noise"}
        A, centres = exact_array(description["hessians"]), exact_array(description["optima"])
        noise = exact_array(description["noise"]) if "noise" in description else None
        extra = {name: exact_array(value) for name, value in description.items() if name not in fields}
        plain = {name: value if value.ndim else simplified(value.item()) for name, value in extra.items()}
        mu, L = _spectral_bounds(A)
        return cls(QuadraticProblem(A, centres, noise), exact_array(description["gamma"]).item(), int(description["H"]), mu, L, plain)


@st.composite
def instances(
    draw: Any,
    d: int,
    N: int,
    steps: tuple[int, int] = (1, 4),
    noise: bool = True,
    homogeneous: bool = False,
    extra: dict[str, Strategy] | None = None,
    start: bool = False,
    shared: str = "",
) -> Instance:
    """Quadratic instances with gamma = f/L, f in (0, 1]; `start` adds a starting point, `extra` further values.

    shared: "hessians" or "optima" gives all clients the first one's.
    """
    problem = draw(quadratic_problems(d, N, noise, homogeneous, shared=shared))
    mu, L = _spectral_bounds(problem.hessian_matrices)
    gamma = draw(step_shares(1, 2, 3, 4, 8, 16)) / L
    more = {name: draw(strategy) for name, strategy in (extra or {}).items()}
    if start:
        more["start"] = np.array([draw(rationals(-3, 3, (1, 2))) for _ in range(problem.dim)], dtype=object)
    return Instance(problem, gamma, draw(step_counts(*steps)), mu, L, more)
