"""How large FedLSA's bias can be, with the constants that the slides' number of local steps leaves out."""

import sympy as sp

from proofs_checks.symfed.lsa.classes import INDEPENDENT, ROUNDS_BOUNDED, ROUNDS_SHRINK
from proofs_checks.symfed.lsa.controls import bias_and_bound, controlled_linear_rounds
from symfed.checks import Certificate, CounterexampleSearch, Induction, SignCheck, SymbolicIdentity
from symfed.checks.free_algebra import FreeIdentity
from symfed.checks.identity import as_printed
from symfed.core.claim import Claim, InWords, Lemma
from symfed.core.domain import Domain
from symfed.core.scope import EVERYTHING
from symfed.core.source import Printed
from symfed.core.symbols import H, L, decay, gamma
from symfed.core.verdict import Tier
from symfed.derive import drift_bound as argument
from symfed.derive.memory import mean_square as rounds

B = gamma * decay
SEARCH = {"relation": "<=", "scope": "exact problems", "sizes": ((1, 2), (2, 2)), "examples": 20}

bound = Claim(
    id="symfed-fedlsa-drift-bound",
    kind="inequality",
    says="FedLSA's bias has norm at most 2 eta (H-1) L² Delta_het/a while eta a H <= 2.",
    printed=Printed(
        "symfed",
        "the bound behind the number of local steps on the slide 'heterogeneity requires lots of communications'",
        r"\|\theta_\infty^{\text{bias}}\|\le\frac{\eta^2H(H-1)L^2\Delta_{\text{het}}}{2\,(1-(1-\eta a)^{H/2})}\le"
        r"\frac{2\eta(H-1)L^2}{a}\,\Delta_{\text{het}}\quad(\eta aH\le2)",
    ),
    statement=bias_and_bound,
    under=Domain((gamma * decay <= 1, gamma * decay * H <= 2), (ROUNDS_SHRINK, ROUNDS_BOUNDED, INDEPENDENT)),
    lemmas=(
        Lemma(
            "pull",
            argument.pull()[0],
            (SymbolicIdentity(lambda: argument.pull()[1], as_printed, scope="one client: polynomials in one matrix", covers=EVERYTHING),),
            {"H + 1 in the pull": argument.pull(H + 1)[1]},
            says="I - (I - eta A)^H is eta H (I - r) A",
        ),
        Lemma(
            "a step more",
            lambda: rounds.difference_step(),
            (FreeIdentity("", scope="matrices that do not commute"),),
            {"twice the old one": lambda: rounds.difference_step(old=2)},
            says="a step more takes I - Gamma to (I - eta A)(I - Gamma) + eta A, so that n steps have norm at most eta L n",
        ),
        Lemma(
            "drift",
            rounds.drift(),
            (SymbolicIdentity(lambda: gamma * L * (H - 1) / 2, as_printed, scope="symbolic H"),),
            {"H for H - 1": gamma * L * H / 2},
            says="the mean over the steps of eta L times the steps that are left bounds |r|",
        ),
        Lemma(
            "root",
            argument.root(),
            (SignCheck("a step in the norm"),),
            {"three quarters": argument.root(sp.Rational(3, 4))},
            says="1 - eta a is at most (1 - eta a/2)²",
        ),
        Lemma(
            "power",
            lambda H: 1 - H * B / 2 + H * (H - 1) / 2 * (B / 2) ** 2,
            (Induction(lambda H: (1 - B / 2) ** H, 1 - B / 2),),
            {"to first order": lambda H: 1 - H * B / 2},
            says="(1 - eta a/2)^H to second order",
        ),
        Lemma(
            "margin",
            argument.margin(),
            (Certificate(argument.margin_terms(), scope="one condition on H"),),
            {"a little more": argument.margin(sp.Rational(11, 20))},
            says="which is at most 1 - eta a H/4",
        ),
        Lemma(
            "problems",
            bias_and_bound,
            (CounterexampleSearch(controlled_linear_rounds, **SEARCH),),
            {"a twentieth": lambda i: bias_and_bound(i, constant=sp.Rational(1, 10))},
            crosscheck=True,
        ),
    ),
    follows=(
        InWords(
            "a polynomial identity in one letter holds for a matrix: the bias is (I - mean q_c)^-1 times the mean of -eta H r_c A_c d_c"
        ),
        InWords(
            "|r_c| <= eta L (H-1)/2 by `a step more` and `drift`, and |q_c| <= (1 - eta a/2)^H by `root`; the triangle inequality and the Neumann "
            "series bound the bias by their quotient, and `power` and `margin` its denominator"
        ),
    ),
    see=("symfed-scafflsa-contraction",),
    expect=Tier.PROVED_GIVEN,
)
