"""The slides 'New Convergence Rate for Scaffold' and 'Linear Speed-Up!'."""

import flint
import numpy as np
import sympy as sp

from proofs_checks.aistats.algorithm_1 import SIZES
from proofs_checks.aistats.equation_1 import quadratics
from proofs_checks.iccopt.heterogeneity import against_pairs
from proofs_checks.iccopt.long_rounds import slow_controls
from proofs_checks.iccopt.scaffold_convergence import SMOOTH_CONVEX_BENT
from proofs_checks.symfed.scaffold.any_noise import one_noisy_client
from symfed.checks import CounterexampleSearch, GrowthCheck, SignCheck, SymbolicIdentity, inequality_search
from symfed.checks.identity import as_printed
from symfed.claims import TYPO, Claim, Domain, Erratum, InWords, Lemma, Printed, Tier, crosscheck, printed_at
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, N, b, gamma, gram_xx, mu, scaling, t, tau, theta, zeta1
from symfed.strategies import instances

SLIDE = "slide 'New Convergence Rate for Scaffold'"
RATE_TEX = (
    r"\mathbb E[\|x^{(T)}-x^\star\|^2]\lesssim\Big(1-\frac{\gamma\mu}4\Big)^{HT}\Big\{\|x^{(0)}-x^\star\|^2+2\gamma^2H^2\zeta^2+\frac{\sigma_\star^2}{L\mu}\Big\}"
    r"+\frac\gamma{N\mu}\sigma_\star^2+\frac{\gamma^{3/2}Q}{\mu^{5/2}}\sigma_\star^3+\frac{\gamma^3HQ^2}{\mu^3}\sigma_\star^4"
)

rate = Claim(
    id="iccopt-scaffold-rate",
    kind="rate",
    says="Scaffold's mean squared error after T rounds, up to a universal constant; the slide prints no condition on gamma and H.",
    printed=printed_at(SLIDE, RATE_TEX),
    under=Domain((), (SMOOTH_CONVEX_BENT,), lines={str(SMOOTH_CONVEX_BENT): SLIDE}),
    lemmas=(
        Lemma(
            "start",
            sp.Rational(7, 8) ** (8 * t),
            GrowthCheck(slow_controls, "gamma H L = 8 without noise, where the printed right side is 128 (7/8)^(8T)"),
        ),
        Lemma(
            "noise",
            sp.S.One,
            GrowthCheck(one_noisy_client, "gamma H L = sqrt(N), quadratics: what stays, over the printed gamma sigma^2/(N mu)"),
        ),
    ),
    see=("iccopt-def-sigma-star", "symfed-scaffold-rate-units", "iccopt-def-zeta2"),
    corrected="symfed-scaffold-rate",
    missing=(
        "gamma H L <= 1, which the slides on Scaffold's convergence print, control variates that start at zero, and Q a bound for every client's "
        "third derivative; then it holds on quadratics with additive noise (beyond them it is neither proved nor refuted here)"
    ),
    expect=Tier.IMPRECISE,
)

#: What the right side adds up, b standing for Q and tau for sigma*; the one with half powers is squared and divided by a squared length.
TERMS = {
    "start": gram_xx,
    "heterogeneity": 2 * gamma**2 * H**2 * zeta1**2,
    "noise at the start": tau**2 / (L * mu),
    "first": gamma * tau**2 / (N * mu),
    "second": gamma**3 * b**2 * tau**6 / mu**5 / gram_xx,
    "third": gamma**3 * H * b**2 * tau**4 / mu**3,
}


def unit(term):
    """Powers of the scale of the losses and of the unit of length, as a monomial."""
    weight, length = scaling(term)
    return gamma**weight * theta**length


units = Claim(
    id="symfed-scaffold-rate-units",
    kind="identity",
    says="Every term of the rate is a squared length and stays the same when losses are multiplied by k and gamma is divided by it.",
    printed=printed_at("the rate of the slides, units", RATE_TEX),
    lemmas=tuple(
        Lemma(
            name,
            term,
            SymbolicIdentity(lambda: theta**2, unit, scope="weight 0, two powers of the unit of length"),
            {"a power of mu more": term * mu, "a power of sigma more": term * tau},
        )
        for name, term in TERMS.items()
    ),
    expect=Tier.PROVED,
)


def at_optimum(i):
    """Sample gradients at theta*, shape (N, samples, d)."""
    centre = i.quadratic().optimum
    return np.array([[i.gradient(c, z, centre) for z in i.samples] for c in range(i.N)], dtype=object)


def mean_square(gradients):
    """Mean squared norm over clients, and over samples where there are some."""
    return (gradients**2).sum() * flint.fmpq(gradients.shape[-1], gradients.size)


def noise_level(i, centred=True, share=1):
    """E (1/N) sum_c |grad F_c^Z(x*) - grad f_c(x*)|^2."""
    g = at_optimum(i)
    return mean_square(g - centred * g.sum(axis=1, keepdims=True) / len(i.samples)) * share


