"""The clients' derivatives at any point, where the jets of a problem are those at its optimum."""

from __future__ import annotations

import string
from functools import singledispatch
from typing import Any

import flint
import numpy as np

from symfed.core.errors import InvalidInput
from symfed.formulas.arguments import in_number_system
from symfed.models.arrays import Array, identity, to_float, zeros
from symfed.models.problems import LinearProblem, LogisticProblem, Problem, QuadraticProblem, ScalarProblem
from symfed.models.rings import BIG_FLOATS, FLOATS, Ring, evaluate

_RINGS = {"float64": FLOATS, "mpmath": BIG_FLOATS, "exact": Ring("exact rationals", flint.fmpq, {})}


def point_derivatives(problem: Problem, theta: Any, order: int, backend: str = "float64") -> list[Array]:
    """Entry m, up to `order`, is every client's m-th derivative at theta, shape (N,) + (d,)*m; entry 0 holds the losses.

    theta is (d,); a float of the problem's data stands for its own binary value. Raises InvalidInput for a theta of the wrong shape,
    a problem of a kind not known here or, with the backend "exact", one whose derivatives are not rational.

    >>> point_derivatives(QuadraticProblem([[[2]], [[4]]], [[0], [1]]), [2], 1)[1]
    array([[4.],
           [4.]])
    """
    point = np.asarray(in_number_system("theta", theta, backend))
    if point.shape != (problem.dim,):
        raise InvalidInput("theta", theta, f"must have shape (d,) = ({problem.dim},)")
    return _derivatives(problem, point, order, _RINGS[backend])


@singledispatch
def _derivatives(problem: Problem, theta: Array, order: int, ring: Ring) -> list[Array]:
    raise InvalidInput("problem", problem, "has no derivatives at a general point")


@_derivatives.register
def _quadratic(problem: QuadraticProblem, theta: Array, order: int, ring: Ring) -> list[Array]:
    _require_exact(problem, ring)
    A, away = _into(ring, problem.hessian_matrices), theta - _into(ring, problem.optima)
    slopes = (A * away[:, None, :]).sum(axis=-1)
    return _affine((slopes * away).sum(axis=-1) / 2, slopes, A, order)


@_derivatives.register
def _linear(problem: LinearProblem, theta: Array, order: int, ring: Ring) -> list[Array]:
    _require_exact(problem, ring)
    A = _into(ring, problem.mean_matrices)
    # no loss has these gradients
    return _affine(np.full(len(A), np.nan), (A * theta).sum(axis=-1) - _into(ring, problem.mean_vectors), A, order)


@_derivatives.register
def _scalar(problem: ScalarProblem, theta: Array, order: int, ring: Ring) -> list[Array]:
    values = {problem.symbol: theta[0]}

    def mean(client: int, m: int) -> Any:
        samples = (evaluate(problem.derivative(client, z, m), values, ring) for z in range(len(problem.samples[client])))
        return sum((ring(w) * sample for w, sample in zip(problem.weights[client], samples, strict=True)), ring(0))

    rows = np.array([[mean(c, m) for m in range(order + 1)] for c in range(problem.num_clients)])
    return [rows[:, m].reshape((-1,) + (1,) * m) for m in range(order + 1)]


@_derivatives.register
def _logistic(problem: LogisticProblem, theta: Array, order: int, ring: Ring) -> list[Array]:
    if "exp" not in ring.functions:
        raise InvalidInput("problem", problem, "has no rational derivatives", "use the backend 'float64' or 'mpmath'")
    exp, log, size, sigmoid = (_each(ring, name) for name in ("exp", "log", "Abs", "sigmoid"))
    l2, clients = ring(problem.l2), []
    for features, labels in zip(problem.features, problem.labels, strict=True):
        rows = -labels[:, None] * _into(ring, features)
        s = (rows * theta).sum(axis=-1)
        p = sigmoid(s)
        # log(1 + exp(s)) without overflow; then powers of the sigmoid p, since p' = p (1 - p)
        bends, polynomial = [(s + size(s)) / 2 + log(1 + exp(-size(s)))], np.polynomial.Polynomial([0, 1])
        for _ in range(order):
            bends.append(sum(int(c) * p**k for k, c in enumerate(polynomial.coef)))
            polynomial = polynomial.deriv() * np.polynomial.Polynomial([0, 1, -1])
        clients.append([_power_mean(bend, rows, m) for m, bend in enumerate(bends)])
    out = [np.stack([np.asarray(client[m]) for client in clients]) for m in range(order + 1)]
    penalty = (l2 * (theta * theta).sum() / 2, l2 * theta, l2 * identity(len(theta), theta))
    return [table + penalty[m] if m < len(penalty) else table for m, table in enumerate(out)]


def _power_mean(weights: Array, rows: Array, m: int) -> Any:
    """The mean over samples of weight times row ⊗ ... ⊗ row, m factors."""
    axes = string.ascii_lowercase[:m]
    spec = ",".join(["z", *(f"z{axis}" for axis in axes)]) + "->" + axes
    return np.einsum(spec, weights / len(rows), *[rows] * m, optimize=rows.dtype == float)


def _affine(losses: Array, slopes: Array, A: Array, order: int) -> list[Array]:
    flat = [zeros((len(A),) + A.shape[1:2] * m, A) for m in range(3, order + 1)]
    return [losses, slopes, A, *flat][: order + 1]


def _into(ring: Ring, array: Array) -> Array:
    return to_float(array) if ring is FLOATS else np.asarray(np.frompyfunc(ring, 1, 1)(array))


def _each(ring: Ring, name: str) -> Any:
    return ring.functions[name] if ring is FLOATS else np.frompyfunc(ring.functions[name], 1, 1)


def _require_exact(problem: Problem, ring: Ring) -> None:
    if ring.name == "exact rationals" and not problem.exact:
        raise InvalidInput("problem", problem, "is not exact", "enter it with integers and fractions, or use the backend 'float64'")
