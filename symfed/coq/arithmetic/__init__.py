"""Real arithmetic that solvers have decided, with a proof written out: certificates are found here, and added up by Coq."""

from symfed.coq.arithmetic.inference import Inference, inference

__all__ = ["Inference", "inference"]
