"""Section 8: what the conclusion says of many clients."""

from proofs_checks.aistats import theorem_1, theorem_4
from symfed.checks.every_dimension import IdentityInEveryDimension
from symfed.claims import Claim, Tier, printed_at


def nothing(p, gamma, H):
    """The limit of a bias that decreases like 1/N at fixed averages over clients."""
    return 0 * theorem_1.printed(p, gamma, H)


bias_in_clients = Claim(
    id="aistats-conclusion-bias-1overN",
    kind="rate",
    says="With heterogeneous clients gamma (H-1)/2 b_h is in the bias for every N, and at H = 2 already: it does not decrease at the rate 1/N.",
    printed=printed_at(
        "Section 8", r"\text{as long as the number of local steps is not excessively large, the bias of FedAvg decreases at a rate of }1/N"
    ),
    statement=nothing,
    under=theorem_4.UNDER,
    checks=IdentityInEveryDimension(theorem_4.beyond_many_clients),
    corrected="symfed-fedavg-bias-many-clients",
    missing="H = 1 or b_h = 0, to first order in gamma; else gamma (H-1) of order 1/N",
    see=("aistats-thm4-bias", "aistats-thm4-speedup-remark"),
    expect=Tier.IMPRECISE,
)
