"""Assumption A1 of the preprint, part by part: no convexity of the sample losses, no bound on third derivatives."""

import flint
import numpy as np
import sympy as sp

from proofs_checks.aistats import assumption_1
from proofs_checks.aistats.algorithm_1 import SIZES
from proofs_checks.aistats.assumption_1 import SMOOTH_SAMPLES, STRONGLY_CONVEX, any_samples, spread_samples
from proofs_checks.hal import differing, judged_again, printed_again
from symfed.checks import SignCheck, SymbolicIdentity, inequality_search
from symfed.claims import RESULT, Claim, Domain, Erratum, Lemma, Scope, Tier, printed_at
from symfed.core.coordinates import coordinates
from symfed.core.symbols import t, theta
from symfed.strategies.sampled import SampledRun, sampled_runs


def lower_bound(i, constant):
    """constant/2 |y - x|^2 and f_c(y) - f_c(x) - <grad f_c(x), y - x>, for every client."""
    x, y = i.start, i.point
    rise = [sum(i.loss(c, z, y) - i.loss(c, z, x) for z in i.samples) / len(i.samples) for c in range(i.N)]
    above = [rise[c] - i.mean_gradient(c, x) @ (y - x) for c in range(i.N)]
    return np.array([constant * ((y - x) ** 2).sum() / 2] * i.N, dtype=object), np.array(above, dtype=object)


def alike():
    """Both samples of one client are 3 x^2/2: their curvature is mu and L."""
    unit = np.array([flint.fmpq(1)], dtype=object)
    matrices = np.array([3 * unit, 3 * unit], dtype=object).reshape(1, 2, 1, 1)
    run = SampledRun(matrices, 0 * matrices[..., 0], 0 * matrices[..., 0, 0], unit[0] / 3, np.zeros((1, 1, 1), dtype=int), 0 * unit, unit)
    return (run,)


a1a = Claim(
    id="hal-a1a",
    kind="assumption",
    says="Strong convexity is the Hessian bound: where every Hessian is at least mu Id, f_c lies mu/2 |y - x|^2 above its tangents. The converse is not "
    "tried.",
    printed=printed_at("A1(a)", r"f_c\ \mu\text{-strongly convex with }\mu>0,\text{ that is }\nabla^2f_c(\theta)\succcurlyeq\mu\,Id"),
    statement=lambda i: lower_bound(i, i.mu),
    checks=inequality_search(sampled_runs, scope="exact quartics with Hessian at least mu Id", sizes=SIZES, extremes=alike),
    wrong={
        "20/19 mu": lambda i: lower_bound(i, 20 * i.mu / 19),
        "2 mu": lambda i: lower_bound(i, 2 * i.mu),
        "3/2 mu": lambda i: lower_bound(i, i.mu + i.mu / 2),
        "L for mu": lambda i: lower_bound(i, i.L + 1),
    },
    expect=Tier.SUPPORTED,
)


STATES_TEX = r"\|\nabla F_c^{Z_c}(\theta)-\nabla F_c^{Z_c}(\theta)\|^2\le L\langle\theta-\vartheta,\nabla F_c^z(\theta)-\nabla F_c^z(\vartheta)\rangle"
LOST = "the second theta on the left is a vartheta, as on the right and in the proof of Lemma 3"
A1A_B = Domain((), (STRONGLY_CONVEX, SMOOTH_SAMPLES), lines={str(STRONGLY_CONVEX): "A1(a)", str(SMOOTH_SAMPLES): "A1(b)"})
states = differing(
    judged_again(assumption_1.regularity, "hal-a1b-states", "A1(b), the states", A1A_B),
    tex=STATES_TEX,
    extraction=LOST,
    says="A state Z_c on the left and z on the right, as in the published version: false for convex sample losses, too.",
    see=("hal-a1b",),
)
a1b = differing(
    judged_again(assumption_1.regularity, "hal-a1b", "A1(b)", A1A_B),
    tex=r"F_c^z\ L\text{-smooth. In particular }" + STATES_TEX,
    extraction=LOST,
    differs={"aistats-A1-regularity": "sample losses are convex, which co-coercivity takes; two states on the two sides, still"},
    says="Smooth sample losses are said to be cocoercive 'in particular'. That takes convexity, which the preprint does not assume. (Read with one state on "
    "both sides: hal-a1b-states.)",
    statement=assumption_1.with_one_state,
    checks=inequality_search(spread_samples, scope="exact quadratics with strongly convex means", sizes=SIZES),
    missing="F_c^z convex, as the published version adds",
    expect=Tier.IMPRECISE,
    see=("hal-a1b-states",),
    erratum=Erratum(RESULT, "co-coercivity takes convex sample losses, which the preprint does not assume"),
)


