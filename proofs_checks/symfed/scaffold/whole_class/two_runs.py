"""Two runs of Scaffold that both move, with exact gradients: a round need not bring them together, from three local steps on.

Two clients are mirror images of each other: across the mirror lie the gradients' own parts and the control variates, along it the mean of
both. So one client's data are all: numbers <v, w> of its vectors, along the mirror and across. A client with such data exists if these are
Gram matrices and the values and gradients obey the inequalities that smooth and strongly convex functions obey, each pair of points one
(Taylor, Hendrickx and Glineur 2017, Theorem 4). The data were found by a semidefinite program (two_runs_search) and rounded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from proofs_checks.symfed.scaffold.wasserstein import ONE_SUM
from symfed.checks import inequality_search
from symfed.claims import Claim, Class, Domain, Tier, printed_at
from symfed.core.symbols import H, L, gamma, mu
from symfed.models.arrays import Array, is_positive_semidefinite
from symfed.strategies import Strategy, text
from symfed.theorems.interpolation import SMOOTH_CONVEX

ONE = flint.fmpq(1)
SEARCH = "scaffold_two_runs"


@dataclass(frozen=True)
class TwoRuns:
    """gamma = 1; one of two mirror-image clients, followed by two runs through H local steps each.

    `along` and `across`, shape (2 H + 1, 2 H + 1), hold the products of vectors in the mirror and of their parts across it. The first
    vector is the difference e of both runs' starts along the mirror, and the difference y of gamma H times their control variates across;
    then come the H gradients of the first run and those of the second, which starts from 0 without a control variate: a linear term of the
    loss is free. `values`, shape (2 H,), are the loss at the same points.
    """

    mu: Any
    L: Any
    along: Array
    across: Array
    values: Array

    @property
    def H(self) -> int:
        return len(self.values) // 2

    def parameters(self) -> dict[str, Any]:
        """The numbers that a Domain speaks about."""
        return {"gamma": ONE, "mu": self.mu, "L": self.L, "H": self.H, "N": 2}

    def describe(self) -> dict[str, str]:
        """Text from which the runs can be written down again."""
        arrays = {"along": self.along, "across": self.across, "values": self.values}
        return {"mu": str(self.mu), "L": str(self.L)} | {name: text(array) for name, array in arrays.items()}

    def points(self) -> list[tuple[list[Any], list[Any]]]:
        """Where each gradient is taken, as coefficients of the vectors along and across: u_h = e - (g_0 + ... + g_(h-1)) - y h/H."""
        found, size = [], 2 * self.H + 1
        for run in (0, 1):
            for h in range(self.H):
                steps = [-ONE if run * self.H < k <= run * self.H + h else 0 * ONE for k in range(size)]
                found.append(([ONE * (1 - run), *steps[1:]], [-ONE * h / self.H * (1 - run), *steps[1:]]))
        return found

    def product(self, one: tuple[list[Any], list[Any]], other: tuple[list[Any], list[Any]]) -> Any:
        """<v, w> of vectors by their coefficients along and across."""
        total = 0 * ONE
        for table, v, w in zip((self.along, self.across), one, other, strict=True):
            for i, j in ((i, j) for i, a in enumerate(v) for j, b in enumerate(w) if a != 0 and b != 0):
                total = total + v[i] * w[j] * table[i][j]
        return total

    def distances(self) -> tuple[Any, Any]:
        """V after the round and before it: u_H + y of the first run less that of the second is e less the gradients' differences."""
        gradients = [-ONE] * self.H + [ONE] * self.H
        end = [ONE, *gradients], [0 * ONE, *gradients]
        return self.product(end, end), self.along[0][0] + self.across[0][0]


def slacks(i: TwoRuns) -> Iterator[Any]:
    """What is left of f_k - f_l - <g_l, u_k - u_l> less the least that L and mu allow, for each pair of points."""
    points, weight = i.points(), 2 * (1 - i.mu / i.L)
    unit = [[ONE * (j == k + 1) for j in range(2 * i.H + 1)] for k in range(2 * i.H)]
    for k, m in permutations(range(2 * i.H), 2):
        apart = tuple([a - b for a, b in zip(u, v, strict=True)] for u, v in zip(points[k], points[m], strict=True))
        bend = ([a - b for a, b in zip(unit[k], unit[m], strict=True)],) * 2
        least = i.product(bend, bend) / i.L + i.mu * i.product(apart, apart) - 2 * i.mu / i.L * i.product(bend, apart)  # type: ignore[arg-type]
        yield i.values[k] - i.values[m] - i.product((unit[m], unit[m]), apart) - least / weight  # type: ignore[arg-type]


