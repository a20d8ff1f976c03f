"""Proof of Proposition 2, first part: the local path unrolled, and its mean over clients.

Two definitions of the products are printed. Equation (3) and this proof give `F_c^{h:H}` the steps l = h .. H-1, so that nothing of the first
step, l = 0, is left in `F_c^{1:H}`; the proof of Theorem 1 gives `F_c^{h+1:H}` the steps l = h .. H-1, with which all of this proof is right.
"""

import sympy as sp

from proofs_checks.aistats.proposition_1 import SMALL
from proofs_checks.aistats.proposition_2 import (
    AT_START,
    FROM_STAR,
    PATH,
    UNROLLED,
    D_star,
    P_c,
    R_c,
    products,
)
from proofs_checks.aistats.quantities import A1, T_c, theta_det, theta_star
from symfed.checks import CounterexampleSearch, inequality_search
from symfed.checks.readings import exact_bias
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h
from symfed.strategies import instances
from symfed.theorems.sequences import linear_combination
from symfed.theorems.vocabulary import grad

UNDER = Domain((SMALL,), (A1,), {str(c): "Proposition 2" for c in (SMALL, A1)})
#: The same, as the appendix prints it for the proof of Theorem 1.
UNDER_THEOREM_7 = Domain((SMALL,), (A1,), {str(c): "Theorem 7" for c in (SMALL, A1)})
SIZES = ((1, 1), (1, 2), (2, 2), (1, 3))
AS_DEFINED = r",\quad\digamma_c^{\star,h:H}=\prod_{\ell=h}^{H-1}(Id-\gamma\bar D_c^{(\theta^\star_{c,\ell},\theta^\star)})"
AS_IN_THEOREM_1 = r",\quad\digamma_c^{\star,h+1:H}=\prod_{\ell=h}^{H-1}(Id-\gamma\bar D_c^{(\theta^\star_{c,\ell},\theta^\star)})"
#: The premise on which equation (11) and what follows stand.
FIXED = {"aistats-prop1-stationary": "symfed-fedavg-fixed-point"}


def noiseless(d, N):
    return instances(d, N, noise=False)


def bias(i):
    return exact_bias("fedavg_deterministic")(i)


# equation (11)

STEP = sp.Eq(
    T_c(h + 1, theta_det),
    T_c(h, theta_det) - gamma * D_star(h) * FROM_STAR - gamma * grad(theta_star),
    evaluate=False,
)


def local_steps(i, steps):
    """Of all clients (N, d), from the fixed point of the round: the local path less theta*, after so many steps."""
    p, path = i.problem.jets, bias(i) + 0 * i.problem.optima
    for _ in range(steps):
        path = path - i.gamma * (p.apply(p.hessians, path) + p.gradients)
    return path


def one_more(i, sign=1, at=None):
    """What (11) makes of H - 1 local steps; on quadratics the mean Hessian is the Hessian."""
    p, path = i.problem.jets, local_steps(i, i.H - 1)
    return path - i.gamma * p.apply(p.hessians, path if at is None else at(i)) - sign * i.gamma * p.gradients


eq11 = Claim(
    id="aistats-prop2-eq11-recursion",
    kind="identity",
    says="A local step from the fixed point, with the mean Hessian between the local iterate and theta*; here that is printed with theta_det of the whole round, "
    "as it must be.",
    printed=printed_at(
        "equation (11)",
        r"T_c^{(\gamma,h+1)}(\bar\theta_{det})=T_c^{(\gamma,h)}(\bar\theta_{det})-\gamma\bar D_c^{(\gamma,h)}(T_c^{(\gamma,h)}(\bar\theta_{det})"
        r"-\theta^\star)-\gamma\nabla f_c(\theta^\star)",
    ),
    statement=STEP,
    under=UNDER,
    lemmas=crosscheck(
        "quadratics",
        one_more,
        CounterexampleSearch(noiseless, lambda i: local_steps(i, i.H), scope="exact quadratics", sizes=SIZES, examples=8),
        wrong={
            "ascent along the gradient at theta*": lambda i: one_more(i, sign=-1),
            "Hessian applied to theta_det - theta*": lambda i: one_more(i, at=bias),
        },
    ),
    follows=(
        *PATH,
        linear_combination("(11)", STEP.lhs, STEP.rhs, {"local step here": 1, "mean Hessian/1": -gamma}),
    ),
    see=("symfed-mean-hessian", "aistats-sec4-Dbar"),
    expect=Tier.PROVED,
)

