"""Lemma 8's proof, one local step for one sample: from equation (37) to the numbers a, b and c that it is written in."""

import numpy as np
import sympy as sp

from proofs_checks.aistats.proofs.lemma_6_step import le
from proofs_checks.aistats.proofs.lemma_7_step import (
    A1,
    CHANGE,
    EPS,
    GAP,
    NEXT,
    PATH,
    SHIFT,
    SIGN,
    STEP_ON,
    TEX_V,
    WHOLE,
    Read,
    V,
    recursion,
    row,
)
from proofs_checks.aistats.proofs.lemma_8_terms import (
    A2,
    AFTER,
    AT_V,
    C2,
    EQUAL,
    LINES,
    PLACE,
    PUSH,
    SEARCH,
    SHORT,
    SLOPE,
    SMALL,
    STEP,
    B,
    Terms,
    a,
    c,
    exact,
    m,
    near,
    p,
    s,
)
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.stochastic_round import S_cw
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, ProofStep, Tier, crosscheck, printed_at
from symfed.core.symbols import L, gamma, h, mu
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.moments import raised
from symfed.theorems.noise import fresh_noise
from symfed.theorems.norms import inner_adds, schwarz, squared_triangle, triangle
from symfed.theorems.operators import ordered_curvatures
from symfed.theorems.randomness import expectation_of, fresh_sample, monotone, polarisation
from symfed.theorems.vocabulary import E, Inner, Norm, grad, sample_grad

SMOOTH = Domain((SMALL,), (A1,), {str(SMALL): "Lemma 8", str(A1): LINES[str(A1)]})

# ---- equation (37): along a client's path, V_h and T_h themselves

T_h = S_cw(h, x)
V_h = T_h + gamma * h * grad(theta_star)
WHOLE_h, AT_V_h = sample_grad(h, T_h) - grad(theta_star), sample_grad(h, V_h) - grad(theta_star)
SHIFT_h = sample_grad(h, T_h) - sample_grad(h, V_h)
SQUARE_h = Norm(PATH) ** 2 + gamma**2 * Norm(WHOLE_h) ** 2
EXPANDED = sp.Eq(Norm(NEXT) ** 2, SQUARE_h - 2 * gamma * Inner(PATH, WHOLE_h), evaluate=False)
IN_TWO = sp.Eq(Norm(NEXT) ** 2, SQUARE_h - 2 * gamma * Inner(PATH, AT_V_h) - 2 * gamma * Inner(PATH, SHIFT_h), evaluate=False)


def expanded(i, cross=2):
    """|V - theta* - gamma (grad F(x) - grad f_c(theta*))|^2 and the last member of (37), for both samples."""
    r = Terms(i)
    parts = zip(r.after, r.whole, r.b, r.shift, strict=True)
    return row(
        *[
            (after**2, r.gap**2 + i.gamma**2 * whole**2 - 2 * i.gamma * b - cross * i.gamma * r.gap * shift)
            for after, whole, b, shift in parts
        ]
    )


TEX_37 = (
    r"\|\tilde V^{h+1}-\theta^\star\|^2=\|\tilde V^h-\theta^\star\|^2+\gamma^2\|\nabla F(\tilde T)-\nabla f_c(\theta^\star)\|^2"
    r"-2\gamma\langle\tilde V-\theta^\star,\nabla F(\tilde T)-\nabla f_c(\theta^\star)\rangle=\|\tilde V^h-\theta^\star\|^2"
    r"+\gamma^2\|\nabla F(\tilde T)-\nabla f_c(\theta^\star)\|^2-2\gamma\langle\tilde V-\theta^\star,\nabla F(\tilde V)-\nabla f_c(\theta^\star)\rangle"
    r"-2\gamma\langle\tilde V-\theta^\star,\nabla F(\tilde T)-\nabla F(\tilde V)\rangle"
)


def by_printed_sign(i):
    """|V_(h+1) - theta*|^2 and the middle member of (37) with V as (30) prints it, for both samples."""
    r = Read(i, sign=-1)
    return recursion(i)[0], np.array([r.gap**2 + i.gamma**2 * w**2 - 2 * i.gamma * r.gap * w for w in r.whole], dtype=object)


