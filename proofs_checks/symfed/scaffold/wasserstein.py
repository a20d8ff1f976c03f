"""How fast Scaffold approaches its stationary law, for losses that need not be quadratic.

A round contracts |x|² + (gamma H)² mean |xi_c|² by (1 - gamma mu)^(2H) where gamma H L <= 1. The difference of two runs on the same draws:

1. With xi of sum zero and y_c = gamma H xi_c, by the mean value theorem client c's step h is x <- (I - gamma M) x - y_c/H with a symmetric
   M, mu <= M <= L. With w = x + (h/H) y_c this is w <- s + (I - gamma M)(w - s), s = (h/H) y_c; w starts at x and ends at x_c + y_c,
   whose mean is the new x and whose deviations from it are the new y_c. So the norm after the round is mean_c |w_c|². In words.
2. `one_step` moves M to mu at the price of a multiple of |s|².
3. Going back through the round, adding the multiple t y_c that M = mu would add later, gives
   |w|² <= |(1 - gamma mu)^H x + r y|² + D sum_h u_h² |y|², where u_h = 1 - (1/H) sum_{j<H-h} (1 - gamma mu)^j, r = u_0 and
   D = gamma (L - mu)/(2 - gamma (L + mu)). The cross term <x, y_c> has mean zero over clients. In words.
4. What is left to show is D sum_h u_h² <= q² - r², q = (1 - gamma mu)^H. For H = 1 both u_0 and r vanish. For H >= 2, with
   S = mean_{j<H} (1 - gamma mu)^j and a = gamma mu H <= 1: q = 1 - a S and r = 1 - S, so q² - r² = (1 - a) S (2 - (1 + a) S); and
   D <= (1 - a)/(2 (H - 1)). `sum_of_squares` bounds sum u_h² by 3 (H - 1)/4, `mean_power` puts S between 1 - a/2 and 1 - a/4, and there
   S (2 - (1 + a) S) >= 3/8: `margin`.

Samples that are only convex and L-smooth, with f_c mu-strongly convex, give (1 - gamma mu)^H in the mean over draws:

5. A step's gradient difference g then has E g = M v and E|g|² <= L <v, M v>, so that E|s + v - gamma g|² is at most
   |s|² + 2 <s, (I - gamma M) v> + <v, (I - gamma (2 - gamma L) M) v>. In words.
6. Let m be such that 1 - gamma mu = (1 - gamma m)², that is mu = m (2 - gamma m). With lam an eigenvalue of M and
   D = (1 - gamma m H)/(2 (H - 1)), what |s + (1 - gamma m) v|² + D |s|² has more is A v² + 2 B s v + D s²,
   A = gamma (lam (2 - gamma L) - m (2 - gamma m)) >= 0, B = gamma (lam - m).
7. A D - B² is concave in lam, and not negative at lam = L, where A = B (2 - gamma (L + m)): `at_largest`; nor at lam = mu, where
   gamma L <= 1/H leaves `at_least`. The rest goes as before with m for mu.
"""

from dataclasses import replace
from typing import Any

import flint
import sympy as sp

from proofs_checks.symfed.scaffold.two_starts import averaged_square, flat_samples_of_any_sum, long_rounds_of_opposites, one_sum, overstated
from symfed.checks import Induction, SignCheck, inequality_search
from symfed.checks.certificate import Certificate
from symfed.claims import Claim, Class, Domain, InWords, Lemma, Tier, crosscheck, printed_at, stands
from symfed.core.symbols import H, L, gamma, gram_gg, gram_xg, gram_xx, h, lam, mu
from symfed.strategies import members
from symfed.strategies.control_variates import controlled_runs, rounds_with_memory, runs_of_any_sum, weighted_norm

Sides = tuple[sp.Expr, sp.Expr]
ENOUGH, MARGIN = sp.Rational(3, 4) * (H - 1), sp.Rational(3, 8)


def one_step(penalty: sp.Expr = gamma * (L - mu), share: Any = 1) -> Sides:
    """|s + (1 - gamma lam) v|² against |s + (1 - gamma mu) v|² + penalty |s|²/(2 - gamma (L + mu)), lam an eigenvalue of M.

    In Gram scalars of v (x) and s (g), times the denominators (2 - gamma (L + mu)) (2 - gamma (lam + mu)).
    """

    def moved(curvature: sp.Expr) -> sp.Expr:
        return gram_gg + 2 * (1 - gamma * curvature) * gram_xg + (1 - gamma * curvature) ** 2 * gram_xx

    widest, own = 2 - gamma * (L + mu), 2 - gamma * (lam + mu)
    return widest * own * moved(lam), own * (widest * share * moved(mu) + penalty * gram_gg)


