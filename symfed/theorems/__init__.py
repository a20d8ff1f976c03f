"""The named theorems by which lemmas are put together: hypotheses, conclusion, citation; applying one is checked."""

from symfed.core.claim import as_relation
from symfed.theorems.discharge import fact_of, facts_of
from symfed.theorems.steps import Apply, Arithmetic, Assumed, Define, also_reached, broken, needed, reaches, resting_on
from symfed.theorems.theorem import ForAll, New, Theorem, theorem

__all__ = [
    "Apply",
    "Arithmetic",
    "Assumed",
    "Define",
    "ForAll",
    "New",
    "Theorem",
    "also_reached",
    "as_relation",
    "broken",
    "fact_of",
    "facts_of",
    "needed",
    "reaches",
    "resting_on",
    "theorem",
]
