"""How large FedLSA's bias can be, with the constants that the slides' number of local steps leaves out."""

import sympy as sp

from proofs_checks.symfed.lsa.classes import INDEPENDENT
from proofs_checks.symfed.lsa.controls import bias_and_bound, controlled_linear_rounds
from proofs_checks.symfed.lsa.fedlsa_drift import BIAS, BOUNDED, BY_SAMPLES, DELTA, DRIFT, RATE, SETTLED, SHRINK, SOLVED
from symfed.checks import Certificate, Induction, inequality_search
from symfed.claims import Claim, Domain, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, decay, gamma
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.sequences import substitution
from symfed.theorems.vocabulary import Norm

SEARCH = inequality_search(controlled_linear_rounds, scope="exact problems", sizes=((1, 2), (2, 2)), examples=20)


B = gamma * decay


def second_order(H):
    """(1 - eta a/2)^H to second order."""
    return 1 - H * B / 2 + H * (H - 1) / 2 * (B / 2) ** 2


def by_what_is_left(left):
    """The bound by what a round leaves of a vector."""
    return gamma**2 * H * (H - 1) * L**2 * DELTA / (2 * (1 - left))


LEFT, SIMPLE = (1 - B) ** (H / 2), 2 * gamma * (H - 1) * L**2 / decay * DELTA
bound = Claim(
    id="symfed-fedlsa-drift-bound",
    kind="inequality",
    says="FedLSA's bias has norm at most 2 eta (H-1) L² Delta_het/a while eta a H <= 2.",
    printed=printed_at(
        "the bound behind the number of local steps on the slide 'heterogeneity requires lots of communications'",
        r"\|\theta_\infty^{\text{bias}}\|\le\frac{\eta^2H(H-1)L^2\Delta_{\text{het}}}{2\,(1-(1-\eta a)^{H/2})}\le"
        r"\frac{2\eta(H-1)L^2}{a}\,\Delta_{\text{het}}\quad(\eta aH\le2)",
    ),
    statement=sp.And(sp.Le(Norm(BIAS), by_what_is_left(LEFT), evaluate=False), sp.Le(by_what_is_left(LEFT), SIMPLE, evaluate=False)),
    under=Domain((B <= 1, B * H <= 2), (SHRINK, BOUNDED, SOLVED, SETTLED, INDEPENDENT)),
    lemmas=(
        Lemma(
            "power",
            second_order,
            Induction(lambda H: (1 - B / 2) ** H, 1 - B / 2),
            {"to first order": lambda H: 1 - H * B / 2},
            says="(1 - eta a/2)^H to second order",
        ),
        Lemma(
            "margin",
            (second_order(H), 1 - B * H / 4),
            Certificate(((B * H / 8, 2 - B * H), (B**2 / 8, H)), scope="one condition on H"),
            {"a little more": (second_order(H), 1 - sp.Rational(11, 40) * B * H)},
            says="which is at most 1 - eta a H/4",
        ),
        crosscheck("problems", bias_and_bound, SEARCH, {"a twentieth": lambda i: bias_and_bound(i, constant=sp.Rational(1, 10))}),
    ),
    follows=(
        *BY_SAMPLES,
        *DRIFT,
        Arithmetic("what is left", sp.Le(RATE**H, 1 - B * H / 4), ("roots at the end", "power", "margin")),
        Arithmetic("not all is left", sp.Gt(1 - RATE**H, 0, evaluate=False), ("what is left",)),
        Arithmetic("exact", sp.Le(Norm(BIAS), by_what_is_left(RATE**H)), {"drift": 1 / (1 - RATE**H)}),
        Arithmetic("simple", sp.Le(by_what_is_left(RATE**H), SIMPLE), {"what is left": SIMPLE / (1 - RATE**H)}),
        *[Apply(substitution, f"{fact}, in a", relation=fact, equation="rate root") for fact in ("exact", "simple")],
    ),
    see=("symfed-scafflsa-contraction",),
    expect=Tier.PROVED_GIVEN,
)