def one_step_certificate() -> Certificate:
    """The proof of `one_step`: a square times gamma (lam - mu), and what is left of |s|²."""
    own = 2 - gamma * (lam + mu)
    square = own**2 * gram_xx + 2 * own * gram_xg + gram_gg
    return Certificate(
        ((gamma * (lam - mu) * (2 - gamma * (L + mu)), square), (2 * (1 - gamma * mu) * gamma * (L - lam), gram_gg)),
        scope="every dimension: one eigenvalue of the step's mean Hessian, Gram scalars",
    )


def at_largest(steps: sp.Expr = H) -> Sides:
    """B against A D/B at lam = L, times 2 (H - 1); mu stands for m."""
    return 2 * (steps - 1) * gamma * (L - mu), (2 - gamma * (L + mu)) * (1 - gamma * mu * H)


def at_least(factor: int = 2) -> Sides:
    """B² against A D at lam = m (2 - gamma m) and gamma L = 1/H, times 2 H over gamma m; mu stands for m."""
    return factor * gamma * mu * H * (1 - gamma * mu) ** 2, (2 - gamma * mu) * (1 - gamma * mu * H)


def at_least_certificate() -> Certificate:
    """The proof of `at_least`: it is affine in gamma m H, which is at most 1/(2 - gamma m) because mu <= L <= 1/(gamma H)."""
    b = gamma * mu
    slope = (2 - b + 2 * (1 - b) ** 2) / (2 - b)
    return Certificate(((slope, 1 - b * H * (2 - b)), (b * (1 - b) / (2 - b), sp.S.One)), scope="all gamma m and H")


def sum_of_squares(bound: sp.Expr = ENOUGH) -> Sides:
    """sum_h u_h² against its bound, with u_h <= h/H + (H-h)(H-h-1)/(2H²) from (1 - b)^j >= 1 - j b and b = gamma mu <= 1/H."""
    u = h / H + (H - h) * (H - h - 1) / (2 * H**2)
    return sp.factor(sp.summation(sp.expand(u**2), (h, 0, H - 1))), bound


def mean_to_first_order() -> sp.Expr:
    """The mean over j < H of 1 - j b, b = gamma mu."""
    return 1 - gamma * mu * (H - 1) / 2


def mean_power(drop: sp.Expr = gamma * mu * H / 4) -> Sides:
    """The mean over j < H of 1 - j b + b² j (j-1)/2, b = gamma mu, which is at least S, against 1 - a/4."""
    return mean_to_first_order() + (gamma * mu) ** 2 * (H - 1) * (H - 2) / 6, 1 - drop


def margin(least: sp.Expr = MARGIN) -> tuple[Sides, Sides]:
    """3/8 against S (2 - (1 + a) S) at both ends of S; it is concave in S. Here a is gamma mu, which stands for any number in [0, 1]."""
    a = gamma * mu
    return tuple((least, sp.expand(S * (2 - (1 + a) * S))) for S in (1 - a / 2, 1 - a / 4))  # type: ignore[return-value]


ONE_SUM = Class("both laws with the same sum of the control variates", one_sum, controlled_runs)


def _curved_samples(i):
    """Whether the Hessians of all samples lie between mu and L, where an instance has them."""
    hessians = getattr(i, "hessians", None)
    return (
        None
        if hessians is None
        else all(members.between(A, i.parameters()["mu"], i.parameters()["L"]) for A in hessians.reshape(-1, *hessians.shape[-2:]))
    )


CONVEX_SAMPLES = Class("sample losses convex and L-smooth, f_c mu-strongly convex")
STRONGLY_CONVEX_SAMPLES = Class(
    "sample losses L-smooth and mu-strongly convex", _curved_samples, implies=(CONVEX_SAMPLES,), spoil=overstated
)
SHORT = Domain((gamma * H * L <= 1,))
#: gamma mu <= gamma mu H <= gamma H L <= 1
SMALL = stands("b <= 1", gamma * mu <= 1)
POWER = 1 - gamma * mu
NORM_TEX = r"\|(x,\xi)\|^2=|x|^2+\tfrac{(\gamma H)^2}N\textstyle\sum_c|\xi_c|^2\ \text{on}\ \sum_c\xi_c=0,\quad\gamma HL\le1"


