"""Each theorem applied rightly, with a hypothesis missing, and with a conclusion that it does not give."""

import inspect
from dataclasses import dataclass, field

import pytest
import sympy as sp

from symfed.core.domain import ANYWHERE, Domain
from symfed.core.symbols import H, L, N, gamma, h, lam, mu, t
from symfed.theorems import Apply, Theorem, circle, norms, operators, randomness, sequences
from symfed.theorems.discharge import same
from symfed.theorems.vocabulary import (
    CLIENTS_INDEPENDENT,
    CURVED,
    FRESH,
    QUADRATIC,
    SECOND_MOMENT,
    SMOOTH_SAMPLES,
    AnyVector,
    Circle,
    E,
    High,
    Inner,
    Law,
    Low,
    Mean,
    Norm,
    OpNorm,
    Quantity,
    Vector,
    cosine,
    distance,
    grad,
    hess,
    sample_grad,
    sequence,
    z,
)

ROOM = {v.name: v for room in (circle, norms, operators, randomness, sequences) for v in vars(room).values() if isinstance(v, Theorem)}
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
    """Arguments, what is known, the conclusion; a wrong conclusion; what is known where a hypothesis is missing (None: there is none)."""

    arguments: dict
    concludes: object
    wrong: object
    known: dict = field(default_factory=dict)
    under: Domain = ANYWHERE
    lacking: tuple | None = None
    by: tuple = ()


