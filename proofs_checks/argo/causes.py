"""The slips behind what falls on the slides of the seminar."""

from symfed.claims import Cause

CAUSES = (
    Cause(
        "The first order of FedAvg's bias",
        "A client's own Hessian stands for the mean one, in the inverse, and in general also in the bracket, so that nothing is left of the part by "
        "heterogeneity; the part by noise has a plus for a minus. The published paper has both right.",
        ("argo-general-bias", "argo-general-bias-het-part", "argo-general-bias-stoch-part", "argo-quadratic-first-order"),
    ),
    Cause(
        "The sign of b in the noise",
        "The noise of an update at theta* is A(Z) theta* - b(Z); with the printed plus its variance can vanish where the iterates keep moving.",
        (
            "argo-noise-def", "argo-fedlsa-noise", "argo-lsa-one-step", "argo-lsa-unrolled", "argo-fedlsa-expansion",
        ),
    ),
    Cause(
        "The noise at the clients' own solutions",
        "The rates' noise level is that at each client's own solution, which can be zero while there is noise where the method settles.",
        ("argo-fedlsa-rate", "argo-scafflsa-rate"),
    ),
    Cause(
        "SCAFFLSA's control update",
        "The control variates move away from the drift that they are to cancel: minus is printed for plus.",
        ("argo-scafflsa-algo", "argo-scafflsa-cv-update"),
    ),
    Cause(
        "Squared distances under the logarithm",
        "The start is forgotten as a square: the logarithm has to be of that over epsilon^2, and is printed with epsilon.",
        ("argo-fedlsa-complexity-t", "argo-scafflsa-complexity-t"),
    ),
    Cause(
        "Exponential stability",
        "A product of k factors shrinks k times, applied to a vector; printed is the norm of the matrix, and an exponent one too small.",
        ("argo-exp-stability", "argo-lsa-gamma-contraction"),
    ),
    Cause(
        "The matrix and the noise of one draw",
        "A step's matrix and its noise come from one draw, so that the start and the noise are correlated: the constants are 2, and 1 without correlation.",
        ("argo-lsa-mse",),
    ),
    Cause(
        "The unit of FedLSA's number of steps",
        "The printed H has the unit of a squared matrix: a bound L^2 on the clients' matrices is missing.",
        ("argo-fedlsa-complexity-h",),
    ),
    Cause(
        "SCAFFLSA's condition on H",
        "For the printed H the factor 1 - eta*a*H/2 may be negative: a may exceed sqrt(2) times the largest norm.",
        ("argo-scafflsa-condition",),
    ),
)  # fmt: skip
