"""Coq's own word: `make test-kernel`.

Collected only when this folder is named, so that `make test` and `make verify` need no Coq.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Not part of what is collected when nothing is named, or when all of tests/ is."""
    named = [(config.invocation_params.dir / argument.split("::")[0]).resolve() for argument in config.args]
    return None if any(path.is_relative_to(HERE) for path in named) else True


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where theorems are written and compiled, their prelude once for all."""
    assert shutil.which("coqc"), "no Coq: on Debian, apt-get install coq"
    return tmp_path_factory.mktemp("theorems")
