"""Theorems on random points of earlier draws, and on norms of client means: applied rightly, wrongly, with one hypothesis less."""

import sympy as sp

from symfed.core.domain import Domain
from symfed.core.symbols import h, t
from symfed.theorems.vocabulary import FRESH, E, Law, Mean, Norm, Vector, sample_grad, sequence
from tests.theorems.cases import Case, drawn, eq, f_w, le, p, q, u, x

own_w = sequence("own_start_w")
chain = sequence("chain_of_starts_w")
X_cw = Vector("some_own_point_cw")
size_c = sp.sqrt(q)
SAMPLED = Domain((), (FRESH,))
AFTER = le(E(Norm(x - p * sample_grad(h, x) - u) ** 6), q * Norm(x - u) ** 6 + p)
ROUND = le(E(Norm(f_w(x) - u) ** 6), q * Norm(x - u) ** 6 + p)
ALIKE = {"alike": eq(Law(own_w(t, x)), Law(f_w(x)))}
THERE = drawn(h)

CASES = {
    "at_drawn_point": Case(
        {"relation": "after", "x": x, "step": h, "at": THERE},
        le(E(Norm(THERE - p * sample_grad(h, THERE) - u) ** 6), q * E(Norm(THERE - u) ** 6) + p),
        le(E(Norm(THERE - p * sample_grad(h, THERE) - u) ** 6), E(q * Norm(THERE - u) ** 6)),
        {"after": AFTER},
        SAMPLED,
        # a point that the step's own draw has moved
        lacking=({"after": AFTER}, SAMPLED, {"at": drawn(h + 1)}),
    ),
    "at_drawn_start": Case(
        {"relation": "round", "x": x, "mapping": f_w, "copy": own_w, "at": chain(t)},
        le(E(Norm(own_w(t, chain(t)) - u) ** 6), q * E(Norm(chain(t) - u) ** 6) + p),
        le(E(Norm(own_w(t, chain(t)) - u) ** 6), E(q * Norm(chain(t) - u) ** 6)),
        {"round": ROUND} | ALIKE,
        SAMPLED,
        # rounds that are not said to be copies
        lacking=({"round": ROUND}, SAMPLED),
    ),
    "minkowski_mean": Case(
        {"v": X_cw, "size": size_c, "power": 6},
        le(E(Norm(Mean(X_cw)) ** 6), q**3),
        le(E(Norm(Mean(X_cw)) ** 6), q**2),
        {"each": le(E(Norm(X_cw) ** 6), q**3)},
        lacking=({}, Domain()),
    ),
}
