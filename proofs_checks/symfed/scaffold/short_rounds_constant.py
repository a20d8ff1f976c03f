"""Scaffold where gamma H L <= 1: no population is noisier than gamma sigma²/(N mu), and equal clients reach it.

A round in frequency z, |z| = 1, is as in `proofs_checks.symfed.scaffold.speedup_proof`, step 1. Write x = gamma a H for a curvature a, so that
m <= x <= 1 with m = gamma mu H, and rho = 1 - m. The two factors q and r of the curvature have 1 - q = x (1 - r), 0 <= r <= 3/8, and

    h_a = (z - q)/(z - r) = x + (1 - x) (z - 1)/(z - r).

1. The convex hull of all h_a stays away from zero: its distance D has D >= 1 where cos <= 0, D >= sin where 0 <= cos <= rho, and
   D >= |1 - rho z| where cos >= rho. Each is one direction w with Re(conj(w) h_a) >= |w| D for every a: w = 1, w = sin + i cos, and
   conj(w) = 1 - rho z. By machine: `far`, `between`, `near`.
2. 1/D² <= 1 + (2 rho + rho²)/(1 + rho)² - 1 + 1/|1 - rho z|², a sum of Poisson kernels. By machine: `far sum`, `between sum`.
3. K = mean_c h(A_c) has its numerical range in that hull, whatever the A_c: |K^-1 u| <= |u|/D, at each z by itself. So noise of a client
   does not meet the others' Hessians any more, and the mean over the circle is a number for each curvature: `constant`.
"""

from itertools import product
from math import comb

import sympy as sp

from proofs_checks.symfed.scaffold import short_rounds as short
from proofs_checks.symfed.scaffold.rate_slide import SCOPE, SHORT, SIZES
from symfed.checks import Certificate, SignCheck, complete_identity, inequality_search
from symfed.checks.identity import as_printed
from symfed.claims import EVERYTHING, Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates
from symfed.core.symbols import gamma, mu

x, r, m, cosine = coordinates("x r m cos")
rho = 1 - m
#: Curvatures of a short round, as the two factors have them.
CURVATURES = Domain((x <= 1, m <= x, m >= 0, r >= 0, r <= sp.Rational(3, 8)))
FAR = CURVATURES & Domain((cosine >= -1, cosine <= 0))
BETWEEN = CURVATURES & Domain((cosine >= 0, cosine <= rho))
NEAR = CURVATURES & Domain((cosine >= rho, cosine <= 1))


def q_of(x):
    """(1 - gamma a)^H in terms of x and r."""
    return 1 - x * (1 - r)


def size(of):
    """|z - s|² = |1 - s z|² for a real s."""
    return 1 + of**2 - 2 * of * cosine


def real_part(x):
    """Re (z - q)(conj(z) - r), that is |z - r|² Re h."""
    return 1 + q_of(x) * r - (q_of(x) + r) * cosine


def far(factor=1):
    """|z - r|² times 1 <= Re h."""
    return factor * size(r), real_part(x)


def between(factor=1):
    """|z - r|² times sin <= Re (sin - i cos) h, divided by sin; Im (z - q)(conj(z) - r) = (q - r) sin."""
    return factor * size(r), real_part(x) + cosine * (q_of(x) - r)


def near(radius=rho):
    """|z - r|² times |1 - s z|² <= Re (1 - s z) h."""
    q = q_of(x)
    return size(radius) * size(r), real_part(x) - radius * ((1 + q * r) * cosine - r * (2 * cosine**2 - 1) - q)


def kernels(square, more=2):
    """1/D² <= k + 1/|1 - rho z|² with k = rho (2 + rho)/(1 + rho)², without denominators, for D² = `square`."""
    share = rho * (more + rho)
    return (1 + rho) ** 2 * (size(rho) - square), share * size(rho) * square


