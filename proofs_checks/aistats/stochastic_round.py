"""A round of FedAvg with samples: it contracts in mean square, so that there is one stationary distribution, for general losses."""

from types import SimpleNamespace

import sympy as sp

from proofs_checks.aistats import quantities
from proofs_checks.aistats.assumption_3 import A3 as NOISE
from proofs_checks.aistats.quantities import A1 as CURVATURES
from proofs_checks.aistats.quantities import x, y
from symfed.claims import Class
from symfed.core.symbols import H, gamma, h, mu, t
from symfed.reference.exact import stationary_exact
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.moments import stationary_drift
from symfed.theorems.norms import jensen, mean_of
from symfed.theorems.operators import ordered_curvatures
from symfed.theorems.randomness import cocoercive, contraction_in_w2, expectation_of, fresh_sample, monotone, polarisation
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination
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
    sample_grad,
    sequence,
)

#: A1 with what it says of sample losses, A3 with the second moment that it gives.
A1 = Class(CURVATURES.says, CURVATURES.contains, CURVATURES.outside, (CURVED, SMOOTH_SAMPLES))
A3 = Class(NOISE.says, NOISE.contains, None, (SECOND_MOMENT,))


def sampled(step=gamma, tag=""):
    """FedAvg with samples at one step size: the names of its quantities and the steps of the proof. `tag` tells step sizes apart."""

    def n(name):
        fact, slash, part = name.partition("/")
        return fact + tag + slash + part

    at = f" at the step size {step}"
    rate = 1 - step * mu
    S_cw = sequence(f"S{tag}_cw", "client c's local path with samples, after so many steps from a point," + at)
    T_w = sequence(f"T{tag}_w", "a round with samples from a point," + at)
    theta_w = Vector(f"theta{tag}_w", "an iterate that has the stationary distribution" + at)
    theta_sto = Vector(f"theta_sto{tag}", "the mean of the stationary distribution" + at)
    W2 = distance(f"W2{tag}", "W2 distance of the iterate's distribution from the stationary one, after so many rounds," + at)
    gap = S_cw(h, x) - S_cw(h, y)
    push = sample_grad(h, S_cw(h, x)) - sample_grad(h, S_cw(h, y))
    after = S_cw(h + 1, x) - S_cw(h + 1, y)

    definitions = (
        Define(n("start"), sp.Eq(S_cw(0, x), x)),
        Define(n("local step"), sp.Eq(S_cw(h + 1, x), S_cw(h, x) - step * sample_grad(h, S_cw(h, x)))),
        Define(n("round"), sp.Eq(T_w(x), Mean(S_cw(H, x)))),
    )

    # E|T(x) - T(y)|² <= (1 - gamma mu)^H |x - y|², by the same samples in both.
    contracts = (
        *definitions,
        Apply(ordered_curvatures, n("mu <= L")),
        Apply(instance, n("local step from y"), relation=n("local step"), at={x: y}),
        linear_combination(n("difference"), after, gap - step * push, {n("local step"): 1, n("local step from y"): -1}),
        Apply(polarisation, n("square"), u=gap, v=push, factor=step),
        Apply(cocoercive, n("cocoercive"), x=S_cw(h, x), y=S_cw(h, y), step=h),
        Arithmetic(
            n("one sample"),
            sp.Le(Norm(after) ** 2, Norm(gap) ** 2 - step * Inner(gap, push)),
            (n("difference/2"), n("square"), n("cocoercive")),
        ),
        Apply(expectation_of, n("over samples"), relation=n("one sample")),
        Apply(fresh_sample, n("a new sample"), x=S_cw(h, x), y=S_cw(h, y), step=h, u=gap),
        Apply(monotone, n("monotone"), x=S_cw(h, x), y=S_cw(h, y)),
        Apply(expectation_of, n("monotone in the mean"), relation=n("monotone")),
        Arithmetic(
            n("one step"),
            sp.Le(E(Norm(after) ** 2), rate * E(Norm(gap) ** 2)),
            (n("over samples"), n("a new sample"), n("monotone in the mean")),
        ),
        Apply(instance, n("start at y"), relation=n("start"), at={x: y}),
        linear_combination(n("at the start"), S_cw(0, x) - S_cw(0, y), x - y, {n("start"): 1, n("start at y"): -1}),
        Arithmetic(
            n("square at the start"), sp.Eq(Norm(S_cw(0, x) - S_cw(0, y)) ** 2, Norm(x - y) ** 2, evaluate=False), (n("at the start/2"),)
        ),
        Apply(expectation_of, n("mean square at the start"), relation=n("square at the start")),
        bounded_by_induction(
            n("steps"), E(Norm(gap) ** 2), h, rate**h * Norm(x - y) ** 2, factor=rate, by=(n("mu <= L"), n("mean square at the start"))
        ),
        Apply(instance, n("H steps"), relation=n("steps"), at={h: H}),
        Apply(mean_of, n("in the mean"), relation=n("H steps")),
        Apply(jensen, n("convexity"), v=S_cw(H, x) - S_cw(H, y), power=2),
        Apply(expectation_of, n("convexity in the mean"), relation=n("convexity")),
        Apply(instance, n("round from y"), relation=n("round"), at={x: y}),
        linear_combination(n("two rounds"), T_w(x) - T_w(y), Mean(S_cw(H, x)) - Mean(S_cw(H, y)), {n("round"): 1, n("round from y"): -1}),
        Arithmetic(
            n("squares"),
            sp.Eq(Norm(T_w(x) - T_w(y)) ** 2, Norm(Mean(S_cw(H, x)) - Mean(S_cw(H, y))) ** 2, evaluate=False),
            (n("two rounds/2"),),
        ),
        Apply(expectation_of, n("mean squares"), relation=n("squares")),
        Arithmetic(
            n("a round contracts"),
            sp.Le(E(Norm(T_w(x) - T_w(y)) ** 2), rate**H * Norm(x - y) ** 2),
            (n("mean squares"), n("convexity in the mean"), n("in the mean")),
        ),
    )

    # so there is one stationary distribution, approached at this rate in squared W2.
    stationary = (
        *contracts,
        Apply(contraction_in_w2, n("stationary"), by=(n("mu <= L"),), mapping=T_w, factor=rate**H, x=x, y=y, law=theta_w, distance=W2),
        Arithmetic(n("rate"), sp.Le(W2(t) ** 2, rate ** (H * t) * W2(0) ** 2), (n("stationary/3"),)),
    )
    mean = Define(n("stationary mean"), sp.Eq(theta_sto, E(theta_w)))
    return SimpleNamespace(
        S_cw=S_cw,
        T_w=T_w,
        theta_w=theta_w,
        theta_sto=theta_sto,
        W2=W2,
        rate=rate,
        definitions=definitions,
        contracts=contracts,
        stationary=stationary,
        mean=mean,
        n=n,
    )


SINGLE = sampled()
S_cw, theta_w, theta_sto = SINGLE.S_cw, SINGLE.theta_w, SINGLE.theta_sto
CONDITIONS = (A1, A3, FRESH)
MEASURES = quantities.MEASURES | {theta_sto: lambda i: stationary_exact("fedavg", i.problem, i.gamma, i.H).mean}


def in_the_long_run(value, fresh, floor, by):
    """The step to fresh E value <= fresh floor in the stationary law, where a round from x leaves (1 - fresh) value + fresh floor at most."""
    ends = {"mapping": SINGLE.T_w, "law": theta_w, "x": x}
    return Apply(stationary_drift, "in the long run", by, **ends, value=value, fall=fresh * value, rise=fresh * floor, bound=fresh * floor)
