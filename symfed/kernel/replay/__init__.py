"""What a claim's verdict rests on, written out as data that `symfed.recheck` checks without SymPy and without deriving anything."""

from symfed.kernel.replay.claim import as_text, written

__all__ = ["as_text", "written"]
