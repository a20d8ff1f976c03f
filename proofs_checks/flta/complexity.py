"""Acceleration and Optimal Local Steps: how many rounds an accuracy takes, against FedAvg and against ProxSkip."""

from dataclasses import replace

import sympy as sp

from proofs_checks.flta.contraction import STEPS
from proofs_checks.flta.optimal_local_steps import PLACE
from proofs_checks.symfed.scaffold import rounds_needed as attained
from proofs_checks.symfed.scaffold.contraction import WITHIN, w
from proofs_checks.symfed.scaffold.rounds_needed import ACCURACY, FAR_BELOW_BIAS
from symfed.checks import Certificate, GrowthCheck, Induction
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, printed_at
from symfed.core.symbols import H, L, gamma, kappa, lam, mu

complexity = Claim(
    id="flta-comm-complexity",
    kind="rate",
    says="T = O(sqrt(L/mu log(1/epsilon))) rounds, the logarithm under the root: too few, as two equal clients need log(1/epsilon)/log(2) of them or more at "
    "L/mu = 4. The rate printed one line earlier gives sqrt(L/mu) times the logarithm. ('Heterogeneous across clients' in the Problem Setup is read as: not said to be equal.)",
    printed=printed_at(PLACE, r"T=O\left(\sqrt{\frac L\mu\log\frac1\varepsilon}\right)"),
    under=STEPS,
    statement=sp.sqrt(4 * sp.log(1 / ACCURACY)),
    checks=GrowthCheck(attained.rounds_by_accuracy, "rounds that two equal clients need at L/mu = 4, epsilon to 0"),
    corrected="symfed-scaffold-communication",
    expect=Tier.REFUTED,
)
fedavg = Claim(
    id="flta-improvement-over-fedavg",
    kind="rate",
    says="Scaffold needs sqrt(L/mu) times fewer rounds than FedAvg. Not on equal clients, where FedAvg has no bias, and is what Scaffold does if its "
    "control variates start at zero. ('Heterogeneous across clients' in the Problem Setup is read as: not said to be equal.)",
    printed=printed_at(PLACE, r"\text{i.e., }\sqrt{L/\mu}\text{ improvement over FedAvg}"),
    under=STEPS,
    statement=1 / sp.sqrt(kappa),
    checks=GrowthCheck(attained.fedavg_without_bias, "Scaffold's rounds over FedAvg's on equal clients, L/mu to infinity"),
    corrected="symfed-scaffold-gain-on-fedavg",
    missing=f"{FAR_BELOW_BIAS}, on heterogeneous clients and in the worst case over problems",
    expect=Tier.IMPRECISE,
)

#: lambda = min(mu, 1/(gamma H^2)), so that 1 - H gamma lambda >= 1 - 1/H.
LEAST = Domain((sp.Le(lam, mu), sp.Le(mu, L)))
proxskip = Claim(
    id="flta-recovers-proxskip",
    kind="rate",
    says="A round of H = 1/p local steps shrinks as much as ProxSkip's bound 1 - m does in the 1/p steps between two of its communications: rho <= (1 - m)^H, "
    "m the smaller of gamma mu and p² = 1/H². And rho stays away from 1 when gamma and p vanish together, a gain of order p a step, as "
    "in the refined analysis, where p² would give none. ProxSkip (ICML 2022) bounds squared distances, of which V is one and shrinks even by rho^2; "
    "refined (Hu and Huang, ICML 2023, abstract): from O(p^2) to O(p) a step.",
    printed=printed_at(
        PLACE, r"\text{Recovers both the rates of ProxSkip and its refined analyses... but without stochastic communication scheme}"
    ),
    under=STEPS,
    lemmas=(
        Lemma(
            "q(mu) <= (1 - gamma lambda)^H",
            lambda h: w**h,
            Induction(lambda n: (1 - gamma * mu) ** n, 1 - gamma * mu, scope="lambda = min(mu, 1/(gamma H^2))"),
            wrong={"a step more": lambda h: (1 - gamma * mu) ** (h + 1), "twice the rate": lambda h: (1 - gamma * mu) ** (2 * h)},
            given=LEAST,
        ),
        Lemma(
            "1 - H gamma lambda <= (1 - gamma lambda)^H",
            lambda h: h * gamma * lam - 1,
            Induction(lambda n: -(w**n), w, scope="any lambda up to mu"),
            wrong={"one step's": lambda h: gamma * lam - 1, "half of it": lambda h: h * gamma * lam / 2 - 1},
            given=LEAST,
        ),
        Lemma(
            "1 - 1/H <= 1 - H gamma lambda",
            (1 - 1 / H, 1 - H * gamma * lam),
            Certificate(((1 / H, 1 - gamma * lam * H**2),), scope="lambda <= 1/(gamma H^2)"),
            wrong={"p for p^2": (1 - 1 / H**2, 1 - H * gamma * lam)},
            given=Domain((gamma * lam * H**2 <= 1,)),
        ),
        *(replace(lemma, given=Domain((sp.Le(lam, L),))) for lemma in WITHIN if lemma.name == "H (r - 1) <= -1"),
    ),
    follows=(
        InWords(
            "r(L) <= 1 - 1/H <= 1 - H gamma lambda <= (1 - gamma lambda)^H and q(mu) <= (1 - gamma lambda)^H bound rho, the larger of both"
        ),
        InWords(
            "r(L) <= 1 - 1/(1 + gamma L H) (symfed-scaffold-rate-reached), and 1/(1 + gamma L H) stays away from zero while gamma H does; at gamma = 1/L, H = 1/p = sqrt(L/mu) both take the same number of steps"
        ),
    ),
    uses=("symfed-scaffold-rate-reached",),
    see=("symfed-scaffold-contraction", "symfed-scaffold-factors"),
    expect=Tier.PROVED_GIVEN,
)
