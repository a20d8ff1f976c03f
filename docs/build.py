"""Build the documentation: `make docs`, or `python docs/build.py FOLDER`; the pages are then in FOLDER/html.

What Sphinx reads is laid out in FOLDER/pages first: the pages of this folder, the notebooks as they were run, CONTRIBUTING and CHANGELOG,
and what `gallery.py`, `remainders.py`, `in_coq.py` and `api.py` write from the formulas, the algorithms, the committed ledger and the
docstrings. The report of that ledger goes beside it, FOLDER/html/report. A warning is a failure.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

os.environ.setdefault("MPLBACKEND", "svg")
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))


def put(path: Path, text: str) -> None:
    """Write a page, unless it says the same already: Sphinx reads again only what is newer."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def from_the_root(text: str) -> str:
    """A page whose links to what stands beside docs/ in the checkout lead to where it stands on the site."""
    return re.sub(r"(\]\((?:\.\./)*)\.\./(notebooks/|CONTRIBUTING|CHANGELOG)", lambda link: link[1] + link[2].lower(), text)


def lay_out(pages: Path) -> None:
    """Everything that Sphinx reads, in one folder. Pages that no longer exist go."""
    import api
    import gallery
    import in_coq
    import remainders

    written = {Path("conf.py"): (HERE / "conf.py").read_text(encoding="utf-8")}
    written |= {path.relative_to(HERE): from_the_root(path.read_text(encoding="utf-8")) for path in HERE.rglob("*.md")}
    written |= {Path("_static", path.name): path.read_text(encoding="utf-8") for path in (HERE / "_static").iterdir()}
    written |= {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in ROOT.glob("notebooks/[0-9]*.ipynb")}
    for page in ("CONTRIBUTING.md", "CHANGELOG.md"):  # they stand at the root, one step above the other pages
        written[Path(page.lower())] = (ROOT / page).read_text(encoding="utf-8").replace("](docs/", "](")
    written |= {Path("gallery", name): text for name, text in gallery.pages().items()}
    written[Path("gallery", "remainders.md")] = remainders.page()
    written[Path("gallery", "kernel.md")] = in_coq.page()
    written |= {Path("api", name): text for name, text in api.pages().items()}
    for old in pages.rglob("*"):
        if old.is_file() and old.relative_to(pages) not in written:
            old.unlink()
    for name, text in written.items():
        put(pages / name, text)


def build(folder: Path) -> int:
    """Lay the pages out and build them; Sphinx's exit code, which is 0 only where there was no warning."""
    from sphinx.cmd.build import build_main

    from symfed.ledger import load
    from symfed.report.folder import write_report
    from symfed.report.recorded import recorded

    lay_out(folder / "pages")
    options = [
        "-q",
        "-W",
        "--keep-going",
        "-a",  # the menu is on every page
        "-j",
        "auto",
        "-d",
        str(folder / "doctrees"),
    ]
    status = build_main([*options, str(folder / "pages"), str(folder / "html")])
    write_report([recorded(row) for row in load()], folder / "html" / "report")  # a page for every claim, to which the gallery links
    return status


if __name__ == "__main__":
    if len(sys.argv) > 2 or sys.argv[1:2] in (["-h"], ["--help"]):
        sys.exit("usage: python docs/build.py [FOLDER]")
    target = Path(sys.argv[1] if len(sys.argv) == 2 else ROOT / "site").resolve()
    if (target / "html").exists() and not (target / "html" / "index.html").exists():
        sys.exit(f"{target / 'html'} holds something else than these pages: name another folder")
    status = build(target)
    print(target / "html" / "index.html" if status == 0 else "the build has warnings", file=sys.stderr)
    sys.exit(status)
