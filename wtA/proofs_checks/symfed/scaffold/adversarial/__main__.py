"""python -m proofs_checks.symfed.scaffold.adversarial FILE [COUNT] [SEED]: the long search of all families, COUNT instances each; progress to stderr."""

from __future__ import annotations

import sys
from pathlib import Path

from proofs_checks.symfed.scaffold.adversarial.search import Extreme, families, long_search

USAGE, COUNT = 2, 60_000


def main(arguments: list[str]) -> int:
    if not 1 <= len(arguments) <= 3 or not all(number.isdigit() for number in arguments[1:]):
        sys.stderr.write("usage: python -m proofs_checks.symfed.scaffold.adversarial FILE [COUNT] [SEED]\n")
        return USAGE
    count, seed = int(arguments[1]) if arguments[1:] else COUNT, int(arguments[2]) if arguments[2:] else 0
    chosen, done = families(), 0

    def show(extreme: Extreme) -> None:
        nonlocal done
        done += 1
        where = f"{extreme.noise} noise, d = {extreme.d}, N = {extreme.N}{', apart' * extreme.apart}"
        sys.stderr.write(f"{done}/{len(chosen)} {where}: {extreme.largest:.9f} at H = {extreme.H} of {extreme.instances} instances\n")

    long_search(count, seed, chosen, show).save(Path(arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
