"""Theorems on moments and noise: applied rightly, wrongly, and with a hypothesis missing."""

from symfed.core.domain import Domain
from symfed.core.symbols import L, N, gamma, h
from symfed.theorems import Define
from symfed.theorems.noise import noise
from symfed.theorems.vocabulary import (
    CLIENTS_INDEPENDENT,
    CURVED,
    FOURTH_MOMENT,
    FRESH,
    LIPSCHITZ_THIRD,
    SHARED,
    SMOOTH_SAMPLES,
    E,
    Inner,
    Law,
    Low,
    Mean,
    Norm,
    Outer,
    Quantity,
    Vector,
    grad,
    hess,
    sample_grad,
    sequence,
)
from tests.theorems.cases import DRAWN, PATH, A, B, Case, drawn, eq, f_w, law_w, le, p, q, u, u_c, v, w, x

some_w = Vector("some_random_w")
own_w = Vector("own_law_w")
longest, loudest, steepest = (Quantity(f"some_{name}") for name in ("longest", "loudest", "steepest"))
C_c, D_c = Vector("some_own_covariance_c"), Vector("some_third_c")
total, sums = sequence("some_sum_cw"), sequence("some_plain_sum_cw")
FOURTH = Domain((), (FRESH, FOURTH_MOMENT))
AT_OPTIMUM = {"optimum": eq(Mean(grad(v)), 0)}
OWN = noise(h, drawn(h))
PUSH = sample_grad(h, drawn(h)) - sample_grad(h, v)
STATIONARY = {"law": eq(Law(f_w(law_w)), Law(law_w))}
CLOSE = {"finite": le(E(Norm(law_w - u) ** 2), p)}
SUM = {"term": le(E(Norm(drawn(h)) ** 2), q**2), "rises": le(q, q)}
ADDED = (*PATH, Define("none", eq(sums(0), 0)), Define("more", eq(sums(h + 1), sums(h) + drawn(h))))
PATHS = {
    "starts": eq(drawn(0, x), x),
    "none": eq(total(0, x), 0),
    "steps": eq(drawn(h + 1, x), drawn(h, x) - gamma * sample_grad(h, drawn(h, x))),
    "adds": eq(total(h + 1, x), total(h, x) + noise(h, drawn(h, x))),
    "finite": le(E(Norm(total(h, own_w)) ** 2), p),
}
CLIENTS = {"path": drawn, "total": total, "rate": gamma, "x": x, "start": own_w, "bound": p}
Q = total(h, own_w)
DRIFT = {"mapping": f_w, "law": law_w, "x": x, "value": Norm(x) ** 2, "fall": q * Norm(x) ** 2, "rise": p, "bound": p}
FALLS = le(E(Norm(f_w(x)) ** 2), Norm(x) ** 2 - q * Norm(x) ** 2 + p)
THERE = le(E(Norm(drawn(h, x)) ** 2), q * Norm(x) ** 2)
KNOWN_FINITE = {"finite": le(q * E(Norm(own_w) ** 2), p)}

