"""Proposition 1: FedAvg with exact gradients converges linearly to one point."""

import sympy as sp

from proofs_checks.aistats import quantities as q
from proofs_checks.aistats.quantities import A1, G_c, T, T_c, pseudo_gradient, theta, theta_det, x, y
from proofs_checks.aistats.shrinking import RATE, moved_by_gradients
from symfed.checks import SignCheck
from symfed.claims import Claim, Domain, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, gram_gg, gram_xg, gram_xx, h, lam, mu, t
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.norms import jensen, mean_of
from symfed.theorems.operators import mean_value_hessian, ordered_curvatures, spectral
from symfed.theorems.sequences import banach, bounded_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import Mean, Norm, sequence

SMALL = sp.Le(gamma * L, 1)
STEPS = Domain((SMALL,), (A1,), {str(SMALL): "Proposition 1", str(A1): "Proposition 1"})

#: One local step from two points: x their difference, g the difference of their gradients.
AFTER_STEP = gram_xx - 2 * gamma * gram_xg + gamma**2 * gram_gg
COCOERCIVE = (sp.Le(gram_gg, L * gram_xg), sp.Le(mu * gram_xx, gram_xg))

contraction = Claim(
    id="symfed-local-step-contraction",
    kind="inequality",
    says="One gradient step contracts squared distances by 1 - gamma mu; in expectation too, for a stochastic gradient.",
    printed=printed_at(
        "the step behind Propositions 1 and 3",
        r"\|x-\gamma g\|^2\le(1-\gamma\mu)\|x\|^2\ \text{if}\ \|g\|^2\le L\langle x,g\rangle,\ \langle x,g\rangle\ge\mu\|x\|^2",
    ),
    statement=(AFTER_STEP, (1 - gamma * mu) * gram_xx),
    under=Domain((SMALL, *COCOERCIVE), (), {str(c): "the inequality itself" for c in (SMALL, *COCOERCIVE)}),
    checks=SignCheck("Gram scalars of x and g in any dimension"),
    wrong={
        "L for mu": (AFTER_STEP, (1 - gamma * L) * gram_xx),
        "ascent": (gram_xx + 2 * gamma * gram_xg + gamma**2 * gram_gg, (1 - gamma * mu) * gram_xx),
    },
    expect=Tier.PROVED,
)

GAP = T_c(h, x) - T_c(h, y)
D_c = sequence("D_c", "the mean Hessian between two local paths")

#: A round contracts distances by (1 - gamma mu)^H.
A_ROUND_CONTRACTS = (
    q.start,
    q.local_step,
    q.a_round,
    Apply(ordered_curvatures, "mu <= L"),
    Apply(mean_value_hessian, "mean Hessian", x=T_c(h, x), y=T_c(h, y), hessian=D_c(h, x, y)),
    Apply(spectral, "a step contracts", by=("mu <= L",), matrix=D_c(h, x, y), function=1 - gamma * lam, bound=RATE, v=GAP),
    Apply(instance, "local step from y", relation="local step", at={x: y}),
    linear_combination(
        "difference",
        T_c(h + 1, x) - T_c(h + 1, y),
        GAP - gamma * D_c(h, x, y) * GAP,
        {"local step": 1, "local step from y": -1, "mean Hessian/1": -gamma},
    ),
    Arithmetic("one step", sp.Le(Norm(T_c(h + 1, x) - T_c(h + 1, y)), RATE * Norm(GAP)), ("difference/2", "a step contracts")),
    Apply(instance, "start at y", relation="start", at={x: y}),
    linear_combination("at the start", T_c(0, x) - T_c(0, y), x - y, {"start": 1, "start at y": -1}),
    bounded_by_induction("steps", Norm(GAP), h, RATE**h * Norm(x - y), factor=RATE, by=("mu <= L", "at the start/2")),
    Apply(instance, "H steps", relation="steps", at={h: H}),
    Apply(mean_of, "in the mean", relation="H steps"),
    Apply(jensen, "convexity", v=T_c(H, x) - T_c(H, y)),
    Apply(instance, "round from y", relation="round", at={x: y}),
    linear_combination("two rounds", T(x) - T(y), Mean(T_c(H, x)) - Mean(T_c(H, y)), {"round": 1, "round from y": -1}),
    Arithmetic("a round contracts", sp.Le(Norm(T(x) - T(y)), RATE**H * Norm(x - y)), ("two rounds/2", "convexity", "in the mean")),
)