# the path unrolled


def unrolled(i, first=1, late=1, sign=-1):
    """The product over l = first .. H-1 of theta_det - theta*, less gamma times the sum over h of those over l = h + late .. H-1."""
    p = i.problem.jets
    total = sum(p.apply(products(p, i.gamma, i.H, k + late), p.gradients) for k in range(1, i.H + 1))
    return p.apply(products(p, i.gamma, i.H, first), bias(i) + 0 * p.gradients) + sign * i.gamma * total


def right(i, sign=-1):
    """The product over all steps, and in the sum that of step h over l = h .. H-1."""
    return unrolled(i, first=0, late=0, sign=sign)


AFTER_STEPS = CounterexampleSearch(noiseless, lambda i: local_steps(i, i.H), scope="exact quadratics", sizes=SIZES, examples=8)

OTHER_PRODUCTS = {
    "the products of equation (3)": unrolled,
    "the sum's products of equation (3)": lambda i: unrolled(i, first=0),
    "sign flipped": lambda i: right(i, sign=1),
}
path_unrolled = Claim(
    id="symfed-local-path-unrolled",
    kind="identity",
    says="With the products of Theorem 1's proof, l = h .. H-1 in F_c^{h+1:H}, equation (11) unrolls as printed in the proof of Proposition 2.",
    printed=printed_at(
        "the unrolled path in the proof of Proposition 2",
        r"T_c^{(\gamma,H)}(\bar\theta_{det})-\theta^\star=\digamma_c^{\star,1:H}(\bar\theta_{det}-\theta^\star)"
        r"-\gamma\sum_{h=1}^H\digamma_c^{\star,h+1:H}\nabla f_c(\theta^\star),\quad"
        r"\digamma_c^{\star,h+1:H}=\prod_{\ell=h}^{H-1}(Id-\gamma\bar D_c^{(\gamma,\ell)})",
    ),
    statement=sp.Eq(FROM_STAR.xreplace({h: H}), P_c(H, AT_START) - gamma * R_c(H), evaluate=False),
    under=UNDER,
    lemmas=crosscheck("quadratics", right, AFTER_STEPS, wrong=OTHER_PRODUCTS),
    follows=(
        *PATH,
        *UNROLLED[:-2],  # up to "after H steps": the mean over clients is not asked for
        linear_combination("the path", FROM_STAR.xreplace({h: H}), P_c(H, AT_START) - gamma * R_c(H), ("after H steps",)),
    ),
    expect=Tier.PROVED,
)

thm1proof_products = Claim(
    id="aistats-thm1proof-products",
    kind="definition",
    says="The products as Theorem 1's proof writes them, one factor more than in equation (3): with these the unrolled path of Proposition 2 is right.",
    printed=printed_at("proof of Theorem 1, the products", AS_IN_THEOREM_1.removeprefix(r",\quad")),
    statement=right,
    under=UNDER_THEOREM_7,
    checks=AFTER_STEPS,
    wrong=OTHER_PRODUCTS,
    see=("symfed-local-path-unrolled", "aistats-eq3-products", "aistats-eq3app-products"),
    expect=Tier.DEFINED,
)


def one_step_apart(i):
    """The printed product over a round, applied to the displacement of theta_det from theta* + 1."""
    p = i.problem.jets
    return p.apply(products(p, i.gamma, i.H, 1), 1 + 0 * p.gradients)


def round_apart(i):
    """What a round's local steps make of that displacement."""
    p, apart = i.problem.jets, 1 + 0 * i.problem.optima
    for _ in range(i.H):
        apart = apart - i.gamma * p.apply(p.hessians, apart)
    return apart


eq3app = Claim(
    id="aistats-eq3app-products",
    kind="definition",
    says="The products again, as in equation (3): over a round they lack the first local step, l = 0. The upper index (theta*_{c,l}, theta*) of D "
    "is not defined, and is read as (gamma, l).",
    printed=printed_at("proof of Proposition 2, the products", AS_DEFINED.removeprefix(r",\quad") + r",\ h\in\{1,\dots,H\}"),
    statement=one_step_apart,
    under=UNDER,
    checks=CounterexampleSearch(noiseless, round_apart, scope="exact quadratics: a round's product", sizes=SIZES, examples=8),
    corrected="symfed-local-path-unrolled",
    see=("aistats-eq3-products", "aistats-thm1proof-products"),
    expect=Tier.REFUTED,
    erratum=Erratum(LOCAL_SLIP, "as in (3), the first local step is lacking; the bound of Proposition 2 and Theorem 1 stand"),
)

