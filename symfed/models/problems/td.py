"""Temporal-difference learning of value functions with linear features, as linear stochastic approximation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import flint
import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, as_array, is_exact, like, same_kind, to_float
from symfed.models.markov import MarkovRewardProcess
from symfed.models.problems.linear import LinearProblem


class TDProblem(LinearProblem):
    """TD(0) by N agents, one in each environment, for one shared approximation theta' phi(s) of all their value functions.

    environments: Markov reward processes with the same states and the same discount. features: phi, an (S, d) array with independent
    columns. Client c draws s from the stationary law of its chain and then a move to s' with reward r, independently each time:
    A(z) = phi(s) (phi(s) - discount phi(s'))' and b(z) = r phi(s). Moves with equal features and rewards are one sample. Exact if
    environments and features are. Raises InvalidInput naming the argument, its value and the rule it breaks.

    left, right (n_c, d) and sample_rewards (n_c,), one array per client: A(z) = left right' and b(z) = sample_rewards left.

    Source: argo, "Example: TD Learning with linear approximation".

    >>> from symfed.models.markov import MarkovRewardProcess
    >>> TDProblem([MarkovRewardProcess([[0, 1], [1, 0]], [3, 0], 0)], [[1], [1]]).optimum
    array([3/2], dtype=object)
    """

    def __init__(self, environments: Sequence[MarkovRewardProcess], features: ArrayLike) -> None:
        self.environments = _checked_environments(environments)
        phi = as_array("features", features, ("S", "d"))
        S = self.environments[0].num_states
        if len(phi) != S:
            raise InvalidInput("features", phi.shape, f"must have shape (S, d) with a row for each of the S = {S} states")
        if _matrix_rank(phi) < phi.shape[1]:
            raise InvalidInput("features", phi.tolist(), "columns must be linearly independent, or the mean matrix A is singular")
        exact = is_exact(phi) and all(environment.exact for environment in self.environments)
        self.features: Array = phi if exact else to_float(phi)
        tables = [_client_samples(environment, self.features) for environment in self.environments]
        self.left, self.right, self.sample_rewards, weights = (list(column) for column in zip(*tables, strict=True))
        matrices = [u[:, :, None] * v[:, None, :] for u, v in zip(self.left, self.right, strict=True)]
        vectors = [u * r[:, None] for u, r in zip(self.left, self.sample_rewards, strict=True)]
        super().__init__(matrices, vectors, weights)

    @property
    def discount(self) -> Any:
        return self.environments[0].discount

    @cached_property
    def value_functions(self) -> Array:
        """(N, S): the true value of every state in every environment."""
        return np.stack([environment.value_function for environment in self.environments])

    def approximation(self, theta: ArrayLike) -> Array:
        """The values (S,) of a parameter theta (d,), or (n, S) of n parameters (n, d)."""
        parameters = as_array("theta", theta, ("n", "d") if np.ndim(np.asarray(theta, dtype=object)) == 2 else ("d",))
        if parameters.shape[-1] != self.dim:
            raise InvalidInput("theta", parameters.shape, f"must have shape (d,) = ({self.dim},) or (n, d)")
        parameters, features = same_kind(parameters, self.features)
        return parameters @ features.T

    def __repr__(self) -> str:
        return super().__repr__().replace("LinearProblem(", f"TDProblem({self.environments[0].num_states} states, ", 1)


def td_problem(environments: Sequence[MarkovRewardProcess] | MarkovRewardProcess, features: ArrayLike | None = None) -> TDProblem:
    """`TDProblem` with one environment or several; one feature per state (a table of values) unless features are given.

    >>> from symfed.models.markov import MarkovRewardProcess
    >>> td_problem(MarkovRewardProcess([[0, 1], [1, 0]], [3, 0], "1/2")).optimum  # the value of each state
    array([4, 2], dtype=object)
    """
    several = [environments] if isinstance(environments, MarkovRewardProcess) else environments
    states = _checked_environments(several)[0].num_states
    return TDProblem(several, np.eye(states, dtype=int) if features is None else features)


def _checked_environments(environments: Sequence[MarkovRewardProcess]) -> list[MarkovRewardProcess]:
    given = list(environments)
    if not given:
        raise InvalidInput("environments", given, "must hold at least one Markov reward process")
    for c, environment in enumerate(given):
        if not isinstance(environment, MarkovRewardProcess):
            raise InvalidInput(f"environments[{c}]", environment, "must be a MarkovRewardProcess")
        for name in ("num_states", "discount"):
            mine, first = getattr(environment, name), getattr(given[0], name)
            if float(mine) != float(first):
                raise InvalidInput(f"environments[{c}].{name}", mine, f"must be that of environments[0], {first}")
    return given


def _matrix_rank(features: Array) -> int:
    if not is_exact(features):
        return int(np.linalg.matrix_rank(features))
    S, d = features.shape
    return int(flint.fmpq_mat(S, d, list(features.flat)).rank())


def _client_samples(environment: MarkovRewardProcess, phi: Array) -> tuple[Array, Array, Array, Array]:
    """Left and right factors, rewards and probabilities of the samples of one client."""
    moves, rewards, law = (like(part, phi) for part in (environment.moves, environment.move_rewards, environment.stationary_law))
    discount = environment.discount if is_exact(phi) else float(environment.discount)
    merged: dict[tuple[Any, ...], list[Any]] = {}
    for s, a, end in np.argwhere(moves != 0):
        share, reward = law[s] * moves[s, a, end], rewards[s, a, end]
        # states with phi(s) = 0 contribute nothing
        key = (*phi[s], *phi[end], reward) if (phi[s] != 0).any() else ()
        if key in merged:
            merged[key][-1] += share
        else:
            merged[key] = [phi[s], phi[s] - discount * phi[end], reward, share]
    left, right, earned, shares = zip(*merged.values(), strict=True)
    weights = np.array(shares, dtype=phi.dtype)
    # floats: the rounding error of the stationary law can exceed the tolerance for weights
    return np.stack(left), np.stack(right), np.array(earned, dtype=phi.dtype), weights if is_exact(weights) else weights / weights.sum()
