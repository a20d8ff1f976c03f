"""What a round does at worst over a class of functions, by performance estimation: numbers, worst functions, and certificates of them."""

from symfed.reference.worst_case.client import WorstClient, worst_client
from symfed.reference.worst_case.program import WorstCase
from symfed.reference.worst_case.rounds import worst_fixed_point, worst_round

__all__ = ["WorstCase", "WorstClient", "worst_client", "worst_fixed_point", "worst_round"]
