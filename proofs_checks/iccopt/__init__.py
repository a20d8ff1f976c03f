"""Statements of the slides of ICCOPT, 23 July 2025."""

from proofs_checks.iccopt.causes import CAUSES
from symfed.claims import Source

SOURCE = Source(
    "iccopt",
    "Convergence and Linear Speed-Up in Stochastic Federated Learning",
    "Paul Mangold",
    "Slides, ICCOPT, 23 July 2025",
    2025,
    causes=CAUSES,
)
