"""Stationary laws in one to three dimensions without sampling: the Markov operator projected on polynomials, in ball arithmetic."""

from symfed.reference.quadrature.solve import expectation, stationary_quadrature

__all__ = ["expectation", "stationary_quadrature"]
