"""Exact lemmas as theorems of Coq, so that a kernel that is not ours can accept them."""

from symfed.kernel.coq import Judgement, judge, write
from symfed.kernel.scalars import refutation, theorem
from symfed.kernel.theorem import Theorem, Written

__all__ = ["Judgement", "Theorem", "Written", "judge", "refutation", "theorem", "write"]
