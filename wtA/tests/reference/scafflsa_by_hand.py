"""SCAFFLSA written from the slides alone, in fractions, sample by sample: nothing here uses symfed."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

Vector = list[Fraction]
State = tuple[Vector, list[Vector]]  # theta, and a control variate for each client
Sample = tuple[list[Vector], Vector]  # A(z), b(z)


def scafflsa_round(eta: Fraction, H: int, state: State, drawn: Sequence[Sequence[Sample]]) -> State:
    """theta_h+1 = theta_h - eta (A theta_h - b - xi_c) with drawn[c][h] = (A, b); then the mean, and xi_c + (mean - end) / (eta H).

    The slides print xi_c - (mean - end) / (eta H), which no step with - xi_c can mean: with it the control variates run away.
    """
    theta, controls = state
    ends = []
    for xi, samples in zip(controls, drawn, strict=True):
        x = list(theta)
        for A, b in samples:
            x = [x[i] - eta * (sum(a * y for a, y in zip(A[i], x, strict=True)) - b[i] - xi[i]) for i in range(len(x))]
        ends.append(x)
    mean = [sum(x[i] for x in ends) / Fraction(len(ends)) for i in range(len(theta))]
    return mean, [[k + (m - y) / (eta * H) for k, m, y in zip(xi, mean, x, strict=True)] for xi, x in zip(controls, ends, strict=True)]


def all_draws(clients: Sequence[Sequence[Sample]], H: int) -> list[Any]:
    """Every equally likely choice of H samples by every client."""
    return list(itertools.product(*[list(itertools.product(client, repeat=H)) for client in clients]))
