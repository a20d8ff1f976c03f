"""On quadratics: the equation of the second moment about theta*.

With e = theta - theta* and V = E e e', a round adds to e the sum -gamma H A e - gamma Q + R: Q the mean of the clients' noises, R of what their paths
turn. So V = V - gamma H (A V + V A) + gamma^2 E Q Q' + rests, E Q Q' = H C/N + rests, and the inverse of V -> A V + V A is what is printed.
"""

import sympy as sp

from proofs_checks.aistats.quadratic_mean_path import BIAS, A_c
from proofs_checks.aistats.quadratic_spread import (
    MOVED,
    NOISE2,
    NOISES,
    SPREAD,
    TURN,
    S,
    T_w,
    at,
    e_0,
    le,
    noise_cw,
    pull,
)
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.second_order_path import A, g
from proofs_checks.aistats.stochastic_round import S_cw, theta_sto, theta_w
from symfed.core.symbols import H, L, N, gamma, h, lam, mu
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.moments import norm_of_expectation, same_second_moment
from symfed.theorems.noise import fresh_outer, independent_clients, noise, noise_covariance
from symfed.theorems.norms import jensen, mean_of, squared_triangle, triangle, triangle_sum
from symfed.theorems.operators import lyapunov, lyapunov_coercive, spectral
from symfed.theorems.outer import outer_norm, outer_of_equals, outer_of_expectation, outer_of_mean, outer_of_product, transposed
from symfed.theorems.randomness import expectation_of
from symfed.theorems.sequences import bounded_by_induction, combination, equal_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import E, Mean, Norm, Outer, Vector

C_c = Vector("C_star_c", "the covariance of a client's noise at theta*")
X = Vector("printed_covariance", "what A and the mean noise covariance make: A X + X A is the mean noise covariance")
Q, R = Mean(at(H, NOISES)), Mean(at(H, TURN))
V = E(Outer(e_0, e_0))
SIZE = E(Norm(e_0) ** 2)


#: E|e|^2 is at most 2 gamma SPREAD + 2 |bias|^2.
SIZES = (
    Apply(squared_triangle, "start in two", u=theta_w - theta_sto, v=BIAS),
    Apply(expectation_of, "start in two in the mean", relation="start in two"),
    Arithmetic("size", le(SIZE, 2 * gamma * SPREAD + 2 * Norm(BIAS) ** 2), {"start in two in the mean": 1, "spread": 2}),
)

