"""Independent truth: stationary laws and simulations; nothing here imports a derivation, a formula or a compiled formula."""

from symfed.reference.exact import expected_squared_distance, iterates
from symfed.reference.result import Simulation, Stationary
from symfed.reference.simulation import simulate
from symfed.reference.stationary import stationary
from symfed.reference.streams import stream
from symfed.reference.sweep import Sweep, sweep

__all__ = ["Simulation", "Stationary", "Sweep", "expected_squared_distance", "iterates", "simulate", "stationary", "stream", "sweep"]
