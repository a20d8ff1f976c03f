"""Proof of Theorem 3, a local path: Taylor's formula for the gradient, and the recursion unrolled."""

from dataclasses import replace

import numpy as np
import sympy as sp

from proofs_checks.aistats.equation_4 import epsilon
from proofs_checks.aistats.proofs.section_b5 import PLACE, given, le
from proofs_checks.aistats.quadratic_mean_path import Gamma_c
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.rough import rough_loss
from proofs_checks.aistats.shrinking import always_zero
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw
from proofs_checks.aistats.theorem_3 import smoothness
from proofs_checks.symfed.remainders.bias import D_c, K
from proofs_checks.symfed.remainders.setting import NO_PULL
from proofs_checks.symfed.remainders.sums import A_c, G
from symfed.checks import CounterexampleSearch, GrowthCheck, inequality_search
from symfed.checks.classes import EQUAL_CLIENTS, LIPSCHITZ_THIRD, REGULAR
from symfed.checks.growth import LowerBound, Step, equal
from symfed.claims import RESULT, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h, theta
from symfed.models.arrays import identity
from symfed.strategies.sampled import sampled_runs
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.noise import noise
from symfed.theorems.operators import minimiser, third_near
from symfed.theorems.sequences import instance, linear_combination
from symfed.theorems.vocabulary import Norm, Outer, grad, sequence

# ---- Taylor's formula


def taylor_of_rough_loss() -> LowerBound:
    """What the first orders of the gradient leave on a loss with a 1/2-Hölder third derivative: |theta|^(5/2)."""
    loss = rough_loss()
    curve = sp.sin(theta) ** sp.Rational(5, 2) / 5
    return LowerBound(
        instance=loss.instance,
        bound=(2 / sp.pi) ** sp.Rational(5, 2) / 5 * theta ** sp.Rational(5, 2),
        variable=theta,
        towards=sp.S.Zero,
        steps=(
            *loss.steps[:2],
            Step(
                "f'(theta) - theta = |sin theta|^(5/2)/5, whose first two derivatives vanish at 0: all of it is R_3",
                tuple(equal(sp.Limit(slope, theta, 0), 0) for slope in (curve, *(sp.Derivative(curve, (theta, k)) for k in (1, 2)))),
            ),
            Step("sin theta >= (2/pi) theta on [0, pi/2] (Jordan)", by="Jordan's inequality"),
        ),
    )


TAYLOR_TEX = (
    r"\nabla f(\tilde T)=\nabla^2f(\theta^\star)(\tilde T-\theta^\star)+\frac12\nabla^3f(\theta^\star)(\tilde T-\theta^\star)^{\otimes2}+"
    r"\mathcal R_{3,h}^c(\tilde T),\ \sup_\theta\|\mathcal R_{3,h}^c(\theta)\|/\|\theta-\theta^\star\|^3<\infty"
)
taylor = Claim(
    id="aistats-B5-taylor",
    kind="expansion",
    says="Taylor's formula for the gradient along a path, printed with a rest of the third order. A1 bounds third derivatives and does not make them "
    "Lipschitz: the rest may be of the order 5/2. It depends neither on h nor, for equal clients, on c.",
    printed=printed_at(f"{PLACE}, expansion of local updates", TAYLOR_TEX),
    statement=theta**3,
    under=given(REGULAR),
    checks=GrowthCheck(taylor_of_rough_loss, "bounded, 1/2-Hölder third derivative"),
    corrected="symfed-B5-taylor",
    missing=smoothness("|theta - theta*|^(5/2)"),
    see=("aistats-thm3-bias",),
    erratum=Erratum(RESULT, "Theorem 3's bias needs the same words; its variance does not."),
    expect=Tier.IMPRECISE,
)
REST = grad(x) - A_c * (x - theta_star) - D_c * Outer(x - theta_star, x - theta_star) / 2
CUBIC = le(Norm(REST), K / 6 * Norm(x - theta_star) ** 3)


def quartic(i, share=1):
    """|grad F - 12 ...| of every sample loss with a quartic term, about zero: its cube is all of the rest, K = 6 |k| d^(1/2)."""
    point, left, right = 2 * i.point, [], []
    for c in range(i.N):
        for z in i.samples:
            rest = i.cubes[c, z] * point**3
            left.append((rest**2).sum())
            right.append(share * i.cubes[c, z] ** 2 * (point**2).sum() ** 3)
    return np.array(left), np.array(right)


smooth_taylor = Claim(
    id="symfed-B5-taylor",
    kind="inequality",
    says="Where third derivatives are Lipschitz near theta* and clients equal, the first orders of the gradient leave at most K/6 |theta - theta*|^3, "
    "everywhere, for some constant K.",
    printed=printed_at("Taylor's formula in Appendix B.5 with its missing condition", TAYLOR_TEX),
    statement=CUBIC,
    under=given(REGULAR, EQUAL_CLIENTS) & Domain((), (LIPSCHITZ_THIRD,)),
    lemmas=crosscheck(
        "quartic losses",
        quartic,
        inequality_search(sampled_runs, scope="exact quartic losses", sizes=((1, 1), (2, 1)), examples=12),
        wrong={"nine tenths": lambda i: quartic(i, share=i.gamma / i.gamma * 9 / 10)},
        assumes=Domain(),
    ),
    follows=(
        Apply(minimiser, "optimum", point=theta_star),
        Apply(third_near, "third", point=theta_star, third=D_c, bound=K, u=x),
        *NO_PULL[:2],
        linear_combination("no gradient there", REST, REST - G, ("none pulls/1",)),
        Arithmetic("rest", CUBIC, {"no gradient there/2": 1, "third/1": 1}),
    ),
    expect=Tier.PROVED,
)

