"""The rate of the slide 'New Convergence Rate for Scaffold' with its step size, on quadratics: constants that do, and the best one seen."""

import sympy as sp

from proofs_checks.symfed.scaffold import short_rounds as short
from symfed.checks import Certificate, Induction, SignCheck, complete_identity, inequality_search
from symfed.checks.classes import QUADRATIC_ADDITIVE, ZERO_SUM
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Class, Domain, InWords, Lemma, Tier, crosscheck, printed_at
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, gamma, lam, mu

FROM_ZERO = Class("control variates that are zero at the start", implies=(ZERO_SUM,))
SHORT = Domain((gamma * H * L <= 1, sp.Le(mu, L)), (QUADRATIC_ADDITIVE, ZERO_SUM))
SCOPE, SIZES = "exact quadratics that do not commute, gamma H L <= 1", ((1, 1), (1, 2), (2, 1), (1, 3), (2, 2))

# the two factors of a round, where it is short: q <= 1/(1 + x + x^2/2 + x^3/6) <= 1 - 5 x/8 with x = gamma a H
CURVATURE = Domain((sp.Le(lam, L),))
x = gamma * lam * H
q_of_a = (1 - gamma * lam) ** H
r_of_a = 1 - (1 - q_of_a) / x


def series(x, third=1):
    """1 + x + x^2/2 + x^3/6, which exp(x) and (1 - gamma a)^(-H) exceed."""
    return 1 + x + x**2 / 2 + third * x**3 / 6


def step_of(n):
    return gamma * lam * n


R_BELOW_Q = Lemma(
    "r below q",
    (r_of_a, q_of_a),
    SignCheck("every curvature"),
    {"q below r": (q_of_a, r_of_a)},
    says="the two regimes of a round meet at gamma a H = 1",
    given=CURVATURE,
)

factors = Claim(
    id="symfed-scaffold-short-rounds-factors",
    kind="inequality",
    says="Where gamma a H <= 1, q is at most 1 - 5/8 gamma a H, which is to say that r <= 3/8; and r <= q.",
    printed=printed_at(
        "the two factors of a short round",
        r"(1-\gamma a)^H\le\frac1{1+x+x^2/2+x^3/6}\le1-\tfrac58x,\quad r(a)\le q(a),\quad x=\gamma aH\qquad(\mu\le a\le L,\ \gamma HL\le1)",
    ),
    under=Domain((gamma * H * L <= 1,)),
    lemmas=(
        Lemma(
            "powers",
            lambda n: 1 / series(step_of(n)),
            Induction(lambda n: (1 - gamma * lam) ** n, 1 - gamma * lam, scope="q is at most one over the series"),
            {"cubic term x^3": lambda n: 1 / series(step_of(n), third=6), "series of 9 x/8": lambda n: 1 / series(9 * step_of(n) / 8)},
            given=CURVATURE,
        ),
        Lemma(
            "three eighths",
            (1 / series(x), 1 - 5 * x / 8),
            SignCheck("1 - 3/8 for 5/8, since r = 1 - (1-q)/x"),
            {"1 - 2 x/3": (1 / series(x), 1 - 2 * x / 3)},
            given=CURVATURE,
        ),
        R_BELOW_Q,
    ),
    see=("symfed-scaffold-regimes",),
    expect=Tier.PROVED,
)


def at_most_six(i):
    """E|x - x*|^2 under the stationary law, and 6 gamma sigma^2/(N mu)."""
    return short.variance(i, 6)


