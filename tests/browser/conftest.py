"""The report in a real browser, without a screen and without a network: `make test-browser`.

Collected only when this folder is named, so that the other tests need neither a browser nor what drives it: this file, which pytest
reads before it asks, imports that in fixtures alone.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from symfed.ledger import load
from symfed.report.folder import write_report
from symfed.report.recorded import recorded

if TYPE_CHECKING:
    from selenium import webdriver

    from tests.browser.reader import Reader

HERE = Path(__file__).parent
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Not part of what is collected when nothing is named, or when all of tests/ is."""
    named = [(config.invocation_params.dir / argument.split("::")[0]).resolve() for argument in config.args]
    return None if any(path.is_relative_to(HERE) for path in named) else True


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """One browser for all tests, with a profile of its own."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    browser = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
    server = shutil.which("chromedriver")
    assert browser, "no Chromium: on Debian, apt-get install chromium chromium-driver"
    assert server, "no chromedriver: on Debian, apt-get install chromium-driver"
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(server))
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the committed ledger."""
    return write_report([recorded(row) for row in load()], tmp_path_factory.mktemp("site") / "report").parent


@pytest.fixture
def reader(driver: webdriver.Chrome, report: Path) -> Iterator[Reader]:
    """A reader of that report, with a wide screen. At the end: nothing was said on the console, nothing was asked of a network."""
    from tests.browser.reader import DESKTOP, Reader

    reader = Reader(driver, report)
    reader.size(DESKTOP)
    reader.media()
    for log in ("browser", "performance"):
        driver.get_log(log)  # of the test before
    yield reader
    assert driver.get_log("browser") == []
    asked = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    urls = [message["params"]["request"]["url"] for message in asked if message["method"] == "Network.requestWillBeSent"]
    assert urls, "the network log is on"
    assert [url for url in urls if not url.startswith(("file:", "data:", "about:"))] == []
