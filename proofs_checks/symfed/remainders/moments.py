"""Moments of FedAvg about the fixed point of FedAvg-D, and of its local paths about theta*: powers of gamma and gamma H, with constants."""

import sympy as sp

from proofs_checks.aistats.proposition_1 import RATE
from proofs_checks.aistats.proposition_2 import FROM_STAR
from proofs_checks.aistats.quantities import theta_det, theta_star, x
from proofs_checks.aistats.stochastic_round import S_cw, in_the_long_run, theta_w
from proofs_checks.symfed.remainders.setting import (
    AFTER,
    BEGIN,
    CLASSES,
    FORWARD,
    GAP,
    M2,
    MEAN_PUSH,
    NO_PULL,
    NOISE,
    POINT,
    PUSH,
    SLOW,
    SMALL,
    A,
    J,
    T_w,
    along,
    at,
    exact,
    known,
    le,
    level,
    noise_there,
    nu,
    pull,
    setting,
    sigma,
    size,
    size_of,
)
from symfed.claims import Claim, Domain, Tier, printed_at
from symfed.core.symbols import H, L, gamma, h, mu
from symfed.reference.exact import stationary_exact
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.moments import at_random_start, minkowski_moment, raised, stationary_drift
from symfed.theorems.noise import fresh_gradient, fresh_noise, fresh_product
from symfed.theorems.norms import inner_adds, jensen, jensen_sum, mean_of, schwarz
from symfed.theorems.operators import pull_at
from symfed.theorems.randomness import cocoercive, expectation_of, fresh_sample, monotone, polarisation
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import (
    SHARED,
    E,
    Mean,
    Norm,
)


def second(nu):
    """E|theta - theta_det|² <= 2 gamma nu²/mu: every local step shrinks the square by 1 - gamma mu and adds 2 gamma² nu²."""
    floor, forward = 2 * gamma * nu**2 / mu, 2 * gamma * (1 - gamma * L)
    return (
        linear_combination("apart", at(h + 1, GAP), GAP - gamma * (PUSH + NOISE), {"sampled: local step": 1, "near: local step here": -1}),
        Apply(polarisation, "square", u=GAP, v=PUSH + NOISE, factor=gamma),
        Apply(inner_adds, "two pushes", u=GAP, v=PUSH, w=NOISE),
        Apply(jensen_sum, "square of two", vectors=(PUSH, NOISE)),
        Apply(cocoercive, "cocoercive", x=S_cw(h, x), y=POINT, step=h),
        Arithmetic(
            "one sample",
            le(AFTER**2, A - 2 * gamma * (1 - gamma * L) * FORWARD - 2 * gamma * J + 2 * gamma**2 * M2),
            {
                "apart/2": AFTER + Norm(GAP - gamma * (PUSH + NOISE)),
                "square": 1,
                "two pushes": -2 * gamma,
                "square of two": gamma**2,
                "cocoercive": 2 * gamma**2,
            },
        ),
        Apply(expectation_of, "over samples", relation="one sample"),
        Apply(fresh_sample, "a new sample", x=S_cw(h, x), y=POINT, step=h, u=GAP),
        Apply(fresh_noise, "no push", u=GAP, y=POINT, step=h),
        Apply(monotone, "monotone", x=S_cw(h, x), y=POINT),
        Apply(expectation_of, "monotone in the mean", relation="monotone"),
        Arithmetic(
            "one step",
            le(E(AFTER**2), RATE * E(A) + 2 * gamma**2 * nu**2),
            {
                "over samples": 1,
                "a new sample": -forward,
                "no push": -2 * gamma,
                "monotone in the mean": forward,
                "noise squared": 2 * gamma**2,
            },
        ),
        linear_combination("begins", at(0, GAP), BEGIN, {"sampled: start": 1, "near: start here": -1}),
        Arithmetic("begins squared", sp.Eq(Norm(at(0, GAP)) ** 2, Norm(BEGIN) ** 2, evaluate=False), ("begins/2",)),
        Apply(expectation_of, "begins in the mean", relation="begins squared"),
        bounded_by_induction(
            "squares",
            E(A),
            h,
            RATE**h * Norm(BEGIN) ** 2 + (1 - RATE**h) * floor,
            factor=RATE,
            increment=2 * gamma**2 * nu**2,
            by=("near: mu <= L", "begins in the mean"),
        ),
        Apply(instance, "squares at H", relation="squares", at={h: H}),
        Apply(mean_of, "squares in the mean", relation="squares at H"),
        Apply(jensen, "convexity", v=at(H, GAP), power=2),
        Apply(expectation_of, "convexity in expectation", relation="convexity"),
        linear_combination(
            "a round", T_w(x) - theta_det, Mean(at(H, GAP)), {"sampled: round": 1, "near: round here": -1, "exact: fixed point/1": 1}
        ),
        Arithmetic("a round squared", sp.Eq(Norm(T_w(x) - theta_det) ** 2, Norm(Mean(at(H, GAP))) ** 2, evaluate=False), ("a round/2",)),
        Apply(expectation_of, "its mean", relation="a round squared"),
        Arithmetic(
            "drift",
            le(
                E(Norm(T_w(x) - theta_det) ** 2),
                Norm(BEGIN) ** 2 - (1 - RATE**H) * Norm(BEGIN) ** 2 + (1 - RATE**H) * floor,
            ),
            {"its mean": 1, "convexity in expectation": 1, "squares in the mean": 1},
        ),
        in_the_long_run(Norm(BEGIN) ** 2, 1 - RATE**H, floor, ("near: mu <= L", "rate below one")),
        Arithmetic("second moment", le(E(Norm(theta_w - theta_det) ** 2), floor), ("in the long run", "rate below one")),
    )


