"""The slips behind what falls in the preprint alone."""

from symfed.claims import Cause

CAUSES = (
    Cause(
        "The sign of b_s",
        "The proof of Theorem 3 loses a minus sign in a geometric sum, so that b_s is printed without it, and with it the stochastic bias of Theorems 3 "
        "and 4 and of Table 1. Theorem 4's own proof has the right sign of this part. With the minus both theorems still need third derivatives that are "
        "Lipschitz near theta*, as in the published version.",
        (
            "hal-thm3-bias", "hal-thm4-bias", "hal-bs-def", "hal-table1-homogeneous", "hal-table1-heterogeneous-stoch",
            "hal-thm3-proof-geometric-sum", "hal-eq30",
        ),
    ),
    Cause(
        "12 in a cube, printed as 6",
        "The cube before (22) has 6 for 12, and (22) hence 14 for 20. Lemma 6 holds all the same.",
        ("hal-lemma6-cube", "hal-eq22"),
    ),
    Cause(
        "Co-coercivity without convexity",
        "That smooth sample losses are cocoercive takes their convexity, which the published version adds.",
        ("hal-a1b",),
    ),
)  # fmt: skip
