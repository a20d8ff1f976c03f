"""Lemma 8's proof, powers of c: in three parts, and what each is worth in the mean over the step's sample."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats.proofs.lemma_6_step import SIXTH, le
from proofs_checks.aistats.proofs.lemma_7_step import A1, CHANGE, DISTANCE, EPS, GAP, SHIFT, V, g, row, square
from proofs_checks.aistats.proofs.lemma_8_step import TEX_C
from proofs_checks.aistats.proofs.lemma_8_terms import CLASSES, KS, LINES, PLACE, PUSH, SEARCH, STEP, Terms, c, exact, m, near, p, s
from proofs_checks.aistats.quantities import theta_star, x, y
from symfed.checks import SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.claims import LOCAL_SLIP, TYPO, Claim, Domain, Erratum, ProofStep, Tier, printed_at, standalone_lemma
from symfed.core.symbols import L, gamma, h, mu, t, tau
from symfed.theorems import Apply, Arithmetic, Assumed
from symfed.theorems.moments import hoelder, raised
from symfed.theorems.norms import schwarz
from symfed.theorems.randomness import cocoercive, expectation_of, fresh_sample
from symfed.theorems.sequences import bounded_by_induction, instance
from symfed.theorems.vocabulary import FRESH, AnyVector, E, Inner, Norm, Quantity

# ---- sub-additivity

#: k = 2, 3, ..., with t = 0, 1, ... as the letter for all of them.
K = t + 2
z = AnyVector("z")
WEIGHED = 2 * p, 10 / sp.sqrt(gamma * mu) * s, 4 * m
WHOLE = sp.Add(*WEIGHED)


def first_member(k):
    """The first bound of c^k, as it is printed."""
    share = gamma ** (k / 2) * mu ** (k / 2)
    return 3 ** (k - 1) * 2**k * p**k + 3 ** (k - 1) * 10**k / share * s**k + 3 ** (k - 1) * 4**k * m**k


def powers(k):
    return sp.Add(*[v**k for v in WEIGHED])


SUBADDED = le(c**K, first_member(K))
#: (u - v)(u^k - v^k) >= 0, whence the sum of the three times that of their powers is at most three times that of the next powers: for all norms.
ANY = tuple(map(Norm, (x, y, z)))
ANY_SUM, ANY_POWERS = sum(ANY), sum(v ** (t + 1) for v in ANY)
PAIRS = {f"parts {i} and {j}": (ANY[i - 1], ANY[j - 1]) for i, j in ((1, 2), (1, 3), (2, 3))}
ADDING: tuple[ProofStep, ...] = (
    Arithmetic("c at most", le(c, WHOLE)),
    Apply(raised, "c to the k", relation="c at most", power=K),
    *[
        bounded_by_induction(name, -(one - other) * (one ** (t + 1) - other ** (t + 1)), t, sp.S.Zero, factor=one)
        for name, (one, other) in PAIRS.items()
    ],
    Arithmetic(
        "once more", le(ANY_SUM * 3**t * ANY_POWERS, 3 ** (t + 1) * ANY_POWERS.xreplace({t: t + 1})), tuple(PAIRS), (3**t, 3**t, 3**t)
    ),
    bounded_by_induction("any sum", ANY_SUM ** (t + 1), t, 3**t * ANY_POWERS, factor=ANY_SUM, by=("once more",)),
    Apply(instance, "sum to the k", relation="any sum", at={x: 2 * CHANGE, y: 10 / sp.sqrt(gamma * mu) * SHIFT, z: 4 * EPS, t: t + 1}),
    Arithmetic("c^k", SUBADDED, {"c to the k": 1, "sum to the k": 1}),
)


def even_powers(i, share=1, shift=1, noise=1):
    """c^k and its bound, k = 2, 4, 6, for both samples."""
    r, rows = Terms(i), []
    for u, v, w, c2 in zip(r.change, r.shift, r.noise, r.c2, strict=True):
        for k in (2, 4, 6):
            pulled = 10 * 30 ** (k - 1) / (i.gamma * i.mu) ** (k // 2) * v**k
            rows.append((c2 ** (k // 2), share * 2 * 6 ** (k - 1) * u**k + shift * pulled + noise * 4 * 12 ** (k - 1) * w**k))
    return row(*rows)


u, v, w = (Quantity(f"{name}_lemma8", "the k-th power of a norm, of the three that c is made of") for name in ("change", "shift", "noise"))
FIRST = 3 ** (K - 1) * 2**K * u + 3 ** (K - 1) * 10**K * v + 3 ** (K - 1) * 4**K * w
SECOND = 2 * 6 ** (K - 1) * u + 10 * 30 ** (K - 1) * v + 4 * 12 ** (K - 1) * w
TEX_CK = (
    r"c^k\le3^{k-1}2^k\|\nabla F(\tilde V)-\nabla F(\theta^\star)\|^k+\frac{3^{k-1}10^k}{\gamma^{k/2}\mu^{k/2}}\|\nabla F(\tilde T)-\nabla F(\tilde V)\|^k"
    r"+3^{k-1}4^k\|\nabla F(\theta^\star)-\nabla f_c(\theta^\star)\|^k=2\cdot6^{k-1}\|\nabla F(\tilde V)-\nabla F(\theta^\star)\|^k"
    r"+\frac{10\cdot30^{k-1}}{\gamma^{k/2}\mu^{k/2}}\|\nabla F(\tilde T)-\nabla F(\tilde V)\|^k+4\cdot12^{k-1}\|\nabla F(\theta^\star)-\nabla f_c(\theta^\star)\|^k"
)
subadditive = Claim(
    id="aistats-lem8-ck-subadd",
    kind="inequality",
    says="c^k in three parts, for every sample and every k >= 2. Roots of 2, 10 and 4 would do where 2, 10 and 4 are raised to k.",
    printed=printed_at(f"{PLACE}, 'Now, we remark'", TEX_CK + r",\ k\ge2;\quad " + TEX_C),
    statement=SUBADDED,
    lemmas=(
        standalone_lemma(
            "the two members are equal",
            SECOND,
            SymbolicIdentity(lambda: FIRST, as_printed, scope="all norms, every k"),
            wrong={"twice the noise": SECOND + 4 * 12 ** (K - 1) * w, "3 for 10": SECOND - 7 * 30 ** (K - 1) * v},
        ),
        exact(
            even_powers,
            {
                "no change": lambda i: even_powers(i, share=0),
                "no shift": lambda i: even_powers(i, shift=0),
                "no noise": lambda i: even_powers(i, noise=0),
            },
        ),
    ),
    follows=ADDING,
    see=("aistats-eq30-V-def",),
    expect=Tier.PROVED,
)

# ---- in the mean over the sample

CONVEX = Domain((), (A1, FRESH), {str(A1): LINES[str(A1)], str(FRESH): LINES[str(FRESH)]})


def pull(k):
    """The part of E c^k that comes from the shift, with the true powers of gamma and h."""
    return 10 * 30 ** (k - 1) * (gamma / mu) ** sp.Rational(k, 2) * (L * h) ** k * g**k


def noisy(k):
    return 4 * 12 ** (k - 1) * tau**k


LEFT = {k: 2 * 6 ** (k - 1) * (L * near) ** (k - 2) * E(p**2) + pull(k) + noisy(k) for k in KS}
ECK = {k: le(E(c**k), 2 * 6 ** (k - 1) * L ** (k - 1) * near ** (k - 2) * PUSH + pull(k) + noisy(k)) for k in KS}
FORWARD = Inner(GAP, CHANGE)
#: The change of the sample's gradient from V to theta*: two of its k factors are left in the mean.
CHANGING: tuple[ProofStep, ...] = (
    Apply(cocoercive, "cocoercive", x=V, y=theta_star, step=h),
    Apply(schwarz, "change along", u=GAP, v=CHANGE),
    Arithmetic("change is small", le(p, L * near), ("cocoercive", "change along")),
    *[
        step
        for k in KS
        for step in (
            *((Apply(raised, f"change to the {k - 2}", relation="change is small", power=k - 2),) if k > 2 else ()),
            Arithmetic(
                f"two are left {k}",
                le(p**k, (L * near) ** (k - 2) * p**2),
                *(((f"change to the {k - 2}",), (p**2,)) if k > 2 else ()),
            ),
            Apply(expectation_of, f"two are left {k} in the mean", relation=f"two are left {k}"),
        )
    ],
    Apply(expectation_of, "cocoercive in the mean", relation="cocoercive"),
    Apply(fresh_sample, "a sample at V", x=V, y=theta_star, step=h, u=GAP),
)
SHIFTING: tuple[ProofStep, ...] = (
    *DISTANCE,
    Apply(cocoercive, "shift", x=x, y=V, step=h),
    Apply(schwarz, "shift along", u=x - V, v=SHIFT),
    Arithmetic("shift is small", le(s, L * Norm(x - V)), ("shift", "shift along")),
    Arithmetic("shift by the pull", le(s, gamma * h * L * g), ("shift is small", "distance")),
    *[Apply(raised, f"shift {k}", relation="shift by the pull", power=k) for k in KS],
    *[Apply(expectation_of, f"shift {k} in the mean", relation=f"shift {k}") for k in KS],
)
NOISY: tuple[ProofStep, ...] = (
    Assumed("sixth moment", SIXTH),
    *[Apply(hoelder, f"noise {k}", vectors=(EPS,) * k, sizes=(tau,) * k, power=6) for k in KS],
)
IN_THREE: tuple[ProofStep, ...] = tuple(
    step
    for k in KS
    for step in (
        Apply(instance, f"c^{k}", relation=subadditive.id, at={t: sp.Integer(k - 2)}),
        Apply(expectation_of, f"c^{k} in the mean", relation=f"c^{k}"),
        Arithmetic(
            f"left {k}",
            le(E(c**k), LEFT[k]),
            {
                f"c^{k} in the mean": 1,
                f"two are left {k} in the mean": 2 * 6 ** (k - 1),
                f"shift {k} in the mean": 10 * 30 ** (k - 1) / (gamma * mu) ** sp.Rational(k, 2),
                f"noise {k}": 4 * 12 ** (k - 1),
            },
        ),
    )
)
COCOERCED = {k: le((L * near) ** (k - 2) * E(p**2), L ** (k - 1) * near ** (k - 2) * PUSH) for k in KS}


def in_the_mean(i, pull=(1, 1), noise=1, centred=False):
    """E c^k and what it is bounded by, k = 2, 4, 6; `pull` and `noise` are powers of gamma (in halves of k) and shares of the last two terms."""
    r, rows = Terms(i), []
    tau2 = square(r.noise)
    for k in (2, 4, 6):
        left = sum(c2 ** (k // 2) for c2 in r.c2) / len(r.c2)
        change = 2 * 6 ** (k - 1) * (i.L * abs(r.gap)) ** (k - 2) * square(r.at_v if centred else r.change)
        pulled = pull[1] * 10 * 30 ** (k - 1) * i.gamma ** (k // 2 * pull[0]) * (i.L * abs(r.pull)) ** k / i.mu ** (k // 2)
        rows.append((left, change + pulled + noise * 4 * 12 ** (k - 1) * tau2 ** (k // 2)))
    return row(*rows)


def cocoerced(i, centred=False, share=1):
    """(L |V - theta*|)^(k-2) E|grad F(V) - ...|^2 and L^(k-1) |V - theta*|^(k-2) times the push, k = 2, 4, 6."""
    r = Terms(i)
    change = square(r.at_v if centred else r.change)
    return row(*[((i.L * abs(r.gap)) ** (k - 2) * change, share * i.L ** (k - 1) * abs(r.gap) ** (k - 2) * r.push) for k in (2, 4, 6)])


TEX_CHANGE = r"\mathbb E[\|\nabla F(\tilde V)-\nabla %s(\theta^\star)\|^2|\mathcal F]"
TEX_PUSH = r"\langle\nabla f_c(\tilde V)-\nabla f_c(\theta^\star),\tilde V-\theta^\star\rangle"
TEX_ECK = (
    r"\mathbb E[c^k|\mathcal F]\le2\cdot6^{k-1}L^{%s}\|\tilde V-\theta^\star\|^{k-2}%s+\frac{10\cdot30^{k-1}\gamma^{%s}L^kh^{%s}}{\mu^{k/2}}"
    r"\|\nabla f_c(\theta^\star)\|^k+4\cdot12^{k-1}\tau^k"
)
Eck = Claim(
    id="aistats-lem8-Eck",
    kind="inequality",
    says="The shift's term is printed as gamma^(3k/2) h^(2k), with another unit than c^k: false for small gamma h, whatever its constant. |T - V| "
    "= gamma h |grad f_c(theta*)| to the k, over (gamma mu)^(k/2), is gamma^(k/2) h^k. The change from theta* is printed with grad f_c(theta*), "
    "where the line before has grad F(theta*). What is made of it later, Xi with gamma^(3/2) h, has the true powers.",
    printed=printed_at(f"{PLACE}, before 'Which in turn'", TEX_ECK % ("k-2", TEX_CHANGE % "f_c", "3k/2", "2k")),
    under=STEP,
    statement=lambda i: in_the_mean(i, (3, 1), centred=True),
    checks=SEARCH,
    corrected="symfed-lem8-Eck",
    erratum=Erratum(LOCAL_SLIP, "with gamma^(k/2) h^k it holds, and gives the gamma^(3/2) h that the proof's Xi has"),
    see=("aistats-lem8-ck-subadd", "aistats-eq30-V-def"),
    expect=Tier.REFUTED,
)
Eck_corrected = Claim(
    id="symfed-lem8-Eck",
    kind="inequality",
    says="Powers of c in the mean over the sample, from any local iterate, k = 2, ..., 6: with gamma^(k/2) h^k, where gamma^(3k/2) h^(2k) is printed.",
    printed=printed_at("Lemma 8's proof, E c^k with gamma^(k/2) h^k", TEX_ECK % ("k-1", TEX_PUSH, "k/2", "k") + r",\ 2\le k\le6"),
    under=CLASSES,
    statement=sp.And(*ECK.values(), evaluate=False),
    lemmas=exact(
        in_the_mean,
        {
            "the printed powers of gamma": lambda i: in_the_mean(i, (3, 1)),
            "no pull": lambda i: in_the_mean(i, (1, 0)),
            "no noise": lambda i: in_the_mean(i, noise=0),
        },
    ),
    follows=(
        *CHANGING,
        *SHIFTING,
        *NOISY,
        *IN_THREE,
        *[
            Arithmetic(
                f"E c^{k}",
                ECK[k],
                (f"left {k}", "cocoercive in the mean", "a sample at V"),
                (1, *[2 * 6 ** (k - 1) * (L * near) ** (k - 2) * factor for factor in (1, L)]),
            )
            for k in KS
        ],
    ),
    uses=("aistats-lem8-ck-subadd",),
    expect=Tier.PROVED,
)

TEX_SECOND = r"L^{k-2}\|\tilde V-\theta^\star\|^{k-2}%s\le L^{k-1}\|\tilde V-\theta^\star\|^{k-2}" + TEX_PUSH
Eck_second = Claim(
    id="aistats-lem8-Eck-second",
    kind="inequality",
    says="Printed with grad f_c(theta*): at V = theta* and k = 2 its left side has the noise, and its right side nothing. A slip of the pen, as the display "
    "before has grad F(theta*) there: with it the inequality holds.",
    printed=printed_at(f"{PLACE}, before 'Which in turn', second inequality", TEX_SECOND % (TEX_CHANGE % "f_c")),
    under=STEP,
    statement=lambda i: cocoerced(i, centred=True),
    checks=replace(SEARCH, sizes=((1, 1), (1, 2))),
    corrected="symfed-lem8-Eck-second",
    erratum=Erratum(TYPO, "grad f_c(theta*) for grad F(theta*), which c^k has in the display before"),
    see=("aistats-eq23-ck-smooth", "aistats-eq30-V-def"),
    expect=Tier.REFUTED,
)
second_corrected = Claim(
    id="symfed-lem8-Eck-second",
    kind="inequality",
    says="Co-coercivity of the sample's gradients between V and theta*, k = 2, ..., 6.",
    printed=printed_at("Lemma 8's proof, co-coercivity at theta*", TEX_SECOND % (TEX_CHANGE % "F")),
    under=CONVEX,
    statement=sp.And(*COCOERCED.values(), evaluate=False),
    lemmas=exact(
        cocoerced, {"at f_c": lambda i: cocoerced(i, centred=True), "nine tenths": lambda i: cocoerced(i, share=i.mu / i.mu * 9 / 10)}
    ),
    follows=(
        *CHANGING,
        *[
            Arithmetic(
                f"co-coercive {k}",
                COCOERCED[k],
                {"cocoercive in the mean": (L * near) ** (k - 2), "a sample at V": L * (L * near) ** (k - 2)},
            )
            for k in KS
        ],
    ),
    expect=Tier.PROVED,
)
