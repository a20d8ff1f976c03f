"""A sequential Monte Carlo test whose false-alarm probability is declared and holds at every sample size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from symfed.core.domain import Domain
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.models.arrays import Array


@dataclass(frozen=True)
class SequentialTest:
    """Is |E X - statement| <= slack? X in an `interval` [low, high], drawn in independent batches by `sample(batch_number)`.

    After batch k the mean lies within r_k = sd*sqrt(2 l/n) + 7 range l/(3(n-1)), l = log(4/alpha_k), of E X with probability at least
    1 - alpha_k (empirical Bernstein, Maurer and Pontil 2009, two-sided), and alpha_k = alpha/(k(k+1)) sums to alpha: the test may stop
    at any batch. It fails when the whole interval lies outside the slack, holds when the interval is shorter than `resolution` and
    still meets it, and is undecided when the batches run out. `slack` bounds what the statement itself leaves out.
    `reading` turns the statement into the number that E X is compared with.
    """

    sample: Callable[[int], Array]
    reading: Callable[[Any], float]
    interval: Callable[[], tuple[float, float]]
    slack: Callable[[], float]
    resolution: float
    alpha: float = 1e-9
    batches: int = 60
    scope: str = "Monte Carlo"

    @property
    def method(self) -> str:
        return f"sequential Monte Carlo test ({self.scope}, false-alarm probability {self.alpha:g})"

    def deepened(self) -> SequentialTest:
        """The same test, allowed four times as many batches."""
        return replace(self, batches=4 * self.batches)

    def examine(self, statement: Any, under: Domain) -> Evidence:
        claimed = float(self.reading(statement))
        (low, high), slack = self.interval(), self.slack()
        n, total, squares, span, middle = 0, 0.0, 0.0, high - low, (low + high) / 2
        for k in range(1, self.batches + 1):
            x = np.asarray(self.sample(k), dtype=float)
            if not (x.min() >= low and x.max() <= high):  # so written, it also stops numbers that are none
                raise ValueError(f"a sample left [{low}, {high}]: the bound that the test rests on is wrong")
            x = x - middle  # far from zero, the difference of two large squares would lose the variance
            n, total, squares = n + x.size, total + float(x.sum()), squares + float((x**2).sum())
            mean = middle + total / n
            variance = max(0.0, squares - total**2 / n) / (n - 1)
            log_term = np.log(4 * k * (k + 1) / self.alpha)
            radius = np.sqrt(2 * variance * log_term / n) + 7 * span * log_term / (3 * (n - 1))
            gap = abs(mean - claimed)
            if gap > radius + slack:
                witness = {"claimed": f"{claimed:.6g}", "mean": f"{mean:.6g}", "radius": f"{radius:.2g}", "samples": str(n)}
                return Evidence(
                    self.method, Outcome.FAILS, Tier.SUPPORTED, "the confidence interval excludes it", witness, n, refutes=False
                )
            if radius <= self.resolution:
                summary = f"within {radius:.2g} of the claimed value after {n} samples"
                return Evidence(self.method, Outcome.HOLDS, Tier.SUPPORTED, summary, instances=n)
        return Evidence(self.method, Outcome.UNKNOWN, Tier.SUPPORTED, f"undecided after {n} samples", instances=n)
