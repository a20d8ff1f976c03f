"""Exact lemmas as theorems of Coq, so that a kernel that is not ours can accept them."""

from symfed.kernel.coq import Judgement, judge, write
from symfed.kernel.theorem import Theorem, refutation, theorem

__all__ = ["Judgement", "Theorem", "judge", "refutation", "theorem", "write"]
