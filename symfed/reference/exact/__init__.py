"""Moments of affine rules by linear algebra: exact for rationals, accurate to rounding for floats."""

from symfed.reference.exact.combination import Combination
from symfed.reference.exact.joint_round import round_matrix
from symfed.reference.exact.laws import expected_squared_distance, iterates, stationary_exact

__all__ = ["Combination", "expected_squared_distance", "iterates", "round_matrix", "stationary_exact"]
