"""Proof of Theorem 3, its first half: the mean of a round from the stationary distribution, and the bias by the second moment, (52)."""

from dataclasses import dataclass, replace

import numpy as np
import sympy as sp

from proofs_checks.aistats.fixed_point_remainder import M
from proofs_checks.aistats.proofs.section_b5 import CURVED, POWERS, SHORT, SMALL, A, added, given, le, power
from proofs_checks.aistats.proofs.section_b5_moment import FAR, LONGEST, ROOT, fresh, noise_and_way, of_order, resting, until
from proofs_checks.aistats.quantities import x
from proofs_checks.aistats.theorem_3 import NOISE, REMAINDER, ROUGH, SMOOTHNESS, UNDER
from proofs_checks.symfed.remainders.bias import BIAS, BY_NONE, D_c, K, Z, beyond, error, fine, smooth_drift
from proofs_checks.symfed.remainders.bias import added as adds
from proofs_checks.symfed.remainders.means import far_of, means
from proofs_checks.symfed.remainders.moments import shared_moments
from proofs_checks.symfed.remainders.setting import CLASSES, at, level, part, sigma
from proofs_checks.symfed.remainders.setting import SMALL as HALF_STEP
from proofs_checks.symfed.remainders.sums import SIGMA, apart, crossing, e, grows, rests, rising, sizes, unrolled
from symfed.checks import RemainderOrder
from symfed.checks.classes import EQUAL_CLIENTS, LIPSCHITZ_THIRD, REGULAR
from symfed.checks.expansion import Expansion
from symfed.checks.readings import DIGITS, LawReading, reference_bias, reference_second_moment
from symfed.claims import RESULT, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h, lam, mu
from symfed.models.rings import BIG_FLOATS
from symfed.strategies.standard import homogeneous_scalars
from symfed.theorems import Apply, Arithmetic, Assumed
from symfed.theorems.norms import jensen, mean_of, scaled_norm, triangle
from symfed.theorems.operators import coercive, ordered_curvatures, solvable, spectral
from symfed.theorems.sequences import bounded_by_induction, combination, instance, linear_combination, substitution
from symfed.theorems.vocabulary import SHARED, THRICE, Mean, Norm, Stated, Vector

#: What the bounds below assume, besides a small step.
ASSUMED = (*CLASSES, THRICE, SHARED)
D = Mean(D_c)
#: What the mean gradient along a round is, to the second order, at the stationary distribution: it is zero.
BALANCE = sp.expand(A * BIAS + D * SIGMA / 2)
NONE, DRIFT, ZH = sp.S.Zero, smooth_drift(level), at(H, Z)


def spelt(z):
    """A bound in the size of local paths, with that spelt out."""
    return z.xreplace({level: FAR})


REST = spelt(at(H, error(NONE, level, DRIFT)))
#: From the stationary law of equal clients to the means along its paths, and further to products with the start.
MEANS = (*unrolled(), *grows(level), *sizes(NONE, level, level), *rising(level), *means(NONE, level, level))
TO_BALANCE = (
    *MEANS,
    *rests(NONE, level),
    *crossing(NONE, level, level, far_of(NONE, level)),
    *fine(level),
    *beyond(NONE, level, level, DRIFT),
    *adds(NONE, level, DRIFT),
    Apply(instance, "left at H", relation="left", at={h: H}),
    *BY_NONE[0],
    Apply(
        combination,
        "one part",
        u=BALANCE,
        v=-Mean(ZH) / H,
        equations=("no mean gradient/1", *BY_NONE[1]),
        factors=(1 / H, *BY_NONE[2]),
    ),
    Apply(mean_of, "left in the mean", relation="left at H"),
    Apply(jensen, "convexity of what is left", v=ZH),
    Apply(scaled_norm, "per step", v=Mean(ZH), factor=-1 / H),
    Arithmetic(
        "balance of gradients",
        le(Norm(BALANCE), at(H, error(NONE, level, DRIFT))),
        {"one part/2": 1, "per step": 1, "left in the mean": 1 / H, "convexity of what is left": 1 / H},
    ),
    Apply(substitution, "spelt out", relation="balance of gradients", equation="size is"),
)


def as_floats(values):
    """An array of numbers of many digits, entry by entry."""
    return np.array([BIG_FLOATS(value) for value in values.flat], dtype=object).reshape(values.shape)


#: What is left at a fixed number of local steps.
AT_FIXED_H, SMALLER_AT_FIXED_H = gamma ** sp.Rational(3, 2), gamma ** sp.Rational(5, 2)


def left(terms, remainder=AT_FIXED_H):
    return Expansion(terms, remainder, (H,))


