"""The package is a library: it names no document and, outside `models/algorithms` and `formulas`, no algorithm.

Its docstrings, and those of the claims, stand alone.

What may still be named: a document behind `Source:` in a docstring, an algorithm in an example (`>>>`), which must run on something, and
the book behind a named theorem (`@theorem`).
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from symfed.core.source import sources
from symfed.models.algorithms import all_algorithms

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted(path for kind in ("*.py", "*.html", "*.js", "*.css") for path in (ROOT / "symfed").rglob(kind))
#: Rooms of algorithms and of what is derived for them; the laws that formulas are compared with; the methods that a plan compares.
OF_ALGORITHMS = ("symfed/models/algorithms/", "symfed/formulas/", "symfed/mutants/references.py", "symfed/planning/methods.py")
ALGORITHMS = sorted(all_algorithms())
#: Keys and authors of the documents, and how one speaks of talks and of a document's own labels.
DOCUMENTS = [key for key in sources() if key != "symfed"]
AUTHORS = sorted({name.strip().split()[-1] for source in sources().values() for name in source.authors.split(",")} - {"developers"})
LABELS = (r"slides?", r"A[1-9](\([a-z]\))?(?= of|\)|,| bounds)")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def own_words(path: Path) -> str:
    """The text of a file without what its docstrings cite and without examples."""
    text = re.sub(r"\bSource: .*?(?=\n\s*\n|\"\"\")", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith((">>>", "... ", "@theorem(")))


def named(words: list[str] | tuple[str, ...], text: str) -> list[str]:
    """The lines in which one of the words stands, as a word or as a part of an identifier."""
    pattern = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(words)})(?![A-Za-z])", re.IGNORECASE)
    return [line.strip() for line in text.splitlines() if pattern.search(line)]


NAMELESS = [path for path in FILES if not name(path).startswith(OF_ALGORITHMS)]


def test_no_algorithm_is_named() -> None:
    assert not {name(path): found for path in NAMELESS if (found := named(ALGORITHMS, own_words(path)))}


def test_no_document_is_named() -> None:
    assert not {name(path): found for path in NAMELESS if (found := named([*DOCUMENTS, *AUTHORS, *LABELS], own_words(path)))}


def test_the_words_are_found_where_they_stand() -> None:
    assert {"fedavg", "scaffold", "scafflsa", "fedlsa", "sgd", "lsa", "fedprox"} <= set(ALGORITHMS)
    assert {"Mangold", "Durmus"} <= set(AUTHORS)
    assert {"aistats", "argo", "flta", "hal", "iccopt"} == set(DOCUMENTS)
    for line in ('rule = get_algorithm("scaffold")', "def fedavg_law():", "FedAvg's fixed point", "SCAFFOLD_LAW = 1"):
        assert named(ALGORITHMS, line) == [line]
    assert named(ALGORITHMS, "scaffolding, and FedAvgs") == []
    for line in ("noise level (A3)", "the slides' constant", "as Mangold says", "A1 of the sources"):
        assert named([*DOCUMENTS, *AUTHORS, *LABELS], line) == [line]


def test_citations_and_examples_are_left_out(tmp_path: Path) -> None:
    written = tmp_path / "module.py"
    written.write_text('"""A thing.\n\nSource: aistats, Theorem 1;\nhal too.\n\n>>> law("sgd")\n1\n"""\nflta = "sgd"\n')
    assert named(["aistats", "hal", "flta", "sgd"], own_words(written)) == ['flta = "sgd"']


OPENINGS = ("the same", "of the latter", "of the former", "likewise", "as above", "ditto")


def docstrings(path: Path) -> list[str]:
    """The docstrings of a file, of its module, classes and functions."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    found = (ast.get_docstring(node) for node in nodes if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)))
    return [text for text in found if text]


def test_docstrings_stand_alone() -> None:
    files = sorted(path for room in ("symfed", "proofs_checks") for path in (ROOT / room).rglob("*.py"))
    leaning = {name(path): text for path in files for text in docstrings(path) if text.lower().startswith(OPENINGS)}
    assert not leaning, "say what it is, not what it is like"
