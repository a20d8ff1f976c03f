"""Lemma 8's local step, by another way than the printed one: Lemma 6's step at V, and what the shift of the gradient adds in L^6."""

import sympy as sp

from proofs_checks.aistats.proofs.lemma_6_numbers import weights
from proofs_checks.aistats.proofs.lemma_6_step import CHANGE as CHANGE_x
from proofs_checks.aistats.proofs.lemma_6_step import EPS, KS, SMOOTH, a, le, m, p
from proofs_checks.aistats.proofs.lemma_6_step import GAP as GAP_x
from proofs_checks.aistats.proofs.lemma_7_step import DISTANCE, SHIFT, V, g
from proofs_checks.aistats.proofs.lemma_8_powers import NOISY
from proofs_checks.aistats.proofs.lemma_8_terms import AFTER, CLASSES, Terms, exact, near
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.hal.proofs.lemma_6 import CHANGE, NOISE, constant
from symfed.claims import Claim, Domain, ProofStep, Tier, printed_at
from symfed.core.symbols import L, gamma, h, mu, tau
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.moments import minkowski_moment, raised
from symfed.theorems.noise import fresh_noise
from symfed.theorems.norms import inner_adds, schwarz, triangle
from symfed.theorems.operators import ordered_curvatures
from symfed.theorems.randomness import cocoercive, expectation_of, monotone, polarisation
from symfed.theorems.sequences import instance
from symfed.theorems.vocabulary import E, Inner, Norm, grad, sample_grad

