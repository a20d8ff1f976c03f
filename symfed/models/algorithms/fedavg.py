"""Federated averaging with stochastic gradients. Source: aistats and hal, Algorithm 1."""

from symfed.models.algorithm import Algorithm


def fedavg_step(x, g, gamma):  # runs on any number type
    return x - gamma * g


fedavg = Algorithm("fedavg", local_step=fedavg_step, source="aistats, Algorithm 1")
