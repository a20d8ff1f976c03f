"""Proof of Proposition 4, one local step: equations (43) to (45), and what they give together, as printed and as it holds."""

import flint
import numpy as np
import sympy as sp

from proofs_checks.aistats.neighborhood import A4
from proofs_checks.aistats.proofs.proposition_5_paths import powers
from proofs_checks.aistats.proposition_4 import ADDITIVE, STEPS
from proofs_checks.aistats.quadratic_mean_path import M_c
from proofs_checks.aistats.quantities import x
from proofs_checks.aistats.stochastic_round import A1, A3, SINGLE, S_cw, theta_w
from symfed.checks import CounterexampleSearch, inequality_search
from symfed.checks.growth import Counterexample, CounterexampleCheck, Step, equal, number
from symfed.claims import LOCAL_SLIP, TYPO, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import L, gamma, h, tau_uniform
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies import Instance, instances
from symfed.strategies.sampled import sampled_runs
from symfed.theorems import Apply, Arithmetic, Assumed, Define
from symfed.theorems.norms import inner_adds
from symfed.theorems.operators import ordered_curvatures
from symfed.theorems.randomness import (
    cocoercive_mean,
    expectation_of,
    fresh_square,
    fresh_variance,
    nearest_mean,
    polarisation,
)
from symfed.theorems.sequences import linear_combination
from symfed.theorems.vocabulary import FRESH, E, Inner, Norm, Vector, grad, numbers, sample_grad, sequence

PATH, SAMPLE = S_cw(h, theta_w), sample_grad(h, S_cw(h, theta_w))
pull_c = sequence("mean_pull_c", "the mean of a client's gradient after so many steps from the stationary distribution")
OFF = PATH - M_c(h)
OFF_AFTER = OFF.xreplace({h: h + 1})
AT_MEAN = grad(M_c(h))
CHANGE = grad(PATH) - AT_MEAN
FORWARD = E(Inner(OFF, CHANGE))
SPREAD, SPREAD_AFTER = E(Norm(OFF) ** 2), E(Norm(OFF_AFTER) ** 2)
NOISE = E(Norm(SAMPLE - pull_c(h)) ** 2)


def given(*relations, classes=(A1, ADDITIVE, FRESH)):
    """Conditions of Proposition 4 that a step uses."""
    lines = {str(c): "Proposition 4" for c in (*relations, *classes)}
    return Domain(relations, classes, {name: "Algorithm 1" if name == str(FRESH) else line for name, line in lines.items()})


SHORT_STEP = STEPS.relations[0]

# ---- equation (43): with the past held fixed, ϑ_0 in it

MIDDLE, PULL = (
    Vector("fixed_mean_c", "the mean of a path, as a fixed vector"),
    Vector("fixed_pull_c", "the mean of its gradients, as a fixed vector"),
)
G_x = sample_grad(h, x)
CONDITIONAL = sp.Eq(
    E(Norm(x - MIDDLE - gamma * (G_x - PULL)) ** 2),
    Norm(x - MIDDLE) ** 2 - 2 * gamma * Inner(x - MIDDLE, grad(x) - PULL) + gamma**2 * E(Norm(G_x - PULL) ** 2),
    evaluate=False,
)
EQ43 = (
    r"\mathbb E\big[\|\tilde T_c^{(\gamma,h+1)}-\mathbb E\tilde T_c^{(\gamma,h+1)}\|^2\,|\,\mathcal F_c^h\big]=\|\tilde T_c^{(\gamma,h)}-\mathbb E\tilde T_c^{(\gamma,h)}\|^2"
    r"-2\gamma\langle\tilde T_c^{(\gamma,h)}-\mathbb E\tilde T_c^{(\gamma,h)},\nabla f_c(\tilde T_c^{(\gamma,h)})-\mathbb E\nabla f_c(\tilde T_c^{(\gamma,h)})\rangle"
    r"+\gamma^2\mathbb E\big[\|\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)})-\mathbb E\nabla f_c(\tilde T_c^{(\gamma,h)})\|^2\,|\,\mathcal F_c^h\big]"
)