def interpolated(i: Any) -> bool | None:
    """Whether there are clients with these data."""
    if not isinstance(i, TwoRuns):
        return None
    return is_positive_semidefinite(i.along) and is_positive_semidefinite(i.across) and all(slack >= 0 for slack in slacks(i))


def stiffer(i: Any) -> Any:
    """Runs whose L is said to be half of what it is; mirror images keep the control variates' sum."""
    return replace(i, L=i.L / 2) if isinstance(i, TwoRuns) else None


def mirrored(i: Any) -> bool | None:
    """Control variates across a mirror add up to zero in both runs."""
    return isinstance(i, TwoRuns) or None


@cache
def found() -> tuple[TwoRuns, ...]:
    """The committed data: three steps, and six."""
    record = json.loads(files("proofs_checks").joinpath("searches", f"{SEARCH}.json").read_text(encoding="utf-8"))

    def square(rows: list[list[int]], denominator: int) -> Array:
        return np.array(
            [[flint.fmpq(rows[max(i, j)][min(i, j)], denominator) for j in range(len(rows))] for i in range(len(rows))], dtype=object
        )

    return tuple(
        TwoRuns(
            flint.fmpq(*one["mu"]),
            ONE,
            square(one["along"], one["denominator"]),
            square(one["across"], one["denominator"]),
            np.array([flint.fmpq(value, one["denominator"]) for value in one["values"]], dtype=object),
        )
        for one in record
    )


def runs(d: int, N: int) -> Strategy:
    """The committed runs of two clients: `d` and `N` are not read."""
    return st.sampled_from(found())


CLIENTS = Class(SMOOTH_CONVEX.says, interpolated, spoil=stiffer)
ONE_SUM_OF_BOTH = Class(ONE_SUM.says, mirrored)
RUNS = inequality_search(runs, scope="two mirror-image clients, exact gradients", sizes=((2, 2),), examples=8)
CLASSES = Domain((gamma * L <= 1, mu < L), (CLIENTS, ONE_SUM_OF_BOTH))

rate = Claim(
    id="symfed-scaffold-two-runs-rate",
    kind="inequality",
    says="Conjecture: between two runs of Scaffold with exact gradients, a round of H local steps shrinks V by (1 - gamma mu)^(2H) while H^2 gamma mu <= 1, as it does "
    "towards theta*. False at three local steps and gamma L = 1. It holds up to gamma H L = 2, even with a new sample in every step.",
    printed=printed_at("conjecture on two runs", r"\gamma L\le1,\ H^2\gamma\mu\le1:\quad V^+\le(1-\gamma\mu)^{2H}V"),
    under=CLASSES & Domain((H**2 * gamma * mu <= 1,)),
    statement=lambda i: (i.distances()[0], (1 - i.mu) ** (2 * i.H) * i.distances()[1]),
    checks=RUNS,
    corrected="symfed-scaffold-whole-class-samples-contract",
    see=("symfed-scaffold-whole-class", "symfed-scaffold-two-runs-apart"),
    expect=Tier.REFUTED,
)

apart = Claim(
    id="symfed-scaffold-two-runs-apart",
    kind="inequality",
    says="Conjecture: a round of Scaffold with exact gradients and gamma L <= 1 brings no two runs farther apart in V. False: after six local steps they may be, so that "
    "a round is not even nonexpansive, though towards theta* it contracts with any number of steps.",
    printed=printed_at("conjecture on two runs, nonexpansive", r"\gamma L\le1:\quad V^+\le V"),
    under=CLASSES,
    statement=lambda i: i.distances(),
    checks=RUNS,
    corrected="symfed-scaffold-whole-class-samples",
    see=("symfed-scaffold-whole-class", "symfed-scaffold-two-runs-rate"),
    expect=Tier.REFUTED,
)
