"""Equation (4): the centred stochastic gradient."""

import numpy as np

from proofs_checks.aistats.algorithm_1 import SIZES
from symfed.checks import CounterexampleSearch
from symfed.claims import Claim, Tier, printed_at
from symfed.strategies.sampled import sampled_runs


def epsilon(i, c, z, x):
    """epsilon_c^z(x) as printed."""
    return i.gradient(c, z, x) - i.mean_gradient(c, x)


def without_noise(i, noise=epsilon):
    """Every client's mean of the sample gradients, at the drawn point, with the noise taken off and with it."""
    means = [[sum(g(c, z) for z in i.samples) / len(i.samples) for c in range(i.N)] for g in (
        lambda c, z: i.gradient(c, z, i.point) - noise(i, c, z, i.point),
        lambda c, z: i.gradient(c, z, i.point),
    )]  # fmt: skip
    return np.array(means, dtype=object)


def slopes_of_losses(i):
    """Every client's gradient of f_c, from five values of it in each direction: exact for losses of degree four."""

    def f(c, x):
        return sum(i.loss(c, z, x) for z in i.samples) / len(i.samples)

    x, steps = i.point, np.eye(len(i.point), dtype=int).astype(object)
    slopes = [[(8 * (f(c, x + h) - f(c, x - h)) - f(c, x + 2 * h) + f(c, x - 2 * h)) / 12 for h in steps] for c in range(i.N)]
    return np.array([slopes, slopes], dtype=object)


eq4 = Claim(
    id="aistats-eq4-centered-noise",
    kind="definition",
    says="The centred stochastic gradient is the sample's gradient minus the client's: its mean is zero at every point.",
    printed=printed_at("equation (4)", r"\varepsilon_c^z(\theta)=\nabla F_c^z(\theta)-\nabla f_c(\theta)"),
    statement=without_noise,
    checks=CounterexampleSearch(sampled_runs, slopes_of_losses, scope="exact quartic losses, two samples a client", sizes=SIZES),
    wrong={
        "plus for minus": lambda i: without_noise(i, lambda i, c, z, x: i.gradient(c, z, x) + i.mean_gradient(c, x)),
        "gradient of f for that of f_c": lambda i: without_noise(
            i, lambda i, c, z, x: i.gradient(c, z, x) - sum(i.mean_gradient(k, x) for k in range(i.N)) / i.N
        ),
        "client's gradient elsewhere": lambda i: without_noise(i, lambda i, c, z, x: i.gradient(c, z, x) - i.mean_gradient(c, i.start)),
    },
    expect=Tier.DEFINED,
)
