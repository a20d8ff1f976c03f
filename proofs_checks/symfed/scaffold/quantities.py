"""The quantities of a round of Scaffold on quadratic clients in any dimension, and the steps by which it is followed."""

import sympy as sp

from proofs_checks.aistats.quantities import theta_star, x
from symfed.checks.classes import ZERO_SUM, xi_c
from symfed.core.symbols import H, gamma, h
from symfed.theorems import Apply, Assumed, Define
from symfed.theorems.norms import mean_of
from symfed.theorems.operators import minimiser, quadratic_gradient
from symfed.theorems.sequences import combination, equal_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import Mean, Stated, Vector, grad, hess, sequence

A_c = hess(theta_star)
OPTIMUM = Apply(minimiser, "optimum", point=theta_star)

# Where a round rests: from theta* with xi_c = -grad f_c(theta*).
xi_rest_c = Vector("xi_rest_c", "minus a client's gradient at theta*")
rest = sequence("rest_c", "client c's local path of Scaffold from theta* with the control variate xi_rest_c")
theta_rested = Vector("theta_rested", "the point after a round of Scaffold from theta*, with the control variates xi_rest_c")
xi_rested_c = Vector("xi_rested_c", "the control variate after a round of Scaffold from theta*, with the control variates xi_rest_c")

#: rest_c(h) = theta* for every h.
STILL = (
    OPTIMUM,
    Define("at rest", sp.Eq(xi_rest_c, -grad(theta_star))),
    Define("rest starts", sp.Eq(rest(0), theta_star)),
    Define("rest goes on", sp.Eq(rest(h + 1), rest(h) - gamma * (grad(rest(h)) + xi_rest_c))),
    Apply(quadratic_gradient, "one Hessian", x=rest(h), y=theta_star, anywhere=theta_star),
    linear_combination(
        "rest renewed",
        rest(h + 1) - theta_star,
        rest(h) - theta_star - gamma * A_c * (rest(h) - theta_star),
        {"rest goes on": 1, "at rest": -gamma, "one Hessian/1": -gamma},
    ),
    Apply(equal_by_induction, "nobody moves", u=rest(h), v=theta_star, index=h, factor=1 - gamma * A_c),
)
#: The state after a round is the state before, and its control variates have mean zero.
RESTS = (
    *STILL,
    Define("round at rest", sp.Eq(theta_rested, Mean(rest(H)))),
    Define("update at rest", sp.Eq(xi_rested_c, xi_rest_c + (rest(H) - theta_rested) / (gamma * H))),
    Apply(instance, "the end", relation="nobody moves", at={h: H}),
    Apply(mean_of, "all ends", relation="the end"),
    linear_combination("point", theta_rested, theta_star, ("round at rest", "all ends")),
    linear_combination(
        "control variates", xi_rested_c, xi_rest_c, {"update at rest": 1, "the end": 1 / (gamma * H), "point/1": -1 / (gamma * H)}
    ),
    Apply(mean_of, "mean at rest", relation="at rest"),
    linear_combination("mean zero", Mean(xi_rest_c), 0 * x, {"mean at rest": 1, "optimum": -1}),
)
RESTING = sp.And(
    *(
        sp.Eq(left, right, evaluate=False)
        for left, right in (
            (theta_rested, theta_star),
            (xi_rested_c, xi_rest_c),
            (xi_rest_c, -grad(theta_star)),
            (Mean(xi_rest_c), 0),
        )
    )
)

# A round from any point and any control variates.
point = Vector("scaffold_point", "where a round of Scaffold starts")
e, e_after = Vector("e", "the point at the start of a round, from theta*"), Vector("e_after", "the point after the round, from theta*")
y_c = Vector("y_c", "gamma H times a control variate's distance from where it rests")
y_after_c, x_after_c = Vector("y_after_c", "y_c after the round"), Vector("x_after_c", "e + y_c after the round")
path = sequence("scaffold_c", "client c's local path of Scaffold, after so many steps of a round")
power = sequence("power_c", "so many factors Id - gamma A_c times a vector, A_c the client's Hessian")
added = sequence("powers_c", "the sum of so many powers of Id - gamma A_c, from the first, times a vector")
PUSH = xi_c + grad(theta_star)
#: Both sides: the local path about theta*; q(A_c), by its sum of powers; a multiple of a vector in the sum.
PATHS = path(h) - theta_star, power(h, e) - gamma * added(h, PUSH)
POWERS = x - power(h, x), gamma * A_c * added(h, x)
MULTIPLES = added(h, y_c), gamma * H * added(h, PUSH)