prop2_unrolled = Claim(
    id="aistats-prop2-unrolled",
    kind="identity",
    says="Equation (11) applied recursively, with products that lack their first factor (all but the empty one, at h = H).",
    printed=printed_at(
        "proof of Proposition 2, after equation (11)",
        r"T_c^{(\gamma,H)}(\bar\theta_{det})-\theta^\star=\digamma_c^{\star,1:H}(\bar\theta_{det}-\theta^\star)"
        r"-\gamma\sum_{h=1}^H\digamma_c^{\star,h+1:H}\nabla f_c(\theta^\star)" + AS_DEFINED,
    ),
    statement=unrolled,
    under=UNDER,
    checks=AFTER_STEPS,
    corrected="symfed-local-path-unrolled",
    see=("aistats-eq3app-products",),
    expect=Tier.REFUTED,
    erratum=Erratum(LOCAL_SLIP, "right with the products of Theorem 1's proof; the bound of Proposition 2 stands"),
)


def averaged(i, first=1, late=1):
    """Both sides of the mean over clients, where the fixed point is its own round."""
    p, e = i.problem.jets, bias(i)
    left = e - p.mean(p.apply(products(p, i.gamma, i.H, first), e + 0 * p.gradients))
    return left, -i.gamma * sum(p.mean(p.apply(products(p, i.gamma, i.H, k + late), p.gradients)) for k in range(1, i.H + 1))


prop2_averaged = Claim(
    id="aistats-prop2-averaged",
    kind="identity",
    says="In the mean over clients. With equation (3)'s products the right side at H = 2 is a multiple of the mean gradient at theta*, zero; the left is not.",
    printed=printed_at(
        "proof of Proposition 2, the fixed point put in",
        r"(Id-\digamma^\star)(\bar\theta_{det}-\theta^\star)=-\frac\gamma N\sum_c\sum_{h=1}^H\digamma_c^{\star,h+1:H}\nabla f_c(\theta^\star)"
        + AS_DEFINED,
    ),
    statement=averaged,
    under=UNDER,
    checks=CounterexampleSearch(noiseless, scope="exact quadratics", sizes=SIZES, examples=8),
    corrected="symfed-fedavg-fixed-point-identity",
    see=("aistats-eq3app-products", "aistats-prop2-identity"),
    expect=Tier.REFUTED,
    erratum=Erratum(LOCAL_SLIP, "right with the products of Theorem 1's proof; the bound of Proposition 2 stands"),
)


def printed_contraction(i):
    """Squared: what the mean product makes of a vector of ones, and (1 - gamma mu)^H times it."""
    p, one = i.problem.jets, 1 + 0 * i.problem.optima
    v = p.mean(p.apply(products(p, i.gamma, i.H, 1), one))
    return (v**2).sum(), (1 - i.gamma * i.mu) ** (2 * i.H) * (one[0] ** 2).sum()


prop2_contraction = Claim(
    id="aistats-prop2-contraction-digamma",
    kind="inequality",
    says="The mean product over a round is at most (1 - gamma mu)^H: with equation (3)'s products, a factor short, it may reach (1 - gamma mu)^(H-1).",
    printed=printed_at(
        "proof of Proposition 2, before equation (14)",
        r"\|\digamma^\star\|\le(1-\gamma\mu)^H,\ \digamma^\star=\frac1N\sum_c\digamma_c^{\star,1:H}" + AS_DEFINED,
    ),
    statement=printed_contraction,
    under=UNDER,
    checks=inequality_search(noiseless, scope="exact quadratics", sizes=SIZES, examples=8),
    corrected="symfed-fedavg-fixed-point-identity",
    see=("aistats-eq3app-products",),
    expect=Tier.REFUTED,
    erratum=Erratum(
        LOCAL_SLIP, "right with the products of Theorem 1's proof, which have a factor more; the bound of Proposition 2 stands", power=2
    ),
)
