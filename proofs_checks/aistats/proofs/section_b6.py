"""Proof of Theorem 4, its first half: gradients expanded at theta* to third derivatives, local paths unrolled, and the mean over clients."""

from dataclasses import replace

import numpy as np
import sympy as sp

from proofs_checks.aistats import theorem_4
from proofs_checks.aistats.equation_4 import epsilon
from proofs_checks.aistats.proofs import section_b5_path
from proofs_checks.aistats.quadratic_mean_path import A_c, Gamma_c
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.shrinking import always_zero
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw
from proofs_checks.symfed.remainders.bias import D_c, K
from symfed.checks import CounterexampleSearch, inequality_search
from symfed.claims import LOCAL_SLIP, RESULT, TYPO, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h
from symfed.models.arrays import identity
from symfed.strategies.sampled import sampled_runs
from symfed.theorems import Apply, Define
from symfed.theorems.noise import noise
from symfed.theorems.norms import mean_of
from symfed.theorems.operators import minimiser, third_near
from symfed.theorems.sequences import instance, linear_combination
from symfed.theorems.vocabulary import CURVED, LIPSCHITZ_THIRD, Mean, Norm, Outer, grad, sequence

PLACE = "Appendix B.6, 'Expansion of Local Updates'"
SIZES = ((1, 1), (1, 2), (2, 1), (2, 2))
S, G = S_cw(h, x), grad(theta_star)
FROM = x - theta_star
AWAY = S - theta_star
R3_c = sequence("third_rest_at_optimum_c", "what the third derivative at theta* leaves of client c's gradient at a point")
carried_cw = sequence(
    "carried_third_cw",
    "what client c's steps so far from a point subtract, divided by gamma: the pull at theta*, half the third derivative at the squared "
    "distance, what it leaves, and the noise, each multiplied by Id - gamma A_c once for every later step",
)


def expanded(point, gradient=grad):
    """A gradient at a point less its terms up to the third derivative at theta*."""
    away = point - theta_star
    return gradient(point) - G - A_c * away - D_c * Outer(away, away) / 2


class About:
    """Client c's mean gradient in an exact run, of which each entry is linear but for a cube, expanded at a point p, (d,) each."""

    def __init__(self, i, c, p):
        samples = len(i.samples)
        self.cube, self.p, self.pull = i.cubes[c].sum() / samples, p, i.mean_gradient(c, p)
        self.matrix = i.matrices[c].sum(axis=0) / samples + np.diag(3 * self.cube * p * p)

    def bend(self, u):
        """Half the third derivative at u u'."""
        return 3 * self.cube * self.p * u * u

    def rest(self, u):
        return self.cube * u**3


# the expansion of a gradient


def at_the_optimum(i):
    """After one step from theta*, for every client: where the path is, and the gradient there, which is what the printed right side is."""
    star = i.quadratic().optimum
    right = [i.mean_gradient(c, star) for c in range(i.N)]
    left = [star - i.gamma * i.gradient(c, i.draws[0, c, 0], star) for c in range(i.N)]
    return np.array(left), np.array(right)


def third_order(i, half=1, share=1):
    """|what is left of a client's gradient|² and K²/36 |u|⁶, K = 6 k for the cube's k, in dimension one, where they are equal."""
    left, right = [], []
    for c in range(i.N):
        about, u = About(i, c, i.point), i.start - i.point
        rest = i.mean_gradient(c, i.start) - about.pull - about.matrix @ u - half * about.bend(u)
        left.append((rest**2).sum())
        right.append(share * about.cube**2 * (u**2).sum() ** 3)
    return np.array(left), np.array(right)


def cubic_runs(d, N):
    return sampled_runs(d, N)


def quadratic_runs(d, N):
    """Runs with steps so short that Theorem 4 is about them, in either version."""
    return sampled_runs(d, N, cubic=False).map(lambda i: replace(i, gamma=i.gamma / 45))