def _equal(name, sides, equations, factors, first, first_factors):
    """Steps to an equation at h = H: a step more multiplies what its sides lack by Id - gamma A_c, and nothing is lacking at h = 0."""
    u, v = sides
    gap = u - v
    return (
        Apply(combination, f"{name}: renewed", u=gap.subs(h, h + 1), v=gap - gamma * A_c * gap, equations=equations, factors=factors),
        Apply(combination, f"{name}: at first", u=u.subs(h, 0), v=v.subs(h, 0), equations=first, factors=first_factors),
        Apply(equal_by_induction, f"{name}: always", u=u, v=v, index=h, factor=1 - gamma * A_c),
        Apply(instance, name, relation=f"{name}: always", at={h: H}),
    )


#: x_after_c = q(A_c) e + r(A_c) y_c, with r(A_c) y = y - (1/H) (the sum of the first H powers of Id - gamma A_c) y.
ROUND = (
    OPTIMUM,
    Define("start", sp.Eq(path(0), point)),
    Define("local step", sp.Eq(path(h + 1), path(h) - gamma * (grad(path(h)) + xi_c))),
    Define("e", sp.Eq(e, point - theta_star)),
    Define("y", sp.Eq(y_c, gamma * H * PUSH)),
    Define("e after", sp.Eq(e_after, Mean(path(H)) - theta_star), "the round's point is the mean of the ends"),
    Define(
        "y after",
        sp.Eq(y_after_c, gamma * H * (PUSH + (path(H) - Mean(path(H))) / (gamma * H))),
        "the control variate adds the end's distance from the mean, over gamma H",
    ),
    Define("x after", sp.Eq(x_after_c, e_after + y_after_c)),
    Define("no factor", sp.Eq(power(0, x), x)),
    Define("one factor more", sp.Eq(power(h + 1, x), power(h, x) - gamma * A_c * power(h, x))),
    Define("no power", sp.Eq(added(0, x), 0 * x)),
    Define("one power more", sp.Eq(added(h + 1, x), added(h, x) - gamma * A_c * added(h, x) + x)),
    *(
        Apply(instance, f"{fact} of {name}", relation=fact, at={x: of})
        for facts, name, of in (
            (("no factor", "one factor more"), "e", e),
            (("no power", "one power more"), "the push", PUSH),
            (("no power", "one power more"), "y", y_c),
        )
        for fact in facts
    ),
    Apply(quadratic_gradient, "linear", x=path(h), y=theta_star, anywhere=theta_star),
    *_equal(
        "local path",
        PATHS,
        ("local step", "linear/1", "one factor more of e", "one power more of the push"),
        (1, -gamma, -1, gamma),
        ("start", "e", "no factor of e", "no power of the push"),
        (1, -1, -1, gamma),
    ),
    *_equal(
        "q by powers", POWERS, ("one factor more", "one power more"), (-1, -gamma * A_c), ("no factor", "no power"), (-1, -gamma * A_c)
    ),
    *_equal(
        "a multiple",
        MULTIPLES,
        ("one power more of y", "one power more of the push", "y"),
        (1, -gamma * H, 1),
        ("no power of y", "no power of the push"),
        (1, -gamma * H),
    ),
    linear_combination(
        "one client",
        x_after_c,
        power(H, e) + y_c - added(H, y_c) / H,
        {"x after": 1, "e after": 1, "y after": 1, "local path": 1, "y": -1, "a multiple": 1 / H},
    ),
    Assumed("zero sum", ZERO_SUM),
    Apply(mean_of, "mean of y after", relation="y after"),
    Apply(mean_of, "mean of x after", relation="x after"),
    linear_combination(
        "their mean",
        e_after,
        Mean(x_after_c),
        {"mean of x after": -1, "mean of y after": -1, "optimum": -gamma * H, "zero sum": -gamma * H},
    ),
    linear_combination("what is left", y_after_c, x_after_c - e_after, {"x after": -1}),
)
ONE_ROUND = sp.And(
    *(
        sp.Eq(left, right, evaluate=False)
        for left, right in (
            (x_after_c, power(H, e) + y_c - added(H, y_c) / H),
            (x - power(H, x), gamma * A_c * added(H, x)),
            (e_after, Mean(x_after_c)),
            (y_after_c, x_after_c - e_after),
        )
    )
)

