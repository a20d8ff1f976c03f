"""The slips behind what falls on the slides on Scaffold."""

from symfed.claims import Cause

CAUSES = (
    Cause(
        "The best number of local steps",
        "Balancing the two parts of the bound gives 1 - 1/e under the root, and not twice that, in the number of local steps and in the rate: "
        "one step before H_gamma the second part (the left side of the instance) is the larger one already.",
        ("flta-h-opt", "flta-rho-opt"),
    ),
    Cause(
        "The norm of the main result",
        "Lambda is left undefined: in the plain norm a round may lead away from the limit, and there is a norm for which the result holds.",
        ("flta-main-contraction",),
    ),
    Cause(
        "What the control variates estimate",
        "It is minus the clients' gradients, for an update that adds the control variates to the gradients, if they have mean zero at the start.",
        ("flta-cv-meaning",),
    ),
    Cause(
        "The logarithm under the root",
        "The number of rounds has the logarithm under the root; the rate one line earlier gives it beside the root.",
        ("flta-comm-complexity",),
    ),
    Cause(
        "The gain over FedAvg",
        "On equal clients Scaffold is FedAvg, if its control variates start at zero: the gain is that of accuracies far below FedAvg's bias.",
        ("flta-improvement-over-fedavg",),
    ),
    Cause(
        "The contraction with noise",
        "From the limit itself the right side is zero and the left is not: two chains with the same noise contract.",
        ("flta-main-contraction-stochastic",),
    ),
)  # fmt: skip
