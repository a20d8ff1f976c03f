"""Theorems on matrices u v' of random vectors: applied rightly, wrongly, and with a hypothesis missing."""

from symfed.core.domain import Domain
from symfed.core.symbols import h
from symfed.theorems.noise import noise
from symfed.theorems.vocabulary import (
    FRESH,
    LIPSCHITZ_SAMPLES,
    SECOND_MOMENT,
    SMOOTH_COVARIANCE,
    E,
    Mean,
    Norm,
    Outer,
    Quantity,
    Vector,
    grad,
    sequence,
)
from tests.theorems.cases import Case, drawn, eq, le, u, v, w, x, y

some_w, C_c, D_c, K = Vector("some_random_w"), Vector("some_covariance_c"), sequence("some_slope_c"), Quantity("some_curvature_of_noise")
here, there, on_path = (E(Outer(noise(h, point), noise(h, point))) for point in (x, v, drawn(h)))
NEAR = le(Norm(here - C_c - D_c(x - v)), K * Norm(x - v) ** 2)
SMOOTH = Domain((), (FRESH, SECOND_MOMENT, LIPSCHITZ_SAMPLES, SMOOTH_COVARIANCE))
AT_OPTIMUM = {"optimum": eq(Mean(grad(v)), 0)}
TAYLOR = {"covariance": C_c, "slope": D_c, "bound": K, "point": v, "u": x}

CASES = {
    "outer_of_equals": Case(
        {"one": "one", "other": "other"},
        eq(Outer(u, w), Outer(v, x)),
        eq(Outer(u, w), Outer(x, v)),
        {"one": eq(u, v), "other": eq(w, x)},
        lacking=({"one": eq(u, v), "other": le(Norm(w), Norm(x))}, Domain(), {"other": eq(w, y)}),
    ),
    "outer_of_expectation": Case(
        {"u": u, "v": some_w},
        eq(E(Outer(u, some_w)), Outer(u, E(some_w))),
        eq(E(Outer(some_w, some_w)), Outer(some_w, E(some_w))),
        # both are drawn
        lacking=({}, Domain(), {"u": drawn(h)}),
    ),
    "covariance_near": Case(
        TAYLOR,
        NEAR,
        le(Norm(here - C_c), K * Norm(x - v) ** 2),
        {"covariance": eq(there, C_c)} | AT_OPTIMUM,
        SMOOTH,
        # a covariance with a kink
        lacking=({"covariance": eq(there, C_c)} | AT_OPTIMUM, Domain((), SMOOTH.classes[:-1])),
    ),
    "fresh_covariance": Case(
        TAYLOR | {"y": drawn(h)},
        le(Norm(on_path - C_c - D_c(E(drawn(h)) - v)), K * E(Norm(drawn(h) - v) ** 2)),
        le(Norm(on_path - C_c), K * E(Norm(drawn(h) - v) ** 2)),
        {"near": NEAR},
        SMOOTH,
        # the point after the step depends on its draw
        lacking=({"near": NEAR}, SMOOTH, {"y": drawn(h + 1)}),
    ),
}
