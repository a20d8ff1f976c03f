"""Proof of Theorem 1 (Theorem 7 of the appendix): the expansions of Hessians and products, and what is left of them.

At one client theta_det = theta*, and nothing that is at most a multiple of |theta_det - theta*| can be left: there the remainders R are measured.
"""

from dataclasses import replace

import numpy as np
import sympy as sp

from proofs_checks.aistats.fixed_point_remainder import M
from proofs_checks.aistats.mean_hessian import two_step_cases
from proofs_checks.aistats.proofs.proposition_2_bound import DIFFERENCES, D_later, Q_c
from proofs_checks.aistats.proposition_1 import RATE, SMALL
from proofs_checks.aistats.proposition_2 import FROM_STAR, PATH, SHORT, D_star
from proofs_checks.aistats.quantities import A1, A2, theta_star, x
from symfed.checks import CounterexampleCheck, GrowthCheck, complete_identity, inequality_search
from symfed.checks.growth import Counterexample, LowerBound, Step, at_least, equal, number
from symfed.checks.identity import as_printed
from symfed.checks.measured import measured
from symfed.checks.readings import exact_bias
from symfed.claims import LOCAL_SLIP, TYPO, Claim, Domain, Erratum, InWords, Lemma, Tier, crosscheck, printed_at
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, gamma, h, lam, t, theta
from symfed.strategies import instances
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.norms import triangle
from symfed.theorems.operators import spectral
from symfed.theorems.sequences import bounded_by_induction, linear_combination
from symfed.theorems.vocabulary import CURVED, THRICE, Norm, OpNorm, hess, sequence

#: A1, whose part that is used here is that Hessians exist, are differentiable and lie between mu and L.
REGULAR = replace(A1, outside=None, implies=(CURVED, THRICE))
UNDER = Domain((SMALL, SHORT), (A1, A2), {str(c): "Theorem 7" for c in (SMALL, SHORT, A1, A2)})


def one_client(d, N):
    """One client, whose minimum is the fixed point: theta_det = theta*."""
    return instances(d, 1, noise=False, steps=(3, 5))


SIZES = ((1, 1), (2, 1))

# the Hessian, equation (17)

TAYLOR = sp.Le(OpNorm(D_star(h) - hess(theta_star)), M / 2 * Norm(FROM_STAR), evaluate=False)


def each_client(i, of):
    """A function of f_c' and the point after one local step from the fixed point, for both clients."""
    return np.array([of(f, i.local(c, 1, i.limit)) for c, f in enumerate(i.gradients)], dtype=object)


def mean_less_hessian(f, x):
    """The mean Hessian between x and theta* = 0, which is a slope, less the Hessian there."""
    return (f.subs(theta, x) - f.subs(theta, 0)) / x - f.diff(theta).subs(theta, 0)


def steepest_bend(i):
    """A bound of |f_c'''|: f_2' has the curved part K theta/(1 + theta²), whose second derivative is at most 3/2 |K|."""
    slope = i.gradients[1].diff(theta)
    return sp.Rational(3, 2) * abs(slope.subs(theta, 0) - sp.limit(slope, theta, sp.oo))


ON_CASES = measured(
    {
        OpNorm(D_star(h) - hess(theta_star)) ** 2: lambda i: each_client(i, lambda f, x: mean_less_hessian(f, x) ** 2),
        Norm(FROM_STAR) ** 2: lambda i: each_client(i, lambda f, x: x**2),
        M: steepest_bend,
    }
)
share, bend, length = coordinates("u M distance")


