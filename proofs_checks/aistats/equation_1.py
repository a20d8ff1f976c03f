"""Equation (1): the problem that the clients solve together."""

from proofs_checks.aistats.algorithm_1 import SIZES
from symfed.checks import CounterexampleSearch
from symfed.claims import Claim, Tier, printed_at
from symfed.strategies.sampled import sampled_runs


def quadratics(d, N):
    return sampled_runs(d, N, cubic=False)


def f(i, x, share=0, samples=None):
    """f(x), the average over clients of f_c(x) = E F_c^Z(x)."""
    states = samples or i.samples
    f_c = [sum(i.loss(c, z, x) for z in states) / len(states) for c in range(i.N)]
    return sum(f_c) / (share or i.N)


def excess(i, centre=None, **variant):
    """f at the drawn point minus f at the optimum that all derivations expand about."""
    return f(i, i.point, **variant) - f(i, i.quadratic().optimum if centre is None else centre, **variant)


def half_square(i):
    """(x - theta*)' A (x - theta*) / 2 with the mean Hessian A: positive unless x = theta*."""
    p = i.quadratic()
    gap = i.point - p.optimum
    return gap @ p.hessian @ gap / 2


eq1 = Claim(
    id="aistats-eq1-problem",
    kind="definition",
    says="theta* minimises the plain average of the clients' expected losses: on strongly convex quadratics f exceeds f(theta*) by a positive definite form.",
    printed=printed_at(
        "equation (1)",
        r"\theta^\star\in\arg\min_\theta f(\theta)=\frac1N\sum_{c=1}^Nf_c(\theta),\quad f_c(\theta)=\mathbb E[F_c^{Z_c}(\theta)]",
    ),
    statement=excess,
    checks=CounterexampleSearch(quadratics, half_square, scope="exact quadratics, two samples a client", sizes=SIZES, examples=20),
    wrong={
        "sum over clients for the mean": lambda i: excess(i, share=1),
        "one sample for the expectation": lambda i: excess(i, samples=[0]),
        "mean of the clients' optima for theta*": lambda i: excess(i, i.quadratic().optima.sum(axis=0) / i.N),
        "maximum for minimum": lambda i: -excess(i),
    },
    expect=Tier.DEFINED,
)
