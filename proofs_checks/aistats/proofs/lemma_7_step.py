"""Lemma 7's proof, one local step: how far the recentred local path comes from theta*, in the mean over the step's own sample.

What the source conditions on, the steps before, is a local iterate x that may be any; the recentred one is V = x + gamma h grad f_c(theta*).
Equation (30) prints it with a minus, with which the recursion that it is made for is false (symfed-lem7-recentred has the plus).
"""

from dataclasses import replace

import flint
import numpy as np
import sympy as sp

from proofs_checks.aistats.proofs.lemma_6_step import A3, SIXTH, le
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.stochastic_round import A1 as CURVATURES
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw
from symfed.checks import CounterexampleSearch, inequality_search
from symfed.claims import TYPO, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import L, gamma, h, mu, tau
from symfed.strategies.sampled import SampledRun, sampled_runs
from symfed.theorems import Apply, Arithmetic, Assumed
from symfed.theorems.moments import hoelder, raised
from symfed.theorems.noise import fresh_noise, noise
from symfed.theorems.norms import inner_adds, scaled_norm, schwarz, squared_triangle
from symfed.theorems.randomness import cocoercive, cocoercive_mean, expectation_of, fresh_sample, monotone, polarisation
from symfed.theorems.sequences import linear_combination
from symfed.theorems.vocabulary import FRESH, E, Inner, Norm, grad, sample_grad

#: A1 without a way to draw problems outside it: the proofs say where it is used.
A1 = replace(CURVATURES, outside=None)
PLACE = "Appendix B.2, proof of Lemma 7"
LINES = {str(A1): "Lemma 7 (A1)", str(A3): "Lemma 7 (A3 with its last sentence)", str(FRESH): "Algorithm 1"}
CLASSES = Domain((), (A1, A3, FRESH), LINES)
SMALL = sp.Le(2 * gamma * L, 1)
STEP = Domain((SMALL,), lines={str(SMALL): "Lemma 7"}) & CLASSES

V = x + gamma * h * grad(theta_star)
GAP = V - theta_star
WHOLE = sample_grad(h, x) - grad(theta_star)
CHANGE, SHIFT, EPS = sample_grad(h, V) - sample_grad(h, theta_star), sample_grad(h, x) - sample_grad(h, V), noise(h, theta_star)
MEAN_CHANGE, MEAN_SHIFT = grad(V) - grad(theta_star), grad(x) - grad(V)
a, g, AFTER = Norm(GAP), Norm(grad(theta_star)), Norm(GAP - gamma * WHOLE)
PUSH = Inner(GAP, MEAN_CHANGE)

# instances: the first of two clients in dimension one, two samples, pulled away from theta*; tau is the size of its noise there


def small_runs(d, N):
    """Runs with gamma L at most 1/2."""
    return sampled_runs(d, N, cubic=False).map(lambda i: replace(i, gamma=i.gamma / 2))


def two_clients(slopes, vectors, point, gamma):
    """Clients with gradients slope x - vector, two samples each."""
    entries = {"matrices": slopes, "vectors": vectors, "cubes": (0,) * 4, "start": (0,), "point": (point,)}
    shapes = {"matrices": (2, 2, 1, 1), "vectors": (2, 2, 1), "cubes": (2, 2), "start": (1,), "point": (1,)}
    parts = {name: np.array([flint.fmpq(v) for v in entries[name]], dtype=object).reshape(shapes[name]) for name in entries}
    return SampledRun(**parts, gamma=flint.fmpq(*gamma), draws=np.zeros((1, 2, 1), dtype=int))


def extremes():
    """Pull without noise, from theta*, from afar and from where V is theta*; noise alone; a curvature that is small beside L; a sample that is flat."""
    return (
        two_clients((1,) * 4, (1, 1, -1, -1), 0, (1, 2)),
        two_clients((1,) * 4, (1, 1, -1, -1), 3, (1, 2)),
        two_clients((2,) * 4, (4, 4, -4, -4), 1, (1, 4)),
        two_clients((1,) * 4, (1, -1, 1, -1), 0, (1, 2)),
        two_clients((1, 1, 8, 8), (1, 1, -1, -1), -1, (1, 16)),
        two_clients((8, 1, 8, 1), (1, 1, -1, -1), 2, (1, 16)),
        two_clients((8, 1, 8, 1), (9, 0, 1, 1), 0, (1, 16)),
    )