def shifted_twice() -> Counterexample:
    """One client with f' = 2 theta + theta/(1 + theta^2) - 5/2, so that theta* = 1; its mean Hessian between 1 - 1 and 1 is f'(1) - f'(0)."""
    at = number(1)
    slope = 2 * theta + theta / (1 + theta**2) - sp.Rational(5, 2)
    return Counterexample(
        instance={
            "f'": "2*theta + theta/(1 + theta^2) - 5/2",
            "constants": "d = N = 1, theta* = 1, mu = 15/8, L = 3",
            "point": "vartheta = theta*",
        },
        steps=(
            Step("f'(1) = 0, and f'' = 2 there", (equal(slope.subs(theta, at), 0), equal(slope.diff(theta).subs(theta, at), 2))),
            Step(
                "f'' = 2 + (1-s)/(1+s)^2 with s = theta^2 lies in [15/8, 3]",
                (equal(8 * (1 - theta**2) + (1 + theta**2) ** 2, (theta**2 - 3) ** 2), at_least((1 + theta**2) ** 2 - (1 - theta**2), 0)),
            ),
            Step(
                "r_{1,h}(theta*) is the mean of f''(theta* + t (theta* - 2 theta*)) = f''(1-t) less f''(1): f'(1) - f'(0) - 2 = 1/2",
                equal(slope.subs(theta, at) - slope.subs(theta, 0) - 2, sp.S.Half),
            ),
            Step("|r_{1,h}(vartheta)|/|vartheta - theta*| has no bound as vartheta tends to theta*", by="r_{1,h} is continuous"),
        ),
    )


TEX_17 = (
    r"\bar D_c^{(\gamma,h)}=\nabla^2f_c(\theta^\star)+r_{1,h}^c(T_c^{(\gamma,h)}(\bar\theta_{det})),\quad "
    r"r_{1,h}^c:\vartheta\mapsto\int_0^1r_{1,h,t}^c(\vartheta%s)\,dt,\quad\sup_\vartheta\|r_{1,h}^c(\vartheta)\|/\|\vartheta-\theta^\star\|<\infty"
)
hessian = Claim(
    id="aistats-thm7-hessian-expansion",
    kind="expansion",
    says="(17) for the printed r, the mean of r_t(vartheta - theta*) where the line before has r_t at T itself: what is left does not vanish at theta*. "
    "(The range of r is printed as R^d; it is a matrix.)",
    printed=printed_at("equation (17) and before", TEX_17 % r"-\theta^\star"),
    under=Domain((), (REGULAR,), {str(REGULAR): "Theorem 7 (A1)"}),
    statement="what the mean Hessian leaves, with the printed argument, is at most a multiple of the distance from theta*",
    checks=CounterexampleCheck(shifted_twice, "one client, at theta*"),
    corrected="symfed-thm7-hessian-expansion",
    erratum=Erratum(TYPO, "vartheta - theta* for vartheta: the display before puts T itself into r_t, and so (17) holds"),
    expect=Tier.REFUTED,
)
hessian_corrected = Claim(
    id="symfed-thm7-hessian-expansion",
    kind="expansion",
    says="The mean Hessian is within M/2 |T_c^h - theta*| of the Hessian at theta*, M a bound of the third derivative.",
    printed=printed_at("equation (17), r_t at vartheta itself", TEX_17 % ""),
    statement=TAYLOR,
    under=Domain((), (REGULAR,)),
    lemmas=(
        Lemma(
            "half",
            bend * length / 2,
            complete_identity(lambda: sp.integrate(share * bend * length, (share, 0, 1)), as_printed, scope="share u of the way"),
            wrong={"the whole": bend * length, "a third": bend * length / 3},
        ),
        crosscheck(
            "two steps",
            TAYLOR,
            inequality_search(two_step_cases, reading=ON_CASES, scope="losses with bounded third derivatives", sizes=((1, 2),), examples=6),
            wrong={"a twentieth": sp.Le(TAYLOR.lhs, TAYLOR.rhs / 20, evaluate=False)},
        ),
    ),
    follows=InWords(
        "by the mean value theorem the change of the gradient along v = T_c^h - theta* is the mean Hessian on the segment, applied to v; third derivatives being bounded, "
        "hess f_c changes by M u |v| at most up to theta* + u v, and the integral of hess f_c(theta* + u v) - hess f_c(theta*) over u in [0, 1] by the integral of that"
    ),
    see=("symfed-mean-hessian",),
    expect=Tier.PROVED_GIVEN,
)

