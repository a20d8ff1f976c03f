"""The documentation is built as it is published: no warning, no dead link, no request to any other host, and its code runs."""

from __future__ import annotations

import contextlib
import io
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from symfed.formulas import all_formulas
from symfed.models.algorithms import all_algorithms
from symfed.report.formula_verdict import committed_verdict
from tests.shared import made_once

#: Where a page makes the browser fetch something by itself. An `a` is followed by a person only.
FETCHES = {("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("object", "data"), ("embed", "src")}
OUTSIDE = re.compile(r"^(https?:)?//")
CSS_FETCH = re.compile(r"(?:url\(|@import)\s*['\"]?((?:https?:)?//[^'\")]+)")
#: A formula that no renderer took.
RAW_TEX = re.compile(r"\\\(|\\\[|\$\$|class=\"(?:math|tex)[ \"]")


class Page(HTMLParser):
    """What a page fetches, where it links to, and which anchors it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if (tag, name) in FETCHES and value:
                self.fetched.append(value)
            if tag == "a" and name == "href" and value:
                self.links.append(value)
            if name in ("id", "name") and value:
                self.anchors.add(value)


def fetched_outside(text: str) -> list[str]:
    return [*filter(OUTSIDE.match, Page(text).fetched), *CSS_FETCH.findall(text)]


def without_code(text: str) -> str:
    """The page without what is shown as code, where TeX is meant to be seen."""
    return re.sub(r"<(pre|code|script)\b.*?</\1>", "", text, flags=re.DOTALL)


def dead(html: Path, asked: Iterable[Path]) -> list[str]:
    """The links and files of the pages asked for that lead nowhere."""
    pages = cache(lambda path: Page(path.read_text(encoding="utf-8")))
    found = []
    for path in asked:
        for link in [*pages(path).links, *pages(path).fetched]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            named = parts.fragment and target.suffix == ".html"
            if not target.is_file() or (named and unquote(parts.fragment) not in pages(target).anchors):
                found.append(f"{path.relative_to(html)}: {link}")
    return found


def run_blocks(page: Path) -> None:
    """The Python of a page, from the top, its answers thrown away."""
    space: dict[str, object] = {}
    for text in re.findall(r"^```python\n(.*?)^```$", page.read_text(), flags=re.MULTILINE | re.DOTALL):
        if "import" in text:  # a formula's own code is shown without a call
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(text, page.name, "exec"), space)


@pytest.fixture(scope="module")
def site(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built in a process that orders sets in its own way."""

    def make(folder: Path) -> None:
        asked, environment = [sys.executable, "docs/build.py", str(folder)], {**os.environ, "PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": "0"}
        built = subprocess.run(asked, cwd=root, capture_output=True, text=True, env=environment)
        assert built.returncode == 0, built.stderr

    return made_once(tmp_path_factory, "site", make)


def test_the_same_ledger_gives_the_same_bytes(site: Path, committed_report: Path) -> None:
    one, other = site / "html/report", committed_report
    assert {path.relative_to(one) for path in one.rglob("*.*")} == {path.relative_to(other) for path in other.rglob("*.*")}
    assert [path.name for path in one.rglob("*.*") if path.read_bytes() != (other / path.relative_to(one)).read_bytes()] == []


def test_the_site(root: Path, site: Path) -> None:
    html = site / "html"
    pages = (path for path in html.rglob("*.html") if "report" not in path.relative_to(html).parts)  # the report has tests of its own
    mine = {path: path.read_text(encoding="utf-8") for path in pages}

    expected = {path.relative_to(root / "docs").with_suffix(".html") for path in (root / "docs").rglob("*.md")}
    expected |= {path.relative_to(root).with_suffix(".html") for path in (root / "notebooks").glob("*.ipynb")}
    expected |= {Path(f"gallery/formula-{name}.html") for name in all_formulas()}
    expected |= {Path(f"gallery/algorithm-{name}.html") for name in all_algorithms()}
    assert expected - {path.relative_to(html) for path in mine} == set()

    assert {path.name: outside for path, text in mine.items() if (outside := fetched_outside(text))} == {}
    styles = [path for path in html.rglob("*") if path.suffix in (".css", ".js", ".svg") and "searchindex" not in path.name]
    assert {path.name: outside for path in styles if (outside := CSS_FETCH.findall(path.read_text(encoding="utf-8")))} == {}
    assert dead(html, mine) == []

    assert [path.name for path, text in mine.items() if RAW_TEX.search(without_code(text))] == []
    assert [path.name for path, text in mine.items() if path.stem.startswith("formula-") and "<math" not in text] == []
    assert [path.name for path in html.rglob("gallery/formula-*.html") if "<svg" not in mine[path] and "<img" not in mine[path]] == []

    for page in sorted((site / "pages/gallery").glob("*.md")):
        run_blocks(page)


@pytest.mark.parametrize("name", ["fedavg_bias", "three_point_bias", "optimal_local_steps_printed", "scaffold_contraction_printed"])
def test_the_gallery_says_the_verdict_of_a_formula(name: str, site: Path) -> None:
    said, folder = committed_verdict(name), site / "pages/gallery"
    title, verdict, *rest = (folder / f"formula-{name}.md").read_text(encoding="utf-8").split("\n\n")
    assert (title, re.sub(r"\\(.)", r"\1", verdict)) == (f"# {name}", f"**Verdict**: {said.sentence}.")
    assert "\n\n".join(rest).count(f" verdict: {said.sentence}\n") == 4
    (line,) = re.findall(rf"^- \[`{name}`\].*", (folder / "index.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert ("**Verdict**" in line) == said.falls


def test_a_formula_that_cannot_be_shown_ends_the_build(root: Path, tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text((root / "docs/conf.py").read_text().replace('html_static_path = ["_static"]', ""))
    (tmp_path / "index.md").write_text("# One\n\n$x^2$ and $$\\nosuchcommand{x}$$\n")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", str(tmp_path), str(tmp_path / "html")]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode != 0
    assert "nosuchcommand" in result.stderr


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://cdn.example.org/mathjax.js"></script>',
        '<link rel="stylesheet" href="//fonts.example.org/css">',
        '<img src="http://example.org/a.png">',
        "<style>@import 'https://example.org/a.css'</style>",
        "<style>p { background: url(https://example.org/a.png) }</style>",
    ],
)
def test_a_request_to_another_host_is_seen(text: str) -> None:
    assert fetched_outside(text)
    assert not fetched_outside('<a href="https://example.org">there</a><img src="a.png">')


def test_dead_links_are_seen(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html">1</a><a href="#here">2</a><a id="there" href="#there">3</a>')
    assert dead(tmp_path, [tmp_path / "a.html"]) == ["a.html: b.html", "a.html: #here"]


def test_words_of_docstrings_are_not_taken_for_markup(root: Path) -> None:
    lines = ["E|theta* - x|² of `jets`, a_.", "", ">>> 2 * 3", "6", "", "first (d,): one. other: it", "    and more", "second: two"]
    runpy.run_path(str(root / "docs/conf.py"))["as_restructured_text"](None, "", "", None, None, lines)
    shown = [r"E\|theta\* - x\|² of ``jets``, a\_.", "", ">>> 2 * 3", "6", ""]
    assert lines == [*shown, "**first** (d,): one. **other**: it", "and more", "", "**second**: two"]