def start_unknown():
    """A client whose path is not known from its samples alone, as it starts from the stationary distribution."""
    share, theta, z = sp.Rational(1, 8), sp.Dummy("vartheta_0"), sp.Dummy("z")
    after = (1 - share) * theta + share * z
    return Counterexample(
        instance={
            "stochastic gradient": "theta - z, z = +1 or -1 with probability 1/2",
            "constants": "N = 1, H = 2, mu = L = 1, gamma = 1/8, h = 1, F = sigma(Z^1, Y^1)",
        },
        steps=(
            Step(
                "the left side is a function of z = Z^1 alone, as is the last term of the right side: both are means given F",
                by="the definition of a mean given a sigma-algebra",
            ),
            Step(
                "the rest of the right side is (1 - 2 gamma) T^2 = 3/4 T^2, T = 7/8 vartheta_0 + z/8: the gradient is T, and means are zero",
                (equal(sp.Derivative(after, theta), sp.Rational(7, 8)), equal(1 - 2 * number(1, 8), sp.Rational(3, 4))),
            ),
            Step(
                "were T^2 a function of z alone, so would T^2 at z = 1 less T^2 at z = -1 be a constant: 7/16 vartheta_0",
                equal(after.subs(z, 1) ** 2 - after.subs(z, -1) ** 2, sp.Rational(7, 16) * theta),
            ),
            Step(
                "vartheta_0, stationary and independent of z, is no constant: its variance is V = 1/15, from V = (7/8)^4 V + (1 + (7/8)^2)/64",
                equal(number(7, 8) ** 4 * number(1, 15) + (1 + number(7, 8) ** 2) / 64, sp.Rational(1, 15)),
            ),
        ),
    )


def a_step(i, own=1, cross=2):
    """Both sides of (43) for every client at the drawn point, about two fixed vectors, the mean over its samples taken one by one."""
    middle, pull, left, right = i.start, i.start - i.point, [], []
    for c in range(i.N):
        gradients = [i.gradient(c, z, i.point) for z in i.samples]
        mean = sum(gradients) / len(gradients)
        left.append(sum(((i.point - middle - i.gamma * (G - pull)) ** 2).sum() for G in gradients) / len(gradients))
        noise = sum(((G - pull) ** 2).sum() for G in gradients) / len(gradients)
        away = i.point - middle
        right.append(own * (away**2).sum() - cross * i.gamma * (away * (mean - pull)).sum() + i.gamma**2 * noise)
    return np.array(left), np.array(right)


eq43 = Claim(
    id="aistats-eq43-identity",
    kind="identity",
    says="The mean square of a step given the past. The past F is said to be the samples alone, of which the right side is no function: vartheta_0 is drawn, "
    "and must be in F. Nothing else changes, as only the mean over all of it is used.",
    printed=printed_at("equation (43)", EQ43 + r",\quad\mathcal F_c^h=\sigma(Z_c^{1:h},Y_c^{1:h})"),
    statement="the mean square of a step given the samples before it is the printed function of where they lead",
    under=given(*STEPS.relations, classes=(A1, A3, ADDITIVE, FRESH)),
    checks=CounterexampleCheck(start_unknown, "a quadratic client with two samples"),
    corrected="symfed-eq43",
    missing="vartheta_0 in F_c^h",
    expect=Tier.IMPRECISE,
    erratum=Erratum(LOCAL_SLIP, "vartheta_0 is missing in the past; only the mean over all of it is used"),
)
eq43_corrected = Claim(
    id="symfed-eq43",
    kind="identity",
    says="The mean square of a step given all that is drawn before, vartheta_0 included: with the path at a given point, about given vectors.",
    printed=printed_at("equation (43) with vartheta_0 in F", EQ43 + r",\quad\mathcal F_c^h=\sigma(\vartheta_0,Z_c^{1:h},Y_c^{1:h})"),
    statement=CONDITIONAL,
    under=given(classes=(FRESH,)),
    lemmas=crosscheck(
        "every sample",
        a_step,
        CounterexampleSearch(sampled_runs, scope="exact quartic losses, two samples a client", sizes=((1, 1), (1, 2), (2, 1)), examples=15),
        wrong={"half of the product": lambda i: a_step(i, cross=1), "twice the square": lambda i: a_step(i, own=2)},
        assumes=Domain(),
    ),
    follows=(
        Apply(fresh_square, "a new sample", u=x - MIDDLE, v=PULL, x=x, step=h, factor=gamma),
        Apply(fresh_square, "its noise", u=0 * x, v=PULL, x=x, step=h, factor=sp.S.One),
        Apply(polarisation, "square", u=x - MIDDLE, v=grad(x) - PULL, factor=gamma),
        Arithmetic("a step", CONDITIONAL, ("a new sample", "its noise", "square")),
    ),
    expect=Tier.PROVED_GIVEN,
)

