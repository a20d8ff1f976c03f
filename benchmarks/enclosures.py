"""Random problems whose enclosures are held against the truth: the table of docs/enclosures.md.

`python -m benchmarks.enclosures FILE --count 10000` draws problems one by one, asks for the bias's and the second moment's enclosures and
for a reference that shares nothing with them, and appends a line to FILE for each; started again, it goes on where FILE ends. Problem k
of a seed is always the same. Then it prints the table of all that is in FILE. Exit code 1: an enclosure missed its truth.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

import symfed as sf
from symfed.core.errors import NotConverged, OutsideDomain
from symfed.formulas import fedavg_bias, fedavg_second_moment
from symfed.models.rings import FLOATS

#: What a reference in double precision may be off by, beside its own error estimate, relative to the larger of one and its norm.
ROUNDING = 1e-12
Case = tuple[Any, Any, int, str]
Draw = Callable[[np.random.Generator], Case]


def logistic(rng: np.random.Generator, d: int, N: int, n: int, H: int) -> Case:
    """A model for every client near a common one; l2, the features' size and gamma L over orders of magnitude."""
    features = [float(np.exp(rng.normal())) * rng.normal(size=(n, d)) for _ in range(N)]
    model = rng.normal(size=d) / np.sqrt(d)
    chances = [FLOATS.functions["sigmoid"](rows @ (model + rng.normal(size=d) / np.sqrt(d))) for rows in features]
    labels = [np.where(rng.random(n) < p, 1, -1) for p in chances]
    problem = sf.LogisticProblem(features, labels, float(np.exp(rng.uniform(-4, 1))))
    return problem, step(rng) / problem.L, H, "quadrature"


def step(rng: np.random.Generator) -> float:
    """gamma L, from a thousandth to a half."""
    return float(np.exp(rng.uniform(np.log(1e-3), np.log(0.5))))


def size(rng: np.random.Generator, most: int) -> int:
    """An integer up to `most`, its logarithm uniform."""
    return int(np.exp(rng.uniform(0, np.log(most + 1))))


def clients_and_steps(rng: np.random.Generator) -> tuple[int, int]:
    """N to 20 and H to 100; of what takes seconds three in four are drawn again."""
    while True:
        N, H = size(rng, 20), size(rng, 100)
        if N * H <= 200 or rng.random() < 0.25:
            return N, H


def line(rng: np.random.Generator) -> Case:
    N, H = clients_and_steps(rng)
    return logistic(rng, 1, N, int(rng.integers(1, 9)), H)


def plane(rng: np.random.Generator) -> Case:
    N, H = clients_and_steps(rng)
    return logistic(rng, 2, N, int(rng.integers(1, 5)), H)


def space(rng: np.random.Generator) -> Case:
    return logistic(rng, 3, size(rng, 5), int(rng.integers(1, 3)), size(rng, 20))


def certified(rng: np.random.Generator) -> Case:
    """Rational data on the line, for a law that is proved."""
    N, n = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    features: Any = [[[Fraction(int(v), 4)] for v in rng.integers(1, 9, n)] for _ in range(N)]
    problem = sf.LogisticProblem(features, [rng.choice([-1, 1], n) for _ in range(N)], Fraction(int(rng.integers(1, 9)), 8))
    return problem, Fraction(1, int(rng.integers(8, 200))), int(rng.integers(1, 11)), "enclosure"


def squares(rng: np.random.Generator) -> Case:
    d, N, n = int(rng.integers(1, 4)), size(rng, 20), int(rng.integers(1, 9))
    rows = [rng.normal(size=(n, d)) for _ in range(N)]
    targets = [x @ rng.normal(size=d) + rng.normal(size=n) for x in rows]
    problem = sf.LeastSquaresProblem(rows, targets, float(np.exp(rng.uniform(-4, 1))))
    return problem, step(rng) / float(max((x**2).sum(axis=1).max() for x in rows) + problem.l2), size(rng, 100), "exact"


def quadratic(rng: np.random.Generator) -> Case:
    d, N = int(rng.integers(1, 6)), size(rng, 20)
    roots = rng.normal(size=(N, d, d))
    noise = rng.normal(size=(N, d, d))
    hessians = roots @ roots.transpose(0, 2, 1) + 0.1 * np.eye(d)
    problem = sf.QuadraticProblem(hessians, rng.normal(size=(N, d)), noise @ noise.transpose(0, 2, 1))
    return problem, step(rng) / problem.L, size(rng, 100), "exact"


def rational(rng: np.random.Generator) -> Case:
    """Fractions, whose law is exact."""
    d, N = int(rng.integers(1, 4)), int(rng.integers(1, 5))
    roots = [[[Fraction(int(v)) for v in row] for row in rng.integers(-2, 3, (d, d))] for _ in range(N)]
    hessians = [np.array(r, dtype=object) @ np.array(r, dtype=object).T + np.eye(d, dtype=int) * Fraction(1, 2) for r in roots]
    optima: Any = [[Fraction(int(v), 3) for v in row] for row in rng.integers(-5, 6, (N, d))]
    problem = sf.QuadraticProblem(hessians, optima, np.eye(d, dtype=int) * Fraction(int(rng.integers(0, 4)), 2))
    return problem, Fraction(1, int(rng.integers(1, 50)) + int(problem.L)), size(rng, 10), "exact"


