"""Scaffold's variance when clients differ in noise: what holds with the mean noise, what does not, and what is still open."""

from dataclasses import replace

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.symfed.scaffold import speedup_proof as proof
from proofs_checks.symfed.scaffold.adversarial.check import AdversarialSearch
from proofs_checks.symfed.scaffold.adversarial.search import exact_ratio
from proofs_checks.symfed.scaffold.noise import (
    any_outlier,
    common_noise,
    covariance,
    mean_curvature,
    mean_noise_level,
    multiple_of_identity,
    noisy,
    one_noisy,
    order,
    stiff_quadratics,
)
from proofs_checks.symfed.scaffold.speedup import ANY_STEPS, IN_FREQUENCY, NOISY_QUADRATICS, ORDERED
from symfed.checks import Certificate, GrowthCheck, inequality_search
from symfed.checks.growth import LowerBound, Step, at_least, equal
from symfed.claims import Claim, Class, Domain, InWords, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.symbols import L, N, gamma


def _one_noisy() -> tuple[tuple[Step, ...], sp.Expr]:
    """Steps for one noisy client among N = n^2, and the bound of the ratio that they prove."""
    n = 2 + sp.Dummy("m", nonnegative=True)
    x, D = 1 + 1 / n, (5 + sp.Rational(1, 16)) / n**2
    ratio = (2 - sp.Rational(1, 4)) / n**2 * (2 / n) / D**2
    steps = (
        Step(
            "in frequency z, e = n_1/(N D), D = z/N + (1-1/N)(z-q)(z-r_1)/(z-r) with r_1 = 1-1/n and q, r of the quiet clients; the noisy "
            "client has q_1 = 0 and a round's noise of variance gamma^2 C"
        ),
        Step(
            "so N mu (2-gamma mu) Sigma/(gamma sigma^2) = (2-1/N) sum_s g_s^2/N, 1/D = sum_{s>=1} g_s z^-s, and by Cauchy-Schwarz at "
            "x = 1+1/n: sum_s g_s^2 >= (x^2-1)/D(x)^2 >= (2/n)/D(x)^2",
            at_least(x**2 - 1, 2 / n),
        ),
        Step("q = (1-1/n^2)^n >= 1-1/n (Bernoulli): x-q <= 2/n; x-r_1 = 2/n", equal(x - (1 - 1 / n), 2 / n)),
        Step(
            "r = 1 - mean_{h<n} (1-1/n^2)^h <= (n-1)/(2n^2) (Bernoulli): x-r >= 1, so no term of D(x) is negative",
            at_least(x - (n - 1) / (2 * n**2), 1),
        ),
        Step(
            "D(x) <= (1+1/n)/n^2 + (1-1/n^2) 4/n^2 <= (5+1/16)/n^2, as 1/16 - 1/n + 4/n^2 = (1/4-2/n)^2",
            at_least(D, (1 + 1 / n) / n**2 + (1 - 1 / n**2) * 4 / n**2),
        ),
        Step("the ratio is at least (7/4)(2/n)(n^2/(5+1/16)^2) >= n/8 = sqrt(N)/8", at_least(ratio, n / 8)),
    )
    return steps, sp.sqrt(N) / 8


def one_noisy_client() -> LowerBound:
    """One noisy, stiff client among N - 1 quiet, flat ones: N mu (2 - gamma mu) Sigma/(gamma sigma^2) is at least sqrt(N)/8."""
    steps, bound = _one_noisy()
    return LowerBound(
        instance={
            "clients": "d = 1, N = n^2, n >= 2: N-1 without noise with a = mu = 1/N, one with a = L = 1 and noise variance C",
            "constants": "gamma = 1, H = n, kappa = N, sigma^2 = C/N the mean noise",
        },
        steps=steps,
        bound=bound,
        variable=N,
        towards=sp.oo,
    )


