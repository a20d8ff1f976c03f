"""Rounds on letters that do not commute: against the same rounds on numbers, and against wrong signs and orders."""

from __future__ import annotations

import pytest
import sympy as sp

from proofs_checks.argo.printed import scafflsa_as_printed
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, gamma
from symfed.derive.linear_rounds import accumulated, after_steps, control_steps, control_unit, expansion, expansion_step
from symfed.models.algorithms import get_algorithm


def letters(*names: str) -> list[sp.Dummy]:
    return [sp.Dummy(name, commutative=False) for name in names]


@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_the_rule_ends_where_the_expansion_says(steps: int) -> None:
    e, own = letters("e", "own")
    A, eps = letters(*[f"A{h}" for h in range(steps)]), letters(*[f"eps{h}" for h in range(steps)])
    ran = after_steps("fedlsa", e, A, eps, own)
    assert sp.expand(ran - expansion(e, A, eps, own)) == 0
    if steps:
        assert sp.expand(ran - expansion(e, A, eps, own, noise_sign=1)) != 0, "the slides' plus sign"
    if steps > 1:
        assert sp.expand(ran - expansion(e, A[::-1], eps, own)) != 0, "the last step stands leftmost"
        assert sp.expand(ran - expansion(e, A, eps[::-1], own)) != 0


def test_one_step_more_proves_it_for_all() -> None:
    ran, said = expansion_step("fedlsa")
    assert sp.expand(ran - said) == 0
    ran, said = expansion_step("fedlsa", noise_sign=1)
    assert sp.expand(ran - said) != 0
    ran, said = expansion_step(get_algorithm("fedprox").bind(rho=1))
    assert sp.expand(ran - said) != 0, "another rule has another expansion"


def test_the_expansion_on_numbers() -> None:
    """Two steps on 2 x 2 matrices, walked: x <- x - gamma (A x - b) with b = A own - eps."""
    A = [sp.Matrix([[1, 2], [0, 3]]), sp.Matrix([[2, -1], [1, 1]])]
    eps, own, start, step = [sp.Matrix([1, 0]), sp.Matrix([-2, 1])], sp.Matrix([1, 1]), sp.Matrix([3, -1]), sp.Rational(1, 10)
    x = start
    for A_h, eps_h in zip(A, eps, strict=True):
        x = x - step * (A_h * x - (A_h * own - eps_h))
    both = (sp.eye(2) - step * A[1]) * (sp.eye(2) - step * A[0])
    said = both * start + (sp.eye(2) - both) * own - step * ((sp.eye(2) - step * A[1]) * eps[0] + eps[1])
    assert x == said
    one, two = letters("one", "two")
    assert sp.expand(accumulated([one, two]) - (1 - gamma * two) * (1 - gamma * one)) == 0


@pytest.mark.parametrize(("name", "sign"), [("scaffold", 1), ("scafflsa", -1)])
def test_control_variates_are_taken_off_step_by_step(name: str, sign: int) -> None:
    assert sp.expand(control_unit(name) - sign * gamma * H) == 0
    ran, said = control_steps(name)
    assert sp.expand(ran - said) == 0


def test_the_printed_rule_puts_them_on() -> None:
    ran, said = control_steps(scafflsa_as_printed)
    assert sp.expand(ran - said) != 0


def test_it_says_what_is_wrong() -> None:
    e, A, eps, own = letters("e", "A", "eps", "own")
    with pytest.raises(InvalidInput, match="if and only if the algorithm keeps control variates"):
        after_steps("scafflsa", e, [A], [eps], own)
    with pytest.raises(InvalidInput, match="if and only if"):
        after_steps("fedlsa", e, [A], [eps], own, control=e)