# ---- equations (44) and (45)

#: A path's mean and the mean of its gradients; the same from the stationary law, which comes before all draws.
MEANS = (
    Apply(ordered_curvatures, "mu <= L"),
    *SINGLE.definitions,
    Define("mean path", sp.Eq(M_c(h), E(S_cw(h, theta_w)))),
    Define("mean pull", sp.Eq(pull_c(h), E(grad(PATH)))),
)
FROM_LAW = (*SINGLE.stationary, *MEANS[-2:])
SPLIT = sp.And(
    sp.Le(NOISE, 8 * E(Norm(CHANGE) ** 2) + 2 * tau_uniform**2, evaluate=False),
    sp.Le(8 * E(Norm(CHANGE) ** 2) + 2 * tau_uniform**2, 8 * L * FORWARD + 2 * tau_uniform**2, evaluate=False),
)
SPLITTING = (
    Assumed("A4", A4),
    Apply(fresh_square, "noise and drift", u=0 * x, v=pull_c(h), x=PATH, step=h, factor=sp.S.One),
    Apply(fresh_variance, "noise", x=x, bound=tau_uniform**2, step=h, at=PATH),
    Apply(nearest_mean, "nearest", v=grad(PATH), mean=pull_c(h), point=AT_MEAN, by=("mean pull",)),
    Apply(cocoercive_mean, "smooth", x=PATH, y=M_c(h)),
    Apply(expectation_of, "smooth in the mean", relation="smooth"),
    Arithmetic("split", sp.Le(NOISE, E(Norm(CHANGE) ** 2) + tau_uniform**2), {"noise and drift": 1, "noise": 1, "nearest": 1}),
    Arithmetic("split with constants", sp.Le(NOISE, 8 * E(Norm(CHANGE) ** 2) + 2 * tau_uniform**2), {"split": 1}),
    Arithmetic(
        "split by products",
        sp.Le(8 * E(Norm(CHANGE) ** 2) + 2 * tau_uniform**2, 8 * L * FORWARD + 2 * tau_uniform**2),
        {"smooth in the mean": 8},
    ),
)
TURN = pull_c(h) - AT_MEAN
share_c = numbers("share_c", "how far along the gradients' mean is tried to be nearer to the path than the path's mean is")
INNER_TURN = E(Inner(OFF, TURN))
CROSS = sp.Eq(-2 * gamma * E(Inner(OFF, grad(PATH) - pull_c(h))), -2 * gamma * FORWARD, evaluate=False)
#: A path less its mean has no mean product with a fixed vector: else a multiple of it would be nearer to the path than its mean.
CROSSING = (
    Define("share", sp.Eq(share_c(h), INNER_TURN / (1 + Norm(TURN) ** 2))),
    linear_combination("centred", 0 * x, E(PATH) - M_c(h), ("mean path",)),
    Apply(nearest_mean, "no nearer", v=OFF, mean=sp.S.Zero, point=share_c(h) * TURN, by=("centred/1",)),
    Apply(polarisation, "tried", u=OFF, v=TURN, factor=share_c(h)),
    Apply(expectation_of, "tried in the mean", relation="tried"),
    Arithmetic("no gain", sp.Le(2 * share_c(h) * INNER_TURN, share_c(h) ** 2 * Norm(TURN) ** 2), {"no nearer": 1, "tried in the mean": 1}),
    Arithmetic("in shares", sp.Eq(INNER_TURN, share_c(h) * (1 + Norm(TURN) ** 2), evaluate=False), ("share",)),
    Arithmetic("no share", sp.Eq(share_c(h), 0, evaluate=False), ("no gain", "in shares")),
    Arithmetic("no product", sp.Eq(INNER_TURN, 0, evaluate=False), ("no share", "in shares")),
    Apply(inner_adds, "product in two", u=OFF, v=grad(PATH) - pull_c(h), w=TURN),
    Apply(expectation_of, "product in two in the mean", relation="product in two"),
    Arithmetic("crossed", CROSS, ("product in two in the mean", "no product")),
)