variance = Claim(
    id="symfed-scaffold-short-rounds-variance",
    kind="inequality",
    says="Where gamma H L <= 1, Scaffold's variance is at most 6 gamma sigma^2/(N mu), sigma^2 the mean of the clients' noise: any N, d and H.",
    printed=printed_at(
        "the rate of the slides, stationary part",
        r"\mathbb E_\pi\|x-x^\star\|^2\le\frac{6\gamma}{N\mu}\sigma_\star^2,\quad\sigma_\star^2=\frac1N\sum_c\mathrm{tr}\,C_c\qquad(\gamma HL\le1)",
    ),
    under=SHORT,
    statement=at_most_six,
    lemmas=(
        R_BELOW_Q,
        Lemma(
            "circle",
            short.bounded_below(),
            Certificate(short.terms(), scope="all curvatures and all frequencies"),
            {"constant 1": short.bounded_below(constant=1), "zero of the multiplier at +q": short.bounded_below(zero=-1)},
            says="Re(conj(w) h_a) >= 1 on the circle for w = 11/5 (1-r_mu)/(1-q_mu) (z+q_mu)/(z-r_mu)",
            given=short.short_curvatures(),
        ),
        Lemma(
            "constant",
            (short.CONSTANT / (1 - sp.Rational(3, 8)) ** 2, sp.Integer(6)),
            SignCheck("11/5 (8/5)^2"),
            {"5": (short.CONSTANT / (1 - sp.Rational(3, 8)) ** 2, sp.Integer(5))},
        ),
        crosscheck(
            "laws",
            at_most_six,
            inequality_search(short.short, scope=SCOPE, sizes=SIZES, examples=8, extremes=short.extremes),
            {"constant 9/10": lambda i: short.variance(i, 9 * i.mu / i.mu / 10), "6/N^2": lambda i: short.variance(i, 6, power=2)},
        ),
    ),
    follows=(
        InWords(
            "the letters of `circle` are q and r at a and at mu: q falls and r grows with a (symfed-scaffold-factors), r <= q, and r <= 3/8 "
            "(symfed-scaffold-short-rounds-factors); so it speaks of every curvature"
        ),
        InWords(
            "noise v of client c in step k enters as Z_c (I-gamma A_c)^k v, Z_c the sum of r(A_c)^k z^-(k+1), so that by Parseval "
            "E|x-x*|^2 = gamma^2 N^-2 sum_c sum_k circle mean of |K^-1 Z_c (I-gamma A_c)^k v|^2, K the mean of h(A_c)"
        ),
        InWords(
            "with `circle` |K^-1 v|^2 <= Re<v, w K^-1 v>, analytic outside the disk, of circle mean w(infinity)|v|^2 = 11/5 |v|^2/(gamma mu H), "
            "since (1-q)/(1-r) = gamma a H; Z_c costs at most (1-3/8)^-2, and there are H steps: `constant`"
        ),
    ),
    uses=("symfed-scaffold-contraction", "symfed-scaffold-factors", "symfed-scaffold-short-rounds-factors"),
    see=("symfed-scaffold-regimes",),
    expect=Tier.PROVED_GIVEN,
)

q_, r_, rho_ = coordinates("q r rho")
LEAST_RHO = Domain((rho_ >= sp.Rational(3, 4),))

transient = Claim(
    id="symfed-scaffold-short-rounds-transient",
    kind="rate",
    says="Where gamma H L <= 1 and control variates start at zero, exact gradients forget the start at the slides' rate, with the constant 4.",
    printed=printed_at(
        "the rate of the slides, transient part",
        r"\|x^{(T)}-x^\star\|^2\le4\Big(1-\frac{\gamma\mu}4\Big)^{HT}\{\|x^{(0)}-x^\star\|^2+\gamma^2H^2\zeta^2\},\quad"
        r"\zeta^2=\frac1N\sum_c\|\nabla f_c(x^\star)\|^2\qquad(\gamma HL\le1,\ \xi_c^{(0)}=0)",
    ),
    under=Domain(SHORT.relations, (QUADRATIC_ADDITIVE, FROM_ZERO)),
    statement=short.transient,
    lemmas=(
        Lemma(
            "root",
            (rho_ * (q_ - r_)) ** 2,
            complete_identity(
                lambda: (rho_**2 - q_ * r_) ** 2 - (rho_**2 - q_**2) * (rho_**2 - r_**2),
                as_printed,
                scope="1/p lies between rho^2 - q r and twice that",
            ),
            {"q + r": (rho_ * (q_ + r_)) ** 2},
        ),
        Lemma(
            "ratio",
            (2 * rho_, 4 * (rho_ - sp.Rational(3, 8))),
            (Certificate(((sp.S.Half, 4 * rho_ - 3),), scope="2 rho^2 <= 4 (rho^2 - 3/8 rho)"), SignCheck("for rho >= 3/4")),
            {"1/2 for 3/8": (2 * rho_, 4 * (rho_ - sp.S.Half)), "3 for 4": (2 * rho_, 3 * (rho_ - sp.Rational(3, 8)))},
            says="weights p differ by a factor of at most 2 rho^2/(rho^2 - 3/8 rho) <= 4",
            given=LEAST_RHO,
        ),
        Lemma(
            "rho",
            lambda n: gamma * mu * n / 4 - 1,
            Induction(
                lambda n: -((1 - gamma * mu / 4) ** n), 1 - gamma * mu / 4, scope="(1 - gamma mu/4)^H >= 1 - gamma mu H/4 by Bernoulli"
            ),
            {"gamma mu H/5": lambda n: gamma * mu * n / 5 - 1},
        ),
        Lemma(
            "at least 3/4",
            (sp.Rational(3, 4), 1 - gamma * mu * H / 4),
            SignCheck("rho^2, and with it rho"),
            {"4/5": (sp.Rational(4, 5), 1 - gamma * mu * H / 4)},
        ),
        Lemma(
            "q below rho",
            ((1 - gamma * mu) ** 2, 1 - gamma * mu / 4),
            SignCheck("q(mu)^2 <= (1 - gamma mu/4)^H, a step at a time"),
            {"5 gamma mu/4": ((1 - gamma * mu) ** 2, 1 - 5 * gamma * mu / 4)},
        ),
        crosscheck(
            "rounds",
            short.transient,
            inequality_search(short.from_zero, scope=SCOPE + ", three rounds", sizes=SIZES, examples=12, extremes=short.slow_starts),
            {
                "0.9 for 4": lambda case: short.transient(case, constant=9 * case.mu / 10),
                "heterogeneity left out": lambda case: short.transient(case, heterogeneity=0),
                "a faster rate": lambda case: short.transient(case, rate=12),
            },
        ),
    ),
    follows=(
        InWords(
            "V of symfed-scaffold-contraction with rho^2 = (1 - gamma mu/4)^H in place of the exact factor: |q| <= rho by `q below rho`, "
            "r <= 3/8 (symfed-scaffold-short-rounds-factors), 3/4 <= rho by `rho` and `at least 3/4`; V falls by rho^2 a round"
        ),
        InWords(
            "1/p lies between rho^2 - q r and 2 rho^2 by `root`, so that by `ratio` the weights differ by a factor of at most 4; |e|^2 <= mean "
            "|x_c|^2, and mean |x_c|^2 is |x0 - x*|^2 + gamma^2 H^2 zeta^2 where xi_c = 0"
        ),
    ),
    uses=("symfed-scaffold-contraction", "symfed-scaffold-factors", "symfed-scaffold-short-rounds-factors"),
    see=("symfed-scaffold-regimes",),
    expect=Tier.PROVED_GIVEN,
)