TAYLOR_TEX = (
    r"\nabla f_c(\theta^\star)+\nabla^2f_c(\theta^\star)(\tilde T_c^{(\gamma,h)}-\theta^\star)+\frac12\nabla^3f_c(\theta^\star)"
    r"(\tilde T_c^{(\gamma,h)}-\theta^\star)^{\otimes2}+\mathcal R_{3,h}^c(\tilde T_c^{(\gamma,h)})"
)
REST_TEX = r"\sup_\theta\|\mathcal R_{3,h}^c(\theta)\|/\|\theta-\theta^\star\|^3<\infty"
taylor = Claim(
    id="aistats-B6-taylor-lhs",
    kind="expansion",
    says="The expansion is one of the gradient at the h-th local iterate; printed on its left is the iterate after h + 1 steps. (The next display takes "
    "it for the gradient.) From theta* the right side is the gradient at theta*, and the left is a step away from theta*.",
    printed=printed_at(f"{PLACE}, first display", r"\tilde T_c^{(\gamma,h+1)}(\theta;Z_c^{1:h+1})=" + TAYLOR_TEX),
    statement=at_the_optimum,
    under=theorem_4.UNDER,
    checks=CounterexampleSearch(quadratic_runs, scope="exact quadratics, one step from theta*", sizes=SIZES, examples=6),
    see=("aistats-B6-taylor-rest", "symfed-fedavg-bias"),
    corrected="symfed-B6-taylor",
    erratum=Erratum(TYPO, "the iterate after h + 1 steps for the gradient at the h-th, for which the next display takes it"),
    expect=Tier.REFUTED,
)
taylor_rest = replace(
    section_b5_path.taylor,
    id="aistats-B6-taylor-rest",
    says="The rest of the expansion is said to be of the third order, as in Appendix B.5: A1 bounds third derivatives, and it may be of the order 5/2.",
    printed=printed_at(f"{PLACE}, after the first display", REST_TEX),
    under=theorem_4.UNDER,
    corrected="symfed-B6-taylor",
    see=(taylor.id,),
    erratum=Erratum(RESULT, "Theorem 4's bias needs the same words; its variance does not."),
)
TAYLOR = sp.Le(Norm(expanded(S)), K / 6 * Norm(AWAY) ** 3, evaluate=False)
taylor_corrected = Claim(
    id="symfed-B6-taylor",
    kind="expansion",
    says="The gradient at a local iterate, to the third derivative of the client's loss at theta*: what is left is at most a multiple of the cube of the "
    "distance from theta*, where third derivatives are Lipschitz near theta*.",
    printed=printed_at(
        "the first display of Appendix B.6 with a gradient on its left",
        r"\nabla f_c(\tilde T_c^{(\gamma,h)})=" + TAYLOR_TEX + r",\quad" + REST_TEX,
    ),
    statement=TAYLOR,
    under=Domain((), (CURVED, LIPSCHITZ_THIRD)),
    lemmas=crosscheck(
        "cubes",
        third_order,
        inequality_search(cubic_runs, scope="gradients with cubes, exact", sizes=((1, 1), (1, 2)), examples=10),
        wrong={
            "the third derivative without its half": lambda i: third_order(i, half=2),
            "without the third derivative": lambda i: third_order(i, half=0),
            "K/7 for K/6": lambda i: third_order(i, share=i.gamma / i.gamma * 36 / 49),
        },
        assumes=Domain(),
    ),
    follows=(
        Apply(minimiser, "optimum", point=theta_star),
        Apply(third_near, "third", point=theta_star, third=D_c, bound=K, u=x),
        Apply(instance, "there", relation="third/1", at={x: S}),
    ),
    expect=Tier.PROVED,
)

# equation (53)


def unrolled(i, noisy=1, half=1, left_over=1, later=True):
    """(53) about the run's own point, for every client: where it ends less that point, and the sum of what its steps add."""
    left, right = [], []
    for c in range(i.N):
        about, at, total, power = About(i, c, i.point), i.start, 0 * i.start, i.start - i.point
        step = identity(len(i.point), about.matrix) - i.gamma * about.matrix
        for z in i.draws[0, c]:
            u = at - i.point
            new = about.pull + half * about.bend(u) + left_over * about.rest(u) + noisy * epsilon(i, c, z, at)
            total, power = (step @ total if later else total) + new, step @ power
            at = at - i.gamma * i.gradient(c, z, at)
        left.append(at - i.point)
        right.append(power - i.gamma * total)
    return np.array(left), np.array(right)


