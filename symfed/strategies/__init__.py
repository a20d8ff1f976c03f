"""Hypothesis strategies for problems, jets, step sizes and the other objects of theorems.

Exact by default, and built so that shrinking ends at what a person would write down: H = 1, entries 0 and 1. Strategies for problems
take the dimension and the number of clients first; `any_size` draws those too. With `exact=False` they round what they drew to
float64, so that both kinds meet the same bounds.
"""

from symfed.strategies.domain import domain_points
from symfed.strategies.instance import Instance, draw, instances
from symfed.strategies.jet import JetCase, jet_cases, jets
from symfed.strategies.markov import markov_processes, td_problems
from symfed.strategies.numbers import (
    Strategy,
    any_size,
    covariances,
    exact_array,
    gershgorin,
    matrices_between,
    positive_matrices,
    rationals,
    symmetric_tensors,
    text,
)
from symfed.strategies.problems import linear_problems, logistic_problems, quadratic_problems, scalar_clients, scalar_problems
from symfed.strategies.standard import hard_quadratics

__all__ = [
    "Instance",
    "JetCase",
    "Strategy",
    "any_size",
    "covariances",
    "domain_points",
    "draw",
    "exact_array",
    "gershgorin",
    "hard_quadratics",
    "instances",
    "jet_cases",
    "jets",
    "linear_problems",
    "logistic_problems",
    "markov_processes",
    "matrices_between",
    "positive_matrices",
    "quadratic_problems",
    "rationals",
    "scalar_clients",
    "scalar_problems",
    "symmetric_tensors",
    "td_problems",
    "text",
]
