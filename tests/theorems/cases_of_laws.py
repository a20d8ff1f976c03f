"""Theorems on draws and stationary distributions, tried."""

import sympy as sp

from symfed.core.domain import Domain
from symfed.core.symbols import L, gamma, h, t
from symfed.theorems.vocabulary import CURVED, SMOOTH_SAMPLES, E, Inner, Law, Norm, grad, sample_grad, sequence
from tests.theorems.cases import (
    DRAWN,
    PATH,
    ROUND,
    SAMPLED,
    STATIONARY,
    Case,
    chain,
    copy_w,
    drawn,
    eq,
    f_w,
    law_w,
    le,
    p,
    q,
    u,
    v,
    w,
    x,
    y,
)

AT_X = sample_grad(h, drawn(h)) - grad(drawn(h))
STEP = u - gamma * (sample_grad(h, drawn(h)) - v)
MEAN_STEP = u - gamma * (grad(drawn(h)) - v)
NOISY = {"noise": le(E(Norm(sample_grad(h, x) - grad(x)) ** 2), p)}
ROUNDS = {"mapping": f_w, "factor": q, "x": x, "y": y, "law": law_w, "about": v}
own_w = sequence("own_rounds_w")
WITHOUT_LAW = {name: fact for name, fact in STATIONARY.items() if name != "stationary"}

CASES = {
    "sum_with": Case(
        {"u": u, "v": v, "w": w},
        eq(Inner(u + v, w), Inner(u, w) + Inner(v, w)),
        eq(Inner(u + v, w), Inner(u, w) - Inner(v, w)),
    ),
    "nearest_mean": Case(
        {"v": law_w, "mean": v, "point": u},
        le(E(Norm(law_w - v) ** 2), E(Norm(law_w - u) ** 2)),
        le(E(Norm(law_w - u) ** 2), E(Norm(law_w - v) ** 2)),
        {"mean": eq(v, E(law_w))},
        # the point is the random vector itself
        lacking=({"mean": eq(v, E(law_w))}, Domain(), {"point": law_w}),
    ),
    "cocoercive_mean": Case(
        {"x": u, "y": v},
        le(Norm(grad(u) - grad(v)) ** 2, L * Inner(u - v, grad(u) - grad(v))),
        le(Norm(grad(u) - grad(v)) ** 2, Inner(u - v, grad(u) - grad(v))),
        {},
        Domain((), (CURVED,)),
        lacking=({}, Domain((), (SMOOTH_SAMPLES,))),
    ),
    "fresh_square": Case(
        {"u": u, "v": v, "x": drawn(h), "step": h, "factor": gamma},
        eq(E(Norm(STEP) ** 2), E(Norm(MEAN_STEP) ** 2) + gamma**2 * E(Norm(AT_X) ** 2)),
        eq(E(Norm(STEP) ** 2), E(Norm(MEAN_STEP) ** 2) + gamma * E(Norm(AT_X) ** 2)),
        {},
        DRAWN,
        # where one compares with depends on the step's own draw
        lacking=({}, DRAWN, {"v": sample_grad(h, u)}),
        built=PATH,
    ),
    "fresh_variance": Case(
        {"x": x, "bound": p, "step": h, "at": drawn(h)},
        le(E(Norm(AT_X) ** 2), p),
        le(Norm(AT_X) ** 2, p),
        NOISY,
        DRAWN,
        # the point depends on the step's own draw
        lacking=(NOISY, DRAWN, {"at": drawn(h + 1)}),
        built=PATH,
    ),
    "own_rounds": Case(
        {"mapping": f_w, "copy": own_w, "x": x},
        eq(Law(own_w(t, x)), Law(f_w(x))),
        eq(own_w(t, x), f_w(x)),
        {},
        DRAWN,
        # a round that draws nothing
        lacking=({}, DRAWN, {"mapping": sequence("some_map"), "copy": sequence("no_rounds_w")}),
        built=ROUND,
    ),
    "kept_by_round": Case(
        ROUNDS,
        eq(E(Norm(f_w(law_w) - v) ** 2), E(Norm(law_w - v) ** 2)),
        eq(Norm(f_w(law_w) - v) ** 2, Norm(law_w - v) ** 2),
        STATIONARY,
        SAMPLED,
        by=("q",),
        lacking=(WITHOUT_LAW, SAMPLED),
    ),
    "kept_by_rounds": Case(
        ROUNDS | {"copy": copy_w, "chain": chain},
        eq(E(Norm(chain(t) - v) ** 2), E(Norm(law_w - v) ** 2)),
        eq(E(Norm(chain(t) - v) ** 2), E(Norm(chain(0) - law_w) ** 2)),
        STATIONARY,
        SAMPLED,
        by=("q",),
        # the chain starts elsewhere
        lacking=(STATIONARY | {"chain starts": sp.Eq(chain(0), u, evaluate=False)}, SAMPLED),
    ),
}
