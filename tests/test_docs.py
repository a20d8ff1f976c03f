"""Every block of Python in the documentation runs as it would be pasted: page by page, from the top, in one process each."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from symfed.cli import main

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
EVERYWHERE = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES]
FENCE = re.compile(r"^(`{3,})([^\n`]*)\n(.*?)^\1$", flags=re.MULTILINE | re.DOTALL)
#: What a fence may hold. `py` is Python that needs what the page tells to write first; everything else is read by nobody as code.
LANGUAGES = {"python", "py", "", "text", "bash", "json", "{toctree}", "{figure}", "{math}"}


def name(path: Path) -> str:
    return path.relative_to(ROOT / "docs").as_posix()


def fences(page: Path) -> list[tuple[str, str]]:
    """What a page shows as a block: its language, and its text."""
    return [(language, text) for _, language, text in FENCE.findall(page.read_text())]


def blocks(page: Path) -> list[str]:
    return [text for language, text in fences(page) if language == "python"]


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page)], ids=name)
def test_blocks_run_as_pasted(page: Path, tmp_path: Path) -> None:
    # compiled one by one, so that a traceback names the block and a block that is no Python is not hidden by the one before
    program = "\n".join(f"exec(compile({text!r}, '{page.name}, block {k}', 'exec'))" for k, text in enumerate(blocks(page), start=1))
    result = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_pages_with_code_are_found() -> None:
    assert {name(page) for page in PAGES if blocks(page)} >= {
        "start.md",
        "enclosures.md",
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
    assert {language.split(" ")[0] for language, _ in fences(page)} <= LANGUAGES


def commands(page: Path) -> list[list[str]]:
    """The lines of a page's shell blocks that call symfed, without what follows a pipe or a comment."""
    lines = [line for language, text in fences(page) if language in ("", "bash") for line in text.splitlines()]
    lines = [line.split("  #")[0].split(" | ")[0] for line in lines]
    return [shlex.split(line)[1:] for line in lines if re.match(r"(\.venv/bin/)?symfed ", line)]


@pytest.mark.parametrize("page", [page for page in EVERYWHERE if commands(page)], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_are_understood(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, *arguments in commands(page):
        with main.commands[name].make_context(name, arguments):
            pass


@pytest.mark.parametrize("page", EVERYWHERE, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere_in_the_checkout_too(page: Path) -> None:
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text()) if "://" not in link]
    made = re.compile(r"^(\.\./)*(gallery|api)/")  # pages of the site alone
    assert [link for link in links if link and not made.match(link) and not (page.parent / link).exists()] == []
