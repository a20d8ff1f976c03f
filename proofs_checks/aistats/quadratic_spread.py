"""On quadratics: how far iterates of the stationary law and their local paths spread, in mean square, and how long samples' gradients are there.

Steps of one proof, from MEAN_PATH and the bound of the bias; all numbers are free of gamma, H and N but for what is shown.
"""

import sympy as sp

from proofs_checks.aistats.proposition_1 import RATE
from proofs_checks.aistats.quadratic_mean_path import BIAS, FROM_STAR, A_c, M_c
from proofs_checks.aistats.quantities import theta_star, x, y
from proofs_checks.aistats.second_order_path import g
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw, theta_sto, theta_w
from symfed.core.symbols import H, L, gamma, h, lam, mu
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.moments import hoelder
from symfed.theorems.noise import fresh_noise, noise, noise_at, noise_changes
from symfed.theorems.norms import inner_adds, jensen, jensen_sum, mean_of, squared_triangle, triangle
from symfed.theorems.operators import pull_at, quadratic_gradient, spectral
from symfed.theorems.randomness import cocoercive, expectation_of, fresh_sample, kept_by_round, monotone, polarisation
from symfed.theorems.sequences import bounded_by_induction, combination, instance, linear_combination
from symfed.theorems.vocabulary import E, Inner, Mean, Norm, Quantity, sample_grad, sequence

T_w = SINGLE.T_w
pull = Quantity("pull", "the norm of the longest of the clients' gradients at theta*")
sigma = Quantity("sigma_star", "a bound of the clients' noise at theta*: its fourth moment is at most the fourth power")
S, M, e_0 = S_cw(h, theta_w), M_c(h), theta_w - theta_star
GAP, NOISE, AT_STAR = S - M, noise(h, M), noise(h, theta_star)
PUSH = sample_grad(h, S) - sample_grad(h, M)
FROM = S - theta_star
SLOW = 1 - gamma * mu / 2
NU2 = Quantity("nu_2", "a bound of the noise's mean square on the mean path")
SPREAD = Quantity("spread", "the stationary law and the paths from it have variances of at most gamma times it")
PATH2 = Quantity("path_2", "a bound of the mean square distance of the paths to theta*")
NOISE2 = Quantity("noise_2", "a bound of the noise's mean square on the paths")
GRADIENT2 = Quantity("sample_2", "a bound of the mean square of the samples' gradients on the paths")
CONSTANTS = (
    Define("nu_2 is", sp.Eq(NU2, 2 * sigma**2 + 8 * L**2 * pull**2 / mu**2)),
    Define("spread is", sp.Eq(SPREAD, 6 * NU2 / mu)),
    Define("path_2 is", sp.Eq(PATH2, 2 * SPREAD / L + 2 * pull**2 / mu**2)),
    Define("noise_2 is", sp.Eq(NOISE2, 2 * sigma**2 + 8 * L**2 * PATH2)),
    Define("sample_2 is", sp.Eq(GRADIENT2, 3 * (NOISE2 + L**2 * PATH2 + pull**2))),
)


def le(left, right):
    return sp.Le(left, right, evaluate=False)


def at(index, value):
    """A value at another index of local steps."""
    return value.xreplace({h: index})


#: The mean path comes no farther from theta* than pull/mu, nor than it started and its gradients bring it.
MEAN_PATH_NEAR = (
    Apply(pull_at, "longest", point=theta_star, bound=pull),
    Apply(spectral, "mean path shrinks", by=("mu <= L",), matrix=A_c, function=1 - gamma * lam, bound=RATE, v=FROM_STAR),
    Apply(triangle, "mean path in two", u=FROM_STAR - gamma * A_c * FROM_STAR, v=-gamma * g),
    Arithmetic(
        "mean path on",
        le(Norm(at(h + 1, FROM_STAR)), RATE * Norm(FROM_STAR) + gamma * pull),
        {"path steps/2": 1, "mean path shrinks": 1, "mean path in two": 1, "longest": gamma},
    ),
    *[
        bounded_by_induction(name, Norm(FROM_STAR), h, bound, factor=RATE, increment=gamma * pull, by=("mu <= L", "path starts/2"))
        for name, bound in (
            ("mean path rises", Norm(BIAS) + gamma * h * pull),
            ("mean path rests", RATE**h * Norm(BIAS) + (1 - RATE**h) * pull / mu),
        )
    ],
    Apply(instance, "rests at H", relation="mean path rests", at={h: H}),
    Apply(mean_of, "rests in the mean", relation="rests at H"),
    Apply(jensen, "rests, convexity", v=at(H, FROM_STAR)),
    Arithmetic("rate below one", sp.Lt(RATE**H, 1, evaluate=False), ("mu <= L",)),
    Arithmetic(
        "closes", le((1 - RATE**H) * Norm(BIAS), (1 - RATE**H) * pull / mu), ("path ends/2", "rests, convexity", "rests in the mean")
    ),
    Arithmetic("bias not far", le(Norm(BIAS), pull / mu), ("closes", "rate below one")),
    Arithmetic("powers at most one", le(RATE**h, 1), ("mu <= L",)),
    Arithmetic("never far", le(Norm(FROM_STAR), pull / mu), ("mean path rests", "bias not far", "powers at most one", "mu <= L")),
)

