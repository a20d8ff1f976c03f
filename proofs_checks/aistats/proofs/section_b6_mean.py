"""Proof of Theorem 4: the equation of the bias, what third derivatives leave in it, and its terms at theta* summed geometrically."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.aistats import theorem_4
from proofs_checks.aistats.proofs.proposition_5_paths import powers
from proofs_checks.aistats.proofs.section_b6 import DEFINED, R3_c
from proofs_checks.aistats.proposition_1 import SMALL
from proofs_checks.aistats.quadratic_mean_path import BIAS, A_c, Gamma_c
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.shrinking import always_zero
from proofs_checks.aistats.stochastic_round import SINGLE, S_cw, theta_w
from proofs_checks.symfed.remainders.bias import D_c
from symfed.checks import CounterexampleSearch
from symfed.claims import LOCAL_SLIP, TYPO, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h, mu, theta
from symfed.models.arrays import solve
from symfed.strategies import instances
from symfed.theorems import Apply, Define
from symfed.theorems.norms import mean_of
from symfed.theorems.operators import curvature_at, solvable
from symfed.theorems.randomness import expectation_of, fresh_mean
from symfed.theorems.sequences import instance, linear_combination
from symfed.theorems.vocabulary import CURVED, FRESH, SECOND_MOMENT, SMOOTH_SAMPLES, E, Mean, Outer, grad, sequence

G = grad(theta_star)
S = S_cw(h, theta_w)
AWAY = S - theta_star
mean_c = sequence(
    "third_mean_c",
    "what client c's steps so far from the stationary law subtract in the mean, divided by gamma: the pull at theta*, half the third derivative "
    "at the mean squared distance, and what it leaves, each multiplied by Id - gamma A_c once for every later step",
)
bent_c = sequence(
    "bent_mean_c", "what third derivatives and their rests add to third_mean_c: the sum without the pull at theta*, over so many steps"
)
sum_c = sequence("geometric_star_c", "the sum of so many powers of Id - gamma A_c, from the first, times a vector")
inverse_c = sequence("inverse_star_c", "A_c^-1 times a vector, A_c the Hessian of f_c at theta*")


# rounds whose fixed point is rational


SLOPE, STEP = sp.Integer(2), sp.Rational(1, 100)


@dataclass(frozen=True)
class BentRound:
    """Two noiseless clients in dimension one, theta* = 0, two local steps: `limit` is the fixed point, their stationary law sits there.

    f_1' = slope theta + pull and f_2' = A theta + K curve - pull: A and K are such that f_2'(limit) = push, and that the four local
    gradients of a round from `limit` sum to zero. The curve is theta/(1 + theta²), or its product with theta: its derivative lies
    between -1/8 and 1, or -13/20 and 13/20.
    """

    pull: sp.Rational
    limit: sp.Rational
    push: sp.Rational
    odd: bool
    slope, gamma = SLOPE, STEP

    @cached_property
    def parts(self):
        """A and K."""
        A, K = sp.Dummy("A"), sp.Dummy("K")
        one, two = self._gradients(A, K)
        begins = one.subs(theta, self.limit)
        ends = one.subs(theta, self.limit - self.gamma * begins)
        zero = two.subs(theta, self.limit - self.gamma * self.push) + self.push + begins + ends
        solved = sp.solve([two.subs(theta, self.limit) - self.push, zero], [A, K])
        return solved[A], solved[K]

    def _gradients(self, A, K):
        curve = theta ** (1 if self.odd else 2) / (1 + theta**2)
        return self.slope * theta + self.pull, A * theta + K * curve - self.pull

    @property
    def gradients(self):
        """f_1' and f_2' as expressions in theta; theta* = 0."""
        return self._gradients(*self.parts)

    rational_gradients = gradients

    @property
    def curvatures(self):
        """Ends of the intervals in which f_1'' and f_2'' lie at every point."""
        A, K = self.parts
        low, high = (sp.Rational(-1, 8), sp.Integer(1)) if self.odd else (sp.Rational(-13, 20), sp.Rational(13, 20))
        ends = (A + K * low, A + K * high)
        return (self.slope, self.slope), (min(ends), max(ends))

    def parameters(self):
        """The numbers that a Domain speaks about."""
        return {"gamma": self.gamma, "H": 2, "N": 2, "mu": sp.Rational(9, 20), "L": self.slope}

    def describe(self):
        """Text from which the case can be written down again."""
        one, two = map(str, self.gradients)
        return {"gamma": str(self.gamma), "H": "2", "f_1'": one, "f_2'": two, "theta*": "0", "stationary law": f"at {self.limit}"}


def all_rounds():
    """Three such rounds, with all curvatures between 9/20 and 2; the first has no third derivative at theta*."""
    R = sp.Rational
    return (
        BentRound(R(200), R(1, 2), R(-399, 2), odd=True),
        BentRound(R(100), R(1, 4), R(-499, 5), odd=False),
        BentRound(R(200), R(1, 5), R(-799, 4), odd=False),
    )


def bent_rounds(d, N):
    """One of the three rounds. Their size is fixed: `d` and `N` are not read."""
    return st.sampled_from(all_rounds())


def balance(i, half=1, inside=False, left_over=1, sign=-1, factors=0, closed=False):
    """(54) at the fixed point: (1 - Gamma) times the bias, and what is printed. `inside`: f'''/2 times the rest, beside the square.

    `sign` is that of the sum of the pulls at theta*; `closed`: as (55) writes it.
    """
    shrink, pulls, bends = sp.S.Zero, sp.S.Zero, sp.S.Zero
    for gradient in i.gradients:
        g, a, t = (gradient.diff(theta, k).subs(theta, 0) for k in range(3))
        keep, at = 1 - i.gamma * a, i.limit
        shrink += keep**2 / 2
        pulls += (1 - keep**2) / a * g / 2 if closed else i.gamma * sum(keep ** (later + factors) for later in (1, 0)) * g / 2
        for later in (1, 0):
            rest = gradient.subs(theta, at) - g - a * at - t * at**2 / 2
            bend = t / 2 * (at**2 + rest) if inside else half * t / 2 * at**2 + left_over * rest
            bends += i.gamma * keep ** (later + factors) * bend / 2
            at = at - i.gamma * gradient.subs(theta, at)
    return np.array([(1 - shrink) * i.limit]), np.array([sign * pulls - bends])


BALANCED = CounterexampleSearch(
    bent_rounds, scope="fixed points of two noiseless clients, two steps", sizes=((1, 2),), examples=8, extremes=all_rounds
)
UNDER = theorem_4.UNDER & Domain((), (FRESH,), {str(FRESH): "Algorithm 1"})
SAMPLED = Domain((SMALL,), (CURVED, SMOOTH_SAMPLES, SECOND_MOMENT, FRESH))
WRONG = {
    "what is left beside the square, as printed": lambda i: balance(i, inside=True),
    "without what is left": lambda i: balance(i, left_over=0),
    "the third derivative without its half": lambda i: balance(i, half=2),
    "one factor more": lambda i: balance(i, factors=1),
    "plus for the pull at theta*": lambda i: balance(i, sign=1),
}

# equation (54)

LEFT_TEX = r"(Id-\Gamma^{\star,H})(\bar\theta_{sto}^{(\gamma,H)}-\theta^\star)="
PULL_TEX = r"-\frac\gamma N\sum_{c=1}^N\sum_{h=0}^{H-1}\Gamma_c^{\star,H-h-1}\nabla f_c(\theta^\star)"
BEND_TEX = (
    r"-\frac\gamma{2N}\sum_{c=1}^N\sum_{h=0}^{H-1}\Gamma_c^{\star,H-h-1}\nabla^3f_c(\theta^\star)\int\Big\{\mathbb E"
    r"\big(\tilde T_c^{(\gamma,h)}-\theta^\star\big)^{\otimes2}%s\Big\}\pi^{(\gamma,H)}(d\theta)"
)
PRINTED_BEND = BEND_TEX % r"+\mathbb E\mathcal R_{3,h}^c(\tilde T_c^{(\gamma,h)})"
SOUND_BEND = BEND_TEX % "" + (
    r"-\frac\gamma N\sum_{c=1}^N\sum_{h=0}^{H-1}\Gamma_c^{\star,H-h-1}\int\mathbb E\mathcal R_{3,h}^c(\tilde T_c^{(\gamma,h)})\pi^{(\gamma,H)}(d\theta)"
)
eq54 = Claim(
    id="aistats-eq54-mean",
    kind="identity",
    says="The equation of the bias, with the rest R of a gradient, a vector, inside what the third derivative is applied to, a matrix. In dimension one, "
    "where that can be read, two noiseless clients without third derivative at theta* are against it: nothing is left of R on the right, and R is not zero. "
    "R belongs beside the third derivative, with gamma/N and not gamma/(2N); its order in the end is the same.",
    printed=printed_at("equation (54)", LEFT_TEX + PULL_TEX + PRINTED_BEND),
    statement=lambda i: balance(i, inside=True),
    under=UNDER,
    checks=BALANCED,
    see=("aistats-B6-global-sum",),
    corrected="symfed-eq54",
    erratum=Erratum(
        LOCAL_SLIP, "What the rest adds to the bias is of the same order where it belongs: the expansion after (56) is not touched."
    ),
    expect=Tier.REFUTED,
)
BENT = D_c * E(Outer(AWAY, AWAY)) / 2 + E(R3_c(S))
CARRIED = (
    *DEFINED,
    Define("nothing carried", sp.Eq(mean_c(0), 0 * x)),
    Define("carried on", sp.Eq(mean_c(h + 1), mean_c(h) - gamma * A_c * mean_c(h) + G + BENT)),
)
OF_THE_BIAS = sp.Eq(BIAS - Mean(Gamma_c(H, BIAS)), -gamma * Mean(mean_c(H)), evaluate=False)
eq54_corrected = Claim(
    id="symfed-eq54",
    kind="identity",
    says="The equation of the bias under the stationary law: pulls at theta*, half the third derivatives at the mean squared distance of local paths, and "
    "what they leave of the gradients, for every N and H. Noise has mean zero.",
    printed=printed_at("equation (54) with the rest beside the third derivative", LEFT_TEX + PULL_TEX + SOUND_BEND),
    statement=OF_THE_BIAS,
    under=SAMPLED,
    lemmas=crosscheck("fixed points", balance, BALANCED, wrong=WRONG),
    follows=(
        *SINGLE.stationary,
        SINGLE.mean,
        *CARRIED[len(SINGLE.definitions) :],
        *[Apply(instance, f"{name} there", relation=name, at={x: theta_w}) for name in ("start", "local step", "round")],
        *[Apply(instance, f"{name} of the bias", relation=name, at={x: BIAS}) for name in ("no factor", "factor")],
        Apply(expectation_of, "mean start", relation="start there"),
        Apply(expectation_of, "mean step", relation="local step there"),
        Apply(expectation_of, "mean round", relation="round there"),
        Apply(fresh_mean, "mean sample", x=S, step=h),
        Apply(instance, "rest there", relation="rest", at={x: S}),
        Apply(expectation_of, "mean rest", relation="rest there"),
        *always_zero(
            "unrolled",
            E(S) - theta_star - Gamma_c(h, BIAS) + gamma * mean_c(h),
            A_c,
            (("mean start", "stationary mean", "no factor of the bias", "nothing carried"), (1, -1, -1, gamma)),
            (("mean step", "mean sample", "factor of the bias", "carried on", "mean rest"), (1, -gamma, -1, gamma, gamma)),
        ),
        Apply(instance, "after H steps", relation="unrolled", at={h: H}),
        Apply(mean_of, "of all clients", relation="after H steps"),
        linear_combination(
            "of the bias",
            OF_THE_BIAS.lhs,
            OF_THE_BIAS.rhs,
            {"stationary mean": 1, "stationary/2": -1, "mean round": 1, "of all clients": 1},
        ),
    ),
    expect=Tier.PROVED,
)

# the geometric sum


def summed(i, sign=1, more=0):
    """`sign` gamma times the sum of the clients' powers Gamma_c^0 to Gamma_c^(H-1), and (Id - Gamma_c^H) A_c^-1, (N, d, d)."""
    left = sum((powers(i, k) for k in range(1, i.H + more)), powers(i, 0))
    # powers of A_c commute with its inverse: A_c^-1 (Id - Gamma_c^H) is the same matrix
    right = [solve(A, M) for A, M in zip(i.problem.hessian_matrices, powers(i, 0) - powers(i, i.H), strict=True)]
    return sign * i.gamma * left, np.stack(right)


def short_steps(d, N):
    """Quadratics and steps so short that Theorem 4 is about them."""
    return instances(d, N, noise=False).map(lambda i: replace(i, gamma=i.gamma / 45))


SUMMED = CounterexampleSearch(
    short_steps,
    scope="exact Hessians, powers written out",
    sizes=((1, 1), (1, 2), (2, 1), (2, 2)),
    examples=8,
)
SUM_TEX = r"\gamma\sum_{h=0}^{H-1}\Gamma_c^{\star,H-h-1}=\big(Id-\Gamma_c^{\star,H}\big)\nabla^2f_c(\theta^\star)^{-1}"
geometric = Claim(
    id="aistats-eq55pre-geometric",
    kind="identity",
    says="The geometric sum with a minus sign on one side alone: false at one step, -gamma for gamma. Where the proof uses it again, after (56), the "
    "published version has minus on both sides.",
    printed=printed_at("Appendix B.6, before equation (55)", "-" + SUM_TEX),
    statement=lambda i: summed(i, -1),
    under=theorem_4.UNDER,
    checks=SUMMED,
    see=("aistats-lem9-usage-inverse", "aistats-eq55-mean"),
    corrected="symfed-eq55pre-geometric",
    erratum=Erratum(TYPO, "Before equation (57), where the sum is used again, there is a minus sign on both sides."),
    expect=Tier.REFUTED,
)
GEOMETRIC = sp.Eq(gamma * sum_c(H, x), inverse_c(x) - Gamma_c(H, inverse_c(x)), evaluate=False)
SUMS = (
    Define("no term", sp.Eq(sum_c(0, x), 0 * x)),
    Define("one term more", sp.Eq(sum_c(h + 1, x), sum_c(h, x) - gamma * A_c * sum_c(h, x) + x)),
)
geometric_corrected = Claim(
    id="symfed-eq55pre-geometric",
    kind="identity",
    says="gamma times the sum of a client's powers is (Id - Gamma_c^H) A_c^-1, with one sign on both sides.",
    printed=printed_at("the sum before equation (55) with its sign", SUM_TEX),
    statement=GEOMETRIC,
    under=Domain((), (CURVED,)),
    lemmas=crosscheck(
        "matrices",
        summed,
        SUMMED,
        wrong={"as printed": lambda i: summed(i, -1), "one power more": lambda i: summed(i, more=1)},
        assumes=Domain(),
    ),
    follows=(
        *DEFINED[len(SINGLE.definitions) : -1],
        *SUMS,
        Apply(curvature_at, "curvature", point=theta_star),
        Apply(solvable, "inverse", matrix=A_c, low=mu, right=x, solution=inverse_c(x)),
        *[Apply(instance, f"{name} of it", relation=name, at={x: inverse_c(x)}) for name in ("no factor", "factor")],
        *always_zero(
            "sum",
            inverse_c(x) - Gamma_c(h, inverse_c(x)) - gamma * sum_c(h, x),
            A_c,
            (("no factor of it", "no term"), (-1, -gamma)),
            (("factor of it", "one term more", "inverse"), (-1, -gamma, gamma)),
        ),
        Apply(instance, "after H steps", relation="sum", at={h: H}),
        linear_combination("summed", GEOMETRIC.lhs, GEOMETRIC.rhs, {"after H steps": -1}),
    ),
    see=("aistats-lem9-usage-inverse",),
    expect=Tier.PROVED,
)

# equation (55)

FIRST_TEX = r"\frac1N\sum_{c=1}^N(Id-\Gamma_c^{\star,H})\nabla^2f_c(\theta^\star)^{-1}\nabla f_c(\theta^\star)"
eq55 = Claim(
    id="aistats-eq55-mean",
    kind="identity",
    says="(54) with its sum at theta* closed: the sign of the line before makes the first term plus, where it is minus, and the rest stands where (54) has "
    "it. The sign is wrong on quadratics as well. The text after it calls this term O(gamma H): it is O(gamma^2 H^2), and O(gamma H) once Id - Gamma is "
    "divided out. The next expansion in the published version has the sign that the right equation gives.",
    printed=printed_at("equation (55)", LEFT_TEX + FIRST_TEX + PRINTED_BEND),
    statement=lambda i: balance(i, inside=True, sign=1, closed=True),
    under=UNDER,
    checks=BALANCED,
    see=("aistats-eq55pre-geometric", "aistats-eq54-mean", "aistats-prop5-exact"),
    corrected="symfed-eq55",
    erratum=Erratum(LOCAL_SLIP, "The expansion after (56) has the sign that the right equation gives, and Theorem 4 stands."),
    expect=Tier.REFUTED,
)
CLOSED = sp.Eq(BIAS - Mean(Gamma_c(H, BIAS)), Mean(Gamma_c(H, inverse_c(G))) - Mean(inverse_c(G)) - gamma * Mean(bent_c(H)), evaluate=False)
eq55_corrected = Claim(
    id="symfed-eq55",
    kind="identity",
    says="The equation of the bias with its sum at theta* closed: minus the mean of (Id - Gamma_c) A_c^-1 grad f_c(theta*), as on quadratics, and what third "
    "derivatives and their rests add.",
    printed=printed_at("equation (55) with its sign, and the rest beside the third derivative", LEFT_TEX + "-" + FIRST_TEX + SOUND_BEND),
    statement=CLOSED,
    under=SAMPLED,
    lemmas=crosscheck(
        "fixed points",
        lambda i: balance(i, closed=True),
        BALANCED,
        wrong={
            "plus for the first term, as printed": lambda i: balance(i, closed=True, sign=1),
            "what is left beside the square, as printed": lambda i: balance(i, closed=True, inside=True),
            "without what is left": lambda i: balance(i, closed=True, left_over=0),
        },
    ),
    follows=(
        *CARRIED,
        *SUMS,
        Define("none bent", sp.Eq(bent_c(0), 0 * x)),
        Define("bent more", sp.Eq(bent_c(h + 1), bent_c(h) - gamma * A_c * bent_c(h) + BENT)),
        *[Apply(instance, f"{name} at theta*", relation=name, at={x: G}) for name in ("no term", "one term more")],
        *always_zero(
            "split",
            mean_c(h) - sum_c(h, G) - bent_c(h),
            A_c,
            (("nothing carried", "no term at theta*", "none bent"), (1, -1, -1)),
            (("carried on", "one term more at theta*", "bent more"), (1, -1, -1)),
        ),
        Apply(instance, "split at H", relation="split", at={h: H}),
        Apply(mean_of, "split in the mean", relation="split at H"),
        Apply(instance, "closed", relation="symfed-eq55pre-geometric", at={x: G}),
        Apply(mean_of, "closed in the mean", relation="closed"),
        linear_combination(
            "of the bias", CLOSED.lhs, CLOSED.rhs, {"symfed-eq54": 1, "split in the mean": -gamma, "closed in the mean": -1}
        ),
    ),
    uses=("symfed-eq54", "symfed-eq55pre-geometric"),
    see=("symfed-fedavg-quadratic-bias",),
    expect=Tier.PROVED,
)