def FOURTH(nu):
    """What bounds the fourth moment."""
    return 232 * gamma**2 * L / mu**3 * nu**4


def between(nu):
    """What fourth powers tend to from the stationary law, and that it is below their bound."""
    increment = 28 * gamma**2 * L / mu * nu**2 * E(Norm(theta_w - theta_det) ** 2) + 60 * gamma**3 * L / mu**2 * nu**4
    return le(2 / (gamma * mu) * increment, FOURTH(nu))


def fourth(nu):
    """E|theta - theta_det|⁴ <= 232 L/mu (gamma nu²/mu)²: a local step shrinks the fourth power, and adds 28 gamma² L/mu nu² squares."""
    steep, rest = 28 * gamma**2 * L / mu, 60 * gamma**3 * L / mu**2 * nu**4
    start = Norm(BEGIN)
    increment = steep * nu**2 * start**2 + rest
    level = 2 / (gamma * mu)
    push, shorter = 1 - gamma * L, A - 2 * gamma * (1 - gamma * L) * FORWARD
    added = -2 * gamma * J + 2 * gamma**2 * M2
    most = A**2 - gamma * A * FORWARD - 4 * gamma * A * J + gamma * mu / 2 * A**2 + steep * A * M2 + 8 * gamma**4 * M2**2
    u = gamma * L
    return (
        Apply(schwarz, "pushes", u=GAP, v=PUSH),
        Apply(schwarz, "noise pushes", u=GAP, v=NOISE),
        Arithmetic("push is forward", sp.Ge(FORWARD, 0, evaluate=False), ("cocoercive",)),
        Arithmetic("push is small", le(FORWARD, L * A), ("pushes", "cocoercive", "push is forward")),
        Apply(raised, "one sample squared", relation="one sample", power=2),
        # (A - 2 gamma (1 - gamma L) I)² <= A² - gamma A I, as 0 <= I <= L A and gamma L <= 1/2
        Arithmetic("push in between", le(FORWARD**2, L * A * FORWARD), ("push is small", "push is forward")),
        Arithmetic("push squared", le(FORWARD**2, L**2 * A**2), {"push in between": 1, "push is small": L * A}),
        Arithmetic(
            "square of the shorter",
            le(shorter**2, A**2 - gamma * A * FORWARD),
            {"push in between": 4 * gamma**2 * push**2, "push is forward": gamma * A * (3 - 4 * u - 4 * u * push**2)},
        ),
        Arithmetic("pushes apart", le(0, (mu * FORWARD - 8 * gamma * push * L**2 * J) ** 2)),
        Arithmetic("push at most one", le(push**2, 1), ("near: mu <= L",)),
        Arithmetic(
            "product",
            le(8 * gamma**2 * push * FORWARD * J, gamma * mu / 2 * A**2 + 32 * gamma**3 * L**2 / mu * J**2),
            {
                "push squared": gamma * mu / (2 * L**2),
                "pushes apart": gamma / (2 * mu * L**2),
                "push at most one": 32 * gamma**3 * L**2 / mu * J**2,
            },
        ),
        Arithmetic("square of the added", le(added**2, 8 * gamma**2 * J**2 + 8 * gamma**4 * M2**2)),
        Arithmetic(
            "one sample to the fourth",
            le(AFTER**4, most),
            {
                "one sample squared": 1,
                "square of the shorter": 1,
                "product": 1,
                "square of the added": 1,
                "noise pushes": 32 * gamma**3 * L**2 / mu + 8 * gamma**2,
                "push is forward": 8 * gamma**3 * push * M2,
                "near: mu <= L": 12 * gamma**2 * A * M2 / mu,
            },
        ),
        Apply(expectation_of, "fourth powers over samples", relation="one sample to the fourth"),
        Apply(fresh_gradient, "a new sample, weighed", u=GAP, x=S_cw(h, x), y=POINT, step=h),
        Apply(fresh_noise, "no push, weighed", u=GAP, y=POINT, step=h, power=2),
        Apply(fresh_product, "noise apart", x=A, own=M2, step=h),
        Arithmetic("monotone, weighed", le(mu * A**2, A * MEAN_PUSH), {"monotone": A}),
        Apply(expectation_of, "monotone, weighed, in the mean", relation="monotone, weighed"),
        Arithmetic("noise apart, bounded", le(E(A * M2), nu**2 * E(A)), {"noise apart": 1, "noise squared": E(A)}),
        Arithmetic(
            "squares bounded",
            le(E(A), start**2 + 2 * gamma * nu**2 / mu),
            {"squares": 1, "powers at most one": start**2, "powers not negative": 2 * gamma * nu**2 / mu},
        ),
        Arithmetic(
            "fourth powers, a step",
            le(E(AFTER**4), SLOW * E(A**2) + steep * nu**2 * E(A) + 8 * gamma**4 * nu**4),
            {
                "fourth powers over samples": 1,
                "a new sample, weighed": -gamma,
                "no push, weighed": -4 * gamma,
                "monotone, weighed, in the mean": gamma,
                "noise apart, bounded": steep,
                "nu": 8 * gamma**4,
            },
        ),
        Arithmetic("short steps", SMALL),
        Arithmetic(
            "one step to the fourth",
            le(E(AFTER**4), SLOW * E(A**2) + increment),
            {
                "fourth powers, a step": 1,
                "squares bounded": steep * nu**2,
                "near: mu <= L": 4 * gamma**3 * nu**4 * (L + mu) / (L * mu**2),
                "short steps": 4 * gamma**3 * nu**4 / L,
            },
        ),
        Arithmetic("begins to the fourth", sp.Eq(Norm(at(0, GAP)) ** 4, start**4, evaluate=False), ("begins/2",)),
        Apply(expectation_of, "begins to the fourth, in the mean", relation="begins to the fourth"),
        bounded_by_induction(
            "fourth powers",
            E(A**2),
            h,
            SLOW**h * start**4 + (1 - SLOW**h) * level * increment,
            factor=SLOW,
            increment=increment,
            by=("near: mu <= L", "begins to the fourth, in the mean"),
        ),
        Apply(instance, "fourth powers at H", relation="fourth powers", at={h: H}),
        Apply(mean_of, "fourth powers in the mean", relation="fourth powers at H"),
        Apply(jensen, "convexity to the fourth", v=at(H, GAP), power=4),
        Apply(expectation_of, "convexity to the fourth, in expectation", relation="convexity to the fourth"),
        Arithmetic(
            "a round to the fourth", sp.Eq(Norm(T_w(x) - theta_det) ** 4, Norm(Mean(at(H, GAP))) ** 4, evaluate=False), ("a round/2",)
        ),
        Apply(expectation_of, "its fourth moment, in the mean", relation="a round to the fourth"),
        Arithmetic("slow rate below one", sp.Lt(SLOW**H, 1, evaluate=False), ("near: mu <= L",)),
        Arithmetic("slow powers", sp.And(le(0, SLOW**h), le(SLOW**h, 1)), ("near: mu <= L",)),
        Arithmetic(
            "fourth drift",
            le(E(Norm(T_w(x) - theta_det) ** 4), start**4 - (1 - SLOW**H) * start**4 + (1 - SLOW**H) * level * increment),
            {"its fourth moment, in the mean": 1, "convexity to the fourth, in expectation": 1, "fourth powers in the mean": 1},
        ),
        Arithmetic("in between", between(nu), {"second moment": 56 * gamma * L / mu**2 * nu**2}),
        Arithmetic("rises by so much", le((1 - SLOW**H) * between(nu).lhs, (1 - SLOW**H) * FOURTH(nu)), {"in between": 1 - SLOW**H}),
        Apply(
            stationary_drift,
            "in the long run, to the fourth",
            by=("near: mu <= L", "slow rate below one", "rises by so much"),
            mapping=T_w,
            law=theta_w,
            x=x,
            value=start**4,
            fall=(1 - SLOW**H) * start**4,
            rise=sp.expand((1 - SLOW**H) * level * increment),
            bound=(1 - SLOW**H) * FOURTH(nu),
        ),
        Arithmetic(
            "fourth moment", le(E(Norm(theta_w - theta_det) ** 4), FOURTH(nu)), ("in the long run, to the fourth", "slow rate below one")
        ),
    )


