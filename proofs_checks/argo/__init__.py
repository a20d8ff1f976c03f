"""Statements of the slides of the ARGO seminar, 4 November 2024."""

from proofs_checks.argo.causes import CAUSES
from symfed.claims import Source

SOURCE = Source(
    "argo",
    "Taming Heterogeneity in Federated Linear Stochastic Approximation and Federated Learning",
    "Paul Mangold, with E. Moulines, S. Samsonov, S. Labbi, I. Levin, R. Alami, A. Naumov",
    "Slides, ARGO Seminar, 4 November 2024",
    2024,
    causes=CAUSES,
)
