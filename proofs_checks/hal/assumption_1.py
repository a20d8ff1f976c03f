"""Assumption A1 of the preprint, part by part: no convexity of the sample losses, no bound on third derivatives."""

from dataclasses import replace

import numpy as np
import sympy as sp

from proofs_checks.aistats import assumption_1
from proofs_checks.aistats.algorithm_1 import SIZES
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.instances.sampled import sampled_runs
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import t, theta
from symfed.core.verdict import Tier


def lower_bound(i, constant):
    """constant/2 |y - x|^2 and f_c(y) - f_c(x) - <grad f_c(x), y - x>, for every client."""
    x, y = i.start, i.point
    rise = [sum(i.loss(c, z, y) - i.loss(c, z, x) for z in i.samples) / len(i.samples) for c in range(i.N)]
    above = [rise[c] - i.mean_gradient(c, x) @ (y - x) for c in range(i.N)]
    return np.array([constant * ((y - x) ** 2).sum() / 2] * i.N, dtype=object), np.array(above, dtype=object)


a1a = Claim(
    id="hal-a1a",
    kind="assumption",
    says="Strong convexity is the Hessian bound: where every Hessian is at least mu Id, f_c lies mu/2 |y - x|^2 above its tangents.",
    printed=Printed("hal", "A1(a)", r"f_c\ \mu\text{-strongly convex with }\mu>0,\text{ that is }\nabla^2f_c(\theta)\succcurlyeq\mu\,Id"),
    statement=lambda i: lower_bound(i, i.mu),
    checks=(CounterexampleSearch(sampled_runs, relation="<=", scope="exact quartics with Hessian at least mu Id", sizes=SIZES),),
    controls={
        "2 mu": lambda i: lower_bound(i, 2 * i.mu),
        "3/2 mu": lambda i: lower_bound(i, i.mu + i.mu / 2),
        "L for mu": lambda i: lower_bound(i, i.L + 1),
    },
    reduction="an assumption: met by these instances, and not with a larger constant",
    expect=Tier.SUPPORTED,
)


def spread_samples(d, N):
    """Strongly convex clients whose sample losses need not be convex."""
    return sampled_runs(d, N, cubic=False, indefinite=True)


a1b = Claim(
    id="hal-a1b",
    kind="assumption",
    says="Smooth sample losses are said to be cocoercive 'in particular'. That takes convexity, which the preprint does not assume.",
    printed=Printed(
        "hal",
        "A1(b)",
        r"F_c^z\ L\text{-smooth. In particular }\|\nabla F_c^{Z_c}(\theta)-\nabla F_c^{Z_c}(\theta)\|^2\le "
        r"L\langle\theta-\vartheta,\nabla F_c^z(\theta)-\nabla F_c^z(\vartheta)\rangle",
        extraction="the second theta on the left is a vartheta, as on the right and in the proof of Lemma 3; Z_c is read as z",
    ),
    statement=lambda i: assumption_1.both_sides(i, [(z, z) for z in i.samples]),
    under=Domain((), "F_c^z L-smooth, f_c strongly convex"),
    checks=(CounterexampleSearch(spread_samples, relation="<=", scope="exact quadratics with strongly convex means", sizes=SIZES),),
    corrected="symfed-cocoercivity",
    missing="F_c^z convex, as the published version adds",
    expect=Tier.IMPRECISE,
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
    printed=Printed("hal", "A1(c)", r"\nabla^2f_c(\theta)\preccurlyeq L\,Id"),
    statement=lambda i: curvature(i, i.L),
    under=Domain((), "A1(b)"),
    checks=(CounterexampleSearch(spread_samples, relation="<=", scope="exact L-smooth samples, convex or not", sizes=SIZES),),
    controls={
        "mu for L": lambda i: curvature(i, i.mu / 2),
        "L/8": lambda i: curvature(i, i.L / 8),
        "-L": lambda i: curvature(i, -i.L),
    },
    expect=Tier.SUPPORTED,
)

no_bound = Claim(
    id="hal-a1-no-third-derivative-bound",
    kind="assumption",
    says="Three derivatives are asked for, the third is not bounded: f'' = 1 + sin(2 pi theta^2)/2 is admitted, f''' being 2 pi t at t.",
    printed=Printed("hal", "A1, first sentence", r"f_c\text{ is three times differentiable}"),
    statement=1 + sp.sin(2 * sp.pi * theta**2) / 2,
    checks=(
        SymbolicIdentity(
            lambda: t,
            lambda curvature: curvature.diff(theta).subs(theta, t) / (2 * sp.pi),
            scope="f'''/(2 pi) at the integers t, for one admitted loss",
        ),
    ),
    controls={
        "half the oscillation": 1 + sp.sin(2 * sp.pi * theta**2) / 4,
        "constant f''": sp.S.One,
        "sign flipped": 1 - sp.sin(2 * sp.pi * theta**2) / 2,
    },
    reduction="1/2 <= f'' <= 3/2, so (a) to (c) hold while part (d) of the published version fails",
    expect=Tier.PROVED,
)

invertibility = replace(
    assumption_1.uniqueness,
    id="hal-a1-invertibility",
    printed=Printed("hal", "remark after A1", assumption_1.uniqueness.printed.tex),
)
