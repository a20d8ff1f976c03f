"""Markov reward processes: a chain, the rewards along it, and what a state is worth."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, as_array, exact_or_float, identity, is_exact, same_kind, solve, to_float
from symfed.models.markov.chains import check_distributions, check_irreducible, stationary_law


class MarkovRewardProcess:
    """In state s an agent moves to s' with probability P(s'|s) and earns a reward, each worth `discount` times the one before.

    transition: P, an (S, S) array whose rows are probabilities. rewards: (S,), earned in s, or (S, S), earned on the way from s to s'.
    discount: in [0, 1). Integer and rational entries keep the process exact; one float makes it float. The chain must be irreducible:
    learning samples from its stationary law.

    moves, move_rewards (S, A, S): the probabilities pi(a|s) P(s'|s, a) of what can follow a state, and what each earns; A = 1 where no
    actions are told apart. rewards (S,): what a state earns on average. Raises InvalidInput naming the argument, its value and
    the rule it breaks.

    >>> coin = MarkovRewardProcess([[0, 1], [1, 0]], [1, 0], 0)
    >>> coin.stationary_law, coin.value_function
    (array([1/2, 1/2], dtype=object), array([1, 0], dtype=object))
    """

    def __init__(self, transition: ArrayLike, rewards: ArrayLike, discount: Any) -> None:
        P = as_array("transition", transition, ("S", "S"))
        S = len(P)
        if P.shape != (S, S):
            raise InvalidInput("transition", P.shape, "must have shape (S, S)")
        r = as_array("rewards", rewards, ("S",) * (2 if np.ndim(np.asarray(rewards, dtype=object)) == 2 else 1))
        if r.shape not in ((S,), (S, S)):
            raise InvalidInput("rewards", r.shape, f"must have shape (S,) = ({S},) or (S, S) to match transition")
        check_distributions("transition", P)
        self._set(P[:, None], np.broadcast_to(r.reshape(S, 1, -1), (S, 1, S)), discount)

    @classmethod
    def under_policy(cls, kernel: ArrayLike, rewards: ArrayLike, policy: ArrayLike, discount: Any) -> MarkovRewardProcess:
        """The process of an agent that follows a policy in a Markov decision process.

        kernel: P(s'|s, a), an (S, A, S) array. rewards: r(s, a), shape (S, A). policy: pi(a|s), shape (S, A). Raises InvalidInput.
        """
        P = as_array("kernel", kernel, ("S", "A", "S"))
        S, A, _ = P.shape
        if P.shape != (S, A, S):
            raise InvalidInput("kernel", P.shape, "must have shape (S, A, S)")
        r, pi = as_array("rewards", rewards, ("S", "A")), as_array("policy", policy, ("S", "A"))
        for name, table in (("rewards", r), ("policy", pi)):
            if table.shape != (S, A):
                raise InvalidInput(name, table.shape, f"must have shape (S, A) = {(S, A)} to match kernel")
        check_distributions("kernel", P)
        check_distributions("policy", pi)
        P, pi = same_kind(P, pi)
        process = cls.__new__(cls)
        process._set(pi[:, :, None] * P, np.broadcast_to(r[:, :, None], P.shape), discount)
        return process

    def _set(self, moves: Array, rewards: Array, discount: Any) -> None:
        self.discount = exact_or_float("discount", discount)
        if not 0 <= self.discount < 1:
            raise InvalidInput("discount", discount, "must lie in [0, 1)")
        exact = is_exact(moves, rewards) and not isinstance(self.discount, float)
        self.moves, self.move_rewards = (moves, rewards) if exact else (to_float(moves), to_float(rewards))
        self.discount = self.discount if exact else float(self.discount)
        self.transition: Array = self.moves.sum(axis=1)
        self.rewards: Array = (self.moves * self.move_rewards).sum(axis=(1, 2))
        check_irreducible("transition", self.transition)

    @property
    def num_states(self) -> int:
        return len(self.transition)

    @property
    def exact(self) -> bool:
        return is_exact(self.transition)

    @cached_property
    def stationary_law(self) -> Array:
        """(S,): the law that one step of the chain leaves alone."""
        return stationary_law(self.transition)

    @cached_property
    def value_function(self) -> Array:
        """V (S,): the expected sum of discounted rewards from each state, V = r + discount P V."""
        return solve(identity(self.num_states, self.transition) - self.discount * self.transition, self.rewards)

    def __repr__(self) -> str:
        return f"MarkovRewardProcess({self.num_states} states, {'exact' if self.exact else 'float64'}, discount = {self.discount})"