def by_second_moment(p, second, gamma, H):
    """The bias by the second moment, which is solved for, and not expanded."""
    return -p.solve(p.hessian, p.contract(p.third_derivative, second)) / 2


def with_law(terms, problem, gamma, H):
    """Terms that ask for the stationary second moment about theta*."""
    second = as_floats(reference_second_moment("fedavg")(problem, gamma, H))
    return terms(problem.jets_to(DIGITS), second, BIG_FLOATS(gamma), H)


BY_LAW = crosscheck(
    "one dimension",
    left(by_second_moment),
    RemainderOrder(
        lambda: homogeneous_scalars()[1:],
        reference_bias("fedavg"),
        reading=with_law,
        steps=(5,),
        halvings=3,
        rounds=(),
        scope="certified law, two equal clients, d = 1",
    ),
    {
        "plus, as in the preprint": left(lambda p, second, gamma, H: -by_second_moment(p, second, gamma, H)),
        "twice": left(lambda p, second, gamma, H: 2 * by_second_moment(p, second, gamma, H)),
    },
    assumes=Domain(),
)
balance = Claim(
    id="symfed-B5-balance",
    kind="inequality",
    says="At the stationary distribution of equal clients the mean gradient along a round is zero, and to the second order of Taylor's formula it is "
    "A (mean - theta*) + D Sigma/2: what is left is of order gamma^2 H + gamma^(3/2), with constants. (52) is this times A^-1.",
    printed=printed_at(
        "the remainder of equation (52), before the inverse",
        r"\Big\|\nabla^2f(\theta^\star)(\bar\theta_{sto}-\theta^\star)+\tfrac12\nabla^3f(\theta^\star)\bar\Sigma_{sto}\Big\|\le\frac K6s^3+\gamma LHf+\frac K2"
        r"\big(2\gamma HLs^2+w^2\big),\ f=\frac{LM}\mu s^2,\ w=\gamma\big(HLs+\sqrt H(\sigma+2Ls)\big),\ s=\frac{4\sqrt{\gamma L}\,\sigma}\mu",
    ),
    statement=le(Norm(BALANCE), REST),
    under=Domain((HALF_STEP,), (*ASSUMED, LIPSCHITZ_THIRD)),
    lemmas=BY_LAW,
    follows=resting(*TO_BALANCE),
    uses=(shared_moments.id,),
    expect=Tier.PROVED_GIVEN,
)

# ---- (52)

#: What the balance leaves, over gamma² H and over gamma^(3/2).
LINEAR_PART = 16 * L**3 * M * sigma**2 / mu**3 + K / 2 * of_order(ROOT, LONGEST)
HALF_PART = sp.Rational(32, 3) * K * (sp.sqrt(L) * sigma / mu) ** 3
ORDER = gamma**2 * H * LINEAR_PART + gamma ** sp.Rational(3, 2) * HALF_PART
IN_ORDER = (
    *noise_and_way(ROOT, LONGEST, H),
    Arithmetic("in order", le(Norm(BALANCE), ORDER), {balance.id: 1, "noise and way, squared": K / 2 * gamma**2 * H}),
)
SMOOTH_SAMPLED = fresh(given(SMALL, SHORT, REGULAR, NOISE, EQUAL_CLIENTS)) & Domain((), (LIPSCHITZ_THIRD,))
by_spread = Vector("bias_by_spread", "A^-1 (mean D_c) E (theta - theta*)(theta - theta*)'")
BY_SPREAD = BIAS + by_spread / 2
EQ52_TEX = (
    r"\bar\theta_{sto}-\theta^\star=-\frac12\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\int(\theta-\theta^\star)^{\otimes2}"
    r"\pi^{(\gamma,H)}(d\theta)+O(\gamma^2H)+O(\gamma^{3/2})"
)
eq52 = Claim(
    id="aistats-eq52-bias-vs-variance",
    kind="expansion",
    says="The bias by the second moment about theta*, (52). Third derivatives that are merely bounded, as in A1, may leave gamma^(5/4).",
    printed=printed_at("equation (52)", EQ52_TEX),
    statement=REMAINDER,
    under=UNDER,
    checks=ROUGH,
    corrected="symfed-B5-eq52",
    missing=SMOOTHNESS,
    see=("aistats-thm3-bias", "aistats-B5-taylor"),
    erratum=Erratum(RESULT, "Theorem 3's bias needs the same words."),
    expect=Tier.IMPRECISE,
)
smooth_eq52 = Claim(
    id="symfed-B5-eq52",
    kind="inequality",
    says="(52), the preprint's (30), where third derivatives are Lipschitz near theta*: with constants, in the printed order.",
    printed=printed_at("equation (52) with its missing condition", EQ52_TEX),
    statement=sp.And(
        sp.Eq(A * by_spread, sp.expand(D * SIGMA), evaluate=False),
        le(Norm(BY_SPREAD), ORDER / mu),
        evaluate=False,
    ),
    under=SMOOTH_SAMPLED,
    lemmas=BY_LAW,
    follows=(
        *CURVED,
        *IN_ORDER,
        Apply(solvable, "by spread", matrix=A, low=mu, right=sp.expand(D * SIGMA), solution=by_spread),
        linear_combination("turned", sp.expand(A * BY_SPREAD), BALANCE, {"by spread": sp.S.Half}),
        Apply(coercive, "inverted", by=("curvature of f/1",), matrix=A, low=mu, v=BY_SPREAD),
        Arithmetic("(52)", le(Norm(BY_SPREAD), ORDER / mu), {"inverted": 1 / mu, "turned/2": 1 / mu, "in order": 1 / mu}),
    ),
    uses=(balance.id,),
    expect=Tier.PROVED_GIVEN,
)

