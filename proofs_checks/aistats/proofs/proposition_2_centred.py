"""Proof of Proposition 2: equations (12) and (13), the fixed point written with differences of products; and (16), where Theorem 1's begins."""

import sympy as sp

from proofs_checks.aistats.proofs.proposition_2 import AS_DEFINED, AS_IN_THEOREM_1, FIXED, SIZES, UNDER, UNDER_THEOREM_7, bias, noiseless
from proofs_checks.aistats.proposition_1 import RATE
from proofs_checks.aistats.proposition_2 import (
    AT_START,
    OPTIMUM,
    PATH,
    UNROLLED,
    D_star,
    P_c,
    R_c,
    products,
    several_steps,
)
from proofs_checks.aistats.quantities import theta_star, x, y
from proofs_checks.aistats.shrinking import always_zero, bounded_by_start
from symfed.checks import CounterexampleSearch, inequality_search
from symfed.claims import LOCAL_SLIP, Claim, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h, t
from symfed.theorems import Apply, Define, resting_on
from symfed.theorems.norms import mean_of
from symfed.theorems.operators import mean_curvature
from symfed.theorems.sequences import bounded_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import Mean, Norm, grad, sequence

C_c = sequence("C_avg_c", "the sum over the steps so far of the product of mean factors over later ones, applied to the gradient at theta*")
Q_avg = sequence("Q_avg", "the product of so many factors Id - gamma times the clients' mean of the mean Hessians, applied to a vector")
D_avg = Mean(D_star(h))

#: Equation (12), with as many factors as steps, and what the proof uses of it.
AVERAGED = (
    Define("no mean factor", sp.Eq(Q_avg(0, x), x)),
    Define("one mean factor", sp.Eq(Q_avg(h + 1, x), Q_avg(h, x) - gamma * D_avg * Q_avg(h, x))),
    Define("no centre", sp.Eq(C_c(0), 0)),
    Define("one centre", sp.Eq(C_c(h + 1), C_c(h) - gamma * D_avg * C_c(h) + grad(theta_star))),
    Apply(mean_curvature, "mean curvature", matrix=D_star(h)),
    *bounded_by_start("mean products", Q_avg(h, x), x, D_avg, (("no mean factor",), (1,)), (("one mean factor",), (1,))),
    Apply(mean_of, "mean of no centre", relation="no centre"),
    Apply(mean_of, "mean of one centre", relation="one centre"),
    *always_zero(
        "centres",
        Mean(C_c(h)),
        D_avg,
        (("mean of no centre",), (1,)),
        (("mean of one centre", "optimum"), (1, 1)),
    ),
    Apply(instance, "no mean centre", relation="centres", at={h: H}),
)


def mean_product(i):
    """The squared norm that H mean factors leave of a vector of ones, and its bound."""
    p, one = i.problem.jets, 1 + 0 * i.problem.optimum
    v = p.power(p.identity() - i.gamma * p.hessian, i.H) @ one
    return (v**2).sum(), (1 - i.gamma * i.mu) ** (2 * i.H) * (one**2).sum()


eq12 = Claim(
    id="aistats-eq12-avgproduct",
    kind="definition",
    says="One product for all clients, of their mean Hessians step by step: applied to the clients' gradients at theta*, which add up to zero, it leaves "
    "nothing in the sum. It is not the mean of the clients' products; steps are counted here as in Theorem 1's proof, and (3)'s "
    "count would do as well. The upper index of D is read as (gamma, l).",
    printed=printed_at(
        "equation (12)",
        r"\digamma_{avg}^{\star,h:H}=\prod_{\ell=h}^{H-1}\Big(Id-\frac\gamma N\sum_c\bar D_c^{(\theta^\star_{c,\ell},\theta^\star)}\Big)",
    ),
    statement=sp.And(sp.Eq(Mean(C_c(H)), 0 * x), sp.Le(Norm(Q_avg(h, x)), RATE**h * Norm(x), evaluate=False), evaluate=False),
    under=UNDER,
    lemmas=crosscheck(
        "quadratics",
        mean_product,
        inequality_search(noiseless, scope="exact quadratics", sizes=SIZES, examples=8),
        wrong={
            "one factor more in the bound": lambda i: (mean_product(i)[0], mean_product(i)[1] * (1 - i.gamma * i.mu) ** 2),
            "L for mu": lambda i: (mean_product(i)[0], (1 - i.gamma * i.L) ** (2 * i.H) * i.problem.dim),
        },
    ),
    follows=(OPTIMUM, *PATH, *AVERAGED),
    expect=Tier.DEFINED,
)