SMALL = sp.Le(8 * gamma * L, 1)
LONGER = Domain((SMALL,), lines={str(SMALL): "Lemma 8, which asks for less"})
#: The gradient at x less that of f_c at theta*, as (30) centres it: its change and the noise at theta*, without any pull.
CENTRED = sample_grad(h, x) - grad(theta_star)
b, c, THERE = Inner(GAP_x, CENTRED), Norm(CENTRED), Norm(GAP_x - gamma * CENTRED)
PUSH_x = Inner(GAP_x, grad(x) - grad(theta_star))
POWERS: tuple[ProofStep, ...] = tuple(
    step
    for k in (2, 4, 6)
    for step in (
        Apply(raised, f"c to the {k}", relation="c splits", power=k),
        Arithmetic(f"convexity {k}", le((p + m) ** k, 2 ** (k - 1) * (p**k + m**k))),
        Arithmetic(f"split {k}", le(c**k, 2 ** (k - 1) * (p**k + m**k)), {f"c to the {k}": 1, f"convexity {k}": 1}),
    )
)
SHARPER = (
    a**6 - 6 * gamma * a**4 * b + 15 * gamma**2 * a**4 * c**2 + 20 * gamma**3 * a**3 * m * c**2
    + 15 * gamma**4 * a**2 * c**4 + 6 * gamma**5 * a * m * c**4 + gamma**6 * c**6
)  # fmt: skip
SUMMED = a**6 + gamma * (weights(14) - 6) * a**4 * PUSH_x + sum(NOISE[k] * (gamma * tau) ** k * a ** (6 - k) for k in KS)
SQUARED, FLOOR_x = (1 - gamma * mu / 3) * a**2, 29 * gamma**2 * tau**2
#: The cube of the square after a step, from any point: the noise alone stands at odd powers, as the change of the gradient points forward.
BEFORE: tuple[ProofStep, ...] = (
    Apply(triangle, "c splits", u=CHANGE_x, v=EPS),
    Apply(inner_adds, "b splits", u=GAP_x, v=CHANGE_x, w=EPS),
    Apply(expectation_of, "b in the mean", relation="b splits"),
    Apply(fresh_noise, "no noise along it", u=GAP_x, y=theta_star, step=h),
    *SMOOTH,
    *NOISY,
    Apply(polarisation, "square", u=GAP_x, v=CENTRED, factor=gamma),
    Arithmetic("square at most", le(THERE**2, a**2 - 2 * gamma * b + gamma**2 * c**2), ("square",)),
    Apply(raised, "to the sixth", relation="square at most", power=3),
    Apply(schwarz, "b squared", u=GAP_x, v=CENTRED),
    Apply(schwarz, "noise along", u=GAP_x, v=EPS),
    Arithmetic("-b at most the noise", le(-b, a * m), ("b splits", "forward", "noise along")),
    Arithmetic(
        "sharper", le(THERE**6, sp.expand(SHARPER)),
        {
            "to the sixth": 1, "b squared": 12 * gamma**2 * a**2 + 12 * gamma**4 * c**2 + 8 * gamma**3 * a * m,
            "-b at most the noise": 12 * gamma**3 * a**2 * c**2 + 8 * gamma**3 * b**2 + 6 * gamma**5 * c**4,
        },
    ),
)  # fmt: skip
AT_A_POINT: tuple[ProofStep, ...] = (
    *BEFORE,
    *POWERS,
    Arithmetic("third powers", le(3 * m * p**2, 2 * p**3 + m**3)),
    Arithmetic("fifth powers", le(m * p**4, p**5 + m**5)),
    Arithmetic(
        "in both parts",
        le(THERE**6, a**6 - 6 * gamma * a**4 * b + sum(gamma**k * a ** (6 - k) * (CHANGE[k] * p**k + NOISE[k] * m**k) for k in KS)),
        {
            "sharper": 1, "split 2": 15 * gamma**2 * a**4 + 20 * gamma**3 * a**3 * m,
            "split 4": 15 * gamma**4 * a**2 + 6 * gamma**5 * a * m, "split 6": gamma**6, "third powers": 40 * gamma**3 * a**3 / 3,
            "fifth powers": 48 * gamma**5 * a,
        },
    ),
    Apply(expectation_of, "in the mean", relation="in both parts"),
    Arithmetic(
        "summed",
        le(E(THERE**6), sp.expand(SUMMED)),
        (
            "in the mean", "b in the mean", "no noise along it", "a new sample",
            *[f"smooth {k} in the mean" for k in KS], *[f"noise {k}" for k in KS],
        ),
        (
            1, -6 * gamma * a**4, -6 * gamma * a**4, gamma * (weights(14) - 6) * a**4,
            *[CHANGE[k] * gamma**k * a ** (6 - k) for k in KS], *[NOISE[k] * gamma**k * a ** (6 - k) for k in KS],
        ),
    ),
    Apply(monotone, "monotone", x=x, y=theta_star),
    Arithmetic(
        "contracted", le(E(THERE**6), sp.expand((1 - gamma * mu) * a**6 + sum(NOISE[k] * (gamma * tau) ** k * a ** (6 - k) for k in KS))),
        {"summed": 1, "monotone": gamma * (6 - weights(14)) * a**4, constant.id: mu * a**6},
    ),
)  # fmt: skip
S = gamma * tau
CUBED: tuple[ProofStep, ...] = (
    Apply(ordered_curvatures, "mu <= L"),
    Arithmetic("odd 3", le(a**3 * S, (a**4 + S**2 * a**2) / 2)),
    Arithmetic("odd 5", le(a * S, (a**2 + S**2) / 2)),
    Arithmetic(
        "even powers",
        le(E(THERE**6), (1 - gamma * mu) * a**6 + 15 * (4 * S**2 * a**4 + 18 * S**4 * a**2 + 40 * S**6)),
        {"contracted": 1, "odd 3": 60 * S**2, "odd 5": 240 * S**4},
    ),
    Arithmetic("rate", le(1 - gamma * mu, (1 - gamma * mu / 3) ** 3), ("mu <= L",)),
    Arithmetic("before fourth powers", le(60, 87 * (1 - gamma * mu / 3) ** 2), ("mu <= L",)),
    Arithmetic("before squares", le(270, 3 * 29**2 * (1 - gamma * mu / 3)), ("mu <= L",)),
    Arithmetic(
        "a step as in Lemma 6",
        le(E(THERE**6), (SQUARED + FLOOR_x) ** 3),
        {"even powers": 1, "rate": a**6, "before fourth powers": S**2 * a**4, "before squares": S**4 * a**2},
    ),
)
WAY = gamma**2 * L * h * g
SLOW, PULL, FRESH_NOISE = 1 - gamma * mu / 6, 7 * gamma**3 * L**2 / mu, 30 * gamma**2 * tau**2
ONE_STEP = SLOW * near**2 + PULL * h**2 * g**2 + FRESH_NOISE


