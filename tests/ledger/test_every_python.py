"""The syntax of functions, and fingerprints, are the same under every Python that symfed runs on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from symfed.ledger.fingerprint import fingerprint
from tests.ledger import every_python
from tests.ledger.helpers import claim

#: As every Python promised finds them: where one alone is at hand, it is compared with these.
SYNTAX = [
    "26cf8ec1", "11e2c271", "f938e1bc", "caa757f8", "4ff8761c", "75a1d2f2", "9c951f79", "35cbd3a4",
    "d573b97f", "c96c69ee", "d14276a5", "cf81590f", "f2c2c272", "1f7b3966", "0f35d992", "55f3078b",
]  # fmt: skip
FINGERPRINT = "f47e98d5032684b5"
PROMISED = range(11, 14)


@st.composite
def drawn(draw: Any, low: int = 0) -> int:
    """A strategy, around which Hypothesis puts functions that it generates."""
    return draw(st.integers(low, 3))


@contextmanager
def opened() -> Iterator[int]:
    """A context, around which the standard library puts a function of its own."""
    yield 1


def pythons() -> list[str]:
    """The promised interpreters on the path and of pyenv, whose names on the path may lead nowhere; this one among them."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    named = [f"python3.{minor}" for minor in PROMISED]
    kept = [str(path) for minor in PROMISED for path in sorted(versions.glob(f"3.{minor}.*/bin/python"))]
    return [sys.executable, *(python for python in named + kept if runs(python))]


def runs(python: str) -> bool:
    try:
        return subprocess.run([python, "-c", ""], capture_output=True).returncode == 0
    except OSError:
        return False


def test_every_python_at_hand_reads_the_same_syntax(root: Path) -> None:
    script = root / "tests/ledger/every_python_digests.py"
    for python in pythons():
        asked = subprocess.run([python, str(script)], capture_output=True, text=True, check=True, cwd=root)
        assert json.loads(asked.stdout) == SYNTAX, python


def test_what_differs_between_pythons_has_one_fingerprint() -> None:
    held = (every_python.ALL, every_python.LETTERS, Path, drawn, opened, int.bit_length, st.integers)
    assert fingerprint(claim("a", held)) == FINGERPRINT
