"""Proposition 4: how close the iterates come to the stationary mean."""

from dataclasses import replace
from functools import lru_cache

import sympy as sp
from hypothesis import strategies as st

from proofs_checks.aistats.neighborhood import A3, A4, NEAR, NEIGHBORHOOD
from proofs_checks.aistats.quantities import A2 as HETEROGENEITY
from proofs_checks.aistats.stochastic_round import A1
from symfed.checks import SymbolicIdentity, inequality_search
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, mu, t, tau, tau_uniform, zeta1
from symfed.reference.exact import expected_squared_distance, stationary_exact
from symfed.strategies import Instance, hard_quadratics, instances
from symfed.theorems import Apply
from symfed.theorems.sequences import vanishing_powers
from symfed.theorems.vocabulary import FRESH

STEPS = Domain(
    (8 * gamma * L <= 1, gamma * mu * H <= 1), lines={str(c): "Proposition 4" for c in (8 * gamma * L <= 1, gamma * mu * H <= 1)}
)
A2 = replace(HETEROGENEITY, outside=None)
#: As many times smaller than it is tau^2, or tau~^2, is said to be, on an instance without A3, or A4.
SAID, SAID_OF_ALL = "tau^2 understated", "tau~^2 understated"


def understated(name):
    """Makes an instance of one whose noise is said to be a sixty-fourth of what it is."""
    return lambda i: replace(i, extra=i.extra | {name: 64})


def levels(i):
    """tau^2 and tau~^2 of additive noise: the largest of the clients' variances, or what is said of it."""
    level = max(C.trace() for C in i.problem.noise)
    return level / i.extra.get(SAID, 1), level / i.extra.get(SAID_OF_ALL, 1)


def said_rightly(test, name):
    """A test of membership that instances fail whose noise is understated."""
    return lambda i: False if name in getattr(i, "extra", ()) else test(i)


NOISE = replace(A3, contains=said_rightly(A3.contains, SAID), spoil=understated(SAID))
ADDITIVE = replace(A4, contains=said_rightly(A4.contains, SAID_OF_ALL), spoil=understated(SAID_OF_ALL))
#: What zeta_1 is, and that a step's sample is drawn anew.
READ_WITH = Domain((), (A2, FRESH), {str(A2): "Proposition 4 (zeta_1)", str(FRESH): "Algorithm 1"})
#: Theorem 5 prints A2 itself.
PRINTED_A2 = Domain((), (A2,), {str(A2): "Theorem 5"})
UNDER = (
    STEPS
    & Domain(
        (),
        (A1, NOISE, ADDITIVE),
        lines={str(A1): "Proposition 4 (A1)", str(NOISE): "Proposition 4 (A3)", str(ADDITIVE): "Proposition 4 (A4)"},
    )
    & READ_WITH
)
TEX = (
    r"\mathbb E\|\theta_t-\bar\theta_{sto}\|^2\le(1-\gamma\mu)^{Ht}\psi_0+\frac{4\gamma}\mu\tilde\tau^2,\quad "
    r"\psi_0=4\|\theta_0-\theta^\star\|^2+\frac{24H^2\gamma^2L^2\zeta_{\star,1}^2}{\mu^2}+\frac{32\gamma}\mu\tau^2"
)


@lru_cache(maxsize=2048)
def squared_distance(described):
    """E|theta_t - mean of the stationary law|^2 of an instance as text, run exactly, once for the statement and all that is made of it."""
    i = Instance.written(dict(described))
    centre = stationary_exact("fedavg", i.problem, i.gamma, i.H).mean
    return expected_squared_distance("fedavg", i.problem, i.gamma, i.H, i.extra["t"], i.extra["start"], centre)[-1]


def distance(i, rate=1, noise=4, start=4):
    """E|theta_t - mean of the stationary law|^2 run exactly, and the printed bound; additive noise, so tau and tau~ agree."""
    p, rounds, left = i.problem.jets, i.extra["t"], squared_distance(tuple(i.describe().items()))
    level, uniform = levels(i)
    zeta = p.mean((p.gradients**2).sum(axis=1))
    psi = start * ((i.extra["start"] - i.problem.optimum) ** 2).sum()
    psi = psi + 24 * (i.H * i.gamma * i.L / i.mu) ** 2 * zeta + 8 * noise * i.gamma / i.mu * level
    return left, (1 - i.gamma * i.mu) ** (rate * i.H * rounds) * psi + noise * i.gamma / i.mu * uniform


