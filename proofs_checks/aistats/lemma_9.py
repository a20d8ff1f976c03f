"""Lemma 9: the difference of two products as a telescoping sum, and what the proofs make of it."""

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.aistats.assumption_1 import BETWEEN, CURVATURE, any_hessians
from proofs_checks.aistats.matrices import matrix_cases
from proofs_checks.aistats.quantities import theta_star, x
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.free_algebra import FreeIdentity
from symfed.checks.identity import as_printed
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h, lam, mu
from symfed.models.arrays import identity, solve
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.norms import zero_norm
from symfed.theorems.operators import coercive, curvature_at, mean_curvature, solvable
from symfed.theorems.sequences import combination, equal_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import Norm, hess, sequence

SIZES, SCOPE = ((1, 2), (2, 2), (2, 1), (3, 2)), "random exact matrices, d <= 3, up to three factors"
TEX = (
    r"\prod_{k=1}^KM_k-\prod_{k=1}^KM_k'=\sum_{k=1}^K\Big\{\prod_{\ell=1}^{k-1}M_\ell\Big\}(M_k-M_k')"
    r"\Big\{\prod_{\ell=k+1}^MM_\ell'\Big\}"
)


def two_sequences(d, N):
    """K matrices M and K matrices M', K = N or N + 1."""
    return st.sampled_from((N, N + 1)).flatmap(lambda K: matrix_cases(d, 2 * K))


def product(matrices, like):
    """As Section 1 defines it: the last factor leftmost."""
    total = identity(len(like), like)
    for M in matrices:
        total = M @ total
    return total


def telescoped(i, order, times=product):
    """Both sides; `order(before, difference, after)` writes a summand from M_1..M_{k-1}, M_k - M_k' and M'_{k+1}..M'_K."""
    K, like = len(i.matrices) // 2, i.matrices[0]
    M, primed = i.matrices[:K], i.matrices[K:]
    terms = [order(times(M[:k], like), M[k] - primed[k], times(primed[k + 1 :], like)) for k in range(K)]
    return times(M, like) - times(primed, like), np.sum(terms, axis=0)


def printed(i):
    return telescoped(i, lambda before, difference, after: before @ difference @ after)


def corrected(i):
    return telescoped(i, lambda before, difference, after: after @ difference @ before)


lemma9 = Claim(
    id="aistats-lem9-telescoping",
    kind="identity",
    says="With products as Section 1 defines them (last factor leftmost) the telescoping sum is printed in the wrong order; M is read as K.",
    printed=printed_at("Lemma 9", TEX + r",\qquad\prod_{\ell=1}^kM_\ell=M_kM_{k-1}\cdots M_1\ \text{(Section 1)}"),
    statement=printed,
    see=("aistats-notation-product",),
    checks=CounterexampleSearch(two_sequences, scope=SCOPE, sizes=SIZES),
    corrected="symfed-telescoping",
    expect=Tier.REFUTED,
    erratum=Erratum(
        LOCAL_SLIP,
        "the order of the factors, in the convention of Section 1, and M for K; what uses it has commuting factors or takes norms",
    ),
)


def in_the_order_of_section_1(M, primed, P, primed_P):
    """One factor more on the left: what holds of P - P' holds of M P - M' P', the sum's old terms getting M' in front."""
    return M * P - primed * primed_P, primed * (P - primed_P) + (M - primed) * P


def as_printed_one_more(M, primed, P, primed_P):
    return M * P - primed * primed_P, (P - primed_P) * primed + P * (M - primed)