def top(x):
    """The numerator of 2 T (k m + ...): see `mean_at`."""
    return 2 * (2 - x * (1 - r)) * (m * rho * (2 + rho) * (1 - rho * r) + (1 + rho) * (1 + rho * r))


def mean_at(limit=1):
    """m T_a times the mean of (k + 1/|1 - rho z|²)/|z - r|² is at most `limit`, without denominators, at H >= 2.

    T_a = (1 + q)(1 - r)/(2 - gamma a), where gamma a = x/H <= x/2; the means are 1/(1 - r²) and (1 + rho r)/((1 - rho²)(1 - r²)(1 - rho r)).
    """
    return top(x), limit * (4 - x) * (1 + r) * (1 + rho) ** 2 * (1 - rho * r)


def corners(degree=(5, 2)):
    """(4 - x)(1 + r)(1 + rho)²(1 - rho r) less `top`, at x = m, in Bernstein's polynomials of m on [0, 1] and of r on [0, 3/8]: no coefficient is negative."""
    share, (n, k) = sp.Rational(8, 3) * r, degree
    left, right = mean_at()
    gap = sp.Poly(sp.expand((right - left).xreplace({x: m, r: sp.Rational(3, 8) * r})), m, r)

    def coefficient(i, j):
        rows = product(range(i + 1), range(j + 1))
        return sum(gap.coeff_monomial(m**a * r**b) * sp.Rational(comb(i, a) * comb(j, b), comb(n, a) * comb(k, b)) for a, b in rows)

    return tuple(
        (comb(n, i) * comb(k, j) * coefficient(i, j) * m**i * (1 - m) ** (n - i), share**j * (1 - share) ** (k - j))
        for i, j in product(range(n + 1), range(k + 1))
    )


def largest_at_the_least():
    """What is claimed at x from what is so at x = m, as (2 - x (1-r))/(4 - x) falls with x."""
    at_m = [((4 - x) / (4 - m) * multiplier, term) for multiplier, term in corners()]
    falls = top(m) / (2 - m * (1 - r)) / (4 - m) * (2 - 4 * r)
    return (*at_m, (falls, x - m))


def towards():
    """Of `near`: at x = m the slack is from (z-1)/(z-r) against 1 - 1/z, at x = 1 from 1 against 1 - rho/z."""
    return (((x - m) * size(r), cosine - rho), ((1 - x) * r * (1 - cosine), 2 * cosine + 1 - rho - r * (1 + rho)))


def between_terms():
    """Of `kernels` where 0 <= cos <= rho, by |1 - rho z|² >= (rho - cos)(1 + rho - cos)."""
    c, back = cosine, rho - cosine
    return (
        (rho * (2 + rho) * (1 + c) * (1 - c), m + c * (1 - c)),
        ((1 + rho) * back, back),
        (back * (2 + rho) * (1 + rho) * c, m),
        (rho * (2 + rho) * (1 - c) * c * back, back),
    )


