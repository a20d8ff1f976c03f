"""How many rounds an accuracy takes on quadratic clients, and how many fewer than FedAvg, which must be run without its bias."""

import sympy as sp

from proofs_checks.symfed.scaffold import attained
from proofs_checks.symfed.scaffold.attained import ACCURACY
from proofs_checks.symfed.scaffold.contraction import QUADRATIC, ZERO_SUM
from symfed.checks import GrowthCheck
from symfed.core.claim import Claim, InWords, Lemma
from symfed.core.domain import Class, Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma, kappa
from symfed.core.verdict import Tier

QUADRATICS = Domain((gamma * L <= 1,), (QUADRATIC, ZERO_SUM))
FAR_BELOW_BIAS = Class("accuracies far below FedAvg's bias, so that FedAvg takes one local step a round")
FEWEST = GrowthCheck(attained.gained_on_fedavg, "FedAvg's rounds over Scaffold's, L/mu to infinity", attains=True)

communication = Claim(
    id="symfed-scaffold-communication",
    kind="rate",
    says="Scaffold takes T of the order of sqrt(L/mu) log(1/epsilon) rounds, with H about 1/(gamma sqrt(mu L)) local steps: enough for all, and equal "
    "clients need as many, in either power.",
    printed=Printed(
        "symfed",
        "rounds that Scaffold needs",
        r"T\asymp\sqrt{\frac L\mu}\,\log\frac1\varepsilon\quad\text{in the norm of }V,\ \gamma\le1/L",
    ),
    under=QUADRATICS,
    lemmas=(
        Lemma(
            "power of the accuracy",
            sp.log(1 / ACCURACY),
            (GrowthCheck(attained.rounds_by_accuracy, "rounds that two equal clients need, epsilon to 0", attains=True),),
            wrong={"its root": sp.sqrt(sp.log(1 / ACCURACY)), "its square": sp.log(1 / ACCURACY) ** 2, "none": sp.S.One},
        ),
        Lemma(
            "power of the condition number",
            sp.sqrt(kappa),
            (GrowthCheck(attained.rounds_by_condition, "rounds that two equal clients need, L/mu to infinity", attains=True),),
            wrong={
                "fourth root": kappa ** sp.Rational(1, 4),
                "L/mu": kappa,
                "2/5": kappa ** sp.Rational(2, 5),
                "3/5": kappa ** sp.Rational(3, 5),
            },
        ),
    ),
    follows=(
        InWords(
            "with x = sqrt(mu/L)/3 a round's gain at least, (1 - x)^T <= exp(-x T); the distance is that of the weighted norm, and all norms agree up to a constant"
        ),
    ),
    uses=("symfed-scaffold-contraction", "symfed-scaffold-rate-reached", "symfed-scaffold-rate-floor"),
    see=("symfed-scaffold-attained",),
    expect=Tier.SUPPORTED,
)

gain = Claim(
    id="symfed-scaffold-gain-on-fedavg",
    kind="rate",
    says="Scaffold needs fewer rounds than FedAvg by a factor of the order of sqrt(L/mu), no less and no more in the worst case over problems, where "
    "FedAvg is run so as to reach theta* on heterogeneous clients: with one local step.",
    printed=Printed(
        "symfed",
        "rounds that Scaffold needs, and FedAvg",
        r"\frac{T_{\mathrm{FedAvg}}}{T_{\mathrm{Scaffold}}}\asymp\sqrt{L/\mu}\quad\text{for accuracies far below FedAvg's bias}",
    ),
    under=QUADRATICS & Domain((), (FAR_BELOW_BIAS,)),
    lemmas=(
        Lemma(
            "no less",
            sp.sqrt(kappa),
            (FEWEST,),
            wrong={"fourth root": kappa ** sp.Rational(1, 4), "L/mu": kappa, "(L/mu)^2": kappa**2, "2/5": kappa ** sp.Rational(2, 5)},
        ),
        Lemma(
            "no more: Scaffold's rounds over FedAvg's",
            1 / sp.sqrt(kappa),
            (GrowthCheck(attained.not_gained_on_fedavg, "Scaffold's rounds over FedAvg's, L/mu to infinity", attains=True),),
            wrong={"fourth root": kappa ** -sp.Rational(1, 4), "mu/L": 1 / kappa, "3/5": kappa ** -sp.Rational(3, 5)},
        ),
    ),
    follows=(InWords("bounds on the number of rounds divided by each other, in the worst case over problems"),),
    uses=("symfed-scaffold-communication",),
    expect=Tier.SUPPORTED,
)