M, M_primed = (
    sequence("factor_M", "a factor, a matrix, by its number"),
    sequence("factor_M_primed", "a factor of the second product, by its number"),
)
P, P_primed = (
    sequence("product_M", "so many factors M, the first one first, times a vector"),
    sequence("product_M_primed", "so many factors M', times a vector"),
)
swapped = sequence("swapped", "the sum over k of the later factors M', M_k - M_k', and the earlier factors M, times a vector")
TERM = (M(h) - M_primed(h)) * P(h, x)
telescoping = Claim(
    id="symfed-telescoping",
    kind="identity",
    says="Lemma 9 in Section 1's convention: later factors, the primed ones, stand on the left.",
    printed=printed_at(
        "Lemma 9 in the order of Section 1",
        r"\prod_{k=1}^KM_k-\prod_{k=1}^KM_k'=\sum_{k=1}^K\Big\{\prod_{\ell=k+1}^KM_\ell'\Big\}(M_k-M_k')\Big\{\prod_{\ell=1}^{k-1}M_\ell\Big\}",
    ),
    statement=sp.Eq(P(h, x) - P_primed(h, x), swapped(h, x), evaluate=False),
    lemmas=(
        Lemma(
            "one more factor",
            in_the_order_of_section_1,
            FreeIdentity("M M' P P'", scope="the step from K to K + 1 factors, all matrices of any size"),
            wrong={
                "the printed order": as_printed_one_more,
                "the new term not primed": lambda M, primed, P, primed_P: (
                    M * P - primed * primed_P,
                    primed * (P - primed_P) + (M - primed) * primed_P,
                ),
                "sign flipped": lambda M, primed, P, primed_P: (M * P - primed * primed_P, primed * (primed_P - P) + (primed - M) * P),
            },
        ),
        crosscheck(
            "up to three factors",
            corrected,
            CounterexampleSearch(two_sequences, scope=SCOPE, sizes=SIZES),
            wrong={
                "the printed order": printed,
                "no primed factors": lambda i: telescoped(i, lambda before, difference, after: difference @ before),
                "sign flipped": lambda i: telescoped(i, lambda before, difference, after: -(after @ difference @ before)),
            },
        ),
    ),
    follows=(
        Define("no factor M", sp.Eq(P(0, x), x)),
        Define("one factor M more", sp.Eq(P(h + 1, x), M(h) * P(h, x))),
        Define("no factor M'", sp.Eq(P_primed(0, x), x)),
        Define("one factor M' more", sp.Eq(P_primed(h + 1, x), M_primed(h) * P_primed(h, x))),
        Define("no term", sp.Eq(swapped(0, x), 0 * x)),
        Define("one term more", sp.Eq(swapped(h + 1, x), M_primed(h) * swapped(h, x) + TERM)),
        linear_combination(
            "renewed",
            P(h + 1, x) - P_primed(h + 1, x) - swapped(h + 1, x),
            M_primed(h) * (P(h, x) - P_primed(h, x) - swapped(h, x)),
            {"one factor M more": 1, "one factor M' more": -1, "one term more": -1},
        ),
        linear_combination(
            "without factors", P(0, x) - P_primed(0, x), swapped(0, x), {"no factor M": 1, "no factor M'": -1, "no term": -1}
        ),
        Apply(equal_by_induction, "telescoping", u=P(h, x) - P_primed(h, x), v=swapped(h, x), index=h, factor=M_primed(h)),
    ),
    see=("aistats-notation-product",),
    expect=Tier.PROVED,
)


def closed_form(H):
    """gamma (1 + G + ... + G^(H-1)) lambda at one eigenvalue lambda of A, G = 1 - gamma lambda."""
    return 1 - (1 - gamma * lam) ** H


def another_term(closed):
    """What the (H+1)-st term adds: v(H+1) - G v(H)."""
    return closed(H + 1) - (1 - gamma * lam) * closed(H)


def sum_and_inverse(i, sign=1, steps=0):
    """gamma sum of (Id - gamma A)^(H-h-1) over h = 0 .. H-1 and (Id - Gamma^H) A^-1, for the mean Hessian A."""
    A, one = i.problem.hessian, identity(i.problem.dim, i.problem.hessian)
    powers = [one]
    for _ in range(i.H):
        powers.append(powers[-1] @ (one - i.gamma * A))
    return i.gamma * np.sum(powers[: i.H + steps], axis=0), sign * solve(A, one - powers[i.H])


#: The closed form with a minus sign as in one of the uses in Theorem 4's proof, and for a sum with H + 1 terms.
MINUS, LONGER = (lambda H: (1 - gamma * lam) ** H - 1), (lambda H: 1 - (1 - gamma * lam) ** (H + 1))

A = CURVATURE
power = sequence("power_at_theta_star", "so many factors Id - gamma A times a vector, A the Hessian of f at theta*")
added = sequence("powers_at_theta_star", "the sum of so many powers of Id - gamma A, from the first, times a vector")
inverse = sequence("inverse_at_theta_star", "A^-1 times a vector, A the Hessian of f at theta*")