SEARCH = inequality_search(
    small_runs,
    scope="exact least squares in dimension one, the step's two samples spelt out",
    sizes=((1, 2),),
    examples=15,
    extremes=extremes,
)


def exact(reading, wrong):
    """A bound where both sides are solved exactly, beside a proof, which does not rest on it."""
    return crosscheck("instances", reading, SEARCH, wrong=wrong)


class Read:
    """What the first client does in its step number two (h = 1) from the run's point; numbers, or one of them for each sample."""

    def __init__(self, i, sign=1, steps=1):
        centre = i.quadratic().optimum
        at = [lambda y, z=z: i.gradient(0, z, y)[0] for z in i.samples]
        self.pull = i.mean_gradient(0, centre)[0]
        self.v = i.point + sign * i.gamma * steps * np.array([self.pull], dtype=object)
        self.gap = (self.v - centre)[0]
        self.whole = [f(i.point) - self.pull for f in at]
        self.change = [f(self.v) - f(centre) for f in at]
        self.shift = [f(i.point) - f(self.v) for f in at]
        self.noise = [f(centre) - self.pull for f in at]
        self.after = [self.gap - i.gamma * w for w in self.whole]


def mean(values):
    return sum(values) / len(values)


def square(values):
    return mean([value**2 for value in values])


def noise_level(i):
    """tau^2 of A3 at theta*, one number for all clients: the largest of their mean squared noises there."""
    centre = i.quadratic().optimum
    return max(square([(i.gradient(c, z, centre) - i.mean_gradient(c, centre))[0] for z in i.samples]) for c in range(i.N))


def row(*pairs):
    """Pairs (left, right) as two arrays."""
    return tuple(np.array(side, dtype=object) for side in zip(*pairs, strict=True))


# ---- equations (30) and (32)

TEX_V = r"\tilde V_c^{(\gamma,h)}=\tilde T_c^{(\gamma,h)}%s\gamma h\nabla f_c(\theta^\star)"
TEX_STEP = r"\|\tilde V^{h+1}-\theta^\star\|^2=\|\tilde V^h-\theta^\star-\gamma(\nabla F(\tilde T^h)-\nabla f_c(\theta^\star))\|^2"


def recursion(i, sign=-1):
    """|V_(h+1) - theta*|^2 and |V_h - theta* - gamma (grad F(T_h) - grad f_c(theta*))|^2 after one step, for both samples."""
    r, rows = Read(i, sign), []
    for z, after in zip(i.samples, r.after, strict=True):
        step = i.point - i.gamma * i.gradient(0, z, i.point)
        rows.append(((step + sign * 2 * i.gamma * r.pull - i.quadratic().optimum)[0] ** 2, after**2))
    return row(*rows)


EQUAL = CounterexampleSearch(small_runs, scope=SEARCH.scope, sizes=((1, 2),), examples=15, extremes=extremes)
eq30 = Claim(
    id="aistats-eq30-V-def",
    kind="definition",
    says="The recentred path: what it is for is the recursion before (32), which with the printed minus is false wherever a client is pulled: "
    "the sign is a plus. Its index has to go up to H, as (31) uses it there. A slip of the pen: all that follows reads it with the plus. "
    "(The witness is the first client's second step, h = 1, from the given point.)",
    printed=printed_at("Equation (30)", TEX_V % "-" + r",\ h\in\{0,\dots,H-1\};\quad " + TEX_STEP),
    under=CLASSES,
    statement=recursion,
    checks=EQUAL,
    corrected="symfed-lem7-recentred",
    expect=Tier.REFUTED,
    erratum=Erratum(TYPO, "minus for plus in the recentred path, and an index up to H - 1 for H; what follows reads it with plus, up to H"),
)

