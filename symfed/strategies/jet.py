"""Jets at the optimum: the data that statements about the first orders in gamma depend on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

from symfed.models.arrays import Array
from symfed.models.jets import Jets
from symfed.strategies.numbers import Strategy, covariances, exact_array, made_once, positive_matrices, rationals, symmetric_tensors, text
from symfed.strategies.problems import stacked


@st.composite
def jets(draw: Any, d: int, N: int, homogeneous: bool = False) -> Jets:
    """Exact jets of smooth strongly convex clients up to third order, with noise; client gradients sum to zero.

    Third derivatives are symmetric tensors; noise covariances are positive semi-definite.
    """
    G, A, T, C = stacked(draw, _smooth_client(d), N, homogeneous)
    return Jets.of(gradients=G - G.sum(axis=0) / len(G), hessians=A, third_derivatives=T, noise_covariance=C)


@dataclass(frozen=True)
class JetCase:
    """Exact jets and a number of local steps: an instance of a statement about the first order in gamma."""

    jets: Jets
    H: int

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        names = ("gradients", "hessians", "third_derivatives", "noise_covariance")
        return {"H": str(self.H)} | {name: text(getattr(self.jets, name)) for name in names}

    @classmethod
    def written(cls, description: Mapping[str, str]) -> JetCase:
        """The case that `describe` wrote."""
        names = ("gradients", "hessians", "third_derivatives", "noise_covariance")
        return cls(Jets.of(*[exact_array(description[name]) for name in names]), int(description["H"]))


def jet_cases(d: int, N: int, homogeneous: bool = False, max_steps: int = 4) -> Strategy:
    """Exact jets with H between 1 and `max_steps`."""
    return st.builds(JetCase, jets(d, N, homogeneous), st.integers(1, max_steps))


@made_once
@st.composite
def _smooth_client(draw: Any, d: int) -> tuple[Array, Array, Array, Array]:
    gradient = np.array([draw(rationals(-2, 2, (1,))) for _ in range(d)], dtype=object)
    return gradient, draw(positive_matrices(d)), draw(symmetric_tensors(d)), draw(covariances(d))
