"""Scaffold's stationary covariance on exact quadratics, next to what it is compared with."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from proofs_checks.aistats.matrices import determinant
from symfed.models.arrays import Array, identity
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies import Instance, Strategy, gershgorin, instances, members, quadratic_problems
from symfed.strategies.instance import step_counts, step_shares

STEPS = (1, 6)


#: Marks an instance whose clients keep the first draw of a round in all its steps.
_ONE_DRAW = "one draw a round"


def one_draw_a_round(i: Any) -> Any:
    """The instance with draws that are not independent over steps; None beyond dimension one, and where one step or no noise is all there is."""
    if not isinstance(i, Instance) or i.problem.dim > 1 or i.H == 1 or not i.problem.noise.any():
        return None
    return replace(i, extra=i.extra | {_ONE_DRAW: 1})


def independent_draws(i: Any) -> bool | None:
    """Whether an instance's draws are independent over steps."""
    return members.drawn_anew(i) and not (isinstance(i, Instance) and _ONE_DRAW in i.extra)


def as_independent(i: Instance) -> QuadraticProblem:
    """The problem whose independent draws add to a client's round what the draws of this instance do."""
    if _ONE_DRAW not in i.extra:
        return i.problem
    w = 1 - i.gamma * i.problem.hessian_matrices
    total, squares = (sum(w ** (k * h) for h in range(i.H)) for k in (1, 2))
    return QuadraticProblem(i.problem.hessian_matrices, i.problem.optima, i.problem.noise * total**2 / squares)


class _Itself:
    """An instance that is equal to itself alone, so that what was solved for it is found again."""

    def __init__(self, instance: Any) -> None:
        self.instance = instance

    def __hash__(self) -> int:
        return id(self.instance)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.instance is other.instance


@lru_cache(maxsize=2048)
def _covariance(known: _Itself, algorithm: str) -> Array:
    i = known.instance
    return stationary_exact(algorithm, as_independent(i), i.gamma, i.H).second_moment


def covariance(i: Instance, algorithm: str = "scaffold") -> Array:
    """The stationary covariance of theta, (d, d), exactly; quadratic clients have no bias under Scaffold. Solved once for an instance."""
    return _covariance(_Itself(i), algorithm)


#: (clients, curvature of all but one, of the one, gamma times L, local steps), few enough for exact laws.
_POPULATIONS = (
    (2, 1, 10000, flint.fmpq(1, 2), 50),
    (2, 1, 10000, flint.fmpq(1), 2),
    (6, 1, 100, flint.fmpq(1, 10), 10),
    (6, 100, 1, flint.fmpq(1), 4),
)


@lru_cache(maxsize=1)
def stiff_quadratics() -> tuple[Instance, ...]:
    """Dimension one, condition numbers to 10^4, fifty steps; the one client unlike the others is the noisy one, or all are noisy."""
    found = []
    for N, others, one, step, H in _POPULATIONS:
        for noisy_ones in (1, N):
            A = [[[one]]] + [[[others]]] * (N - 1)
            noise = [[[int(c < noisy_ones)]] for c in range(N)]
            mu, L = flint.fmpq(min(one, others)), flint.fmpq(max(one, others))
            found.append(Instance(QuadraticProblem(A, [[1]] + [[0]] * (N - 1), noise), step / L, H, mu, L))
    return tuple(found)


def largest_noise(i: Instance) -> Any:
    """A rational s with C_c <= s I for every client: the largest variance in any direction, exactly where the C_c are diagonal."""
    return max(gershgorin(noise)[1] for noise in i.problem.noise)


def mean_noise(i: Instance) -> Any:
    """sigma^2 as the clients' mean of tr C_c."""
    return sum((np.trace(noise) for noise in i.problem.noise), flint.fmpq(0)) / i.N


