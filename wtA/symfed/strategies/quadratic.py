"""Quadratic problems."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from symfed.core.errors import InvalidInput
from symfed.models.problems import QuadraticProblem
from symfed.strategies.clients import stacked
from symfed.strategies.matrices import covariances, matrices_between, positive_matrices
from symfed.strategies.numbers import as_kind, vectors, within

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
