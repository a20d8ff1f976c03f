"""Scaffold's variance falls like 1/N for every number of local steps: the first conjecture of the FLTA slides, where it is a theorem."""

from dataclasses import replace

import flint
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.symfed.scaffold import speedup_proof as proof
from proofs_checks.symfed.scaffold.noise import (
    covariance,
    equal_hessians,
    independent_draws,
    largest_noise,
    multiple_of_identity,
    noisy,
    one_draw_a_round,
    order,
    sgd_covariance,
    stiff_quadratics,
)
from symfed.checks import Certificate, CounterexampleSearch, SymbolicIdentity, complete_identity, inequality_search
from symfed.checks.classes import EQUAL_HESSIANS, QUADRATIC_ADDITIVE
from symfed.checks.identity import as_printed
from symfed.claims import EVERYTHING, Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.symbols import C, H, L, N, a, gamma, mu
from symfed.strategies import members

#: The shared class of that name; instances with a law to be solved are all quadratic, and may have draws that are not independent.
NOISY_QUADRATICS = replace(
    QUADRATIC_ADDITIVE,
    contains=members.both(QUADRATIC_ADDITIVE.contains, independent_draws),  # type: ignore[arg-type]
    spoil=one_draw_a_round,
)
ANY_STEPS = Domain((gamma * L <= 1,), (NOISY_QUADRATICS,))
LAWS = inequality_search(noisy, scope="exact stationary laws, non-commuting Hessians", examples=8, extremes=stiff_quadratics)
u = proof.unknowns()
ONE = sp.S.One
OWN, OWN_MU = 1 + u.y, 1 + u.y_mu  # 2 - gamma a, 2 - gamma mu


def homogeneous(quotient):
    """E e^2 = (q e)^2 + S/N of a round, S = gamma^2 C sum of (1 - gamma a)^(2k) over k < H; solved for E e^2."""
    q = (1 - gamma * a) ** H
    return gamma**2 * C * (1 - q**2) / (1 - (1 - gamma * a) ** 2) / N / (1 - quotient * q**2)


def within(i, bound, clients=1):
    """Sigma <= bound s I as matrices."""
    return order(i, covariance(i), multiple_of_identity(i, bound * largest_noise(i) / i.N**clients))


def any_steps(i, share=1, clients=1):
    return within(i, share * i.gamma / (i.mu * (2 - i.gamma * i.L)), clients)


IN_FREQUENCY = InWords(
    "stationarity in frequency (Parseval on the circle): with h_a = (z-q_a)/(z-r_a) and K = mean_c h(A_c), Sigma is 1/N times the circle mean of "
    "K^-1 G K^-*, where G <= s mean_c g(A_c), g_a = gamma(1-q_a^2)/(a(2-gamma a)|z-r_a|^2)"
)
ORDERED = InWords("where gamma L <= 1, q falls and r grows with the curvature, both between 0 and 1 (symfed-scaffold-factors)")


def multiplied(constant):
    """The step from the inequality on the circle to the law."""
    return InWords(
        f"the multiplier w = {constant} (z+q_mu)/(z-r_mu) has Re(conj(w) h_a) >= g_a for every curvature a, so that G <= s Re(conj(w) K) and "
        "K^-1 G K^-* <= s Re(w K^-1), analytic outside the disk, with circle mean w(infinity) I (maximum principle)"
    )


def twice(sides, left=2):
    return left * sides[0], sides[1]


def by_laws(statement):
    """The bound on exact laws; the statement takes a share of it and a power of N."""
    wrong = {"0.95 of it": lambda i: statement(i, flint.fmpq(19, 20)), "1/N^2": lambda i: statement(i, clients=2)}
    return crosscheck("laws", statement, LAWS, wrong)


CIRCLE = proof.circle_inequality(ONE, ONE)
speedup = Claim(
    id="symfed-scaffold-linear-speedup",
    kind="inequality",
    says="Heterogeneous quadratics, any H, d and N: Scaffold's variance is at most gamma s/(N mu (2 - gamma L)) in every direction, s the largest "
    "variance of any client's noise in any direction.",
    printed=printed_at(
        "linear speed-up of Scaffold",
        r"\Sigma_\theta\preccurlyeq\frac{\gamma s}{N\mu(2-\gamma L)}I,\quad\mathrm{tr}\,\Sigma_\theta\le\frac{\gamma\,d\,s}{N\mu}"
        r"\qquad(C_c\preccurlyeq sI,\ \mu I\preccurlyeq A_c\preccurlyeq LI,\ \gamma L\le1)",
    ),
    under=ANY_STEPS,
    statement=any_steps,
    lemmas=(
        standalone_lemma(
            "on the circle",
            CIRCLE,
            Certificate(proof.multipliers(ONE, ONE), scope="all H and all curvatures; the two ends of the circle decide"),
            wrong={
                "0.9 of it": twice(CIRCLE, sp.Rational(10, 9)),
                "multiplier without its zero": proof.circle_inequality(ONE, ONE, zero=0),
                "zero at +q": proof.circle_inequality(ONE, ONE, zero=-1),
            },
            given=proof.curvatures(),
        ),
        by_laws(any_steps),
    ),
    follows=(
        IN_FREQUENCY,
        ORDERED,
        multiplied("gamma/(mu(2-gamma L))"),
        InWords("2 - gamma a >= 2 - gamma L, and 2 - gamma L >= 1 gives the trace"),
    ),
    uses=("symfed-scaffold-round", "symfed-scaffold-factors"),
    expect=Tier.PROVED_GIVEN,
)


