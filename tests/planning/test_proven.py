"""What a plan says is proved holds what the law is, and what it cannot prove it says."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

import symfed as sf
from symfed.planning.plan import plan
from symfed.planning.proven import MOST_STEPS, ProvenLaw


def rows(clients: int = 3, n: int = 24, d: int = 1) -> Any:
    random = np.random.default_rng(7)
    X = random.normal(size=(n, d))
    return X, (X.sum(axis=1) + random.logistic(size=n) > 0).astype(int), np.arange(n) % clients


def test_intervals_hold_the_law() -> None:
    made = plan(rows(), l2=0.3, rounds=40, gradients=400, local_steps=[2, 4])
    proven, one = made.proven, made.best["fedavg"]
    assert isinstance(proven, ProvenLaw)
    law = sf.reference.stationary("fedavg", made.federation.clients.problem(), one.gamma, one.H, method="quadrature")
    bias, error = abs(float(law.bias[0])), math.sqrt(float(law.second_moment[0, 0]))
    assert proven.bias[0] <= bias <= proven.bias[1] < math.inf
    assert proven.error[0] <= error <= proven.error[1] < math.inf
    assert any(note.startswith("Proven of where FedAvg stays") for note in made.notes)
    assert json.loads(json.dumps(made.as_dict(), allow_nan=False))["proven"]["bias"] == list(proven.bias)


def test_least_squares_to_rounding() -> None:
    X, _, ids = rows(d=2)
    made = plan((X, X.sum(axis=1) + np.sin(np.arange(24)), ids), l2=0.1, loss="least_squares", accuracy=0.2, local_steps=[5, 50])
    proven, one = made.proven, made.best["fedavg"]
    assert proven is not None
    law = sf.reference.stationary("fedavg", made.federation.clients.problem(), one.gamma, one.H, method="exact")
    size = float(np.linalg.norm(np.asarray(law.bias, dtype=float)))
    assert proven.bias == (pytest.approx(size, rel=1e-9), pytest.approx(size, rel=1e-9))
    assert proven.error[0] <= math.sqrt(float(np.trace(law.second_moment))) <= proven.error[1]


def test_what_has_none_says_so() -> None:
    X, y, ids = rows()
    refused = {
        "batches": plan((X, y, ids), l2=0.3, rounds=20, batch=4, local_steps=[2]),
        "steps": plan((X, y, ids), l2=0.3, rounds=20, local_steps=[MOST_STEPS]),
    }
    for made in refused.values():
        assert made.proven is not None
        assert made.proven.refused
        assert made.proven.bias == (0.0, math.inf)
        assert any(note.startswith("No proven bound of where FedAvg stays: ") for note in made.notes)
        assert json.loads(json.dumps(made.as_dict(), allow_nan=False))["proven"]["bias"] == [0.0, None]
    assert "would take long" in refused["steps"].notes[-2]