def curvature(i, constant):
    """<y - x, grad f_c(y) - grad f_c(x)> and constant |y - x|^2, for every client."""
    gap = i.point - i.start
    left = [gap @ (i.mean_gradient(c, i.point) - i.mean_gradient(c, i.start)) for c in range(i.N)]
    return np.array(left, dtype=object), np.array([constant * (gap**2).sum()] * i.N, dtype=object)


a1c = Claim(
    id="hal-a1c",
    kind="assumption",
    says="The Hessian of f_c is at most L Id. It is no further assumption: f_c averages sample losses that (b) makes L-smooth.",
    printed=printed_at("A1(c)", r"\nabla^2f_c(\theta)\preccurlyeq L\,Id"),
    under=Domain((), (SMOOTH_SAMPLES,), lines={str(SMOOTH_SAMPLES): "A1(b)"}),
    statement=lambda i: curvature(i, i.L),
    checks=inequality_search(any_samples, scope="exact L-smooth samples, convex or not", sizes=SIZES, extremes=alike),
    wrong={
        "19/20 L": lambda i: curvature(i, 19 * i.L / 20),
        "mu for L": lambda i: curvature(i, i.mu / 2),
        "L/8": lambda i: curvature(i, i.L / 8),
        "-L": lambda i: curvature(i, -i.L),
    },
    expect=Tier.SUPPORTED,
)

#: f'' = 1 + s/2 with s = sin(2 pi theta^2): the third derivative over 2 pi is t at every integer t.
CURVATURE = 1 + sp.sin(2 * sp.pi * theta**2) / 2
(s,) = coordinates("s")


def at_integers(curvature):
    return curvature.diff(theta).subs(theta, t) / (2 * sp.pi)


#: What the lemmas speak of is one loss: an example of what the sentence admits.
ONE_LOSS = Scope(losses="one admitted loss")

no_bound = Claim(
    id="hal-a1-no-third-derivative-bound",
    kind="assumption",
    says="Three derivatives are asked for, the third is not bounded: f'' = 1 + sin(2 pi theta^2)/2 lies in [1/2, 3/2], f''' is 2 pi t at integers t.",
    printed=printed_at("A1, first sentence", r"f_c\text{ is three times differentiable}"),
    lemmas=(
        Lemma(
            "unbounded",
            CURVATURE,
            SymbolicIdentity(lambda: t, at_integers, scope="f'''/(2 pi) at the integers t, for one admitted loss", covers=ONE_LOSS),
            wrong={
                "half the oscillation": 1 + sp.sin(2 * sp.pi * theta**2) / 4,
                "constant f''": sp.S.One,
                "sign flipped": 1 - sp.sin(2 * sp.pi * theta**2) / 2,
            },
        ),
        Lemma(
            "f'' at least 1/2",
            (sp.Rational(1, 2), 1 + s / 2),
            SignCheck("wherever -1 <= sin <= 1"),
            given=Domain((s >= -1, s <= 1)),
            wrong={"at least 11/20": (sp.Rational(11, 20), 1 + s / 2)},
        ),
        Lemma(
            "f'' at most 3/2",
            (1 + s / 2, sp.Rational(3, 2)),
            SignCheck("wherever -1 <= sin <= 1"),
            given=Domain((s >= -1, s <= 1)),
            wrong={"at most 29/20": (1 + s / 2, sp.Rational(29, 20))},
        ),
    ),
    expect=Tier.SUPPORTED,
)

invertibility = printed_again(assumption_1.uniqueness, "hal-a1-invertibility", "remark after A1")
