"""Every block of Python in the documentation runs as it would be pasted: page by page, from the top, in one process each."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
FENCES = re.compile(r"^(`{3,}|:{3,})(.*)$", flags=re.MULTILINE)
#: What a fence may hold. `py` is Python that needs what the page tells to write first; everything else is read by nobody as code.
LANGUAGES = {"python", "py", "", "text", "bash", "json", "{toctree}", "{figure}", "{math}"}


def name(path: Path) -> str:
    return path.relative_to(ROOT / "docs").as_posix()


def blocks(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page)], ids=name)
def test_blocks_run_as_pasted(page: Path, tmp_path: Path) -> None:
    # compiled one by one, so that a traceback names the block and a block that is no Python is not hidden by the one before
    program = "\n".join(f"exec(compile({text!r}, '{page.name}, block {k}', 'exec'))" for k, text in enumerate(blocks(page), start=1))
    result = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_pages_with_code_are_found() -> None:
    assert {name(page) for page in PAGES if blocks(page)} >= {
        "start.md",
        "expansions.md",
        "lsa.md",
        "references.md",
        "scaffold.md",
        "guides/reader.md",
        "guides/theorist.md",
        "guides/engineer.md",
    }
    assert len(blocks(ROOT / "docs/expansions.md")) >= 2


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_no_block_hides_from_being_run(page: Path) -> None:
    opened = [language for k, (_, language) in enumerate(FENCES.findall(page.read_text())) if k % 2 == 0]
    assert {language.split(" ")[0] for language in opened} <= LANGUAGES


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere_in_the_checkout_too(page: Path) -> None:
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text()) if "://" not in link]
    made = re.compile(r"^(\.\./)*(gallery|api)/")  # pages of the site alone
    assert [link for link in links if link and not made.match(link) and not (page.parent / link).exists()] == []
