"""Lemma 6's proof, the sixth power after a local step: the terms of (22) put together, and equation (25)."""

import sympy as sp

from proofs_checks.aistats.proofs.lemma_6_numbers import COEFFICIENTS, constant, weights
from proofs_checks.aistats.proofs.lemma_6_step import (
    AFTER,
    CLASSES,
    GAMMA_K,
    GAP,
    KS,
    NO_PULL,
    SAMPLE,
    STEP,
    a,
    b,
    c,
    exact,
    gamma_k,
    le,
    moment,
    read,
)
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.symfed.remainders.setting import part
from symfed.claims import Claim, Tier, printed_at
from symfed.core.symbols import gamma, mu, tau
from symfed.theorems import Apply, Arithmetic, Assumed
from symfed.theorems.moments import raised
from symfed.theorems.norms import inner_adds, schwarz
from symfed.theorems.randomness import expectation_of, monotone, polarisation
from symfed.theorems.vocabulary import E, Inner, grad

#: <grad f_c(x), x - theta*>, as these lines print it: grad f_c(theta*) is zero.
ALONG = Inner(GAP, grad(x))
TERMS = dict(zip(KS, (15, 20, 15, 6, 1), strict=True))


def noise_left(factor):
    """What the noise at theta* adds: 20, or 15, times a sum over k."""
    return factor * sum(2 ** (k - 1) * (gamma * tau) ** k * a ** (6 - k) for k in KS)


def summed(third, factor):
    """The bound of the sixth power, with the coefficient of a^3 c^3 in (22) and that of the sum over k."""
    return a**6 + gamma * (weights(third) - 6) * a**4 * ALONG + noise_left(factor)


def contracted(factor):
    """(25): the sixth power shrinks by the factor 1 - gamma mu, up to noise."""
    return (1 - gamma * mu) * a**6 + noise_left(factor)


def after_a_step(i, third=None, factor=20, drift=6):
    """E|x - gamma grad F(x) - theta*|^6 and its bound before the condition on gamma L is used, or (25) where `third` is not given."""
    gap, here, changes, there = read(i)
    push, far, u = sum(changes) / len(changes) * gap, abs(gap), i.gamma * i.L
    left = moment([gap - i.gamma * g for g in here], 6)
    noise = factor * sum(2 ** (k - 1) * (i.gamma * abs(there[0])) ** k * far ** (6 - k) for k in KS)
    if third is None:
        return left, (1 - drift * i.gamma * i.mu / 6) * far**6 + noise
    more = sum(n * u**k for k, n in enumerate(COEFFICIENTS[third], 1))
    return left, far**6 + i.gamma * (more - drift) * far**4 * push + noise


#: (22) with |grad F| and <grad F, x - theta*> in it, in the mean over the sample.
CUBED = (
    Apply(polarisation, "square", u=GAP, v=SAMPLE, factor=gamma),
    Arithmetic("square at most", le(AFTER**2, a**2 - 2 * gamma * b + gamma**2 * c**2), ("square",)),
    Apply(raised, "to the sixth", relation="square at most", power=3),
    Apply(schwarz, "b squared", u=GAP, v=SAMPLE),
    Arithmetic("-b at most", le(-b, a * c), ("b squared",)),
)
SIXTH = (
    *CUBED,
    Arithmetic(
        "(22)",
        le(AFTER**6, a**6 - 6 * gamma * a**4 * b + sum(n * gamma**k * a ** (6 - k) * c**k for k, n in TERMS.items())),
        {
            "to the sixth": 1,
            "b squared": 12 * gamma**2 * a**2 + 12 * gamma**4 * c**2,
            "-b at most": 12 * gamma**3 * a**2 * c**2 + 6 * gamma**5 * c**4 + 8 * gamma**3 * (b**2 - a * b * c + a**2 * c**2),
        },
    ),
    Apply(expectation_of, "(22) in the mean", relation="(22)"),
)
#: What the lines with and without grad f_c(theta*) have in common.
SAME_PUSH = (
    Assumed("alike", NO_PULL),
    Apply(inner_adds, "push in two", u=GAP, v=grad(x) - grad(theta_star), w=grad(theta_star)),
    Apply(schwarz, "pull is nothing", u=GAP, v=grad(theta_star)),
    Arithmetic(
        "one push", sp.Eq(ALONG, Inner(GAP, grad(x) - grad(theta_star)), evaluate=False), ("push in two", "pull is nothing", "alike")
    ),
)

