"""What a kernel needs to know of a problem: the source of its gradient, and the numbers that the source reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symfed.models.arrays import Array
from symfed.reference.simulation.generators import Alias


@dataclass(frozen=True)
class Chain:
    """How one of the chains that share a step's draw gets its gradient.

    score: source run once a step before the rule. value: an expression for the gradient in coordinate i of lane l, j = i*W + l.
    Both see what `Gradient.draw` left, `{x}` (the chain's state, at [j]), `{p}` (a number for each lane) and `{g}` (like the state).
    Chains run in order, and their buffers are called x0, g0, p0, x1, ...: a later chain can read what an earlier one left.
    """

    score: str
    value: str


@dataclass(frozen=True)
class Gradient:
    """A problem's stochastic or full gradient as source text, with its numbers.

    draw: source run once a step; it sees `words` (the lanes' generators), `first` and `count` (where the client's samples begin, and
    how many they are), `table`, `limits`, `others` (see `Alias`), and fills `a`, rows of W numbers, for all chains to read; `row` has
    room for 3 W integers on the way.
    width: numbers in the table for one sample. rows: rows of `a`. constants: names that the source reads, with their values.
    The literals D and W, dimension and lanes, and WIDTH, are known to the source.
    """

    draw: str
    chains: tuple[Chain, ...]
    table: Array
    tables: Alias
    width: int
    rows: int
    constants: Mapping[str, float] = field(default_factory=dict)