_Y = E(Outer(MOVED, e_0))
_R = E(Outer(TURN, e_0))
_DIRECTION = pull * Norm(BIAS) + L * SIZE
#: E (S - theta) e', of what a path moves, and E R e', of what it turns: the noise of its steps has no part in either.
WITH_START = (
    linear_combination("itself", e_0, e_0, ()),
    linear_combination(
        "one move",
        at(h + 1, MOVED),
        MOVED - gamma * (g + A_c * MOVED + A_c * e_0 + noise(h, S)),
        {"local step there": 1, "linear/1": -gamma},
    ),
    Apply(outer_of_equals, "one move with e", one="one move/1", other="itself/1"),
    Apply(expectation_of, "one move with e in the mean", relation="one move with e"),
    Apply(fresh_outer, "noise with e", u=e_0, y=S, step=h),
    Apply(outer_of_product, "moved and turned", matrix=A_c, u=MOVED, v=e_0, by=("mu <= L", "curvature/1")),
    Apply(expectation_of, "moved and turned in the mean", relation="moved and turned/1"),
    Apply(outer_of_product, "start turned", matrix=A_c, u=e_0, v=e_0, by=("mu <= L", "curvature/1")),
    Apply(expectation_of, "start turned in the mean", relation="start turned/1"),
    Apply(outer_of_expectation, "pull with e", u=g, v=e_0),
    linear_combination(
        "one move, its mean",
        at(h + 1, _Y),
        _Y - gamma * A_c * _Y - gamma * (Outer(g, E(theta_w) - theta_star) + A_c * V),
        {
            "one move with e in the mean": 1,
            "noise with e/2": -gamma,
            "moved and turned in the mean": -gamma,
            "start turned in the mean": -gamma,
            "pull with e": -gamma,
        },
    ),
    Apply(spectral, "a move comes back", by=("mu <= L",), matrix=A_c, function=1 - gamma * lam, bound=sp.S.One, v=_Y),
    Apply(spectral, "start's turn", by=("mu <= L",), matrix=A_c, function=lam, bound=L, v=V),
    Apply(outer_norm, "pull with bias", u=g, v=E(theta_w) - theta_star),
    linear_combination("the bias again", E(theta_w) - theta_star, BIAS, {"stationary mean": -1}),
    Apply(norm_of_expectation, "second moment and size", v=Outer(e_0, e_0)),
    Apply(outer_norm, "size squared", u=e_0, v=e_0),
    Apply(expectation_of, "size squared in the mean", relation="size squared"),
    Apply(
        triangle_sum,
        "three of a move",
        vectors=(_Y - gamma * A_c * _Y, -gamma * Outer(g, E(theta_w) - theta_star), -gamma * A_c * V),
    ),
    Arithmetic("second moment at most", le(Norm(V), SIZE), ("second moment and size", "size squared in the mean")),
    Arithmetic(
        "pull with bias at most",
        le(Norm(Outer(g, E(theta_w) - theta_star)), pull * Norm(BIAS)),
        {"pull with bias": 1, "longest": Norm(E(theta_w) - theta_star), "the bias again/2": pull},
    ),
    Arithmetic(
        "a move at most",
        le(Norm(at(h + 1, _Y)), Norm(_Y) + gamma * _DIRECTION),
        {
            "one move, its mean/2": 1,
            "a move comes back": 1,
            "three of a move": 1,
            "start's turn": gamma,
            "second moment at most": gamma * L,
            "pull with bias at most": gamma,
        },
    ),
    Apply(outer_of_equals, "no move with e", one="moved begins/1", other="itself/1"),
    Apply(expectation_of, "no move with e in the mean", relation="no move with e"),
    linear_combination("no move, its mean", at(0, _Y), 0 * x, ("no move with e in the mean",)),
    bounded_by_induction(
        "moves", Norm(_Y), h, gamma * h * _DIRECTION, increment=gamma * _DIRECTION, by=("a move at most", "no move, its mean/2")
    ),
    Apply(outer_of_equals, "turn with e", one="turn", other="itself/1"),
    Apply(expectation_of, "turn with e in the mean", relation="turn with e"),
    linear_combination(
        "one turn, its mean", at(h + 1, _R), _R - gamma * A_c * _Y, {"turn with e in the mean": 1, "moved and turned in the mean": -gamma}
    ),
    Apply(spectral, "a move's turn", by=("mu <= L",), matrix=A_c, function=lam, bound=L, v=_Y),
    Apply(triangle, "two of a turn", u=_R, v=-gamma * A_c * _Y),
    Arithmetic(
        "a turn at most",
        le(Norm(at(h + 1, _R)), Norm(_R) + gamma**2 * L * h * _DIRECTION),
        {"one turn, its mean/2": 1, "two of a turn": 1, "a move's turn": gamma, "moves": gamma * L},
    ),
    Apply(outer_of_equals, "no turn with e", one="no turn", other="itself/1"),
    Apply(expectation_of, "no turn with e in the mean", relation="no turn with e"),
    linear_combination("no turn, its mean", at(0, _R), 0 * x, ("no turn with e in the mean",)),
    bounded_by_induction(
        "turned with e",
        Norm(_R),
        h,
        gamma**2 * L * h * (h - 1) / 2 * _DIRECTION,
        increment=gamma**2 * L * h * _DIRECTION,
        by=("a turn at most", "no turn, its mean/2"),
    ),
    Apply(instance, "turned with e at H", relation="turned with e", at={h: H}),
    Apply(mean_of, "turned with e at H in the mean", relation="turned with e at H"),
    Apply(jensen, "turned with e, convexity", v=at(H, _R)),
    Apply(outer_of_mean, "mean turn with e", u=at(H, TURN), v=e_0),
    Apply(expectation_of, "mean turn with e in the mean", relation="mean turn with e/1"),
    linear_combination("R with e", E(Outer(R, e_0)), Mean(at(H, _R)), ("mean turn with e in the mean",)),
    Apply(transposed, "R with e transposed", u=R, v=e_0),
)


def unseen(name, v):
    """The noise of a round has no part in what was before it: E Q v' = 0 and E v Q' = 0."""
    sums = {"left": lambda q: E(Outer(q, v)), "right": lambda q: E(Outer(v, q))}
    pairs = {
        "left": lambda equation: {"one": equation, "other": f"{name}: itself/1"},
        "right": lambda equation: {"one": f"{name}: itself/1", "other": equation},
    }
    steps = [
        linear_combination(f"{name}: itself", v, v, ()),
        Apply(fresh_outer, f"{name}: one", u=v, y=S, step=h),
    ]
    steps.append(Apply(outer_of_mean, f"{name}: mean", u=at(H, NOISES), v=v))
    for part, (side, product) in enumerate(sums.items(), 1):
        n = f"{name}, {side}: "
        fresh = f"{name}: one/{3 - part}"
        steps += [
            Apply(outer_of_equals, n + "none", **pairs[side]("no noise there")),
            Apply(expectation_of, n + "none in the mean", relation=n + "none"),
            linear_combination(n + "first", product(at(0, NOISES)), 0 * x, (n + "none in the mean",)),
            Apply(outer_of_equals, n + "more", **pairs[side]("one noise more there")),
            Apply(expectation_of, n + "more in the mean", relation=n + "more"),
            linear_combination(n + "next", product(at(h + 1, NOISES)), product(NOISES), (n + "more in the mean", fresh)),
            Apply(equal_by_induction, n + "all", u=product(NOISES), v=sp.S.Zero, index=h, factor=sp.S.One),
            Apply(instance, n + "at H", relation=n + "all", at={h: H}),
            Apply(mean_of, n + "at H in the mean", relation=n + "at H"),
            Apply(expectation_of, n + "mean in the mean", relation=f"{name}: mean/{part}"),
            linear_combination(n + "nothing", product(Q), 0 * x, (n + "mean in the mean", n + "at H in the mean")),
        ]
    return tuple(steps)