#: The noise at theta*, and on the mean path.
NOISE_THERE = (
    Apply(noise_at, "sigma", point=theta_star, bound=sigma),
    *CONSTANTS,
    Apply(noise_changes, "noise changes", x=M, y=theta_star, step=h),
    Apply(squared_triangle, "noise in two", u=AT_STAR, v=NOISE - AT_STAR),
    Arithmetic(
        "noise near",
        le(Norm(NOISE) ** 2, 2 * Norm(AT_STAR) ** 2 + 8 * L**2 * pull**2 / mu**2),
        {
            "noise in two": 1,
            "noise changes": 2 * (Norm(NOISE - AT_STAR) + 2 * L * Norm(FROM_STAR)),
            "never far": 8 * L**2 * (Norm(FROM_STAR) + pull / mu),
        },
    ),
    Apply(expectation_of, "noise near in the mean", relation="noise near"),
    Apply(hoelder, "noise squared", vectors=(AT_STAR, AT_STAR), sizes=(sigma, sigma), power=4),
    Arithmetic("nu", le(E(Norm(NOISE) ** 2), NU2), {"noise near in the mean": 1, "noise squared": 2, "nu_2 is": -1}),
)

_GAP2, _FORWARD = E(Norm(GAP) ** 2), gamma * (2 - sp.Rational(3, 2) * gamma * L)
#: The stationary law and the local paths from it spread by gamma SPREAD about their means: a step shrinks that and adds 3 gamma^2 NU2.
SPREADS = (
    Apply(quadratic_gradient, "linear on the mean path", x=M, y=theta_star, anywhere=theta_star),
    linear_combination(
        "apart from the mean",
        at(h + 1, GAP),
        GAP - gamma * (PUSH + NOISE),
        {"local step there": 1, "path steps/1": -1, "linear on the mean path/1": -gamma},
    ),
    Apply(polarisation, "its square", u=GAP, v=PUSH + NOISE, factor=gamma),
    Apply(inner_adds, "two pushes", u=GAP, v=PUSH, w=NOISE),
    Apply(squared_triangle, "square of two", u=PUSH, v=NOISE, weight=sp.S.Half),
    Apply(cocoercive, "cocoercive there", x=S, y=M, step=h),
    Arithmetic(
        "one sample on",
        le(
            Norm(at(h + 1, GAP)) ** 2,
            Norm(GAP) ** 2 - _FORWARD * Inner(GAP, PUSH) - 2 * gamma * Inner(GAP, NOISE) + 3 * gamma**2 * Norm(NOISE) ** 2,
        ),
        {
            "apart from the mean/2": Norm(at(h + 1, GAP)) + Norm(GAP - gamma * (PUSH + NOISE)),
            "its square": 1,
            "two pushes": -2 * gamma,
            "square of two": gamma**2,
            "cocoercive there": sp.Rational(3, 2) * gamma**2,
        },
    ),
    Apply(expectation_of, "over the samples", relation="one sample on"),
    Apply(fresh_sample, "new sample there", x=S, y=M, step=h, u=GAP),
    Apply(fresh_noise, "no push there", u=GAP, y=M, step=h),
    Apply(monotone, "monotone there", x=S, y=M),
    Apply(expectation_of, "monotone there in the mean", relation="monotone there"),
    Arithmetic(
        "one step on the spread",
        le(E(Norm(at(h + 1, GAP)) ** 2), SLOW * _GAP2 + 3 * gamma**2 * NU2),
        {
            "over the samples": 1,
            "new sample there": -_FORWARD,
            "no push there": -2 * gamma,
            "monotone there in the mean": _FORWARD,
            "nu": 3 * gamma**2,
        },
    ),
    linear_combination("spread begins", at(0, GAP), theta_w - theta_sto, {"start there": 1, "path starts/1": -1}),
    Arithmetic("begins squared", sp.Eq(Norm(at(0, GAP)) ** 2, Norm(theta_w - theta_sto) ** 2, evaluate=False), ("spread begins/2",)),
    Apply(expectation_of, "begins in the mean", relation="begins squared"),
    bounded_by_induction(
        "spread on the way",
        _GAP2,
        h,
        SLOW**h * E(Norm(theta_w - theta_sto) ** 2) + (1 - SLOW**h) * gamma * SPREAD,
        factor=SLOW,
        increment=3 * gamma**2 * NU2,
        by=("mu <= L", "begins in the mean", "spread is"),
    ),
    Apply(instance, "spread at H", relation="spread on the way", at={h: H}),
    Apply(mean_of, "spread in the mean", relation="spread at H"),
    Apply(jensen, "spread, convexity", v=at(H, GAP), power=2),
    Apply(expectation_of, "spread, convexity in the mean", relation="spread, convexity"),
    linear_combination("round and mean", T_w(theta_w) - theta_sto, Mean(at(H, GAP)), {"round there": 1, "path ends/1": -1}),
    Arithmetic(
        "round squared", sp.Eq(Norm(T_w(theta_w) - theta_sto) ** 2, Norm(Mean(at(H, GAP))) ** 2, evaluate=False), ("round and mean/2",)
    ),
    Apply(expectation_of, "round squared in the mean", relation="round squared"),
    Apply(kept_by_round, "kept", by=("mu <= L",), mapping=T_w, factor=RATE**H, x=x, y=y, law=theta_w, about=theta_sto),
    Arithmetic("slow rate below one", sp.Lt(SLOW**H, 1, evaluate=False), ("mu <= L",)),
    Arithmetic(
        "spread closes",
        le((1 - SLOW**H) * E(Norm(theta_w - theta_sto) ** 2), (1 - SLOW**H) * gamma * SPREAD),
        ("kept", "round squared in the mean", "spread, convexity in the mean", "spread in the mean"),
    ),
    Arithmetic("spread", le(E(Norm(theta_w - theta_sto) ** 2), gamma * SPREAD), ("spread closes", "slow rate below one")),
    Arithmetic("slow powers", sp.And(le(0, SLOW**h), le(SLOW**h, 1)), ("mu <= L",)),
    Arithmetic("spread of paths", le(_GAP2, gamma * SPREAD), ("spread on the way", "spread", "slow powers/1")),
)