# the products

W_c = sequence("path_hessians_c", "the sum of client c's mean Hessians over so many steps from a step on, applied to a vector")
FACTORS = Q_c(h, t, x)
LEFT_OVER = FACTORS - x + gamma * W_c(h, t, x)
FIRST_ORDER = sp.Le(Norm(LEFT_OVER), gamma**2 * L**2 * h * (h - 1) / 2 * Norm(x), evaluate=False)


def measured_products(i, factor=0, share=1):
    """On quadratics, squared: what H factors leave of ones beyond Id - gamma (H - factor) A, and its bound."""
    p, one = i.problem.jets, 1 + 0 * i.problem.optima
    left = p.apply(p.power(p.identity() - i.gamma * p.hessians, i.H) - p.identity() + i.gamma * (i.H - factor) * p.hessians, one)
    return (left**2).sum(axis=1), (share * i.gamma**2 * i.L**2 * i.H * (i.H - 1) / 2) ** 2 * (one**2).sum(axis=1)


products = Claim(
    id="symfed-product-first-order",
    kind="inequality",
    says="n factors Id - gamma D are Id less gamma times the sum of the n Hessians, up to (gamma L)^2 n (n-1)/2; n is H - h in F_c^{h+1:H} as Theorem "
    "1's proof has it. With H - h factors R_{1,h}^c is thus O(gamma H); its part of order gamma H does not vanish where theta_det = theta*.",
    printed=printed_at(
        "the products in the proof of Theorem 1",
        r"\Big\|\digamma_c^{\star,h+1:H}-Id+\gamma\sum_{\ell=h}^{H-1}\bar D_c^{(\gamma,\ell)}\Big\|\le\frac{\gamma^2L^2}2(H-h)(H-h-1)",
    ),
    statement=FIRST_ORDER,
    under=Domain((SMALL,), (CURVED,), {str(c): "Proposition 1" for c in (SMALL, CURVED)}),
    lemmas=crosscheck(
        "quadratics",
        lambda i: measured_products(i),
        inequality_search(lambda d, N: instances(d, N, noise=False), scope="exact quadratics, H factors", sizes=SIZES, examples=8),
        wrong={
            "H - 1 for H factors": lambda i: measured_products(i, factor=1),
            "a tenth": lambda i: measured_products(i, share=i.mu / i.mu / 10),
        },
    ),
    follows=(
        *[
            step
            for step in DIFFERENCES
            if step.name in {*[s.name for s in PATH], "later low", "later high", "no later factor", "a later factor"}
        ],
        Define("no Hessian", sp.Eq(W_c(0, t, x), 0 * x)),
        Define("a Hessian more", sp.Eq(W_c(h + 1, t, x), W_c(h, t, x) + D_later * x)),
        Apply(spectral, "a factor shrinks", by=("mu <= L",), matrix=D_later, function=1 - gamma * lam, bound=RATE, v=FACTORS - x),
        Apply(spectral, "smooth", by=("mu <= L",), matrix=D_later, function=lam, bound=L, v=x),
        Apply(spectral, "smooth on what has moved", by=("mu <= L",), matrix=D_later, function=lam, bound=L, v=FACTORS - x),
        linear_combination(
            "moves", Q_c(h + 1, t, x) - x, FACTORS - x - gamma * D_later * (FACTORS - x) - gamma * D_later * x, ("a later factor",)
        ),
        Apply(triangle, "moves in two parts", u=FACTORS - x - gamma * D_later * (FACTORS - x), v=-gamma * D_later * x),
        Arithmetic(
            "one move",
            sp.Le(Norm(Q_c(h + 1, t, x) - x), RATE * Norm(FACTORS - x) + gamma * L * Norm(x), evaluate=False),
            ("moves/2", "moves in two parts", "a factor shrinks", "smooth"),
        ),
        linear_combination("has not moved", Q_c(0, t, x) - x, 0 * x, ("no later factor",)),
        bounded_by_induction(
            "moved",
            Norm(FACTORS - x),
            h,
            gamma * L * h * Norm(x),
            factor=RATE,
            increment=gamma * L * Norm(x),
            by=("mu <= L", "has not moved/2"),
        ),
        linear_combination(
            "next",
            LEFT_OVER.xreplace({h: h + 1}),
            LEFT_OVER - gamma * D_later * (FACTORS - x),
            {"a later factor": 1, "a Hessian more": gamma},
        ),
        Apply(triangle, "two parts", u=LEFT_OVER, v=-gamma * D_later * (FACTORS - x)),
        Arithmetic(
            "one step",
            sp.Le(Norm(LEFT_OVER.xreplace({h: h + 1})), Norm(LEFT_OVER) + gamma**2 * L**2 * h * Norm(x), evaluate=False),
            ("next/2", "two parts", "smooth on what has moved", "moved"),
        ),
        linear_combination("nothing left", LEFT_OVER.xreplace({h: 0}), 0 * x, {"no later factor": 1, "no Hessian": gamma}),
        bounded_by_induction(
            "first order", Norm(LEFT_OVER), h, FIRST_ORDER.rhs, increment=gamma**2 * L**2 * h * Norm(x), by=("nothing left/2",)
        ),
    ),
    see=("aistats-thm7-hessian-expansion",),
    expect=Tier.PROVED,
)