def paths(pull, nu, size):
    """E|d|⁴ <= size⁴ for the local paths d = S - theta* from the stationary law: 4 (gamma L)^(1/2) nu/mu and the path without noise."""
    level, moved = 4 * sp.sqrt(gamma * L) * nu / mu, gamma * (H * L / mu + h) * pull
    there = GAP.xreplace({x: theta_w})
    return (
        Arithmetic(
            "between them",
            le(SLOW**h * E(Norm(theta_w - theta_det) ** 4) + (1 - SLOW**h) * between(nu).lhs, FOURTH(nu)),
            {"in between": 1 - SLOW**h, "fourth moment": SLOW**h},
        ),
        Apply(at_random_start, "from the law", by=("between them",), relation="fourth powers", x=x, start=theta_w, bound=FOURTH(nu)),
        Arithmetic("noise's part", le(E(Norm(there) ** 4), level**4), ("from the law", "near: mu <= L")),
        Apply(raised, "path to the fourth", relation="path", power=4),
        Apply(minkowski_moment, "both parts", u=there, v=FROM_STAR, sizes=(level, moved), power=4),
        Arithmetic("size", le(level + moved, size), ("size is",)),
        Apply(raised, "size to the fourth", relation="size", power=4),
        Arithmetic("paths", le(E(Norm(there + FROM_STAR) ** 4), size**4), {"both parts": 1, "size to the fourth": 1}),
    )


