"""Lemma 5's proof, one local step: the square of the distance to theta*, in the mean over the step's own sample, from any point."""

from typing import Any

import numpy as np
import sympy as sp

from proofs_checks.aistats.proofs.lemma_6_step import (
    A3,
    AFTER,
    ALONG,
    GAP,
    NO_PULL,
    PUSH,
    SAMPLE,
    SMOOTH,
    SPLIT,
    SPLIT_POWERS,
    a,
    b,
    c,
    le,
    m,
    moment,
    one_client,
    read,
    small_runs,
)
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.stochastic_round import A1
from symfed.checks import CounterexampleSearch, inequality_search
from symfed.claims import TYPO, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, mu
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.norms import inner_adds
from symfed.theorems.randomness import expectation_of, monotone, polarisation
from symfed.theorems.vocabulary import FRESH, E, Inner, grad

SMALL = sp.Le(2 * gamma * L, 1)
#: A3 with its last sentence; by the display alone the noise at theta* may be 2 tau^2 for k = 0, and all that stands after is doubled.
CLASSES = Domain(
    (),
    (A1, A3, NO_PULL, FRESH),
    {str(A1): "Lemma 5 (A1)", str(A3): "Lemma 5 (A3 with its last sentence)", str(NO_PULL): "Lemma 5", str(FRESH): "Algorithm 1"},
)
UNDER = Domain((SMALL,), lines={str(SMALL): "Lemma 5"}) & CLASSES
ROUND = Domain((gamma * mu * H <= 1,), lines={str(gamma * mu * H <= 1): "Lemma 5"})
#: What a local step leaves of the square of the distance.
SLOW = 1 - 2 * gamma * mu * (1 - gamma * L)

DOWNHILL = Inner(GAP, grad(x))
MIDDLE = a**2 - 2 * gamma * (1 - gamma * L) * DOWNHILL + 2 * gamma**2 * E(m**2)
END = SLOW * a**2 + 2 * gamma**2 * E(m**2)
PARTS: tuple[Any, ...] = (*SMOOTH, *SPLIT_POWERS)
BY_NAME = {step.name: step for step in PARTS}


def bricks(*names):
    """Steps that Lemma 6's proof has, by name."""
    return tuple(BY_NAME[name] for name in names)


#: The printed proof, line by line.
STEP = (
    *SPLIT,
    *ALONG,
    *bricks("cocoercive", "smooth 2", "smooth 2 in the mean"),
    *bricks("c to the 2", "convexity 2", "split 2", "split 2 in the mean"),
    Apply(polarisation, "square", u=GAP, v=SAMPLE, factor=gamma),
    Apply(expectation_of, "square in the mean", relation="square"),
    Apply(inner_adds, "downhill in parts", u=GAP, v=grad(x) - grad(theta_star), w=grad(theta_star)),
    Arithmetic("downhill", sp.Eq(DOWNHILL, PUSH, evaluate=False), ("downhill in parts", "pull is nothing", "alike")),
    Apply(monotone, "convex", x=x, y=theta_star),
    Arithmetic(
        "first",
        le(E(AFTER**2), MIDDLE),
        {
            "square in the mean": 1,
            "split 2 in the mean": gamma**2,
            "smooth 2 in the mean": 2 * gamma**2,
            "b in the mean": -2 * gamma,
            "a new sample": 2 * gamma**2 * L - 2 * gamma,
            "no noise along it": -2 * gamma,
            "downhill": 2 * gamma - 2 * gamma**2 * L,
        },
    ),
    Arithmetic("second", le(MIDDLE, END), {"convex": 2 * gamma * (1 - gamma * L), "downhill": -2 * gamma * (1 - gamma * L)}),
)


# instances: one client in dimension one, two samples, theta* its optimum


def extremes():
    """At theta* itself, where a step leaves noise alone; without noise and a short step; and a step whose square counts."""
    return one_client(1, (1, 9), 0), one_client(0, (1, 10**6)), one_client(0, (1, 2)), one_client(0, (1, 9), 10)


SEARCH = inequality_search(
    small_runs,
    scope="exact least squares in dimension one, the step's two samples spelt out",
    sizes=((1, 1),),
    examples=40,
    extremes=extremes,
)


def exact(reading, wrong):
    """A bound where both sides are solved exactly, beside a proof, which does not rest on it."""
    return crosscheck("instances", reading, SEARCH, wrong=wrong)


def squared(i, power=0, rate=2):
    """For each sample |x - theta* - gamma grad F(x)|^2 and its three terms; the last times gamma^power."""
    gap, here, _, _ = read(i)
    left = [(gap - i.gamma * g) ** 2 for g in here]
    return np.array(left, dtype=object), np.array([gap**2 - rate * i.gamma * g * gap + i.gamma**power * g**2 for g in here], dtype=object)