# ---- the equation of the mean

GAP = BIAS - power(h, BIAS) + gamma / 2 * added(h, sp.expand(D * SIGMA))
SUMMED = (
    *POWERS,
    *CURVED,
    Apply(ordered_curvatures, "mu <= L"),
    *[Apply(instance, f"{name} of the bias", relation=name, at={x: BIAS}) for name in ("no factor", "one factor more")],
    *[Apply(instance, f"{name} of the curved", relation=name, at={x: sp.expand(D * SIGMA)}) for name in ("an empty sum", "one power more")],
    linear_combination("nothing summed", at(0, GAP), 0 * x, {"no factor of the bias": -1, "an empty sum of the curved": gamma / 2}),
    linear_combination(
        "one step more",
        at(h + 1, GAP),
        GAP - gamma * A * GAP + gamma * BALANCE,
        {"one factor more of the bias": -1, "one power more of the curved": gamma / 2},
    ),
    Apply(triangle, "two parts", u=sp.expand(GAP - gamma * A * GAP), v=gamma * BALANCE),
    Apply(spectral, "no longer", by=("mu <= L",), matrix=A, function=1 - gamma * lam, bound=sp.S.One, v=GAP),
    Arithmetic(
        "grows", le(Norm(at(h + 1, GAP)), Norm(GAP) + gamma * Norm(BALANCE)), {"one step more/2": 1, "two parts": 1, "no longer": 1}
    ),
    bounded_by_induction(
        "summed", Norm(GAP), h, gamma * h * Norm(BALANCE), increment=gamma * Norm(BALANCE), by=("nothing summed/2", "grows")
    ),
    Apply(instance, "summed at H", relation="summed", at={h: H}),
)
LEFT = Norm(at(H, GAP))
MEAN_TEX = (
    r"(Id-\Gamma^{\star,H})(\bar\theta_{sto}-\theta^\star)=-\frac\gamma2\sum_{h=0}^{H-1}\Gamma^{\star,H-h-1}\nabla^3f(\theta^\star)"
    r"\int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)"
)


@dataclass(frozen=True)
class TurnedBias(LawReading):
    """(Id - Gamma^H) times the bias, in dimension one."""

    algorithm: str = "fedavg"
    quantity: str = "bias"

    def __call__(self, problem, gamma, H):
        return turned(problem.jets_to(DIGITS), BIG_FLOATS(gamma), H) * as_floats(super().__call__(problem, gamma, H))


def turned(p, gamma, H):
    """1 - (1 - gamma A)^H in dimension one."""
    return 1 - (1 - gamma * p.hessian[0, 0]) ** H


def after_steps(p, second, gamma, H):
    """(Id - Gamma^H) times the bias by the second moment, which is the printed sum."""
    return turned(p, gamma, H) * by_second_moment(p, second, gamma, H)


def by_law(remainder, wrong):
    search = replace(BY_LAW.checks[0], reference=TurnedBias())
    return replace(BY_LAW, statement=left(after_steps, remainder), checks=search, wrong=wrong)


