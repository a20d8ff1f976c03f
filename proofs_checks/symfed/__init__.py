"""Statements of this project, beyond those of the sources."""

from symfed.claims import Source

SOURCE = Source(
    "symfed",
    "Statements of this project",
    "the symfed developers",
    "this repository",
    2026,
)