def phi(i, curvature):
    q = (1 - i.gamma * curvature) ** i.H
    return (1 + q) / ((1 - q) * (2 - i.gamma * curvature))


def sharp(i, share=1, clients=1):
    worse = max(phi(i, i.L) / phi(i, i.mu), 1)
    return within(i, share * worse * i.gamma / (i.mu * (2 - i.gamma * i.mu)), clients)


def largest_at_ends(turn=1):
    """phi = (1+y^H)/((1-y^H)(1+y)): its logarithmic derivative has the sign of an increasing function of y."""
    y = u.y
    phi = (1 + y**H) / ((1 - y**H) * (1 + y))
    return sp.diff(phi, y) * (1 - y**H) ** 2 * (1 + y) ** 2 - turn * (2 * H * y ** (H - 1) * (1 + y) - (1 - y ** (2 * H)))


def above_the_other_end(power=1):
    """phi(y_mu) >= phi(0) = 1 if and only if y_mu^(H-1) (2 + y_mu) >= 1."""
    y = u.y_mu
    return (1 + y**H) - (1 - y**H) * (1 + y) - y * (y ** (H - power) * (2 + y) - 1)


def growing_share(shift=0):
    """Increment from H to H + 1 of sum_{h<H} (2 (1+y) h y^(h-1) - 2 y^h), minus that of sum_{h<H-1} 4 h y^h + 2 (H-2) y^(H-1)."""
    y = u.y
    closed = 4 * (H - 1) * y ** (H - 1) + 2 * (H - 1 + shift) * y**H - 2 * (H - 2 + shift) * y ** (H - 1)
    return 2 * (1 + y) * H * y ** (H - 1) - 2 * y**H - closed


def nothing():
    return sp.S.Zero


FACTORS = (proof.price() * OWN, OWN_MU)
#: The same inequality at z = 1 and at z = -1.
AT_ENDS = Domain((sp.Ge(proof.at_one(*FACTORS), 0, evaluate=False), sp.Ge(proof.at_minus_one(*FACTORS), 0, evaluate=False)))
SHARP_CIRCLE = proof.circle_inequality(*FACTORS)
sharp_speedup = Claim(
    id="symfed-scaffold-linear-speedup-sharp",
    kind="inequality",
    says="No heterogeneous population is noisier than equal clients of curvature mu, as long as gamma mu H is moderate.",
    printed=printed_at(
        "linear speed-up of Scaffold, sharp constant",
        r"\Sigma_\theta\preccurlyeq\max\Big\{1,\frac{\varphi_L}{\varphi_\mu}\Big\}\frac{\gamma s}{N\mu(2-\gamma\mu)}I,\quad"
        r"\varphi_a=\frac{1+q_a}{(1-q_a)(2-\gamma a)}\qquad(C_c\preccurlyeq sI,\ \mu I\preccurlyeq A_c\preccurlyeq LI,\ \gamma L\le1);\quad"
        r"\varphi_L\le\varphi_\mu\text{ if }(1-\gamma\mu)^{H-1}(3-\gamma\mu)\ge1,\text{ for instance }\gamma\mu H\le1",
    ),
    under=ANY_STEPS,
    statement=sharp,
    lemmas=(
        standalone_lemma(
            "on the circle",
            SHARP_CIRCLE,
            Certificate(proof.multipliers(*FACTORS), scope="the two ends of the circle decide"),
            wrong={"0.9 of it": twice(SHARP_CIRCLE, sp.Rational(10, 9)), "no account of 2 - gamma a": CIRCLE},
            given=proof.curvatures() & AT_ENDS,
        ),
        Lemma(
            "slope of phi",
            largest_at_ends(),
            SymbolicIdentity(nothing, as_printed, scope="symbolic H; y stands for 1 - gamma a"),
            wrong={"turned": largest_at_ends(-1), "twice": largest_at_ends(2)},
        ),
        Lemma(
            "where phi(0) <= phi(y_mu)",
            above_the_other_end(),
            SymbolicIdentity(nothing, as_printed, scope="symbolic H"),
            wrong={"H for H-1": above_the_other_end(power=0), "H-2 for H-1": above_the_other_end(power=2)},
        ),
        Lemma(
            "at z = -1",
            growing_share(),
            SymbolicIdentity(nothing, as_printed, scope="symbolic H"),
            wrong={"H-1 for H-2": growing_share(shift=1), "H-3 for H-2": growing_share(shift=-1)},
        ),
        by_laws(sharp),
    ),
    follows=(
        IN_FREQUENCY,
        ORDERED,
        InWords("between its two ends z = 1 and z = -1 the inequality on the circle is concave in cos, so that these decide"),
        InWords(
            "at z = 1 it says phi(y) <= price phi(y_mu), y = 1-gamma a, phi = (1+y^H)/((1-y^H)(1+y)): phi falls, then grows (its slope has the sign "
            "of 2H y^(H-1)(1+y) - (1-y^(2H)), which grows), so that its largest value is at L or mu, and phi(0) <= phi(y_mu) makes it the latter; "
            "(1-1/H)^(H-1)(3-1/H) > 1 gives gamma mu H <= 1"
        ),
        InWords(
            "at z = -1 it holds for price >= 1 if S/((2-S)(1+y)) grows with y, S = mean_{h<H} y^h: 2(1+y)S' - 2S + S^2 >= 0, as "
            "H(2(1+y)S' - 2S) = sum_{h<H-1} 4h y^h + 2(H-2) y^(H-1) for H >= 2; for H = 1, Sigma = gamma^2 sum_k (I-gamma A)^k C (I-gamma A)^k/N with "
            "the mean A and C"
        ),
        multiplied("price gamma/(mu(2-gamma mu))"),
    ),
    uses=("symfed-scaffold-round", "symfed-scaffold-factors"),
    see=("symfed-scaffold-linear-speedup",),
    expect=Tier.PROVED_GIVEN,
)


