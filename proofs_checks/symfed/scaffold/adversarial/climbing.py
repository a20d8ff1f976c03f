"""Three ways of looking for the largest variance ratio of a family: at random, by evolution, and by Hypothesis' targeting."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings, target
from hypothesis import strategies as st
from scipy.optimize import differential_evolution

from proofs_checks.symfed.scaffold.adversarial.populations import Family, variance_ratio
from symfed.models.arrays import Array
from symfed.reference.streams import stream

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

    step()


def searched(family: Family, count: int, seed: int = 0) -> Tally:
    """Half of `count` instances at random, nearly half by evolution, one in a hundred by targeting."""
    tally = Tally(family)
    sample(tally, count // 2, seed)
    evolve(tally, count // 2, seed)
    climb(tally, max(1, count // 100))
    return tally