START = {"first": le(Norm(run(0)), 2), "next": le(Norm(run(n + 1)), q * Norm(run(n))), "q": le(q, 1)}
CONTRACTS = {"lipschitz": le(Norm(f(x) - f(y)), q * Norm(x - y)), "q": sp.Lt(q, 1, evaluate=False)}
BOUNDS = {"low": le(mu, Low(A)), "high": le(High(A), L)}
drawn, f_w, copy_w = sequence("drawn_cw"), sequence("some_map_w"), sequence("some_copy_w")
chain, total, law_w, W = sequence("some_chain_w"), sequence("some_total_w"), Vector("some_law_w"), distance("some_distance")
PUSH = sample_grad(h, drawn(h)) - sample_grad(h, v)
SAMPLED = Domain((), (SECOND_MOMENT, FRESH))
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
SERIES = INSIDE | {
    "solves": eq(B, A * B * A + W_matrix),
    "nothing": eq(partial(0), 0),
    "one term more": eq(partial(t + 1), A * partial(t) * A + W_matrix),
}
BELOW_ONE = {"q": sp.Lt(q, 1, evaluate=False)}
SAMPLE = sample_grad(h, u) - sample_grad(h, v)
#: On the circle 1/|z - q|² is 1/(1 + q² - 2 q cos).
POLE = {"function": 1 / (z - q), "poles": (q,)}
CASES = {
    "parseval": Case(
        {"u": q**n, "index": n, "function": z / (z - q), "poles": (q,)},
        eq(sp.Sum(q ** (2 * n), (n, 0, sp.oo)), Circle(1 / (1 + q**2 - 2 * q * cosine))),
        eq(sp.Sum(q ** (2 * n), (n, 0, sp.oo)), 1 / (1 - q)),
        BELOW_ONE,
        by=("q",),
        lacking=(BELOW_ONE, Domain(), {"u": 2 * q**n}),
    ),
    "mean_on_circle": Case(
        {"function": (z + 1) / (z - q), "poles": (q,)},
        eq((1 - q) * Circle((1 + cosine) / (1 + q**2 - 2 * q * cosine)), 1),
        eq(Circle((1 + cosine) / (1 + q**2 - 2 * q * cosine)), 1),
        BELOW_ONE,
        by=("q",),
        lacking=({"q": le(q, 1)}, Domain()),
    ),
    "maximum_principle": Case(
        POLE | {"bound": 1 / (1 - q), "at": 1 + p},
        le(sp.Abs(1 / (1 + p - q)), 1 / (1 - q)),
        le(sp.Abs(1 / (1 + p - q)), 1),
        BELOW_ONE,
        by=("q",),
        lacking=(BELOW_ONE, Domain(), {"at": p}),
    ),
    "mean_over_circle": Case(
        {"small": 1 / (1 + q**2 - 2 * q * cosine), "large": sp.S.One / (1 - q) ** 2},
        le(Circle(1 / (1 + q**2 - 2 * q * cosine)), 1 / (1 - q) ** 2),
        le(Circle(1 / (1 + q**2 - 2 * q * cosine)), 1),
        BELOW_ONE,
        by=("q",),
        # at q = 1 there is a pole on the circle
        lacking=({"q": le(q, 1)}, Domain()),
    ),
    "minkowski": Case(
        {"u": drawn(h), "v": v},
        le(sp.sqrt(E(Mean(Norm(drawn(h) + v) ** 2))), sp.sqrt(E(Mean(Norm(drawn(h)) ** 2))) + Norm(v)),
        le(sp.sqrt(E(Mean(Norm(drawn(h) + v) ** 2))), Norm(v)),
        lacking=({}, Domain(), {"over": ()}),
    ),
    "taylor": Case(
        {"x": w, "y": v, "bound": q, "u": x, "v": y},
        le(Norm(grad(w) - grad(v) - hess(v) * (w - v)), q / 2 * Norm(w - v) ** 2),
        le(Norm(grad(w) - grad(v) - hess(v) * (w - v)), q / 3 * Norm(w - v) ** 2),
        {"lipschitz": le(OpNorm(hess(x) - hess(y)), q * Norm(x - y))},
        Domain((), (CURVED,)),
        # at two points only
        lacking=({"lipschitz": le(OpNorm(hess(w) - hess(v)), q * Norm(w - v))}, Domain((), (CURVED,))),
    ),
    "lyapunov": Case(
        {"matrix": A, "low": mu, "right": B, "solution": kronecker},
        eq(A * kronecker + kronecker * A, B),
        eq(A * kronecker, B),
        BOUNDS,
        lacking=({"high": BOUNDS["high"]}, Domain()),
    ),
    "lyapunov_coercive": Case(
        {"matrix": A, "low": mu, "v": B},
        le(2 * mu * Norm(B), Norm(A * B + B * A)),
        le(2 * L * Norm(B), Norm(A * B + B * A)),
        BOUNDS,
        lacking=({"high": BOUNDS["high"]}, Domain()),
    ),
    "stein": Case(
        {"matrix": A, "size": q, "right": W_matrix, "solution": stein_solution},
        le(Low(W_matrix), Low(stein_solution)),
        le(High(stein_solution), High(W_matrix)),
        INSIDE | {"positive": sp.Ge(Low(W_matrix), 0, evaluate=False)},
        by=("q",),
        lacking=(INSIDE, Domain()),
    ),
    "stein_series": Case(
        {"matrix": A, "size": q, "right": W_matrix, "solution": B, "partial": partial(t), "index": t},
        le(Norm(B - partial(t)), q ** (2 * t) * Norm(B)),
        le(Norm(B - partial(t)), q ** (3 * t) * Norm(B)),
        SERIES,
        by=("q",),
        lacking=({k: fact for k, fact in SERIES.items() if k != "nothing"}, Domain()),
    ),
    "vanishing_powers": Case(
        {"ratio": q, "index": t, "times": H, "scale": p},
        eq(sp.Limit(p * q ** (H * t), t, sp.oo), 0),
        eq(sp.Limit(q**t, t, sp.oo), 1),
        BELOW_ONE,
        by=("q",),
        lacking=({"q": le(q, 1)}, Domain()),
    ),
    "mean_of_independent": Case(
        {"v": SAMPLE},
        eq(E(Norm(Mean(SAMPLE) - E(Mean(SAMPLE))) ** 2), Mean(E(Norm(SAMPLE - E(SAMPLE)) ** 2)) / N),
        eq(E(Norm(Mean(SAMPLE)) ** 2), Mean(E(Norm(SAMPLE) ** 2)) / N),
        {},
        Domain((), (CLIENTS_INDEPENDENT,)),
        # what all clients' earlier draws may have gone into
        lacking=({}, Domain((), (CLIENTS_INDEPENDENT,)), {"v": sample_grad(h, drawn(h))}),
    ),
    "triangle": Case({"u": u, "v": v}, le(Norm(u + v), Norm(u) + Norm(v)), le(Norm(u + v), Norm(u))),
    "squared_triangle": Case(
        {"u": u, "v": v, "weight": p},
        le(Norm(u + v) ** 2, (1 + p) * Norm(u) ** 2 + (1 + 1 / p) * Norm(v) ** 2),
        le(Norm(u + v) ** 2, Norm(u) ** 2 + Norm(v) ** 2),
        {"positive": sp.Gt(p, 0, evaluate=False)},
        lacking=({}, Domain()),
    ),
    "jensen_sum": Case(
        {"vectors": (u, v, w)},
        le(Norm(u + v + w) ** 2, 3 * (Norm(u) ** 2 + Norm(v) ** 2 + Norm(w) ** 2)),
        le(Norm(u + v + w) ** 2, 2 * (Norm(u) ** 2 + Norm(v) ** 2 + Norm(w) ** 2)),
    ),
    "jensen": Case(
        {"v": u_c, "power": 2},
        le(Norm(Mean(u_c)) ** 2, Mean(Norm(u_c) ** 2)),
        le(Norm(Mean(u_c)), Mean(Norm(u_c) ** 2)),
        lacking=({}, Domain(), {"power": 0}),
    ),
    "power_mean": Case(
        {"x": e_c}, le(Mean(e_c) ** 2, Mean(e_c**2)), le(Mean(e_c**2), Mean(e_c) ** 2), lacking=({}, Domain(), {"x": e_c - 1})
    ),
    "cauchy_schwarz": Case(
        {"x": e_c, "y": Norm(u_c)},
        le(Mean(e_c * Norm(u_c)) ** 2, Mean(e_c**2) * Mean(Norm(u_c) ** 2)),
        le(Mean(e_c * Norm(u_c)), Mean(e_c**2) * Mean(Norm(u_c) ** 2)),
        lacking=({}, Domain(), {"y": u_c}),
    ),
    "mean_of": Case(
        {"relation": "own"},
        le(Mean(Norm(u_c)), 2 * Mean(e_c)),
        le(Mean(Norm(u_c)), Mean(e_c)),
        {"own": le(Norm(u_c), 2 * e_c)},
        lacking=({}, Domain()),
    ),
    "operator_norm": Case({"matrix": A, "v": v}, le(Norm(A * v), OpNorm(A) * Norm(v)), le(Norm(A * v), Norm(v))),
    "operator_norm_of_product": Case({"left": A, "right": B}, le(OpNorm(A * B), OpNorm(A) * OpNorm(B)), le(OpNorm(A * B), OpNorm(A))),
    "mean_value_hessian": Case(
        {"x": u, "y": v, "hessian": D},
        eq(grad(u) - grad(v), D * (u - v)),
        eq(grad(u) - grad(v), u - v),
        {},
        Domain((), (CURVED,)),
        lacking=({}, Domain()),
    ),
    "spectral": Case(
        {"matrix": A, "function": 1 - gamma * lam, "bound": 1 - gamma * mu, "v": v},
        le(Norm(v - gamma * A * v), (1 - gamma * mu) * Norm(v)),
        le(Norm(v - gamma * A * v), (1 - gamma * L) * Norm(v)),
        BOUNDS,
        STEPS,
        lacking=(BOUNDS, Domain((mu <= L,))),
    ),
    "zero_norm": Case({"v": u}, eq(u, 0), eq(v, 0), {"size": le(Norm(u), 0)}, lacking=({"size": le(Norm(u), gamma)}, Domain())),
    "quadratic_gradient": Case(
        {"x": u, "y": v, "anywhere": w},
        eq(grad(u) - grad(v), hess(w) * (u - v)),
        eq(grad(u) - grad(v), hess(u) * (u + v)),
        {},
        Domain((), (CURVED, QUADRATIC)),
        lacking=({}, Domain((), (CURVED,))),
    ),
    "ordered_curvatures": Case({}, le(mu, L), le(L, mu), {}, Domain((), (CURVED,)), lacking=({}, Domain())),
    "minimiser": Case(
        {"point": Vector("some_minimum")},
        eq(Mean(grad(Vector("some_minimum"))), 0),
        eq(grad(Vector("some_minimum")), 0),
        {},
        Domain((), (CURVED,)),
        lacking=({"old": eq(grad(Vector("some_minimum")), 0)}, Domain((), (CURVED,))),
    ),
    "own_minimiser": Case(
        {"point": Vector("own_minimum_c")},
        eq(grad(Vector("own_minimum_c")), 0),
        eq(Vector("own_minimum_c"), 0),
        {},
        Domain((), (CURVED,)),
        lacking=({}, Domain()),
    ),
    "coercive": Case(
        {"matrix": A, "low": mu, "v": v},
        le(mu * Norm(v), Norm(A * v)),
        le(L * Norm(v), Norm(A * v)),
        BOUNDS,
        lacking=({"high": BOUNDS["high"]}, Domain()),
    ),
    "mean_curvature": Case(
        {"matrix": X_c},
        le(mu, Low(Mean(X_c))),
        le(L, Low(Mean(X_c))),
        {"low": le(mu, Low(X_c)), "high": le(High(X_c), L)},
        lacking=({"low": le(mu, Low(X_c))}, Domain()),
    ),
    "curvature_at": Case({"point": w}, le(mu, Low(hess(w))), le(L, Low(hess(w))), {}, Domain((), (CURVED,)), lacking=({}, Domain())),
    "solvable": Case(
        {"matrix": A, "low": mu, "right": v, "solution": Vector("some_solution")},
        eq(A * Vector("some_solution"), v),
        eq(Vector("some_solution"), v),
        BOUNDS,
        lacking=({"high": BOUNDS["high"]}, Domain()),
    ),
    "expectation_of": Case(
        {"relation": "all"},
        le(E(Norm(drawn(h))), 2),
        le(Norm(E(drawn(h))), 1),
        {"all": le(Norm(drawn(h)), 2)},
        lacking=({"all": le(Norm(drawn(h)), 2)}, Domain(), {"relation": le(Norm(drawn(h)), 1)}),
    ),
    "jensen_in_expectation": Case(
        {"v": drawn(h)}, le(Norm(E(drawn(h))) ** 2, E(Norm(drawn(h)) ** 2)), le(E(Norm(drawn(h)) ** 2), Norm(E(drawn(h))) ** 2)
    ),
    "polarisation": Case(
        {"u": u, "v": v, "factor": gamma},
        eq(Norm(u - gamma * v) ** 2, Norm(u) ** 2 - 2 * gamma * Inner(u, v) + gamma**2 * Norm(v) ** 2),
        eq(Norm(u - gamma * v) ** 2, Norm(u) ** 2 + gamma**2 * Norm(v) ** 2),
    ),
    "cocoercive": Case(
        {"x": drawn(h), "y": v, "step": h},
        le(Norm(PUSH) ** 2, L * Inner(drawn(h) - v, PUSH)),
        le(Norm(PUSH) ** 2, Inner(drawn(h) - v, PUSH)),
        {},
        Domain((), (SMOOTH_SAMPLES,)),
        lacking=({}, Domain((), (CURVED,))),
    ),
    "monotone": Case(
        {"x": u, "y": v},
        sp.Ge(Inner(u - v, grad(u) - grad(v)), mu * Norm(u - v) ** 2),
        sp.Ge(Inner(u - v, grad(u) - grad(v)), L * Norm(u - v) ** 2),
        {},
        Domain((), (CURVED,)),
        lacking=({}, Domain((), (SMOOTH_SAMPLES,))),
    ),
    "fresh_sample": Case(
        {"x": drawn(h), "y": v, "step": h, "u": u},
        eq(E(Inner(u, PUSH)), E(Inner(u, grad(drawn(h)) - grad(v)))),
        eq(E(Inner(v, PUSH)), 0),
        {},
        Domain((), (FRESH,)),
        # what depends on the step's own draw
        lacking=({}, Domain((), (FRESH,)), {"u": sample_grad(h, v)}),
    ),
    "fresh_mean": Case(
        {"x": drawn(h), "step": h},
        eq(E(sample_grad(h, drawn(h))), E(grad(drawn(h)))),
        eq(E(sample_grad(h, drawn(h))), 0),
        {},
        Domain((), (FRESH,)),
        lacking=({}, Domain((), (FRESH,)), {"x": drawn(h + 1)}),
    ),
    "contraction_in_w2": Case(
        {"mapping": f_w, "factor": q, "x": x, "y": y, "law": Vector("law_w"), "distance": W},
        le(W(t) ** 2, q**t * W(0) ** 2),
        le(W(t) ** 2, W(0) ** 2 / 2),
        IN_SQUARE,
        SAMPLED,
        by=("q",),
        lacking=(IN_SQUARE | {"q": le(q, 1)}, SAMPLED),
    ),
    "fresh_round": Case(
        {"mapping": f_w, "copy": sequence("copies_w"), "factor": q, "x": x, "y": y, "u": drawn(t), "v": v},
        le(E(Norm(sequence("copies_w")(t, drawn(t)) - sequence("copies_w")(t, v)) ** 2), q * E(Norm(drawn(t) - v) ** 2)),
        le(E(Norm(sequence("copies_w")(t, drawn(t)) - sequence("copies_w")(t, v)) ** 2), 0),
        IN_SQUARE,
        SAMPLED,
        by=("q",),
        lacking=(IN_SQUARE, Domain((), (SECOND_MOMENT,))),
    ),
    "mean_ergodic": Case(
        {"mapping": f_w, "copy": copy_w, "factor": q, "x": x, "y": y, "law": law_w, "chain": chain, "total": total},
        eq(sp.Limit(E(Norm(total(t) / t - E(law_w)) ** 2), t, sp.oo), 0),
        eq(E(Norm(total(t) / t - E(law_w)) ** 2), 0),
        STATIONARY,
        SAMPLED,
        by=("q",),
        lacking=({k: fact for k, fact in STATIONARY.items() if k != "stationary"}, SAMPLED),
    ),
    "neumann": Case(
        {"matrix": A, "bound": q, "inverse": X, "v": v},
        le(Norm(X * v), Norm(v) / (1 - q)),
        le(Norm(X * v), Norm(v)),
        {"size": le(OpNorm(A), q), "q": sp.Lt(q, 1, evaluate=False)},
        by=("q",),
        lacking=({"q": le(q, 1), "size": le(OpNorm(A), q)}, Domain()),
    ),
    "induction": Case(
        {"u": Norm(run(n)), "index": n, "factor": q, "bound": sp.Integer(2)},
        le(Norm(run(n)), 2),
        le(Norm(run(n)), 1),
        START,
        by=("q", "first"),
        lacking=({k: v for k, v in START.items() if k != "next"} | {"next": le(Norm(run(1)), q * Norm(run(0)))}, Domain()),
    ),
    "equal_by_induction": Case(
        {"u": path_one(n), "v": path_two(n), "index": n, "factor": 1 - gamma * A},
        eq(path_one(n), path_two(n)),
        eq(path_one(n), path_two(n + 1)),
        SAME_PATH,
        # a step that is known at one place only
        lacking=(SAME_PATH | {"next": SAME_PATH["next"].subs(n, 3)}, Domain()),
    ),
    "valley": Case(
        {"falling": 1 / (H + 1), "rising": H * q, "index": H, "beyond": h},
        le(
            sp.Max(1 / (H + 2), (H + 1) * q),
            sp.Max(1 / (H + 1), H * q, 1 / (H + h + 2), (H + h + 1) * q),
        ),
        le(sp.Max(1 / (H + 2), (H + 1) * q), sp.Max(1 / (H + 1), H * q)),
        # the second one falls, too
        lacking=({}, Domain(), {"rising": -H * q}),
    ),
    "powers_fall": Case(
        {"ratio": q, "m": H, "n": p + 1},
        le((H - p - 1) * (q**H - q ** (p + 1)), 0),
        le((p + 1 - H) * (q**H - q ** (p + 1)), 0),
        BELOW_ONE,
        by=("q",),
        lacking=({}, Domain()),
    ),
    "crossing": Case(
        {"f": 1 / (1 + p), "g": q * p, "of": p, "low": sp.S.Zero, "high": sp.S.One, "point": meeting},
        eq(1 / (1 + meeting), q * meeting),
        eq(meeting, 1),
        {"q": sp.Ge(q, sp.S.Half, evaluate=False)},
        by=("q",),
        # the first may be the larger one at both ends
        lacking=({}, Domain()),
    ),
    "instance": Case(
        {"relation": "all", "at": {h: H}},
        le(Norm(run_above(H)), 1),
        le(Norm(run_above(H)), 0),
        {"all": le(Norm(run_above(h)), 1)},
        lacking=({"all": le(Norm(run_above(h)), 1)}, Domain((h <= H - 1,))),
    ),
    "substitution": Case(
        {"relation": "size", "equation": "equal"},
        le(Norm(v), 1),
        le(Norm(w), 1),
        {"size": le(Norm(u), 1), "equal": eq(u, v)},
        lacking=({"size": le(Norm(u), 1), "equal": eq(u - w, v - w)}, Domain()),
    ),
    "combination": Case(
        {"u": u - w, "v": v, "equations": ("one", "two"), "factors": (1, -1)},
        eq(Norm(u - w), Norm(v)),
        eq(u, v),
        {"one": eq(u, v + A * v), "two": eq(w, A * v)},
        lacking=({"one": eq(u, v + A * v), "two": eq(w, B * v)}, Domain()),
    ),
    "banach": Case(
        {"mapping": f, "factor": q, "x": x, "y": y, "point": point},
        eq(f(point), point),
        eq(point, u),
        CONTRACTS,
        by=("q",),
        lacking=(CONTRACTS | {"q": le(q, 1)}, Domain()),
    ),
    "geometric_sum": Case(
        {"ratio": q, "index": h, "count": H},
        eq(sp.Sum(q**h, (h, 0, H - 1)), (1 - q**H) / (1 - q)),
        eq(sp.Sum(q**h, (h, 0, H - 1)), H),
        {"q": sp.Lt(q, 1, evaluate=False)},
        by=("q",),
        lacking=({"q": le(q, 1)}, Domain()),
    ),
    "geometric_series": Case(
        {"ratio": q, "index": h},
        eq(sp.Sum(q**h, (h, 0, sp.oo)), 1 / (1 - q)),
        eq(sp.Sum(q**h, (h, 0, sp.oo)), q),
        {"q": sp.Lt(q, 1, evaluate=False)},
        by=("q",),
        lacking=({"q": le(q, 1)}, Domain()),
    ),
    "bernoulli": Case(
        {"x": -gamma * mu, "n": H},
        sp.Ge((1 - gamma * mu) ** H, 1 - H * gamma * mu),
        sp.Ge((1 - gamma * mu) ** H, 1),
        {},
        STEPS,
        lacking=({}, Domain()),
    ),
    "exponential": Case(
        {"x": gamma * mu, "n": H},
        le((1 - gamma * mu) ** H, sp.exp(-H * gamma * mu)),
        le((1 - gamma * mu) ** H, 0),
        {},
        STEPS,
        lacking=({}, Domain()),
    ),
    "squeeze": Case(
        {"u": Norm(run(n)), "bound": d / (n + 1) + 2 * Norm(run_above(n)), "index": n, "vanishing": (Norm(run_above(n)),)},
        eq(sp.Limit(Norm(run(n)), n, sp.oo), 0),
        eq(Norm(run(n)), 0),
        {"below": le(Norm(run(n)), d / (n + 1) + 2 * Norm(run_above(n))), "other": eq(sp.Limit(Norm(run_above(n)), n, sp.oo), 0)},
        lacking=({"below": le(Norm(run(n)), d / (n + 1) + 2 * Norm(run_above(n)))}, Domain()),
    ),
}


