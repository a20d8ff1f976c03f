"""The three measures of heterogeneity, and convergence to a neighbourhood that depends on one of them."""

import flint
import numpy as np
import sympy as sp

from proofs_checks.aistats import quantities as q
from proofs_checks.aistats.assumption_2 import pairwise
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.iccopt.contraction import FUNCTIONS, SMOOTH_CONVEX
from proofs_checks.iccopt.long_rounds import equal_hessians_apart
from symfed.checks import CounterexampleSearch, GrowthCheck
from symfed.checks.every_dimension import IdentityInEveryDimension, on_traces
from symfed.checks.gaps import SpreadOverPairs
from symfed.claims import LOCAL_SLIP, Claim, Class, Domain, Erratum, Printed, Tier, again, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h
from symfed.reference.exact import iterates
from symfed.strategies import instances, jet_cases
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.norms import mean_of
from symfed.theorems.operators import minimiser
from symfed.theorems.sequences import equal_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import CURVED, Mean, Norm, grad

PLACE = "slides on heterogeneity measures"
LOST = "the minus sign between the two terms is lost here; the first build prints it for the gradients"


def spread(p, order, centred=True):
    """The mean over clients of the squares of what their derivatives at theta* differ by from that of f, as a matrix; order 1 or 2.

    Its trace is the mean squared (Frobenius) norm: of u u' for a gradient's difference u, of M M for a Hessian's, which is symmetric.
    """
    if order == 1:
        gap = p.gradients - int(centred) * p.mean(p.gradients)
        return p.mean(p.outer(gap, gap))
    gap = p.hessians - int(centred) * p.hessian
    return p.mean(p.product(gap, gap))


def against_pairs(order):
    """The check that a matrix has the trace that pairs of clients say."""
    return IdentityInEveryDimension(SpreadOverPairs(order), on_traces, scope="symbolic N, derivatives of any dimension")


def measure(id, order, tex, says, extraction=""):
    """The claim that a printed measure is the spread of the clients: half their mean squared distance from each other."""
    wrong = {
        "sum for mean": lambda p, gamma, H: p.N * spread(p, order),
        "N+1 for N": lambda p, gamma, H: p.N * spread(p, order) / (p.N + 1),
        "the other derivative": lambda p, gamma, H: spread(p, 3 - order),
    }
    if order == 2:
        wrong["not centred"] = lambda p, gamma, H: spread(p, order, centred=False)
    return Claim(
        id=id,
        kind="definition",
        says=says,
        printed=Printed("iccopt", PLACE, tex, extraction=extraction),
        statement=lambda p, gamma, H: spread(p, order),
        under=FUNCTIONS,
        checks=(
            against_pairs(order),
            CounterexampleSearch(
                jet_cases,
                lambda case: pairwise(case)[order - 1],
                lambda statement, case: np.trace(statement(case.jets, flint.fmpq(2), case.H)),
                scope="exact jets against mean squared distances between clients",
                examples=10,
            ),
        ),
        wrong=wrong,
        see=("aistats-A2-heterogeneity",),
        expect=Tier.DEFINED,
    )


GRADIENTS_TEX = r"\zeta=\frac1N\sum_{c=1}^N\|\nabla f_c(x^*)-\nabla f(x^*)\|^2"
first_order = measure(
    "iccopt-het-first-order",
    1,
    GRADIENTS_TEX,
    "The first-order measure is the spread of the clients' gradients at the optimum; zeta is a square here, a root in the paper.",
)
first_order_again = again(
    first_order,
    id="iccopt-het-first-order-2",
    says="The first-order measure, as the later builds of the slide print it.",
    printed=Printed("iccopt", PLACE, GRADIENTS_TEX, extraction=LOST),
)
second_order = measure(
    "iccopt-het-second-order",
    2,
    r"\zeta=\frac1N\sum_{c=1}^N\|\nabla^2_cf(x^*)-\nabla^2f(x^*)\|^2",
    "The second-order measure is the spread of the clients' Hessians at the optimum, in Frobenius' norm: the slide names none.",
    LOST + "; the index c, which stands at the nabla, is that of f",
)


def drift(i, own=True, steps=None, share=0):
    """|(1/NH) sum_c sum_h grad (x_c^(h)) - grad f(x*)|^2 along local steps from x*, with the gradients of f_c (`own`) or of f."""
    p = i.problem
    A, centres = p.hessian_matrices, p.optima
    x, total = np.stack([p.optimum] * i.N), 0 * p.optimum
    for _ in range(i.H):
        gradients = (A @ (x - centres)[..., None])[..., 0]
        total = total + (gradients.sum(axis=0) if own else (x - p.optimum).sum(axis=0) @ p.hessian)
        x = x - i.gamma * gradients
    return ((total / ((share or i.N) * i.H)) ** 2).sum()


def moved(i):
    """How far one round of our rule moves the optimum, per unit of time gamma H, squared."""
    path = iterates("fedavg_deterministic", i.problem, i.gamma, i.H, 1, i.problem.optimum)
    return (((path[0] - path[1]) / (i.gamma * i.H)) ** 2).sum()


