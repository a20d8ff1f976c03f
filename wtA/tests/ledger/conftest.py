"""Packages that exist for one test only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.ledger.helpers import HEADER

MakePackage = Callable[..., str]
_NUMBERS = count()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, root: Path) -> Iterator[MakePackage]:
    """Writes a package with one module per keyword, on the path until the test ends, and gives its name."""
    made: list[str] = []
    monkeypatch.syspath_prepend(str(root))
    monkeypatch.syspath_prepend(str(tmp_path))

    def make(**modules: str) -> str:
        name = f"claims_for_a_test_{next(_NUMBERS)}"
        made.append(name)
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").write_text("")
        for module, body in modules.items():
            (folder / f"{module}.py").write_text(HEADER + body)
        return name

    yield make
    for module in [m for m in sys.modules if m.split(".")[0] in made]:
        del sys.modules[module]