PATH = S_cw(h, x) + gamma * h * grad(theta_star) - theta_star
NEXT = PATH.xreplace({h: h + 1})
STEPPED = PATH - gamma * (sample_grad(h, S_cw(h, x)) - grad(theta_star))
RECENTRED = sp.Eq(Norm(NEXT) ** 2, Norm(STEPPED) ** 2, evaluate=False)
STEP_ON = (
    *SINGLE.definitions,
    linear_combination("a step on", NEXT, STEPPED, ("local step",)),
    Arithmetic("a step on, squared", RECENTRED, ("a step on/2",)),
)
recentred = Claim(
    id="symfed-lem7-recentred",
    kind="identity",
    says="The local path, recentred with a plus, moves by centred gradients.",
    printed=printed_at("equation (30), with a plus", TEX_V % "+" + r",\ h\in\{0,\dots,H\};\quad " + TEX_STEP),
    statement=RECENTRED,
    lemmas=crosscheck("instances", lambda i: recursion(i, 1), EQUAL, wrong={"a minus": recursion}),
    follows=STEP_ON,
    expect=Tier.PROVED,
)

EXPANDED = sp.Eq(E(AFTER**2), a**2 + gamma**2 * E(Norm(WHOLE) ** 2) - 2 * gamma * Inner(GAP, grad(x) - grad(theta_star)), evaluate=False)
EXPANSION = (
    Apply(polarisation, "square", u=GAP, v=WHOLE, factor=gamma),
    Apply(expectation_of, "square in the mean", relation="square"),
    Apply(inner_adds, "push and noise", u=GAP, v=sample_grad(h, x) - sample_grad(h, theta_star), w=EPS),
    Apply(expectation_of, "push and noise in the mean", relation="push and noise"),
    Apply(fresh_sample, "a new sample", x=x, y=theta_star, step=h, u=GAP),
    Apply(fresh_noise, "no noise along it", u=GAP, y=theta_star, step=h),
    Arithmetic(
        "(32)",
        EXPANDED,
        ("square in the mean", "push and noise in the mean", "a new sample", "no noise along it"),
    ),
)


def expanded(i, cross=2):
    """E|V - theta* - gamma (grad F(x) - grad f_c(theta*))|^2 and (32)."""
    r = Read(i)
    return row((square(r.after), r.gap**2 + i.gamma**2 * square(r.whole) - cross * i.gamma * r.gap * mean(r.whole)))


TEX_32 = (
    TEX_STEP
    + r";\quad\mathbb E[\cdot|\mathcal F]=\|\tilde V^h-\theta^\star\|^2+\gamma^2\mathbb E[\|\nabla F(\tilde T^h)-\nabla f_c(\theta^\star)\|^2"
    r"|\mathcal F]-2\gamma\langle\tilde V^h-\theta^\star,\nabla f_c(\tilde T^h)-\nabla f_c(\theta^\star)\rangle"
)
SIGN = Erratum(TYPO, "the sign of (30), the only definition of V that is printed; with a plus there the display holds")
eq32 = Claim(
    id="aistats-lem7-V-recursion",
    kind="identity",
    says="The recursion of the recentred path and (32): with V as (30) defines it, with a minus, the first of them is false wherever a client is pulled, "
    "and in the mean over the sample (32) with it.",
    printed=printed_at("Equation (32) and the display before it, with (30)", TEX_32 + ",\\ " + TEX_V % "-"),
    under=CLASSES,
    statement=recursion,
    checks=EQUAL,
    corrected="symfed-lem7-recursion",
    see=("aistats-eq30-V-def",),
    erratum=SIGN,
    expect=Tier.REFUTED,
)
eq32_corrected = Claim(
    id="symfed-lem7-recursion",
    kind="identity",
    says="The recursion of the recentred path, V with a plus, and the published (32), from any local iterate in the mean over the step's sample.",
    printed=printed_at("equation (32) and the display before it, V with a plus", TEX_32 + ",\\ " + TEX_V % "+"),
    under=Domain((), (SIXTH, FRESH), {str(SIXTH): "Lemma 7 (A3 with its last sentence, read for each p)", str(FRESH): "Algorithm 1"}),
    statement=sp.And(RECENTRED, EXPANDED, evaluate=False),
    lemmas=crosscheck("instances", expanded, EQUAL, wrong={"one cross term": lambda i: expanded(i, 1)}),
    follows=(*STEP_ON, *EXPANSION),
    uses=("symfed-lem7-recentred",),
    expect=Tier.PROVED_GIVEN,
)

