"""Equation (4): the centred stochastic gradient."""

import numpy as np

from proofs_checks.aistats.algorithm_1 import SIZES
from symfed.checks import CounterexampleSearch
from symfed.checks.instances.sampled import sampled_runs
from symfed.core.claim import Claim
from symfed.core.source import Printed
from symfed.core.verdict import Tier


def epsilon(i, c, z, x):
    """epsilon_c^z(x) as printed."""
    return i.gradient(c, z, x) - i.mean_gradient(c, x)


def expectation(i, noise=epsilon):
    """E epsilon_c^Z(x) of every client, at the drawn point."""
    return np.stack([sum(noise(i, c, z, i.point) for z in i.samples) / len(i.samples) for c in range(i.N)])


eq4 = Claim(
    id="aistats-eq4-centered-noise",
    kind="definition",
    says="The centred stochastic gradient is the sample's gradient minus the client's: its mean is zero at every point.",
    printed=Printed("aistats", "equation (4)", r"\varepsilon_c^z(\theta)=\nabla F_c^z(\theta)-\nabla f_c(\theta)"),
    statement=expectation,
    checks=(CounterexampleSearch(sampled_runs, lambda i: 0 * i.vectors[:, 0], scope="exact gradients, two samples a client", sizes=SIZES),),
    controls={
        "plus for minus": lambda i: expectation(i, lambda i, c, z, x: i.gradient(c, z, x) + i.mean_gradient(c, x)),
        "gradient of f for that of f_c": lambda i: expectation(
            i, lambda i, c, z, x: i.gradient(c, z, x) - sum(i.mean_gradient(k, x) for k in range(i.N)) / i.N
        ),
        "client's gradient elsewhere": lambda i: expectation(i, lambda i, c, z, x: i.gradient(c, z, x) - i.mean_gradient(c, i.start)),
    },
    expect=Tier.SUPPORTED,
)
