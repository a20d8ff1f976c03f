"""Stochastic gradient descent that communicates after every step: the mean of N clients' stochastic gradients."""

from symfed.models.algorithm import Algorithm


def sgd_step(x, g, gamma):  # runs on any number type
    return x - gamma * g


sgd = Algorithm("sgd", local_step=sgd_step, one_step=True, source="aistats, remark after Theorem 3")
