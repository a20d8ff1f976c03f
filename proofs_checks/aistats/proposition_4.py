"""Proposition 4: how close the iterates stay to the stationary mean."""

from hypothesis import strategies as st

from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, mu, t, tau, tau_uniform, zeta1
from symfed.core.verdict import Tier
from symfed.reference.exact import expected_squared_distance, stationary_exact
from symfed.strategies import instances

STEPS = Domain((8 * gamma * L <= 1, gamma * mu * H <= 1, mu <= L))
TEX = (
    r"\mathbb E\|\theta_t-\bar\theta_{sto}\|^2\le(1-\gamma\mu)^{Ht}\psi_0+\frac{4\gamma}\mu\tilde\tau^2,\quad "
    r"\psi_0=4\|\theta_0-\theta^\star\|^2+\frac{24H^2\gamma^2L^2\zeta_{\star,1}^2}{\mu^2}+\frac{32\gamma}\mu\tau^2"
)


def distance(i, rate=1, noise=4, start=4):
    """E|theta_t - mean of the stationary law|^2 run exactly, and the printed bound; additive noise, so tau and tau~ agree."""
    p, rounds = i.problem.jets, i.extra["t"]
    centre = stationary_exact("fedavg", i.problem, i.gamma, i.H).mean
    left = expected_squared_distance("fedavg", i.problem, i.gamma, i.H, rounds, i.extra["start"], centre)[-1]
    level = max(C.trace() for C in p.noise_covariance)
    zeta = p.mean((p.gradients**2).sum(axis=1))
    psi = start * ((i.extra["start"] - i.problem.optimum) ** 2).sum()
    psi = psi + 24 * (i.H * i.gamma * i.L / i.mu) ** 2 * zeta + 8 * noise * i.gamma / i.mu * level
    return left, (1 - i.gamma * i.mu) ** (rate * i.H * rounds) * psi + noise * i.gamma / i.mu * level


def small_steps(d, N):
    """Noisy instances with a start and up to forty rounds."""
    return instances(d, N, start=True, extra={"t": st.sampled_from([40, 1, 3])})


prop4 = Claim(
    id="aistats-prop4-neighborhood",
    kind="rate",
    says="The iterates come within 4 gamma tau~^2/mu of the stationary mean, in squared distance, at a linear rate.",
    printed=Printed("aistats", "Proposition 4", TEX),
    statement=distance,
    under=STEPS,
    checks=(CounterexampleSearch(small_steps, relation="<=", scope="random exact quadratics, moments run round by round", examples=80),),
    controls={
        "rate of six steps a step": lambda i: distance(i, rate=6),
        "noise constant 1/8": lambda i: distance(i, noise=i.mu / i.mu / 8),
        "start constant 1/4, no noise": lambda i: distance(i, start=i.mu / i.mu / 4, noise=0),
    },
    reduction="checked where moments are exact (quadratics with additive noise); the proof for general losses is not formalised",
    expect=Tier.SUPPORTED,
)

PRINTED_RATE = (1 - gamma * mu) ** (H * t) * (24 * H**2 * gamma**2 * L**2 * zeta1**2 / mu**2 + 32 * gamma / mu * tau**2) + (
    4 * gamma / mu * tau_uniform**2
)

remark = Claim(
    id="aistats-prop4-remark-het",
    kind="inequality",
    says="Heterogeneity does not enter the rate of Proposition 4.",
    printed=Printed("aistats", "remark after Proposition 4", r"\text{in this rate, heterogeneity does not appear}"),
    statement=PRINTED_RATE.diff(zeta1),
    under=STEPS,
    checks=(SymbolicIdentity(lambda: 0 * gamma, as_printed, scope="derivative of the printed rate in zeta_1"),),
    corrected="symfed-prop4-floor",
    missing="in the limit t to infinity: the transient term psi_0 contains zeta_1",
    expect=Tier.IMPRECISE,
)

floor = Claim(
    id="symfed-prop4-floor",
    kind="inequality",
    says="The part of Proposition 4's bound that stays as t grows is free of heterogeneity.",
    printed=Printed("symfed", "remark after Proposition 4, made precise", r"\frac{4\gamma}\mu\tilde\tau^2"),
    statement=(PRINTED_RATE.subs((1 - gamma * mu) ** (H * t), 0)).diff(zeta1),
    under=STEPS,
    checks=(SymbolicIdentity(lambda: 0 * gamma, as_printed, scope="derivative of the limit of the printed rate in zeta_1"),),
    controls={"the whole rate": PRINTED_RATE.diff(zeta1), "psi_0": (24 * H**2 * gamma**2 * L**2 * zeta1**2 / mu**2).diff(zeta1)},
    expect=Tier.PROVED,
)