eq37 = Claim(
    id="aistats-eq37-expansion",
    kind="identity",
    says="(37), for V as defined in (30), to which its sentence points: with the minus there it is false wherever a client is pulled. "
    "(The witness is the first client's second step, h = 1, from the given point.)",
    printed=printed_at("Equation (37), with (30)", TEX_37 + ",\\ " + TEX_V % "-"),
    under=STEP & Domain((SHORT,), lines={str(SHORT): "Lemma 8"}),
    statement=by_printed_sign,
    checks=EQUAL,
    corrected="symfed-eq37-recentred",
    see=("aistats-eq30-V-def", "hal-lemma8-first-line"),
    erratum=SIGN,
    expect=Tier.REFUTED,
)
eq37_corrected = Claim(
    id="symfed-eq37-recentred",
    kind="identity",
    says="The published (37), both of its members, along a client's path of any length, V with a plus.",
    printed=printed_at("equation (37), V with a plus", TEX_37 + ",\\ " + TEX_V % "+"),
    statement=sp.And(EXPANDED, IN_TWO, evaluate=False),
    lemmas=crosscheck("instances", expanded, EQUAL, wrong={"half of the last term": lambda i: expanded(i, 1)}),
    follows=(
        *STEP_ON,
        Apply(polarisation, "square", u=PATH, v=WHOLE_h, factor=gamma),
        Arithmetic("expanded", EXPANDED, ("a step on, squared", "square")),
        Apply(inner_adds, "by way of V", u=PATH, v=AT_V_h, w=SHIFT_h),
        Arithmetic("(37)", IN_TWO, ("expanded", "by way of V")),
    ),
    see=("symfed-lem7-recentred",),
    expect=Tier.PROVED,
)

# ---- equations (38) and (39), from any local iterate

IN_THREE = le(Norm(WHOLE) ** 2, 2 * p**2 + 4 * s**2 + 4 * m**2)
THREE = (
    Apply(squared_triangle, "in two", u=CHANGE, v=SHIFT + EPS),
    Apply(squared_triangle, "the second in two", u=SHIFT, v=EPS),
    Arithmetic("(38)", IN_THREE, {"in two": 1, "the second in two": 2}),
)


def in_three(i, first=2, shift=4, noise=4):
    """|grad F(x) - grad f_c(theta*)|^2 and (38), for both samples."""
    r = Terms(i)
    parts = zip(r.whole, r.change, r.shift, r.noise, strict=True)
    return row(*[(whole**2, first * u**2 + shift * v**2 + noise * w**2) for whole, u, v, w in parts])


eq38 = Claim(
    id="aistats-eq38-young",
    kind="inequality",
    says="(38), for every sample.",
    printed=printed_at(
        "Equation (38)",
        r"\|\nabla F(\tilde T)-\nabla f_c(\theta^\star)\|^2\le2\|\nabla F(\tilde V)-\nabla F(\theta^\star)\|^2"
        r"+4\|\nabla F(\tilde T)-\nabla F(\tilde V)\|^2+4\|\nabla F(\theta^\star)-\nabla f_c(\theta^\star)\|^2",
    ),
    statement=IN_THREE,
    lemmas=exact(
        in_three,
        {
            "no change": lambda i: in_three(i, first=0),
            "no shift, half of the rest": lambda i: in_three(i, i.mu / i.mu, 0, 1),
            "no noise": lambda i: in_three(i, noise=0),
        },
    ),
    follows=THREE,
    see=("aistats-eq30-V-def",),
    expect=Tier.PROVED,
)

CROSSED = le(-2 * gamma * Inner(GAP, SHIFT), gamma * mu / 6 * near**2 + 6 * gamma / mu * s**2)
CROSSING = (
    Apply(schwarz, "along the gap", u=GAP, v=SHIFT),
    Arithmetic("at most the product", le(-Inner(GAP, SHIFT), near * s), ("along the gap",)),
    Arithmetic("product", le(2 * near * s, mu / 6 * near**2 + 6 / mu * s**2)),
    Arithmetic("(39)", CROSSED, {"at most the product": 2 * gamma, "product": gamma}),
)