best = Claim(
    id="symfed-scaffold-short-rounds-constant",
    kind="inequality",
    says="Where gamma H L <= 1, Scaffold's variance is at most gamma sigma^2/(N mu), sigma^2 the mean of the clients' noise: any N, d and H. Equal "
    "clients reach it at H = 1 and gamma mu = gamma L = 1.",
    printed=printed_at(
        "the rate of the slides, constant", r"\mathbb E_\pi\|x-x^\star\|^2\le\frac\gamma{N\mu}\sigma_\star^2\qquad(\gamma HL\le1)"
    ),
    under=SHORT,
    statement=short.variance,
    lemmas=(
        standalone_lemma(
            "far",
            far(),
            SignCheck("cos <= 0, every curvature", covers=EVERYTHING),
            {"a tenth more": far(sp.Rational(11, 10)), "the other side of z - r": (far()[0], real_part(x) + 2 * r * cosine)},
            given=FAR,
        ),
        standalone_lemma(
            "between",
            between(),
            SignCheck("0 <= cos <= rho, every curvature", covers=EVERYTHING),
            {"a tenth more": between(sp.Rational(11, 10)), "the real part alone": (between()[0], real_part(x))},
            given=BETWEEN,
        ),
        standalone_lemma(
            "near",
            near(),
            Certificate(towards(), scope="cos >= rho, every curvature", covers=EVERYTHING),
            {"radius 1 - m/2": near(1 - m / 2), "radius 1": near(sp.S.One)},
            given=NEAR,
        ),
        standalone_lemma(
            "far sum",
            kernels(sp.S.One),
            SignCheck("cos <= 0"),
            {"1 for 2": kernels(sp.S.One, more=1), "without the constant": kernels(sp.S.One, more=-rho)},
            given=FAR,
        ),
        standalone_lemma(
            "between sum",
            kernels(1 - cosine**2),
            Certificate(between_terms(), scope="0 <= cos <= rho"),
            {"without the constant": kernels(1 - cosine**2, more=-rho), "sin^2/4": kernels((1 - cosine**2) / 4)},
            given=BETWEEN,
        ),
        Lemma(
            "kernels",
            (r - rho) * (1 - rho * r),
            complete_identity(lambda: r * size(rho) - rho * size(r), as_printed, scope="a product of Poisson kernels is a difference"),
            {"r + rho": (r + rho) * (1 - rho * r)},
            says="Re (z+s)/(z-s) = (1-s^2)/|z-s|^2 has circle mean 1; so with this 1/(|1-rho z|^2 |z-r|^2) has (1+rho r)/((1-rho^2)(1-r^2)(1-rho r))",
        ),
        standalone_lemma(
            "constant",
            mean_at(),
            Certificate(largest_at_the_least(), scope="every curvature, H >= 2", covers=EVERYTHING),
            {"3/4 for 1": mean_at(sp.Rational(3, 4)), "without 2": (2 * top(x), mean_at()[1])},
            given=CURVATURES,
        ),
        Lemma(
            "one local step",
            (1 / (2 - gamma * mu), sp.S.One),
            SignCheck("H = 1: K = Id - (Id - gamma A)/z with the mean A; the law is that of a single client with a fraction of the noise"),
            {"9/10": (1 / (2 - gamma * mu), sp.Rational(9, 10))},
        ),
        crosscheck(
            "laws",
            short.variance,
            inequality_search(short.short, scope=SCOPE, sizes=SIZES, examples=20, extremes=short.extremes),
            {"99/100": lambda i: short.variance(i, 99 * i.mu / i.mu / 100), "1/N^2": lambda i: short.variance(i, power=2)},
        ),
    ),
    follows=(
        InWords(
            "noise v of client c in step k enters as Z_c (I-gamma A_c)^k v, Z_c = (z - r(A_c))^-1, so that by Parseval E|x-x*|^2 = gamma^2 N^-2 "
            "sum_c sum_k circle mean of |K^-1 Z_c (I-gamma A_c)^k v|^2, K the mean of h(A_c); as <u, K u> is a mean of numbers h_a for every unit "
            "vector u, |K^-1 u| <= |u|/D by `far`, `between`, `near` (x <= 1 and r <= 3/8: symfed-scaffold-short-rounds-factors)"
        ),
        InWords(
            "in client c's eigenbasis this is at most tr C_c times the largest of S_a times the mean of 1/(D^2 |z-r|^2), S_a = sum_k (1-gamma a)^(2k) "
            "= H (1+q)(1-r)/(2-gamma a); with the bounds of 1/D^2 it is at most 1/(gamma mu) by `constant` and `kernels` for H >= 2, and for H = 1 by `one local step`"
        ),
    ),
    uses=("symfed-scaffold-contraction", "symfed-scaffold-factors", "symfed-scaffold-short-rounds-factors"),
    see=("symfed-scaffold-short-rounds-variance",),
    expect=Tier.PROVED_GIVEN,
)