UNROLL = CounterexampleSearch(cubic_runs, scope="gradients with cubes, two samples a client, every step run", sizes=SIZES, examples=8)
WRONG = {
    "the third derivative without its half": lambda i: unrolled(i, half=2),
    "without what is left": lambda i: unrolled(i, left_over=0),
    "without noise": lambda i: unrolled(i, noisy=0),
    "noise with plus": lambda i: unrolled(i, noisy=-1),
    "terms that later steps leave alone": lambda i: unrolled(i, later=False),
}
DEFINED = (
    *SINGLE.definitions,
    Define("no factor", sp.Eq(Gamma_c(0, x), x)),
    Define("factor", sp.Eq(Gamma_c(h + 1, x), Gamma_c(h, x) - gamma * A_c * Gamma_c(h, x))),
    Define("rest", sp.Eq(R3_c(x), expanded(x))),
)
PATH = (
    *DEFINED,
    Apply(instance, "no factor from theta*", relation="no factor", at={x: FROM}),
    Apply(instance, "factor from theta*", relation="factor", at={x: FROM}),
    Define("nothing carried", sp.Eq(carried_cw(0, x), 0 * x)),
    Define(
        "carried on",
        sp.Eq(
            carried_cw(h + 1, x),
            carried_cw(h, x) - gamma * A_c * carried_cw(h, x) + G + D_c * Outer(AWAY, AWAY) / 2 + R3_c(S) + noise(h, S),
        ),
    ),
    Apply(instance, "rest there", relation="rest", at={x: S}),
    *always_zero(
        "unrolled",
        AWAY - Gamma_c(h, FROM) + gamma * carried_cw(h, x),
        A_c,
        (("start", "no factor from theta*", "nothing carried"), (1, -1, gamma)),
        (("local step", "factor from theta*", "carried on", "rest there"), (1, -1, gamma, gamma)),
    ),
)
OF_A_CLIENT = sp.Eq(S_cw(H, x) - theta_star, Gamma_c(H, FROM) - gamma * carried_cw(H, x), evaluate=False)
TERMS_TEX = r"\Gamma_c^{\star,H-h-1}\Big(\nabla f_c(\theta^\star)+\tfrac12\nabla^3f_c(\theta^\star)(\tilde T_c^{(\gamma,h)}-\theta^\star)^{\otimes2}"
REST_TEX = r"+\mathcal R_{3,h}^c(\tilde T_c^{(\gamma,h)})"
NOISE_TEX = r"+\varepsilon_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)})"
eq53 = Claim(
    id="aistats-eq53-unrolled",
    kind="identity",
    says="A client's round, unrolled: what each step takes off is multiplied by Id - gamma A_c, A_c its Hessian at theta*, once for every later step. An "
    "identity, for whatever the third derivative at theta* leaves of a gradient. The display before it, the recursion, takes the gradient's expansion for what it is.",
    printed=printed_at(
        "equation (53)",
        r"\tilde T_c^{(\gamma,H)}-\theta^\star=\Gamma_c^{\star,H}(\theta-\theta^\star)-\gamma\sum_{h=0}^{H-1}"
        + TERMS_TEX
        + REST_TEX
        + NOISE_TEX
        + r"\Big)",
    ),
    statement=OF_A_CLIENT,
    lemmas=crosscheck("steps", unrolled, UNROLL, wrong=WRONG),
    follows=(
        *PATH,
        Apply(instance, "after H steps", relation="unrolled", at={h: H}),
        linear_combination("a round", OF_A_CLIENT.lhs, OF_A_CLIENT.rhs, ("after H steps",)),
    ),
    see=("symfed-B6-taylor", "symfed-eq49"),
    expect=Tier.PROVED,
)

# the mean over clients


def in_the_mean(i, **terms):
    """The mean over clients of both sides of (53)."""
    left, right = unrolled(i, **terms)
    return left.sum(axis=0) / i.N, right.sum(axis=0) / i.N


GLOBAL_TEX = (
    r"\frac1N\sum_c\theta_H^c-\theta^\star=\Gamma^{\star,H}(\theta-\theta^\star)-\frac\gamma N\sum_{c=1}^N\sum_{h=0}^{H-1}"
    + TERMS_TEX
    + REST_TEX
)
global_sum = Claim(
    id="aistats-B6-global-sum",
    kind="identity",
    says="The mean of (53) over clients, without the noise, which (53) has: false for every draw whose noise does not happen to cancel. The expectation, "
    "which is taken next, is not touched, as noise has mean zero.",
    printed=printed_at("Appendix B.6, 'Expansion of Global Updates', first display", GLOBAL_TEX + r"\Big)"),
    statement=lambda i: in_the_mean(replace(i, point=i.quadratic().optimum), noisy=0),
    under=theorem_4.UNDER,
    checks=CounterexampleSearch(quadratic_runs, scope="exact quadratics, two samples a client, every step run", sizes=SIZES, examples=6),
    see=("aistats-eq53-unrolled", "symfed-eq54"),
    corrected="symfed-B6-global-sum",
    erratum=Erratum(LOCAL_SLIP, "Equation (54) is its expectation, in which the noise has mean zero."),
    expect=Tier.REFUTED,
)
OF_A_ROUND = sp.Eq(Mean(S_cw(H, x)) - theta_star, Mean(Gamma_c(H, FROM)) - gamma * Mean(carried_cw(H, x)), evaluate=False)
global_corrected = Claim(
    id="symfed-B6-global-sum",
    kind="identity",
    says="The mean of (53), the preprint's (31), over clients, with its noise.",
    printed=printed_at("the first display of 'Expansion of Global Updates' with its noise", GLOBAL_TEX + NOISE_TEX + r"\Big)"),
    statement=OF_A_ROUND,
    lemmas=crosscheck(
        "steps",
        in_the_mean,
        UNROLL,
        wrong={name: lambda i, of=of: tuple(side.sum(axis=0) / i.N for side in of(i)) for name, of in WRONG.items()},
    ),
    follows=(
        Apply(mean_of, "of all clients", relation="aistats-eq53-unrolled"),
        linear_combination("a round", OF_A_ROUND.lhs, OF_A_ROUND.rhs, ("of all clients",)),
    ),
    uses=("aistats-eq53-unrolled",),
    expect=Tier.PROVED,
)