# Clients that share their Hessian.
A = Vector("A_shared", "the Hessian that all clients share")
shared_power = sequence("power_shared", "so many factors Id - gamma A times a vector, A the Hessian that all clients share")
POWER_GAP, LEFT = power(h, x) - shared_power(h, x), Mean(added(h, y_c))
KEPT = y_c - added(H, y_c) / H
ALONE = sp.And(sp.Eq(e_after, shared_power(H, e), evaluate=False), sp.Eq(y_after_c, KEPT, evaluate=False))


def shared(one):
    """The class of clients that share the Hessian A, as a relation."""
    return Stated(one.says, one.contains, one.outside, relations=(sp.Eq(A_c * x, A * x, evaluate=False),))


def alone(one_hessian):
    """Steps to e_after = q(A) e and y_after_c = r(A) y_c for clients that share the Hessian A."""
    return (
        *ROUND,
        Assumed("one for all", one_hessian),
        Define("no shared factor", sp.Eq(shared_power(0, x), x)),
        Define("one shared factor more", sp.Eq(shared_power(h + 1, x), shared_power(h, x) - gamma * A * shared_power(h, x))),
        Apply(instance, "on a power", relation="one for all", at={x: power(h, x)}),
        linear_combination(
            "shared powers: renewed",
            POWER_GAP.subs(h, h + 1),
            POWER_GAP - gamma * A * POWER_GAP,
            {"one factor more": 1, "one shared factor more": -1, "on a power": -gamma},
        ),
        linear_combination("shared powers: at first", power(0, x), shared_power(0, x), {"no factor": 1, "no shared factor": -1}),
        Apply(equal_by_induction, "shared powers", u=power(h, x), v=shared_power(h, x), index=h, factor=1 - gamma * A),
        Apply(instance, "q on e", relation="shared powers", at={h: H, x: e}),
        Apply(mean_of, "q on e in the mean", relation="q on e"),
        Apply(mean_of, "mean of y", relation="y"),
        linear_combination("y has mean zero", Mean(y_c), 0 * x, {"mean of y": 1, "optimum": gamma * H, "zero sum": gamma * H}),
        Apply(instance, "on a sum", relation="one for all", at={x: added(h, y_c)}),
        Apply(mean_of, "sums: on a mean", relation="on a sum"),
        Apply(mean_of, "sums: at first", relation="no power of y"),
        Apply(mean_of, "sums: one power more", relation="one power more of y"),
        linear_combination(
            "sums: renewed",
            LEFT.subs(h, h + 1),
            LEFT - gamma * A * LEFT,
            {"sums: one power more": 1, "sums: on a mean": -gamma, "y has mean zero/1": 1},
        ),
        Apply(equal_by_induction, "sums have mean zero", u=LEFT, v=sp.S.Zero, index=h, factor=1 - gamma * A),
        Apply(instance, "the whole sum", relation="sums have mean zero", at={h: H}),
        Apply(mean_of, "mean of a client's end", relation="one client/1"),
        linear_combination(
            "e alone",
            e_after,
            shared_power(H, e),
            {"their mean/1": 1, "mean of a client's end": 1, "q on e in the mean": 1, "y has mean zero/1": 1, "the whole sum": -1 / H},
        ),
        linear_combination("y alone", y_after_c, KEPT, {"what is left/1": 1, "one client/1": 1, "q on e": 1, "e alone/1": -1}),
    )
