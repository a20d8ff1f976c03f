"""Lemma 7's proof, equation (36): one local step of the recentred path, all of its parts together."""

from proofs_checks.aistats.proofs.lemma_7_step import (
    CONTRACTING,
    CROSSING,
    DISTANCE,
    EXPANSION,
    ONE_STEP,
    SEARCH,
    SIGN,
    SPLITTING,
    STEP,
    TEX_V,
    TWO_PUSHES,
    Read,
    exact,
    mean,
    recursion,
    row,
    square,
)
from symfed.claims import Claim, Tier, printed_at
from symfed.core.symbols import gamma
from symfed.theorems import Arithmetic


def bound(i, r, rate=1, pull=1, tau2=4):
    """The right side of (36), with parts of it."""
    steep = 4 * i.gamma**4 * i.L**2 + 2 * i.gamma**3 * i.L**2 / i.mu
    return (1 - rate * i.gamma * i.mu / 2) * r.gap**2 + pull * steep * r.pull**2 + tau2 * i.gamma**2 * square(r.noise)


def one_step(i, **parts):
    """E|V - theta* - gamma (grad F(x) - grad f_c(theta*))|^2 and (36), with parts of it."""
    r = Read(i)
    return row((square(r.after), bound(i, r, **parts)))


def by_printed_sign(i):
    """E|V_(h+1) - theta*|^2 and (36), with V as (30) prints it."""
    return row((mean(recursion(i)[0]), bound(i, Read(i, sign=-1))))


TEX_36 = (
    r"\mathbb E[\|\tilde V^{h+1}-\theta^\star\|^2|\mathcal F]\le(1-\frac{\gamma\mu}2)\|\tilde V^h-\theta^\star\|^2"
    r"+(4\gamma^4h^2L^2+\frac{2\gamma^3h^2L^2}\mu)\|\nabla f_c(\theta^\star)\|^2+4\gamma^2\tau^2"
)
printed = Claim(
    id="aistats-eq36-onestep",
    kind="inequality",
    says="(36), a local step's contraction: with V as (30) defines it, with a minus, it is false wherever a client is pulled and its noise is small. "
    "(The witness is the first client's second step, h = 1, from the given point.)",
    printed=printed_at("Equation (36), with (30)", TEX_36 + ",\\ " + TEX_V % "-"),
    under=STEP,
    statement=by_printed_sign,
    checks=SEARCH,
    corrected="symfed-lem7-one-step",
    see=("aistats-eq30-V-def", "aistats-lem7-V-recursion"),
    erratum=SIGN,
    expect=Tier.REFUTED,
)
eq36 = Claim(
    id="symfed-lem7-one-step",
    kind="inequality",
    says="The published (36): a local step's contraction, V with a plus, from any local iterate in the mean over the step's sample.",
    printed=printed_at("equation (36), V with a plus", TEX_36 + ",\\ " + TEX_V % "+"),
    under=STEP,
    statement=ONE_STEP,
    lemmas=exact(one_step, {"eight times the rate, no noise": lambda i: one_step(i, rate=8, tau2=0), "a minus": by_printed_sign}),
    follows=(
        *EXPANSION,
        *SPLITTING,
        *TWO_PUSHES,
        *[step for step in CROSSING if step not in DISTANCE],
        *CONTRACTING,
        Arithmetic("(36)", ONE_STEP, {"(32)": 1, "(33)": gamma**2, "two": -2 * gamma, "(34)": 1, "(35)": 1}),
    ),
    see=("symfed-lem7-recursion", "aistats-eq33-variance-split", "aistats-eq34-young", "aistats-eq35-contraction"),
    expect=Tier.PROVED,
)
