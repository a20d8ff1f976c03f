"""Lemma 6's proof, the real numbers in it: a cube, a bound of it, a condition on gamma L, odd powers."""

import sympy as sp

from proofs_checks.aistats.proofs.lemma_6_step import SMALL
from symfed.checks import Certificate, SignCheck, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, Lemma, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.symbols import L, gamma, tau
from symfed.theorems import Arithmetic
from symfed.theorems.vocabulary import Quantity

PLACE = "Appendix B.2, proof of Lemma 6"
u, v, w = (Quantity(f"{name}_lemma6", "a real number", nonnegative=False) for name in "uvw")
a, b, c = (Quantity(f"{name}_lemma6", "a real number, the lemma's", nonnegative=False) for name in "abc")
X = Quantity("sixth_far", "the distance of a local path to theta*")

TRINOMIAL = u**3 + 3 * u**2 * v + 3 * u * v**2 + v**3 + 3 * u**2 * w + 6 * u * v * w + 3 * v**2 * w + 3 * u * w**2 + 3 * v * w**2 + w**3
trinomial = Claim(
    id="aistats-lem6-trinomial",
    kind="identity",
    says="The cube of a sum of three numbers.",
    printed=printed_at(PLACE, r"(u+v+w)^3=u^3+3u^2v+3uv^2+v^3+3u^2w+6uvw+3v^2w+3uw^2+3vw^2+w^3"),
    statement=TRINOMIAL,
    checks=SymbolicIdentity(lambda: (u + v + w) ** 3, as_printed, scope="all real numbers"),
    wrong={"three times the product": TRINOMIAL - 3 * u * v * w, "a sign": TRINOMIAL - 2 * w**3},
    expect=Tier.PROVED,
)

SQUARE = a**2 - 2 * gamma * b + gamma**2 * c**2
IDENTITY_TEX = (
    r"(a^2-2\gamma b+\gamma^2c^2)^3=a^6-6\gamma a^4b+3\gamma^2a^4c^2+12\gamma^2a^2b^2-%s\gamma^3a^2bc^2+3\gamma^4a^2c^4"
    r"-8\gamma^3b^3+12\gamma^4b^2c^2-6\gamma^5bc^4+\gamma^6c^6"
)


def expanded(mixed=12):
    """The cube written out; `mixed` is the coefficient of gamma^3 a^2 b c^2."""
    first = a**6 - 6 * gamma * a**4 * b + 3 * gamma**2 * a**4 * c**2 + 12 * gamma**2 * a**2 * b**2
    middle = -mixed * gamma**3 * a**2 * b * c**2 + 3 * gamma**4 * a**2 * c**4 - 8 * gamma**3 * b**3
    return first + middle + 12 * gamma**4 * b**2 * c**2 - 6 * gamma**5 * b * c**4 + gamma**6 * c**6


CUBE = SymbolicIdentity(lambda: SQUARE**3, as_printed, scope="all real numbers")
cube = Claim(
    id="aistats-lem6-cube-identity",
    kind="identity",
    says="The cube that the proof starts from. The preprint prints 6 for 12 before gamma^3 a^2 b c^2, and carries it on.",
    printed=printed_at(PLACE, IDENTITY_TEX % 12),
    statement=expanded(),
    checks=CUBE,
    wrong={"the preprint's six": expanded(6), "another sign": expanded() + 16 * gamma**3 * b**3},
    see=("aistats-lem6-trinomial", "hal-lemma6-cube"),
    expect=Tier.PROVED,
)


def bounded(mixed=12, collected=False, last=6):
    """The right side of (22), with the terms apart or collected."""
    ends = a**6 - 6 * gamma * a**4 * b + last * gamma**5 * a * c**5 + gamma**6 * c**6
    if collected:
        return ends + 15 * gamma**2 * a**4 * c**2 + (mixed + 8) * gamma**3 * a**3 * c**3 + 15 * gamma**4 * a**2 * c**4
    return (
        ends
        + (3 + 12) * gamma**2 * a**4 * c**2
        + mixed * gamma**3 * a**3 * c**3
        + 3 * gamma**4 * a**2 * c**4
        + 8 * gamma**3 * a**3 * c**3
        + 12 * gamma**4 * a**2 * c**4
    )


