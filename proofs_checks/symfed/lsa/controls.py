"""A round with control variates on clients that draw matrices without symmetry, every draw spelled out and nothing else random."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import isqrt
from typing import Any

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from symfed.core.symbols import H, gamma
from symfed.derive.lift import control_gain
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, identity, rational, solve
from symfed.models.rounds import run_rounds
from symfed.strategies import Strategy, gershgorin, rationals, text

_SCALE = 2**20


def root_below(value: flint.fmpq) -> flint.fmpq:
    """A rational at most the square root, by less than 2^-20."""
    return flint.fmpq(isqrt(int(value.p * _SCALE**2) // int(value.q)), _SCALE)


def root_above(value: flint.fmpq) -> flint.fmpq:
    """A rational above the square root, by at most 2^-20."""
    return root_below(value) + flint.fmpq(1, _SCALE)


@dataclass(frozen=True)
class ControlledLinearRound:
    """Equally likely samples A_c(z), shape (N, n, d, d); theta - theta* = start (d,); shifts y_c (N, d) of mean zero, in its unit.

    `claimed` and `shortened` are what is said of the decay and of L² as multiples of what is known of them.
    """

    matrices: Array
    start: Array
    shifts: Array
    gamma: Any
    H: int
    claimed: Any = 1
    shortened: Any = 1

    @cached_property
    def decay(self) -> Any:
        """Some a with E|(1 - gamma A) u|² <= (1 - gamma a)|u|² for all clients, by Gershgorin: the largest for scaled rotations."""
        step = identity(len(self.start), self.matrices) - self.gamma * self.matrices
        return self.claimed * (1 - self._largest(step)) / self.gamma

    @cached_property
    def squared_length(self) -> Any:
        """Some L² with E|A u|² <= L²|u|², likewise."""
        return self.shortened * self._largest(self.matrices)

    def _largest(self, samples: Array) -> Any:
        squares = (samples.transpose(0, 1, 3, 2) @ samples).sum(axis=1) / samples.shape[1]
        return max(gershgorin(square)[1] for square in squares)

    def parameters(self) -> dict[str, Any]:
        """The numbers that a Domain speaks about."""
        return {"gamma": self.gamma, "H": self.H, "N": len(self.matrices), "decay": self.decay}

    def describe(self) -> dict[str, str]:
        """Text from which the round can be written down again."""
        arrays = {"matrices": self.matrices, "start": self.start, "shifts": self.shifts}
        said = {name: str(value) for name, value in (("claimed", self.claimed), ("shortened", self.shortened)) if value != 1}
        return {name: text(value) for name, value in arrays.items()} | {"gamma": str(self.gamma), "H": str(self.H)} | said


def mean_square(start: Array, shifts: Array) -> Any:
    """|e|² + mean |y_c|²."""
    return (start**2).sum() + (shifts**2).sum() / len(shifts)


def after_a_round(algorithm: str | Algorithm, i: ControlledLinearRound) -> Any:
    """The mean of `mean_square` over all draws of a round of the rule."""
    rule = get_algorithm(algorithm)
    unit = rational((1 / control_gain(algorithm)).subs({gamma: sp.Rational(int(i.gamma.p), int(i.gamma.q)), H: i.H}))
    ends = [_after(rule, i, unit, draws) for draws in _draws(i)]
    return sum(ends[1:], ends[0]) / len(ends)


def _draws(i: ControlledLinearRound) -> Iterator[Array]:
    N, n = i.matrices.shape[:2]
    for choice in product(range(n), repeat=N * i.H):
        yield np.array(choice).reshape(i.H, N)


def _after(rule: Algorithm, i: ControlledLinearRound, unit: Any, draws: Array) -> Any:
    clients = np.arange(len(i.matrices))

    def drawn(local: Array, t: int, h: int) -> Array:
        return (i.matrices[clients, draws[h]] @ local[..., None])[..., 0]

    after, xi = run_rounds(rule, drawn, i.start, i.gamma, i.H, len(clients), xi=i.shifts / unit)[-1]
    return mean_square(after, xi * unit)


def bias_and_bound(i: ControlledLinearRound, constant: Any = 2) -> tuple[Any, Any]:
    """decay² |bias|² of FedLSA, client c's own solution being shifts[c], and (constant gamma (H-1) L² Delta_het)², Delta_het from below."""
    rule, means = get_algorithm("fedlsa"), i.matrices.sum(axis=1) / i.matrices.shape[1]
    targets = (means @ i.shifts[..., None])[..., 0]
    theta = solve(means.sum(axis=0), targets.sum(axis=0))

    def after(x: Array) -> Array:
        followed = run_rounds(rule, lambda local, t, h: (means @ local[..., None])[..., 0] - targets, x, i.gamma, i.H, len(means))
        return followed[-1][0]

    eye = identity(len(theta), means)
    moved = after(0 * theta)
    slope = np.stack([after(column) - moved for column in eye], axis=1)
    bias = solve(eye - slope, moved) - theta
    apart = sum((root_below((away**2).sum()) for away in i.shifts - theta), flint.fmpq(0)) / len(means)
    allowed = rational(sp.sympify(constant)) * i.gamma * (i.H - 1) * i.squared_length * apart
    return i.decay**2 * (bias**2).sum(), allowed**2


