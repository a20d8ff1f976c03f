"""Simulation: many replicas at once, compiled or in NumPy, with control variates and honest standard errors."""

from symfed.reference.simulation.montecarlo import stationary_montecarlo
from symfed.reference.simulation.run import simulate

__all__ = ["simulate", "stationary_montecarlo"]
