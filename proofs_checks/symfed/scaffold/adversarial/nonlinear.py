"""The search for the largest variance ratio, on clients that are not quadratic: d = 1, few clients, equal additive noise, laws by quadrature.

python -m proofs_checks.symfed.scaffold.adversarial.nonlinear FILE [COUNT] [SEED] writes the record; progress to stderr.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import flint
import numpy as np
import sympy as sp

from proofs_checks.symfed.scaffold.adversarial.search import committed_path
from symfed.claims import Domain, Evidence
from symfed.core.check import Check
from symfed.core.errors import NotConverged
from symfed.core.symbols import theta
from symfed.models.problems import ScalarProblem
from symfed.reference.quadrature import stationary_quadrature
from symfed.reference.streams import stream

_EIGHTHS = np.array([1, 2, 3, 4, 6, 8, 12, 16, 24, 32])  # sizes of curvatures, bends and noise, in eighths
_KEPT = 4


@dataclass(frozen=True)
class BentClients:
    """f_c = flat_c theta^2/2 + bend_c log(1 + exp(slope_c theta)), gradients with noise +sigma or -sigma.

    All numbers in eighths, save gamma L = fraction/5 and H.
    """

    flat: tuple[int, ...]
    bend: tuple[int, ...]
    slope: tuple[int, ...]
    sigma: int
    fraction: int
    H: int

    @property
    def bounds(self) -> tuple[sp.Rational, sp.Rational]:
        """mu and L: f_c'' lies between flat_c and flat_c + bend_c slope_c^2/4."""
        least = [sp.Rational(a, 8) for a in self.flat]
        most = [low + sp.Rational(b, 8) * sp.Rational(k, 8) ** 2 / 4 for low, b, k in zip(least, self.bend, self.slope, strict=True)]
        return min(least), max(most)

    @property
    def gamma(self) -> sp.Rational:
        return sp.Rational(self.fraction, 5) / self.bounds[1]

    def problem(self) -> ScalarProblem:
        clients = []
        for a, b, k in zip(self.flat, self.bend, self.slope, strict=True):
            f = sp.Rational(a, 16) * theta**2 + sp.Rational(b, 8) * sp.log(1 + sp.exp(sp.Rational(k, 8) * theta))
            clients.append([f + sign * sp.Rational(self.sigma, 8) * theta for sign in (1, -1)])
        return ScalarProblem(clients)

    def ratio(self) -> tuple[float, float]:
        """N mu (2 - gamma mu) Var(theta)/(gamma sigma^2) and its estimated error; raises NotConverged."""
        law = stationary_quadrature("scaffold", self.problem(), flint.fmpq(self.gamma.p, self.gamma.q), self.H)
        bias = float(law.mean[0]) - float(self.problem().optimum[0])
        variance = float(law.second_moment[0, 0]) - bias**2
        assert law.second_moment_error is not None
        error = float(law.second_moment_error[0, 0]) + 2 * abs(bias) * float(law.error[0])
        mu, gamma = float(self.bounds[0]), float(self.gamma)
        scale = len(self.flat) * mu * (2 - gamma * mu) / (gamma * (self.sigma / 8) ** 2)
        return scale * variance, scale * error


def drawn(N: int, numbers: np.random.Generator) -> BentClients:
    """A case at random."""

    def sizes() -> tuple[int, ...]:
        return tuple(int(size) for size in numbers.choice(_EIGHTHS, N))

    signs = tuple(int(sign) for sign in numbers.choice((-1, 1), N))
    slopes = tuple(sign * size for sign, size in zip(signs, sizes(), strict=True))
    return BentClients(sizes(), sizes(), slopes, sizes()[0], int(numbers.integers(1, 5)), int(numbers.integers(2, 5)))


def nudged(case: BentClients, numbers: np.random.Generator) -> BentClients:
    """The case with one of its fields drawn anew."""
    other, name = drawn(len(case.flat), numbers), str(numbers.choice(["flat", "bend", "slope", "sigma", "fraction", "H"]))
    return replace(case, **{name: getattr(other, name)})


def long_search(count: int, seed: int, sizes: tuple[int, ...] = (2, 2, 2, 3)) -> dict[str, Any]:
    """Of `count` cases, half drawn at random and half next to the best so far; what is kept are the best few."""
    numbers, tried = stream(seed, "adversarial bent clients"), 0
    best: list[tuple[float, BentClients, float]] = []
    for k in range(count):
        case = drawn(sizes[k % len(sizes)], numbers)
        if k % 2 and best:
            case = nudged(best[k // 2 % len(best)][1], numbers)
        try:
            ratio, error = case.ratio()
        except NotConverged:
            continue  # counted as not tried
        tried += 1
        if case not in [other for _, other, _ in best]:
            best = sorted([*best, (ratio, case, error)], key=lambda entry: -entry[0])[:_KEPT]
        if k % 20 == 19:
            sys.stderr.write(f"{k + 1}/{count}: largest {best[0][0]:.6f}\n")
    return {"seed": seed, "instances": tried, "extremes": [{"ratio": round(ratio, 9), **asdict(case)} for ratio, case, _ in best]}


@dataclass(frozen=True)
class NonlinearSearch(Check):
    """The statement, a number K: the ratio is at most K. The extremes on record are solved anew; a float above K leaves it undecided."""

    record: str
    solved: int = 2

    @property
    def method(self) -> str:
        return "adversarial search (Scaffold's variance ratio, clients that are not quadratic, d = 1, N = 2, 3, quadrature)"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        record = json.loads(committed_path(self.record).read_text(encoding="utf-8"))
        for extreme in record["extremes"][: self.solved]:
            fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in extreme.items() if k != "ratio"}
            ratio, error = _solved(BentClients(**fields))
            if ratio - error > float(statement):
                witness = {k: str(v) for k, v in extreme.items()}
                summary = f"a ratio of {ratio:.6g}, error about {error:.1g}, not an exact instance"
                return self.doubts(summary, witness)
            if abs(ratio - extreme["ratio"]) > error + 1e-8:  # the record keeps nine places
                return self.unknown(f"the record says {extreme['ratio']}, the quadrature {ratio}")
        tried, largest = record["instances"], record["extremes"][0]["ratio"]
        return self.holds(f"the largest ratio is {largest} on {tried} instances", instances=tried)


@lru_cache
def _solved(case: BentClients) -> tuple[float, float]:
    return case.ratio()


def main(arguments: list[str]) -> int:
    if not 1 <= len(arguments) <= 3 or not all(number.isdigit() for number in arguments[1:]):
        sys.stderr.write("usage: python -m proofs_checks.symfed.scaffold.adversarial.nonlinear FILE [COUNT] [SEED]\n")
        return 2
    count, seed = int(arguments[1]) if arguments[1:] else 60, int(arguments[2]) if arguments[2:] else 0
    Path(arguments[0]).write_text(json.dumps(long_search(count, seed), indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
