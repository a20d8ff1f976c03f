"""Independent reference values: stationary laws, simulations and worst cases; no derivation or formula is imported here."""

from symfed.reference.exact import expected_squared_distance, iterates
from symfed.reference.result import Simulation, Stationary
from symfed.reference.simulation import simulate
from symfed.reference.stationary import stationary
from symfed.reference.streams import stream
from symfed.reference.sweep import Sweep, sweep
from symfed.worst_case.client import WorstClient, worst_client
from symfed.worst_case.program import WorstCase
from symfed.worst_case.rounds import worst_fixed_point, worst_round

__all__ = [
    "Simulation",
    "Stationary",
    "Sweep",
    "WorstCase",
    "WorstClient",
    "expected_squared_distance",
    "iterates",
    "simulate",
    "stationary",
    "stream",
    "sweep",
    "worst_client",
    "worst_fixed_point",
    "worst_round",
]