def spreads(i, steps):
    """Every client's covariance of its path from the stationary law after so many steps, (N, d, d), for additive noise."""
    law = stationary_exact("fedavg", i.problem, i.gamma, i.H)
    bias = law.mean - i.problem.optimum
    covariance = np.stack([law.second_moment - np.multiply.outer(bias, bias)] * i.N)
    step = powers(i, 1)
    for _ in range(steps):
        covariance = np.stack([M @ C @ M + i.gamma**2 * Q for M, C, Q in zip(step, covariance, i.problem.noise, strict=True)])
    return covariance


def traces(matrices):
    return np.array([M.trace() for M in matrices])


def level(i):
    """The least integer tau~ with A4 for the instance's additive noise."""
    most = max(traces(i.problem.noise))
    return next(k for k in range(10**6) if k * k >= most)


def split(i, noise=2, power=1, change=8, forward=8):
    """Both inequalities of (44) for every client before the first step; `noise` times tau~ to the power stands in both."""
    A, C = i.problem.hessian_matrices, spreads(i, 0)
    gradients, products = traces([B @ D @ B for B, D in zip(A, C, strict=True)]), traces(A @ C)
    left = gradients + traces(i.problem.noise)
    middle, right = (first + noise * level(i) ** power for first in (change * gradients, forward * i.L * products))
    return np.stack([left, middle]), np.stack([middle, right])


def noisy(d, N):
    return instances(d, N, noise=True)


def one_client(A, step, noise):
    one = flint.fmpq(1)
    problem = QuadraticProblem(*(np.array(x, dtype=object) for x in ([[[A * one]]], [[0 * one]], [[[noise * one]]])))
    return Instance(problem, step * one, 1, A * one, A * one)


def loud():
    """Noise of variance 16, so that tau~ is 4, at a small step."""
    return (one_client(1, flint.fmpq(1, 32), 16),)


def on_noise(extremes, scope="exact quadratics with additive noise, moments by recursion"):
    return inequality_search(noisy, scope=scope, sizes=((1, 1), (1, 2), (2, 1)), extremes=extremes, examples=15)


