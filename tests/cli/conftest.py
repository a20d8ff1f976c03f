"""The command line over a ledger made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from symfed import ledger
from symfed.cli import main
from symfed.ledger import tried
from tests.cli.made_ledger import CLAIMS, ROWS, FakeLedger, Invoke, MadeClaims


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeLedger:
    made = FakeLedger([row.public() for row in ROWS], {})
    monkeypatch.setattr(ledger, "discover", lambda: CLAIMS)
    monkeypatch.setattr(ledger, "Claims", MadeClaims)
    monkeypatch.setattr(ledger, "load", made.load)
    monkeypatch.setattr(ledger, "run", made.run)
    monkeypatch.setattr(tried, "broken", lambda: "")
    monkeypatch.setattr(tried, "seal", made.seal)
    return made


@pytest.fixture
def invoke(fake: FakeLedger) -> Invoke:
    def call(*arguments: str | Path) -> Result:
        result = CliRunner().invoke(main, [str(a) for a in arguments])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call