#: It has a fixed point, and the iterates approach it.
ROUNDS_CONVERGE = (
    q.first,
    q.rounds,
    Apply(banach, "fixed point", by=("mu <= L",), mapping=T, factor=RATE**H, x=x, y=y, point=theta_det),
    Apply(instance, "a round from theta", relation="a round contracts", at={x: theta(t), y: theta_det}),
    linear_combination("next", theta(t + 1) - theta_det, T(theta(t)) - T(theta_det), ("rounds", "fixed point/1")),
    bounded_by_induction(
        "t rounds",
        Norm(theta(t) - theta_det),
        t,
        RATE ** (H * t) * Norm(theta(0) - theta_det),
        factor=RATE**H,
        by=("mu <= L", "a round from theta", "next/2"),
    ),
    Arithmetic("rate", sp.Le(Norm(theta(t) - theta_det) ** 2, RATE ** (H * t) * Norm(theta(0) - theta_det) ** 2), ("mu <= L", "t rounds")),
)

#: There the pseudo-gradient vanishes: a round moves by -gamma times it.
NO_GRADIENT = (
    q.no_gradient,
    q.one_more,
    q.mean_gradient,
    *moved_by_gradients(T_c, G_c),
    Apply(instance, "mean path from the fixed point", relation="mean path", at={x: theta_det}),
    Apply(instance, "round from the fixed point", relation="round", at={x: theta_det}),
    Apply(instance, "pseudo-gradient there", relation="pseudo-gradient", at={x: theta_det}),
    linear_combination(
        "no pseudo-gradient",
        pseudo_gradient(theta_det),
        0 * x,
        {
            "pseudo-gradient there": 1,
            "mean path from the fixed point": 1 / gamma,
            "round from the fixed point": 1 / gamma,
            "fixed point/1": -1 / gamma,
        },
    ),
)

prop1 = Claim(
    id="aistats-prop1-stationary",
    kind="rate",
    says="FedAvg-D, which is FedAvg with exact gradients, has a fixed point of its round T, where the pseudo-gradient g vanishes, and approaches it from every "
    "start, so that there is no other.",
    printed=printed_at(
        "Proposition 1",
        r"T^{(\gamma,H)}(\bar\theta_{det})=\bar\theta_{det},\ g(\bar\theta_{det})=0,\ "
        r"\|\theta_t-\bar\theta_{det}\|^2\le(1-\gamma\mu)^{Ht}\|\theta_0-\bar\theta_{det}\|^2",
    ),
    under=STEPS,
    statement=sp.And(
        sp.Eq(T(theta_det), theta_det),
        sp.Eq(pseudo_gradient(theta_det), 0 * x),
        sp.Le(Norm(theta(t) - theta_det) ** 2, RATE ** (H * t) * Norm(theta(0) - theta_det) ** 2),
        evaluate=False,
    ),
    lemmas=crosscheck(
        "rounds",
        sp.Le(Norm(theta(t) - theta_det) ** 2, RATE ** (H * t) * Norm(theta(0) - theta_det) ** 2),
        q.on_quadratics(),
        wrong={"a faster rate": sp.Le(Norm(theta(t) - theta_det) ** 2, RATE ** (3 * H * t) * Norm(theta(0) - theta_det) ** 2)},
    ),
    follows=(*A_ROUND_CONTRACTS, *ROUNDS_CONVERGE, *NO_GRADIENT),
    see=("symfed-local-step-contraction",),
    expect=Tier.PROVED,
)
