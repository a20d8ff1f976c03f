"""The slips behind what falls on the slides of the conference talk."""

from symfed.claims import Cause

CAUSES = (
    Cause(
        "No condition on the step size",
        "FedAvg's slides print none; clients contract, and the limit is one point or one law, for gamma <= 1/L.",
        (
            "iccopt-fixed-point-contraction", "iccopt-det-fedavg-unique-point", "iccopt-fedavg-stationary-exists",
        ),
    ),
    Cause(
        "The second-order measure of heterogeneity",
        "It bounds no radius alone: while the Hessians stay as they are the clients' gradients at the optimum may grow, and the limit moves away with them.",
        ("iccopt-fedavg-neighborhood",),
    ),
    Cause(
        "Long rounds in the remainder",
        "The remainders leave out gamma^2 H^2, or gamma^2 H: they hold for a fixed number of local steps.",
        ("iccopt-scaffold-bias", "iccopt-scaffold-variance"),
        words="gamma^2 H^2 in the remainder",
    ),
    Cause(
        "Rates of squared distances, printed for distances",
        "With noise the contraction by (1 - gamma mu)^(H t) is that of the squared distance between laws, and Scaffold's holds in a weighted norm.",
        ("iccopt-fedavg-w2-rate", "iccopt-scaffold-w2-rate"),
    ),
    Cause(
        "A sign in the covariance of x and a control variate",
        "The first of the two terms has a plus for a minus.",
        ("iccopt-cov-x-xi",),
    ),
    Cause(
        "How far speed-up goes",
        "With little noise more gradients are needed than printed, and the bound on the number of clients is not named.",
        ("iccopt-speedup-grad-count",),
    ),
    Cause(
        "Conditions of Scaffold's rate",
        "gamma H L <= 1, control variates that start at zero and a bound for every client's third derivative are left out.",
        ("iccopt-scaffold-rate",),
    ),
    Cause(
        "More local steps, more bias",
        "True to first order in gamma H; beyond it the bias of three clients may shrink again, and change its sign.",
        ("iccopt-bias-increases-with-h",),
    ),
    Cause(
        "Where Scaffold's iterates gather",
        "They spread as printed, about a point that the noise moves, in the instance by -gamma/4 to first order. The remainder needs what that of the bias does: Lipschitz third derivatives, and a fixed H.",
        ("iccopt-scaffold-right-point",),
    ),
    Cause(
        "Scaffold is biased",
        "Not on quadratics, nor where loss and noise are symmetric: the third derivative, applied to A C, has to be other than zero "
        "(and Lipschitz, for the remainder as it is).",
        ("iccopt-scaffold-still-biased",),
    ),
)  # fmt: skip
