"""Where proofs about FedAvg with noise start: the fixed point without noise, paths from it, the stationary law, and what bounds them."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats.proposition_1 import A_ROUND_CONTRACTS, RATE, ROUNDS_CONVERGE
from proofs_checks.aistats.proposition_2 import AT_START, BOUNDED, DEVIATION, FROM_STAR, OPTIMUM, PATH, SPREAD, D_star
from proofs_checks.aistats.quantities import T_c, theta_det, theta_star, x
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw, theta_w
from symfed.checks import inequality_search
from symfed.claims import Claim, Tier, crosscheck
from symfed.core.symbols import H, L, gamma, h, lam, mu
from symfed.strategies import instances
from symfed.theorems import Apply, Arithmetic, facts_of, resting_on
from symfed.theorems.moments import hoelder, minkowski_moment, raised
from symfed.theorems.noise import noise, noise_at, noise_changes
from symfed.theorems.norms import jensen, mean_of, triangle
from symfed.theorems.operators import shared_gradient, spectral
from symfed.theorems.randomness import expectation_of
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import (
    CURVED,
    FOURTH_MOMENT,
    FRESH,
    SMOOTH_SAMPLES,
    E,
    Inner,
    Law,
    Mean,
    Norm,
    Quantity,
    distance,
    grad,
    sample_grad,
)

CLASSES = (CURVED, SMOOTH_SAMPLES, FRESH, FOURTH_MOMENT)
SMALL = sp.Le(2 * gamma * L, 1)
T_w = SINGLE.T_w
sigma = Quantity("sigma_star", "a bound of the clients' noise at theta*: its fourth moment is at most the fourth power")
pull = Quantity("pull", "the norm of the longest of the clients' gradients at theta*")
nu = Quantity("nu_path", "sigma_star + 2 L/mu pull, which bounds the noise along the path without noise from the fixed point")
size = distance("path_size", "how far local paths come from theta*, in the root of the fourth moment, after so many steps")
level = Quantity("path_level", "how far local paths come from the optimum that all clients share, in the root of the fourth moment")
SLOW = 1 - gamma * mu / 2

POINT = T_c(h, theta_det)
GAP = S_cw(h, x) - POINT
BEGIN = x - theta_det
PUSH = sample_grad(h, S_cw(h, x)) - sample_grad(h, POINT)
NOISE = noise(h, POINT)
A, FORWARD, J, M2 = Norm(GAP) ** 2, Inner(GAP, PUSH), Inner(GAP, NOISE), Norm(NOISE) ** 2
MEAN_PUSH = Inner(GAP, grad(S_cw(h, x)) - grad(POINT))
AFTER = Norm(GAP.xreplace({h: h + 1}))


def le(left, right):
    return sp.Le(left, right, evaluate=False)


def at(index, x):
    """x at another index of local steps."""
    return x.xreplace({h: index})


def tagged(steps, tag, **others):
    """Steps under names of their own, which begin with a tag; `others`: what else they name, and is named otherwise here."""
    names = {step.name: f"{tag}: {step.name}" for step in steps} | others
    moved = resting_on(steps, names)
    return tuple(
        Apply(step.theorem, names[step.name], step.by, **dict(step.arguments))
        if isinstance(step, Apply)
        else replace(step, name=names[step.name])
        for step in moved
    )


#: The fixed point without noise, that it is not far from theta*, and the stationary law.
FIXED = tagged((*A_ROUND_CONTRACTS, *[step for step in ROUNDS_CONVERGE if step.name == "fixed point"]), "exact")
_NEAR = tuple(step for step in BOUNDED if step not in DEVIATION and step.name != "bound")
NEAR = tagged((*PATH, *_NEAR), "near", **{"aistats-prop1-stationary": "exact: fixed point", "optimum": "optimum"})
LAW = tagged(SINGLE.stationary, "sampled")


def setting(*longest):
    """Where all proofs start: the optimum, the fixed point at most gamma (H-1) L/mu times `longest` from it, the stationary law."""
    return (
        OPTIMUM,
        *FIXED,
        *NEAR,
        *LAW,
        *longest,
        Apply(mean_of, "mean pull", relation="longest"),
        Apply(noise_at, "sigma", point=theta_star, bound=sigma),
    )


def along(pull):
    """How far the local path without noise from the fixed point comes from theta*: gamma (H L/mu + h) pull, and pull/mu at any time."""
    rising, resting = Norm(AT_START) + gamma * h * pull, RATE**h * Norm(AT_START) + (1 - RATE**h) * pull / mu
    return (
        linear_combination(
            "from star",
            at(h + 1, FROM_STAR),
            FROM_STAR - gamma * D_star(h) * FROM_STAR - gamma * grad(theta_star),
            {"near: local step here": 1, "near: mean Hessian/1": -gamma},
        ),
        Apply(
            spectral,
            "from star shrinks",
            by=("near: mu <= L",),
            matrix=D_star(h),
            function=1 - gamma * lam,
            bound=RATE,
            v=FROM_STAR,
        ),
        Apply(triangle, "from star in two parts", u=FROM_STAR - gamma * D_star(h) * FROM_STAR, v=-gamma * grad(theta_star)),
        Arithmetic(
            "from star steps",
            le(Norm(at(h + 1, FROM_STAR)), RATE * Norm(FROM_STAR) + gamma * pull),
            {"from star/2": 1, "from star shrinks": 1, "from star in two parts": 1, "longest": gamma},
        ),
        linear_combination("from star begins", at(0, FROM_STAR), AT_START, ("near: start here",)),
        *[
            bounded_by_induction(
                name, Norm(FROM_STAR), h, bound, factor=RATE, increment=gamma * pull, by=("near: mu <= L", "from star begins/2")
            )
            for name, bound in (("rising", rising), ("resting", resting))
        ],
        Apply(instance, "resting at H", relation="resting", at={h: H}),
        Apply(mean_of, "resting in the mean", relation="resting at H"),
        Apply(jensen, "its convexity", v=at(H, FROM_STAR)),
        linear_combination("round from there", AT_START, Mean(at(H, FROM_STAR)), {"exact: fixed point/1": -1, "near: round here": 1}),
        Arithmetic("rate below one", sp.Lt(RATE**H, 1, evaluate=False), ("near: mu <= L",)),
        Arithmetic(
            "closed",
            le((1 - RATE**H) * Norm(AT_START), (1 - RATE**H) * pull / mu),
            {"round from there/2": 1, "its convexity": 1, "resting in the mean": 1},
        ),
        Arithmetic("fixed point not far", le(Norm(AT_START), pull / mu), ("closed", "rate below one")),
        Arithmetic("powers at most one", le(RATE**h, 1), ("near: mu <= L",)),
        Arithmetic("powers not negative", sp.Ge(RATE**h, 0, evaluate=False), ("near: mu <= L",)),
        Arithmetic(
            "never far", le(Norm(FROM_STAR), pull / mu), ("resting", "fixed point not far", "powers at most one", "powers not negative")
        ),
        Arithmetic(
            "fixed point near", le(Norm(AT_START), gamma * H * L / mu * pull), {"near: divided": 1, "mean pull": gamma * (H - 1) * L / mu}
        ),
        Arithmetic("path", le(Norm(FROM_STAR), gamma * (H * L / mu + h) * pull), {"rising": 1, "fixed point near": 1}),
    )


def noise_there(pull, nu):
    """The noise along that path: its fourth moment is at most nu⁴, nu = sigma + 2 L/mu pull."""
    change = NOISE - noise(h, theta_star)
    return (
        Apply(noise_changes, "noise changes", x=POINT, y=theta_star, step=h),
        Arithmetic("by little", le(Norm(change), 2 * L / mu * pull), ("noise changes", "never far")),
        Apply(raised, "its fourth power", relation="by little", power=4),
        Apply(expectation_of, "its fourth moment", relation="its fourth power"),
        Apply(
            minkowski_moment,
            "noise to the fourth",
            u=noise(h, theta_star),
            v=change,
            sizes=(sigma, 2 * L / mu * pull),
            power=4,
        ),
        Arithmetic("level", le(sigma + 2 * L / mu * pull, nu), ("nu is",) if nu != sigma else ()),
        Apply(raised, "level to the fourth", relation="level", power=4),
        Arithmetic("nu", le(E(Norm(NOISE) ** 4), nu**4), {"noise to the fourth": 1, "level to the fourth": 1}),
        Apply(hoelder, "noise squared", vectors=(NOISE, NOISE), sizes=(nu, nu), power=4),
    )


def size_of(pull, nu):
    """How far local paths from the stationary law come from theta*, in the root of the fourth moment."""
    return 4 * sp.sqrt(gamma * L) * nu / mu + gamma * (H * L / mu + h) * pull


def known(pull, nu, size):
    """What the proofs that rest on these moments start from: the setting, and E|d|⁴ <= size⁴ along local paths."""
    return (
        sp.Eq(Mean(grad(theta_star)), 0, evaluate=False),
        sp.Eq(Law(T_w(theta_w)), Law(theta_w), evaluate=False),
        sp.Eq(size, size_of(pull, nu), evaluate=False),
        le(SPREAD, pull),
        le(E(Norm(noise(h, theta_star)) ** 4), sigma**4),
        le(E(Norm(S_cw(h, theta_w) - theta_star) ** 4), size**4),
    )


def exact(sides, wrong, homogeneous=False):
    """A bound on quadratics, where both of its sides are solved exactly: beside a proof, which does not rest on it."""
    return crosscheck(
        "quadratics",
        sides,
        inequality_search(
            lambda d, N: instances(d, N, homogeneous=homogeneous),
            scope="exact quadratics with additive noise, d <= 3",
            examples=4,
            sizes=((1, 1), (1, 2), (2, 2)),
        ),
        wrong=wrong,
    )


def part(claim, relation):
    """The name under which a premise's part is known to a proof that rests on it."""
    names = {
        fact: name
        for name, fact in facts_of(Claim("none", "identity", "", claim.printed, Tier.PROVED, reason="none"), {claim.id: claim}).items()
    }
    return names[relation]


#: Where all clients have one mean gradient, none pulls.
NO_PULL = (
    Apply(shared_gradient, "alike", point=theta_star),
    linear_combination("none pulls", grad(theta_star), 0 * x, ("alike", "optimum")),
    Arithmetic("longest", le(SPREAD, 0), ("none pulls/2",)),
)
