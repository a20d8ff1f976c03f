"""Non-quadratic clients with rational fixed points."""

import pytest
import sympy as sp

from proofs_checks.aistats.mean_hessian import all_cases
from symfed.core.symbols import theta


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_fixed_points_and_curvature(case):
    for H in (1, 2):
        point = case.fixed_point(H)
        assert sum(case.local(c, H, point) for c in (0, 1)) / 2 == point
    assert sum(gradient.subs(theta, 0) for gradient in case.gradients) == 0
    # f_2'' = A + K (1 - s)/(1 + s)^2 with s = theta^2 >= 0: the fraction runs from 1 down to -1/8 (at s = 3)
    second = sp.expand(case.gradients[1].diff(theta))
    ends = [second.subs(theta, 0), second.subs(theta, sp.sqrt(3))]
    assert min(ends) > 0
    assert 2 * case.gamma * max(*ends, case.slope) <= 1