def one_round(i, rate=2, weight=1, share=1):
    """The squared norm of the difference of two runs on the same draws, after a round, and its bound from before."""
    run, (start, controls) = i.run, i.other
    x, xi = rounds_with_memory("scaffold", run, i.control_variates)
    y, eta = rounds_with_memory("scaffold", replace(run, start=start), controls)
    before = weighted_norm(run.start - start, i.control_variates - controls, run.gamma, run.H, weight)
    return weighted_norm(x - y, xi - eta, run.gamma, run.H, weight), share * (1 - run.gamma * i.mu) ** (rate * run.H) * before


mean_of_powers = Claim(
    id="symfed-mean-of-powers",
    kind="inequality",
    says="The mean of (1-b)^j over j < H lies between 1 - b H/2 and 1 - b H/4 if H >= 2 and b H <= 1; above, to second order in b.",
    printed=printed_at(
        "a step behind the rate of Scaffold",
        r"1-\tfrac{bH}2\le\frac1H\sum_{j<H}(1-jb),\qquad\frac1H\sum_{j<H}\big(1-jb+\tfrac{j(j-1)}2b^2\big)\le1-\tfrac{bH}4"
        r"\qquad(b=\gamma\mu,\ bH\le1,\ H\ge2)",
    ),
    lemmas=(
        Lemma(
            "below",
            (1 - gamma * mu * H / 2, mean_to_first_order()),
            SignCheck(),
            wrong={"1 - b H/3": (1 - gamma * mu * H / 3, mean_to_first_order())},
            given=stands("bH <= 1, H >= 2", gamma * mu * H <= 1, H >= 2),
        ),
        Lemma(
            "above",
            mean_power(),
            SignCheck(),
            wrong={"1 - b H/3": mean_power(gamma * mu * H / 3)},
            given=stands("bH <= 1, H >= 2", gamma * mu * H <= 1, H >= 2),
        ),
    ),
    expect=Tier.PROVED,
)

argument = Claim(
    id="symfed-scaffold-drift-norm",
    kind="inequality",
    says="The inequalities behind Scaffold's rate where gamma H L <= 1, one by one: what a local step costs beside one with curvature mu, powers of "
    "1 - b between their first and second order, the sum of the squares of what is added up, and what is left of the margin.",
    printed=printed_at(
        "steps behind the rate of Scaffold",
        r"|s+(1-\gamma\lambda)v|^2\le|s+(1-\gamma\mu)v|^2+\tfrac{\gamma(L-\mu)}{2-\gamma(L+\mu)}|s|^2,\quad 1-Hb\le(1-b)^H\le1-Hb+\tfrac{H(H-1)}2b^2,\quad"
        r"\sum_{h<H}\Big(\tfrac hH+\tfrac{(H-h)(H-h-1)}{2H^2}\Big)^2\le\tfrac34(H-1),\quad\tfrac38\le S(2-(1+b)S)\text{ at }S=1-\tfrac b2,1-\tfrac b4"
        r"\qquad(b=\gamma\mu\le1,\ \gamma L\le1,\ H\ge2)",
    ),
    lemmas=(
        Lemma(
            "one step",
            one_step(),
            one_step_certificate(),
            wrong={"0.9 of the price": one_step(sp.Rational(9, 10) * gamma * (L - mu))},
            given=stands("gamma L <= 1", gamma * L <= 1) & Domain((sp.Le(mu, lam), sp.Le(lam, L))),
        ),
        Lemma(
            "sum of squares",
            sum_of_squares(),
            SignCheck(),
            wrong={"1/4 for 3/4": sum_of_squares(ENOUGH / 3)},
            given=stands("H >= 2", H >= 2),
        ),
        Lemma(
            "margin below",
            margin()[0],
            SignCheck(),
            wrong={"0.6 for 3/8": margin(sp.Rational(3, 5))[0]},
            given=SMALL,
        ),
        Lemma(
            "margin above",
            margin()[1],
            SignCheck(),
            wrong={"0.4 for 3/8": margin(sp.Rational(2, 5))[1]},
            given=SMALL,
        ),
        Lemma(
            "powers below",
            lambda H: -(1 - H * gamma * mu),
            Induction(lambda H: -(POWER**H), POWER),
            wrong={"0.9 of the slope": lambda H: -(1 - sp.Rational(9, 10) * H * gamma * mu)},
            given=SMALL,
        ),
        Lemma(
            "powers above",
            lambda H: 1 - H * gamma * mu + H * (H - 1) / 2 * (gamma * mu) ** 2,
            Induction(lambda H: POWER**H, POWER),
            wrong={"to first order": lambda H: 1 - H * gamma * mu},
            given=SMALL,
        ),
    ),
    expect=Tier.PROVED,
)
COUPLED = InWords(
    "the difference of two runs on the same draws moves by mean Hessians between mu and L (mean value theorem), and an optimal coupling of "
    "the starts is one of the laws after a round, so that W_p contracts as the norm does"
)
PUT_TOGETHER = InWords(
    "an eigenvalue of a step's mean Hessian at a time (spectral theorem), and back through the round with the lemmas, as `drift_norm` "
    "spells out at its head"
)

