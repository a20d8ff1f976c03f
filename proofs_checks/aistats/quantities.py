"""The quantities of Sections 2 to 5 in any dimension, their definitions, and how each is measured on an exact instance."""

from dataclasses import replace

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from symfed.checks import inequality_search
from symfed.checks.classes import REGULAR
from symfed.checks.measured import measured
from symfed.core.symbols import H, gamma, h, t, zeta1, zeta2
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import iterates, stationary_exact
from symfed.strategies import Instance, hard_quadratics, instances, members
from symfed.theorems import Define
from symfed.theorems.vocabulary import CURVED, AnyVector, Mean, Norm, OpNorm, Stated, Vector, grad, hess, sequence

x, y = AnyVector("x"), AnyVector("y")
theta_star = Vector("theta_star", "the minimiser of the mean loss")
theta_det = Vector("theta_det", "the fixed point of a round of FedAvg-D")
theta = sequence("theta", "the iterate of FedAvg-D after so many rounds")
T_c = sequence("T_c", "client c's local path, after so many steps from a point")
T = sequence("T", "a round from a point")
G_c = sequence("G_c", "the sum of client c's gradients along its local path")
pseudo_gradient = sequence("pseudo_gradient", "what a round moves by, divided by -gamma")

start = Define("start", sp.Eq(T_c(0, x), x))
local_step = Define("local step", sp.Eq(T_c(h + 1, x), T_c(h, x) - gamma * grad(T_c(h, x))))
a_round = Define("round", sp.Eq(T(x), Mean(T_c(H, x))))
no_gradient = Define("no gradient", sp.Eq(G_c(0, x), 0 * x))
one_more = Define("one more gradient", sp.Eq(G_c(h + 1, x), G_c(h, x) + grad(T_c(h, x))))
mean_gradient = Define("pseudo-gradient", sp.Eq(pseudo_gradient(x), Mean(G_c(H, x))))
first = Define("first", sp.Eq(theta(0), Vector("theta_start", "where FedAvg-D starts")))
rounds = Define("rounds", sp.Eq(theta(t + 1), T(theta(t))))


def le(left, right):
    return sp.Le(left, right, evaluate=False)


def at(index, v):
    """v at another index of local steps."""
    return v.xreplace({h: index})


def curved_more(d, N):
    """Instances whose mu is said to be L."""
    return runs(d, N).map(lambda i: replace(i, mu=i.L))


def runs(d, N, noise=False):
    """Instances with a start and up to three rounds."""
    return instances(d, N, noise=noise, start=True, extra={"t": st.integers(1, 3)})


def understated(d, N):
    """Instances whose zeta_1 and zeta_2 are said to be half of what they are."""
    return runs(d, N).map(lambda i: replace(i, extra=i.extra | {"zeta_share": 2}))


#: The shared class, and for runs of FedAvg-D on quadratics who is a member and who is not.
A1 = replace(REGULAR, outside=curved_more, implies=(CURVED,), spoil=None)
A2 = Stated(
    "A2: at theta* the clients' gradients and Hessians have root mean square distances of at most zeta_1 and zeta_2 from their means",
    lambda i: False if "zeta_share" in getattr(i, "extra", ()) else members.some_spread(i),
    understated,
    relations=(
        sp.Le(Mean(Norm(grad(theta_star) - Mean(grad(theta_star))) ** 2), zeta1**2, evaluate=False),
        sp.Le(Mean(OpNorm(hess(theta_star) - Mean(hess(theta_star))) ** 2), zeta2**2, evaluate=False),
    ),
)


def zeta(i, gaps):
    """The mean square of so many gaps, or a fourth of it where it is understated."""
    return (gaps**2).sum() / i.N / i.extra.get("zeta_share", 1) ** 2


def _limit(i):
    return stationary_exact("fedavg_deterministic", i.problem, i.gamma, i.H).mean


def _path(i, rounds, begin):
    return iterates("fedavg_deterministic", i.problem, i.gamma, i.H, rounds, begin)[-1]


#: zeta_2 in Frobenius norm, which A2 leaves open and which is no smaller.
MEASURES = {
    theta_star: lambda i: i.problem.optimum,
    theta_det: _limit,
    T(theta_det): lambda i: _path(i, 1, _limit(i)),
    pseudo_gradient(theta_det): lambda i: (_limit(i) - _path(i, 1, _limit(i))) / i.gamma,
    theta(0): lambda i: i.extra["start"],
    theta(t): lambda i: _path(i, i.extra["t"], i.extra["start"]),
    zeta1**2: lambda i: zeta(i, i.problem.jets.gradients - i.problem.jets.mean(i.problem.jets.gradients)),
    zeta2**2: lambda i: zeta(i, i.problem.jets.hessians - i.problem.jets.hessian),
}


def slowly():
    """One client of curvatures 1 and 100 that starts in the direction of 1: a rate with L for mu would have forgotten the start."""
    one, zero = flint.fmpq(1), flint.fmpq(0)
    problem = QuadraticProblem(np.array([[[one, zero], [zero, 100 * one]]], dtype=object), np.array([[zero, zero]], dtype=object))
    return Instance(problem, one / 200, 1, one, 100 * one, {"start": np.array([one, zero], dtype=object), "t": 3})


def at_rest():
    """The hard quadratics, from their start and from the fixed point, for a run that long would cost more than it shows; and a slow start."""
    hard = [i for i in hard_quadratics() if not i.problem.noise[1:].any()]
    return (slowly(), *hard, *[replace(i, extra=i.extra | {"start": _limit(i), "t": 1}) for i in hard])


SIZES = ((1, 1), (1, 2), (1, 3), (2, 2))


def on_quadratics(strategy=runs, scope="exact quadratics, rounds run one by one", extremes=hard_quadratics, examples=12, measures=None):
    """The search that reads a relation between these quantities on exact quadratics, easy and hard."""
    return inequality_search(
        strategy, reading=measured(measures or MEASURES), scope=scope, extremes=extremes, examples=examples, sizes=SIZES
    )
