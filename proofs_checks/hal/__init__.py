"""Statements of the preprint of 10 January 2025, main text, and its appendix on extrapolation."""

from proofs_checks.hal.causes import CAUSES
from symfed.core.source import Source

SOURCE = Source(
    "hal",
    "Refined Analysis of Federated Averaging's Bias and Federated Richardson-Romberg Extrapolation",
    "Paul Mangold, Alain Durmus, Aymeric Dieuleveut, Sergey Samsonov, Eric Moulines",
    "HAL preprint, version 1 of 10 January 2025",
    2025,
    became="aistats",
    causes=CAUSES,
)
