"""What is timed computes the same formulas, and a contestant that does not is stopped."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from benchmarks.baselines import formula_loops
from benchmarks.formula_cases import formula_cases, plane
from benchmarks.formulas import agree, contestants
from symfed.core.symbols import H, N, gamma
from symfed.formulas import fedavg_bias
from symfed.models.jets import Jets
from tests.formulas.helpers import JetProblem
from tests.numeric.helpers import available


def test_every_contestant_computes_the_formula() -> None:
    field = contestants()
    expected = {"symfed float64", "lambdify", "lambdify in chunks"} | {
        f"symfed {name}" for name in ("numba", "c", "jax") if available(name)
    }
    assert expected <= set(field)
    for case in formula_cases():
        agree(case, {name: prepare(case) for name, prepare in field.items()})


def test_a_contestant_that_computes_something_else_is_stopped() -> None:
    case = plane()
    sound = contestants()["symfed float64"](case)

    def shifted(columns: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
        return [result * (1 + 1e-8) for result in sound(columns)]

    with pytest.raises(AssertionError, match="shifted misses"):
        agree(case, {"sound": sound, "shifted": shifted})


def test_the_case_in_the_plane_is_the_formula_that_people_import() -> None:
    case = plane()
    columns = case.columns(5, seed=3)
    found = np.stack(contestants()["symfed float64"](case)(columns), axis=-1)
    for k, value in enumerate(found):
        at = {symbol.name: float(column[k]) for symbol, column in zip(case.arguments, columns, strict=True)}
        count = int(at[N.name])

        def symmetric(letter: str, rank: int, at: dict[str, float] = at) -> np.ndarray:
            entries = [at[letter + "".join(sorted(str(1 + i) for i in index))] for index in np.ndindex(*(2,) * rank)]
            return np.array(entries).reshape((2,) * rank)

        hessian, g = symmetric("a", 2), np.array([1.0, 0.0])
        # two groups of clients with gradients g, -g and Hessians A + D, A - D: the mean of H_c g_c is D g, whose two entries are v
        tilt = np.array([[at["v1"], at["v2"]], [at["v2"], 0.0]])
        signs = np.array([(-1) ** c for c in range(2)])
        jets = Jets.of(
            gradients=signs[:, None] * g,
            hessians=hessian + signs[:, None, None] * tilt,
            third_derivatives=np.stack([symmetric("t", 3)] * 2),
            # N enters as C/N alone: two clients stand for N of them with the noise of two N-ths
            noise_covariance=np.stack([symmetric("c", 2) * 2 / count] * 2),
        )
        truth = fedavg_bias(JetProblem(jets, exact=False), at[gamma.name], int(at[H.name]), check=False)
        # a few hundred operations, divided twice by an A whose condition is below (1.5 + 0.45)/(0.5 - 0.45) = 39
        assert np.abs(value - truth).max() <= 500 * 39**2 * 2.0**-52 * np.abs(truth).max()


def test_fast_math_in_c_leaves_the_processs_arithmetic_alone() -> None:
    smallest = np.float64(5e-324)
    if available("c"):
        formula_loops.c(formula_cases()[0])
    assert smallest * np.float64(1) > 0, "loading the library made the processor round subnormal numbers to zero"