def quiet(d, N):
    return instances(d, N, noise=False)


DRIFT_CHECK = CounterexampleSearch(quiet, moved, scope="exact quadratics, against one round of our rule from x*", examples=15)

average_drift = Claim(
    id="iccopt-het-average-drift",
    kind="definition",
    says="The average drift of a round, printed with the gradient of f, not of f_c, at client c's iterates; that these start at x* is left unsaid.",
    printed=Printed(
        "iccopt",
        PLACE,
        r"\text{average drift: }\zeta=\Big\|\frac1{NH}\sum_{c=1}^N\sum_{h=0}^{H-1}\nabla f(x_c^{(h)})-\nabla f(x^\star)\Big\|^2",
        extraction="the minus sign between the two terms is lost; both builds that have it print f without the index c",
    ),
    under=FUNCTIONS,
    statement=lambda i: drift(i, own=False),
    checks=DRIFT_CHECK,
    corrected="symfed-average-drift",
    expect=Tier.REFUTED,
    erratum=Erratum(LOCAL_SLIP, "the gradient of f for that of f_c, without which it is not the drift of a round"),
)

#: The slides' functions, with the Hessians that their second-order measure speaks of.
TWICE = Class("twice differentiable, L-smooth, mu-strongly convex functions", implies=(SMOOTH_CONVEX, CURVED))
#: What a client's path has moved by, and gamma times the sum of the gradients that it saw.
MOVED = q.T_c(h, x) - x + gamma * q.G_c(h, x)
SPEED = (theta_star - q.T(theta_star)) / (gamma * H)
DRIFT = Mean(q.G_c(H, theta_star)) / H - Mean(grad(theta_star))
OPTIMUM = Apply(minimiser, "optimum", point=theta_star)
#: From the definitions of a path and of a round.
DRIFT_IS_SPEED = (
    q.no_gradient,
    q.one_more,
    linear_combination("not moved", MOVED.subs(h, 0), 0 * x, {"start": 1, "no gradient": gamma}),
    linear_combination("moved", MOVED.subs(h, h + 1), MOVED, {"local step": 1, "one more gradient": gamma}),
    Apply(equal_by_induction, "path", u=MOVED, v=sp.S.Zero, index=h, factor=sp.S.One),
    Apply(instance, "path from x*", relation="path", at={h: H, x: theta_star}),
    Apply(mean_of, "mean path", relation="path from x*"),
    Apply(instance, "round from x*", relation="round", at={x: theta_star}),
    linear_combination("speed", DRIFT, SPEED, {"mean path": 1 / (gamma * H), "round from x*": 1 / (gamma * H), "optimum": -1}),
    Arithmetic("drift is speed", sp.Eq(Norm(DRIFT) ** 2, Norm(SPEED) ** 2, evaluate=False), ("speed/2",)),
)

drift_of_clients = Claim(
    id="symfed-average-drift",
    kind="definition",
    says="With each client's own gradient along its local steps from x*, the measure is the squared speed at which a round T leaves x*.",
    printed=printed_at(
        "the slides' average drift with the index c; with H = 2 quadratic clients the printed one is always 0",
        r"\Big\|\frac1{NH}\sum_{c=1}^N\sum_{h=0}^{H-1}\nabla f_c(x_c^{(h)})-\nabla f(x^\star)\Big\|^2"
        r"=\Big\|\frac{x^\star-T^{(\gamma,H)}(x^\star)}{\gamma H}\Big\|^2,\quad x_c^{(0)}=x^\star",
    ),
    statement=sp.Eq(Norm(DRIFT) ** 2, Norm(SPEED) ** 2, evaluate=False),
    under=Domain((), (TWICE,)),
    lemmas=crosscheck(
        "by the rule",
        drift,
        DRIFT_CHECK,
        wrong={
            "gradient of f": lambda i: drift(i, own=False),
            "sum for mean": lambda i: drift(i, share=1),
            "N+1 for N": lambda i: drift(i, share=i.N + 1),
        },
    ),
    follows=(OPTIMUM, q.start, q.local_step, q.a_round, *DRIFT_IS_SPEED),
    expect=Tier.PROVED,
)


neighbourhood = Claim(
    id="iccopt-fedavg-neighborhood",
    kind="rate",
    says="For each of the three measures zeta: convergence to a ball around x* whose radius is some function of gamma, H and zeta alone.",
    printed=printed_at(
        "slide 'Choose your favorite heterogeneity measure'",
        r"\|x^{(T)}-x^\star\|^2\lesssim(1-\gamma\mu)^{HT}\|x^{(0)}-x^\star\|^2+\chi(\gamma,H,\zeta)\ \text{for some function }\chi",
    ),
    under=FUNCTIONS,
    statement=sp.S.One,
    see=("iccopt-het-second-order",),
    checks=GrowthCheck(equal_hessians_apart, "second-order measure and all but the gradients at x* fixed"),
    corrected="symfed-fedavg-neighborhood",
    missing="the first-order measure, or the drift of the clients' own gradients (the second-order measure bounds no radius alone), and gamma <= 1/L",
    expect=Tier.IMPRECISE,
)
