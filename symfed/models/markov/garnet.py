"""Random environments: every action leads to a few states drawn at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flint
import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, exact_or_float
from symfed.models.markov.chains import classes
from symfed.models.markov.process import MarkovRewardProcess

_GRID = 1000  # probabilities and rewards are multiples of 1/_GRID, so that exact processes keep short numbers
_ATTEMPTS = 1000


def garnet(
    generator: np.random.Generator,
    num_states: int,
    num_actions: int,
    branching: int,
    discount: Any,
    *,
    num_environments: int = 1,
    heterogeneity: Any = 0,
    policy: ArrayLike | None = None,
    exact: bool = False,
) -> list[MarkovRewardProcess]:
    """Environments that share where each action can lead and differ in how likely that is and what it earns, under one policy.

    Each action in each state leads to `branching` states; cutting [0, 1] at random points gives their probabilities, and rewards are
    uniform on [0, 1]. Environment c is (1 - heterogeneity) times the first draw plus heterogeneity times a draw of its own, with the
    same states in reach. policy: (S, A), uniform unless given. Draws are repeated until the chain under that policy is irreducible.
    `generator` is the only source of randomness (`reference.streams.stream` names one). exact=True keeps rationals. Raises
    InvalidInput.

    Source: Archibald, McKinnon, Thomas 1995, "On the generation of Markov decision processes".
    """
    S, A = num_states, num_actions
    for name, value, most in (
        ("num_states", S, None),
        ("num_actions", A, None),
        ("branching", branching, min(S, _GRID)),
        ("num_environments", num_environments, None),
    ):
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1 or (most is not None and value > most):
            raise InvalidInput(name, value, "must be a positive integer" + (f", at most {most}" if most else ""))
    share = exact_or_float("heterogeneity", heterogeneity)
    if not 0 <= share <= 1:
        raise InvalidInput("heterogeneity", heterogeneity, "must lie in [0, 1]")
    if exact and isinstance(share, float):
        raise InvalidInput("heterogeneity", heterogeneity, "must be rational where exact=True", "write Fraction(1, 10) for 0.1")
    share = share if exact else float(share)
    number: Callable[[int], Any] = (lambda k: flint.fmpq(k, _GRID)) if exact else (lambda k: k / _GRID)
    chosen = np.array([[number(_GRID) / A] * A] * S, dtype=object if exact else float) if policy is None else policy
    reach = _connected(generator, S, A, branching, np.asarray(chosen))

    def draw() -> tuple[Array, Array]:
        kernel = np.array([[[number(0)] * S] * A] * S, dtype=object if exact else float)
        for s, a in np.ndindex(S, A):
            cuts = np.sort(generator.choice(_GRID - 1, branching - 1, replace=False) + 1)
            kernel[s, a, reach[s, a]] = [number(int(k)) for k in np.diff([0, *cuts, _GRID])]
        rewards = np.array([[number(int(k)) for k in row] for row in generator.integers(0, _GRID + 1, (S, A))])
        return kernel, rewards

    kernel, rewards = draw()
    found = []
    for _ in range(num_environments):
        own_kernel, own_rewards = draw()
        mixed_kernel, mixed_rewards = (1 - share) * kernel + share * own_kernel, (1 - share) * rewards + share * own_rewards
        found.append(MarkovRewardProcess.under_policy(mixed_kernel, mixed_rewards, chosen, discount))
    return found


def _connected(generator: np.random.Generator, S: int, A: int, branching: int, policy: Array) -> Array:
    """Where each action can lead, (S, A, branching), such that the chain is irreducible."""
    for _ in range(_ATTEMPTS):
        reach = np.array([[generator.choice(S, branching, replace=False) for _ in range(A)] for _ in range(S)])
        links = np.zeros((S, S))
        for s, a in np.argwhere(policy != 0):
            links[s, reach[s, a]] = 1
        if len(classes(links)) == 1:
            return reach
    raise InvalidInput("branching", branching, f"none of {_ATTEMPTS} draws gave an irreducible chain", "raise it, or num_actions")


def random_features(generator: np.random.Generator, num_states: int, dim: int) -> Array:
    """Features (S, d): float64 rows of norm one in directions drawn uniformly. Raises InvalidInput unless 1 <= d <= S."""
    if not 1 <= dim <= num_states:
        raise InvalidInput("dim", dim, f"must lie between 1 and num_states = {num_states}, or no features are independent")
    rows = generator.standard_normal((num_states, dim))
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)
