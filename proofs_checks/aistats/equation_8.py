"""Equation (8): the contraction of a whole round on quadratics."""

from symfed.checks import CounterexampleSearch
from symfed.checks.every_dimension import IdentityInEveryDimension, mean_round_of
from symfed.claims import EVERYTHING, Claim, Tier, printed_at
from symfed.reference.exact import iterates
from symfed.strategies import hard_quadratics, instances


def starts(d, N):
    return instances(d, N, noise=False, start=True)


def distance(i):
    """From the optimum to the start."""
    return i.extra["start"] - i.problem.optimum


def contraction(p, gamma, H):
    """The mean over clients of Gamma_c* = (Id - gamma A_c)^H."""
    return p.mean(p.power(p.identity() - gamma * p.hessians, H))


def on_distance(statement, i):
    """The matrix times the distance."""
    return statement(i.problem.jets, i.gamma, i.H) @ distance(i)


def after_a_round(i):
    """Between the ends of one round from the optimum and one from the start, steps run one by one."""
    ends = [iterates("fedavg_deterministic", i.problem, i.gamma, i.H, 1, x)[1] for x in (i.problem.optimum, i.extra["start"])]
    return ends[1] - ends[0]


gamma_matrices = Claim(
    id="aistats-eq8-gamma-matrices",
    kind="definition",
    says="Gamma* is what a round multiplies differences by on quadratics: the mean over clients of the H-th powers, whatever the step size.",
    printed=printed_at(
        "equation (8)", r"\Gamma_c^\star=(Id-\gamma\nabla^2f_c(\theta^\star))^H,\quad\Gamma^\star=\frac1N\sum_c\Gamma_c^\star"
    ),
    statement=contraction,
    checks=(
        IdentityInEveryDimension(
            mean_round_of("fedavg_deterministic", symmetric=True),
            scope="the rule's own map on quadratics, symbolic gamma, H and N, any dimension",
            covers=EVERYTHING,
        ),
        CounterexampleSearch(
            starts, after_a_round, on_distance, scope="exact quadratics, rounds run step by step", examples=15, extremes=hard_quadratics
        ),
    ),
    wrong={
        "H-1 for H": lambda p, gamma, H: contraction(p, gamma, H - 1),
        "sign flipped": lambda p, gamma, H: contraction(p, -gamma, H),
        "power of the mean for mean of the powers": lambda p, gamma, H: p.power(p.identity() - gamma * p.hessian, H),
    },
    expect=Tier.DEFINED,
)