UNSEEN = (*unseen("Q and e", e_0), *unseen("Q and A e", A * e_0))

CHANGE = E(Outer(NOISES, NOISES)) - h * C_c
#: Clients' noises are independent of each other: E Q Q' is the mean of theirs over N.
APART = (
    Apply(noise_covariance, "C", point=theta_star, covariance=C_c),
    Apply(
        independent_clients,
        "clients apart",
        path=S_cw,
        total=noise_cw,
        rate=gamma,
        x=x,
        start=theta_w,
        bound=2 * h**2 * NOISE2,
        by=("noises",),
    ),
    Apply(instance, "clients apart at H", relation="clients apart", at={h: H}),
    linear_combination("Q squared", E(Outer(Q, Q)) - H / N * Mean(C_c), Mean(at(H, CHANGE)) / N, ("clients apart at H",)),
    Apply(jensen, "changes, convexity", v=at(H, CHANGE)),
)

_IN_PARTS = S - theta_w + gamma * h * (g + A_c * e_0) + gamma * NOISES - TURN
#: A round from the stationary law: e - gamma H A e - gamma Q + R.
ROUND = (
    linear_combination("parts at first", at(0, _IN_PARTS), 0 * x, {"start there": 1, "no noise there": gamma, "no turn": -1}),
    linear_combination(
        "parts by one",
        at(h + 1, _IN_PARTS),
        _IN_PARTS,
        {"local step there": 1, "one noise more there": gamma, "turn": -1, "linear/1": -gamma},
    ),
    Apply(equal_by_induction, "parts", u=_IN_PARTS, v=sp.S.Zero, index=h, factor=sp.S.One),
    Apply(instance, "parts at H", relation="parts", at={h: H}),
    Apply(mean_of, "parts in the mean", relation="parts at H"),
    linear_combination(
        "round in parts",
        T_w(theta_w) - theta_star,
        e_0 - gamma * H * A * e_0 - gamma * Q + R,
        {"round there": 1, "parts in the mean": 1, "optimum": -gamma * H},
    ),
    Apply(
        same_second_moment,
        "kept second moment",
        mapping=T_w,
        law=theta_w,
        about=theta_star,
        bound=2 * gamma * SPREAD + 2 * Norm(BIAS) ** 2,
        by=("size",),
    ),
    Apply(outer_of_equals, "parts squared", one="round in parts/1", other="round in parts/1"),
    Apply(expectation_of, "second moment in parts", relation="parts squared"),
)

A_e = A * e_0
GAP = V - gamma / N * X
_LEFT = gamma * H * (A * GAP + GAP * A)
CHANGES = Mean(Norm(at(H, CHANGE)))
TURNS = gamma**2 * L * H * (H - 1) / 2 * _DIRECTION
_PARTS = (
    gamma**2 * (E(Outer(Q, Q)) - H / N * Mean(C_c)),
    gamma**2 * H**2 * E(Outer(A_e, A_e)),
    E(Outer(R, e_0)),
    E(Outer(e_0, R)),
    -gamma * H * E(Outer(R, A_e)),
    -gamma * H * E(Outer(A_e, R)),
    -gamma * E(Outer(Q, R)),
    -gamma * E(Outer(R, Q)),
    E(Outer(R, R)),
)
#: What is left of the equation for V, part by part.
EQUATION = (
    Apply(lyapunov, "printed", matrix=A, low=mu, right=Mean(C_c), solution=X),
    Apply(outer_of_product, "turned by A", matrix=A, u=e_0, v=e_0, by=("mu <= L", "mean curvature/1")),
    Apply(expectation_of, "turned by A, left", relation="turned by A/1"),
    Apply(expectation_of, "turned by A, right", relation="turned by A/2"),
    Apply(
        combination,
        "what is left",
        u=_LEFT,
        v=sp.Add(*_PARTS),
        equations=(
            "kept second moment",
            "second moment in parts",
            "turned by A, left",
            "turned by A, right",
            "printed/1",
            *[f"Q and {v}, {side}: nothing/1" for v in ("e", "A e") for side in ("left", "right")],
        ),
        factors=(-1, 1, -gamma * H, -gamma * H, -(gamma**2) * H / N, -gamma, -gamma, gamma**2 * H, gamma**2 * H),
    ),
    Apply(triangle_sum, "nine parts", vectors=_PARTS),
    Apply(lyapunov_coercive, "inverted", matrix=A, low=mu, v=GAP),
)