# ---- equation (33)

FIRST = 2 * E(Norm(CHANGE) ** 2)
PRINTED_33 = (
    FIRST + 4 * E(Norm(SHIFT) ** 2) + 4 * E(Norm(EPS) ** 2),
    FIRST + 4 * L**2 * Norm(x - V) ** 2 + 4 * tau**2,
    FIRST + 4 * L**2 * gamma**2 * h**2 * g**2 + 4 * tau**2,
)
DISTANCE = (
    Apply(scaled_norm, "distance", v=grad(theta_star), factor=gamma * h),
    Arithmetic("distance squared", sp.Eq(Norm(x - V) ** 2, gamma**2 * h**2 * g**2, evaluate=False), ("distance",)),
)
SPLITTING = (
    *DISTANCE,
    Apply(squared_triangle, "in two", u=CHANGE, v=SHIFT + EPS),
    Apply(squared_triangle, "the second in two", u=SHIFT, v=EPS),
    Arithmetic(
        "in three",
        le(Norm(WHOLE) ** 2, 2 * Norm(CHANGE) ** 2 + 4 * Norm(SHIFT) ** 2 + 4 * Norm(EPS) ** 2),
        {"in two": 1, "the second in two": 2},
    ),
    Apply(expectation_of, "in three in the mean", relation="in three"),
    Apply(cocoercive, "shift", x=x, y=V, step=h),
    Apply(schwarz, "shift along", u=x - V, v=SHIFT),
    Arithmetic("shift is small", le(Norm(SHIFT), L * Norm(x - V)), ("shift", "shift along")),
    Apply(raised, "shift squared", relation="shift is small", power=2),
    Apply(expectation_of, "shift squared in the mean", relation="shift squared"),
    Assumed("sixth moment", SIXTH),
    Apply(hoelder, "noise", vectors=(EPS,) * 2, sizes=(tau,) * 2, power=6),
    Arithmetic("split", le(E(Norm(WHOLE) ** 2), PRINTED_33[0]), ("in three in the mean",)),
    Arithmetic("bounded", le(PRINTED_33[0], PRINTED_33[1]), {"shift squared in the mean": 4, "noise": 4}),
    Arithmetic("equal", sp.Eq(PRINTED_33[1], PRINTED_33[2], evaluate=False), ("distance squared",)),
    Arithmetic("(33)", le(E(Norm(WHOLE) ** 2), PRINTED_33[2]), {"split": 1, "bounded": 1, "equal": 1}),
)


def split(i, first=2, shift=4, tau2=4):
    """E|grad F(x) - grad f_c(theta*)|^2 and the last member of (33)."""
    r = Read(i)
    right = first * square(r.change) + shift * i.L**2 * i.gamma**2 * r.pull**2 + tau2 * square(r.noise)
    return row((square(r.whole), right))