def one_noisy_direction() -> LowerBound:
    """d = N copies of the same, every client noisy in its own coordinate: all clients have the same total noise."""
    steps, bound = _one_noisy()
    return LowerBound(
        instance={
            "clients": "d = N = n^2, n >= 2, all Hessians diagonal: client c has curvature L = 1 and noise variance C in coordinate c, "
            "curvature mu = 1/N and no noise in the others",
            "constants": "gamma = 1, H = n, tr C_c = sigma^2 = C for every client",
        },
        steps=(
            Step("coordinates do not mix: each is one noisy client among N, whose mean noise is sigma^2/N"),
            *steps,
            Step("the sum over d = N coordinates restores the factor N: tr Sigma >= (sqrt(N)/8) gamma sigma^2/(N mu (2-gamma mu))"),
        ),
        bound=bound,
        variable=N,
        towards=sp.oo,
    )


RECORD = "scaffold_noise"
RATIO_TEX = r"R=\frac{N\mu(2-\gamma\mu)}{\gamma\sigma^2}\,\mathrm{tr}\,\Sigma_\theta,\quad\sigma^2=\frac1N\sum_c\mathrm{tr}\,C_c"
ONE_NOISE = Class("one noise covariance for all clients", lambda i: bool(np.all(i.problem.noise == i.problem.noise[0])), noisy)
COMMON = Domain((gamma * L <= 1,), (NOISY_QUADRATICS, ONE_NOISE))


def mean_level(i, factor=8, clients=1):
    share = sum(((1 - i.gamma * i.L) ** h for h in range(i.H)), flint.fmpq(0)) / i.H  # 1 - r_L
    bound = factor * i.gamma * mean_noise_level(i) / (share * i.mu * (2 - i.gamma * i.L) * i.N**clients)
    return order(i, covariance(i), multiple_of_identity(i, bound))


mean_noise = Claim(
    id="symfed-scaffold-mean-noise",
    kind="inequality",
    says="Clients of different noise: linear speed-up with the mean noise, at a price of order max(1, gamma L H).",
    printed=printed_at(
        "linear speed-up of Scaffold, any noise",
        r"\Sigma_\theta\preccurlyeq\frac8{1-r_L}\cdot\frac{\gamma\bar s}{N\mu(2-\gamma L)}I,\quad C_c\preccurlyeq s_cI,\ \bar s=\frac1N\sum_cs_c,\quad"
        r"1-r_L=\frac1H\sum_{h<H}(1-\gamma L)^h\ge\frac{1-1/e}{\max(1,\gamma LH)}\qquad(\gamma L\le1)",
    ),
    under=ANY_STEPS,
    statement=mean_level,
    lemmas=(
        standalone_lemma(
            "on the circle",
            proof.peak_inequality(8),
            Certificate(proof.peak_multipliers(), scope="any two curvatures, all frequencies"),
            wrong={"3 for 8": proof.peak_inequality(3)},
            given=proof.any_two(),
        ),
        crosscheck(
            "laws",
            mean_level,
            inequality_search(noisy, scope="exact stationary laws, every client's own noise", examples=10, extremes=stiff_quadratics),
            wrong={"1/10 for 8": lambda i: mean_level(i, flint.fmpq(1, 10))},
        ),
    ),
    follows=(
        IN_FREQUENCY,
        ORDERED,
        InWords(
            "the multiplier w of symfed-scaffold-linear-speedup has Re(conj(w) h_b) >= g_b for every b, and g_a <= 8/(1-r_L) g_b for every two a, b, "
            "with 1/(gamma a H) = (1-r_a)/(1-q_a); so 8/(1-r_L) w has Re(conj(w) K) >= max_a g_a, and mean_c s_c g(A_c) <= s max_a g_a with the mean s"
        ),
        InWords("(1 - gamma L)^H <= exp(-gamma L H), and the mean of powers is at least 1 - 1/e where gamma L H <= 1"),
    ),
    uses=("symfed-scaffold-linear-speedup",),
    expect=Tier.PROVED_GIVEN,
)