mean_equation = Claim(
    id="symfed-B5-mean-eq",
    kind="inequality",
    says="What the equation of the mean leaves where third derivatives are Lipschitz near theta*: gamma H times what (52) leaves, of order gamma^3 H^2 + "
    "gamma^(5/2) H. This is what (52) needs.",
    printed=printed_at("the equation before (52), with its remainder", MEAN_TEX + r"+O(\gamma^3H^2+\gamma^{5/2}H)"),
    statement=le(LEFT, gamma * H * ORDER),
    under=SMOOTH_SAMPLED,
    lemmas=by_law(
        SMALLER_AT_FIXED_H,
        {
            "plus": left(lambda p, second, gamma, H: -after_steps(p, second, gamma, H), SMALLER_AT_FIXED_H),
            "nothing": left(lambda p, second, gamma, H: 0 * after_steps(p, second, gamma, H), SMALLER_AT_FIXED_H),
        },
    ),
    follows=(
        *SUMMED,
        *IN_ORDER,
        Arithmetic("in all", le(LEFT, gamma * H * ORDER), {"summed at H": 1, "in order": gamma * H}),
    ),
    uses=(balance.id,),
    expect=Tier.PROVED_GIVEN,
)
BOUNDED = Stated("A1(d): third derivatives at theta* are at most K", relations=(le(Norm(D_c * x), K * Norm(x)),))
SIDE = 16 * gamma**2 * H * L * sigma**2 / mu**2 * (L * M / (2 * mu) + K / 2)
NEAR = le(Norm(BIAS), M * FAR**2 / (2 * mu))
SPREAD = le(Norm(SIGMA), FAR**2)
near = Claim(
    id="symfed-B5-bias-order",
    kind="inequality",
    says="The bias of equal clients is of order gamma, whatever H, as is the second moment about theta*: |hess f(u) - hess f(theta*)| <= M |u - theta*| "
    "makes the mean gradient linear up to M s^2/2.",
    printed=printed_at(
        "orders of bias and second moment for equal clients",
        r"\|\bar\theta_{sto}-\theta^\star\|\le\frac M{2\mu}s^2,\ \|\bar\Sigma_{sto}\|\le s^2,\ s=\frac{4\sqrt{\gamma L}\,\sigma}\mu",
    ),
    statement=sp.And(NEAR, SPREAD, evaluate=False),
    under=Domain((HALF_STEP,), ASSUMED),
    lemmas=BY_LAW,
    follows=resting(
        *MEANS,
        *until(fine(level), "power"),
        *apart("spread of the start", e, e, level, level, 2),
        Apply(substitution, "spread", relation="spread of the start", equation="size is"),
        Apply(substitution, "near", relation="bias at once", equation="size is"),
    ),
    uses=(shared_moments.id,),
    expect=Tier.PROVED_GIVEN,
)

mean_eq_of_order = Claim(
    id="symfed-B5-mean-eq-of-order",
    kind="expansion",
    says="The equation of the mean with H in its remainder is true and says nothing: both sides are of order gamma^2 H, so that any tensor for the third "
    "derivative would do. For (52), the preprint's (30), it is divided by gamma H, and the smaller remainder gamma^3 H^2 + gamma^(5/2) H "
    "is needed, which is true for Lipschitz third derivatives.",
    printed=printed_at("the equation before (52), with H in its remainder", MEAN_TEX + r"+O(\gamma^2H)+O(\gamma^{3/2})"),
    statement=le(LEFT, SIDE),
    under=fresh(given(SMALL, REGULAR, NOISE, EQUAL_CLIENTS)) & Domain((), (BOUNDED,), {str(BOUNDED): "Theorem 3 (A1(d))"}),
    lemmas=by_law(
        AT_FIXED_H,
        {"gamma taken out of the sum": left(lambda p, second, gamma, H: after_steps(p, second, gamma, H) / gamma)},
    ),
    follows=(
        *SUMMED,
        Assumed("third", BOUNDED),
        Apply(instance, "third of the spread", relation="third", at={x: SIGMA}),
        Apply(mean_of, "thirds of the spread", relation="third of the spread"),
        Apply(jensen, "convexity of thirds", v=sp.expand(D_c * SIGMA)),
        Apply(spectral, "bias, turned", by=("mu <= L",), matrix=A, function=lam, bound=L, v=BIAS),
        Apply(scaled_norm, "half the curved", v=sp.expand(D * SIGMA), factor=sp.S.Half),
        Apply(triangle, "both sides", u=sp.expand(A * BIAS), v=sp.expand(D * SIGMA / 2)),
        Arithmetic(
            "each side",
            le(Norm(BALANCE), L * M * FAR**2 / (2 * mu) + K / 2 * FAR**2),
            {
                "both sides": 1,
                "bias, turned": 1,
                part(near, NEAR): L,
                "half the curved": 1,
                "convexity of thirds": sp.S.Half,
                "thirds of the spread": sp.S.Half,
                part(near, SPREAD): K / 2,
            },
        ),
        Arithmetic("in all", le(LEFT, SIDE), {"summed at H": 1, "each side": gamma * H}),
    ),
    uses=(near.id,),
    see=("symfed-B5-mean-eq",),
    expect=Tier.PROVED_GIVEN,
)
