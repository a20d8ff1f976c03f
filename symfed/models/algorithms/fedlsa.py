"""Federated linear stochastic approximation: federated averaging whose steps follow no gradient. Source: argo, "FedLSA Algorithm"."""

from symfed.models.algorithm import Algorithm
from symfed.models.gradient_step import gradient_step

fedlsa = Algorithm("fedlsa", local_step=gradient_step, source="argo, slide 'FedLSA Algorithm'")
