"""Assumption A5: quadratic clients, and where their common optimum lies."""

from types import SimpleNamespace

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.aistats.assumption_1 import STRONGLY_CONVEX, any_hessians
from proofs_checks.aistats.matrices import root_cases
from proofs_checks.aistats.quantities import theta_star
from symfed.checks import CounterexampleSearch, SymbolicIdentity, complete_identity
from symfed.checks.classes import QUADRATIC, REGULAR
from symfed.checks.free_algebra import FreeIdentity
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Class, Domain, Lemma, Tier, crosscheck, printed_at
from symfed.core.coordinates import coordinates
from symfed.core.symbols import ClientMean, a, g
from symfed.models.jets import Jets
from symfed.models.problems import QuadraticProblem
from symfed.strategies import hard_quadratics, rationals
from symfed.theorems import Apply
from symfed.theorems.norms import mean_of
from symfed.theorems.operators import minimiser, own_minimiser, quadratic_gradient
from symfed.theorems.sequences import linear_combination
from symfed.theorems.vocabulary import CURVED, Mean, Vector, hess


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
    says="Clients are quadratics about their own optima theta_c*: the losses whose gradients are A_c (theta - theta_c*), looked at for definite A_c.",
    printed=printed_at("A5", r"f_c(\theta)=\frac12\|(\bar A_c)^{1/2}(\theta-\theta_c^\star)\|^2,\ \bar A_c\text{ positive semi-definite}"),
    statement=differences,
    checks=CounterexampleSearch(
        root_cases,
        lambda i: 2 * i.problem.gradients @ i.vector,
        scope="matrices A_c with rational roots, against our quadratic problems",
    ),
    wrong={
        "A_c for its root": lambda i: differences(i, lambda i, x, c: printed(i, x, c, root=False)),
        "factor 1/2 dropped": lambda i: 2 * differences(i),
        "about 0 for theta_c*": lambda i: differences(i, lambda i, x, c: printed(i, x + i.optima[c], c)),
    },
    expect=Tier.SUPPORTED,
)


def _quadratic(instance):
    problem = getattr(instance, "problem", None)
    return None if problem is None else isinstance(problem, QuadraticProblem) or getattr(problem, "third", 1) == 0


def one_bent_client(d, N):
    """Two clients in dimension one with theta* = 0 and the optima 1 and -(a + k); the first one's gradient is a x + k x^3 - (a + k)."""

    def bent(a, k):
        push = a + k
        parts = {"gradients": [[-push], [push]], "hessians": [[[a]], [[push / push]]], "third_derivatives": [[[[0 * a]]]] * 2}
        jets = Jets.of(**{n: np.array(v, dtype=object) for n, v in parts.items()}, noise_covariance=np.array([[[0 * a]]] * 2, dtype=object))
        optima = np.array([[a / a], [-push]], dtype=object)
        problem = SimpleNamespace(jets=jets, optimum=np.array([0 * a], dtype=object), optima=optima)
        texts = {"f_1'": f"{a}*x + {k}*x^3 - {push}", "f_2'": f"x + {push}"}
        return SimpleNamespace(problem=problem, gamma=a, H=1, N=2, describe=lambda: texts)

    return st.builds(bent, rationals(1, 3, (1,)), rationals(1, 3, (1,)))


def bent_or_flat(d, N):
    """Quadratics, and what the conditions sort out."""
    return st.one_of(any_hessians(d, N), one_bent_client(d, N)) if (d, N) == (1, 2) else any_hessians(d, N)


A5 = Class("A5: every f_c is quadratic", _quadratic, one_bent_client, (QUADRATIC,))
A1 = Class(REGULAR.says, STRONGLY_CONVEX.contains, STRONGLY_CONVEX.outside, (CURVED,))
SETTING = Domain((), (A1, A5), lines={str(A1): "Section 2, for all that follows", str(A5): "A5"})


a_1, a_2, t_1, t_2 = coordinates("a_1 a_2 theta_1 theta_2")
APART = (a_1 - a_2) * (t_1 - t_2) / (2 * (a_1 + a_2))


def off_the_plain_mean():
    """theta*, where the mean of the two losses has its minimum, less the plain mean of their minimisers; a coordinate, A_c = a_c Id."""
    at = sp.Dummy("theta")
    (optimum,) = sp.solve(((a_1 * (at - t_1) ** 2 + a_2 * (at - t_2) ** 2) / 4).diff(at), at)
    return optimum - (t_1 + t_2) / 2


