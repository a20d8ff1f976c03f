"""Lemma 6's proof, from (25) to rounds: equations (27) and (28) along local paths, and the mean over clients."""

import itertools

import sympy as sp

from proofs_checks.aistats.proofs.lemma_6_sixth import after_a_step
from proofs_checks.aistats.proofs.lemma_6_step import CLASSES, SMALL, STEP, exact, le, moment, read
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw
from symfed.checks import inequality_search
from symfed.claims import Claim, Domain, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h, mu, tau
from symfed.strategies.sampled import sampled_runs
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.conditional import at_drawn_point, minkowski_mean
from symfed.theorems.moments import hoelder, raised
from symfed.theorems.norms import power_mean
from symfed.theorems.operators import ordered_curvatures
from symfed.theorems.randomness import expectation_of
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination, substitution
from symfed.theorems.vocabulary import E, Mean, Norm, distance, sample_grad

THIRD = sp.Rational(1, 3)
#: The universal constant: 29 serves, and 49/10 does not.
BETA = 29
RATE, NOISE = 1 - gamma * mu / 3, gamma**2 * tau**2
T_w = SINGLE.T_w
PATH = S_cw(h, x) - theta_star
NOW, NEXT = Norm(PATH), Norm(PATH.xreplace({h: h + 1}))
SHORT = sp.Le(gamma * mu * H, 1)
ROUNDS = Domain((SMALL, SHORT), lines={str(SMALL): "Lemma 6", str(SHORT): "Lemma 6"}) & CLASSES


def cubic_root(v):
    """E^(1/3)|v|^6."""
    return E(Norm(v) ** 6) ** THIRD


def lower(name, v):
    """E|v|^4 and E|v|^2 are at most powers of E^(1/3)|v|^6."""
    size = sp.sqrt(cubic_root(v))
    return tuple(Apply(hoelder, f"{name} {k}", vectors=(v,) * k, sizes=(size,) * k, power=6) for k in (4, 2))


SAMPLE_ON_PATH = sample_grad(h, S_cw(h, x))
STEPPED = S_cw(h, x) - gamma * SAMPLE_ON_PATH - theta_star


def path_steps(premise, factor, name):
    """(27) from (25), a fact called `premise` with `factor` before its sum: at the local path, even powers alone, a cube."""
    s, root = gamma * tau, cubic_root(PATH)
    fourth, second = E(NOW**4), E(NOW**2)
    return (
        *SINGLE.definitions,
        Apply(ordered_curvatures, "mu <= L"),
        Apply(at_drawn_point, "at the path", relation=premise, x=x, step=h, at=S_cw(h, x)),
        linear_combination("a step on", PATH.xreplace({h: h + 1}), STEPPED, ("local step",)),
        Arithmetic("to the sixth", sp.Eq(NEXT**6, Norm(STEPPED) ** 6, evaluate=False), ("a step on/2",)),
        Apply(expectation_of, "to the sixth in the mean", relation="to the sixth"),
        Arithmetic("odd 3", le(NOW**3 * s, (NOW**4 + s**2 * NOW**2) / 2)),
        Arithmetic("odd 5", le(NOW * s, (NOW**2 + s**2) / 2)),
        Apply(expectation_of, "odd 3 in the mean", relation="odd 3"),
        Apply(expectation_of, "odd 5 in the mean", relation="odd 5"),
        Arithmetic(
            "even powers",
            le(E(NEXT**6), (1 - gamma * mu) * E(NOW**6) + factor * (4 * s**2 * fourth + 18 * s**4 * second + 40 * s**6)),
            {
                "to the sixth in the mean": 1,
                "at the path": 1,
                "odd 3 in the mean": 4 * factor * s**2,
                "odd 5 in the mean": 16 * factor * s**4,
            },
        ),
        *lower("moment", PATH),
        Arithmetic("rate", le(1 - gamma * mu, RATE**3), ("mu <= L",)),
        Arithmetic("before fourth powers", le(4 * factor, 3 * BETA * RATE**2), ("mu <= L",)),
        Arithmetic("before squares", le(18 * factor, 3 * BETA**2 * RATE), ("mu <= L",)),
        Arithmetic(
            name,
            le(E(NEXT**6), (RATE * root + BETA * NOISE) ** 3),
            {
                "even powers": 1,
                "moment 4": 4 * factor * s**2,
                "moment 2": 18 * factor * s**4,
                "rate": E(NOW**6),
                "before fourth powers": s**2 * root**2,
                "before squares": s**4 * root,
            },
        ),
    )


