"""FedAvg as a fixed-point iteration, and its convergence with stochastic gradients: what the step size must satisfy, and the rate in W2."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats import proposition_3
from proofs_checks.iccopt.long_rounds import long_step
from symfed.checks import Certificate, CounterexampleCheck, CounterexampleSearch, SignCheck, SymbolicIdentity, inequality_search
from symfed.checks.classes import less_curved
from symfed.checks.identity import as_printed
from symfed.claims import RESULT, Claim, Class, Domain, Erratum, InWords, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import L, gamma, gram_gg, gram_xg, gram_xx, mu
from symfed.reference.exact import iterates
from symfed.strategies import instances, members
from symfed.strategies.rates import rate_cases, worst_squared_ratio
from symfed.theorems.vocabulary import CLIENTS_INDEPENDENT, FRESH

SMOOTH_CONVEX = Class("L-smooth, mu-strongly convex functions", members.curved, spoil=less_curved)
FUNCTIONS = Domain((), (SMOOTH_CONVEX,), lines={str(SMOOTH_CONVEX): "slides on heterogeneity measures, above the slide"})
THRICE = Class(
    "three times differentiable, L-smooth, mu-strongly convex functions", members.curved, implies=(SMOOTH_CONVEX,), spoil=less_curved
)
#: What the slides on FedAvg with stochastic gradients print above everything.
#: Slides give a letter of its own to the sample of each client, round and step; that these are independent is read, and not written there.
READ = "slide 'Federated Averaging': Z_c^(t,h+1), one for each client, round and step; that they are independent is read into it"
DRAWN = Domain((), (FRESH, CLIENTS_INDEPENDENT), {str(FRESH): READ, str(CLIENTS_INDEPENDENT): READ})
STOCHASTIC = Domain((), (THRICE,), lines={str(THRICE): "slide 'FedAvg (with stochastic gradients) converges!'"})
SLIDE = "slide 'Federated Averaging as Fixed Point Iteration'"
#: Two points and their images: x their difference, g the difference of their gradients.
AFTER_STEP = gram_xx - 2 * gamma * gram_xg + gamma**2 * gram_gg


def any_step(d, N):
    """Two starts without noise, and a step size up to 4/L: the slide prints no condition."""
    return instances(d, N, noise=False, start=True).map(lambda i: replace(i, gamma=4 * i.gamma))


def two_runs(i, rounds=1):
    """Squared distances of two runs of our rule before and after some rounds, one from `start` and one from the origin."""
    one, other = (
        iterates("fedavg_deterministic", i.problem, i.gamma, i.H, rounds, point) for point in (i.extra["start"], 0 * i.extra["start"])
    )
    return ((one[0] - other[0]) ** 2).sum(), ((one[-1] - other[-1]) ** 2).sum()


def contracts(i):
    """The printed inequality, squared: after H local steps the distance is at most (1 - gamma mu)^H of what it was."""
    before, after = two_runs(i)
    return after, (1 - i.gamma * i.mu) ** (2 * i.H) * before


local = Claim(
    id="iccopt-fixed-point-contraction",
    kind="inequality",
    says="H local steps of a client contract distances by (1 - gamma mu)^H; the slide prints no condition on gamma.",
    printed=printed_at(SLIDE, r"\|x_c^{(t+1)}-y_c^{(t+1)}\|\le(1-\gamma\mu)^H\|x_c^{(t)}-y_c^{(t)}\|"),
    under=FUNCTIONS,
    statement=contracts,
    see=("iccopt-fixed-point-difference",),
    checks=inequality_search(any_step, scope="one quadratic client, gamma up to 4/L", sizes=((1, 1), (2, 1))),
    corrected="symfed-local-contraction-exact-gradients",
    missing="gamma (mu + L) <= 2, which gamma <= 1/L implies: for larger gamma the curvature L contracts less, or not at all",
    expect=Tier.IMPRECISE,
    erratum=Erratum(RESULT, "needs gamma (mu + L) <= 2: for larger gamma the curvature L contracts less, or not at all", power=2),
)

SHORT = gamma * (mu + L) <= 2
INTERPOLATES = sp.Le(mu * L * gram_xx + gram_gg, (mu + L) * gram_xg)
CONVEX = sp.Le(mu * gram_xx, gram_xg)

exact_gradients = Claim(
    id="symfed-local-contraction-exact-gradients",
    kind="inequality",
    says="One exact gradient step contracts distances by 1 - gamma mu as long as gamma (mu + L) <= 2, and H steps by the power: x is the difference of two "
    "points, g that of their gradients.",
    printed=printed_at(
        "the slides' fixed-point iteration with its step size",
        r"\|x-\gamma g\|\le(1-\gamma\mu)\|x\|\ \text{if}\ \gamma(\mu+L)\le2,\ "
        r"(\mu+L)\langle x,g\rangle\ge\mu L\|x\|^2+\|g\|^2,\ \langle x,g\rangle\ge\mu\|x\|^2",
    ),
    under=Domain((SHORT, INTERPOLATES, CONVEX), lines={str(c): "the inequality itself" for c in (SHORT, INTERPOLATES, CONVEX)}),
    statement=(AFTER_STEP, (1 - gamma * mu) ** 2 * gram_xx),
    checks=Certificate(
        ((gamma**2, (mu + L) * gram_xg - mu * L * gram_xx - gram_gg), (gamma * (2 - gamma * (mu + L)), gram_xg - mu * gram_xx)),
    ),
    wrong={
        "a faster rate": (AFTER_STEP, (1 - 21 * gamma * mu / 20) ** 2 * gram_xx),
        "L for mu": (AFTER_STEP, (1 - gamma * L) ** 2 * gram_xx),
        "ascent": (AFTER_STEP.subs(gamma, -gamma), (1 - gamma * mu) ** 2 * gram_xx),
    },
    expect=Tier.PROVED,
)


def does_not_spread(i):
    """In dimension one a round multiplies distances by one number: if they grow once, they grow for ever."""
    before, after = two_runs(i, rounds=2)
    return after, before


unique_point = Claim(
    id="iccopt-det-fedavg-unique-point",
    kind="limit",
    says="FedAvg with exact gradients converges to one point, from every start; the slide prints no condition on gamma.",
    printed=printed_at(SLIDE, r"\Rightarrow\text{ deterministic FedAvg converges to a unique point}"),
    under=FUNCTIONS,
    statement=does_not_spread,
    see=("iccopt-fixed-point-contraction",),
    checks=inequality_search(any_step, scope="quadratics, d = 1, gamma up to 4/L", sizes=((1, 1), (1, 2))),
    corrected="aistats-prop1-stationary",
    missing="a step size for which clients contract, such as gamma <= 1/L",
    expect=Tier.IMPRECISE,
    erratum=Erratum(RESULT, "needs a step size for which clients contract, such as gamma <= 1/L", power=2),
)
converge = Claim(
    id="iccopt-iterates-converge-remark",
    kind="limit",
    says="What a figure seems to show, with a question mark.",
    printed=printed_at(
        "slide before 'Federated Averaging as Fixed Point Iteration'", r"\text{Remark: It seems that iterates converge in some way?}"
    ),
    reason="a question; the statement that it leads to, on the next slides, is iccopt-det-fedavg-unique-point",
    expect=Tier.NOT_CHECKED,
)

stationary = Claim(
    id="iccopt-fedavg-stationary-exists",
    kind="limit",
    says="FedAvg with stochastic gradients converges to a stationary law; the slide prints no condition on gamma, nor on the noise.",
    printed=printed_at(
        "slide 'FedAvg (with stochastic gradients) converges!'", r"\text{FedAvg converges to a stationary distribution }\pi^{(\gamma,H)}"
    ),
    under=STOCHASTIC,
    statement="for every gamma there is a stationary law",
    checks=CounterexampleCheck(long_step, "one quadratic client, gamma = 3/L"),
    corrected="symfed-fedavg-stationary-law",
    missing="gamma <= 1/L (and a second moment of the noise, which the slides leave to the paper: A3)",
    expect=Tier.IMPRECISE,
)


def squared_ratio(case, exponent=2):
    """W2^2 to the stationary law after a round over that before, and the printed bound, squared.

    Where every sample's gradient vanishes at theta* the stationary law is the point theta*, and W2^2 to it is the second moment.
    """
    return worst_squared_ratio("fedavg", case), (1 - case.gamma * case.mu) ** (exponent * case.H)


w2_rate = Claim(
    id="iccopt-fedavg-w2-rate",
    kind="rate",
    says="W2 itself, not squared, is said to contract by (1 - gamma mu)^(H t): the rate of exact gradients, printed for stochastic ones; false for gamma <= 1/L too. The "
    "functions are read as in the paper that the slide names: strongly convex f_c, whose sample losses are convex and smooth.",
    printed=printed_at(
        "slide 'FedAvg (with stochastic gradients) converges!'",
        r"\mathcal W_2(\psi_{x^{(t)}};\pi^{(\gamma,H)})\le(1-\gamma\mu)^{Ht}\,\mathcal W_2(\psi_{x^{(0)}};\pi^{(\gamma,H)})",
    ),
    under=STOCHASTIC,
    statement=squared_ratio,
    see=("iccopt-fedavg-stationary-exists", "symfed-fedavg-wasserstein-rate"),
    checks=inequality_search(rate_cases, scope="sample curvatures 0 or L, every draw spelled out; pi is a point mass", sizes=((1, 1),)),
    corrected="symfed-fedavg-stationary-law",
    expect=Tier.REFUTED,
    erratum=Erratum(RESULT, "the rate is that of squared distances: W2 itself shrinks by its root", power=2),
)

RATE = 1 - gamma * mu * (2 - gamma * L)
COCOERCIVE = Domain((sp.Le(gram_gg, L * gram_xg), CONVEX))
SAMPLES = Class("sample losses convex and L-smooth, f_c mu-strongly convex")


def to_the_power(case):
    """(1 - gamma mu (2 - gamma L))^H."""
    return (1 - case.gamma * case.mu * (2 - case.gamma * case.L)) ** case.H


wasserstein = Claim(
    id="symfed-fedavg-wasserstein-rate",
    kind="rate",
    says="Squared W2 contracts by (1 - gamma mu (2 - gamma L))^H in a round of stochastic gradients, gamma L <= 2, and not faster on an instance.",
    printed=printed_at(
        "correction of the slides' rate; the paper's (1 - gamma mu)^H for squared W2 follows for gamma <= 1/L",
        r"\mathcal W_2^2(\rho\kappa^t,\pi^{(\gamma,H)})\le(1-\gamma\mu(2-\gamma L))^{Ht}\,\mathcal W_2^2(\rho,\pi^{(\gamma,H)}),\ "
        r"\text{with equality for samples of curvature }0\text{ and }L",
    ),
    under=Domain((gamma * L <= 2, mu <= L), (SAMPLES, proposition_3.SECOND_MOMENT)),
    statement=RATE,
    lemmas=(
        Lemma(
            "one local step",
            (AFTER_STEP, RATE * gram_xx),
            SignCheck("Gram scalars in the mean over samples, in any dimension"),
            {
                "the slides' rate": (AFTER_STEP, (1 - gamma * mu) ** 2 * gram_xx),
                "L for 2 - gamma L": (AFTER_STEP, (1 - 2 * gamma * mu) * gram_xx),
            },
            given=COCOERCIVE,
        ),
        Lemma(
            "attained",
            RATE,
            SymbolicIdentity(
                lambda: 1 - mu / L + mu / L * (1 - gamma * L) ** 2,
                as_printed,
                scope="curvature L with probability mu/L, else 0; one step",
            ),
            {"the slides' rate": (1 - gamma * mu) ** 2, "the paper's rate": 1 - gamma * mu},
        ),
        crosscheck(
            "rounds",
            to_the_power,
            CounterexampleSearch(
                rate_cases,
                lambda case: worst_squared_ratio("fedavg", case),
                scope="sample curvatures 0 or L, every draw spelled out",
                sizes=((1, 1),),
            ),
            {"the slides' rate": lambda case: squared_ratio(case)[1], "the paper's rate": lambda case: squared_ratio(case, exponent=1)[1]},
        ),
    ),
    follows=(
        InWords(
            "two runs on the same draws: in the mean over a draw convexity and smoothness of the samples and strong convexity of f_c are the two "
            "inequalities given to `one local step`; H independent steps and the mean over clients keep the factor"
        ),
        InWords("laws with a second moment are complete under W2, so that Banach's theorem gives the stationary law and the rate"),
        InWords(
            "for one client with the samples of `attained` and theta* = 0 the stationary law is a point, and W2^2 to it the second moment"
        ),
    ),
    expect=Tier.PROVED_GIVEN,
)

w2_order = Claim(
    id="iccopt-fedavg-w2-order",
    kind="definition",
    says="W2 names the Wasserstein distance of second order.",
    printed=printed_at(
        "slide 'FedAvg (with stochastic gradients) converges!'",
        r"\text{where }\mathcal W_2\text{ is the second order Wasserstein distance}",
    ),
    reason="names a distance; that the rate beside it is one of its square is iccopt-fedavg-w2-rate",
    expect=Tier.NOT_CHECKED,
)