remark = Claim(
    id="aistats-A5-remark",
    kind="inequality",
    says="'Generally' is read as: for some clients. With A_c = a_c Id, theta* of two clients is off the plain mean of the theta_c* by (a_1 - a_2)"
    "(theta_1 - theta_2)/(2 (a_1 + a_2)), whenever neither agrees. If all of either are equal it never is: symfed-quadratic-optimum.",
    printed=printed_at(
        "remark after A5",
        r"\theta^\star\text{ generally differs from }\frac1N\sum_c\theta_c^\star"
        r"\text{ when not all the }\theta_c^\star\text{'s or the }\bar A_c\text{'s are equal}",
    ),
    statement=APART,
    checks=complete_identity(
        off_the_plain_mean, as_printed, scope="a coordinate of theta* less the plain mean, two clients of (1) with A5"
    ),
    wrong={"no difference": sp.S.Zero, "the other sign": -APART},
    see=("symfed-quadratic-optimum",),
    expect=Tier.PROVED,
)


def shift(p, gamma, H, sign=1):
    """theta* - mean theta_c* = A^-1 mean_c (A_c - A)(theta_c* - mean theta_c*); theta* - theta_c* is A_c^-1 grad f_c(theta*)."""
    gaps = p.solve_each(p.hessians, p.gradients)
    return sign * p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.mean(gaps) - gaps)))


theta_c = Vector("theta_c")
A_c, A_mean = hess(theta_star), Mean(hess(theta_star))
#: A (theta* - mean theta_c*) = mean (A_c - A)(theta_c* - mean theta_c*), and A is invertible under A1.
SHIFT = sp.Eq(A_mean * (theta_star - Mean(theta_c)), Mean((A_c - A_mean) * (theta_c - Mean(theta_c))), evaluate=False)


def one_client(A, mean_A, x, mean_x, centre):
    """(A_c - A)(theta_c* - mean theta_c*), and the same with terms that have mean zero in front of A (theta* - mean theta_c*)."""
    vanishing = A * (x - centre) + (A - mean_A) * (centre - mean_x) - mean_A * (x - mean_x)
    return (A - mean_A) * (x - mean_x), vanishing + mean_A * (centre - mean_x)


optimum_shift = Claim(
    id="symfed-quadratic-optimum",
    kind="identity",
    says="theta* leaves the mean of the theta_c* by the covariance, over clients, of Hessians and optima; it is zero if either is constant.",
    printed=printed_at(
        "criterion behind the remark after A5, in both versions",
        r"\bar A\Big(\theta^\star-\frac1N\sum_c\theta_c^\star\Big)=\frac1N\sum_c(\bar A_c-\bar A)(\theta_c^\star-\tfrac1N\sum_{c'}\theta_{c'}^\star)",
    ),
    under=SETTING,
    statement=SHIFT,
    lemmas=(
        Lemma(
            "one client",
            one_client,
            FreeIdentity("A mean_A x mean_x centre", scope="matrices and vectors of any size"),
            wrong={
                "sign of the gradient": lambda A, B, x, m, s: (
                    one_client(A, B, x, m, s)[0],
                    one_client(A, B, x, m, s)[1] - 2 * A * (x - s),
                ),
                "not centred": lambda A, B, x, m, s: (A * (x - m), one_client(A, B, x, m, s)[1]),
            },
        ),
        crosscheck(
            "random quadratics",
            shift,
            (
                SymbolicIdentity(lambda: ClientMean(g / a), scope="d = 1 quadratics, symbolic N and clients"),
                CounterexampleSearch(
                    bent_or_flat,
                    lambda i: i.problem.optimum - i.problem.optima.sum(axis=0) / i.N,
                    lambda statement, i: statement(i.problem.jets, i.gamma, i.H),
                    examples=15,
                    extremes=hard_quadratics,
                ),
            ),
            wrong={
                "sign flipped": lambda p, gamma, H: shift(p, gamma, H, sign=-1),
                "sum for mean": lambda p, gamma, H: p.N * shift(p, gamma, H),
                "factor 2": lambda p, gamma, H: 2 * shift(p, gamma, H),
                "Hessian not inverted": lambda p, gamma, H: p.apply(p.hessian, shift(p, gamma, H)),
            },
        ),
    ),
    follows=(
        Apply(minimiser, "optimum", point=theta_star),
        Apply(own_minimiser, "own optimum", point=theta_c),
        Apply(quadratic_gradient, "linear", x=theta_c, y=theta_star, anywhere=theta_star),
        Apply(mean_of, "own optima", relation="own optimum"),
        Apply(mean_of, "mean", relation="linear/1"),
        linear_combination("shift", SHIFT.lhs, SHIFT.rhs, {"mean": 1, "own optima": -1, "optimum": 1}),
    ),
    expect=Tier.PROVED,
)
