"""References of control variates, and the readings of their transcriptions."""

import flint
import numpy as np

from symfed.checks.control_readings import ControlReading, on_pairs, times_gamma
from symfed.reference.exact import stationary_exact
from symfed.strategies.standard import heterogeneous_quadratics

STEP = flint.fmpq(1, 16)


def test_the_reference_is_the_exact_law():
    problem = heterogeneous_quadratics()[1]
    law = stationary_exact("scaffold", problem, STEP, 2)
    assert (ControlReading("scaffold", "cross")(problem, STEP, 2) == law.controls.cross).all()
    assert (ControlReading("scaffold", "own")(problem, STEP, 2) == STEP * law.controls.own).all()
    pairs = ControlReading("scaffold", "between")(problem, STEP, 2)
    assert (pairs[0, 2] == STEP * law.controls.between(0, 2)).all()
    assert (pairs[2, 0] == pairs[0, 2].T).all()
    assert not pairs[1, 1].any()


def test_a_pair_is_read_in_its_order():
    problem = heterogeneous_quadratics()[1]
    read = on_pairs(lambda one, other, p, gamma, H: one.hessian @ other.noise, problem, STEP, 1)
    assert (read[0, 2] == STEP * problem.jets.hessians[0] @ problem.jets.noise_covariance[2]).all()
    assert (times_gamma(lambda p, gamma, H: p.hessians, problem, STEP, 1) == STEP * problem.jets.hessians).all()
    assert np.shape(read) == (3, 3, 2, 2)
