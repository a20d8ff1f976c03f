"""Markov reward processes, and temporal-difference learning in them."""

from __future__ import annotations

from typing import Any

import flint
from hypothesis import strategies as st

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.models.markov import MarkovRewardProcess
from symfed.models.problems import TDProblem
from symfed.strategies.numbers import as_kind, exact_bound, sizes, vectors, within


@st.composite
def markov_processes(draw: Any, states: int | tuple[int, int], *, discount: Any = None, spread: Any = 1) -> MarkovRewardProcess:
    """Irreducible processes, always exact; the simplest walks round in a circle, earns nothing and cares for nothing to come.

    states: how many, or a range (low, high). discount: one of 0, 1/2, 3/4 and 9/10 unless given. spread: the largest reward, of either
    sign. Raises InvalidInput.
    """
    transition, rewards = draw(_chain(draw(sizes("states", states)), spread))
    return MarkovRewardProcess(transition, rewards, draw(_discounts(discount)))


@st.composite
def td_problems(
    draw: Any,
    d: int,
    N: int,
    states: int | tuple[int, int] | None = None,
    *,
    discount: Any = None,
    spread: Any = 1,
    heterogeneity: Any = None,
    exact: bool = True,
) -> TDProblem:
    """TD problems with d features; the simplest has a state for each feature, and agents that walk round in a circle and earn nothing.

    states: how many, or a range (low, high), low >= d; d to d + 2 unless given. heterogeneity: None draws each environment by itself, a
    rational h in [0, 1] makes each (1 - h) times the first plus h times one of its own, and 0 makes them equal. spread: the largest
    reward. exact=False rounds the features to float64, and so everything. Raises InvalidInput.
    """
    S, factor = draw(sizes("states", (d, d + 2) if states is None else states)), draw(_discounts(discount))
    if S < d:
        raise InvalidInput("states", states, f"must be at least d = {d}, or no features are independent")
    share = flint.fmpq(1) if heterogeneity is None else exact_bound("heterogeneity", heterogeneity)
    if share > 1:
        raise InvalidInput("heterogeneity", heterogeneity, "must be at most 1: clients are mixtures of two environments")
    first = draw(_chain(S, spread))
    own = [draw(_chain(S, spread)) if share else first for _ in range(N - 1)]
    chains = [first, *[tuple((1 - share) * a + share * b for a, b in zip(first, other, strict=True)) for other in own]]
    features = as_kind(exact, draw(_features(S, d)))[0]
    return TDProblem([MarkovRewardProcess(P, r, factor) for P, r in chains], features)


def _discounts(discount: Any) -> st.SearchStrategy[Any]:
    usual = [flint.fmpq(k, n) for k, n in ((0, 1), (1, 2), (3, 4), (9, 10))]
    return st.sampled_from(usual) if discount is None else st.just(discount)


@st.composite
def _chain(draw: Any, S: int, spread: Any) -> tuple[Array, Array]:
    """A transition matrix with a circle through all states in it, and rewards in the states."""
    shares = draw(vectors(S * S, st.integers(0, 2).map(flint.fmpq))).reshape(S, S)
    for s in range(S):
        shares[s, (s + 1) % S] += 1
    return shares / shares.sum(axis=1)[:, None], draw(vectors(S, within(spread)))


@st.composite
def _features(draw: Any, S: int, d: int) -> Array:
    """(S, d), independent because the first d rows are triangular with ones."""
    rows = draw(vectors(S * d, within(1))).reshape(S, d)
    for i in range(d):
        rows[i, i], rows[i, i + 1 :] = flint.fmpq(1), flint.fmpq(0)
    return rows
