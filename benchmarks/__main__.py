"""python -m benchmarks [--only TEXT] [--rounds 5] [--json FILE]: measures side by side, in one run."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from typing import Any

# before NumPy and JAX are loaded: one thread each, so that CPU seconds compare
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


def main() -> None:
    from benchmarks import commands, expansion, formulas, proofs, references, simulation, td, variates

    sections: dict[str, Callable[[int, str, Callable[[str], None]], list[dict[str, Any]]]] = {
        "simulation": simulation.measure,
        "td": td.measure,
        "variates": variates.measure,
        "references": references.measure,
        "formulas": formulas.measure,
        "expansion": expansion.measure,
        "proofs": proofs.measure,
        "commands": commands.measure,
    }
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure symfed side by side with what it replaces.")
    parser.add_argument("--section", choices=sorted(sections), action="append", help="measure this section only; may be repeated")
    parser.add_argument("--only", default="", metavar="TEXT", help="measure only cases whose name holds TEXT")
    parser.add_argument("--rounds", type=int, default=5, help="rounds in rotation; medians are reported")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error(f"--rounds {arguments.rounds}: must be at least 1")
    found: dict[str, Any] = {"python": platform.python_version(), "rounds": arguments.rounds}
    for name in arguments.section or sections:
        found[name] = sections[name](arguments.rounds, arguments.only, lambda text: print(text, file=sys.stderr, flush=True))
    text = json.dumps(found, indent=1)
    if arguments.json:
        with open(arguments.json, "w") as file:
            file.write(text + "\n")
    else:
        print(text)


if __name__ == "__main__":
    main()
