"""Statements of the published version: main text, and the appendices on extrapolation and on products of matrices."""

from proofs_checks.aistats.causes import CAUSES
from symfed.claims import Source

SOURCE = Source(
    "aistats",
    "Refined Analysis of Constant Step Size Federated Averaging and Federated Richardson-Romberg Extrapolation",
    "Paul Mangold, Alain Durmus, Aymeric Dieuleveut, Sergey Samsonov, Eric Moulines",
    "AISTATS, published version",
    2025,
    causes=CAUSES,
)
