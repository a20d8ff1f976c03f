"""The largest variance ratio of a family of populations: floats suggest it, exact solves decide, a committed record keeps it.

Three ways of looking: at random, by evolution, and by Hypothesis' targeting. A record names its seed and holds what is needed to check its
extremes again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

import flint
import numpy as np
from hypothesis import HealthCheck, Phase, given, settings, target
from hypothesis import strategies as st
from scipy.optimize import differential_evolution

from proofs_checks.symfed.scaffold.adversarial.populations import KINDS, Family, variance_ratio
from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, identity, is_positive_semidefinite
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import stationary_exact
from symfed.reference.streams import stream
from symfed.strategies import Instance
from symfed.strategies.search import no_local_constants

# exact instances beside the floats

_GRID = 2**24  # condition numbers reach 10^4 and gamma L falls to 1/100: curvatures keep a dozen bits or more
_GUARD = flint.fmpq(1, 2**30)  # outward, relative: enclosing an eigenvalue known to 1e-13


def rational_neighbour(family: Family, point: Array) -> Instance:
    """The population at a point (size,) with Hessians and noise rounded to a grid, and valid exact constants mu and L; gamma L <= 1.

    Raises InvalidInput if rounding left a Hessian that is not positive definite.
    """
    population = family.population(point[None])
    A, C = _rounded(population.hessians[0]), _rounded(population.noise[0])
    if family.d > 1 and family.noise != "isotropic":
        C = _rank_one(population.noise[0])
    mu, L = _bounds(A)
    return Instance(
        QuadraticProblem(A, np.zeros((family.N, family.d), dtype=int), C), 1 / max(L, flint.fmpq(1)), int(population.H[0]), mu, L
    )


def exact_ratio(i: Instance) -> Any:
    """N mu (2 - gamma mu) tr Sigma / (gamma sigma^2), sigma^2 the mean of tr C_c; mu is rational, at most the smallest curvature."""
    mu, _ = _bounds(i.problem.hessian_matrices)
    covariance = stationary_exact("scaffold", i.problem, i.gamma, i.H).second_moment
    sigma2 = sum((np.trace(noise) for noise in i.problem.noise), flint.fmpq(0)) / i.N
    return i.N * mu * (2 - i.gamma * mu) * np.trace(covariance) / (i.gamma * sigma2)


def _rounded(matrices: Array) -> Array:
    """Symmetric matrices on the grid."""
    upper = np.triu(np.ones(matrices.shape[-2:], dtype=bool))
    kept = np.where(upper, matrices, np.swapaxes(matrices, -1, -2))
    return np.array([flint.fmpq(round(float(entry) * _GRID), _GRID) for entry in kept.flat], dtype=object).reshape(matrices.shape)


def _rank_one(noise: Array) -> Array:
    """v v' with rational v, for every client that has noise."""
    direction = np.linalg.eigh(noise[0]).eigenvectors[:, -1]
    v = np.array([flint.fmpq(round(float(entry) * 1024), 1024) for entry in direction], dtype=object)
    return np.stack([np.outer(v, v) * flint.fmpq(int(matrix.any())) for matrix in noise])


def _bounds(A: Array) -> tuple[Any, Any]:
    """Rational mu and L with mu I <= A_c <= L I; exactly the extremes where d = 1."""
    if A.shape[-1] == 1:
        return min(A.flat), max(A.flat)
    values = np.linalg.eigvalsh(A.astype(float))
    low = flint.fmpq(round(float(values.min()) * 2**40), 2**40) - _GUARD
    high = flint.fmpq(round(float(values.max()) * 2**40), 2**40) + _GUARD
    unit = identity(A.shape[-1], A)
    for matrix in A:
        if low <= 0 or not is_positive_semidefinite(matrix - low * unit) or not is_positive_semidefinite(high * unit - matrix):
            raise InvalidInput("point", str(values.min()), "must have Hessians that stay positive definite on the grid")
    return low, high


# the three ways

EXACT_STEPS = 32  # more local steps make the rationals of an exact solve long
_BATCH = 2000


@dataclass
class Tally:
    """Rates points of a family's cube, counts them and keeps the best: of all, and of those with few local steps."""

    family: Family
    instances: int = 0
    best: dict[bool, tuple[float, Array]] = field(default_factory=dict)

    def rate(self, points: Array) -> Array:
        """The ratios of `points` (B, size); (B,)."""
        population = self.family.population(points)
        ratios = variance_ratio(population)
        self.instances += len(points)
        few = population.H <= EXACT_STEPS
        for kind, among in ((False, np.full_like(few, True)), (True, few)):
            if among.any():
                k = int(np.argmax(np.where(among, ratios, -np.inf)))
                if kind not in self.best or ratios[k] > self.best[kind][0]:
                    self.best[kind] = float(ratios[k]), points[k].copy()
        return ratios


def sample(tally: Tally, count: int, seed: int) -> None:
    """`count` points at random, the stream named after the family."""
    numbers = stream(seed, f"adversarial sample {tally.family.name}")
    for start in range(0, count, _BATCH):
        tally.rate(numbers.random((min(_BATCH, count - start), tally.family.size)))


def evolve(tally: Tally, count: int, seed: int) -> None:
    """Differential evolution of about `count` points in populations of eight for each coordinate, until the count is spent."""
    size = tally.family.size
    differential_evolution(
        lambda columns: -tally.rate(columns.T),
        [(0, 1)] * size,
        popsize=8,
        maxiter=max(1, count // (8 * size)),
        tol=0,
        vectorized=True,
        updating="deferred",
        polish=False,
        rng=stream(seed, f"adversarial evolution {tally.family.name}"),
    )


def climb(tally: Tally, count: int) -> None:
    """Hypothesis hill-climbs the ratio from what it draws, derandomised: sixteenths of the cube's sides, so that ties and ends occur."""
    size = tally.family.size

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.target],
    )
    @given(st.lists(st.integers(0, 16), min_size=size, max_size=size))
    def step(sixteenths: list[int]) -> None:
        target(float(tally.rate(np.array([sixteenths]) / 16)[0]))

    with no_local_constants():
        step()


def searched(family: Family, count: int, seed: int = 0) -> Tally:
    """Half of `count` instances at random, nearly half by evolution, one in a hundred by targeting."""
    tally = Tally(family)
    sample(tally, count // 2, seed)
    evolve(tally, count // 2, seed)
    climb(tally, max(1, count // 100))
    return tally


# what is put on record

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
