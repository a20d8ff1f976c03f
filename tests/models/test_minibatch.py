"""The mean of a batch: its cumulants by counting all batches, one law for formulas, exact references and both engines."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.reference import stationary

ROWS = [[[1], [2], [-1]], [[3], [1]]]
REGRESSION = sf.LeastSquaresProblem(ROWS, [[1, 0, 2], [1, -1]], Fraction(1, 2))
CURVED = sf.LogisticProblem(ROWS, [[1, -1, 1], [1, -1]], 0.5)


def all_batches(problem: sf.LinearProblem, batch: int) -> sf.LinearProblem:
    """Every batch as a sample of its own."""
    matrices = [[sum(draw) / batch for draw in product(A, repeat=batch)] for A in problem.matrices]
    vectors = [[sum(draw) / batch for draw in product(b, repeat=batch)] for b in problem.vectors]
    return sf.LinearProblem(matrices, vectors)


def test_noise_and_laws_are_those_of_all_batches_exactly() -> None:
    batch = 3
    many, listed = REGRESSION.minibatch(batch), all_batches(REGRESSION, batch)
    for parts, others in zip(many.jets_to_order(2).cumulants, listed.jets_to_order(2).cumulants, strict=True):
        assert all((one == two).all() for one, two in zip(parts, others, strict=True))
    for algorithm in ("fedavg", "scaffold"):
        one, two = (stationary(algorithm, problem, Fraction(1, 20), 2) for problem in (many, listed))
        assert (one.method, one.rigorous) == ("exact", True)
        assert (one.second_moment == two.second_moment).all()
        assert (one.mean == two.mean).all()


@pytest.mark.parametrize("algorithm", ["fedavg", "scaffold"])
@pytest.mark.parametrize("problem", [REGRESSION, CURVED, sf.LinearProblem([[[[2, 1], [0, 3]], [[1, 0], [0, 1]]]], [[[1, 2], [3, 4]]])])
def test_both_engines_draw_the_same_batches(algorithm: str, problem: sf.LinearProblem) -> None:
    runs = [
        sf.simulate(algorithm, problem.minibatch(3), 0.05, 2, 40, replicas=5, seed=4, engine=engine) for engine in ("numpy", "compiled")
    ]
    np.testing.assert_allclose(runs[0].mean, runs[1].mean, rtol=1e-12)
    np.testing.assert_allclose(runs[0].second_moment, runs[1].second_moment, rtol=1e-11)


def test_formula_simulation_and_law_agree_on_a_curved_loss() -> None:
    gamma, H, batch = 0.05, 3, 4
    many = CURVED.minibatch(batch)
    run = sf.simulate("fedavg", many, gamma, H, 2000, replicas=256, burn_in="auto", seed=5, engine="compiled")
    second = sf.formulas.fedavg_bias(many, gamma, H, order=2)
    rest = np.abs(sf.formulas.fedavg_bias(many, gamma, H, order=3) - second)
    assert (
        np.abs(run.bias - second)[0] < 4.5 * run.bias_error[0] + 2 * rest[0]
    )  # false alarm 7e-6; the third order, doubled, bounds the rest
    alone = stationary("fedavg", CURVED, gamma, H, method="quadrature")
    share = run.covariance[0, 0] / float(alone.covariance[0, 0])
    # noise of covariance C/batch leaves 1/batch of the spread, to first order in gamma L
    assert share == pytest.approx(1 / batch, rel=gamma * CURVED.L)


def test_one_is_the_problem_itself_and_less_is_refused() -> None:
    assert CURVED.minibatch(1) is CURVED
    assert repr(CURVED.minibatch(2)) == f"{CURVED!r} in batches of 2"
    for wrong in (0, 1.5, True):
        with pytest.raises(InvalidInput, match="must be a positive integer"):
            CURVED.minibatch(wrong)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="quadrature: a MinibatchProblem has no finite list of samples"):
        stationary("fedavg", CURVED.minibatch(2), 9, 2)
