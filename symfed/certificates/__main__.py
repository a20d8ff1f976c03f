"""python -m symfed.certificates FILE...: one line a certificate. Exit code 0: all proved. 1: some not. 2: some cannot be read."""

from __future__ import annotations

import sys
from pathlib import Path

from symfed.certificates.certificate import Certificate
from symfed.certificates.checker import check
from symfed.certificates.errors import Malformed

PROVED, NOT_PROVED, UNREADABLE = 0, 1, 2


def judge(name: str) -> tuple[int, str]:
    """The exit code for one file and the line that says why."""
    try:
        certificate = Certificate.from_json(Path(name).read_text(encoding="utf-8"))
        verdict = check(certificate)
    except (OSError, UnicodeDecodeError, Malformed) as error:
        return UNREADABLE, f"unreadable  {name}: {error}"
    if not verdict.proved:
        return NOT_PROVED, f"not proved  {name}: {verdict.reason}"
    claims = ", ".join(f"{what} {value} ± {radius}" for what, (value, radius) in certificate.claims.items())
    which = "the stationary law" if verdict.unique else "every stationary law"
    return PROVED, f"proved  {name}: {which} on [{', '.join(certificate.interval)}] has {claims}"


def main(names: list[str]) -> int:
    if not names:
        sys.stderr.write("usage: python -m symfed.certificates FILE...\n")
        return UNREADABLE
    codes = []
    for name in names:
        code, line = judge(name)
        codes.append(code)
        sys.stdout.write(line + "\n")
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
