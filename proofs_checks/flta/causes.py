"""The slips behind what falls on the slides on Scaffold."""

from symfed.core.erratum import Cause

CAUSES = (
    Cause(
        "The best number of local steps",
        "Balancing the two parts of the bound gives 1 - 1/e under the root, and not twice that; and the rate rho_opt is one of squared distances.",
        ("flta-h-opt", "flta-rho-opt"),
    ),
    Cause(
        "The sum of the control variates",
        "No round changes it, so that what is said of Scaffold holds for control variates that sum to zero at the start.",
        (
            "flta-main-contraction", "flta-cv-meaning",
        ),
        words="for each sum of the control variates",
    ),
    Cause(
        "The logarithm under the root",
        "The number of rounds has the logarithm under the root; the rate one line earlier gives it beside the root.",
        ("flta-comm-complexity",),
    ),
    Cause(
        "The gain over FedAvg",
        "On equal clients FedAvg needs one round of many steps: the gain is that of accuracies far below FedAvg's bias.",
        ("flta-improvement-over-fedavg",),
    ),
    Cause(
        "The contraction with noise",
        "From the limit itself the right side is zero and the left is not: two chains with the same noise contract.",
        ("flta-main-contraction-stochastic",),
    ),
)  # fmt: skip
