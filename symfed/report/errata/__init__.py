"""What does not hold as printed, for whoever wrote it: rows of the ledger become slips, and slips a page in one of three formats."""

from collections.abc import Callable, Iterable

from symfed.report.errata.document import Errata, as_data, asked, documents, errata
from symfed.report.errata.html import html
from symfed.report.errata.latex import latex
from symfed.report.errata.markdown import markdown

__all__ = ["FORMATS", "Errata", "as_data", "asked", "documents", "errata", "write"]
#: Format -> the ending of its files and what writes it.
FORMATS: dict[str, tuple[str, Callable[[Errata], str]]] = {"markdown": ("md", markdown), "latex": ("tex", latex), "html": ("html", html)}


def write(found: Iterable[Errata], formats: Iterable[str] = tuple(FORMATS)) -> dict[str, str]:
    """The files of some documents' errata: their names in a folder, and their texts."""
    chosen = [FORMATS[name] for name in formats]
    return {f"{one.source.key}.{ending}": writer(one) for one in found for ending, writer in chosen}
