"""Acceleration and Optimal Local Steps: how many rounds an accuracy takes, against FedAvg and against ProxSkip."""

import sympy as sp

from proofs_checks.flta.optimal_local_steps import PLACE
from proofs_checks.symfed.scaffold import contraction as exact
from proofs_checks.symfed.scaffold import rates
from proofs_checks.symfed.scaffold.contraction import ZERO_SUM, w
from symfed.checks import GrowthCheck, Induction, Part, SignCheck
from symfed.checks.instances.scaffold import attained
from symfed.checks.instances.scaffold.attained import ACCURACY
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, kappa, lam, mu, tau
from symfed.core.verdict import Tier

COMPLEXITY_TEX = r"T=O\left(\sqrt{\frac L\mu}\,\log\frac1\varepsilon\right)"


def rounds(order):
    """What is asked of an order T(kappa, log(1/epsilon)): three times as many rounds of the best gain are enough, and no lower bound exceeds it."""
    return {
        "enough": (tau, 3 * order(kappa, tau) / (3 * sp.sqrt(kappa))),
        "accuracy": order(sp.Integer(4), sp.log(1 / ACCURACY)),
        "condition": order(kappa, sp.S.One),
    }


ROUNDS = (
    Part("enough", SignCheck("T gains of sqrt(mu/L)/3 add up to log(1/epsilon), here tau")),
    Part("accuracy", GrowthCheck(attained.rounds_by_accuracy, "rounds that two equal clients need, epsilon to 0")),
    Part("condition", GrowthCheck(attained.rounds_by_condition, "rounds that two equal clients need, L/mu to infinity")),
)
complexity = Claim(
    id="flta-comm-complexity",
    kind="rate",
    says="T = O(sqrt(L/mu) log(1/epsilon)) rounds, with H about 1/(gamma sqrt(mu L)); both powers are the best possible.",
    printed=Printed(
        "flta",
        PLACE,
        COMPLEXITY_TEX,
        extraction="the text has the logarithm under the root, sqrt(L/mu log(1/epsilon)). The rate printed one line earlier gives sqrt(L/mu) times "
        "the logarithm, and only then does 'i.e., sqrt(L/mu) improvement over FedAvg', whose rounds are L/mu times the logarithm, follow",
    ),
    statement=rounds(lambda condition, log: sp.sqrt(condition) * log),
    under=Domain((), f"gamma <= 1/L; {ZERO_SUM}"),
    uses=("symfed-scaffold-rate-reached", "symfed-scaffold-rate-floor", "symfed-scaffold-attained"),
    checks=ROUNDS,
    controls={
        "logarithm under the root": rounds(lambda condition, log: sp.sqrt(condition * log)),
        "fourth root of L/mu": rounds(lambda condition, log: condition ** sp.Rational(1, 4) * log),
        "no logarithm": rounds(lambda condition, log: sp.sqrt(condition)),
    },
    reduction="(1 - x)^T <= exp(-x T); the distance is that of the weighted norm, and all norms agree up to a constant",
    expect=Tier.PROVED,
)
fedavg = Claim(
    id="flta-improvement-over-fedavg",
    kind="rate",
    says="Scaffold needs fewer rounds than FedAvg by a factor of the order of sqrt(L/mu), no less and no more, where FedAvg is run so as to reach "
    "theta* on heterogeneous clients: with one local step.",
    printed=Printed("flta", PLACE, COMPLEXITY_TEX + r",\text{ i.e., }\sqrt{L/\mu}\text{ improvement over FedAvg}"),
    statement={"no less": sp.sqrt(kappa), "no more": 1 / sp.sqrt(kappa)},
    under=Domain((), f"gamma <= 1/L, accuracies below FedAvg's bias; {ZERO_SUM}"),
    uses=("flta-comm-complexity",),
    checks=(
        Part("no less", GrowthCheck(attained.gained_on_fedavg, "FedAvg's rounds over Scaffold's, L/mu to infinity")),
        Part("no more", GrowthCheck(attained.not_gained_on_fedavg, "Scaffold's rounds over FedAvg's, L/mu to infinity")),
    ),
    controls={
        "fourth root": {"no less": kappa ** sp.Rational(1, 4), "no more": kappa ** -sp.Rational(1, 4)},
        "L/mu": {"no less": sp.S.One, "no more": 1 / kappa},
    },
    reduction="bounds on the number of rounds divided by each other, in the worst case over problems",
    expect=Tier.SUPPORTED,
)

PROXSKIP = {
    "q": lambda h: (1 - gamma * lam) ** h,
    "powers": lambda h: h * gamma * lam - 1,
    "r": exact.FACTORS["r below 1 - 1/H"],
    "refined": rates.REACHED["r"],
}
proxskip = Claim(
    id="flta-recovers-proxskip",
    kind="rate",
    says="A round of H = 1/p local steps shrinks as much as ProxSkip's bound (1 - min(gamma mu, p^2)) does in the 1/p steps between two of its "
    "communications: rho <= (1 - min(gamma mu, 1/H^2))^H. And rho stays below 1 when gamma and p vanish together, a gain of order p a step, as "
    "in the refined analysis, where p^2 would give none.",
    printed=Printed(
        "flta",
        PLACE,
        r"\text{Recovers both the rates of ProxSkip and its refined analyses... but without stochastic communication scheme}",
    ),
    statement=PROXSKIP,
    under=Domain(
        (gamma * L <= 1, sp.Le(lam, mu), sp.Le(mu, L)),
        f"quadratic clients; lambda = min(mu, 1/(gamma H^2)), so that 1 - H gamma lambda >= 1 - 1/H; {ZERO_SUM}",
    ),
    uses=("symfed-scaffold-contraction", "symfed-scaffold-factors", "symfed-scaffold-rate-reached"),
    checks=(
        Part("q", Induction(lambda n: (1 - gamma * mu) ** n, 1 - gamma * mu, scope="q(mu) <= (1 - gamma lambda)^H")),
        Part("powers", Induction(lambda n: -((1 - gamma * lam) ** n), 1 - gamma * lam, scope="(1 - gamma lambda)^H >= 1 - H gamma lambda")),
        Part("r", Induction(lambda n: -exact.powers(n), w, -sp.S.One, scope="r(L) <= 1 - 1/H, from the sum of powers, any curvature")),
        Part("refined", rates.reached.checks[1].check),
    ),
    controls={
        "p for p^2": {
            "q": lambda h: (1 - gamma * mu) ** (h + 1),
            "powers": lambda h: gamma * lam - 1,
            "r": lambda h: -h,
            "refined": (rates.r_L, 1 - 2 / (1 + gamma * L * H)),
        },
        "twice the rate": {
            "q": lambda h: (1 - gamma * mu) ** (2 * h),
            "powers": lambda h: h * gamma * lam / 2 - 1,
            "r": lambda h: sp.Integer(-2),
            "refined": (rates.r_L, sp.S.Half),
        },
    },
    reduction="r(L) <= 1 - 1/H <= 1 - H gamma lambda <= (1 - gamma lambda)^H. ProxSkip (ICML 2022) bounds squared distances, of which V is one and "
    "shrinks even by rho^2; at gamma = 1/L, H = 1/p = sqrt(L/mu) both take L/mu log(1/epsilon) steps and sqrt(L/mu) log(1/epsilon) "
    "communications. Refined (Hu and Huang, ICML 2023, abstract): from O(p^2) to O(p) a step",
    expect=Tier.PROVED,
)
