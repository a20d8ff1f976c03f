"""Derivations of falsehoods that the kernel of sentences does not read: nothing that a step introduces hides what it depends on."""

import pytest
import sympy as sp

from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import L, N, gamma, h, lam, mu, t
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.moments import at_random_start, stationary_drift
from symfed.theorems.noise import covariance_near, fresh_covariance, independent_clients, noise, noise_at
from symfed.theorems.norms import mean_of
from symfed.theorems.operators import mean_value_hessian, pull_at, spectral, third_near
from symfed.theorems.outer import outer_of_equals
from symfed.theorems.randomness import (
    contraction_in_w2,
    expectation_of,
    fresh_round,
    fresh_sample,
    fresh_square,
    own_rounds,
    polarisation,
)
from symfed.theorems.sequences import combination, geometric_series, induction, instance, substitution
from symfed.theorems.vocabulary import (
    CLIENTS_INDEPENDENT,
    CURVED,
    FOURTH_MOMENT,
    FRESH,
    LIPSCHITZ_SAMPLES,
    LIPSCHITZ_THIRD,
    SECOND_MOMENT,
    SMOOTH_COVARIANCE,
    E,
    High,
    Law,
    Low,
    Mean,
    Measure,
    Norm,
    Outer,
    Quantity,
    Vector,
    distance,
    grad,
    hess,
    sample_grad,
    sequence,
)
from tests.theorems.cases import A, e_c, eq, le, p, q, u, v, w, x, y
from tests.theorems.reading import concluded, stopped

EVERYTHING = Domain(
    (), (CURVED, FRESH, FOURTH_MOMENT, SECOND_MOMENT, CLIENTS_INDEPENDENT, LIPSCHITZ_SAMPLES, LIPSCHITZ_THIRD, SMOOTH_COVARIANCE)
)  # fmt: skip
OPTIMUM = {"optimum": eq(Mean(grad(v)), 0)}
X_w, Y_w, Z_w = Vector("false_law_w"), Vector("other_false_law_w"), Vector("false_shift_w")
T_w, R_w, path_cw, total_cw = (sequence(f"false_{name}") for name in ("map_w", "copy_w", "path_cw", "total_cw"))
TURN_w = Vector("false_turn_w")
CARRIED = {
    "starts": eq(path_cw(0, x), x),
    "none": eq(total_cw(0, x), 0),
    "steps": eq(path_cw(h + 1, x), path_cw(h, x) - gamma * sample_grad(h, path_cw(h, x))),
    "adds": eq(total_cw(h + 1, x), total_cw(h, x) - TURN_w * total_cw(h, x) + noise(h, path_cw(h, x))),
    "finite": le(E(Norm(total_cw(h, v)) ** 2), p),
}
CONTRACTS_W = {"contracts": le(E(Norm(T_w(x) - T_w(y)) ** 2), q * Norm(x - y) ** 2), "q": sp.Lt(q, 1, evaluate=False)}


def a(theorem, **arguments):
    return lambda: Apply(theorem, str(theorem), **arguments)


def conclusions(step, known):
    if isinstance(step, Define):
        return (step.equation,)
    return (step.conclusion,) if isinstance(step, Arithmetic) else concluded(step.theorem, dict(step.arguments), known)


def stops(known, *steps, goals=()):
    """For each goal, or each conclusion of the last step, where the proof of it stops; where a step is none, the reason alone."""
    facts, made = dict(known), []
    for make in steps:
        try:
            step = make()
        except InvalidInput as refused:
            return [str(refused)]
        made.append(step)
        found = conclusions(step, facts)
        facts |= {step.name: found[0]} if len(found) == 1 else {f"{step.name}/{k}": fact for k, fact in enumerate(found, 1)}
    return [stopped(goal, *made, known=known, under=EVERYTHING) for goal in goals or found]