#: The square of the mean, what noise adds in T rounds and in infinitely many, and the two parts of the right side without constants.
mean_, added_, stays_, start_, floor_ = coordinates("mean added stays start floor")


def four_and_six(i):
    """E|x_t - x*|^2 for t = 0 .. 3, and the rate with the constants 4 and 6."""
    return short.whole_rate(i, start=4, noise=6)


rate = Claim(
    id="symfed-scaffold-rate",
    kind="rate",
    says="The slides' rate on quadratics with additive noise, gamma H L <= 1 and control variates from zero: it holds with the constants 4 and 6, and "
    "needs neither sigma^2/(L mu) in its start nor the terms with Q.",
    printed=printed_at(
        "the rate of the slides with its conditions, on quadratics",
        r"\mathbb E\|x^{(T)}-x^\star\|^2\le4\Big(1-\frac{\gamma\mu}4\Big)^{HT}\{\|x^{(0)}-x^\star\|^2+\gamma^2H^2\zeta^2\}+\frac{6\gamma}{N\mu}\sigma_\star^2"
        r"\qquad(\gamma HL\le1,\ \xi_c^{(0)}=0)",
    ),
    under=transient.under,
    statement=four_and_six,
    lemmas=(
        Lemma(
            "sum",
            (mean_ + added_, 4 * start_ + 6 * floor_),
            SignCheck("the two parts, added"),
            {"3 for 4": (mean_ + added_, 3 * start_ + 6 * floor_), "5 for 6": (mean_ + added_, 4 * start_ + 5 * floor_)},
            says="mean: the square of E x - x*; added: what noise adds in T rounds; stays: that in the stationary law",
            given=Domain((mean_ <= 4 * start_, added_ <= stays_, stays_ <= 6 * floor_, start_ >= 0, floor_ >= 0)),
        ),
        crosscheck(
            "runs",
            four_and_six,
            inequality_search(short.noisy_runs, scope=SCOPE + ", all rounds", sizes=SIZES, examples=8, extremes=short.extremes),
            {
                "9/10 for 4": lambda i: short.whole_rate(i, start=9 * i.mu / i.mu / 10),
                "no noise": lambda i: short.whole_rate(i, noise=0),
            },
        ),
    ),
    follows=InWords(
        "a round is affine with additive noise: E x_T follows the rounds without noise (symfed-scaffold-short-rounds-transient), and the "
        "covariance of x_T is a sum of positive terms, one a round, which grows towards that of the stationary law"
    ),
    uses=("symfed-scaffold-short-rounds-variance", "symfed-scaffold-short-rounds-transient"),
    expect=Tier.PROVED_GIVEN,
)