def twice_as_far(i, share=1):
    """E|theta - theta_det|² and 2 gamma/mu times the largest noise: `share` of it. With additive noise that is the noise along every path."""
    law = stationary_exact("fedavg", i.problem, i.gamma, i.H)
    gap = law.mean - stationary_exact("fedavg_deterministic", i.problem, i.gamma, i.H).mean
    spread = law.second_moment.trace() - ((law.mean - i.problem.optimum) ** 2).sum() + (gap**2).sum()
    return spread, share * 2 * i.gamma / i.mu * max(C.trace() for C in i.problem.noise)


def bounds(pull, nu):
    """The two moments about the fixed point."""
    gap = Norm(theta_w - theta_det)
    return le(E(gap**2), 2 * gamma * nu**2 / mu), le(E(gap**4), FOURTH(nu))


TOO_SMALL = {"a fifth of the bound": lambda i: twice_as_far(i, share=i.mu / i.mu / 5)}


moments = Claim(
    id="symfed-fedavg-moments",
    kind="inequality",
    says="The iterates' second and fourth moments about FedAvg-D's fixed point are at most 2 gamma nu^2/mu and 232 L/mu (gamma nu^2/mu)^2, "
    "nu = sigma + 2 L/mu g, g the longest client gradient at theta* and sigma^4 the noise's fourth moment there; so local paths come as far "
    "from theta* as 4 (gamma L)^(1/2) nu/mu + gamma (H L/mu + h) g after h steps, in the root of the fourth moment. For all N and H.",
    printed=printed_at(
        "moments for general losses",
        r"\mathbb E\|\theta-\bar\theta_{det}\|^2\le\frac{2\gamma\nu^2}\mu,\ \mathbb E\|\theta-\bar\theta_{det}\|^4\le232\frac L\mu"
        r"\Big(\frac{\gamma\nu^2}\mu\Big)^2,\ \mathbb E^{1/4}\|\theta_c^h-\theta^\star\|^4\le\frac{4\sqrt{\gamma L}\,\nu}\mu+\gamma\Big("
        r"\frac{HL}\mu+h\Big)g,\ \nu=\sigma+\frac{2L}\mu g",
    ),
    statement=sp.And(sp.Eq(nu, sigma + 2 * L / mu * pull, evaluate=False), *bounds(pull, nu), *known(pull, nu, size(h)), evaluate=False),
    under=Domain((SMALL,), CLASSES),
    lemmas=exact(twice_as_far, TOO_SMALL),
    follows=(
        *setting(Apply(pull_at, "longest", point=theta_star, bound=pull)),
        Define("nu is", sp.Eq(nu, sigma + 2 * L / mu * pull)),
        Define("size is", sp.Eq(size(h), size_of(pull, nu))),
        *along(pull),
        *noise_there(pull, nu),
        *second(nu),
        *fourth(nu),
        *paths(pull, nu, size(h)),
    ),
    expect=Tier.PROVED,
)

