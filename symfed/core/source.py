"""The documents on trial, and a statement exactly as one of them prints it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """One document."""

    key: str
    title: str
    authors: str
    venue: str
    year: int


_AUTHORS = "Paul Mangold, Alain Durmus, Aymeric Dieuleveut, Sergey Samsonov, Eric Moulines"

SOURCES: dict[str, Source] = {
    source.key: source
    for source in (
        Source(
            "aistats",
            "Refined Analysis of Constant Step Size Federated Averaging and Federated Richardson-Romberg Extrapolation",
            _AUTHORS,
            "AISTATS, published version",
            2025,
        ),
        Source(
            "hal",
            "Refined Analysis of Federated Averaging's Bias and Federated Richardson-Romberg Extrapolation",
            _AUTHORS,
            "HAL preprint, version 1 of 10 January 2025",
            2025,
        ),
        Source(
            "iccopt",
            "Convergence and Linear Speed-Up in Stochastic Federated Learning",
            "Paul Mangold",
            "Slides, ICCOPT, 23 July 2025",
            2025,
        ),
        Source(
            "argo",
            "Taming Heterogeneity in Federated Linear Stochastic Approximation and Federated Learning",
            "Paul Mangold, with E. Moulines, S. Samsonov, S. Labbi, I. Levin, R. Alami, A. Naumov",
            "Slides, ARGO Seminar, 4 November 2024",
            2024,
        ),
        Source(
            "flta",
            "A Sharper Analysis of SCAFFOLD on Quadratics",
            "Paul Mangold, Eric Moulines",
            "Slides, FLTA 2025",
            2025,
        ),
        Source("symfed", "Statements of this project", "the symfed developers", "this repository", 2026),
    )
}


@dataclass(frozen=True)
class Printed:
    """A statement as printed: for the reader's eye, never parsed.

    `extraction` says what the text extraction lost, where the document leaves no other reading.
    """

    source: str
    place: str
    tex: str
    extraction: str = ""

    def __post_init__(self) -> None:
        if self.source not in SOURCES:
            raise ValueError(f"source {self.source!r} is not one of {sorted(SOURCES)}")
