"""Simulation: many replicas at once, compiled or in NumPy, with control variates and standard errors."""

from symfed.reference.simulation.run import simulate, stationary_montecarlo

__all__ = ["simulate", "stationary_montecarlo"]