# ---- the recursion unrolled

rest_c = sequence("third_rest_c", "what Taylor's formula to the second order about theta* leaves of a client's gradient at a point")
carried_cw = sequence(
    "carried_rests_cw", "the steps' curved terms, rests and noise so far, each multiplied by Id - gamma A_c once for every later step"
)
FROM_STAR, NOW = x - theta_star, S_cw(h, x)
CURVED_TERM = D_c * Outer(FROM_STAR, FROM_STAR) / 2
UNROLLED = sp.Eq(S_cw(H, x) - theta_star, Gamma_c(H, FROM_STAR) - gamma * carried_cw(H, x), evaluate=False)


def centred(i):
    """The run with every client's gradient shifted to be zero at the drawn point, its theta*."""
    pulls = np.stack([i.mean_gradient(c, i.point) for c in range(i.N)])
    return replace(i, vectors=i.vectors + pulls[:, None])


def rounds(d, N):
    return sampled_runs(d, N).map(centred)


def summed(i, half=1, later=1, sign=1):
    """Every client's end of a round from theta*, and the printed sum: half the third derivative, H-h-1 factors, minus."""
    left, right, star = [], [], i.point
    for c in range(i.N):
        one = identity(len(star), i.matrices)
        cube = i.cubes[c].sum() / len(i.samples)
        step = one - i.gamma * (i.matrices[c].sum(axis=0) / len(i.samples) + 3 * cube * one * star**2)
        powers = [one]
        for _ in range(i.H + 1):
            powers.append(step @ powers[-1])
        path = [i.start]
        for z in i.draws[0, c]:
            path.append(path[-1] - i.gamma * i.gradient(c, z, path[-1]))
        gaps = [point - star for point in path]
        terms = [
            half * 3 * cube * star * gap**2 + cube * gap**3 + epsilon(i, c, z, point)
            for gap, point, z in zip(gaps[:-1], path[:-1], i.draws[0, c], strict=True)
        ]
        left.append(gaps[-1])
        right.append(powers[i.H] @ gaps[0] - sign * i.gamma * sum(powers[i.H - k - later] @ term for k, term in enumerate(terms)))
    return np.array(left), np.array(right)


unrolled_path = Claim(
    id="aistats-B5-unrolled",
    kind="identity",
    says="A local path as a sum over its steps: what is curved, the rest and the noise, each multiplied by what follows. R_3 is read as the rest of Taylor's "
    "formula, which makes it an identity; that the gradients of equal clients vanish at theta* is used.",
    printed=printed_at(
        f"{PLACE}, the recursion unrolled",
        r"\tilde T_c^{(\gamma,H)}-\theta^\star=\Gamma_c^{\star,H}(\theta-\theta^\star)-\gamma\sum_{h=0}^{H-1}\Gamma^{\star,H-h-1}\Big(\frac12\nabla^3f"
        r"(\theta^\star)(\tilde T_c^{(\gamma,h)}-\theta^\star)^{\otimes2}+\mathcal R_{3,h}^c(\tilde T_c^{(\gamma,h)})+\varepsilon_c^{Z_c^{h+1}}"
        r"(\tilde T_c^{(\gamma,h)})\Big)",
    ),
    statement=UNROLLED,
    under=given(REGULAR, EQUAL_CLIENTS),
    lemmas=crosscheck(
        "quartic losses",
        summed,
        CounterexampleSearch(rounds, scope="exact quartic losses, every step run", sizes=((1, 1), (1, 2), (2, 1)), examples=15),
        wrong={
            "the third derivative, not half of it": lambda i: summed(i, half=2),
            "H - h factors": lambda i: summed(i, later=0),
            "plus": lambda i: summed(i, sign=-1),
        },
        assumes=Domain(),
    ),
    follows=(
        *SINGLE.definitions[:2],
        Apply(minimiser, "optimum", point=theta_star),
        *NO_PULL[:2],
        Define("rest", sp.Eq(rest_c(x), grad(x) - G - A_c * FROM_STAR - CURVED_TERM)),
        Define("no factor", sp.Eq(Gamma_c(0, x), x)),
        Define("factor", sp.Eq(Gamma_c(h + 1, x), Gamma_c(h, x) - gamma * A_c * Gamma_c(h, x))),
        Define("nothing carried", sp.Eq(carried_cw(0, x), 0 * x)),
        Define(
            "carried on",
            sp.Eq(
                carried_cw(h + 1, x),
                carried_cw(h, x) - gamma * A_c * carried_cw(h, x) + CURVED_TERM.xreplace({x: NOW}) + rest_c(NOW) + noise(h, NOW),
            ),
        ),
        Apply(instance, "no factor there", relation="no factor", at={x: FROM_STAR}),
        Apply(instance, "factor there", relation="factor", at={x: FROM_STAR}),
        Apply(instance, "rest there", relation="rest", at={x: NOW}),
        *always_zero(
            "path",
            NOW - theta_star - Gamma_c(h, FROM_STAR) + gamma * carried_cw(h, x),
            A_c,
            (("start", "no factor there", "nothing carried"), (1, -1, gamma)),
            (("local step", "factor there", "carried on", "rest there", "none pulls/1"), (1, -1, gamma, gamma, -gamma)),
        ),
        Apply(instance, "after H steps", relation="path", at={h: H}),
        linear_combination("unrolled", UNROLLED.lhs, UNROLLED.rhs, ("after H steps",)),
    ),
    see=("aistats-B5-taylor", "aistats-eq49-unrolled"),
    expect=Tier.PROVED,
)
