"""Moments of affine rules by linear algebra: exact on rationals, at rounding level on floats."""

from symfed.reference.exact.combination import Combination
from symfed.reference.exact.laws import expected_squared_distance, iterates, stationary_exact
from symfed.reference.exact.memory.round import round_matrix

__all__ = ["Combination", "expected_squared_distance", "iterates", "round_matrix", "stationary_exact"]
