"""Federated averaging with each client's full gradient (FedAvg-D). Source: aistats and hal, section 4."""

from symfed.models.algorithm import Algorithm
from symfed.models.gradient_step import gradient_step

fedavg_deterministic = Algorithm("fedavg_deterministic", local_step=gradient_step, exact_gradient=True, source="aistats, section 4")
