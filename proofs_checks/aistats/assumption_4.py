"""Assumption A4: noise of bounded variance."""

from dataclasses import replace

import numpy as np

from proofs_checks.aistats.algorithm_1 import SIZES
from proofs_checks.aistats.equation_4 import epsilon
from symfed.checks import inequality_search
from symfed.claims import Claim, Class, Tier, printed_at
from symfed.strategies import members
from symfed.strategies.sampled import sampled_runs


def additive(d, N):
    """Runs whose samples differ by a linear term only."""
    return sampled_runs(d, N, cubic=False).map(lambda run: replace(run, matrices=run.matrices[:, :1].repeat(2, axis=1)))


def variances(i, part=1):
    """E|grad F_c^Z(x) - grad f_c(x)|^2 at one point, and `part` times its value at another, for every client."""
    at = [[sum((epsilon(i, c, z, x) ** 2).sum() for z in i.samples) / len(i.samples) for c in range(i.N)] for x in (4 * i.point, i.start)]
    return np.array(at[0], dtype=object), part * np.array(at[1], dtype=object)


A4 = Class("A4: E|grad F_c^Z(theta) - grad f_c(theta)|^2 <= tau~^2 for every theta", members.additive)

bounded_variance = Claim(
    id="aistats-A4-bounded-variance",
    kind="assumption",
    says="The noise's variance is bounded over all of R^d. Samples that differ by a linear term meet it; least squares with random Hessians do not.",
    printed=printed_at("A4", r"\exists\tilde\tau>0:\ \mathbb E\|\nabla F_c^Z(\theta)-\nabla f_c(\theta)\|^2\le\tilde\tau^2\ \forall\theta"),
    statement=variances,
    checks=inequality_search(additive, scope="additive noise: one bound for all points", sizes=SIZES),
    wrong={
        "samples with different Hessians, outside": lambda i: variances(
            replace(i, matrices=np.stack([i.matrices[:, 0], 2 * i.matrices[:, 1]], axis=1))
        ),
        "samples with different quartic terms, outside": lambda i: variances(replace(i, cubes=i.cubes + np.array([0, 1]))),
        "half the bound": lambda i: variances(i, part=1 / (1 + i.gamma / i.gamma)),
    },
    expect=Tier.SUPPORTED,
)
