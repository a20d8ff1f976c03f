"""python -m benchmarks.flower [--rounds N] [--only TEXT] [--jobs N] [--json FILE]: predicted, simulated, measured in Flower."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np

from benchmarks.flower.cases import CASES, METHODS
from benchmarks.flower.compare import Compared, compare, limit

ROOT = Path(__file__).resolve().parents[2]


def row(one: Compared) -> dict[str, str]:
    """A line of the table."""
    planned, ours, theirs = one.predicted.plan, one.simulated, one.flower
    coordinates = "" if one.predicted.mean is None else f" ({one.predicted.by}: {np.linalg.norm(one.predicted.mean - one.optimum):.4f})"
    return {
        "case": f"{one.case.name}, {one.method}",
        "bias, predicted": f"{planned.bias:.4f}{coordinates}",
        "symfed": "{:.4f} ± {:.4f}".format(*one.bias(ours)),
        "Flower": "{:.4f} ± {:.4f}".format(*one.bias(theirs)),
        "error, predicted": f"{planned.error:.4f} ({planned.low:.4f} to {planned.high:.4f})",
        "symfed ": f"{ours.squared**0.5:.4f} ± {ours.squared_error / ours.squared**0.5 / 2:.4f}",
        "Flower ": f"{theirs.squared**0.5:.4f} ± {theirs.squared_error / theirs.squared**0.5 / 2:.4f}",
        "farthest": f"{one.distances().max():.1f} se",
        "rounds": str(theirs.rounds),
        "seconds in Flower": f"{theirs.seconds:.0f}",
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.flower", description="Predicted, simulated, and measured in Flower.")
    parser.add_argument("--rounds", type=int, default=2000, help="rounds that are averaged, after the burn-in")
    parser.add_argument("--only", default="", metavar="TEXT", help="only data sets whose name holds TEXT")
    parser.add_argument("--python", type=Path, default=ROOT / ".venv-flower/bin/python", help="of the environment that has Flower")
    parser.add_argument("--jobs", type=int, default=2, help="federations at a time")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table there, too")
    arguments = parser.parse_args()
    if not arguments.python.exists():
        parser.error(f"--python {arguments.python}: there is none; `make setup-flower` makes it")
    wanted = [(case, method) for case in CASES if arguments.only in case.name for method in METHODS]
    found = compare(wanted, arguments.rounds, arguments.python, arguments.jobs, lambda text: print(text, file=sys.stderr, flush=True))
    rows = [row(one) for one in found]
    print("| " + " | ".join(rows[0]) + " |\n" + "|---" * len(rows[0]) + "|")
    for line in rows:
        print("| " + " | ".join(line.values()) + " |")
    bound = limit(sum(len(one.distances()) for one in found))
    print(f"\nInside their intervals: {sum(one.distances().max() <= bound for one in found)} of {len(found)} (limit {bound:.1f} se).")
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
