"""Markov reward processes for temporal-difference learning: finite chains, the processes, random and grid environments."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import flint
import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, as_array, exact_or_float, identity, is_exact, same_kind, solve, to_float


def check_distributions(name: str, table: Array) -> None:
    """Raise InvalidInput unless every vector along the last axis is non-negative and sums to one."""
    for where in np.ndindex(table.shape[:-1]):
        place, row = f"{name}[{', '.join(map(str, where))}]", table[where]
        for value in row:
            if value < 0:
                raise InvalidInput(place, row.tolist(), f"probabilities must not be negative, as {value} is")
        total = row.sum()
        # floats: as many additions of numbers below one as there are entries, each entry and each sum off by at most 2^-53
        if (total != 1) if is_exact(table) else abs(total - 1) > len(row) * 2.0**-52:
            raise InvalidInput(place, row.tolist(), f"probabilities must sum to one, not {total}")


def classes(transition: Array) -> list[tuple[tuple[int, ...], bool]]:
    """The communicating classes of a chain (S, S), as pairs (states, True if the class is closed: never left once entered).

    >>> classes(np.array([[0.5, 0.5], [0, 1]]))
    [((0,), False), ((1,), True)]
    """
    leads = (transition != 0) | np.eye(len(transition), dtype=bool)
    for _ in range(len(leads).bit_length()):  # paths of any length below S
        leads = leads.astype(np.int64) @ leads > 0
    found = dict.fromkeys(tuple(int(s) for s in np.flatnonzero(row)) for row in leads & leads.T)
    return [(members, bool(leads[members[0]].sum() == len(members))) for members in found]


def check_irreducible(name: str, transition: Array) -> None:
    """Raise InvalidInput, naming the classes, unless every state can be reached from every other."""
    found = classes(transition)
    if len(found) == 1:
        return
    shown = "; ".join(f"{_class_text(members)} {'closed' if closed else 'left for good'}" for members, closed in found)
    closed = sum(is_closed for _, is_closed in found)
    why = "its stationary law is not unique" if closed > 1 else "its stationary law never visits a state that is left for good"
    raise InvalidInput(name, f"a chain with the classes {shown}", f"must be irreducible, or {why}")


def _class_text(members: tuple[int, ...]) -> str:
    shown = [*map(str, members[:6]), *(["..."] if len(members) > 6 else [])]
    return "{" + ", ".join(shown) + "}"


class MarkovRewardProcess:
    """In state s an agent moves to s' with probability P(s'|s) and earns a reward, each worth `discount` times the one before.

    transition: P, an (S, S) array whose rows are probabilities. rewards: (S,), earned in s, or (S, S), earned on the way from s to s'.
    discount: in [0, 1). Integer and rational entries keep the process exact; one float makes it float. The chain must be irreducible:
    learning samples from its stationary law.

    moves, move_rewards (S, A, S): the probabilities pi(a|s) P(s'|s, a) of the moves from a state, and their rewards; A = 1 without
    actions. rewards (S,): the mean reward of a state. Raises InvalidInput naming the argument, its value and the rule it
    breaks.

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
        if P.shape[0] != P.shape[2]:
            raise InvalidInput("kernel", P.shape, "must have shape (S, A, S)")
        r, pi = (as_array(name, table, ("S", "A"), P.shape[:2], "kernel") for name, table in (("rewards", rewards), ("policy", policy)))
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
        """(S,): the distribution that one step of the chain leaves invariant."""
        # law (I - P + J/S) = 1/S with J all ones is regular if and only if the law is unique, and its solution is then the law
        eye = identity(self.num_states, self.transition)
        share = eye[0, 0] / self.num_states
        return solve((eye - self.transition + share).T, eye[0] * 0 + share)

    @cached_property
    def value_function(self) -> Array:
        """V (S,): the expected sum of discounted rewards from each state, V = r + discount P V."""
        return solve(identity(self.num_states, self.transition) - self.discount * self.transition, self.rewards)

    def __repr__(self) -> str:
        return f"MarkovRewardProcess({self.num_states} states, {'exact' if self.exact else 'float64'}, discount = {self.discount})"


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
    """Environments that share the successors of each action and differ in their probabilities and rewards, under one policy.

    Each action in each state leads to `branching` states; cutting [0, 1] at random points gives their probabilities, and rewards are
    uniform on [0, 1]. Environment c is (1 - heterogeneity) times the first draw plus heterogeneity times a draw of its own, with the
    same successors. policy: (S, A), uniform unless given. Draws are repeated until the chain under that policy is irreducible.
    `generator` is the only source of randomness (`reference.streams.stream` names one). exact=True keeps rationals. Raises
    InvalidInput.

    Source: Archibald, McKinnon, Thomas 1995, "On the generation of Markov decision processes".

    >>> from symfed.reference import stream
    >>> first, second = garnet(stream(0, "an example"), 5, 2, 3, discount=0.9, num_environments=2, heterogeneity=0.1)
    >>> first.num_states, bool(((first.transition > 0) == (second.transition > 0)).all())
    (5, True)
    """
    _check_generator(generator)
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
    reach = _draw_successors(generator, S, A, branching, np.asarray(chosen))

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


def _draw_successors(generator: np.random.Generator, S: int, A: int, branching: int, policy: Array) -> Array:
    """The successors of each action, (S, A, branching), drawn until the chain is irreducible."""
    for _ in range(_ATTEMPTS):
        reach = np.array([[generator.choice(S, branching, replace=False) for _ in range(A)] for _ in range(S)])
        links = np.zeros((S, S))
        for s, a in np.argwhere(policy != 0):
            links[s, reach[s, a]] = 1
        if len(classes(links)) == 1:
            return reach
    raise InvalidInput("branching", branching, f"none of {_ATTEMPTS} draws gave an irreducible chain", "raise it, or num_actions")


def _check_generator(generator: Any) -> None:
    if not isinstance(generator, np.random.Generator):
        raise InvalidInput("generator", generator, "must be a NumPy Generator", "give a seed to NumPy's default_rng first")


def random_features(generator: np.random.Generator, num_states: int, dim: int) -> Array:
    """Features (S, d): float64 rows of norm one in directions drawn uniformly. Raises InvalidInput unless 1 <= d <= S.

    >>> from symfed.reference import stream
    >>> random_features(stream(0, "an example"), 5, 2).shape
    (5, 2)
    """
    _check_generator(generator)
    if not 1 <= dim <= num_states:
        raise InvalidInput("dim", dim, f"must lie between 1 and num_states = {num_states}, or no features are independent")
    rows = generator.standard_normal((num_states, dim))
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


MOVES = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}