FALSE = {
    # a new name is no letter of the table, no number and no function that the problem gives
    "the pull is at most mu": (OPTIMUM, a(pull_at, point=v, bound=mu)),
    "the pull is at most one": (OPTIMUM, a(pull_at, point=v, bound=sp.S.One)),
    "the noise is at most the step size": (OPTIMUM, a(noise_at, point=v, bound=gamma)),
    "third derivatives are at most 1/N": (OPTIMUM, a(third_near, point=v, third=Vector("false_third_c"), bound=1 / N, u=x)),
    "a Hessian is its own mean on a segment": ({}, a(mean_value_hessian, x=x, y=v, hessian=hess(x))),
    "samples have any distribution": ({}, a(own_rounds, mapping=T_w, copy=sample_grad, x=x)),
    # what is introduced for a draw shows the step after it: <X, A X> = <X, noise> has mean zero, and so X = 0
    "noise, solved for, comes before itself": (
        {},
        a(mean_value_hessian, x=sample_grad(h, v), y=v, hessian=sequence("false_path_hessian_cw")(h)),
        a(fresh_sample, x=v, y=u, step=h, u=sequence("false_path_hessian_cw")(h) * u),
    ),
    "noise, solved for, is of no draw": (
        {},
        a(mean_value_hessian, x=sample_grad(sp.S.Zero, v), y=v, hessian=Vector("false_hessian_cw")),
        a(fresh_sample, x=v, y=u, step=sp.S.Zero, u=Vector("false_hessian_cw") * u),
    ),
    "a later point shows an earlier step": (
        {},
        lambda: Define("start", eq(path_cw(0), v)),
        lambda: Define("step", eq(path_cw(h + 1), path_cw(h) - gamma * sample_grad(h, path_cw(h)))),
        a(mean_value_hessian, x=path_cw(h + 1), y=v, hessian=sequence("other_false_hessian_cw")(h)),
        a(fresh_sample, x=v, y=u, step=h, u=sequence("other_false_hessian_cw")(h) * u),
    ),
    # a matrix that the draws of all clients make ties their noises together
    "noise that is turned by draws": (
        CARRIED,
        a(independent_clients, path=path_cw, total=total_cw, rate=gamma, x=x, start=v, bound=p, turn=TURN_w),
    ),
    # a round is not before itself
    "a round after itself contracts": (
        CONTRACTS_W,
        a(fresh_round, mapping=T_w, copy=R_w, factor=q, x=x, y=y, u=R_w(t, v), v=R_w(t, u)),
    ),
    "a map after itself is its kernel's": (
        {"kernel": eq(Measure(T_w(x)), w * Measure(x))},
        a(instance, relation="kernel", at={x: T_w(v)}),
    ),
    "a copy after a map is the map after itself": (
        {"alike": eq(Law(R_w(t, x)), Law(T_w(x)))},
        a(instance, relation="alike", at={x: T_w(v)}),
    ),
    # E|X|² <= (E|X + Z|)², with Z = 0
    "what is squared in the mean": (
        {"drift": le(0, -(Norm(x) ** 2) + E(Norm(x + Z_w)) ** 2), "finite": le(E(Norm(X_w + Z_w)) ** 2, p)},
        a(stationary_drift, mapping=lambda s: s, law=X_w, x=x, value=sp.S.Zero, fall=Norm(x) ** 2, rise=E(Norm(x + Z_w)) ** 2, bound=p),
    ),
    # x/2 + X/2 is no round: E|X|² <= E|X|²/3 where E X = 0
    "a round that knows where it starts": (
        {"drift": le(E(Norm(x / 2 + X_w / 2) ** 2), Norm(x) ** 2 - 3 * Norm(x) ** 2 / 4 + p / 4)},
        a(
            stationary_drift,
            mapping=lambda s: s / 2 + X_w / 2,
            law=X_w,
            x=x,
            value=Norm(x) ** 2,
            fall=3 * Norm(x) ** 2 / 4,
            rise=p / 4,
            bound=p / 4,
        ),
    ),
    "a round that is told where it starts": (
        {"drift": le(E(Norm(x / 2 + Y_w) ** 2), Norm(x) ** 2 / 4 + p), "law": eq(Law(X_w / 2 + Y_w), Law(X_w))},
        a(stationary_drift, mapping=lambda s: s / 2 + Y_w, law=X_w, x=x, value=Norm(x) ** 2, fall=3 * Norm(x) ** 2 / 4, rise=p, bound=p),
    ),
    "another start that may be the same": (
        {"apart": le(E(Norm(x - Y_w) ** 2), Norm(x) ** 2 + q), "finite": le(E(Norm(X_w) ** 2) + q, p)},
        a(at_random_start, relation="apart", x=x, start=X_w, bound=p),
    ),
    # the covariance of noise is the same everywhere: its own value at x, taken for its value at v
    "one covariance for every point": (
        {"here": eq(E(Outer(noise(h, x), noise(h, x))), sequence("false_covariance_c")(h, x))},
        lambda: Apply(
            combination,
            "near",
            u=E(Outer(noise(h, x), noise(h, x))) - sequence("false_covariance_c")(h, x),
            v=sp.S.Zero,
            equations=("here",),
            factors=(sp.S.One,),
        ),
        a(
            fresh_covariance,
            point=v,
            covariance=sequence("false_covariance_c")(h, x),
            slope=lambda z: 0 * z,
            bound=sp.S.Zero,
            u=x,
            y=w,
            by=("near/2",),
        ),
    ),
    "covariances are smooth everywhere": (
        {"here": eq(E(Outer(noise(h, u), noise(h, u))), Vector("false_cov_c"))},
        a(covariance_near, point=u, covariance=Vector("false_cov_c"), slope=sequence("false_slope_c"), bound=Quantity("false_K"), u=x),
    ),
    "what differs is equal": ({"apart": sp.Ne(u, v, evaluate=False)}, a(outer_of_equals, one="apart", other="apart")),
    "one is at most q^t": (
        CONTRACTS_W,
        a(contraction_in_w2, mapping=T_w, factor=q, x=x, y=y, law=Vector("false_stationary_w"), distance=lambda s: sp.S.One),
    ),
    "a matrix is a number": ({}, a(polarisation, u=u, v=v, factor=A)),
    "a matrix is a number, drawn anew": ({}, a(fresh_square, u=u, v=v, x=w, step=h, factor=A)),
    # an inequality is no equation, and what differs at every client may have one mean
    "p is q, as p v is q v": ({"below": le(p, q)}, a(combination, u=p * v, v=q * v, equations=("below",), factors=(v,))),
    "the larger in place of the smaller": ({"below": le(p, q), "sum": le(p, 1)}, a(substitution, relation="sum", equation="below")),
    "means differ": ({"apart": sp.Ne(e_c, p, evaluate=False)}, a(mean_of, relation="apart")),
    "expectations differ": ({"apart": sp.Ne(Norm(X_w), p, evaluate=False)}, a(expectation_of, relation="apart")),
    # q = 0, times 1/q
    "nothing, divided by nothing": ({"zero": eq(q, 0)}, lambda: Arithmetic("step", le(0, -1), ("zero",), (1 / q,))),
    "at most nothing, divided by nothing": ({"zero": le(q, 0)}, lambda: Arithmetic("step", le(0, -1), ("zero",), (1 / q,))),
    "one over nothing, times nothing": ({"inverse": eq(p, 1 / q)}, lambda: Arithmetic("step", le(1, p * q), ("inverse",), (q,))),
    # mu - mu² <= 0: so at 0, and so after every step by one, but not at 1/2
    "induction between whole numbers": ({}, a(induction, u=mu - mu**2, index=mu, factor=sp.S.One, bound=sp.S.Zero)),
    # a bound, or a ratio, that is another one for every value of the letter
    "a matrix is below every eigenvalue": (
        {"low": le(mu, Low(A)), "high": le(High(A), L)},
        a(spectral, matrix=A, function=lam, bound=lam, v=v),
    ),
    "a series of falling powers": ({}, a(geometric_series, ratio=1 / (2 + h), index=h)),
    # a number that is not negative is minus one
    "p is at least q": ({}, lambda: Define("root", eq(Quantity("false_root", nonnegative=False), sp.sqrt(p - q)))),
    "minus one is a square": ({}, lambda: Define("root", eq(Quantity("other_false_root", nonnegative=False), sp.I))),
    "one over nothing is a number": ({}, lambda: Define("inverse", eq(Quantity("false_inverse"), 1 / q))),
    "minus one": ({}, lambda: Define("minus one", eq(Quantity("false_number"), -sp.S.One))),
    "minus one, as a distance": (
        {},
        lambda: Define("minus one", eq(distance("false_distance")(t), -1)),
    ),
}


#: What is false of a derivation whose last step by itself is right, or says something true beside.
GOALS = {
    "a copy after a map is the map after itself": [eq(Law(R_w(t, T_w(v))), Law(T_w(T_w(v))))],
    "one is at most q^t": [le(1, q**t)],
    "p is at least q": [le(q, p)],
    "minus one is a square": [le(1, 0)],
    "one over nothing is a number": [eq(q * Quantity("false_inverse"), 1)],
    "minus one": [le(0, Quantity("false_number")), le(1, 0)],
    "minus one, as a distance": [le(0, distance("false_distance")(t)), le(1, 0)],
}


@pytest.mark.parametrize("name", FALSE)
def test_it_is_not_derived(name) -> None:
    known, *steps = FALSE[name]
    assert all(stops(known, *steps, goals=GOALS.get(name, ())))


def test_every_goal_is_of_a_derivation() -> None:
    assert GOALS.keys() <= FALSE.keys()
