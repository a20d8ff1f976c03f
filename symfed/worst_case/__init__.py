"""The worst case of a round over a class of functions, by performance estimation: values, worst functions, and certificates."""

from symfed.worst_case.client import WorstClient, worst_client
from symfed.worst_case.program import WorstCase
from symfed.worst_case.rounds import worst_fixed_point, worst_round

__all__ = ["WorstCase", "WorstClient", "worst_client", "worst_fixed_point", "worst_round"]