conjecture = Claim(
    id="symfed-scaffold-common-noise",
    kind="inequality",
    says="Conjecture: under one noise covariance for all, in any direction, no population is noisier than equal clients of curvature mu. "
    "(A theorem for C_c <= s I with d s for sigma^2 while (1-gamma mu)^(H-1)(3-gamma mu) >= 1, and with 2 - gamma L for 2 - gamma mu always.)",
    printed=printed_at("conjecture", RATIO_TEX + r",\quad C_c=C\ \Rightarrow\ R\le1\text{ for every }H,\ d,\ N\text{ and }\gamma\le1/L"),
    under=COMMON,
    statement=flint.fmpq(1),
    checks=AdversarialSearch(RECORD, ("isotropic", "common")),
    wrong={"0.99": flint.fmpq(99, 100), "0.9999": flint.fmpq(9999, 10000)},
    see=("symfed-scaffold-linear-speedup-sharp", "symfed-scaffold-linear-speedup"),
    expect=Tier.OPEN,
)


def noisy_own(d, N):
    """Where there is noise."""
    return noisy(d, N).filter(lambda i: i.problem.noise.any())


def outliers_and_others(d, N):
    """One noisy client in dimension one, or anybody."""
    return st.one_of(any_outlier(d, N), noisy_own(d, N)) if d == 1 else noisy_own(d, N)


def ratio_below_one(i):
    return exact_ratio(i), 1


constant_one = Claim(
    id="symfed-scaffold-unequal-noise-constant",
    says="No population is noisier than equal clients of curvature mu, with the clients' mean noise when they differ in noise.",
    printed=printed_at("strengthening that fails", RATIO_TEX + r",\quad R\le1\text{ for any }C_c"),
    kind="inequality",
    under=ANY_STEPS,
    statement=ratio_below_one,
    checks=inequality_search(one_noisy, scope="exact laws, one noisy client", sizes=((1, 2), (1, 3)), examples=60),
    corrected="symfed-scaffold-mean-noise",
    expect=Tier.REFUTED,
)


def price(i, half=2):
    """(2 R - 1)^2 against kappa = L/mu: R <= (1 + sqrt(kappa))/2 where 2 R >= 1."""
    return max(half * exact_ratio(i) - 1, 0) ** 2, i.L / i.mu


outliers = Claim(
    id="symfed-scaffold-unequal-noise-price",
    kind="inequality",
    says="Conjecture: with the clients' mean noise the price is (1 + sqrt(kappa))/2 at most. One noisy, stiff client among many quiet, flat ones "
    "comes near it at H = sqrt(kappa), gamma L = 1.",
    printed=printed_at("conjecture", RATIO_TEX + r",\quad R\le\frac{1+\sqrt\kappa}2\text{ for any }C_c,\ N,\ H,\ \gamma\le1/L"),
    under=ANY_STEPS,
    statement=price,
    checks=inequality_search(
        outliers_and_others,
        scope="exact laws: one noisy client, or d <= 3 and noise of their own",
        sizes=((1, 2), (1, 3), (1, 6), (2, 2), (3, 2)),
        examples=40,
    ),
    wrong={"(1 + sqrt(kappa))/3": lambda i: price(i, 3), "(1 + sqrt(kappa))/2.5": lambda i: price(i, flint.fmpq(5, 2))},
    see=("symfed-scaffold-mean-noise", "symfed-scaffold-unequal-noise-universal"),
    expect=Tier.OPEN,
)
universal = Claim(
    id="symfed-scaffold-unequal-noise-universal",
    kind="inequality",
    says="Linear speed-up with the clients' mean noise and any universal constant over mu.",
    printed=printed_at("strengthening that fails", RATIO_TEX + r",\quad R\le K\text{ for any }C_c,\ N,\ H,\ \kappa"),
    under=ANY_STEPS,
    statement=sp.S.One,
    checks=GrowthCheck(one_noisy_client, "one noisy, stiff client among many"),
    corrected="symfed-scaffold-mean-noise",
    expect=Tier.REFUTED,
)
dimension_free = Claim(
    id="symfed-scaffold-equal-total-noise",
    kind="inequality",
    says="Linear speed-up with a universal constant when all clients have the same total noise tr C_c, in any dimension.",
    printed=printed_at(
        "strengthening that fails", RATIO_TEX + r",\quad R\le K\text{ if }\mathrm{tr}\,C_c=\sigma^2\text{ for every client, any }d"
    ),
    under=ANY_STEPS,
    statement=sp.S.One,
    checks=GrowthCheck(one_noisy_direction, "every client noisy in a direction of its own"),
    corrected="symfed-scaffold-linear-speedup",
    expect=Tier.REFUTED,
)


