"""Every block of Python in docs/ runs as it would be pasted: page by page, from the top, in one process each."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).resolve().parents[1] / "docs").glob("*.md"))


def blocks(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page)], ids=lambda page: page.stem)
def test_blocks_run_as_pasted(page: Path, tmp_path: Path) -> None:
    # compiled one by one, so that a traceback names the block and a block that is no Python is not hidden by the one before
    program = "\n".join(f"exec(compile({text!r}, '{page.name}, block {k}', 'exec'))" for k, text in enumerate(blocks(page), start=1))
    result = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_pages_with_code_are_found() -> None:
    assert {page.stem for page in PAGES if blocks(page)} >= {"expansions", "lsa", "references", "scaffold"}
    assert len(blocks(next(page for page in PAGES if page.stem == "expansions"))) == 2