def equal(name, u, v, equations, factors, first):
    """Steps to u = v at h = H: by `equations` a step more multiplies u - v by Id - gamma A, and by `first` it is 0 at h = 0."""
    gap = u - v
    return (
        Apply(combination, f"{name}: renewed", u=gap.subs(h, h + 1), v=gap - gamma * A * gap, equations=equations, factors=factors),
        Apply(combination, f"{name}: at first", u=u.subs(h, 0), v=v.subs(h, 0), equations=first, factors=factors),
        Apply(equal_by_induction, f"{name}: always", u=u, v=v, index=h, factor=1 - gamma * A),
        Apply(instance, name, relation=f"{name}: always", at={h: H}),
    )


SUM, INVERSE = gamma * added(H, A * x), inverse(x - power(H, x))
usage = Claim(
    id="aistats-lem9-usage-inverse",
    kind="identity",
    says="With M_k = Id and M_k' = Gamma = Id - gamma A, A the Hessian of f at theta*, the lemma gives gamma sum of Gamma^(H-h-1) = "
    "(Id - Gamma^H) A^(-1): everything commutes. (The first display is the lemma's; the second is printed.)",
    printed=printed_at(
        "Lemma 9 as used in Appendix B.5",
        r"Id-(Id-\gamma A)^H=\gamma\sum_{h=0}^{H-1}(Id-\gamma A)^{H-h-1}A,\quad\gamma\sum_{h=0}^{H-1}\Gamma^{H-h-1}=(Id-\Gamma^H)A^{-1}",
    ),
    under=Domain((), (BETWEEN,), lines={str(BETWEEN): "A1(a) and (c)"}),
    statement=sp.And(sp.Eq(x - power(H, x), SUM, evaluate=False), sp.Eq(gamma * added(H, x), INVERSE, evaluate=False)),
    lemmas=(
        Lemma(
            "one term",
            closed_form(1),
            SymbolicIdentity(lambda: gamma * lam, as_printed, scope="H = 1, at an eigenvalue"),
            wrong={"minus sign": MINUS(1), "one term more": LONGER(1)},
        ),
        Lemma(
            "one more term",
            another_term(closed_form),
            SymbolicIdentity(lambda: gamma * lam, as_printed, scope="H to H + 1, at an eigenvalue"),
            wrong={"minus sign": another_term(MINUS), "not scaled": closed_form(H + 1) - closed_form(H)},
        ),
        crosscheck(
            "matrices",
            sum_and_inverse,
            CounterexampleSearch(any_hessians, scope="random exact Hessians, d <= 3", examples=20),
            wrong={"minus sign": lambda i: sum_and_inverse(i, sign=-1), "H+1 terms": lambda i: sum_and_inverse(i, steps=1)},
        ),
    ),
    follows=(
        Define("no factor", sp.Eq(power(0, x), x)),
        Define("one factor more", sp.Eq(power(h + 1, x), power(h, x) - gamma * A * power(h, x))),
        Define("an empty sum", sp.Eq(added(0, x), 0 * x)),
        Define("one power more", sp.Eq(added(h + 1, x), added(h, x) - gamma * A * added(h, x) + x)),
        Apply(instance, "no power of A x", relation="an empty sum", at={x: A * x}),
        Apply(instance, "one power more of A x", relation="one power more", at={x: A * x}),
        *equal(
            "A before",
            x - power(h, x),
            gamma * added(h, A * x),
            ("one factor more", "one power more of A x"),
            (-1, -gamma),
            ("no factor", "no power of A x"),
        ),
        *equal(
            "A behind",
            x - power(h, x),
            gamma * A * added(h, x),
            ("one factor more", "one power more"),
            (-1, -gamma * A),
            ("no factor", "an empty sum"),
        ),
        Apply(curvature_at, "curvature", point=theta_star),
        Apply(mean_curvature, "curvature of f", matrix=hess(theta_star)),
        Apply(solvable, "inverse", matrix=A, low=mu, right=x, solution=inverse(x)),
        Apply(instance, "of the rest", relation="inverse", at={x: x - power(H, x)}),
        Apply(coercive, "no other", matrix=A, low=mu, v=gamma * added(H, x) - INVERSE),
        linear_combination("both solve it", A * (gamma * added(H, x) - INVERSE), 0 * x, {"A behind": -1, "of the rest": -1}),
        Arithmetic("no distance", sp.Le(Norm(gamma * added(H, x) - INVERSE), 0, evaluate=False), ("no other", "both solve it/2")),
        Apply(zero_norm, "no difference", v=gamma * added(H, x) - INVERSE),
        linear_combination("one solution", gamma * added(H, x), INVERSE, ("no difference",)),
    ),
    see=("symfed-telescoping",),
    expect=Tier.PROVED,
)