def trace_of_covariance(i):
    """tr C(x*), from the spread of two independent samples: half the mean of |grad F_c^Z - grad F_c^Z'|^2."""
    g = at_optimum(i)
    return sum(((g[:, z] - g[:, other]) ** 2).sum() for z in i.samples for other in i.samples) / (2 * i.N * flint.fmpq(len(i.samples)) ** 2)


sigma = Claim(
    id="iccopt-def-sigma-star",
    kind="definition",
    says="sigma*^2 is the mean over clients of the variance of their sample gradients at x*: the trace of C(x*).",
    printed=Printed(
        "iccopt",
        SLIDE,
        r"\sigma_\star^2=\mathbb E\Big[\frac1N\sum_{c=1}^N\|\nabla F_c^Z(x^\star)-\nabla f_c(x^\star)\|^2\Big]\text{ is the variance at }x^\star",
        extraction="the minus sign between the gradients and the closing bracket are lost",
    ),
    statement=noise_level,
    see=("iccopt-noise-cov-c",),
    checks=CounterexampleSearch(quadratics, trace_of_covariance, scope="exact quadratics, two samples a client", sizes=SIZES, examples=20),
    wrong={
        "not centred": lambda i: noise_level(i, centred=False),
        "sum for mean": lambda i: noise_level(i, share=i.N),
        "half of it": lambda i: noise_level(i, share=flint.fmpq(1, 2)),
    },
    expect=Tier.DEFINED,
)


def gradients_of(i, sampled):
    """The mean over clients of |grad f_c(x*)|^2, or of E|grad F_c^Z(x*)|^2."""
    g = at_optimum(i)
    return mean_square(g if sampled else g.sum(axis=1) / len(i.samples))


def between_clients(i):
    """Half the mean squared distance between two clients' gradients at x*: zero only where they agree."""
    p = i.quadratic().jets.gradients
    return ((p[:, None] - p[None]) ** 2).sum() / (2 * flint.fmpq(i.N) ** 2)


HETEROGENEITY = (
    CounterexampleSearch(
        quadratics, between_clients, scope="exact quadratics, against distances between clients", sizes=SIZES, examples=20
    ),
)

zeta = Claim(
    id="iccopt-def-zeta2",
    kind="definition",
    says="zeta^2 measures heterogeneity by grad f_c^Z, a symbol used nowhere else: read in expectation over the samples Z, it is not zero for equal clients.",
    printed=printed_at(SLIDE, r"\zeta^2=\frac1N\sum_{c=1}^N\|\nabla f_c^Z(x^\star)\|^2\text{ measures gradient heterogeneity}"),
    statement=lambda i: gradients_of(i, sampled=True),
    checks=HETEROGENEITY,
    corrected="symfed-gradient-heterogeneity",
    expect=Tier.REFUTED,
    erratum=Erratum(TYPO, "a superscript Z, which belongs to the samples' F_c: the gradient of f_c is meant"),
)


def squared_gradients(p, gamma, H):
    """The mean over clients of g g', g a client's gradient at x*; its trace is zeta^2."""
    return p.mean(p.outer(p.gradients, p.gradients))


gradient_heterogeneity = Claim(
    id="symfed-gradient-heterogeneity",
    kind="definition",
    says="zeta^2 with the clients' own gradients is their spread, since they sum to zero at x*: the slides' first-order measure.",
    printed=printed_at("the slides' zeta^2 without Z", r"\zeta^2=\frac1N\sum_{c=1}^N\|\nabla f_c(x^\star)\|^2"),
    see=("iccopt-het-first-order",),
    lemmas=(
        Lemma(
            "in every dimension",
            squared_gradients,
            against_pairs(1),
            wrong={
                "sum for mean": lambda p, gamma, H: p.N * squared_gradients(p, gamma, H),
                "twice": lambda p, gamma, H: 2 * squared_gradients(p, gamma, H),
                "of Hessians": lambda p, gamma, H: p.mean(p.product(p.hessians, p.hessians)),
            },
        ),
        crosscheck(
            "without samples",
            lambda i: gradients_of(i, sampled=False),
            HETEROGENEITY,
            wrong={
                "with Z": lambda i: gradients_of(i, sampled=True),
                "sum for mean": lambda i: i.N * gradients_of(i, sampled=False),
                "twice": lambda i: 2 * gradients_of(i, sampled=False),
            },
        ),
    ),
    expect=Tier.PROVED,
)

eps, Q, sigma_ = coordinates("epsilon Q sigma")
COUNT_TEX = r"\#\text{grad per client}=\tilde O\Big(\frac{\sigma_\star^2}{N\mu^2\epsilon^2}\log\frac1\epsilon\Big)"
#: The step size that makes the rate's first term epsilon^2, and the steps H T = 4/(gamma mu) after which the start has lost a factor e.
STEP, STEPS = N * mu * eps**2 / sigma_**2, 4 * sigma_**2 / (N * mu**2 * eps**2)


def quiet(d, N):
    """Exact gradients, from a drawn start."""
    return instances(d, N, noise=False, start=True)