@st.composite
def controlled_linear_rounds(draw: Any, d: int, N: int, samples: int = 1, most_steps: int = 4) -> ControlledLinearRound:
    """Rounds on clients each of whose steps shrinks in mean square (gamma is halved until it does); in the plane half of them turn."""
    turns = d == 2 and draw(st.booleans())
    half = rationals(-2, 2, (1, 2))

    def entries(*shape: int) -> Array:
        count = int(np.prod(shape))
        return np.array(draw(st.lists(half, min_size=count, max_size=count)), dtype=object).reshape(shape)

    matrices = entries(N, samples, d, d)
    if turns:
        matrices[..., 1, 1], matrices[..., 1, 0] = matrices[..., 0, 0], -matrices[..., 0, 1]
    means = matrices.sum(axis=1) / samples
    lowest = min(gershgorin((A + A.T) / 2)[0] for A in means)
    matrices = matrices + (draw(st.sampled_from([flint.fmpq(1, k) for k in (1, 4, 16)])) - min(lowest, 0)) * identity(d, matrices)
    shifts, gamma = entries(N, d), draw(st.sampled_from([flint.fmpq(1, k) for k in (1, 2, 4)]))
    case = ControlledLinearRound(matrices, entries(d), shifts - shifts.sum(axis=0) / N, gamma, draw(st.integers(1, most_steps)))
    while case.decay < 0:
        case = replace(case, gamma=case.gamma / 2)
    return case


def too_large_decay(d: int, N: int) -> Strategy:
    """Rounds of short steps of which a larger decay is said than they have, with gamma decay <= 1."""

    def boasting(i: ControlledLinearRound, times: int) -> ControlledLinearRound:
        return replace(i, gamma=i.gamma / times, claimed=flint.fmpq(times))

    rounds = st.builds(boasting, controlled_linear_rounds(d, N), st.sampled_from([2, 8, 64]))
    return rounds.filter(lambda i: 0 < i.gamma * i.decay <= 1)


def too_short(d: int, N: int) -> Strategy:
    """Rounds of which a smaller L is said than they have."""
    return st.builds(replace, controlled_linear_rounds(d, N), shortened=st.just(flint.fmpq(1, 400)))


def unbalanced(d: int, N: int) -> Strategy:
    """Rounds whose control variates do not add up to zero."""

    def pushed(i: ControlledLinearRound) -> ControlledLinearRound:
        return replace(i, shifts=i.shifts + 1)

    return controlled_linear_rounds(d, N).map(pushed)


def noisy_linear_rounds(d: int, N: int) -> Strategy:
    """Rounds with two samples a client and at most two steps."""
    return controlled_linear_rounds(d, N, samples=2, most_steps=2)
