"""Theorem 5, second part: how many communications an accuracy takes, and the remark that compares them with FedAvg's."""

from fractions import Fraction

import sympy as sp

from proofs_checks.aistats.proposition_4 import PRINTED_A2, READ_WITH
from proofs_checks.aistats.theorem_5 import DOUBLED, UNDER
from symfed.checks import SymbolicIdentity
from symfed.checks.classes import LIPSCHITZ_THIRD
from symfed.checks.communication import CommunicationExponents
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, printed_at
from symfed.derive.communication import Bound, communication_exponents
from symfed.theorems.vocabulary import CLIENTS_INDEPENDENT

#: What is left of (64) must be O(epsilon^2): its terms gamma tau~^2/mu, gamma^4 H^4 and gamma^3 H^2.
EXTRAPOLATED = (Bound(gamma=1, accuracy=2), Bound(gamma=4, H=4, accuracy=2), Bound(gamma=3, H=2, accuracy=2))
#: The same of FedAvg: variance gamma and squared bias gamma^2 H^2.
PLAIN = (Bound(gamma=1, accuracy=2), Bound(gamma=2, H=2, accuracy=2))
PRINTED_CHOICE = (2, Fraction(4, 3), Fraction(2, 3))
AT_BEST = (2, 1, 1)
COMPLEXITY_TEX = (
    r"\mathbb E\|\vartheta_t^{(\gamma,H)}-\theta^\star\|^2=O(\epsilon^2)\text{ when }\gamma=O(\epsilon^2),\ H=O(1/\epsilon^{4/3}),"
    r"\text{ with a number of communications at least }T=O\Big(\frac1{\epsilon^{2/3}}\log\frac1\epsilon\Big)"
)


#: Theorem 5's conditions, at 2 gamma too: they hold with these orders once eps is small.
SMALL_EPS = (
    Domain(DOUBLED.relations, lines={str(c): "Theorem 5: gamma and H of these orders" for c in DOUBLED.relations})
    & Domain((), UNDER.classes, {str(c): UNDER.lines[str(c)] for c in UNDER.classes})
    & READ_WITH
    & PRINTED_A2
)

#: The words that Theorem 5 lacks: the case in which (64) holds.
MENDED = Domain((), (CLIENTS_INDEPENDENT, LIPSCHITZ_THIRD))

complexity = Claim(
    id="aistats-thm5-complexity",
    kind="rate",
    says="gamma, H and T of exactly the printed powers of eps (O is read as the order that is chosen, not as an upper bound, with which the start would not "
    "be forgotten) make every term of (64) O(eps^2), not uniformly in mu, L, tau~, the heterogeneity and the start: enough, though not the best choice.",
    printed=printed_at("Theorem 5, communication complexity, and equation (66)", COMPLEXITY_TEX),
    statement=PRINTED_CHOICE,
    under=SMALL_EPS,
    lemmas=Lemma(
        "powers",
        PRINTED_CHOICE,
        CommunicationExponents(EXTRAPOLATED),
        wrong={
            "H = eps^(-8/5)": (2, Fraction(8, 5), Fraction(2, 3)),
            "T = eps^(-3/5)": (2, Fraction(4, 3), Fraction(3, 5)),
            "gamma = eps^(19/10)": (Fraction(19, 10), Fraction(4, 3), Fraction(2, 3)),
        },
        given=MENDED,
    ),
    follows=InWords(
        "each term of (64) is a product of powers of gamma, H and T, and the start is forgotten for T >= 2 log(1/eps)/(gamma mu H)"
    ),
    uses=("symfed-rr-mse", "symfed-rr-bias-square"),
    expect=Tier.SUPPORTED,
)

TWO_THIRDS = sp.Rational(2, 3)


def powers_compared():
    """The printed power of 1/eps in the number of communications, over the least that FedAvg's bounds allow."""
    return sp.Rational(PRINTED_CHOICE[2]) / communication_exponents(PLAIN).T


power = Claim(
    id="aistats-thm5-power-remark",
    kind="rate",
    says="By the printed bounds the power of 1/eps in the number of communications falls from FedAvg's 1, its best, to 2/3 of it (1/2 were possible).",
    printed=printed_at(
        "remark after Theorem 5",
        r"\text{its communication complexity is reduced, in its leading factor, by a power }2/3\text{ compared to FedAvg}",
    ),
    statement=TWO_THIRDS,
    lemmas=(
        Lemma(
            "power against power",
            TWO_THIRDS,
            SymbolicIdentity(powers_compared, as_printed, scope="printed T against FedAvg's fewest rounds"),
            wrong={"the best possible": sp.S.Half, "none": sp.S.One},
        ),
        Lemma(
            "FedAvg",
            AT_BEST,
            CommunicationExponents(PLAIN, best=True),
            wrong={"at 9/10": (2, Fraction(11, 10), Fraction(9, 10)), "at 11/10": (2, Fraction(9, 10), Fraction(11, 10))},
        ),
        Lemma(
            "extrapolated",
            PRINTED_CHOICE,
            CommunicationExponents(EXTRAPOLATED),
            wrong={"at 2/5": (2, Fraction(8, 5), Fraction(2, 5)), "H too small": (2, Fraction(5, 4), Fraction(2, 3))},
        ),
    ),
    follows=InWords(
        "communications are what the printed bounds need: (64) for the extrapolated iterates, variance gamma and squared bias gamma^2 H^2 for "
        "FedAvg, in powers of eps"
    ),
    see=("aistats-thm5-complexity", "symfed-rr-exponents"),
    expect=Tier.PROVED_GIVEN,
)
