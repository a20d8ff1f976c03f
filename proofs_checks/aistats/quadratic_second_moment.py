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
from symfed.theorems.sequences import combination, equal_by_induction, induction, instance
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
    Arithmetic("size", le(SIZE, 2 * gamma * SPREAD + 2 * Norm(BIAS) ** 2), ("start in two in the mean", "spread"), (1, 2)),
)

_Y = E(Outer(MOVED, e_0))
_R = E(Outer(TURN, e_0))
_DIRECTION = pull * Norm(BIAS) + L * SIZE
#: E (S - theta) e', of what a path moves, and E R e', of what it turns: the noise of its steps has no part in either.
WITH_START = (
    Apply(combination, "itself", u=e_0, v=e_0, equations=(), factors=()),
    Apply(
        combination,
        "one move",
        u=at(h + 1, MOVED),
        v=MOVED - gamma * (g + A_c * MOVED + A_c * e_0 + noise(h, S)),
        equations=("local step there", "linear/1"),
        factors=(1, -gamma),
    ),
    Apply(outer_of_equals, "one move with e", one="one move/1", other="itself/1"),
    Apply(expectation_of, "one move with e in the mean", relation="one move with e"),
    Apply(fresh_outer, "noise with e", u=e_0, y=S, step=h),
    Apply(outer_of_product, "moved and turned", matrix=A_c, u=MOVED, v=e_0, by=("mu <= L", "curvature/1")),
    Apply(expectation_of, "moved and turned in the mean", relation="moved and turned/1"),
    Apply(outer_of_product, "start turned", matrix=A_c, u=e_0, v=e_0, by=("mu <= L", "curvature/1")),
    Apply(expectation_of, "start turned in the mean", relation="start turned/1"),
    Apply(outer_of_expectation, "pull with e", u=g, v=e_0),
    Apply(
        combination,
        "one move, its mean",
        u=at(h + 1, _Y),
        v=_Y - gamma * A_c * _Y - gamma * (Outer(g, E(theta_w) - theta_star) + A_c * V),
        equations=(
            "one move with e in the mean",
            "noise with e/2",
            "moved and turned in the mean",
            "start turned in the mean",
            "pull with e",
        ),
        factors=(1, -gamma, -gamma, -gamma, -gamma),
    ),
    Apply(spectral, "a move comes back", by=("mu <= L",), matrix=A_c, function=1 - gamma * lam, bound=sp.S.One, v=_Y),
    Apply(spectral, "start's turn", by=("mu <= L",), matrix=A_c, function=lam, bound=L, v=V),
    Apply(outer_norm, "pull with bias", u=g, v=E(theta_w) - theta_star),
    Apply(combination, "the bias again", u=E(theta_w) - theta_star, v=BIAS, equations=("stationary mean",), factors=(-1,)),
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
        ("pull with bias", "longest", "the bias again/2"),
        (1, Norm(E(theta_w) - theta_star), pull),
    ),
    Arithmetic(
        "a move at most",
        le(Norm(at(h + 1, _Y)), Norm(_Y) + gamma * _DIRECTION),
        ("one move, its mean/2", "a move comes back", "three of a move", "start's turn", "second moment at most", "pull with bias at most"),
        (1, 1, 1, gamma, gamma * L, gamma),
    ),
    Apply(outer_of_equals, "no move with e", one="moved begins/1", other="itself/1"),
    Apply(expectation_of, "no move with e in the mean", relation="no move with e"),
    Apply(combination, "no move, its mean", u=at(0, _Y), v=0 * x, equations=("no move with e in the mean",), factors=(1,)),
    Apply(
        induction,
        "moves",
        by=("a move at most", "no move, its mean/2"),
        u=Norm(_Y),
        index=h,
        factor=sp.S.One,
        increment=gamma * _DIRECTION,
        bound=gamma * h * _DIRECTION,
    ),
    Apply(outer_of_equals, "turn with e", one="turn", other="itself/1"),
    Apply(expectation_of, "turn with e in the mean", relation="turn with e"),
    Apply(
        combination,
        "one turn, its mean",
        u=at(h + 1, _R),
        v=_R - gamma * A_c * _Y,
        equations=("turn with e in the mean", "moved and turned in the mean"),
        factors=(1, -gamma),
    ),
    Apply(spectral, "a move's turn", by=("mu <= L",), matrix=A_c, function=lam, bound=L, v=_Y),
    Apply(triangle, "two of a turn", u=_R, v=-gamma * A_c * _Y),
    Arithmetic(
        "a turn at most",
        le(Norm(at(h + 1, _R)), Norm(_R) + gamma**2 * L * h * _DIRECTION),
        ("one turn, its mean/2", "two of a turn", "a move's turn", "moves"),
        (1, 1, gamma, gamma * L),
    ),
    Apply(outer_of_equals, "no turn with e", one="no turn", other="itself/1"),
    Apply(expectation_of, "no turn with e in the mean", relation="no turn with e"),
    Apply(combination, "no turn, its mean", u=at(0, _R), v=0 * x, equations=("no turn with e in the mean",), factors=(1,)),
    Apply(
        induction,
        "turned with e",
        by=("a turn at most", "no turn, its mean/2"),
        u=Norm(_R),
        index=h,
        factor=sp.S.One,
        increment=gamma**2 * L * h * _DIRECTION,
        bound=gamma**2 * L * h * (h - 1) / 2 * _DIRECTION,
    ),
    Apply(instance, "turned with e at H", relation="turned with e", at={h: H}),
    Apply(mean_of, "turned with e at H in the mean", relation="turned with e at H"),
    Apply(jensen, "turned with e, convexity", v=at(H, _R)),
    Apply(outer_of_mean, "mean turn with e", u=at(H, TURN), v=e_0),
    Apply(expectation_of, "mean turn with e in the mean", relation="mean turn with e/1"),
    Apply(combination, "R with e", u=E(Outer(R, e_0)), v=Mean(at(H, _R)), equations=("mean turn with e in the mean",), factors=(1,)),
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
        Apply(combination, f"{name}: itself", u=v, v=v, equations=(), factors=()),
        Apply(fresh_outer, f"{name}: one", u=v, y=S, step=h),
    ]
    steps.append(Apply(outer_of_mean, f"{name}: mean", u=at(H, NOISES), v=v))
    for part, (side, product) in enumerate(sums.items(), 1):
        n = f"{name}, {side}: "
        fresh = f"{name}: one/{3 - part}"
        steps += [
            Apply(outer_of_equals, n + "none", **pairs[side]("no noise there")),
            Apply(expectation_of, n + "none in the mean", relation=n + "none"),
            Apply(combination, n + "first", u=product(at(0, NOISES)), v=0 * x, equations=(n + "none in the mean",), factors=(1,)),
            Apply(outer_of_equals, n + "more", **pairs[side]("one noise more there")),
            Apply(expectation_of, n + "more in the mean", relation=n + "more"),
            Apply(
                combination,
                n + "next",
                u=product(at(h + 1, NOISES)),
                v=product(NOISES),
                equations=(n + "more in the mean", fresh),
                factors=(1, 1),
            ),
            Apply(equal_by_induction, n + "all", u=product(NOISES), v=sp.S.Zero, index=h, factor=sp.S.One),
            Apply(instance, n + "at H", relation=n + "all", at={h: H}),
            Apply(mean_of, n + "at H in the mean", relation=n + "at H"),
            Apply(expectation_of, n + "mean in the mean", relation=f"{name}: mean/{part}"),
            Apply(
                combination,
                n + "nothing",
                u=product(Q),
                v=0 * x,
                equations=(n + "mean in the mean", n + "at H in the mean"),
                factors=(1, 1),
            ),
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
    Apply(
        combination,
        "Q squared",
        u=E(Outer(Q, Q)) - H / N * Mean(C_c),
        v=Mean(at(H, CHANGE)) / N,
        equations=("clients apart at H",),
        factors=(1,),
    ),
    Apply(jensen, "changes, convexity", v=at(H, CHANGE)),
)

_IN_PARTS = S - theta_w + gamma * h * (g + A_c * e_0) + gamma * NOISES - TURN
#: A round from the stationary law: e - gamma H A e - gamma Q + R.
ROUND = (
    Apply(
        combination,
        "parts at first",
        u=at(0, _IN_PARTS),
        v=0 * x,
        equations=("start there", "no noise there", "no turn"),
        factors=(1, gamma, -1),
    ),
    Apply(
        combination,
        "parts by one",
        u=at(h + 1, _IN_PARTS),
        v=_IN_PARTS,
        equations=("local step there", "one noise more there", "turn", "linear/1"),
        factors=(1, gamma, -1, -gamma),
    ),
    Apply(equal_by_induction, "parts", u=_IN_PARTS, v=sp.S.Zero, index=h, factor=sp.S.One),
    Apply(instance, "parts at H", relation="parts", at={h: H}),
    Apply(mean_of, "parts in the mean", relation="parts at H"),
    Apply(
        combination,
        "round in parts",
        u=T_w(theta_w) - theta_star,
        v=e_0 - gamma * H * A * e_0 - gamma * Q + R,
        equations=("round there", "parts in the mean", "optimum"),
        factors=(1, 1, -gamma * H),
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