_PATH2, MOVED = E(Norm(FROM) ** 2), S - theta_w
turn_cw = sequence(
    "turn_cw", "what the local path from the stationary law turns from its first direction, noise taken off, after so many steps"
)
noise_cw = sequence("noise_sum_cw", "the sum of the noise of so many local steps from a point")
TURN, NOISES = turn_cw(h), noise_cw(h, theta_w)


def adds_up(name, total, step, begins, steps, square, known, bound):
    """E|total|^2 <= bound, by (1 + 1/(h+1)) and (h+2): a total that starts at zero and adds a step whose mean square is at most `square`.

    begins, steps: equations and factors that say so. known: the fact that E|step|^2 <= square.
    """
    after = at(h + 1, total)
    return (
        Apply(combination, f"{name} begins", u=at(0, total), v=0 * x, equations=begins[0], factors=begins[1]),
        Apply(combination, f"{name} steps", u=after, v=total + step, equations=steps[0], factors=steps[1]),
        Apply(squared_triangle, f"{name} in two", u=total, v=step, weight=1 / (h + 1)),
        Arithmetic(
            f"{name} by one",
            le(Norm(after) ** 2, (h + 2) / (h + 1) * Norm(total) ** 2 + (h + 2) * Norm(step) ** 2),
            (f"{name} steps/2", f"{name} in two"),
        ),
        Apply(expectation_of, f"{name} by one in the mean", relation=f"{name} by one"),
        Arithmetic(f"{name} nothing at first", le(Norm(at(0, total)) ** 2, 0), (f"{name} begins/2",)),
        Apply(expectation_of, f"{name} nothing at first in the mean", relation=f"{name} nothing at first"),
        bounded_by_induction(
            name,
            E(Norm(total) ** 2),
            h,
            bound,
            factor=(h + 2) / (h + 1),
            increment=(h + 2) * square,
            by=("mu <= L", f"{name} by one in the mean", known, f"{name} nothing at first in the mean"),
        ),
    )