def one_factor_short() -> LowerBound:
    """One client with f = theta²/2, H = 2 and h = 1: the product has the one factor 1 - gamma, and Id - gamma (H-h-1) f'' is 1."""
    return LowerBound(
        instance={"f": "theta^2/2", "constants": "N = 1, mu = L = 1, H = 2, h = 1, theta_det = theta* = 0"},
        bound=sp.Rational(1, 2),
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step(
                "R = (F - 1 + gamma (H-h-1))/(gamma H) = -1/2 for the product F = 1 - gamma over l = 1 .. 1",
                equal(((1 - gamma) - 1 + gamma * (2 - number(1) - 1)) / (2 * gamma), -sp.Rational(1, 2)),
            ),
        ),
    )


digamma = Claim(
    id="aistats-thm7-digamma-expansion",
    kind="expansion",
    says="Products over l = h .. H-1, a client's and those of mean Hessians, have H - h factors, and begin with Id - gamma (H-h) Hess: with H-h-1 what is left is gamma H times a number "
    "that does not tend to zero, as it would by (18) and Proposition 2. (With the products of equation (3) the first order would be right.)",
    printed=printed_at(
        "proof of Theorem 7, before equation (18)",
        r"\digamma_c^{\star,h+1:H}=\prod_{\ell=h}^{H-1}(\cdots)=Id-\gamma(H-h-1)\nabla^2f_c(\theta^\star)+\gamma H\mathcal R_{1,h}^c(\bar\theta_{det}),"
        r"\quad\digamma_{avg}^{\star,h+1:H}=Id-\gamma(H-h-1)\nabla^2f(\theta^\star)+\gamma H\mathcal R_{1,h}(\bar\theta_{det})",
    ),
    statement=gamma * H,
    under=UNDER,
    checks=GrowthCheck(one_factor_short, "one quadratic client, H = 2", at=((H, 2),)),
    corrected="symfed-product-first-order",
    see=("aistats-thm1proof-products", "aistats-thm7-hessian-expansion"),
    expect=Tier.REFUTED,
    erratum=Erratum(
        LOCAL_SLIP, "the products have H - h factors, not H - h - 1; another slip makes up for it, and the expansion of Theorem 7 stands"
    ),
)