def grid_world(
    rewards: ArrayLike,
    discount: Any,
    *,
    wind: str = "east",
    strength: Any = 0,
    start: tuple[int, int] = (0, 0),
    goal: tuple[int, int] = (-1, -1),
    policy: ArrayLike | None = None,
) -> MarkovRewardProcess:
    """A walk on a grid of cells: an agent takes a step north, east, south or west, and sometimes the wind overrides it.

    rewards: (rows, columns), earned on leaving a cell. With probability `strength` in [0, 1) the step follows the wind
    instead of the policy; a step over the edge stays in place, and any step from `goal` leads back to `start`. policy: (rows * columns,
    4) probabilities in the order of `MOVES`, uniform unless given. States are numbered row by row. Exact for rational entries. Raises
    InvalidInput.

    >>> grid_world([[0, 0], [0, 1]], "9/10", strength="1/4").num_states
    4
    """
    r = as_array("rewards", rewards, ("rows", "columns"))
    rows, columns = r.shape
    blown = exact_or_float("strength", strength)
    if not 0 <= blown < 1:
        raise InvalidInput("strength", strength, "must lie in [0, 1)")
    exact = is_exact(r) and not isinstance(blown, float)
    unit, blown = identity(r.size, r if exact else to_float(r)), blown if exact else float(blown)
    if wind not in MOVES:
        raise InvalidInput("wind", wind, f"must be one of {', '.join(MOVES)}")
    cells = np.arange(rows * columns).reshape(rows, columns)
    try:
        first, last = int(cells[start]), int(cells[goal])
    except IndexError:
        raise InvalidInput("start, goal", (start, goal), f"must be cells of a grid of shape {r.shape}") from None
    if first == last:
        raise InvalidInput("goal", goal, "must not be the start")
    ends = {name: _move_targets(cells, move) for name, move in MOVES.items()}
    kernel = np.stack([(1 - blown) * unit[end] + blown * unit[ends[wind]] for end in ends.values()], axis=1)
    kernel[last] = unit[first]
    earned = np.broadcast_to(r.reshape(-1, 1), kernel.shape[:2])
    uniform = (unit[:, :1] * 0 + unit[0, 0] / 4) * np.ones((1, 4), dtype=int)
    return MarkovRewardProcess.under_policy(kernel, earned, uniform if policy is None else policy, discount)


def _move_targets(cells: Array, move: tuple[int, int]) -> Array:
    """The cell that a move leads to from each cell, (rows * columns,)."""
    (rows, columns), (down, right) = cells.shape, move
    row, column = np.indices(cells.shape)
    return cells[np.clip(row + down, 0, rows - 1), np.clip(column + right, 0, columns - 1)].ravel()