def at_mean_curvature(i):
    """N a (2 - gamma a) Sigma against gamma C with the mean curvature a, d = 1."""
    a = mean_curvature(i)
    return i.N * a * (2 - i.gamma * a) * covariance(i)[0, 0], i.gamma * i.problem.noise[0, 0, 0]


curvature = Claim(
    id="symfed-scaffold-mean-curvature",
    kind="inequality",
    says="No population is noisier than equal clients of its mean curvature, d = 1 and equal noise.",
    printed=printed_at(
        "strengthening that fails", r"\Sigma_\theta\le\frac{\gamma C}{N\bar a(2-\gamma\bar a)},\quad\bar a=\tfrac1N\textstyle\sum_ca_c"
    ),
    under=COMMON,
    statement=at_mean_curvature,
    checks=inequality_search(common_noise, scope="exact laws, d = 1", sizes=((1, 2), (1, 3))),
    corrected="symfed-scaffold-linear-speedup-sharp",
    expect=Tier.REFUTED,
)


def as_matrices(i):
    """Sigma against gamma C/(N mu (2 - gamma mu))."""
    return order(i, covariance(i), i.gamma * i.problem.noise[0] / (i.N * i.mu * (2 - i.gamma * i.mu)))


matrices = Claim(
    id="symfed-scaffold-common-noise-matrix",
    kind="inequality",
    says="No population is noisier than equal clients of curvature mu as an inequality of matrices, with the common C on the right.",
    printed=printed_at("strengthening that fails", r"\Sigma_\theta\preccurlyeq\frac{\gamma C}{N\mu(2-\gamma\mu)}\text{ if }C_c=C"),
    under=COMMON,
    statement=as_matrices,
    checks=inequality_search(common_noise, scope="exact laws", sizes=((1, 2), (2, 1), (2, 2))),
    corrected="symfed-scaffold-linear-speedup-sharp",
    expect=Tier.REFUTED,
)


def more_steps(i):
    """Variances with H and with H + 1 local steps, d = 1."""
    few, many = (covariance(replace(i, H=steps))[0, 0] for steps in (i.H, i.H + 1))
    return few, many


POPULATIONS = inequality_search(common_noise, scope="exact laws, d = 1", sizes=((1, 2), (1, 3)))
growing = Claim(
    id="symfed-scaffold-variance-grows-with-steps",
    kind="inequality",
    says="More local steps never lower the variance of heterogeneous clients with equal noise.",
    printed=printed_at("strengthening that fails", r"\Sigma_\theta^{(\gamma,H)}\le\Sigma_\theta^{(\gamma,H+1)}"),
    under=COMMON,
    statement=more_steps,
    checks=POPULATIONS,
    expect=Tier.REFUTED,
)
falling = Claim(
    id="symfed-scaffold-variance-falls-with-steps",
    kind="inequality",
    says="More local steps never raise the variance of heterogeneous clients with equal noise.",
    printed=printed_at("strengthening that fails", r"\Sigma_\theta^{(\gamma,H+1)}\le\Sigma_\theta^{(\gamma,H)}"),
    under=COMMON,
    statement=lambda i: more_steps(i)[::-1],
    checks=POPULATIONS,
    expect=Tier.REFUTED,
)
