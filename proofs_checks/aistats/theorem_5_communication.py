"""Theorem 5, second part: how many communications an accuracy takes, and the remark that compares them with FedAvg's."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.aistats.proposition_4 import READ_WITH
from proofs_checks.aistats.theorem_5 import MENDED_A4, UNDER
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.communication import CommunicationExponents
from symfed.checks.identity import as_printed
from symfed.core.claim import Claim, InWords, Lemma
from symfed.core.source import Printed
from symfed.core.verdict import Tier
from symfed.derive.communication import Bound, communication_exponents
from symfed.strategies import Strategy


@dataclass(frozen=True)
class PowersOfEpsilon:
    """gamma = eps^gamma, H = eps^-H, T = eps^-T as eps -> 0, with rational exponents: eps^a = O(eps^b) if and only if a >= b."""

    gamma: Any
    H: Any
    T: Any
    of_any_problem = True  # the start, which any problem has, is not forgotten

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        return {"gamma": f"eps^({self.gamma})", "H": f"eps^({-self.H})", "T": f"eps^({-self.T})"}


Range = tuple[Fraction | int, Fraction | int]


def powers_of_epsilon(gamma: Range, H: Range, T: Range) -> Callable[[int, int], Strategy]:
    """Cases with exponents in closed ranges, in sixths from the lower end, and the upper end. Size plays no part: `d` and `N` are not read.

    >>> cases = powers_of_epsilon(gamma=(2, 2), H=(0, 1), T=(1, 1))
    """

    def exponents(ends: Range) -> Strategy:
        low, high = (Fraction(end) for end in ends)
        grid = [low + Fraction(k, 6) for k in range(int(6 * (high - low)) + 1)]
        return st.sampled_from([flint.fmpq(x.numerator, x.denominator) for x in dict.fromkeys([*grid, high])])

    return lambda d, N: st.builds(PowersOfEpsilon, exponents(gamma), exponents(H), exponents(T))


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


def forgotten(choice):
    """T >= 1/(gamma H), in exponents of 1/epsilon."""
    return choice.gamma - choice.H, choice.T


complexity = Claim(
    id="aistats-thm5-complexity",
    kind="rate",
    says="Any gamma = O(eps^2) and H = O(eps^(-4/3)) reach the accuracy after some eps^(-2/3) log(1/eps) communications.",
    printed=Printed("aistats", "Theorem 5, communication complexity, and equation (66)", COMPLEXITY_TEX),
    under=UNDER,
    statement=forgotten,
    checks=(
        CounterexampleSearch(
            powers_of_epsilon(gamma=(2, 4), H=(0, Fraction(4, 3)), T=(Fraction(2, 3), Fraction(2, 3))),
            relation="<=",
            scope="powers of epsilon within the printed orders: is the start forgotten?",
            sizes=((1, 1),),
        ),
    ),
    corrected="symfed-rr-printed-exponents",
    missing="gamma and H of exactly these orders (with gamma smaller or H smaller the start is not forgotten in that many rounds)",
    expect=Tier.IMPRECISE,
)

sufficient = Claim(
    id="symfed-rr-printed-exponents",
    kind="rate",
    says="gamma = eps^2, H = eps^(-4/3) and T = eps^(-2/3) log(1/eps) make every term of (64) O(eps^2), not uniformly in mu, L, tau~, the heterogeneity and the start: enough, though not the best choice.",
    printed=Printed(
        "symfed",
        "Theorem 5 with orders for upper bounds",
        r"\gamma=\Theta(\epsilon^2),\ H=\Theta(\epsilon^{-4/3}),\ T=\Theta(\epsilon^{-2/3}\log\tfrac1\epsilon)",
    ),
    statement=PRINTED_CHOICE,
    under=MENDED_A4 & READ_WITH,
    lemmas=(
        Lemma(
            "powers",
            PRINTED_CHOICE,
            (CommunicationExponents(EXTRAPOLATED),),
            wrong={
                "H = eps^(-8/5)": (2, Fraction(8, 5), Fraction(2, 3)),
                "T = eps^(-3/5)": (2, Fraction(4, 3), Fraction(3, 5)),
                "gamma = eps^(19/10)": (Fraction(19, 10), Fraction(4, 3), Fraction(2, 3)),
            },
        ),
    ),
    follows=(
        InWords(
            "each term of (64) is a product of powers of gamma, H and T, and the start is forgotten for T >= 2 log(1/eps)/(gamma mu H)"
        ),
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
    printed=Printed(
        "aistats",
        "remark after Theorem 5",
        r"\text{its communication complexity is reduced, in its leading factor, by a power }2/3\text{ compared to FedAvg}",
    ),
    statement=TWO_THIRDS,
    lemmas=(
        Lemma(
            "power against power",
            TWO_THIRDS,
            (SymbolicIdentity(powers_compared, as_printed, scope="printed T against FedAvg's fewest rounds"),),
            wrong={"the best possible": sp.S.Half, "none": sp.S.One},
        ),
        Lemma(
            "FedAvg",
            AT_BEST,
            (CommunicationExponents(PLAIN, best=True),),
            wrong={"at 9/10": (2, Fraction(11, 10), Fraction(9, 10)), "at 11/10": (2, Fraction(9, 10), Fraction(11, 10))},
        ),
        Lemma(
            "extrapolated",
            PRINTED_CHOICE,
            (CommunicationExponents(EXTRAPOLATED),),
            wrong={"at 2/5": (2, Fraction(8, 5), Fraction(2, 5)), "H too small": (2, Fraction(5, 4), Fraction(2, 3))},
        ),
    ),
    follows=(
        InWords(
            "communications are what the printed bounds need: (64) for the extrapolated iterates, variance gamma and squared bias gamma^2 H^2 for "
            "FedAvg, in powers of eps"
        ),
    ),
    see=("symfed-rr-printed-exponents", "symfed-rr-exponents"),
    expect=Tier.PROVED_GIVEN,
)
