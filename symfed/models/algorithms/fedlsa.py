"""Federated linear stochastic approximation: federated averaging whose steps follow no gradient. Source: argo, "FedLSA Algorithm"."""

from symfed.models.algorithm import Algorithm


def fedlsa_step(x, g, gamma):  # runs on any number type; g = A_c(Z) x - b_c(Z)
    return x - gamma * g


fedlsa = Algorithm("fedlsa", local_step=fedlsa_step, source="argo, slide 'FedLSA Algorithm'")
