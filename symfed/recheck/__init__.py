"""Replay what verdicts rest on, with flint and the standard library alone: no SymPy, no derivation, nothing that judged a claim before.

Read in this order: `expressions` (the grammar), `rounds` and `refutations` (by an exact instance, a point, units), `ratios` (one normal
form), `inequalities`, `identities`, `powers` and `growth`, `networks` and `tensors`, `remainders`, `proofs`, `contents`, which says of
which claim a file is, and `claims`, which puts the parts of a claim together.
"""

from symfed.recheck.claims import KINDS, TRUSTED, Checked, Replayed, parts_checked, path_of, proof_in, replayed, statement
from symfed.recheck.contents import MALFORMED, REFUTING, THE_PROOF, Part, complaint, entry, needed, read
from symfed.recheck.expressions import MalformedPart, NotDefined, related

__all__ = [
    "KINDS", "MALFORMED", "REFUTING", "THE_PROOF", "TRUSTED", "Checked", "MalformedPart", "NotDefined", "Part", "Replayed", "complaint",
    "entry", "needed", "parts_checked", "path_of", "proof_in", "read", "related", "replayed", "statement",
]  # fmt: skip
