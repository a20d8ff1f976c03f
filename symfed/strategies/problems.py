"""Strategies for problems of every kind, and for the data that several clients share."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np
import sympy as sp
from hypothesis import assume
from hypothesis import strategies as st

from symfed.core.errors import InvalidInput
from symfed.core.symbols import theta
from symfed.models.arrays import Array
from symfed.models.problems import LinearProblem, LogisticProblem, QuadraticProblem, ScalarProblem
from symfed.strategies.numbers import (
    Strategy,
    as_kind,
    covariances,
    exact_bound,
    gershgorin,
    made_once,
    matrices_between,
    positive_matrices,
    probabilities,
    sizes,
    vectors,
    within,
)


def stacked(draw: Any, client: Strategy, N: int, homogeneous: bool) -> tuple[Array, ...]:
    """Stacks over N clients of what each client draws."""
    drawn = [draw(client)] * N if homogeneous else [draw(client) for _ in range(N)]
    return tuple(np.stack(parts) for parts in zip(*drawn, strict=True))


@st.composite
def alike(draw: Any, client: Strategy, N: int, heterogeneity: Any = None) -> list[tuple[Any, ...]]:
    """Data of N clients, one tuple each: drawn one by one, or all like the first one.

    A rational `heterogeneity` moves every entry of the first client's exact arrays by at most that much and leaves the rest as it is; 0
    makes the clients equal. Raises InvalidInput for a negative or inexact one.
    """
    if heterogeneity is None:
        return [draw(client) for _ in range(N)]
    bound = exact_bound("heterogeneity", heterogeneity)
    first = draw(client)
    return [first, *[tuple(_moved(draw, part, bound) for part in first) for _ in range(N - 1)]]


def _moved(draw: Any, part: Any, bound: Any) -> Any:
    return part + draw(vectors(part.size, within(bound))).reshape(part.shape) if isinstance(part, np.ndarray) else part


_PARTS = ("hessians", "optima", "noise")


@st.composite
def quadratic_problems(
    draw: Any,
    d: int,
    N: int,
    noise: bool = True,
    homogeneous: bool = False,
    *,
    spectrum: tuple[Any, Any] | None = None,
    heterogeneity: Any = 2,
    noise_size: int = 2,
    shared: str = "",
    exact: bool = True,
) -> QuadraticProblem:
    """Quadratic problems; the simplest has unit Hessians, all optima at 0 and no noise.

    spectrum: (mu, L), the interval that holds every Hessian's eigenvalues; by default Hessians are diagonally dominant with a margin
    of 1. heterogeneity: the largest entry of a client's own optimum, as a rational; 0 puts all optima at 0. noise_size: the noise
    covariance is B B' with integer entries of B up to it; `noise=False` for none. homogeneous: every client has the same Hessian,
    optimum and noise; shared: "hessians", "optima" or "noise" gives all clients the first one's of these. exact=False rounds to
    float64. Raises InvalidInput.
    """
    if shared and shared not in _PARTS:
        raise InvalidInput("shared", shared, f"must be one of {', '.join(_PARTS)}")
    hessians = positive_matrices(d) if spectrum is None else matrices_between(d, *spectrum)
    client = st.tuples(vectors(d, within(heterogeneity)), hessians, covariances(d, noise, noise_size))
    centres, A, C = stacked(draw, client, N, homogeneous)
    parts = dict(zip(_PARTS, as_kind(exact, A, centres, C), strict=True))
    if shared:
        parts[shared] = np.repeat(parts[shared][:1], N, axis=0)
    return QuadraticProblem(**parts)


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
    clients = draw(alike(_linear_client(d, samples, spread), N, heterogeneity))
    weights = [shares for _, _, shares in clients]
    matrices = [_lifted((A + A.transpose(0, 2, 1)) / 2 if symmetric else A, shares, stable) for A, _, shares in clients]
    if not stable:
        total = np.sum([_mean(A, shares) for A, shares in zip(matrices, weights, strict=True)], axis=0)
        assume(flint.fmpq_mat(d, d, list(total.flat)).det() != 0)
    return LinearProblem(as_kind(exact, *matrices), as_kind(exact, *[b for _, b, _ in clients]), weights)


@made_once
@st.composite
def _linear_client(draw: Any, d: int, samples: int | tuple[int, int], spread: Any) -> tuple[Array, Array, tuple[Any, ...]]:
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


@st.composite
def logistic_problems(
    draw: Any,
    d: int,
    N: int,
    samples: int | tuple[int, int] = (1, 3),
    l2: Any = None,
    *,
    spread: Any = 1,
    heterogeneity: Any = None,
    exact: bool = True,
) -> LogisticProblem:
    """Logistic problems; the simplest has l2 = 1 and one sample a client, with features 0 and label 1.

    samples: how many a client holds, or a range (low, high); 1 leaves no gradient noise. l2: the number mu; one of 1, 1/2, 1/4, 1/10
    unless given. spread: the largest entry of the features; L is at most l2 + d spread²/4. heterogeneity: None draws each client by
    itself, a rational gives all clients the first one's samples with features moved by at most that much, and 0 makes them equal.
    exact=False rounds to float64. Raises InvalidInput.
    """
    strength = draw(st.sampled_from([flint.fmpq(1, k) for k in (1, 2, 4, 10)])) if l2 is None else l2
    features, labels = zip(*draw(alike(_logistic_client(d, samples, spread), N, heterogeneity)), strict=True)
    return LogisticProblem(as_kind(exact, *features), labels, strength if exact else float(strength))


@st.composite
def _logistic_client(draw: Any, d: int, samples: int | tuple[int, int], spread: Any) -> tuple[Array, list[int]]:
    n = draw(sizes("samples", samples))
    features = draw(vectors(n * d, within(spread)))
    return features.reshape(n, d), [draw(st.sampled_from([1, -1])) for _ in range(n)]


#: Smooth convex functions with second derivatives in [0, 1] that no polynomial imitates: even, of bounded slope, and neither.
_BENDS = (
    lambda x: sp.log(sp.cosh(x)),
    lambda x: sp.sqrt(1 + x**2),
    lambda x: sp.log(1 + sp.exp(x)),
)


@st.composite
def scalar_problems(
    draw: Any,
    N: int,
    samples: int | tuple[int, int] = (1, 2),
    *,
    bends: int = 1,
    spread: Any = 1,
    heterogeneity: Any = 2,
    homogeneous: bool = False,
) -> ScalarProblem:
    """Scalar problems, always exact; the simplest has the one loss theta²/2.

    A sample loss is a (theta - m)²/2, 1 <= a <= 3, plus at most `bends` terms k B(s (theta - p)) with B one of log cosh,
    sqrt(1 + x²), log(1 + e^x) and small integers k and s: it is strongly convex by construction, and without bends it is quadratic.
    samples: how many a client holds, or a range (low, high), with probabilities of its own; 1 leaves no gradient noise. spread: how far
    at most a sample's m lies from its client's; heterogeneity: how far a client's lies from 0. homogeneous: all clients hold the
    first one's. Raises InvalidInput.
    """
    shape = scalar_clients(N, samples, bends=bends, spread=spread, heterogeneity=heterogeneity, homogeneous=homogeneous)
    return ScalarProblem(*draw(shape))


@st.composite
def scalar_clients(
    draw: Any,
    N: int,
    samples: int | tuple[int, int] = (1, 2),
    *,
    bends: int = 1,
    spread: Any = 1,
    heterogeneity: Any = 2,
    homogeneous: bool = False,
) -> tuple[list[list[sp.Expr]], list[tuple[Any, ...]]]:
    """Losses and weights of `scalar_problems`, of which a problem can be made: that takes far longer than to draw them."""
    client = _scalar_client(samples, bends, spread, heterogeneity)
    clients = [draw(client)] * N if homogeneous else [draw(client) for _ in range(N)]
    return [losses for losses, _ in clients], [weights for _, weights in clients]


@st.composite
def _scalar_client(
    draw: Any, samples: int | tuple[int, int], bends: int, spread: Any, heterogeneity: Any
) -> tuple[list[Any], tuple[Any, ...]]:
    n, centre = draw(sizes("samples", samples)), draw(within(heterogeneity))
    return [draw(_loss(centre, bends, spread)) for _ in range(n)], draw(probabilities(n))


@st.composite
def _loss(draw: Any, centre: Any, bends: int, spread: Any) -> sp.Expr:
    m = centre + draw(within(spread))
    loss = draw(st.integers(1, 3)) * (theta - _rational(m)) ** 2 / 2
    for _ in range(draw(st.integers(0, bends))):
        bend, k, s, p = draw(st.tuples(st.sampled_from(_BENDS), st.integers(1, 2), st.integers(1, 2), within(1)))
        loss += k * bend(s * (theta - _rational(p)))
    return loss


def _rational(value: Any) -> sp.Rational:
    return sp.Rational(int(value.p), int(value.q))
