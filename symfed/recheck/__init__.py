"""Replay what verdicts rest on, with flint and the standard library alone: no SymPy, no derivation, nothing that judged a claim before.

Read in this order: `expressions` (the grammar), `rounds` and `instances` (refutations by an exact instance), `points`, `ratios` (one normal
form), `inequalities`, `identities`, `powers` and `growth`, `networks` and `tensors`, `remainders`, `proofs`, and `claims`, which puts
the parts of a claim together.
"""

from symfed.recheck.claims import KINDS, TRUSTED, Checked, Part, Replayed, path_of, proof_in, replayed, statement
from symfed.recheck.expressions import MalformedPart, NotDefined, related

__all__ = [
    "KINDS",
    "TRUSTED",
    "Checked",
    "MalformedPart",
    "NotDefined",
    "Part",
    "Replayed",
    "path_of",
    "proof_in",
    "related",
    "replayed",
    "statement",
]