def crossed(i, first=1, second=6):
    """-2 gamma <V - theta*, grad F(x) - grad F(V)> and (39), for both samples."""
    r = Terms(i)
    start = first * i.gamma * i.mu / 6 * r.gap**2
    return row(*[(-2 * i.gamma * r.gap * shift, start + second * i.gamma / i.mu * shift**2) for shift in r.shift])


eq39 = Claim(
    id="aistats-eq39-young",
    kind="inequality",
    says="(39), for every sample: its weights 1/6 and 6 go together, as their product is what Young's inequality needs.",
    printed=printed_at(
        "Equation (39)",
        r"-2\gamma\langle\tilde V-\theta^\star,\nabla F(\tilde T)-\nabla F(\tilde V)\rangle\le\frac{\gamma\mu}6\|\tilde V-\theta^\star\|^2"
        r"+\frac{6\gamma}\mu\|\nabla F(\tilde T)-\nabla F(\tilde V)\|^2",
    ),
    statement=CROSSED,
    lemmas=exact(crossed, {"without the shift": lambda i: crossed(i, second=0), "without the gap": lambda i: crossed(i, first=0)}),
    follows=CROSSING,
    see=("aistats-eq30-V-def",),
    expect=Tier.PROVED,
)

# ---- the two put into (37), and the line that they are put together by

STEP_SIZES = (le(4 * gamma**2, 4 * gamma / L), le(4 * gamma / L, 4 * gamma / mu))
WEIGHT = le(4 * gamma**2 + 6 * gamma / mu, 10 * gamma / mu)
ONE_SAMPLE = le(AFTER**2, A2 - 2 * gamma * B + gamma**2 * C2)
WEIGHTS: tuple[ProofStep, ...] = (
    Apply(ordered_curvatures, "mu <= L"),
    *[Arithmetic(f"step sizes {k}", relation, ("mu <= L",)) for k, relation in enumerate(STEP_SIZES, 1)],
    Arithmetic("weight", WEIGHT, {"step sizes 1": 1, "step sizes 2": 1}),
)
PUT_TOGETHER: tuple[ProofStep, ...] = (
    *WEIGHTS,
    Apply(polarisation, "square", u=GAP, v=WHOLE, factor=gamma),
    Apply(inner_adds, "by way of V", u=GAP, v=AT_V, w=SHIFT),
    *THREE,
    *CROSSING,
    Arithmetic("one sample", ONE_SAMPLE, {"square": 1, "by way of V": -2 * gamma, "(38)": gamma**2, "(39)": 1, "weight": s**2}),
)


def one_sample(i, drift=2, ten=10):
    """|V - theta* - gamma (grad F(x) - grad f_c(theta*))|^2 and a^2 - 2 gamma b + gamma^2 c^2, for both samples."""
    r = Terms(i)
    parts = zip(r.after, r.b, r.c2, r.shift, strict=True)
    less = (10 - ten) * i.gamma / i.mu
    return row(*[(after**2, r.a2 - drift * i.gamma * b + i.gamma**2 * c2 - less * shift**2) for after, b, c2, shift in parts])


TEX_A = r"a^2=(1+\gamma\mu/6)\|\tilde V-\theta^\star\|^2"
TEX_B = r"b=\langle\tilde V-\theta^\star,\nabla F(\tilde V)-\nabla f_c(\theta^\star)\rangle"
TEX_C = (
    r"c^2=2\|\nabla F(\tilde V)-\nabla F(\theta^\star)\|^2+\frac{10}{\gamma\mu}\|\nabla F(\tilde T)-\nabla F(\tilde V)\|^2"
    r"+4\|\nabla F(\theta^\star)-\nabla f_c(\theta^\star)\|^2"
)


def numbers(i, ten=10):
    """The printed chain and what it is for, on a run's numbers."""
    chain = 4 * i.gamma**2, 4 * i.gamma / i.L, 4 * i.gamma / i.mu
    return row(chain[:2], chain[1:], (chain[0] + 6 * i.gamma / i.mu, ten * i.gamma / i.mu))