shared_moments = Claim(
    id="symfed-fedavg-homogeneous-moments",
    kind="inequality",
    says="Where all clients have one mean gradient the moments about theta* are powers of gamma, whatever H: E|theta - theta*|^2 <= 2 gamma "
    "sigma^2/mu, and 232 L/mu times the square of gamma sigma^2/mu for the fourth; local paths come as far as 4 (gamma L)^(1/2) sigma/mu.",
    printed=printed_at(
        "moments for equal clients",
        r"\mathbb E\|\theta-\theta^\star\|^2\le\frac{2\gamma\sigma^2}\mu,\ \mathbb E\|\theta-\theta^\star\|^4\le232\frac L\mu"
        r"\Big(\frac{\gamma\sigma^2}\mu\Big)^2,\ \mathbb E^{1/4}\|\theta_c^h-\theta^\star\|^4\le\frac{4\sqrt{\gamma L}\,\sigma}\mu",
    ),
    statement=sp.And(*bounds(0, sigma), *known(sp.S.Zero, sigma, level), evaluate=False),
    under=Domain((SMALL,), (*CLASSES, SHARED)),
    lemmas=exact(twice_as_far, TOO_SMALL, homogeneous=True),
    follows=(
        *setting(*NO_PULL),
        Define("size is", sp.Eq(level, size_of(0, sigma))),
        *along(sp.S.Zero),
        *noise_there(sp.S.Zero, sigma),
        *second(sigma),
        *fourth(sigma),
        *paths(sp.S.Zero, sigma, level),
    ),
    expect=Tier.PROVED,
)