TEX_33 = (
    r"\mathbb E\|\nabla F(\tilde T^h)-\nabla f_c(\theta^\star)\|^2\le2\mathbb E\|\nabla F(\tilde V^h)-\nabla F(\theta^\star)\|^2"
    r"+4\mathbb E\|\nabla F(\tilde T^h)-\nabla F(\tilde V^h)\|^2+4\mathbb E\|\nabla F(\theta^\star)-\nabla f_c(\theta^\star)\|^2"
    r"\le2\mathbb E\|\cdot\|^2+4L^2\|\tilde T^h-\tilde V^h\|^2+4\tau^2=2\mathbb E\|\cdot\|^2+4L^2\gamma^2h^2\|\nabla f_c(\theta^\star)\|^2+4\tau^2"
)
eq33 = Claim(
    id="aistats-eq33-variance-split",
    kind="inequality",
    says="(33), member by member, from any local iterate, in the mean over the step's sample, which is drawn after it. A3 is read with its last sentence "
    "(the display alone gives 2 tau^2 for k = 0).",
    printed=printed_at("Equation (33)", TEX_33),
    under=CLASSES,
    statement=sp.And(
        le(E(Norm(WHOLE) ** 2), PRINTED_33[0]),
        le(PRINTED_33[0], PRINTED_33[1]),
        sp.Eq(PRINTED_33[1], PRINTED_33[2], evaluate=False),
        evaluate=False,
    ),
    lemmas=exact(
        split,
        {"no noise": lambda i: split(i, tau2=0), "no shift": lambda i: split(i, shift=0), "no change": lambda i: split(i, first=0)},
    ),
    follows=SPLITTING,
    see=("aistats-eq30-V-def", "symfed-noise-at-optimum"),
    expect=Tier.PROVED,
)

# ---- equation (34)

CROSS = -2 * gamma * Inner(GAP, MEAN_SHIFT)
YOUNG = gamma * mu / 2 * a**2 + 2 * gamma / mu * Norm(MEAN_SHIFT) ** 2
BOUND_34 = gamma * mu / 2 * a**2 + 2 * gamma**3 * h**2 * L**2 / mu * g**2
CROSSING = (
    *DISTANCE,
    Apply(schwarz, "along the gap", u=GAP, v=MEAN_SHIFT),
    Arithmetic("at most the product", le(-Inner(GAP, MEAN_SHIFT), a * Norm(MEAN_SHIFT)), ("along the gap",)),
    Arithmetic("product", le(2 * a * Norm(MEAN_SHIFT), mu / 2 * a**2 + 2 / mu * Norm(MEAN_SHIFT) ** 2)),
    Arithmetic("Young", le(CROSS, YOUNG), {"at most the product": 2 * gamma, "product": gamma}),
    Apply(cocoercive_mean, "mean shift", x=x, y=V),
    Apply(schwarz, "mean shift along", u=x - V, v=MEAN_SHIFT),
    Arithmetic("mean shift is small", le(Norm(MEAN_SHIFT), L * Norm(x - V)), ("mean shift", "mean shift along")),
    Apply(raised, "mean shift squared", relation="mean shift is small", power=2),
    Arithmetic("pull", le(YOUNG, BOUND_34), {"mean shift squared": 2 * gamma / mu, "distance squared": 2 * gamma * L**2 / mu}),
    Arithmetic("(34)", le(CROSS, BOUND_34), {"Young": 1, "pull": 1}),
)


def crossed(i, first=1, second=2):
    """-2 gamma <V - theta*, grad f_c(x) - grad f_c(V)> and the last member of (34)."""
    r = Read(i)
    right = first * i.gamma * i.mu / 2 * r.gap**2 + second * i.gamma**3 * i.L**2 / i.mu * r.pull**2
    return row((-2 * i.gamma * r.gap * mean(r.shift), right))