def applied(name, case, known, under, **changed):
    facts = dict(known)
    by = tuple(k for k in case.by if k in facts)
    problem = Apply(ROOM[name], "conclusion", by=by, **(case.arguments | changed)).follow(facts, under)
    return problem, [fact for k, fact in facts.items() if k.startswith("conclusion")]


def test_every_theorem_is_tried() -> None:
    assert set(CASES) == set(ROOM)


@pytest.mark.parametrize("name", CASES)
def test_it_concludes_what_it_says(name) -> None:
    case = CASES[name]
    problem, found = applied(name, case, case.known, case.under)
    assert problem == ""
    assert any(same(case.concludes, fact) for fact in found)


@pytest.mark.parametrize("name", CASES)
def test_it_concludes_nothing_else(name) -> None:
    case = CASES[name]
    _, found = applied(name, case, case.known, case.under)
    assert not any(same(case.wrong, fact) for fact in found)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.lacking])
def test_a_missing_hypothesis_is_named(name) -> None:
    known, under, *changed = CASES[name].lacking
    problem, found = applied(name, CASES[name], known, under, **(changed[0] if changed else {}))
    assert not found
    assert problem


@pytest.mark.parametrize("name", ROOM)
def test_it_is_short_and_cited(name) -> None:
    theorem = ROOM[name]
    assert theorem.citation
    assert theorem.says
    assert len(inspect.getsource(theorem.apply).splitlines()) <= 13  # decorator, signature and sentence included


@pytest.mark.parametrize("room", [circle, norms, operators, randomness, sequences])
def test_theorems_that_need_nothing_are_few(room) -> None:
    free = [v.name for v in vars(room).values() if isinstance(v, Theorem) and CASES[v.name].lacking is None]
    assert set(free) <= {"triangle", "jensen_sum", "operator_norm", "operator_norm_of_product", "jensen_in_expectation", "polarisation"}


@pytest.mark.parametrize(
    ("name", "f", "g"), [("pole", 1 / p, 2 + 0 * p), ("jump", sp.Heaviside(p - 1), 2 * p - 1), ("root", sp.sqrt(p - sp.S.Half), 1 - p)]
)
def test_what_is_not_continuous_crosses_nothing(name, f, g) -> None:
    step = Apply(ROOM["crossing"], "meet", f=f, g=g, of=p, low=sp.S.Zero, high=sp.S.One, point=Quantity(f"no_crossing_at_a_{name}"))
    assert step.follow({}, ANYWHERE)