S = sequence("neumann_sum", "the first so many terms of the Neumann series of Id less the mean product over a round")
DIFFERENCES = gamma * Mean(C_c(H) - R_c(H))
LEFT = AT_START - Mean(P_c(H, AT_START))
LINEAR = P_c(h, x) - P_c(h, y) - P_c(h, x - y)

#: Equation (13), step (a).
CENTRED = (
    OPTIMUM,
    *resting_on(PATH, FIXED),
    *resting_on(UNROLLED, FIXED),
    *AVERAGED,
    linear_combination("differences", LEFT, DIFFERENCES, {"identity/1": 1, "no mean centre": -gamma}),
)
#: Equation (13), step (b): the partial sums of the Neumann series approach theta_det - theta* like (1 - gamma mu)^(H t).
NEUMANN = (
    Define("no term", sp.Eq(S(0), 0 * x)),
    Define("one term", sp.Eq(S(t + 1), Mean(P_c(H, S(t))) + DIFFERENCES)),
    Apply(instance, "product of y", relation="product", at={x: y}),
    Apply(instance, "product of x - y", relation="product", at={x: x - y}),
    Apply(instance, "no product of y", relation="no product", at={x: y}),
    Apply(instance, "no product of x - y", relation="no product", at={x: x - y}),
    *always_zero(
        "linear",
        LINEAR,
        D_star(h),
        (("no product", "no product of y", "no product of x - y"), (1, -1, -1)),
        (("product", "product of y", "product of x - y"), (1, -1, -1)),
    ),
    Apply(instance, "linear in the error", relation="linear", at={h: H, x: AT_START, y: S(t)}),
    Apply(mean_of, "mean of the error", relation="linear in the error"),
    Apply(instance, "a round of the error", relation="invertible", at={x: AT_START - S(t)}),
    linear_combination(
        "next error", AT_START - S(t + 1), Mean(P_c(H, AT_START - S(t))), {"one term": -1, "differences/1": 1, "mean of the error": 1}
    ),
    linear_combination("first error", AT_START - S(0), AT_START, {"no term": -1}),
    bounded_by_induction(
        "series",
        Norm(AT_START - S(t)),
        t,
        RATE ** (H * t) * Norm(AT_START),
        factor=RATE**H,
        by=("mu <= L", "a round of the error", "next error/2", "first error/2"),
    ),
)


def centred(i, first, late):
    """The right side of (a), and of the first line of (13), on quadratics, where mean products are powers."""
    p, M = i.problem.jets, i.problem.jets.identity()
    mean = M - i.gamma * p.hessian
    total = 0 * p.gradients[0]
    for k in range(1, i.H + 1):
        steps = max(0, i.H - k - late)
        total = total + p.mean(p.apply(p.power(mean, steps) - p.power(M - i.gamma * p.hessians, steps), p.gradients))
    return i.gamma * p.solve(M - p.mean(products(p, i.gamma, i.H, first)), total)


centre = Claim(
    id="symfed-fedavg-fixed-point-centred",
    kind="identity",
    says="Equation (13) with the products of Theorem 1's proof: differences of products for products, since gradients at theta* add up to zero, "
    "and the Neumann series, whose first t terms leave at most (1 - gamma mu)^(H t) times the bias.",
    printed=printed_at(
        "equation (13) with products over all local steps",
        r"(Id-\digamma^\star)(\bar\theta_{det}-\theta^\star)=\frac\gamma N\sum_c\sum_{h=1}^H(\digamma_{avg}^{\star,h+1:H}-\digamma_c^{\star,h+1:H})"
        r"\nabla f_c(\theta^\star),\quad\Big\|\bar\theta_{det}-\theta^\star-\frac\gamma N\sum_{k<t}\sum_{c,h}(\digamma^\star)^k(\cdots)\Big\|"
        r"\le(1-\gamma\mu)^{Ht}\|\bar\theta_{det}-\theta^\star\|",
    ),
    statement=sp.And(
        sp.Eq(LEFT, DIFFERENCES, evaluate=False),
        sp.Le(Norm(AT_START - S(t)), RATE ** (H * t) * Norm(AT_START), evaluate=False),
        evaluate=False,
    ),
    under=UNDER,
    lemmas=crosscheck(
        "quadratics",
        lambda i: centred(i, 0, 0),
        CounterexampleSearch(noiseless, bias, scope="exact quadratics", sizes=SIZES, examples=8),
        wrong={
            "the products of equation (3)": lambda i: centred(i, 1, 1),
            "the sum's products of equation (3)": lambda i: centred(i, 0, 1),
            "sign flipped": lambda i: -centred(i, 0, 0),
        },
    ),
    follows=(*CENTRED, *NEUMANN),
    uses=("symfed-fedavg-fixed-point",),
    expect=Tier.PROVED,
)

