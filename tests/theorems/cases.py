"""Letters and facts by which the named theorems are tried."""

from dataclasses import dataclass, field

import sympy as sp

from symfed.core.domain import ANYWHERE, Domain
from symfed.core.symbols import L, gamma, h, mu, t
from symfed.theorems import Define
from symfed.theorems.vocabulary import (
    CURVED,
    FOURTH_MOMENT,
    FRESH,
    SECOND_MOMENT,
    SMOOTH_SAMPLES,
    AnyVector,
    E,
    High,
    Law,
    Low,
    Mean,
    Norm,
    Quantity,
    Vector,
    distance,
    sample_grad,
    sequence,
)

x, y = AnyVector("x"), AnyVector("y")
u, v, w, u_c, A, B = Vector("u"), Vector("v"), Vector("w"), Vector("u_c"), Vector("A"), Vector("B")
X_c = Vector("X_c")
W_matrix = Vector("some_right_side")
f, point, X, D = sequence("some_map"), Vector("some_point"), Vector("some_inverse"), Vector("some_hessian_c")
n = t
meeting = Quantity("some_crossing")
p, q, d, e_c = Quantity("p_"), Quantity("q_"), Quantity("d_"), Quantity("e_c")
run, run_above = sequence("some_run"), sequence("other_run")
STEPS = Domain((gamma * L <= 1, mu <= L))


def le(left, right):
    return sp.Le(left, right, evaluate=False)


def eq(left, right):
    return sp.Eq(left, right, evaluate=False)


@dataclass
class Case:
    """Arguments, what is known, the conclusion; a wrong conclusion; what is known where a hypothesis is missing (None: there is none).

    lacking: known facts, conditions, and arguments that are changed, if any. built: steps before, of a path that the theorem speaks of.
    """

    arguments: dict
    concludes: object
    wrong: object
    known: dict = field(default_factory=dict)
    under: Domain = ANYWHERE
    lacking: tuple | None = None
    by: tuple = ()
    built: tuple = ()


START = {"first": le(Norm(run(0)), 2), "next": le(Norm(run(n + 1)), q * Norm(run(n))), "q": le(q, 1)}
CONTRACTS = {"lipschitz": le(Norm(f(x) - f(y)), q * Norm(x - y)), "q": sp.Lt(q, 1, evaluate=False)}
BOUNDS = {"low": le(mu, Low(A)), "high": le(High(A), L)}
drawn, f_w, copy_w = sequence("drawn_cw"), sequence("some_map_w"), sequence("some_copy_w")
chain, total, law_w, W = sequence("some_chain_w"), sequence("some_total_w"), Vector("some_law_w"), distance("some_distance")
PUSH = sample_grad(h, drawn(h)) - sample_grad(h, v)
SAMPLED = Domain((), (SECOND_MOMENT, FRESH))
DRAWN = Domain((), (CURVED, SMOOTH_SAMPLES, FOURTH_MOMENT, FRESH))
ROUND = (Define("round", eq(f_w(x), x - gamma * Mean(sample_grad(sp.S.Zero, x)))),)
PATH = (Define("start", eq(drawn(0), v)), Define("step", eq(drawn(h + 1), drawn(h) - gamma * sample_grad(h, drawn(h)))))
IN_SQUARE = {"square": le(E(Norm(f_w(x) - f_w(y)) ** 2), q * Norm(x - y) ** 2), "q": sp.Lt(q, 1, evaluate=False)}
STATIONARY = IN_SQUARE | {
    "stationary": eq(Law(f_w(law_w)), Law(law_w)),
    "copies": eq(Law(copy_w(t, x)), Law(f_w(x))),
    "chain starts": eq(chain(0), law_w),
    "chain steps": eq(chain(t + 1), copy_w(t, chain(t))),
    "no sum": eq(total(0), 0),
    "sum": eq(total(t + 1), total(t) + chain(t)),
}
path_one, path_two = sequence("one_path"), sequence("another_path")
APART = path_one(n) - path_two(n)
SAME_PATH = {
    "first": eq(path_one(0), path_two(0)),
    "next": eq(path_one(n + 1) - path_two(n + 1), APART - gamma * A * APART),
}
INSIDE = {"above": le(-q, Low(A)), "below": le(High(A), q), "q": sp.Lt(q, 1, evaluate=False)}
kronecker, stein_solution, partial = Vector("some_kronecker"), Vector("some_stein"), sequence("some_partial")
BELOW_ONE = {"q": sp.Lt(q, 1, evaluate=False)}
