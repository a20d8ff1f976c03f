"""How large FedLSA's bias can be, with the constants that the slides' number of local steps leaves out.

1. The bias is -gamma H (I - mean q_c)^{-1} mean r_c A_c d_c, lemma `pull`, with q_c = (I - gamma A_c)^H, d_c = theta_c* - theta*, and r_c what
   I exceeds the mean of I, I - gamma A_c, ..., (I - gamma A_c)^(H-1) by: for I - q_c = gamma H (I - r_c) A_c, and mean A_c d_c = 0.
2. |r_c| is at most gamma L (H-1)/2, lemmas `a step more` and `their mean`, and |q_c| at most (1 - gamma decay)^(H/2).
"""

import sympy as sp

from proofs_checks.argo.fedlsa import local_solutions, solution
from proofs_checks.symfed.lsa.classes import INDEPENDENT, ROUNDS_BOUNDED, ROUNDS_SHRINK
from proofs_checks.symfed.lsa.controls import bias_and_bound, controlled_linear_rounds
from proofs_checks.symfed.lsa.scafflsa_contraction import DIFFERENCE, DRIFT, B
from symfed.checks import Certificate, CounterexampleSearch, Induction, SignCheck
from symfed.checks.every_dimension import IdentityInEveryDimension, linear_bias_of, on_linear_tensors
from symfed.core.claim import Claim, InWords, Lemma
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, decay, gamma
from symfed.core.verdict import Tier

SEARCH = CounterexampleSearch(controlled_linear_rounds, relation="<=", scope="exact problems", sizes=((1, 2), (2, 2)), examples=20)


def pulled(p, gamma, H, steps=0, sign=-1, turned=False):
    """The bias by the clients' pulls A_c d_c, which cancel in the mean."""
    M = p.identity() - gamma * p.hessians
    late = p.identity() - p.geometric(M, H) / H
    pulls = p.apply(p.hessians, local_solutions(p, gamma, H) - solution(p, gamma, H))
    drifted = p.mean(p.apply(p.transpose(late) if turned else late, pulls))
    return sign * gamma * (H + steps) * p.solve(p.identity() - p.mean(p.power(M, H)), drifted)


def second_order(H):
    """(1 - eta a/2)^H to second order."""
    return 1 - H * B / 2 + H * (H - 1) / 2 * (B / 2) ** 2


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
            pulled,
            (IdentityInEveryDimension(linear_bias_of("fedlsa"), on_linear_tensors, scope="mean steps of our rule, all d, N and H"),),
            {
                "H + 1 in the pull": lambda p, gamma, H: pulled(p, gamma, H, steps=1),
                "plus": lambda p, gamma, H: pulled(p, gamma, H, sign=1),
                "transposed": lambda p, gamma, H: pulled(p, gamma, H, turned=True),
            },
            says="the bias is -eta H (I - mean q_c)^-1 times the mean of r_c A_c d_c",
        ),
        DIFFERENCE,
        DRIFT,
        Lemma(
            "root",
            (1 - B, (1 - B / 2) ** 2),
            (SignCheck("a step in the norm"),),
            {"three quarters": (1 - B, (1 - 3 * B / 4) ** 2)},
            says="1 - eta a is at most (1 - eta a/2)²",
        ),
        Lemma(
            "power",
            second_order,
            (Induction(lambda H: (1 - B / 2) ** H, 1 - B / 2),),
            {"to first order": lambda H: 1 - H * B / 2},
            says="(1 - eta a/2)^H to second order",
        ),
        Lemma(
            "margin",
            (second_order(H), 1 - B * H / 4),
            (Certificate(((B * H / 8, 2 - B * H), (B**2 / 8, H)), scope="one condition on H"),),
            {"a little more": (second_order(H), 1 - sp.Rational(11, 40) * B * H)},
            says="which is at most 1 - eta a H/4",
        ),
        Lemma(
            "problems",
            bias_and_bound,
            (SEARCH,),
            {"a twentieth": lambda i: bias_and_bound(i, constant=sp.Rational(1, 10))},
            crosscheck=True,
        ),
    ),
    follows=(
        InWords(
            "|r_c| <= eta L (H-1)/2 by `a step more` and `their mean`, and |q_c| <= (1 - eta a/2)^H by `root`; the triangle inequality and the Neumann "
            "series bound the bias by their quotient, and `power` and `margin` its denominator"
        ),
    ),
    see=("symfed-scafflsa-contraction",),
    expect=Tier.PROVED_GIVEN,
)
