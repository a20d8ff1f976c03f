"""Errata for the authors of a document: rows of the ledger are grouped into slips, and slips form a page in one of three formats."""

from collections.abc import Callable, Iterable

from symfed.report.errata.document import Errata, as_data, asked, documents, errata
from symfed.report.errata.html import html
from symfed.report.errata.latex import latex
from symfed.report.errata.markdown import markdown

__all__ = ["FORMATS", "Errata", "as_data", "asked", "documents", "errata", "write"]
#: Format -> the suffix of its files and its writer.
FORMATS: dict[str, tuple[str, Callable[[Errata], str]]] = {"markdown": ("md", markdown), "latex": ("tex", latex), "html": ("html", html)}


def write(found: Iterable[Errata], formats: Iterable[str] = tuple(FORMATS)) -> dict[str, str]:
    """The files of documents' errata: file name -> text."""
    chosen = [FORMATS[name] for name in formats]
    return {f"{one.source.key}.{ending}": writer(one) for one in found for ending, writer in chosen}
