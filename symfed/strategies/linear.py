"""Linear stochastic approximation problems."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from symfed.models.arrays import Array
from symfed.models.problems import LinearProblem
from symfed.strategies.clients import alike
from symfed.strategies.matrices import gershgorin
from symfed.strategies.numbers import as_kind, made_once, probabilities, sizes, vectors, within


@st.composite
def linear_problems(
    draw: Any,
    d: int,
    N: int,
    samples: int | tuple[int, int] = (1, 2),
    *,
    symmetric: bool = False,
    stable: bool = True,
    spread: Any = 1,
    heterogeneity: Any = None,
    exact: bool = True,
) -> LinearProblem:
    """Linear problems; the simplest has one sample a client, the identity and 0.

    samples: how many a client draws from, or a range (low, high), with probabilities of its own; 1 leaves no noise. symmetric: all
    matrices are. stable: the symmetric part of every client's mean matrix has eigenvalues >= 1, so that steps up to 1/L contract
    (single samples may still point the wrong way); otherwise only theta* is defined. spread: a matrix is a multiple of the identity
    plus entries up to it, a vector has entries up to it. heterogeneity: None draws each client by itself, a rational gives all clients the
    first one's samples with those entries moved by at most that much, and 0 makes them equal. exact=False rounds to float64. Raises
    InvalidInput.
    """
    clients = draw(alike(_client(d, samples, spread), N, heterogeneity))
    weights = [shares for _, _, shares in clients]
    matrices = [_lifted((A + A.transpose(0, 2, 1)) / 2 if symmetric else A, shares, stable) for A, _, shares in clients]
    if not stable:
        total = np.sum([_mean(A, shares) for A, shares in zip(matrices, weights, strict=True)], axis=0)
        assume(flint.fmpq_mat(d, d, list(total.flat)).det() != 0)
    return LinearProblem(as_kind(exact, *matrices), as_kind(exact, *[b for _, b, _ in clients]), weights)


@made_once
@st.composite
def _client(draw: Any, d: int, samples: int | tuple[int, int], spread: Any) -> tuple[Array, Array, tuple[Any, ...]]:
    n = draw(sizes("samples", samples))
    A, b = (draw(vectors(n * size, within(spread))) for size in (d * d, d))
    return A.reshape(n, d, d), b.reshape(n, d), draw(probabilities(n))


def _lifted(A: Array, weights: tuple[Any, ...], stable: bool) -> Array:
    """The matrices plus the smallest multiple of the identity that makes their mean stable, or plus the identity."""
    mean = _mean(A, weights)
    lacking = max(1 - gershgorin((mean + mean.T) / 2)[0], flint.fmpq(0)) if stable else flint.fmpq(1)
    lifted = A.copy()
    for i in range(A.shape[1]):
        lifted[:, i, i] += lacking
    return lifted


def _mean(A: Array, weights: tuple[Any, ...]) -> Array:
    return np.tensordot(np.array(weights, dtype=object), A, 1)