def what_is_left(i):
    """For h = 1, squared: what its H - 1 factors leave beyond first order; |theta_det - theta*| is zero."""
    return measured_products(replace(i, H=i.H - 1))[0], 0 * i.problem.optima[:, 0] + (exact_bias("fedavg_deterministic")(i) ** 2).sum()


eq18 = Claim(
    id="aistats-eq18-remainders",
    kind="expansion",
    says="No multiple of |theta_det - theta*| bounds what products leave beyond first order: for one client theta_det = theta*, and (Id - gamma A)^n, "
    "A its Hessian there, has a term gamma^2 A^2 for n >= 2. Nor is R_{1,h} the mean of the R_{1,h}^c, a product of means being no mean of products. "
    "With H - h factors R_{1,h}^c is O(gamma H); R_1 is bounded, and no smaller.",
    printed=printed_at(
        "equation (18)",
        r"\sup_\vartheta\|\mathcal R_{1,h}^c(\vartheta)\|/\|\vartheta-\theta^\star\|<\infty,\ \sup_\vartheta\|\mathcal R_1(\vartheta)\|/"
        r"\|\vartheta-\theta^\star\|<\infty,\ \mathcal R_{1,h}=\frac1N\sum_c\mathcal R_{1,h}^c",
    ),
    statement=what_is_left,
    under=UNDER,
    checks=inequality_search(one_client, scope="one quadratic client, h = 1", sizes=SIZES, examples=8),
    corrected="symfed-product-first-order",
    see=("aistats-thm7-digamma-expansion", "aistats-thm7-inverse-expansion"),
    expect=Tier.REFUTED,
    erratum=Erratum(
        LOCAL_SLIP,
        "the remainders of the products are no multiple of |theta_det - theta*|; they are O(gamma H) once H - h factors are counted, and Theorem 1 stands",
        power=2,
    ),
)


def inverse_at_first_order(name="R_1", point="theta_det = theta* = 0") -> LowerBound:
    """One client with f = theta²/2 and H = 2: 1/(1 - (1 - gamma)²) less 1/(2 gamma), which has a name."""
    exact, first = 1 / (1 - (1 - gamma) ** 2), 1 / (2 * gamma)
    return LowerBound(
        instance={"f": "theta^2/2", "constants": f"N = 1, mu = L = 1, H = 2, {point}"},
        bound=sp.Rational(1, 4),
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step(
                f"{name} = 1/(1 - (1 - gamma)^2) - 1/(2 gamma) = 1/(2 (2 - gamma)) >= 1/4",
                (equal(exact - first, 1 / (2 * (2 - gamma))), at_least(1 / (2 * (2 - gamma)), sp.Rational(1, 4))),
                Domain((gamma <= 1,)),
            ),
        ),
    )


inverse = Claim(
    id="aistats-thm7-inverse-expansion",
    kind="expansion",
    says="The inverse is (gamma H Hess)^-1 up to a matrix that is bounded, not up to one of order gamma H, as (18) and Proposition 2 have it: for "
    "one client R_1 >= 1/4 where theta_det = theta*. That it is bounded is all that (19) needs. Gamma* stands for F*; the argument of R_1 has an h and a c that the left side has not.",
    printed=printed_at(
        "proof of Theorem 7, before equation (18)",
        r"(Id-\Gamma^\star)^{-1}=(\gamma H\nabla^2f(\theta^\star))^{-1}+\mathcal R_1(T_c^{(\gamma,h)}(\bar\theta_{det})),\ "
        r"\sup_\vartheta\|\mathcal R_1(\vartheta)\|/\|\vartheta-\theta^\star\|<\infty",
    ),
    statement=gamma * H,
    under=UNDER,
    checks=GrowthCheck(inverse_at_first_order, "one quadratic client, H = 2", at=((H, 2),)),
    corrected="symfed-inverse-first-order",
    expect=Tier.REFUTED,
    erratum=Erratum(
        LOCAL_SLIP, "the remainder of the inverse is bounded, not O(gamma H); bounded is enough, and the expansion of Theorem 7 stands"
    ),
)