weights = Claim(
    id="aistats-lem8-4gamma2",
    kind="inequality",
    says="The weights by which (38) and (39) are put together. gamma <= 1/L is enough.",
    printed=printed_at(
        f"{PLACE}, after (39)",
        r"4\gamma^2\le\frac{4\gamma}L\le\frac{4\gamma}\mu,\ \text{so that }4\gamma^2+\frac{6\gamma}\mu\text{ is written as }\frac{10\gamma}\mu",
    ),
    under=SMOOTH,
    statement=sp.And(*STEP_SIZES, WEIGHT, evaluate=False),
    lemmas=exact(numbers, {"6 for 10": lambda i: numbers(i, 6)}),
    follows=WEIGHTS,
    expect=Tier.PROVED,
)


def by_printed_sign_for(i):
    """|V_(h+1) - theta*|^2 and a^2 - 2 gamma b + gamma^2 c^2, with V as (30) prints it, for both samples."""
    r, right = Read(i, sign=-1), []
    for change, shift, eps in zip(r.change, r.shift, r.noise, strict=True):
        b, c2 = r.gap * (change + eps), 2 * change**2 + 10 / (i.gamma * i.mu) * shift**2 + 4 * eps**2
        right.append((1 + i.gamma * i.mu / 6) * r.gap**2 - 2 * i.gamma * b + i.gamma**2 * c2)
    return recursion(i)[0], np.array(right, dtype=object)


TEX_SAMPLE = r"\|\tilde V^{h+1}-\theta^\star\|^2\le a^2-2\gamma b+\gamma^2c^2,\ " + f"{TEX_A},\\ {TEX_B},\\ {TEX_C},\\ "
one_sample_printed = Claim(
    id="aistats-lem8-one-sample",
    kind="inequality",
    says="(38) and (39) put into (37): with V as (30) defines it, with a minus, the square after a round's first step from theta* is more where a client is pulled and its noise is small.",
    printed=printed_at(f"{PLACE}, after (39), with (30)", TEX_SAMPLE + TEX_V % "-"),
    under=STEP,
    statement=by_printed_sign_for,
    checks=SEARCH,
    corrected="symfed-lem8-one-sample",
    see=("aistats-eq30-V-def", "aistats-eq37-expansion"),
    erratum=SIGN,
    expect=Tier.REFUTED,
)
one_sample_corrected = Claim(
    id="symfed-lem8-one-sample",
    kind="inequality",
    says="What the published (37) becomes by (38) and (39), V with a plus: the square after a step is at most a^2 - 2 gamma b + gamma^2 c^2, for every sample.",
    printed=printed_at("Lemma 8's proof, the display after (39), V with a plus", TEX_SAMPLE + TEX_V % "+"),
    under=SMOOTH,
    statement=ONE_SAMPLE,
    lemmas=exact(
        one_sample,
        {
            "no shift": lambda i: one_sample(i, ten=0),
            "no drift": lambda i: one_sample(i, drift=4),
            "a minus": by_printed_sign_for,
        },
    ),
    follows=PUT_TOGETHER,
    see=("symfed-eq37-recentred", "aistats-eq38-young", "aistats-eq39-young", "aistats-lem8-4gamma2"),
    expect=Tier.PROVED,
)

# ---- the drift b


def drift(i, averaged=False, rate=1):
    """-gamma b and -gamma mu/(1 + gamma mu/6) a^2 (times a rate), for both samples or in the mean of them."""
    r = Terms(i)
    bs = [sum(r.b) / len(r.b)] if averaged else r.b
    return row(*[(-i.gamma * b, -rate * i.gamma * i.mu / (1 + i.gamma * i.mu / 6) * r.a2) for b in bs])