def any_hessians(d, N):
    """Clients that share the Hessian, and as many that do not."""
    return st.one_of(equal_hessians(d, N), noisy(d, N))


own_share = gamma * C / (N * a * (2 - gamma * a))
OF_EIGENVALUE = Lemma(
    "along an eigenvector of A",
    own_share,
    complete_identity(lambda: homogeneous(1), as_printed, scope="an eigenvalue a of A; symbolic gamma, a, H, N"),
    wrong={"1/N dropped": own_share * N, "times H": own_share * H, "2 - gamma a dropped": gamma * C / (2 * N * a)},
)
IN_EIGENBASIS = InWords(
    "in A's eigenbasis (spectral theorem) the mean of a round is e+ = q(a_i) e + noise of variance S/N, S the sum over k < H of "
    "gamma^2 (1 - gamma a)^(2k) C_ii: with equal Hessians the control variates, which sum to zero, drop out"
)


def as_sgd(i):
    """Scaffold's covariance and SGD's with noise C/N."""
    return covariance(i), sgd_covariance(i)


equal = Claim(
    id="symfed-scaffold-homogeneous-variance",
    kind="identity",
    says="Clients with equal Hessians: for every H Scaffold has the covariance of SGD whose gradients have noise C/N.",
    printed=printed_at(
        "variance of Scaffold, equal Hessians",
        r"\mathrm{tr}\,\Sigma_\theta=\sum_i\frac{\gamma\,C_{ii}}{N a_i(2-\gamma a_i)}\le\frac{\gamma\sigma^2}{N\mu(2-\gamma\mu)}"
        r"\qquad(C=\tfrac1N\textstyle\sum_cC_c,\ \sigma^2=\mathrm{tr}\,C,\ \gamma L\le1)",
    ),
    under=Domain((gamma * L <= 1,), (EQUAL_HESSIANS, NOISY_QUADRATICS)),
    statement=as_sgd,
    lemmas=(
        OF_EIGENVALUE,
        Lemma(
            "a (2 - gamma a) is least at mu",
            (mu * (2 - gamma * mu), a * (2 - gamma * a)),
            Certificate(((a - mu, 2 - gamma * (a + mu)),), scope="mu <= a <= L, an eigenvalue", covers=EVERYTHING),
            wrong={
                "1.1 times": (sp.Rational(11, 10) * mu * (2 - gamma * mu), a * (2 - gamma * a)),
                "3 for 2": (3 * mu, a * (2 - gamma * a)),
            },
            given=Domain((mu <= a, a <= L)),
        ),
        crosscheck(
            "laws",
            as_sgd,
            CounterexampleSearch(any_hessians, scope="exact laws against SGD's", examples=12),
            wrong={
                "0.95 of it": lambda i: (covariance(i), flint.fmpq(19, 20) * sgd_covariance(i)),
                "no 1/N": lambda i: (covariance(i), i.N * sgd_covariance(i)),
            },
        ),
    ),
    follows=IN_EIGENBASIS,
    see=("symfed-scaffold-round",),
    expect=Tier.PROVED_GIVEN,
)
