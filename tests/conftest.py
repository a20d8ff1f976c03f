"""What holds for every test: replayable randomness, no screen, and no skipping."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, settings

os.environ.setdefault("MPLBACKEND", "Agg")

# No deadline: exact arithmetic has no bounded running time. print_blob lets a failure be replayed elsewhere.
settings.register_profile("symfed", deadline=None, max_examples=25, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("symfed")


@pytest.fixture(scope="session", autouse=True)
def interrupts_are_heard() -> None:
    """A shell that starts the tests in the background has them ignore Ctrl-C, and their children with them."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the checkout."""
    return Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def committed_report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of pages that `symfed report` writes of the committed ledger: a minute, so that it is done once."""
    from symfed.cli import main
    from tests.shared import made_once

    def make(folder: Path) -> None:
        CliRunner().invoke(main, ["report", str(folder)], env={"SOURCE_DATE_EPOCH": "0"}, catch_exceptions=False)

    return made_once(tmp_path_factory, "report", make)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The claims that are judged anew, the longest single tests, come first, so that no worker waits for another at the end."""
    items.sort(key=lambda item: item.path.name != "test_verdicts.py")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped:
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped: a test that did not run shows nothing"
    return report