CASES = {
    "inner_adds": Case({"u": u, "v": v, "w": w}, eq(Inner(u, v + w), Inner(u, v) + Inner(u, w)), eq(Inner(u, v + w), Inner(u, v))),
    "triangle_sum": Case({"vectors": (u, v, w)}, le(Norm(u + v + w), Norm(u) + Norm(v) + Norm(w)), le(Norm(u + v + w), Norm(u) + Norm(v))),
    "schwarz": Case({"u": u, "v": v}, le(Inner(u, v) ** 2, Norm(u) ** 2 * Norm(v) ** 2), le(Inner(u, v) ** 2, Norm(u) * Norm(v))),
    # a matrix is no number
    "scaled_norm": Case(
        {"v": u + v / 2, "factor": -q},
        eq(Norm(-q * u - q * v / 2), q * Norm(u + v / 2)),
        eq(Norm(q * u), Norm(u)),
        lacking=({}, Domain(), {"factor": A}),
    ),
    "outer_norm": Case({"u": u, "v": v}, eq(Norm(Outer(u, v)), Norm(u) * Norm(v)), eq(Norm(Outer(u, v)), Norm(u) + Norm(v))),
    "outer_of_product": Case(
        {"matrix": A, "u": u, "v": v},
        eq(Outer(u, A * v), Outer(u, v) * A),
        eq(Outer(u, A * v), A * Outer(u, v)),
        {"symmetric": le(q, Low(A))},
        by=("symmetric",),
        # of another matrix it is known
        lacking=({"symmetric": le(q, Low(B))}, Domain()),
    ),
    "outer_of_equal": Case(
        {"equation": "equal", "v": v},
        eq(Outer(v, u), Outer(v, w)),
        eq(Outer(v, u), Outer(w, v)),
        {"equal": eq(u, w)},
        # what is not known to be equal
        lacking=({"equal": eq(u, w)}, Domain(), {"equation": eq(u, x)}),
    ),
    "transposed": Case(
        {"u": some_w, "v": v}, eq(Norm(E(Outer(some_w, v))), Norm(E(Outer(v, some_w)))), eq(E(Outer(some_w, v)), E(Outer(v, some_w)))
    ),
    # v is a client's own, too
    "outer_of_mean": Case(
        {"u": u_c, "v": v},
        eq(Outer(v, Mean(u_c)), Mean(Outer(v, u_c))),
        eq(Outer(v, Mean(u_c)), Mean(Outer(u_c, v))),
        lacking=({}, Domain(), {"v": u_c}),
    ),
    "norm_of_expectation": Case({"v": some_w}, le(Norm(E(some_w)), E(Norm(some_w))), le(E(Norm(some_w)), Norm(E(some_w)))),
    "raised": Case(
        {"relation": "below", "power": 4},
        le(p**4, q**4),
        le(p**4, q**3),
        {"below": le(p, q)},
        # a number that may be negative: -2 <= 1, and 4 > 1
        lacking=({"below": le(Inner(u, v), q)}, Domain()),
    ),
    "hoelder": Case(
        {"vectors": (some_w, law_w, law_w), "sizes": (p, q, q), "power": 4},
        le(E(Norm(some_w) * Norm(law_w) ** 2), p * q**2),
        le(E(Norm(some_w) * Norm(law_w) ** 2), p * q),
        {"one": le(E(Norm(some_w) ** 4), p**4), "other": le(E(Norm(law_w) ** 4), q**4)},
        # three factors, and second moments alone
        lacking=({"one": le(E(Norm(some_w) ** 2), p**2), "other": le(E(Norm(law_w) ** 2), q**2)}, Domain(), {"power": 2}),
    ),
    "minkowski_moment": Case(
        {"u": some_w, "v": law_w, "sizes": (p, q), "power": 4},
        le(E(Norm(some_w + law_w) ** 4), (p + q) ** 4),
        le(E(Norm(some_w + law_w) ** 4), p**4 + q**4),
        {"one": le(E(Norm(some_w) ** 4), p**4), "other": le(E(Norm(law_w) ** 4), q**4)},
        lacking=({"one": le(E(Norm(some_w) ** 4), p**4), "other": le(E(Norm(law_w) ** 2), q**2)}, Domain()),
    ),
    "minkowski_sum": Case(
        {"total": sums(h), "term": drawn(h), "size": q, "power": 2},
        le(E(Norm(sums(h)) ** 2), (h * q) ** 2),
        le(E(Norm(sums(h)) ** 2), h * q**2),
        SUM,
        DRAWN,
        lacking=({"rises": le(q, q)}, DRAWN),
        built=ADDED,
    ),
    "noise_changes": Case(
        {"x": x, "y": v, "step": h},
        le(Norm(noise(h, x) - noise(h, v)), 2 * L * Norm(x - v)),
        le(Norm(noise(h, x) - noise(h, v)), L * Norm(x - v)),
        {},
        Domain((), (CURVED, SMOOTH_SAMPLES)),
        lacking=({}, Domain((), (CURVED,))),
    ),
    "lipschitz_gradient": Case(
        {"x": x, "y": v},
        le(Norm(grad(x) - grad(v)), L * Norm(x - v)),
        le(Norm(grad(x)), L * Norm(x)),
        {},
        Domain((), (CURVED,)),
        lacking=({}, Domain()),
    ),
    "fresh_noise": Case(
        {"u": drawn(h) - v, "y": drawn(h), "step": h, "power": 2},
        eq(E(Norm(drawn(h) - v) ** 2 * Inner(drawn(h) - v, OWN)), 0),
        eq(E(Inner(drawn(h) - v, OWN)), 0),
        {},
        FOURTH,
        # what depends on the very draw
        lacking=({}, FOURTH, {"u": drawn(h + 1)}),
    ),
    "fresh_gradient": Case(
        {"u": drawn(h), "x": drawn(h), "y": v, "step": h},
        eq(E(Norm(drawn(h)) ** 2 * Inner(drawn(h), PUSH)), E(Norm(drawn(h)) ** 2 * Inner(drawn(h), grad(drawn(h)) - grad(v)))),
        eq(E(Norm(drawn(h)) ** 2 * Inner(drawn(h), PUSH)), 0),
        {},
        FOURTH,
        lacking=({}, FOURTH, {"u": PUSH}),
    ),
    "fresh_outer": Case(
        {"u": law_w, "y": drawn(h), "step": h},
        eq(E(Outer(law_w, OWN)), 0),
        eq(Outer(law_w, OWN), 0),
        {},
        DRAWN,
        lacking=({}, DRAWN, {"u": drawn(h + 1)}),
        built=PATH,
    ),
    "fresh_product": Case(
        {"x": Norm(drawn(h)) ** 2, "own": Norm(noise(h, v)) ** 2, "step": h},
        eq(E(Norm(drawn(h)) ** 2 * Norm(noise(h, v)) ** 2), E(Norm(drawn(h)) ** 2) * E(Norm(noise(h, v)) ** 2)),
        eq(E(Norm(drawn(h)) ** 2 * Norm(noise(h, v)) ** 2), E(Norm(drawn(h)) ** 2)),
        {},
        FOURTH,
        # noise at a point that is drawn: both depend on it
        lacking=({}, FOURTH, {"own": Norm(OWN) ** 2}),
    ),
    "pull_at": Case(
        {"point": v, "bound": longest},
        le(Norm(grad(v)), longest),
        le(Norm(grad(u)), longest),
        AT_OPTIMUM,
        Domain((), (CURVED,)),
        # a point that may move with the step size
        lacking=({}, Domain((), (CURVED,))),
    ),
    "noise_at": Case(
        {"point": v, "bound": loudest},
        le(E(Norm(noise(h, v)) ** 4), loudest**4),
        le(E(Norm(noise(h, v)) ** 4), loudest**2),
        AT_OPTIMUM,
        FOURTH,
        lacking=(AT_OPTIMUM, Domain((), (FRESH,))),
    ),
    "noise_covariance": Case(
        {"point": v, "covariance": C_c},
        eq(E(Outer(noise(h, v), noise(h, v))), C_c),
        eq(E(Outer(noise(h, u), noise(h, u))), C_c),
        AT_OPTIMUM,
        DRAWN,
        # one covariance for all clients
        lacking=(AT_OPTIMUM, DRAWN, {"covariance": Vector("some_covariance_of_all")}),
    ),
    "third_near": Case(
        {"point": v, "third": D_c, "bound": steepest, "u": x},
        le(Norm(grad(x) - grad(v) - hess(v) * (x - v) - D_c * Outer(x - v, x - v) / 2), steepest / 6 * Norm(x - v) ** 3),
        le(Norm(grad(x) - grad(v) - hess(v) * (x - v)), steepest / 6 * Norm(x - v) ** 3),
        AT_OPTIMUM,
        Domain((), (CURVED, LIPSCHITZ_THIRD)),
        lacking=(AT_OPTIMUM, Domain((), (CURVED,))),
    ),
    "shared_gradient": Case({"point": v}, eq(grad(v), Mean(grad(v))), eq(grad(v), 0), {}, Domain((), (SHARED,)), lacking=({}, Domain())),
    "independent_clients": Case(
        CLIENTS,
        eq(E(Outer(Mean(Q), Mean(Q))), Mean(E(Outer(Q, Q))) / N),
        eq(E(Outer(Mean(Q), Mean(Q))), Mean(E(Outer(Q, Q)))),
        PATHS,
        Domain((), (FRESH, CLIENTS_INDEPENDENT)),
        # sums of gradients, whose means do not vanish
        lacking=(
            PATHS | {"adds": eq(total(h + 1, x), total(h, x) + sample_grad(h, drawn(h, x)))},
            Domain((), (FRESH, CLIENTS_INDEPENDENT)),
        ),
    ),
    "stationary_drift": Case(
        DRIFT,
        le(q * E(Norm(law_w) ** 2), p),
        le(E(Norm(law_w) ** 2), p),
        STATIONARY | {"drift": FALLS},
        # a law that rounds do not keep
        lacking=({"drift": FALLS}, Domain()),
    ),
    "at_random_start": Case(
        {"relation": "there", "x": x, "start": own_w, "bound": p},
        le(E(Norm(drawn(h, own_w)) ** 2), p),
        le(E(Norm(drawn(h, x)) ** 2), p),
        {"there": THERE} | KNOWN_FINITE,
        by=("finite",),
        # nothing is known of the start
        lacking=({"there": THERE}, Domain()),
    ),
    "same_second_moment": Case(
        {"mapping": f_w, "law": law_w, "about": u, "bound": p},
        eq(E(Outer(f_w(law_w) - u, f_w(law_w) - u)), E(Outer(law_w - u, law_w - u))),
        eq(Outer(f_w(law_w) - u, f_w(law_w) - u), Outer(law_w - u, law_w - u)),
        STATIONARY | CLOSE,
        # about a client's own point
        lacking=(STATIONARY | CLOSE, Domain(), {"about": u_c}),
    ),
    "same_mean": Case(
        {"mapping": f_w, "law": law_w, "about": u, "bound": p},
        eq(E(f_w(law_w)), E(law_w)),
        eq(f_w(law_w), law_w),
        STATIONARY | CLOSE,
        # a second moment that nothing bounds
        lacking=(STATIONARY, Domain()),
    ),
}
