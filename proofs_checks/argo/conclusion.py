"""The slide 'Conclusion and Perspectives': its summary. What it asks for the future states nothing."""

from dataclasses import replace

from proofs_checks.aistats import theorem_4
from proofs_checks.aistats.theorem_2 import VARIANCE_WRONG, variance
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.readings import first_order, first_order_truth
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.strategies import jet_cases

PLACE = "slide 'Conclusion and Perspectives'"


def first(algorithm):
    """The first order of the second moment about theta*, in dimension one and on exact jets."""
    return (
        SymbolicIdentity(lambda: expand(algorithm, "second_moment", 1), scope=f"d = 1, {algorithm}'s rule, all symbolic"),
        CounterexampleSearch(
            jet_cases,
            first_order_truth(algorithm, "second_moment"),
            first_order,
            scope=f"{algorithm}'s rule, exact jets, d <= 3",
            examples=8,
        ),
    )


speedup = Claim(
    id="argo-summary-linear-speedup",
    kind="rate",
    says="Linear speed-up, up to bias: to first order both methods have the second moment gamma/N A C about theta*, and FedLSA's bias does not enter it.",
    printed=Printed("argo", PLACE, r"\text{We showed that both methods have linear speed-up (up to bias)}"),
    statement=variance,
    under=Domain((), "the step size tends to zero at fixed H"),
    uses=("symfed-fedlsa-variance", "symfed-scafflsa-mean-square-error", "symfed-scafflsa-algorithm", "symfed-scaffold-linear-speedup"),
    checks=(*first("fedlsa"), *first("scaffold")),
    controls=VARIANCE_WRONG,
    reduction="SCAFFLSA is Scaffold (symfed-scafflsa-algorithm). The first order is decided here; at a finite step size the factor 1/N is that of the claims used. FedLSA's squared bias is of second "
    "order and no number of agents removes it (symfed-fedavg-bias-many-clients)",
    expect=Tier.PROVED,
)

bias = replace(
    theorem_4.smooth_bias,
    id="argo-summary-first-order-bias",
    says="FedAvg's bias has a first order in the step size, and it is known: that of the published theorem. Both forms that the slides print err.",
    printed=Printed("argo", PLACE, r"\text{We proved first-order expansion of FedAvg's bias}"),
    uses=("symfed-fedavg-bias",),
    checks=theorem_4.smooth_bias.checks[:3],
    reduction="a summary without a formula, read as the expansion that symfed-fedavg-bias states (argo-quadratic-first-order and "
    "argo-general-bias say what is wrong with the printed ones)",
)
