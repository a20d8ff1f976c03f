"""Theorem 6: the averaged estimator converges in mean square, and the remark on its rate."""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from proofs_checks.aistats.proposition_1 import AFTER_STEP, ONE_STEP
from proofs_checks.aistats.theorem_5 import STEPS
from symfed.checks import Certificate, CounterexampleSearch, Part
from symfed.checks.estimators import on_means
from symfed.checks.joint_runs import joint
from symfed.core.claim import Claim
from symfed.core.source import Printed
from symfed.core.symbols import gamma, gram_xx, mu
from symfed.core.verdict import Tier
from symfed.reference.exact import stationary_exact
from symfed.strategies import instances

LIMIT_TEX = r"\lim_{T\to\infty}\mathbb E\|\bar\vartheta_T^{(\gamma,H)}-\bar\vartheta_{sto}^{(\gamma,H)}\|^2=0"
DOUBLE = {gamma: 2 * gamma}
AT_DOUBLE = Certificate(tuple((m.subs(DOUBLE) if m != 1 else m, a) for m, a in ONE_STEP.terms), scope="step size 2 gamma, in Gram scalars")


def within(i):
    """At a step size of Theorem 5; those that run four rounds start from theta*, so that only noise and bias move them."""
    at_optimum = {"start": i.problem.optimum} if i.extra.get("t") == 4 else {}
    return replace(i, gamma=i.gamma / 90, extra=i.extra | at_optimum)


def small_steps(d, N):
    """With a start and up to nine rounds."""
    return instances(d, N, start=True, extra={"t": st.sampled_from([9, 1, 4])}).map(within)


def laws(d, N):
    """Without a start: what is compared is the limit."""
    return instances(d, N, steps=(2, 4), noise=False).map(within)


def about_mean(i, gamma, noise, start):
    """Bound of E|average of T iterates - its limit|^2 times T: the noise of a round is less than the stationary variance."""
    law = stationary_exact("fedavg", i.problem, gamma, i.H)
    gap, bias = i.extra["start"] - law.mean, law.mean - i.problem.optimum
    variance = np.trace(law.second_moment) - (bias**2).sum()
    return (start * (gap**2).sum() / i.extra["t"] + noise * variance) / (1 - (1 - gamma * i.mu) ** i.H) ** 2


def averages(i, noise=1, start=1, power=1):
    """E|extrapolated average of T iterates - its limit|^2, run exactly with independent runs, and a bound of order 1/T."""
    runs, T = joint(i.problem, i.gamma, i.H, shared=False), i.extra["t"]
    law = runs.averaged(T, i.extra["start"])
    left = ((law.bias - runs.stationary().bias) ** 2).sum() + np.trace(law.covariance)
    return left, 2 * (4 * about_mean(i, i.gamma, noise, start) + about_mean(i, 2 * i.gamma, noise, start)) / T**power


limit = Claim(
    id="aistats-thm6-averaged",
    kind="limit",
    says="The average of the extrapolated iterates tends in mean square to the extrapolated stationary mean.",
    printed=Printed("aistats", "Theorem 6", LIMIT_TEX),
    statement={"one local step": (AFTER_STEP.subs(DOUBLE), (1 - 2 * gamma * mu) * gram_xx), "averages": averages},
    under=STEPS,
    uses=("aistats-rr-averaged-def", "symfed-fedavg-stationary-law"),
    checks=(
        Part("one local step", AT_DOUBLE),
        Part("averages", CounterexampleSearch(small_steps, relation="<=", scope="exact quadratics, all rounds", examples=8)),
    ),
    controls={
        "faster contraction; no noise": {
            "one local step": (AFTER_STEP.subs(DOUBLE), (1 - 3 * gamma * mu) * gram_xx),
            "averages": lambda i: averages(i, noise=0),
        },
        "ascent; start forgotten": {
            "one local step": (AFTER_STEP.subs(gamma, -2 * gamma), (1 - 2 * gamma * mu) * gram_xx),
            "averages": lambda i: averages(i, start=0),
        },
        "faster contraction; rate 1/T^4": {
            "one local step": (AFTER_STEP.subs(DOUBLE), (1 - 4 * gamma * mu) * gram_xx),
            "averages": lambda i: averages(i, power=4),
        },
    },
    reduction=(
        "both runs contract in mean square, so the covariance of iterates s rounds apart falls like (1 - gamma mu)^(Hs/2), and E|.|^2 of an "
        "average of T is O(1/T); A3 gives the second moment (not Lemma 6, which the proof cites and which assumes zeta_1 = 0). Where moments "
        "are exact, the bound with its constants is checked"
    ),
    expect=Tier.PROVED,
)

rate_remark = Claim(
    id="aistats-thm6-remark-rate",
    kind="limit",
    says="The extrapolated average tends to FedAvg's own stationary mean (a bar theta where Theorem 6 has a bar vartheta).",
    printed=Printed(
        "aistats",
        "remark after Theorem 6",
        r"\text{the rate of convergence to }0\text{ of }\mathbb E\|\bar\vartheta_T^{(\gamma,H)}-\bar\theta_{sto}^{(\gamma,H)}\|^2",
    ),
    statement=lambda theta, gamma, H: theta(gamma, H),
    under=STEPS,
    uses=("aistats-thm6-averaged",),
    checks=(
        CounterexampleSearch(
            laws,
            lambda i: joint(i.problem, i.gamma, i.H, shared=True).stationary().bias + i.problem.optimum,
            on_means,
            scope="limits of averages, exact quadratics",
        ),
    ),
    corrected="aistats-thm6-averaged",
    expect=Tier.REFUTED,
)