def a_step(i, beta=BETA, rate=1):
    """E|x - gamma grad F(x) - theta*|^6 and ((1 - gamma mu/3) |x - theta*|^2 + beta gamma^2 tau^2)^3."""
    gap, _, _, there = read(i)
    left, _ = after_a_step(i)
    return left, ((1 - rate * i.gamma * i.mu / 3) * gap**2 + beta * i.gamma**2 * there[0] ** 2) ** 3


def two_steps(i, beta=BETA, rate=2):
    """E|S_2 - theta*|^6 over the four pairs of samples, and ((1 - gamma mu/3)^2 |x - theta*|^2 + 2 beta gamma^2 tau^2)^3."""
    gap, _, _, there = read(i)
    after = [i.point]
    for _ in range(2):
        after = [point - i.gamma * i.gradient(0, z, point) for point in after for z in i.samples]
    left = moment([(point - i.point)[0] + gap for point in after], 6)
    return left, ((1 - i.gamma * i.mu / 3) ** rate * gap**2 + 2 * beta * i.gamma**2 * there[0] ** 2) ** 3


def largest(i, share=1):
    """E|mean of the clients after a step - theta*|^6, and the largest of the clients' own (times a share)."""
    centre = i.quadratic().optimum
    own = [[(i.point - i.gamma * i.gradient(c, z, i.point) - centre)[0] for z in i.samples] for c in range(i.N)]
    return moment([sum(pick) / i.N for pick in itertools.product(*own)], 6), share * max(moment(values, 6) for values in own)


PLACE = "Appendix B.2, proof of Lemma 6"
eq27 = Claim(
    id="aistats-eq27-thirdpower",
    kind="inequality",
    says="(27) with the universal constant 29, for all problems and steps. 49/10 is not enough: a step of 10^-6 whose noise is a twentieth of the distance shows it.",
    printed=printed_at(
        "Equation (27)",
        r"\mathbb E\|\tilde T_c^{(\gamma,h+1)}-\theta^\star\|^6\le\big((1-\gamma\mu/3)\mathbb E[\|\tilde T_c^{(\gamma,h)}-\theta^\star\|^6]^{1/3}"
        r"+\beta\gamma^2\tau^2\big)^3,\ \beta\text{ universal}",
    ),
    under=STEP,
    statement=le(E(NEXT**6), (RATE * cubic_root(PATH) + BETA * NOISE) ** 3),
    lemmas=exact(
        a_step,
        {
            "beta = 49/10": lambda i: a_step(i, i.mu / i.mu * 49 / 10),
            "a rate that nothing has": lambda i: a_step(i, beta=0, rate=9),
        },
    ),
    follows=path_steps("aistats-eq25-sixth", 20, "(27)"),
    uses=("aistats-eq25-sixth",),
    see=("aistats-eq26-odd",),
    expect=Tier.PROVED,
)

BEGINS = (
    linear_combination("begins", S_cw(0, x) - theta_star, x - theta_star, ("start",)),
    Arithmetic("begins to the sixth", sp.Eq(Norm(S_cw(0, x) - theta_star) ** 6, Norm(x - theta_star) ** 6, evaluate=False), ("begins/2",)),
    Apply(expectation_of, "begins in the mean", relation="begins to the sixth"),
    Arithmetic("root at the start", le(cubic_root(S_cw(0, x) - theta_star), Norm(x - theta_star) ** 2), ("begins in the mean",)),
)


LEVEL_c = distance("sixth_level_c", "(1 - gamma mu/3) E^(1/3)|S - theta*|^6 + 29 gamma^2 tau^2, after so many steps from a point")


