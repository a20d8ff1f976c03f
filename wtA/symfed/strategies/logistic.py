"""Logistic regression problems."""

from __future__ import annotations

from typing import Any

import flint
from hypothesis import strategies as st

from symfed.models.arrays import Array
from symfed.models.problems import LogisticProblem
from symfed.strategies.clients import alike
from symfed.strategies.numbers import as_kind, sizes, vectors, within


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
    features, labels = zip(*draw(alike(_client(d, samples, spread), N, heterogeneity)), strict=True)
    return LogisticProblem(as_kind(exact, *features), labels, strength if exact else float(strength))


@st.composite
def _client(draw: Any, d: int, samples: int | tuple[int, int], spread: Any) -> tuple[Array, list[int]]:
    n = draw(sizes("samples", samples))
    features = draw(vectors(n * d, within(spread)))
    return features.reshape(n, d), [draw(st.sampled_from([1, -1])) for _ in range(n)]
