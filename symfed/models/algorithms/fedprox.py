"""FedProx, gradient form: a pull of strength rho towards the round's starting point. A new algorithm takes three lines."""

from symfed.models.algorithm import Algorithm


def fedprox_step(x, g, x_start, gamma, rho):  # runs on any number type
    return x - gamma * (g + rho * (x - x_start))


fedprox = Algorithm("fedprox", local_step=fedprox_step, hyper=("rho",), source="Li et al. 2020, one gradient step per local step")
