"""The evidence of a claim's verdict, written out as data that `symfed.recheck` checks without SymPy and without deriving anything."""

from symfed.evidence.claim import as_text, lines_in, written
from symfed.evidence.stated import unlike

__all__ = ["as_text", "lines_in", "unlike", "written"]
