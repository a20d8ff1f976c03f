"""Federated averaging with each client's full gradient (FedAvg-D). Source: aistats and hal, section 4."""

from symfed.models.algorithm import Algorithm


def fedavg_deterministic_step(x, g, gamma):  # runs on any number type
    return x - gamma * g


fedavg_deterministic = Algorithm(
    "fedavg_deterministic", local_step=fedavg_deterministic_step, exact_gradient=True, source="aistats, section 4"
)
