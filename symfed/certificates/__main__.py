"""python -m symfed.certificates FILE...: one line a certificate. Exit code 0: all proved. 1: some not. 2: some cannot be read."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from symfed.certificates.certificate import Finding, LawCertificate, Malformed, OwnCertificate, content
from symfed.certificates.checker import check
from symfed.certificates.contraction.instance import ContractionInstance
from symfed.certificates.contraction.theorem import ContractionTheorem
from symfed.certificates.one_client.counterexample import RoundCounterexample
from symfed.certificates.one_client.inequality import OneClientInequality
from symfed.certificates.radius.certificate import EnclosureCertificate

PROVED, NOT_PROVED, UNREADABLE = 0, 1, 2


def stationary_law(text: str) -> tuple[Finding, str]:
    """Check a certificate of a stationary law; return the finding and its claims, in words."""
    found = LawCertificate.from_json(text)
    verdict = check(found)
    claims = ", ".join(f"{what} {value} ± {radius}" for what, (value, radius) in found.claims.items())
    which = "the stationary law" if verdict.unique else "every stationary law"
    return verdict, f"{which} on [{', '.join(found.interval)}] has {claims}"


def own(kind: type[OwnCertificate], text: str) -> tuple[Finding, str]:
    """Check a certificate of this kind; return the finding and its claim, in words."""
    found = kind.from_json(text)
    return found.check(), found.says()


_OWN = (ContractionTheorem, ContractionInstance, OneClientInequality, RoundCounterexample, EnclosureCertificate)
KINDS: dict[str, Callable[[str], tuple[Finding, str]]] = {
    LawCertificate.FORMAT: stationary_law,
    **{kind.FORMAT: partial(own, kind) for kind in _OWN},
}


def judge(name: str) -> tuple[int, str]:
    """The exit code for one file and the line that says why."""
    try:
        text = Path(name).read_text(encoding="utf-8")
        kind = content(text)["format"]
        if kind not in KINDS:
            raise Malformed(f'"format" is {kind!r:.60} and must be one of {", ".join(map(repr, KINDS))}')
        verdict, says = KINDS[kind](text)
    except (OSError, UnicodeDecodeError, Malformed) as error:
        return UNREADABLE, f"unreadable  {name}: {error}"
    if not verdict.proved:
        return NOT_PROVED, f"not proved  {name}: {verdict.reason}"
    return PROVED, f"proved  {name}: {says}"


def main(names: list[str]) -> int:
    if not names or {"-h", "--help"} & set(names):
        asked = sys.stdout if names else sys.stderr
        asked.write("usage: python -m symfed.certificates FILE...\nExit code 0: all proved. 1: some not. 2: some cannot be read.\n")
        return PROVED if names else UNREADABLE
    codes = []
    for name in names:
        code, line = judge(name)
        codes.append(code)
        sys.stdout.write(line + "\n")
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
