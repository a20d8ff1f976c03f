"""How far FedAvg with exact gradients stays from the optimum, by the drift of its clients and by their gradients there."""

from functools import lru_cache

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.aistats.proposition_1 import A_ROUND_CONTRACTS, RATE
from proofs_checks.aistats.quantities import T, T_c, first, rounds, theta, theta_star, x, y
from proofs_checks.iccopt.heterogeneity import DRIFT, DRIFT_IS_SPEED, OPTIMUM, TWICE, drift
from symfed.checks import inequality_search
from symfed.claims import Claim, Domain, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h, lam, mu, t
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import iterates
from symfed.strategies import Instance, hard_quadratics, instances
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.norms import jensen, mean_of, power_mean, triangle
from symfed.theorems.operators import mean_value_hessian, spectral
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import Mean, Norm, grad, sequence

D_zero = sequence("Dzero_c", "the mean Hessian between the local path from theta* and theta*")
FAR, START = Norm(theta(t) - theta_star), Norm(theta(0) - theta_star)
#: How far a round carries the optimum.
MOVED = Norm(T(theta_star) - theta_star)
SPREAD = Norm(grad(theta_star))
#: Where a path from theta* has come to less what the gradient there alone would do.
ALONG = T_c(h, theta_star) - theta_star + gamma * h * grad(theta_star)
GRADIENTS = gamma * (H - 1) * L / mu * Mean(SPREAD)

BY_DRIFT = sp.Le(FAR**2, 2 * RATE ** (2 * H * t) * START**2 + 2 * (gamma * H) ** 2 * Norm(DRIFT) ** 2 / (1 - RATE**H) ** 2, evaluate=False)
BY_GRADIENTS = sp.Le(FAR**2, 2 * RATE ** (2 * H * t) * START**2 + 2 * (gamma * (H - 1) * L / mu) ** 2 * Mean(SPREAD**2), evaluate=False)

#: A round contracts, and carries theta* itself a little way: |theta_t - theta*| <= q^t |theta_0 - theta*| + MOVED/(1 - q).
STAYS_NEAR = (
    OPTIMUM,
    *A_ROUND_CONTRACTS,
    first,
    rounds,
    Apply(instance, "a round from theta", relation="a round contracts", at={x: theta(t), y: theta_star}),
    Apply(triangle, "both parts", u=T(theta(t)) - T(theta_star), v=T(theta_star) - theta_star),
    linear_combination("next", theta(t + 1) - theta_star, T(theta(t)) - theta_star, ("rounds",)),
    Arithmetic(
        "one round",
        sp.Le(Norm(theta(t + 1) - theta_star), RATE**H * FAR + MOVED, evaluate=False),
        ("next/2", "both parts", "a round from theta"),
    ),
    Arithmetic("shrinks", sp.Lt(RATE**H, 1, evaluate=False), ("mu <= L",)),
    bounded_by_induction(
        "t rounds",
        FAR,
        t,
        RATE ** (H * t) * START + MOVED / (1 - RATE**H),
        factor=RATE**H,
        increment=MOVED,
        by=("mu <= L", "shrinks", "one round"),
    ),
)

#: MOVED <= (1 - q) gamma (H-1) L/mu times the mean norm of the clients' gradients at theta*.
MOVED_LITTLE = (
    Apply(instance, "start at x*", relation="start", at={x: theta_star}),
    Apply(instance, "local step at x*", relation="local step", at={x: theta_star}),
    Apply(instance, "round at x*", relation="round", at={x: theta_star}),
    Apply(mean_value_hessian, "Hessian on the way", x=T_c(h, theta_star), y=theta_star, hessian=D_zero(h)),
    Apply(spectral, "the way contracts", by=("mu <= L",), matrix=D_zero(h), function=1 - gamma * lam, bound=RATE, v=ALONG),
    Apply(spectral, "smooth", by=("mu <= L",), matrix=D_zero(h), function=lam, bound=L, v=grad(theta_star)),
    linear_combination(
        "one step on",
        ALONG.xreplace({h: h + 1}),
        ALONG - gamma * D_zero(h) * ALONG + gamma**2 * h * D_zero(h) * grad(theta_star),
        {"local step at x*": 1, "Hessian on the way/1": -gamma},
    ),
    Apply(triangle, "two parts", u=ALONG - gamma * D_zero(h) * ALONG, v=gamma**2 * h * D_zero(h) * grad(theta_star)),
    Arithmetic(
        "one step farther",
        sp.Le(Norm(ALONG.xreplace({h: h + 1})), RATE * Norm(ALONG) + gamma**2 * h * L * SPREAD, evaluate=False),
        ("one step on/2", "two parts", "the way contracts", "smooth"),
    ),
    linear_combination("at x*", ALONG.xreplace({h: sp.S.Zero}), 0 * x, ("start at x*",)),
    bounded_by_induction(
        "way",
        Norm(ALONG),
        h,
        gamma * L * SPREAD * (h - 1) * (1 - RATE**h) / mu,
        factor=RATE,
        increment=gamma**2 * h * L * SPREAD,
        by=("mu <= L", "at x*/2"),
    ),
    Apply(instance, "whole way", relation="way", at={h: H}),
    Apply(mean_of, "mean way", relation="whole way"),
    Apply(jensen, "convexity of the way", v=ALONG.xreplace({h: H})),
    linear_combination(
        "the gradients cancel", T(theta_star) - theta_star, Mean(ALONG.xreplace({h: H})), {"round at x*": 1, "optimum": -gamma * H}
    ),
    Arithmetic(
        "moved little",
        sp.Le(MOVED, (1 - RATE**H) * GRADIENTS, evaluate=False),
        ("the gradients cancel/2", "convexity of the way", "mean way"),
    ),
)