#: Kinds of problems and how many of a thousand are of each.
KINDS: dict[str, tuple[Draw, int, str]] = {
    "line": (line, 250, "logistic, d = 1, quadrature"),
    "certified": (certified, 8, "logistic, d = 1, certified"),
    "plane": (plane, 12, "logistic, d = 2, quadrature"),
    "space": (space, 3, "logistic, d = 3, quadrature"),
    "squares": (squares, 400, "least squares, exact law in floats"),
    "quadratic": (quadratic, 275, "quadratic, exact law in floats"),
    "rational": (rational, 52, "quadratic, exact law in fractions"),
}


def tried(seed: int, k: int, order: int) -> dict[str, Any]:
    """Problem k: what was asked, and how far the truth is from the center, over the enclosure's norm."""
    rng = np.random.default_rng([seed, k])
    shares = np.array([share for _, share, _ in KINDS.values()])
    kind = str(rng.choice(list(KINDS), p=shares / shares.sum()))
    problem, gamma, H, method = KINDS[kind][0](rng)
    said = {"k": k, "kind": kind, "d": problem.dim, "N": problem.num_clients, "H": H, "gamma L": float(gamma) * float(problem.L)}
    law = None
    for name, formula in (("bias", fedavg_bias), ("second_moment", fedavg_second_moment)):
        try:
            found = formula.enclose(problem, gamma, H, order=order)
        except OutsideDomain as refused:
            return {**said, "refused": str(refused)[:200]}
        try:
            law = sf.reference.stationary("fedavg", problem, gamma, H, method=method) if law is None else law
        except NotConverged as stuck:
            return {**said, "no reference": str(stuck)[:200]}
        truth = np.asarray(getattr(law, name))
        said[name] = held(found, truth, 0.0 if law.rigorous and truth.dtype == object and method == "exact" else allowance(law, truth))
    return said


def allowance(law: Any, truth: np.ndarray) -> float:
    """What the reference may be off by."""
    values = truth.astype(float)
    errors = float(np.max(np.asarray(law.error, dtype=float))) * values.size
    return errors + ROUNDING * max(1.0, float(np.linalg.norm(values)))


def held(found: Any, truth: np.ndarray, slack: float) -> dict[str, Any]:
    """How an enclosure stands to the truth."""
    away = truth.astype(float) - found.center
    distance, size_of = float(np.linalg.norm(away)), float(np.linalg.norm(found.center))
    inside = found.contains(truth) if slack == 0 else distance <= found.norm + slack and bool((abs(away) <= found.radius + slack).all())
    return {
        "held": bool(inside),
        "without slack": bool(distance <= found.norm),
        "distance": distance,
        "norm": found.norm,
        "center": size_of,
    }


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """What a file holds; a last line that was not finished counts for nothing."""
    if path.exists():
        for text in path.read_text().splitlines():
            try:
                yield json.loads(text)
            except ValueError:
                return


def counts(row: dict[str, Any]) -> bool:
    """Whether there was an enclosure, and a reference to hold against it."""
    return "second_moment" in row


def table(rows: list[dict[str, Any]]) -> str:
    """Markdown: how many of each kind were held, and how sharply."""
    out = [
        "| problems | tried | no enclosure | no reference | missed | distance over radius, median, largest | radius over center, median |"
    ]
    out.append("|---|---|---|---|---|---|---|")
    for kind, (_, _, says) in KINDS.items():
        own = [row for row in rows if row["kind"] == kind]
        kept = [row[name] for row in own for name in ("bias", "second_moment") if name in row]
        missed = sum(not all(row[name]["held"] for name in ("bias", "second_moment") if name in row) for row in own)
        sharp = [one["distance"] / one["norm"] for one in kept if one["norm"] > 1e-9]
        wide = [one["norm"] / one["center"] for one in kept if one["center"] > 0]
        sharpness = f"{np.median(sharp):.2g}, {max(sharp):.2g}" if sharp else "rounding"
        refused, without = sum("refused" in row for row in own), sum("no reference" in row for row in own)
        out.append(
            f"| {says} | {sum(map(counts, own))} | {refused} | {without} | {missed} | {sharpness} | {np.median(wide) if wide else 0:.2g} |"
        )
    return "\n".join(out)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.enclosures", description="Enclosures against references, problem by problem."
    )
    parser.add_argument("file", type=Path, help="where a line is written for every problem; read first")
    parser.add_argument("--count", type=int, default=10_000, help="how many enclosures of each quantity there are to be in the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--order", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many CPU seconds, to go on another time")
    asked = parser.parse_args()
    rows = list(lines(asked.file))
    done = sum(counts(row) for row in rows)
    k = 1 + max((row["k"] for row in rows), default=-1)
    last = time.monotonic()
    asked.file.write_text("".join(json.dumps(row) + "\n" for row in rows))  # without a last line that was torn
    with asked.file.open("a") as file:
        while done < asked.count and time.process_time() < asked.seconds:
            rows.append(tried(asked.seed, k, asked.order))
            file.write(json.dumps(rows[-1]) + "\n")
            file.flush()
            k, done = k + 1, done + counts(rows[-1])
            if time.monotonic() - last > 5:
                last = time.monotonic()
                sys.stderr.write(f"\r{done} of {asked.count}")
                sys.stderr.flush()
    print(table(rows))
    missed = [row for row in rows if not all(row[name]["held"] for name in ("bias", "second_moment") if name in row)]
    for row in missed:
        sys.stderr.write(f"missed: {json.dumps(row)}\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
