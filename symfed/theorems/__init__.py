"""The named theorems by which lemmas are put together: hypotheses, conclusion, citation; the kernel of sentences reads each."""

from symfed.core.claim import as_relation
from symfed.theorems.relations import fact_of, facts_of
from symfed.theorems.steps import Apply, Arithmetic, Assumed, Define, resting_on
from symfed.theorems.theorem import ForAll, New, Theorem, theorem

__all__ = [
    "Apply",
    "Arithmetic",
    "Assumed",
    "Define",
    "ForAll",
    "New",
    "Theorem",
    "as_relation",
    "fact_of",
    "facts_of",
    "resting_on",
    "theorem",
]