PROOF = (
    *STAYS_NEAR,
    Arithmetic(
        "squared",
        sp.Le(FAR**2, 2 * RATE ** (2 * H * t) * START**2 + 2 * MOVED**2 / (1 - RATE**H) ** 2, evaluate=False),
        ("mu <= L", "shrinks", "t rounds"),
    ),
    *DRIFT_IS_SPEED,
    Arithmetic("by drift", BY_DRIFT, ("shrinks", "squared", "drift is speed")),
    *MOVED_LITTLE,
    Arithmetic("near", sp.Le(FAR, RATE ** (H * t) * START + GRADIENTS, evaluate=False), ("shrinks", "t rounds", "moved little")),
    Apply(power_mean, "mean square", x=SPREAD),
    Arithmetic("near, squared", sp.Le(FAR**2, 2 * RATE ** (2 * H * t) * START**2 + 2 * GRADIENTS**2, evaluate=False), ("mu <= L", "near")),
    Arithmetic("by gradients", BY_GRADIENTS, {"near, squared": 1, "mean square": 2 * (gamma * (H - 1) * L / mu) ** 2}),
)


def runs(d, N):
    """Exact gradients, a start and up to three rounds."""
    return instances(d, N, noise=False, start=True, extra={"t": st.integers(1, 3)})


@lru_cache(maxsize=2048)
def ends(problem, gamma, H, T, start):
    """(|x_0 - x*|^2, |x_T - x*|^2) by running the rounds, once for a bound and all its variants."""
    path = iterates("fedavg_deterministic", problem, gamma, H, T, np.array(start, dtype=object))
    return tuple(((x - problem.optimum) ** 2).sum() for x in (path[0], path[-1]))


def towards_optimum(i, radius, rate=2, start=2):
    """|x_T - x*|^2, and start (1 - gamma mu)^(rate H T) |x_0 - x*|^2 + radius(i)."""
    T = i.extra["t"]
    first, last = ends(i.problem, i.gamma, i.H, T, tuple(i.extra["start"]))
    return last, start * (1 - i.gamma * i.mu) ** (rate * i.H * T) * first + radius(i)


def of_drift(i):
    """2 (gamma H)^2 drift/(1 - (1 - gamma mu)^H)^2."""
    return 2 * (i.gamma * i.H / (1 - (1 - i.gamma * i.mu) ** i.H)) ** 2 * drift(i)


def of_gradients(i):
    """2 (gamma (H-1) L/mu)^2 times the first-order measure."""
    p = i.problem.jets
    return 2 * (i.gamma * (i.H - 1) * i.L / i.mu) ** 2 * p.mean((p.gradients**2).sum(axis=1))


def by_drift(i):
    """The start's part, and the radius by the drift."""
    return towards_optimum(i, of_drift)


def by_gradients(i):
    """The start's part, and the radius by the first-order measure."""
    return towards_optimum(i, of_gradients)


def also_from_optimum():
    """Hard quadratics, and clients whose gradients follow their curvatures, sixty rounds from x*: there the radius alone is left."""
    problem = QuadraticProblem([[[1]], [[1]], [[2]]], [[1], [1], [-1]])
    start = {"start": problem.optimum, "t": 60}
    return (*hard_quadratics(), Instance(problem, flint.fmpq(1, 64), 3, flint.fmpq(1), flint.fmpq(2), start))


SEARCH = inequality_search(runs, scope="random exact quadratics, rounds run one by one", examples=6, extremes=also_from_optimum)

ball = Claim(
    id="symfed-fedavg-neighborhood",
    kind="rate",
    says="If gamma <= 1/L the ball's squared radius is at most 2 (gamma H)^2 drift/(1 - (1 - gamma mu)^H)^2, the drift being that of symfed-average-drift, and at "
    "most 2 (gamma (H-1) L/mu)^2 times the first-order measure.",
    printed=printed_at(
        "the slides' convergence to a neighbourhood with its function chi",
        r"\|x^{(T)}-x^\star\|^2\le2(1-\gamma\mu)^{2HT}\|x^{(0)}-x^\star\|^2+\frac{2\gamma^2H^2\zeta_{drift}}{(1-(1-\gamma\mu)^H)^2},\quad"
        r"\|x^{(T)}-x^\star\|^2\le2(1-\gamma\mu)^{2HT}\|x^{(0)}-x^\star\|^2+2\gamma^2(H-1)^2\frac{L^2}{\mu^2}\zeta_{first}",
    ),
    under=Domain((gamma * L <= 1,), (TWICE,)),
    statement=sp.And(BY_DRIFT, BY_GRADIENTS, evaluate=False),
    lemmas=(
        crosscheck(
            "drift",
            by_drift,
            SEARCH,
            {
                "radius / 9": lambda i: towards_optimum(i, lambda i: of_drift(i) / 9),
                "forgotten start": lambda i: towards_optimum(i, of_drift, start=0),
                "a faster rate": lambda i: towards_optimum(i, of_drift, rate=4),
            },
        ),
        crosscheck(
            "gradients",
            by_gradients,
            SEARCH,
            {
                "radius / 300": lambda i: towards_optimum(i, lambda i: of_gradients(i) / 300),
                "forgotten start": lambda i: towards_optimum(i, of_gradients, start=0),
                "a faster rate": lambda i: towards_optimum(i, of_gradients, rate=4),
            },
        ),
    ),
    follows=PROOF,
    see=("symfed-local-contraction-exact-gradients", "symfed-average-drift", "aistats-cor1-rate"),
    expect=Tier.PROVED,
)