SUM_TEX = (
    r"(a^2-2\gamma b+\gamma^2c^2)^3\le a^6+\big(-6\gamma+2\cdot15\gamma^2L+4\cdot%s\gamma^3L^2+8\cdot15\gamma^4L^3+16\cdot6\gamma^5L^4"
    r"+32\gamma^6L^5\big)\|\tilde T-\theta^\star\|^4\langle\nabla f_c(\tilde T),\tilde T-\theta^\star\rangle"
    r"+%s\sum_{k=2}^62^{k-1}\gamma^k\|\tilde T-\theta^\star\|^{6-k}\tau^k"
)
coefficient_20 = Claim(
    id="aistats-lem6-coef20",
    kind="inequality",
    says="(22) with its terms bounded one by one; 20 stands for 15, 20, 15, 6 and 1. The left side is read in the mean over the sample, as "
    "the sentence before says; without it the display is false.",
    printed=printed_at("Appendix B.2, proof of Lemma 6, after (24)", SUM_TEX % (20, 20)),
    under=CLASSES,
    statement=le(E(AFTER**6), sp.expand(summed(20, 20))),
    lemmas=exact(
        lambda i: after_a_step(i, 20),
        {
            "the push seven times": lambda i: after_a_step(i, 20, factor=0 * i.mu, drift=7),
            "without the noise": lambda i: after_a_step(i, 20, factor=0 * i.mu),
        },
    ),
    follows=(
        *SIXTH,
        *SAME_PUSH,
        Arithmetic(
            "summed",
            le(E(AFTER**6), sp.expand(summed(20, 20))),
            ("(22) in the mean", "aistats-eq24-drift", "one push", *[part(gamma_k, GAMMA_K[k]) for k in KS]),
            (1, 1, gamma * (6 - weights(20)) * a**4, *TERMS.values()),
        ),
    ),
    uses=("aistats-lem6-gamma-k", "aistats-eq24-drift"),
    see=("aistats-eq22-cubic",),
    expect=Tier.PROVED,
)


def weighed(name, premise, third, factor, small):
    """(25) from the bound before it, `premise`, and the condition on gamma L, `small`: facts of these names."""
    return (
        *SAME_PUSH,
        Apply(monotone, "monotone", x=x, y=theta_star),
        Arithmetic("monotone here", sp.Ge(ALONG, mu * a**2, evaluate=False), ("monotone", "one push")),
        Arithmetic(
            name,
            le(E(AFTER**6), sp.expand(contracted(factor))),
            {premise: 1, "monotone here": gamma * (6 - weights(third)) * a**4, small: mu * a**6},
        ),
    )


CONTRACTED_TEX = (
    r"\mathbb E[\|\tilde T^{h+1}-\theta^\star\|^6|\mathcal F]\le(1-\gamma\mu)\|\tilde T^h-\theta^\star\|^6"
    r"+%s\sum_{k=2}^62^{k-1}\|\tilde T^h-\theta^\star\|^{6-k}(\gamma\tau)^k"
)
eq25 = Claim(
    id="aistats-eq25-sixth",
    kind="inequality",
    says="(25): in the mean over its sample a local step shrinks the sixth power of the distance by the factor 1 - gamma mu, up to noise.",
    printed=printed_at("Equation (25)", CONTRACTED_TEX % 20),
    under=STEP,
    statement=le(E(AFTER**6), sp.expand(contracted(20))),
    lemmas=exact(
        after_a_step,
        {
            "six times the rate, half of the noise": lambda i: after_a_step(i, factor=i.mu / i.mu / 2, drift=60),
            "without the noise": lambda i: after_a_step(i, factor=0 * i.mu),
        },
    ),
    follows=weighed("(25)", "aistats-lem6-coef20", 20, 20, constant.id),
    uses=("aistats-lem6-coef20", constant.id),
    expect=Tier.PROVED,
)
