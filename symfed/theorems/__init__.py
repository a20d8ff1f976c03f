"""The named theorems by which lemmas are put together: hypotheses, conclusion, citation; applying one is checked."""

from symfed.theorems.discharge import as_relation, fact_of
from symfed.theorems.steps import Apply, Arithmetic, Define, reaches
from symfed.theorems.theorem import ForAll, New, Theorem, theorem

__all__ = ["Apply", "Arithmetic", "Define", "ForAll", "New", "Theorem", "as_relation", "fact_of", "reaches", "theorem"]
