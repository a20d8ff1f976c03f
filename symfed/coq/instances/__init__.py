"""Refutations by exact instances: programs of searches run on numbers that record the operations on them."""

from symfed.coq.instances.refutation import confirmation, control, refutation

__all__ = ["confirmation", "control", "refutation"]