def shifted(at_x, bound):
    """Sides at V, then with the shift, |.| at most gamma L times the way from V to x: E^(1/6)|u + v|^6 <= E^(1/6)|u|^6 + E^(1/6)|v|^6."""
    at_V = at_x.xreplace({x: V})
    both = (1 + gamma * mu / 6) * at_V + (1 + 6 / (gamma * mu)) * WAY**2
    return (
        Apply(instance, "at V", relation="a step as in Lemma 6", at={x: V}),
        Apply(cocoercive, "shift", x=x, y=V, step=h),
        Apply(schwarz, "shift along", u=x - V, v=SHIFT),
        Arithmetic("shift is small", le(Norm(SHIFT), L * Norm(x - V)), ("shift", "shift along")),
        *DISTANCE,
        Arithmetic("shift on the way", le(gamma * Norm(SHIFT), WAY), {"shift is small": gamma, "distance": gamma * L}),
        Apply(raised, "shift to the sixth", relation="shift on the way", power=6),
        Apply(expectation_of, "shift in the mean", relation="shift to the sixth"),
        Arithmetic("not negative at V", sp.Ge(at_V, 0, evaluate=False), ("mu <= L",)),
        Apply(
            minkowski_moment, "both", by=("not negative at V",), u=(GAP_x - gamma * CENTRED).xreplace({x: V}), v=-gamma * SHIFT,
            sizes=(sp.sqrt(at_V), WAY), power=6,
        ),
        Arithmetic("square of a gap", le(0, (gamma * mu / 6 * sp.sqrt(at_V) - WAY) ** 2), ("not negative at V",)),
        Arithmetic("two sizes", le((sp.sqrt(at_V) + WAY) ** 2, both), {"square of a gap": 6 / (gamma * mu), "not negative at V": 0}),
        Arithmetic("step's bound", le(both, bound), ("mu <= L",)),
        Arithmetic("sizes at most", le((sp.sqrt(at_V) + WAY) ** 2, bound), {"two sizes": 1, "step's bound": 1}),
        Apply(raised, "cube of it", relation="sizes at most", power=3),
        Arithmetic("one step", le(E(AFTER**6), bound**3), {"both": 1, "cube of it": 1}),
    )  # fmt: skip


def one_step(i, noise=30, pull=7, rate=1):
    """E|V_2 - theta*|^6 in the mean over the step's sample, and its bound."""
    r = Terms(i)
    left = sum(v**6 for v in r.after) / len(r.after)
    fresh = noise * i.gamma**2 * r.noise[0] ** 2
    return left, ((1 - rate * i.gamma * i.mu / 6) * r.gap**2 + pull * i.gamma**3 * i.L**2 / i.mu * r.pull**2 + fresh) ** 3


step = Claim(
    id="symfed-lem8-step",
    kind="inequality",
    says="A local step's sixth power, for V with a plus, from any local iterate, in the mean over the step's sample: Lemma 6's step at V, and "
    "Minkowski's inequality for the shift of the gradient. For gamma <= 1/(8L).",
    printed=printed_at(
        "Lemma 8's proof, one local step",
        r"\mathbb E[\|\tilde V^{h+1}-\theta^\star\|^6|\mathcal F]\le\Big((1-\frac{\gamma\mu}6)\|\tilde V^h-\theta^\star\|^2"
        r"+\frac{7\gamma^3L^2h^2}\mu\|\nabla f_c(\theta^\star)\|^2+30\gamma^2\tau^2\Big)^3",
    ),
    under=LONGER & CLASSES,
    statement=le(E(AFTER**6), ONE_STEP**3),
    lemmas=exact(
        one_step,
        {
            "no noise": lambda i: one_step(i, noise=0),
            "no pull": lambda i: one_step(i, pull=0),
        },
    ),
    follows=(*AT_A_POINT, *CUBED, *shifted(SQUARED + FLOOR_x, ONE_STEP)),
    uses=(constant.id,),
    see=("aistats-eq27-thirdpower", "symfed-lem8-short-step"),
    expect=Tier.PROVED,
)
