"""References for the second moments of control variates, and how a transcription of one is read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import flint

from symfed.checks.readings import LawReading
from symfed.models.arrays import Array, zeros
from symfed.models.problems import QuadraticProblem, ScalarProblem
from symfed.reference.exact import stationary_exact
from symfed.reference.quadrature import stationary_quadrature
from symfed.reference.result import ControlVariateMoments, Stationary


class ClientPart(NamedTuple):
    """One client of a pair: its Hessian and noise covariance at theta*."""

    hessian: Any
    noise: Any


@lru_cache(maxsize=1024)
def _controls(algorithm: str, problem: QuadraticProblem, gamma: flint.fmpq, H: int) -> ControlVariateMoments:
    """Kept: a check looks at a law once for the claim and once for every wrong variant."""
    found = stationary_exact(algorithm, problem, gamma, H).controls
    assert found is not None  # rules with memory are asked here
    return found


@dataclass(frozen=True)
class ControlReading:
    """A second moment of the stationary law that holds control variates, by exact linear algebra on quadratics.

    quantity "cross": E[(theta - theta*)(xi_c - xi_c*)'], (N, d, d); "own": gamma E[(xi_c - xi_c*)(xi_c - xi_c*)'], (N, d, d); "between":
    gamma E[(xi_c - xi_c*)(xi_c' - xi_c'*)'], (N, N, d, d), zeros for c = c'. With gamma in front all of them vanish with gamma, as what
    is read off by interpolation must.
    """

    algorithm: str
    quantity: str

    def __call__(self, problem: QuadraticProblem, gamma: flint.fmpq, H: int) -> Array:
        controls = _controls(self.algorithm, problem, gamma, H)
        if self.quantity == "cross":
            return controls.cross
        if self.quantity == "own":
            own: Array = gamma * controls.own
            return own
        N, d = problem.num_clients, problem.dim
        out = zeros((N, N, d, d), problem.optimum)
        for c, other in _pairs(N):
            out[c, other] = gamma * controls.between(c, other)
        return out

    def error(self, problem: QuadraticProblem, gamma: flint.fmpq, H: int) -> float:
        """Exact solves have no error."""
        return 0.0


@dataclass(frozen=True)
class PerStep:
    """A reading with gamma in front, divided by gamma: what tends to a limit other than zero."""

    reading: ControlReading

    def __call__(self, problem: QuadraticProblem, gamma: flint.fmpq, H: int) -> Array:
        out: Array = self.reading(problem, gamma, H) / gamma
        return out

    def error(self, problem: QuadraticProblem, gamma: flint.fmpq, H: int) -> float:
        """Exact solves have no error."""
        return self.reading.error(problem, gamma, H)


@lru_cache(maxsize=1024)
def _float_law(algorithm: str, problem: ScalarProblem, gamma: flint.fmpq, H: int) -> Stationary:
    """In floats, a second each: estimated errors near 1e-15 are a thousand times below the remainders in the ledger."""
    return stationary_quadrature(algorithm, problem, gamma, H)


def quadrature_moment(algorithm: str, quantity: str) -> LawReading:
    """The "bias" or "second_moment" of theta in dimension one, for a rule with memory."""
    return LawReading(algorithm, quantity, _float_law)


def times_gamma(statement: Any, problem: QuadraticProblem, gamma: flint.fmpq, H: int) -> Array:
    """gamma times a transcription `f(p, gamma, H)`."""
    out: Array = gamma * statement(problem.jets, gamma, H)
    return out


def on_pairs(statement: Any, problem: QuadraticProblem, gamma: flint.fmpq, H: int) -> Array:
    """gamma times a transcription `f(one, other, p, gamma, H)` on every pair of different clients; zeros for equal ones."""
    out: Array = gamma * on_pairs_alone(statement, problem, gamma, H)
    return out


def on_pairs_alone(statement: Any, problem: QuadraticProblem, gamma: flint.fmpq, H: int) -> Array:
    """A transcription `f(one, other, p, gamma, H)` on every pair of different clients; zeros for equal ones."""
    p, N = problem.jets, problem.num_clients
    clients = [ClientPart(A, C) for A, C in zip(p.hessians, p.noise_covariance, strict=True)]
    out = zeros((N, N, problem.dim, problem.dim), problem.optimum)
    for c, other in _pairs(N):
        out[c, other] = statement(clients[c], clients[other], p, gamma, H)
    return out


def _pairs(N: int) -> list[tuple[int, int]]:
    return [(c, other) for c in range(N) for other in range(N) if c != other]