TEX_DRIFT = r"-\gamma %s\le-\frac{\gamma\mu}{1+\gamma\mu/6}a^2\le-\frac{\gamma\mu}2a^2"
drift_b = Claim(
    id="aistats-lem8-drift-b",
    kind="inequality",
    says="Printed for b itself, which is one sample's: false wherever its noise at theta* outweighs the pull to theta*, and wherever its loss is "
    "flatter than mu. In the mean over the sample, where alone it is used, it holds.",
    printed=printed_at(f"{PLACE}, after the definition of c", TEX_DRIFT % "b" + f",\\ {TEX_A},\\ {TEX_B}"),
    under=STEP,
    statement=drift,
    checks=SEARCH,
    corrected="symfed-lem8-mean-drift",
    missing="the expectation over the sample",
    erratum=Erratum(LOCAL_SLIP, "it holds in the mean over the sample, and there alone it is used"),
    see=("aistats-eq30-V-def",),
    expect=Tier.IMPRECISE,
)
MEAN_DRIFT = (le(-gamma * E(B), -gamma * mu / SLOPE * A2), le(-gamma * mu / SLOPE * A2, -gamma * mu / 2 * A2))
DRIFTING = (
    Apply(inner_adds, "b in parts", u=GAP, v=CHANGE, w=EPS),
    Apply(expectation_of, "b in the mean", relation="b in parts"),
    Apply(fresh_sample, "a sample at V", x=V, y=theta_star, step=h, u=GAP),
    Apply(fresh_noise, "no noise along it", u=GAP, y=theta_star, step=h),
    Arithmetic("b's mean", sp.Eq(E(B), PUSH, evaluate=False), ("b in the mean", "a sample at V", "no noise along it")),
    Apply(monotone, "monotone", x=V, y=theta_star),
)
mean_drift = Claim(
    id="symfed-lem8-mean-drift",
    kind="inequality",
    says="The drift of Lemma 8's proof in the mean over the sample.",
    printed=printed_at("Lemma 8's proof, the drift in the mean", TEX_DRIFT % r"\mathbb E[b|\mathcal F]"),
    under=STEP,
    statement=sp.And(*MEAN_DRIFT, evaluate=False),
    lemmas=exact(
        lambda i: drift(i, averaged=True),
        {"for every sample": drift, "ten times the rate": lambda i: drift(i, averaged=True, rate=10)},
    ),
    follows=(
        *DRIFTING,
        Apply(ordered_curvatures, "mu <= L"),
        Arithmetic("drift", MEAN_DRIFT[0], {"b's mean": -gamma, "monotone": gamma}),
        Arithmetic("half", MEAN_DRIFT[1], ("mu <= L",)),
    ),
    expect=Tier.PROVED,
)

SQUARES = le(B**2, A2 * C2)
BOTH_WAYS = (le(B, a * c), le(-B, a * c))
PRODUCT = (
    Apply(schwarz, "b squared", u=GAP, v=AT_V),
    Apply(triangle, "at most both", u=CHANGE, v=EPS),
    Apply(raised, "both squared", relation="at most both", power=2),
    Arithmetic("c is larger", le(Norm(AT_V) ** 2, C2), ("both squared",)),
    Arithmetic("gap is smaller", le(near**2, A2)),
    Arithmetic("b^2 <= a^2 c^2", SQUARES, {"b squared": 1, "c is larger": near**2, "gap is smaller": C2}),
    Arithmetic("b <= a c", BOTH_WAYS[0], ("b^2 <= a^2 c^2",)),
    Arithmetic("-b <= a c", BOTH_WAYS[1], ("b^2 <= a^2 c^2",)),
)


def product(i, share=1):
    """b^2 and a^2 c^2 (times a share), for both samples."""
    r = Terms(i)
    return row(*[(b**2, share * r.a2 * c2) for b, c2 in zip(r.b, r.c2, strict=True)])


b_le_ac = Claim(
    id="aistats-lem8-b-le-ac",
    kind="inequality",
    says="b <= a c, and |b| <= a c, which (22) asks for, for every sample: both by Schwarz's inequality; b^2 is three quarters of a^2 c^2 at most.",
    printed=printed_at(f"{PLACE}, after the definition of c", r"b\le ac,\ " + f"{TEX_A},\\ {TEX_B},\\ {TEX_C}"),
    statement=sp.And(*BOTH_WAYS, evaluate=False),
    lemmas=exact(product, {"two thirds of it": lambda i: product(i, i.mu / i.mu * 2 / 3)}),
    follows=PRODUCT,
    see=("aistats-lem6-b-le-ac", "aistats-eq30-V-def"),
    expect=Tier.PROVED,
)