SQUARE = r"\mathbb E\|\nabla F_c^{Z_c^{h+1}}(\tilde T_c^h)-\mathbb E\nabla f_c(\tilde T_c^h)\|^2"
CHANGES = r"8\mathbb E\|\nabla f_c(\mathbb E\tilde T_c^h)-\nabla f_c(\tilde T_c^h)\|^2"
PRODUCT = r"\langle\tilde T_c^h-\mathbb E\tilde T_c^h,\nabla f_c(\tilde T_c^h)-\nabla f_c(\mathbb E\tilde T_c^h)\rangle"
eq44 = Claim(
    id="aistats-prop4-var-split",
    kind="inequality",
    says="Noise and drift of a step's gradient, by A4 and cocoercivity. Printed with tau~ where A4 has tau~ squared, which is false for loud noise: of "
    "variance 8, tau~ = 3.",
    printed=printed_at("equation (44)", SQUARE + r"\le" + CHANGES + r"+2\tilde\tau\le\mathbb E[8L" + PRODUCT + r"]+2\tilde\tau"),
    statement=split,
    under=given(*STEPS.relations, classes=(A1, A3, ADDITIVE, FRESH)),
    checks=on_noise(loud),
    corrected="symfed-eq44",
    expect=Tier.REFUTED,
    erratum=Erratum(TYPO, "tau~ for tau~^2, which A4 and (46) have"),
)
eq44_corrected = Claim(
    id="symfed-eq44",
    kind="inequality",
    says="Noise and drift of a step's gradient, by A4 and cocoercivity, with tau~ squared. (Its constants 8 and 2 could be 1 and 1.)",
    printed=printed_at(
        "equation (44) with tau~ squared", SQUARE + r"\le" + CHANGES + r"+2\tilde\tau^2\le\mathbb E[8L" + PRODUCT + r"]+2\tilde\tau^2"
    ),
    statement=SPLIT,
    under=given(SHORT_STEP),
    lemmas=crosscheck(
        "additive noise",
        lambda i: split(i, power=2),
        on_noise(loud),
        wrong={
            "tau~, as printed": split,
            "half of tau~ squared": lambda i: split(i, noise=i.mu / i.mu / 2, power=2),
            "half a product": lambda i: split(i, power=2, forward=i.mu / i.mu / 2),
        },
    ),
    follows=(*MEANS, *SPLITTING),
    expect=Tier.PROVED_GIVEN,
)


def crossed(i, whole=False, elsewhere=False):
    """-2 gamma E<T - E T, grad f(T) - E grad f(T)> and the same with grad f(E T), after the run's steps, over all draws."""
    left, right = [], []
    for c in range(i.N):
        ends, draws = [], {tuple(state[0, c]) for state in i.states()}
        for numbers_ in draws:
            point = i.start
            for z in numbers_:
                point = point - i.gamma * i.gradient(c, z, point)
            ends.append(point)
        mean = sum(ends) / len(ends)
        pulls = [i.mean_gradient(c, end) for end in ends]
        away = [end if whole else end - mean for end in ends]
        for sides, centre in ((left, sum(pulls) / len(pulls)), (right, i.mean_gradient(c, mean))):
            gaps = [2 * pull - centre if elsewhere and sides is right else pull - centre for pull in pulls]
            sides.append(-2 * i.gamma * sum((a * b).sum() for a, b in zip(away, gaps, strict=True)) / len(ends))
    return np.array(left), np.array(right)


eq45 = Claim(
    id="aistats-eq45-crossterm",
    kind="identity",
    says="In the mean, a path less its mean has the same product with its gradients less their mean as with those less the gradient at the mean.",
    printed=printed_at(
        "equation (45)",
        r"\mathbb E[-2\gamma\langle\tilde T_c^h-\mathbb E\tilde T_c^h,\nabla f_c(\tilde T_c^h)-\mathbb E\nabla f_c(\tilde T_c^h)\rangle]=\mathbb E[-2\gamma"
        + PRODUCT
        + "]",
    ),
    statement=CROSS,
    under=given(SHORT_STEP, classes=(A1, A3, FRESH)),
    lemmas=crosscheck(
        "every draw",
        crossed,
        CounterexampleSearch(sampled_runs, scope="exact quartic losses, every draw of a round", sizes=((1, 1), (2, 1)), examples=12),
        wrong={
            "the path itself": lambda i: crossed(i, whole=True),
            "twice the gradient": lambda i: crossed(i, elsewhere=True),
        },
        assumes=Domain(),
    ),
    follows=(*FROM_LAW, *CROSSING),
    expect=Tier.PROVED,
)
