"""Statements of the talk at FLTA 2025."""

from proofs_checks.flta.causes import CAUSES
from symfed.claims import Source

SOURCE = Source(
    "flta",
    "A Sharper Analysis of SCAFFOLD on Quadratics",
    "Paul Mangold, Eric Moulines",
    "Slides, FLTA 2025",
    2025,
    causes=CAUSES,
)
