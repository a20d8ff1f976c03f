"""Federated averaging with stochastic gradients. Source: aistats and hal, Algorithm 1."""

from symfed.models.algorithm import Algorithm
from symfed.models.gradient_step import gradient_step

fedavg = Algorithm("fedavg", local_step=gradient_step, source="aistats, Algorithm 1")