wasserstein = Claim(
    id="symfed-scaffold-wasserstein",
    kind="rate",
    says="If gamma H L <= 1, Scaffold contracts |x|² + (gamma H)² mean |xi_c|² by (1 - gamma mu)^(2H) each round, for any draws and any such losses, "
    "hence Wasserstein distances of every order p >= 1.",
    printed=printed_at(
        "the rate of the slides on Scaffold's convergence, with its norm",
        r"\mathcal W_p(\psi_t;\pi)\le(1-\gamma\mu)^{Ht}\,\mathcal W_p(\psi_0;\pi)\ \text{for}\ " + NORM_TEX,
    ),
    under=SHORT & Domain((), (STRONGLY_CONVEX_SAMPLES, ONE_SUM)),
    statement=one_round,
    lemmas=(
        *argument.lemmas[:1],
        crosscheck(
            "one round by the rule",
            one_round,
            inequality_search(
                runs_of_any_sum,
                scope="two exact runs on the same draws, samples with different Hessians",
                sizes=((1, 1), (1, 2), (2, 2), (1, 3)),
                examples=12,
                extremes=long_rounds_of_opposites,
            ),
            wrong={
                "a faster rate": lambda i: one_round(i, rate=3),
                "0.95 of it": lambda i: one_round(i, share=flint.fmpq(19, 20)),
                "control variates not weighted": lambda i: one_round(i, weight=1 / (i.run.gamma * i.run.H) ** 2),
            },
        ),
    ),
    follows=(PUT_TOGETHER, COUPLED),
    uses=("symfed-scaffold-drift-norm", "symfed-mean-of-powers"),
    expect=Tier.PROVED_GIVEN,
)


def in_the_mean(i, rate=1, share=1):
    """The squared weighted norm in the mean over all draws of a round, and its bound; run.mu is that of the clients' mean losses."""
    before = weighted_norm(i.run.start - i.other[0], i.control_variates - i.other[1], i.run.gamma, i.run.H)
    return averaged_square("scaffold", i), share * (1 - i.run.gamma * i.run.mu) ** (rate * i.run.H) * before


convex_samples = Claim(
    id="symfed-scaffold-wasserstein-convex-samples",
    kind="rate",
    says="If only the f_c are strongly convex, and the samples convex and smooth, squared distances contract by (1 - gamma mu)^H a round in the mean.",
    printed=printed_at(
        "the rate of the slides on Scaffold's convergence, where single samples need not be strongly convex",
        r"\mathcal W_2^2(\psi_t;\pi)\le(1-\gamma\mu)^{Ht}\,\mathcal W_2^2(\psi_0;\pi)\ \text{for}\ " + NORM_TEX,
    ),
    under=SHORT & Domain((), (CONVEX_SAMPLES, ONE_SUM)),
    statement=in_the_mean,
    lemmas=(
        Lemma(
            "at L",
            at_largest(),
            SignCheck("mu stands for m, 1 - gamma mu = (1 - gamma m)^2"),
            wrong={"H for H - 1": at_largest(steps=H + 1)},
            given=Domain((sp.Le(mu, L),)),
        ),
        Lemma(
            "at mu",
            at_least(),
            at_least_certificate(),
            wrong={"twice": at_least(factor=4)},
            given=Domain((gamma * mu * H * (2 - gamma * mu) <= 1, gamma * mu <= 1)),
        ),
        crosscheck(
            "one round by the rule",
            in_the_mean,
            inequality_search(
                flat_samples_of_any_sum,
                scope="every draw of a round, samples without curvature",
                sizes=((1, 1), (1, 2), (2, 1), (2, 2)),
                examples=10,
                extremes=long_rounds_of_opposites,
            ),
            wrong={
                "the square of the rate": lambda i: in_the_mean(i, rate=2),
                "0.9 of it": lambda i: in_the_mean(i, share=flint.fmpq(9, 10)),
            },
        ),
    ),
    follows=(
        InWords(
            "for convex L-smooth samples E|g|² <= L <v, M v> (cocoercivity), and a step's loss is concave in the eigenvalue, so that its ends decide"
        ),
        PUT_TOGETHER,
        COUPLED,
    ),
    uses=("symfed-scaffold-drift-norm", "symfed-mean-of-powers"),
    see=("symfed-scaffold-wasserstein",),
    expect=Tier.PROVED_GIVEN,
)