def rooted(name, bound, premise):
    """The root of (27), a fact called `premise`, and what it makes of so many local steps: `bound`."""
    level, after, right = LEVEL_c(h, x), PATH.xreplace({h: h + 1}), RATE * cubic_root(PATH) + BETA * NOISE
    return (
        *SINGLE.definitions,
        Apply(ordered_curvatures, "mu <= L"),
        Arithmetic("rate not negative", sp.Ge(RATE, 0, evaluate=False), ("mu <= L",)),
        Arithmetic("level not negative", sp.Ge(right, 0, evaluate=False), {"rate not negative": cubic_root(PATH)}),
        Define("level is", sp.Eq(level, right)),
        Arithmetic("level cubed", le(E(Norm(after) ** 6), level**3), {premise: 1, "level is": -(level**2) - level * right - right**2}),
        Arithmetic("root of it", le(cubic_root(after), level), ("level cubed",)),
        Apply(substitution, "root", relation="root of it", equation="level is"),
        *BEGINS,
        bounded_by_induction(
            name, cubic_root(PATH), h, bound, factor=RATE, increment=BETA * NOISE, by=("rate not negative", "root at the start")
        ),
    )


def at_steps(x, steps):
    return x.xreplace({h: steps})


eq28 = Claim(
    id="aistats-eq28-H-steps",
    kind="inequality",
    says="(28), with 29 for beta: H local steps from any point. A geometric sum in place of H saves at most a factor 6/5 where it is used.",
    printed=printed_at(
        "Equation (28)",
        r"\mathbb E[\|\tilde T_c^{(\gamma,H)}-\theta^\star\|^6]^{1/3}\le(1-\gamma\mu/3)^H\,\mathbb E[\|\theta-\theta^\star\|^6]^{1/3}+\beta H\gamma^2\tau^2",
    ),
    under=STEP,
    statement=le(cubic_root(at_steps(PATH, H)), RATE**H * Norm(x - theta_star) ** 2 + BETA * H * NOISE),
    follows=(
        *rooted("h steps", RATE**h * Norm(x - theta_star) ** 2 + BETA * h * NOISE, "aistats-eq27-thirdpower"),
        Apply(instance, "H steps", relation="h steps", at={h: H}),
    ),
    lemmas=exact(two_steps, {"no noise": lambda i: two_steps(i, beta=0), "twenty steps": lambda i: two_steps(i, beta=0, rate=20)}),
    uses=("aistats-eq27-thirdpower",),
    expect=Tier.PROVED,
)

A_ROUND = (
    linear_combination("a round", T_w(x) - theta_star, Mean(at_steps(PATH, H)), ("round",)),
    Arithmetic(
        "a round to the sixth", sp.Eq(Norm(T_w(x) - theta_star) ** 6, Norm(Mean(at_steps(PATH, H))) ** 6, evaluate=False), ("a round/2",)
    ),
    Apply(expectation_of, "a round in the mean", relation="a round to the sixth"),
)
minkowski = Claim(
    id="aistats-lem6-minkowski",
    kind="inequality",
    says="The mean over clients in L^6: Minkowski's inequality (so the preprint), and the root mean square of the clients' norms.",
    printed=printed_at(
        PLACE + ", after (28)",
        r"\mathbb E[\|\tilde T^{(\gamma,H)}-\theta^\star\|^6]^{1/3}\le\frac1N\sum_{c=1}^N\mathbb E[\|\tilde T_c^{(\gamma,H)}-\theta^\star\|^6]^{1/3}",
    ),
    under=STEP,
    statement=le(cubic_root(T_w(x) - theta_star), Mean(cubic_root(at_steps(PATH, H)))),
    follows=(
        *SINGLE.definitions,
        *A_ROUND,
        Apply(minkowski_mean, "in L6", v=at_steps(PATH, H), size=sp.sqrt(cubic_root(at_steps(PATH, H))), power=6),
        Apply(power_mean, "squares", x=sp.sqrt(cubic_root(at_steps(PATH, H))), power=2),
        Apply(raised, "squares cubed", relation="squares", power=3),
        Arithmetic(
            "of the clients",
            le(cubic_root(T_w(x) - theta_star), Mean(cubic_root(at_steps(PATH, H)))),
            ("a round in the mean", "in L6", "squares cubed"),
        ),
    ),
    lemmas=crosscheck(
        "at most the largest",
        largest,
        inequality_search(
            lambda d, N: sampled_runs(d, N, cubic=False), scope="exact least squares, one local step", sizes=((1, 2), (1, 1))
        ),
        wrong={"nine tenths of it": lambda i: largest(i, i.gamma / i.gamma * 9 / 10)},
        assumes=Domain(),
    ),
    expect=Tier.PROVED,
)