def few_rounds():
    """Hard instances on which moments are run at most sixty rounds: many clients, or long rounds, or both."""
    return tuple(i for i in hard_quadratics() if i.extra["t"] * i.N <= 6_100)


def small_steps(d, N):
    """Noisy instances with a start and up to forty rounds, for tau~ = tau (additive noise)."""
    return instances(d, N, start=True, extra={"t": st.sampled_from([40, 1, 3])})


prop4 = Claim(
    id="aistats-prop4-neighborhood",
    kind="rate",
    says="The iterates come within 4 gamma tau~^2/mu of the stationary mean, in squared distance, at a linear rate, for any losses and from any start. "
    "gamma mu H <= 1 is not needed; A3 with k = 0 allows 2 tau^2 at theta*, which the constant 32 still covers.",
    printed=printed_at("Proposition 4", TEX),
    statement=NEAR,
    under=UNDER,
    lemmas=crosscheck(
        "runs",
        distance,
        inequality_search(
            small_steps,
            scope="random exact quadratics, moments run round by round",
            sizes=((1, 1), (1, 2), (2, 1), (1, 3), (2, 2)),
            examples=40,
            extremes=few_rounds,
        ),
        wrong={
            "rate of six steps a step": lambda i: distance(i, rate=6),
            "noise constant 9/20": lambda i: distance(i, noise=9 * i.mu / i.mu / 20),
            "start constant 1/2, no noise": lambda i: distance(i, start=i.mu / i.mu / 2, noise=0),
        },
    ),
    follows=NEIGHBORHOOD,
    expect=Tier.PROVED,
)

PRINTED_RATE = (1 - gamma * mu) ** (H * t) * (24 * H**2 * gamma**2 * L**2 * zeta1**2 / mu**2 + 32 * gamma / mu * tau**2) + (
    4 * gamma / mu * tau_uniform**2
)

remark = Claim(
    id="aistats-prop4-remark-het",
    kind="inequality",
    says="Heterogeneity is said not to appear in the rate of Proposition 4: psi_0, which is forgotten, holds zeta_1.",
    printed=printed_at("remark after Proposition 4", r"\text{in this rate, heterogeneity does not appear}"),
    statement=PRINTED_RATE.subs(zeta1, 0),
    under=UNDER & Domain((t >= 1,), lines={str(t >= 1): "Proposition 4"}),
    checks=SymbolicIdentity(lambda: PRINTED_RATE, as_printed, scope="the printed rate without zeta_1, beside the printed rate"),
    corrected="symfed-prop4-floor",
    missing="in the limit t to infinity: the transient term psi_0 contains zeta_1",
    expect=Tier.IMPRECISE,
)

FLOOR = 4 * gamma * tau_uniform**2 / mu
floor = Claim(
    id="symfed-prop4-floor",
    kind="inequality",
    says="What stays of Proposition 4's bound as t grows is 4 gamma tau~^2/mu: it is free of heterogeneity.",
    printed=printed_at("remark after Proposition 4, made precise", r"\frac{4\gamma}\mu\tilde\tau^2"),
    statement=sp.Eq(sp.Limit(PRINTED_RATE - FLOOR, t, sp.oo), 0, evaluate=False),
    under=Domain((gamma * mu < 1,)),
    lemmas=Lemma(
        "what stays",
        FLOOR,
        SymbolicIdentity(
            lambda: PRINTED_RATE.subs((1 - gamma * mu) ** (H * t), 0),
            as_printed,
            scope="the printed rate with (1 - gamma mu)^(H t) = 0",
        ),
        wrong={
            "with psi_0's heterogeneity": FLOOR + 24 * H**2 * gamma**2 * L**2 * zeta1**2 / mu**2,
            "tau for tau~": 4 * gamma * tau**2 / mu,
        },
    ),
    follows=Apply(
        vanishing_powers,
        "the rest fades",
        ratio=1 - gamma * mu,
        index=t,
        times=H,
        scale=(PRINTED_RATE - FLOOR) / (1 - gamma * mu) ** (H * t),
    ),
    expect=Tier.PROVED,
)
