"""High orders on quadratics, whose laws are exact rational numbers: at a tiny gamma each order stands by itself, like digits."""

from __future__ import annotations

import flint
import pytest

from symfed.derive.expansion import coefficients
from symfed.models.problems import QuadraticProblem
from symfed.reference import stationary

GAMMA = flint.fmpq(1, 10**40)
#: Coefficient j + 1 times GAMMA is what coefficient j is off by: these problems have coefficients below 1e15.
SLACK = flint.fmpq(1, 10**25)

LINE = QuadraticProblem([[[2]], [[5]]], [[1], [-2]], [[[3]], [[1]]])
PLANE = QuadraticProblem([[[2, 1], [1, 3]], [[1, 0], [0, 5]]], [[1, 0], [-1, 2]], [[[2, 1], [1, 1]], [[1, 0], [0, 3]]])
SPACE = QuadraticProblem(
    [[[2, 1, 0], [1, 3, -1], [0, -1, 4]], [[1, 0, 0], [0, 5, 1], [0, 1, 2]]],
    [[1, 0, 2], [-1, 2, 0]],
    [[[2, 1, 0], [1, 1, 0], [0, 0, 1]], [[1, 0, 0], [0, 3, 0], [0, 0, 2]]],
)


@pytest.mark.parametrize(("problem", "order", "H"), [(LINE, 10, 4), (PLANE, 5, 3), (SPACE, 3, 2)], ids=["line", "plane", "space"])
def test_orders_are_read_off_the_exact_law(problem: QuadraticProblem, order: int, H: int) -> None:
    law = stationary("fedavg", problem, GAMMA, H, method="exact")
    jets = problem.jets_to_order(order)
    for quantity, rest in (("bias", law.mean - problem.optimum), ("second_moment", law.second_moment)):
        for j, coefficient in enumerate(coefficients("fedavg", jets, quantity, order, H), start=1):
            rest = rest / GAMMA
            assert all(abs(left - right) < SLACK for left, right in zip(rest.flat, coefficient.flat, strict=True)), (quantity, j)
            rest = rest - coefficient
