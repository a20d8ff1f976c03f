"""What does not hold as printed, for whoever wrote it: rows of the ledger become entries, and entries a page in one of three formats."""

from symfed.report.errata.document import Errata, as_data, documents, errata
from symfed.report.errata.writers import FORMATS, write

__all__ = ["FORMATS", "Errata", "as_data", "documents", "errata", "write"]
