"""Assumption A5: quadratic clients, and where their common optimum lies."""

from dataclasses import replace

import numpy as np

from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.instances.matrices import root_cases
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import ClientMean, a, g
from symfed.core.verdict import Tier
from symfed.models.problems import QuadraticProblem
from symfed.strategies import instances


def printed(i, x, c, root=True):
    """f_c(x) = |A_c^(1/2) (x - theta_c*)|^2 / 2."""
    B = i.roots[c] if root else i.roots[c] @ i.roots[c]
    return ((B @ (x - i.optima[c])) ** 2).sum() / 2


def differences(i, of=printed):
    """f_c(theta* + v) - f_c(theta* - v), which for a quadratic is 2 v' grad f_c(theta*)."""
    centre = i.problem.optimum
    return np.array([of(i, centre + i.vector, c) - of(i, centre - i.vector, c) for c in range(i.problem.num_clients)], dtype=object)


quadratic = Claim(
    id="aistats-A5-quadratic",
    kind="assumption",
    says="Clients are quadratics about their own optima theta_c*: the losses whose gradients are A_c (theta - theta_c*).",
    printed=Printed(
        "aistats", "A5", r"f_c(\theta)=\frac12\|(\bar A_c)^{1/2}(\theta-\theta_c^\star)\|^2,\ \bar A_c\text{ positive semi-definite}"
    ),
    statement=differences,
    under=Domain((), "A1, so that A_c is positive definite"),
    checks=(
        CounterexampleSearch(
            root_cases,
            lambda i: 2 * i.problem.gradients @ i.vector,
            scope="matrices A_c with rational roots, against our quadratic problems",
        ),
    ),
    controls={
        "A_c for its root": lambda i: differences(i, lambda i, x, c: printed(i, x, c, root=False)),
        "factor 1/2 dropped": lambda i: 2 * differences(i),
        "about 0 for theta_c*": lambda i: differences(i, lambda i, x, c: printed(i, x + i.optima[c], c)),
    },
    expect=Tier.SUPPORTED,
)


def one_hessian(d, N):
    """Clients with one common Hessian and optima that are not all equal."""
    drawn = instances(d, N, noise=False).filter(lambda i: (i.problem.optima != i.problem.optima[0]).any())
    return drawn.map(lambda i: replace(i, problem=QuadraticProblem(i.problem.hessian_matrices[[0] * N], i.problem.optima)))


def differs(i):
    """1 if theta* differs from the plain mean of the theta_c*, which the sentence says of all such clients."""
    return int((i.problem.optimum != i.problem.optima.sum(axis=0) / i.N).any()), 1


remark = Claim(
    id="aistats-A5-remark",
    kind="inequality",
    says="theta* need not be the plain mean of the theta_c*; but it always is when the Hessians agree, however the theta_c* differ.",
    printed=Printed(
        "aistats",
        "remark after A5",
        r"\theta^\star\text{ generally differs from }\frac1N\sum_c\theta_c^\star"
        r"\text{ when not all the }\theta_c^\star\text{'s or the }\bar A_c\text{'s are equal}",
    ),
    statement=differs,
    under=Domain((), "A1, A5"),
    checks=(CounterexampleSearch(one_hessian, scope="equal Hessians, unequal theta_c*", sizes=((1, 2), (2, 2), (2, 3))),),
    corrected="symfed-quadratic-optimum",
    missing="both the theta_c*'s and the A_c's must differ, and be correlated over the clients",
    expect=Tier.IMPRECISE,
)


def shift(p, gamma, H, sign=1):
    """theta* - mean theta_c* = A^-1 mean_c (A_c - A)(theta_c* - mean theta_c*); theta* - theta_c* is A_c^-1 grad f_c(theta*)."""
    gaps = p.solve_each(p.hessians, p.gradients)
    return sign * p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.mean(gaps) - gaps)))


optimum_shift = Claim(
    id="symfed-quadratic-optimum",
    kind="identity",
    says="theta* leaves the mean of the theta_c* by the covariance, over clients, of Hessians and optima; it is zero if either is constant.",
    printed=Printed(
        "symfed",
        "criterion behind the remark after A5, in both versions",
        r"\theta^\star-\frac1N\sum_c\theta_c^\star=\bar A^{-1}\frac1N\sum_c(\bar A_c-\bar A)(\theta_c^\star-\tfrac1N\sum_{c'}\theta_{c'}^\star)",
    ),
    statement=shift,
    under=Domain((), "A1, A5"),
    checks=(
        SymbolicIdentity(lambda: ClientMean(g / a), scope="d = 1 quadratics, symbolic N and clients"),
        CounterexampleSearch(
            lambda d, N: instances(d, N, noise=False),
            lambda i: i.problem.optimum - i.problem.optima.sum(axis=0) / i.N,
            lambda statement, i: statement(i.problem.jets, i.gamma, i.H),
            examples=15,
        ),
    ),
    controls={
        "sign flipped": lambda p, gamma, H: shift(p, gamma, H, sign=-1),
        "sum for mean": lambda p, gamma, H: p.N * shift(p, gamma, H),
        "factor 2": lambda p, gamma, H: 2 * shift(p, gamma, H),
        "Hessian not inverted": lambda p, gamma, H: p.apply(p.hessian, shift(p, gamma, H)),
    },
    expect=Tier.PROVED,
)
