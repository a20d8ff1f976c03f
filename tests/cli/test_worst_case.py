"""`worst-case` prints what Python answers, writes a certificate that `recheck` reads, and refuses before the work."""

from __future__ import annotations

from pathlib import Path

import pytest

from symfed.reference import worst_client
from tests.cli.made_ledger import Invoke

SHORT = ("--gamma", "1", "--H", "2", "--mu", "1/2", "--L", "3/4")


def test_a_certificate_is_written_and_read(invoke: Invoke, tmp_path: Path) -> None:
    told = invoke("worst-case", "scaffold", *SHORT, "--to", tmp_path / "round.json").stdout.splitlines()
    found = worst_client("scaffold", 1, 2, "1/2", "3/4")
    assert told[0].startswith(f"A round multiplies V by {found.value:.10g} at worst, to within {found.error:.1g}")
    assert f"  f_0 over f_*: {found.multipliers[0][0, '*']:.10g}" in told
    assert told[-1] == f"Proved: {found.certificate().says()}."
    read = invoke("recheck", tmp_path / "round.json")
    assert read.exit_code == 0
    assert read.stdout.startswith("proved  ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("fedavg", *SHORT, "--to", "round.json"), "only rules with control variates have a certificate"),
        (("scaffold", *SHORT[:-1], "one"), "L = 'one': must be a number"),
        (("scafold", *SHORT), "did you mean scaffold"),
        (("scaffold", *SHORT[:-2]), "Missing option '--L'"),
    ],
)
def test_what_it_refuses(arguments: tuple[str, ...], words: str, invoke: Invoke, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    refused = invoke("worst-case", *arguments)
    assert refused.exit_code == 2
    assert words in refused.stderr
    assert list(tmp_path.iterdir()) == []
