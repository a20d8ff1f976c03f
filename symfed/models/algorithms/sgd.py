"""Stochastic gradient descent that communicates after every step: the mean of N clients' stochastic gradients."""

from symfed.models.algorithm import Algorithm
from symfed.models.gradient_step import gradient_step

sgd = Algorithm("sgd", local_step=gradient_step, one_step=True, source="aistats, remark after Theorem 3")