IN_TWO = sp.Eq(Inner(GAP, grad(x) - grad(theta_star)), Inner(GAP, MEAN_CHANGE) + Inner(GAP, MEAN_SHIFT), evaluate=False)
TWO_PUSHES = (Apply(inner_adds, "two pushes", u=GAP, v=MEAN_CHANGE, w=MEAN_SHIFT), Arithmetic("two", IN_TWO, ("two pushes",)))
eq34 = Claim(
    id="aistats-eq34-young",
    kind="inequality",
    says="The scalar product of (32) in two, and (34) for the second of them, member by member.",
    printed=printed_at(
        "Equation (34) and the display before it",
        r"-2\gamma\langle\tilde V-\theta^\star,\nabla f_c(\tilde T)-\nabla f_c(\theta^\star)\rangle=-2\gamma\langle\tilde V-\theta^\star,"
        r"\nabla f_c(\tilde V)-\nabla f_c(\theta^\star)\rangle-2\gamma\langle\tilde V-\theta^\star,\nabla f_c(\tilde T)-\nabla f_c(\tilde V)\rangle,\quad"
        r"-2\gamma\langle\tilde V-\theta^\star,\nabla f_c(\tilde T)-\nabla f_c(\tilde V)\rangle\le\frac{\gamma\mu}2\|\tilde V-\theta^\star\|^2"
        r"+\frac{2\gamma}\mu\|\nabla f_c(\tilde T)-\nabla f_c(\tilde V)\|^2\le\frac{\gamma\mu}2\|\tilde V-\theta^\star\|^2"
        r"+\frac{2\gamma^3h^2L^2}\mu\|\nabla f_c(\theta^\star)\|^2",
    ),
    under=Domain((), (A1,), {str(A1): LINES[str(A1)]}),
    statement=sp.And(IN_TWO, le(CROSS, YOUNG), le(YOUNG, BOUND_34), evaluate=False),
    lemmas=exact(crossed, {"without the pull": lambda i: crossed(i, second=0)}),
    follows=(*TWO_PUSHES, *CROSSING),
    see=("aistats-eq30-V-def",),
    expect=Tier.PROVED,
)

# ---- equation (35)

CONTRACTED = le(a**2 + 2 * gamma**2 * E(Norm(CHANGE) ** 2) - 2 * gamma * PUSH, (1 - gamma * mu) * a**2)
CONTRACTING = (
    Apply(cocoercive, "cocoercive", x=V, y=theta_star, step=h),
    Apply(expectation_of, "cocoercive in the mean", relation="cocoercive"),
    Apply(fresh_sample, "a sample at V", x=V, y=theta_star, step=h, u=GAP),
    Apply(monotone, "monotone", x=V, y=theta_star),
    Arithmetic(
        "(35)",
        CONTRACTED,
        {"cocoercive in the mean": 2 * gamma**2, "a sample at V": 2 * gamma**2 * L, "monotone": 2 * gamma * (1 - gamma * L)},
    ),
)


def contracted(i, rate=1, factor=2):
    """The two sides of (35), with a multiple of the rate."""
    r = Read(i)
    left = r.gap**2 + factor * i.gamma**2 * square(r.change) - 2 * i.gamma * r.gap * mean(r.change)
    return row((left, (1 - rate * i.gamma * i.mu) * r.gap**2))


eq35 = Claim(
    id="aistats-eq35-contraction",
    kind="inequality",
    says="The threshold 1/(2L) is the true one: with gamma L = 1/2 and mu = L both sides are equal.",
    printed=printed_at(
        "Equation (35)",
        r"\|\tilde V-\theta^\star\|^2+2\gamma^2\mathbb E\|\nabla F(\tilde V)-\nabla F(\theta^\star)\|^2-2\gamma\langle\tilde V-\theta^\star,"
        r"\nabla f_c(\tilde V)-\nabla f_c(\theta^\star)\rangle\le(1-\gamma\mu)\|\tilde V-\theta^\star\|^2,\ \gamma\le1/(2L)",
    ),
    under=Domain((SMALL,), (A1, FRESH), {str(SMALL): "before (35)", str(A1): LINES[str(A1)], str(FRESH): "Algorithm 1"}),
    statement=CONTRACTED,
    lemmas=exact(contracted, {"eleven tenths of the rate": lambda i: contracted(i, flint.fmpq(11, 10))}),
    follows=CONTRACTING,
    see=("aistats-eq30-V-def",),
    expect=Tier.PROVED,
)

# ---- equation (36)

SLOW = 1 - gamma * mu / 2
STEEP = 4 * gamma**4 * L**2 + 2 * gamma**3 * L**2 / mu
ONE_STEP = le(E(AFTER**2), SLOW * a**2 + STEEP * h**2 * g**2 + 4 * gamma**2 * tau**2)
