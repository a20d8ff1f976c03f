"""The committed outcome of a long search, in text that names its seed and holds what is needed to check its extremes again."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from proofs_checks.symfed.scaffold.adversarial.climbing import Tally, searched
from proofs_checks.symfed.scaffold.adversarial.exact import exact_ratio, rational_neighbour
from proofs_checks.symfed.scaffold.adversarial.populations import KINDS, Family

EXACT_SIZE = 6  # N d up to which rationals are solved in a second


@dataclass(frozen=True)
class Extreme:
    """What was found in one family.

    largest: the largest ratio in float64, at H local steps. exact: the ratio, to twelve places, of an exact instance next to the best one
    with few local steps; empty for large families.
    """

    noise: str
    d: int
    N: int
    apart: bool
    instances: int
    largest: float
    H: int
    instance: dict[str, str]
    exact: str


@dataclass(frozen=True)
class Record:
    """A search: its seed, how many instances it looked at, and the extremes of its families."""

    seed: int
    instances: int
    extremes: tuple[Extreme, ...]

    @classmethod
    def load(cls, name: str) -> Record:
        """The committed record proofs_checks/searches/NAME.json."""
        written: dict[str, Any] = json.loads(committed_path(name).read_text(encoding="utf-8"))
        extremes = tuple(Extreme(**extreme) for extreme in written["extremes"])
        return cls(written["seed"], written["instances"], extremes)

    def save(self, path: Path) -> None:
        """The file appears whole or not at all."""
        draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
        draft.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")
        draft.replace(path)


def committed_path(name: str) -> Path:
    return Path(str(files("proofs_checks").joinpath("searches", f"{name}.json")))


def families() -> list[Family]:
    """All kinds of noise in d <= 3 with two to eight clients; in dimension one all common noise is isotropic."""
    kinds = [(noise, d) for noise in KINDS for d in (1, 2, 3) if (noise, d) != ("common", 1)]
    return [Family(noise, d, N, apart) for noise, d in kinds for apart in (False, True)[: 1 + (noise != "single")] for N in range(2, 9)]


def to_twelve_places(ratio: Any) -> str:
    return f"{float(ratio):.12f}"


def extreme(tally: Tally) -> Extreme:
    """The tally's best, and its exact neighbour where the family is small enough."""
    family = tally.family
    largest, point = tally.best[False]
    written, exact = {}, ""
    if family.N * family.d <= EXACT_SIZE and True in tally.best:
        instance = rational_neighbour(family, tally.best[True][1])
        written, exact = instance.describe(), to_twelve_places(exact_ratio(instance))
    H = int(family.population(point[None]).H[0])
    return Extreme(family.noise, family.d, family.N, family.apart, tally.instances, largest, H, written, exact)


def long_search(count: int, seed: int, among: Iterable[Family], on_family: Callable[[Extreme], None] | None = None) -> Record:
    """`count` instances of every family."""
    found = []
    for family in among:
        found.append(extreme(searched(family, count, seed)))
        if on_family is not None:
            on_family(found[-1])
    return Record(seed, sum(e.instances for e in found), tuple(found))