eq13 = Claim(
    id="aistats-eq13-center",
    kind="identity",
    says="Steps (a) and (b) are right for any products whose mean has a norm below one; with equation (3)'s the first line is false. On quadratics "
    "the display gives the bias of FedAvg-D with H - 1 local steps, nothing for H = 2; for H = 1 it inverts zero.",
    printed=printed_at(
        "equation (13)",
        r"\bar\theta_{det}-\theta^\star=-\frac\gamma N(Id-\digamma^\star)^{-1}\sum_c\sum_{h=1}^H\digamma_c^{\star,h+1:H}\nabla f_c(\theta^\star)"
        r"\overset{(a)}=\frac\gamma N\sum_c\sum_{h=1}^H(Id-\digamma^\star)^{-1}"
        r"(\digamma_{avg}^{\star,h+1:H}-\digamma_c^{\star,h+1:H})\nabla f_c(\theta^\star)\overset{(b)}=\frac\gamma N\sum_c\sum_{h=1}^H\sum_{k\ge0}"
        r"(\digamma^\star)^k(\digamma_{avg}^{\star,h+1:H}-\digamma_c^{\star,h+1:H})\nabla f_c(\theta^\star)" + AS_DEFINED,
    ),
    statement=lambda i: centred(i, 1, 1),
    under=UNDER,
    checks=CounterexampleSearch(several_steps, bias, scope="exact quadratics, H >= 2", sizes=SIZES, examples=8),
    corrected="symfed-fedavg-fixed-point-centred",
    see=("aistats-eq3app-products", "aistats-eq12-avgproduct"),
    expect=Tier.REFUTED,
    erratum=Erratum(LOCAL_SLIP, "right with the products of Theorem 1's proof; the bound of Proposition 2 stands"),
)

eq16 = Claim(
    id="aistats-eq16-restart",
    kind="identity",
    says="Where the proof of Theorem 1 starts, with the products that it prints: right, and Id less the mean product, whose norm is at most "
    "(1 - gamma mu)^H, is invertible. With those of equation (3) it is equation (13), and false.",
    printed=printed_at(
        "equation (16)",
        r"\bar\theta_{det}-\theta^\star=\frac\gamma N\sum_c\sum_{h=1}^H(Id-\digamma^\star)^{-1}"
        r"(\digamma_{avg}^{\star,h+1:H}-\digamma_c^{\star,h+1:H})\nabla f_c(\theta^\star)" + AS_IN_THEOREM_1,
    ),
    statement=sp.And(
        sp.Eq(LEFT, DIFFERENCES, evaluate=False), sp.Le(Norm(Mean(P_c(H, x))), RATE**H * Norm(x), evaluate=False), evaluate=False
    ),
    under=UNDER_THEOREM_7,
    lemmas=crosscheck(
        "quadratics",
        lambda i: centred(i, 0, 0),
        CounterexampleSearch(noiseless, bias, scope="exact quadratics", sizes=SIZES, examples=8),
        wrong={
            "the products of equation (3)": lambda i: centred(i, 1, 1),
            "sign flipped": lambda i: -centred(i, 0, 0),
        },
    ),
    follows=CENTRED,
    uses=("symfed-fedavg-fixed-point",),
    see=("symfed-fedavg-fixed-point-centred", "aistats-thm1proof-products", "aistats-eq13-center"),
    expect=Tier.PROVED,
)
