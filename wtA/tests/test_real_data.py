"""FedAvg's bias on real data: the notebook's problem and measurement, in its reduced mode, decide between right and wrong formulas."""

from __future__ import annotations

import os
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

Array = NDArray[np.float64]

#: Eight distances (H = 1 and 5, four coefficients), each Student t with 199 degrees of freedom: P(|t| > 5) = 1.3e-6, so that a right
#: formula fails for one seed in a hundred thousand. The seed is fixed: the test itself always gives the same answer.
LIMIT = 5.0


@pytest.fixture(scope="module")
def notebook() -> Iterator[dict[str, Any]]:
    """Everything that notebooks/01b_real_data.py defines, run in its reduced mode."""
    source = Path(__file__).resolve().parents[1] / "notebooks" / "01b_real_data.py"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "SYMFED_QUICK", "1")
        patch.setattr("matplotlib.pyplot.show", lambda: None)
        yield runpy.run_path(str(source))


def parts(notebook: dict[str, Any]) -> tuple[Array, Array, Array]:
    """gamma times the coefficients: drift per local step beyond the first, noise, and H as a column."""
    return notebook["drift"], notebook["noise"], notebook["STEPS"][:, None]


def distances(notebook: dict[str, Any], first: Array) -> Array:
    """How far the measured bias is from a first order, in standard errors (H, d), less what the remainder may explain.

    The remainder is the derived second-order term plus an allowance. Consecutive terms of the expansion fall by about the ratio r =
    |second| / |first| of the derived ones, so the third and all later ones add up to about |second| r/(1 - r).
    """
    second = (notebook["second"] - notebook["first"])[0]
    size = np.linalg.norm(second, axis=1, keepdims=True)
    ratio = size / np.linalg.norm(notebook["first"][0], axis=1, keepdims=True)
    assert np.all(ratio < 0.5), "an allowance by extrapolation needs terms that fall"
    rest = abs(notebook["measured"][0] - first - second) - size * ratio / (1 - ratio)
    return np.asarray(np.maximum(rest, 0) / notebook["error"][0])


def test_the_split_is_uneven_and_complete(notebook: dict[str, Any]) -> None:
    split, labels = notebook["split"], notebook["labels"]
    assert sorted(row for rows in split for row in rows) == list(range(569))
    sizes, benign = [len(rows) for rows in split], [np.mean(labels[rows] == 1) for rows in split]
    assert len(split) == 10
    assert max(sizes) > 3 * min(sizes)
    assert min(benign) < 0.2 < 0.8 < max(benign)
    assert split == notebook["label_skewed_split"](labels, 10, seed=0)


def test_the_optimum_is_one(notebook: dict[str, Any]) -> None:
    problem = notebook["problem"]
    everywhere = np.tile(problem.optimum, (1, problem.num_clients, 1))
    # a mean of 569 terms below L in size, each rounded at 2^-53, after a Newton iteration that stops at the same level
    assert np.abs(problem.mean_gradients(everywhere)[0].mean(axis=0)).max() < 1e-13 * problem.L


def test_prediction_agrees_with_measurement(notebook: dict[str, Any]) -> None:
    drift, noise, steps = parts(notebook)
    assert np.allclose(notebook["first"][0], noise + (steps - 1) * drift, rtol=1e-12)  # the two parts add up; a few roundings
    assert distances(notebook, notebook["first"][0]).max() < LIMIT


def test_the_bias_itself_is_resolved(notebook: dict[str, Any]) -> None:
    noise_only, with_drift = np.abs(notebook["measured"][0] / notebook["error"][0]).max(axis=1)
    assert noise_only > LIMIT
    assert with_drift > LIMIT


WRONG: dict[str, Callable[[Array, Array, Array], Array]] = {
    "no bias": lambda drift, noise, steps: 0 * steps * drift,
    "sign of the stochastic part": lambda drift, noise, steps: -noise + (steps - 1) * drift,
    "sign of the heterogeneity part": lambda drift, noise, steps: noise - (steps - 1) * drift,
    "both signs (the preprint's Table 1)": lambda drift, noise, steps: -noise - (steps - 1) * drift,
    "H for H-1": lambda drift, noise, steps: noise + steps * drift,
    "stochastic part grows with H": lambda drift, noise, steps: steps * noise + (steps - 1) * drift,
    "1/N dropped": lambda drift, noise, steps: 10 * noise + (steps - 1) * drift,
    "factor 2 in the heterogeneity part": lambda drift, noise, steps: noise + 2 * (steps - 1) * drift,
}


@pytest.mark.parametrize("variant", WRONG)
def test_wrong_formulas_are_rejected(notebook: dict[str, Any], variant: str) -> None:
    assert distances(notebook, WRONG[variant](*parts(notebook))).max() > LIMIT