AT_MOST = Domain((sp.Le(b, a * c), sp.Le(-a * c, b)), lines={str(sp.Le(b, a * c)): "before (22)", str(sp.Le(-a * c, b)): "before (22)"})
#: a^2 c^2 - b^2, a c + b and a^3 c^3 + b^3 are what is given away.
TERMS = (
    (12 * gamma**2 * a**2 + 12 * gamma**4 * c**2, a**2 * c**2 - b**2),
    (12 * gamma**3 * a**2 * c**2 + 6 * gamma**5 * c**4 + 8 * gamma**3 * (b**2 - a * b * c + a**2 * c**2), a * c + b),
)
CUBIC_TEX = (
    r"|b|\le ac:\ (a^2-2\gamma b+\gamma^2c^2)^3\le a^6-6\gamma a^4b+3\gamma^2a^4c^2+12\gamma^2a^4c^2+%s\gamma^3a^3c^3+3\gamma^4a^2c^4"
    r"+8\gamma^3a^3c^3+12\gamma^4a^2c^4+6\gamma^5ac^5+\gamma^6c^6=a^6-6\gamma a^4b+15\gamma^2a^4c^2+%s\gamma^3a^3c^3+15\gamma^4a^2c^4"
    r"+6\gamma^5ac^5+\gamma^6c^6"
)
eq22 = Claim(
    id="aistats-eq22-cubic",
    kind="inequality",
    says="(22): the cube where |b| <= a c. With b = -a c both sides are (a + gamma c)^6, so that none of its coefficients can be smaller.",
    printed=printed_at("Equation (22)", CUBIC_TEX % (12, 20)),
    under=AT_MOST,
    lemmas=(
        Lemma(
            "inequality",
            (SQUARE**3, bounded()),
            Certificate(TERMS, scope="all real numbers"),
            wrong={"the preprint's six": (SQUARE**3, bounded(6)), "five for six": (SQUARE**3, bounded(last=5))},
        ),
        standalone_lemma(
            "collected",
            bounded(collected=True),
            SymbolicIdentity(bounded, as_printed, scope="all real numbers"),
            wrong={"14 for 20": bounded(6, collected=True)},
        ),
        crosscheck(
            "reached",
            bounded().subs(b, -a * c),
            SymbolicIdentity(lambda: (a + gamma * c) ** 6, as_printed, scope="b = -a c"),
            wrong={"the preprint's six": bounded(6).subs(b, -a * c)},
            assumes=Domain(),
        ),
    ),
    see=("aistats-lem6-cube-identity", "aistats-lem6-b-le-ac"),
    expect=Tier.PROVED,
)


COEFFICIENTS = {third: (2 * 15, 4 * third, 8 * 15, 16 * 6, 32) for third in (14, 20, 31)}


def weights(third, u=gamma * L):
    """What the higher powers of gamma add to -6 gamma, divided by gamma, with the coefficient of a^3 c^3 in (22)."""
    return sum((n * u**k for k, n in enumerate(COEFFICIENTS[third], 1)), sp.S.Zero)


def falling(third, most):
    """5 gamma less that is at least what it is at gamma L = `most`: power by power."""
    powers = tuple((gamma * n, most**k - (gamma * L) ** k) for k, n in enumerate(COEFFICIENTS[third], 1))
    return Certificate((*powers, (gamma, 5 - weights(third, most))), scope="power by power")


CONSTANT_TEX = (
    r"2\cdot15\gamma^2L+4\cdot%s\gamma^3L^2+8\cdot15\gamma^4L^3+16\cdot6\gamma^5L^4+32\gamma^6L^5\le5\gamma\ \text{for }\gamma L\le%s"
)
#: (left, right) for the published coefficient.
CONDITION = (sp.expand(gamma * weights(20)), 5 * gamma)
constant = Claim(
    id="aistats-lem6-const-9L",
    kind="inequality",
    says="What the condition gamma <= 1/(9L) is for. The inequality holds up to gamma L = 0.12036..., and not at 1/8, which the "
    "preprint has with 14 for 20, where it holds.",
    printed=printed_at(PLACE + ", after (24)", CONSTANT_TEX % (20, "1/9")),
    under=Domain((SMALL,), lines={str(SMALL): "Lemma 6"}),
    statement=CONDITION,
    lemmas=(
        Lemma(
            "inequality",
            CONDITION,
            falling(20, sp.Rational(1, 9)),
            wrong={"4 gamma": (sp.expand(gamma * weights(20)), 4 * gamma), "31 for 20": (sp.expand(gamma * weights(31)), 5 * gamma)},
        ),
        crosscheck(
            "where it ends",
            (weights(20, sp.Rational(3, 25)), sp.S(5)),
            SignCheck("gamma L = 3/25"),
            wrong={f"at {end}": (weights(20, end), sp.S(5)) for end in (sp.Rational(301, 2500), sp.Rational(1, 8))},
            assumes=Domain(),
        ),
    ),
    follows=Arithmetic("as it is", sp.Le(*CONDITION, evaluate=False), ("inequality",)),
    see=("hal-lemma6-constant",),
    expect=Tier.PROVED,
)


def even(power):
    """What the sides of (26) have in common."""
    return X ** (4 - 2 * power) * (gamma * tau) ** (2 * power)


def odd(power, factor=2):
    """(26) for l = 1 or 2."""
    return X ** (5 - 2 * power) * (gamma * tau) ** (2 * power + 1), even(power) * (factor * X**2 + factor * gamma**2 * tau**2)


eq26 = Claim(
    id="aistats-eq26-odd",
    kind="inequality",
    says="(26): odd powers between even ones. A quarter of its right side is enough.",
    printed=printed_at(
        "Equation (26)",
        r"\|x\|^{5-2\ell}(\gamma\tau)^{2\ell+1}\le\|x\|^{4-2\ell}(\gamma\tau)^{2\ell}(2\|x\|^2+2\gamma^2\tau^2),\ \ell\in\{1,2\},"
        r"\quad x=\tilde T_c^{(\gamma,h)}(\theta;Z_c^{1:h})-\theta^\star",
    ),
    lemmas=tuple(
        Lemma(
            f"l = {power}",
            odd(power),
            Certificate(((even(power), 2 * (X - gamma * tau) ** 2), (even(power), 3 * X * gamma * tau)), scope="all norms"),
            wrong={"1/4 for 2": odd(power, sp.Rational(1, 4)), "without the noise": (odd(power)[0], odd(power)[1].subs(tau, 0))},
        )
        for power in (1, 2)
    ),
    expect=Tier.PROVED,
)