def a_step(i, noise=2, rate=2):
    """E|x - theta* - gamma grad F(x)|^2, the middle and the end of (20), each against the next."""
    gap, here, _, there = read(i)
    spread = noise * i.gamma**2 * moment(there, 2)
    after = moment([gap - i.gamma * g for g in here], 2)
    middle = gap**2 - rate * i.gamma * (1 - i.gamma * i.L) * gap * sum(here) / len(here) + spread
    end = (1 - rate * i.gamma * i.mu * (1 - i.gamma * i.L)) * gap**2 + spread
    return np.array([after, middle], dtype=object), np.array([middle, end], dtype=object)


PLACE = "proof of Lemma 5"
EXPANSION_TEX = (
    r"\|\tilde T_c^{(\gamma,h+1)}-\theta^\star\|^2=\|\tilde T_c^{(\gamma,h)}-\theta^\star\|^2-2\gamma\langle\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)}),"
    r"\tilde T_c^{(\gamma,h)}-\theta^\star\rangle+%s\|\nabla F_c^{Z_c^{h+1}}(\tilde T_c^{(\gamma,h)})\|^2"
)
IDENTITY = CounterexampleSearch(
    small_runs,
    relation="==",
    scope="exact least squares in dimension one, sample by sample",
    sizes=((1, 1),),
    examples=15,
    extremes=extremes,
)
expansion = Claim(
    id="aistats-lem5-expansion-gamma2",
    kind="identity",
    says="The square of a step, printed without gamma^2 at the last term (the same in Lemma 6's proof). What is drawn from it has it: a slip of the pen.",
    printed=printed_at(PLACE + ", second display, and Lemma 6's", EXPANSION_TEX % ""),
    under=UNDER & ROUND,
    statement=squared,
    checks=IDENTITY,
    corrected="symfed-lem5-expansion",
    expect=Tier.REFUTED,
    erratum=Erratum(TYPO, "gamma^2 is missing at the last term; what is drawn from it has it"),
)
EXPANDED = sp.Eq(AFTER**2, a**2 - 2 * gamma * b + gamma**2 * c**2, evaluate=False)
expansion_corrected = Claim(
    id="symfed-lem5-expansion",
    kind="identity",
    says="The square of a stochastic gradient step's distance to theta*.",
    printed=printed_at("Lemma 5's proof, second display, with gamma squared", EXPANSION_TEX % r"\gamma^2"),
    statement=EXPANDED,
    lemmas=crosscheck(
        "instances",
        lambda i: squared(i, 2),
        IDENTITY,
        wrong={"as printed": squared, "gamma once": lambda i: squared(i, 1), "gamma for 2 gamma": lambda i: squared(i, 2, rate=1)},
    ),
    follows=(Apply(polarisation, "square", u=GAP, v=SAMPLE, factor=gamma), Arithmetic("expanded", EXPANDED, ("square",))),
    expect=Tier.PROVED,
)

EQ20_TEX = (
    r"\mathbb E[\|\tilde T_c^{(\gamma,h+1)}-\theta^\star\|^2\,|\,\mathcal F_c^h]\le\|\tilde T_c^{(\gamma,h)}-\theta^\star\|^2"
    r"-2\gamma(1-\gamma L)\langle\nabla f_c(\tilde T_c^{(\gamma,h)}),\tilde T_c^{(\gamma,h)}-\theta^\star\rangle+2\gamma^2\mathbb E\|\varepsilon\|^2"
    r"\le(1-2\gamma\mu(1-\gamma L))\|\tilde T_c^{(\gamma,h)}-\theta^\star\|^2+2\gamma^2\mathbb E\|\varepsilon\|^2,\ "
    r"\varepsilon=\nabla F_c^{Z_c^{h+1}}(\theta^\star)-\nabla f_c(\theta^\star)"
)
eq20 = Claim(
    id="aistats-eq20-onestep",
    kind="inequality",
    says="(20), both inequalities, from any point, in the mean over the step's sample; gamma L <= 1 would do.",
    printed=printed_at("Equation (20)", EQ20_TEX),
    under=UNDER,
    statement=sp.And(le(E(AFTER**2), MIDDLE), le(MIDDLE, END), evaluate=False),
    lemmas=exact(
        a_step,
        {
            "half of the noise": lambda i: a_step(i, i.mu / i.mu / 2),
            "three for two": lambda i: a_step(i, rate=3),
        },
    ),
    follows=STEP,
    see=("symfed-lem5-expansion",),
    expect=Tier.PROVED,
)