#: Paths, noise and samples' gradients are bounded in mean square at every step; so a path moves by h steps of such length at most.
BOUNDED_PATHS = (
    Apply(squared_triangle, "path in two", u=GAP, v=FROM_STAR),
    Apply(expectation_of, "path in two in the mean", relation="path in two"),
    Arithmetic("path", le(_PATH2, 2 * gamma * SPREAD + 2 * Norm(FROM_STAR) ** 2), {"path in two in the mean": 1, "spread of paths": 2}),
    Arithmetic("mean path squared", le(Norm(FROM_STAR) ** 2, pull**2 / mu**2), {"never far": Norm(FROM_STAR) + pull / mu}),
    Arithmetic("path bounded", le(_PATH2, PATH2), {"path": 1, "mean path squared": 2, "path_2 is": -1}),
    Apply(noise_changes, "noise changes there", x=S, y=theta_star, step=h),
    Apply(squared_triangle, "noise there in two", u=AT_STAR, v=noise(h, S) - AT_STAR),
    Arithmetic(
        "noise there",
        le(Norm(noise(h, S)) ** 2, 2 * Norm(AT_STAR) ** 2 + 8 * L**2 * Norm(FROM) ** 2),
        {"noise there in two": 1, "noise changes there": 2 * (Norm(noise(h, S) - AT_STAR) + 2 * L * Norm(FROM))},
    ),
    Apply(expectation_of, "noise there in the mean", relation="noise there"),
    Arithmetic(
        "noise bounded",
        le(E(Norm(noise(h, S)) ** 2), NOISE2),
        {"noise there in the mean": 1, "noise squared": 2, "path bounded": 8 * L**2, "noise_2 is": -1},
    ),
    Apply(spectral, "curved", by=("mu <= L",), matrix=A_c, function=lam, bound=L, v=FROM),
    Apply(jensen_sum, "sample in three", vectors=(noise(h, S), A_c * FROM, g)),
    linear_combination("sample there", sample_grad(h, S), noise(h, S) + A_c * FROM + g, ("linear/1",)),
    Arithmetic("curved squared", le(Norm(A_c * FROM) ** 2, L**2 * Norm(FROM) ** 2), ("curved",)),
    Arithmetic(
        "sample",
        le(Norm(sample_grad(h, S)) ** 2, 3 * (Norm(noise(h, S)) ** 2 + L**2 * Norm(FROM) ** 2 + pull**2)),
        {
            "sample in three": 1,
            "sample there/2": Norm(sample_grad(h, S)) + Norm(noise(h, S) + A_c * FROM + g),
            "curved squared": 3,
            "longest": 3 * (Norm(g) + pull),
        },
    ),
    Apply(expectation_of, "sample in the mean", relation="sample"),
    Arithmetic(
        "samples bounded",
        le(E(Norm(sample_grad(h, S)) ** 2), GRADIENT2),
        {"sample in the mean": 1, "noise bounded": 3, "path bounded": 3 * L**2, "sample_2 is": -1},
    ),
    *adds_up(
        "moved",
        MOVED,
        -gamma * sample_grad(h, S),
        (("start there",), (1,)),
        (("local step there",), (1,)),
        gamma**2 * GRADIENT2,
        "samples bounded",
        2 * gamma**2 * h**2 * GRADIENT2,
    ),
    Define("no turn", sp.Eq(turn_cw(0), 0)),
    Define("turn", sp.Eq(turn_cw(h + 1), turn_cw(h) - gamma * A_c * MOVED)),
    Apply(spectral, "turned by", by=("mu <= L",), matrix=A_c, function=lam, bound=L, v=MOVED),
    Arithmetic("turned by, squared", le(Norm(A_c * MOVED) ** 2, L**2 * Norm(MOVED) ** 2), ("turned by",)),
    Apply(expectation_of, "turned by in the mean", relation="turned by, squared"),
    Arithmetic(
        "turned by at most",
        le(E(Norm(A_c * MOVED) ** 2), 2 * gamma**2 * L**2 * h**2 * GRADIENT2),
        {"turned by in the mean": 1, "moved": L**2},
    ),
    *adds_up(
        "turns",
        TURN,
        -gamma * A_c * MOVED,
        (("no turn",), (1,)),
        (("turn",), (1,)),
        2 * gamma**4 * L**2 * h**2 * GRADIENT2,
        "turned by at most",
        gamma**4 * L**2 * h**4 * GRADIENT2,
    ),
    Define("no noise", sp.Eq(noise_cw(0, x), 0)),
    Define("one noise more", sp.Eq(noise_cw(h + 1, x), noise_cw(h, x) + noise(h, S_cw(h, x)))),
    Apply(instance, "no noise there", relation="no noise", at={x: theta_w}),
    Apply(instance, "one noise more there", relation="one noise more", at={x: theta_w}),
    *adds_up(
        "noises",
        NOISES,
        noise(h, S),
        (("no noise there",), (1,)),
        (("one noise more there",), (1,)),
        NOISE2,
        "noise bounded",
        2 * h**2 * NOISE2,
    ),
)
