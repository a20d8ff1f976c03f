"""Equation (8): the contraction of a whole round on quadratics."""

from symfed.checks import CounterexampleSearch
from symfed.core.claim import Claim
from symfed.core.source import Printed
from symfed.core.verdict import Tier
from symfed.reference.exact import iterates
from symfed.strategies import hard_quadratics, instances


def starts(d, N):
    return instances(d, N, noise=False, start=True)


def distance(i):
    """From the optimum to the start."""
    return i.extra["start"] - i.problem.optimum


def contracted(i, H=None, sign=-1):
    """Gamma* times the distance, Gamma* the mean of the clients' Gamma_c* = (Id - gamma A_c)^H."""
    p = i.problem.jets
    Gamma_c = p.power(p.identity() + sign * i.gamma * p.hessians, i.H if H is None else H)
    return p.mean(Gamma_c) @ distance(i)


def power_of_mean(i):
    p = i.problem.jets
    return p.power(p.identity() - i.gamma * p.hessian, i.H) @ distance(i)


def after_a_round(i):
    """Between the ends of one round from the optimum and one from the start, steps run one by one."""
    ends = [iterates("fedavg_deterministic", i.problem, i.gamma, i.H, 1, x)[1] for x in (i.problem.optimum, i.extra["start"])]
    return ends[1] - ends[0]


gamma_matrices = Claim(
    id="aistats-eq8-gamma-matrices",
    kind="definition",
    says="Gamma* is what a round multiplies distances by on quadratics: the mean over clients of the H-th powers, whatever the step size.",
    printed=Printed(
        "aistats", "equation (8)", r"\Gamma_c^\star=(Id-\gamma\nabla^2f_c(\theta^\star))^H,\quad\Gamma^\star=\frac1N\sum_c\Gamma_c^\star"
    ),
    statement=contracted,
    checks=(
        CounterexampleSearch(
            starts, after_a_round, scope="exact quadratics, rounds run step by step", examples=15, extremes=hard_quadratics
        ),
    ),
    wrong={
        "H-1 for H": lambda i: contracted(i, H=i.H - 1),
        "sign flipped": lambda i: contracted(i, sign=1),
        "power of the mean for mean of the powers": power_of_mean,
    },
    expect=Tier.SUPPORTED,
)