def order(i: Instance, low: Array, high: Array) -> tuple[Array, Array]:
    """Two sides of `low <= high` in the order of symmetric matrices: zeros, and the principal minors of the difference."""
    gap, d = high - low, i.problem.dim
    subsets = [list(rows) for size in range(1, d + 1) for rows in combinations(range(d), size)]
    minors = np.array([determinant(gap[np.ix_(rows, rows)]) for rows in subsets], dtype=object)
    return 0 * minors, minors


def multiple_of_identity(i: Instance, factor: Any) -> Array:
    """factor * I, (d, d)."""
    out: Array = factor * identity(i.problem.dim, i.problem.hessian_matrices)
    return out


def noisy(d: int, N: int) -> Strategy:
    """Heterogeneous quadratics with noise of their own, one to six local steps."""
    return instances(d, N, steps=STEPS)


def equal_hessians(d: int, N: int) -> Strategy:
    """Clients that share the Hessian, not the optimum nor the noise."""
    return instances(d, N, steps=STEPS, shared="hessians")


@st.composite
def common_noise(draw: Any, d: int, N: int) -> Instance:
    """Heterogeneous quadratics with one noise covariance for all."""
    problem = draw(quadratic_problems(d, N, shared="noise"))
    bounds = [gershgorin(A) for A in problem.hessian_matrices]
    mu, L = min(low for low, _ in bounds), max(high for _, high in bounds)
    return Instance(problem, draw(step_shares(4, 2, 1)) / L, draw(step_counts(*STEPS)), mu, L)


def one_noisy(d: int, N: int) -> Strategy:
    """Dimension one: a flat client of curvature 1 has all the noise, the others are stiff and quiet; gamma = 1/L. `d` is not read."""

    def made(L: int, H: int) -> Instance:
        problem = QuadraticProblem([[[1]]] + [[[L]]] * (N - 1), [[0]] * N, [[[1]]] + [[[0]]] * (N - 1))
        return Instance(problem, flint.fmpq(1, L), H, flint.fmpq(1), flint.fmpq(L))

    return st.builds(made, st.integers(1, 20), st.integers(1, 20))


def sgd_covariance(i: Instance) -> Array:
    """The stationary covariance of SGD on the mean loss, one step a round, whose gradients carry the mean noise over N."""
    mean = [part.sum(axis=0, keepdims=True) / i.N for part in (i.problem.hessian_matrices, i.problem.noise / i.N)]
    return covariance(replace(i, problem=QuadraticProblem(mean[0], i.problem.optima[:1], mean[1]), H=1), "sgd")


def mean_noise_level(i: Instance) -> Any:
    """The clients' mean of s_c with C_c <= s_c I."""
    return sum((gershgorin(noise)[1] for noise in i.problem.noise), flint.fmpq(0)) / i.N


def mean_curvature(i: Instance) -> Any:
    """The mean Hessian in dimension one."""
    return i.problem.hessian_matrices.sum() / flint.fmpq(i.N)


def copies(i: Instance, count: int) -> Instance:
    """The population with every client `count` times."""
    parts = (i.problem.hessian_matrices, i.problem.optima, i.problem.noise)
    return replace(i, problem=QuadraticProblem(*[np.concatenate([part] * count) for part in parts]))


def outlier(d: int, N: int) -> Strategy:
    """Dimension one: a stiff client, L = gamma = 1, has all the noise, the others are flat and quiet. `d` is not read."""

    def made(kappa: int, H: int) -> Instance:
        mu, one = flint.fmpq(1, kappa), flint.fmpq(1)
        hessians = np.array([one] + [mu] * (N - 1), dtype=object).reshape(N, 1, 1)
        problem = QuadraticProblem(hessians, [[0]] * N, [[[1]]] + [[[0]]] * (N - 1))
        return Instance(problem, one, H, mu, one)

    return st.builds(made, st.integers(1, 20), st.integers(1, 8))


def any_outlier(d: int, N: int) -> Strategy:
    """The noisy client is the flat one, or the stiff one."""
    return st.one_of(one_noisy(d, N), outlier(d, N))