def with_exact_gradients(i, times=1000):
    """The gradients that a client needs at least to halve its distance from x*, and `times` the printed count without its logarithm.

    Without noise that count is zero, whatever the constant and the logarithm that O~ stands for; one gradient at least is needed.
    """
    eps2 = ((i.extra["start"] - i.problem.optimum) ** 2).sum() / 4
    needed, sigma2 = int(eps2 > 0), sum((C.trace() for C in i.problem.noise), flint.fmpq(0)) / i.N
    return flint.fmpq(needed), times * sigma2 / (i.N * i.mu**2 * (eps2 or 1))


count = Claim(
    id="iccopt-speedup-grad-count",
    kind="rate",
    says="Accuracy eps^2 is said to take of the order of sigma^2/(N mu^2 eps^2) gradients a client, up to logarithms, as long as N is not too large. With little "
    "noise, or none, more are needed, for one client too (in the instance, without noise, at least one, where zero is printed); the slide names no bound on N.",
    printed=printed_at(
        "slide 'Linear Speed-Up!'",
        r"\text{As long as }N\text{ is not too large, }\mathbb E\|x^{(T)}-x^\star\|^2\le\epsilon^2\text{ with }" + COUNT_TEX,
    ),
    statement=with_exact_gradients,
    checks=inequality_search(quiet, scope="one client without noise", sizes=((1, 1),)),
    see=("iccopt-scaffold-rate",),
    corrected="symfed-scaffold-gradient-count",
    missing="accuracies that are small beside the noise, N eps^2 <= sigma^2/(L mu H), for N = 1 too; and the bounds on N: N^3 <= (mu/(Q eps))^2, "
    "N^3 <= sigma^2/(Q^2 H eps^4), each up to a constant",
    expect=Tier.IMPRECISE,
)
#: The bounds on N, in the order in which they are printed.
BOUNDS = (N**3 * eps**2 * Q**2 <= mu**2, N**3 * eps**4 * H * Q**2 <= sigma_**2, N * eps**2 * L * mu * H <= sigma_**2)


def at_the_step(term):
    """A term of the rate, or what else speaks of gamma, at the stated step size."""
    return sp.sympify(term).subs(gamma, STEP)


def below(name, term, bound, says):
    """That a bound on N keeps a term of the rate small, for its lemma's own text."""
    return Lemma(
        name,
        (at_the_step(term), sp.sympify(bound)),
        SignCheck("at the stated step size"),
        {"N times": (N * at_the_step(term), sp.sympify(bound)), "half": (at_the_step(term), bound / sp.S(2))},
        says=says,
    )


gradient_count = Claim(
    id="symfed-scaffold-gradient-count",
    kind="rate",
    says="With three bounds on N the slides' rate, where it holds, gives their count: gamma = N mu eps^2/sigma^2 makes every term that stays O(eps^2), "
    "and gamma H L <= 1. H = 1 meets the bounds with the most clients: local steps save rounds, not gradients.",
    printed=printed_at(
        "the slides' count of gradients, from their rate",
        r"\gamma=\frac{N\mu\epsilon^2}{\sigma_\star^2},\ HT=\frac4{\gamma\mu}\log\frac{\|x^{(0)}-x^\star\|^2+2\gamma^2H^2\zeta^2+\sigma_\star^2/(L\mu)}{\epsilon^2}"
        r"\quad\text{if}\quad N^3\le\frac{\mu^2}{Q^2\epsilon^2},\ N^3\le\frac{\sigma_\star^2}{Q^2H\epsilon^4},\ N\le\frac{\sigma_\star^2}{L\mu H\epsilon^2}",
    ),
    under=Domain(BOUNDS),
    statement=STEPS,
    lemmas=(
        Lemma(
            "first term",
            gamma * sigma_**2 / (N * mu),
            SymbolicIdentity(lambda: eps**2, at_the_step, scope="at the stated step size"),
            {"1/N^2": gamma * sigma_**2 / (N**2 * mu), "L for mu": gamma * sigma_**2 / (N * L)},
        ),
        below("second term", gamma**3 * Q**2 * sigma_**6 / mu**5, eps**4, "its square"),
        below("third term", gamma**3 * H * Q**2 * sigma_**4 / mu**3, eps**2, "as it stands"),
        below("step size", gamma * H * L, 1, "the rate's own condition"),
        Lemma(
            "steps",
            STEPS,
            SymbolicIdentity(lambda: at_the_step(4 / (gamma * mu)), as_printed, scope="at the stated step size"),
            {"1/mu for 1/mu^2": mu * STEPS, "N dropped": N * STEPS},
            says="H T, but for the logarithm",
        ),
    ),
    follows=InWords(
        "the terms that stay are O(eps^2); and (1 - gamma mu/4)^(HT) <= exp(-gamma mu H T/4), which is eps^2 over the size of the start for "
        "the stated number of rounds"
    ),
    see=("symfed-scaffold-rate", "iccopt-scaffold-rate"),
    expect=Tier.PROVED_GIVEN,
)
