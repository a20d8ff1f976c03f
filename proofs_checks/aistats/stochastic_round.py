"""A round of FedAvg with samples: it contracts in mean square, so that there is one stationary distribution, for general losses."""

import sympy as sp

from proofs_checks.aistats import quantities
from proofs_checks.aistats.assumption_3 import A3 as NOISE
from proofs_checks.aistats.proposition_1 import RATE
from proofs_checks.aistats.quantities import A1 as CURVATURES
from proofs_checks.aistats.quantities import x, y
from symfed.core.domain import Class
from symfed.core.symbols import H, gamma, h, t
from symfed.reference.exact import stationary_exact
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.norms import jensen, mean_of
from symfed.theorems.operators import ordered_curvatures
from symfed.theorems.randomness import cocoercive, contraction_in_w2, expectation_of, fresh_sample, monotone, polarisation
from symfed.theorems.sequences import combination, induction, instance
from symfed.theorems.vocabulary import (
    CURVED,
    FRESH,
    SECOND_MOMENT,
    SMOOTH_SAMPLES,
    E,
    Inner,
    Mean,
    Norm,
    Vector,
    distance,
    grad,
    sample_grad,
    sequence,
)

#: A1 with what it says of sample losses, A3 with the second moment that it gives.
A1 = Class(CURVATURES.says, CURVATURES.contains, CURVATURES.outside, (CURVED, SMOOTH_SAMPLES))
A3 = Class(NOISE.says, NOISE.contains, None, (SECOND_MOMENT,))

S_cw = sequence("S_cw", "client c's local path with samples, after so many steps from a point")
T_w = sequence("T_w", "a round with samples from a point")
theta_w = Vector("theta_w", "an iterate that has the stationary distribution")
theta_sto = Vector("theta_sto", "the mean of the stationary distribution")
W2 = distance("W2", "W2 distance of the iterate's distribution from the stationary one, after so many rounds")

GAP = S_cw(h, x) - S_cw(h, y)
PUSH = sample_grad(h, S_cw(h, x)) - sample_grad(h, S_cw(h, y))
PULL = grad(S_cw(h, x)) - grad(S_cw(h, y))
NEXT = S_cw(h + 1, x) - S_cw(h + 1, y)

DEFINITIONS = (
    Define("start", sp.Eq(S_cw(0, x), x)),
    Define("local step", sp.Eq(S_cw(h + 1, x), S_cw(h, x) - gamma * sample_grad(h, S_cw(h, x)))),
    Define("round", sp.Eq(T_w(x), Mean(S_cw(H, x)))),
)

#: E|T(x) - T(y)|² <= (1 - gamma mu)^H |x - y|², by the same samples in both.
A_ROUND_CONTRACTS = (
    *DEFINITIONS,
    Apply(ordered_curvatures, "mu <= L"),
    Apply(instance, "local step from y", relation="local step", at={x: y}),
    Apply(combination, "difference", u=NEXT, v=GAP - gamma * PUSH, equations=("local step", "local step from y"), factors=(1, -1)),
    Apply(polarisation, "square", u=GAP, v=PUSH, factor=gamma),
    Apply(cocoercive, "cocoercive", x=S_cw(h, x), y=S_cw(h, y), step=h),
    Arithmetic(
        "one sample",
        sp.Le(Norm(NEXT) ** 2, Norm(GAP) ** 2 - gamma * Inner(GAP, PUSH)),
        ("difference/2", "square", "cocoercive"),
    ),
    Apply(expectation_of, "over samples", relation="one sample"),
    Apply(fresh_sample, "a new sample", x=S_cw(h, x), y=S_cw(h, y), step=h, u=GAP),
    Apply(monotone, "monotone", x=S_cw(h, x), y=S_cw(h, y)),
    Apply(expectation_of, "monotone in the mean", relation="monotone"),
    Arithmetic(
        "one step",
        sp.Le(E(Norm(NEXT) ** 2), RATE * E(Norm(GAP) ** 2)),
        ("over samples", "a new sample", "monotone in the mean"),
    ),
    Apply(instance, "start at y", relation="start", at={x: y}),
    Apply(combination, "at the start", u=S_cw(0, x) - S_cw(0, y), v=x - y, equations=("start", "start at y"), factors=(1, -1)),
    Arithmetic("square at the start", sp.Eq(Norm(S_cw(0, x) - S_cw(0, y)) ** 2, Norm(x - y) ** 2, evaluate=False), ("at the start/2",)),
    Apply(expectation_of, "mean square at the start", relation="square at the start"),
    Apply(
        induction,
        "steps",
        by=("mu <= L", "mean square at the start"),
        u=E(Norm(GAP) ** 2),
        index=h,
        factor=RATE,
        bound=RATE**h * Norm(x - y) ** 2,
    ),
    Apply(instance, "H steps", relation="steps", at={h: H}),
    Apply(mean_of, "in the mean", relation="H steps"),
    Apply(jensen, "convexity", v=S_cw(H, x) - S_cw(H, y), power=2),
    Apply(expectation_of, "convexity in the mean", relation="convexity"),
    Apply(instance, "round from y", relation="round", at={x: y}),
    Apply(
        combination,
        "two rounds",
        u=T_w(x) - T_w(y),
        v=Mean(S_cw(H, x)) - Mean(S_cw(H, y)),
        equations=("round", "round from y"),
        factors=(1, -1),
    ),
    Arithmetic(
        "squares", sp.Eq(Norm(T_w(x) - T_w(y)) ** 2, Norm(Mean(S_cw(H, x)) - Mean(S_cw(H, y))) ** 2, evaluate=False), ("two rounds/2",)
    ),
    Apply(expectation_of, "mean squares", relation="squares"),
    Arithmetic(
        "a round contracts",
        sp.Le(E(Norm(T_w(x) - T_w(y)) ** 2), RATE**H * Norm(x - y) ** 2),
        ("mean squares", "convexity in the mean", "in the mean"),
    ),
)

#: So there is one stationary distribution, approached at this rate in squared W2.
STATIONARY = (
    *A_ROUND_CONTRACTS,
    Apply(contraction_in_w2, "stationary", by=("mu <= L",), mapping=T_w, factor=RATE**H, x=x, y=y, law=theta_w, distance=W2),
    Arithmetic("rate", sp.Le(W2(t) ** 2, RATE ** (H * t) * W2(0) ** 2), ("stationary/2",)),
)
MEAN = Define("stationary mean", sp.Eq(theta_sto, E(theta_w)))
CONDITIONS = (A1, A3, FRESH)
MEASURES = quantities.MEASURES | {theta_sto: lambda i: stationary_exact("fedavg", i.problem, i.gamma, i.H).mean}
