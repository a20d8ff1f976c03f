"""Steps on letters that do not commute: their order, and control variates that are taken off step by step."""

from __future__ import annotations

import pytest
import sympy as sp

from proofs_checks.argo.printed import scafflsa_as_printed
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, gamma
from symfed.derive.lift import control_gain, control_steps, step


def letters(*names: str) -> list[sp.Dummy]:
    return [sp.Dummy(name, commutative=False) for name in names]


def test_a_step_on_letters_keeps_their_order() -> None:
    e, A, eps, own = letters("e", "A", "eps", "own")
    assert sp.expand(step("fedlsa", e, A, eps, own) - (e - gamma * A * (e - own) - gamma * eps)) == 0
    B = letters("B")[0]
    twice = step("fedlsa", step("fedlsa", e, A, eps, own), B, eps, own)
    noiseless = (1 - gamma * B) * (1 - gamma * A) * e + (1 - (1 - gamma * B) * (1 - gamma * A)) * own
    assert sp.expand(twice - noiseless + gamma * ((1 - gamma * B) * eps + eps)) == 0


@pytest.mark.parametrize(("name", "sign"), [("scaffold", 1), ("scafflsa", -1)])
def test_control_variates_are_taken_off_step_by_step(name: str, sign: int) -> None:
    assert sp.expand(1 / control_gain(name) - sign * gamma * H) == 0
    ran, said = control_steps(name)
    assert sp.expand(ran - said) == 0


def test_the_printed_rule_puts_them_on() -> None:
    ran, said = control_steps(scafflsa_as_printed)
    assert sp.expand(ran - said) != 0


def test_it_says_what_is_wrong() -> None:
    e, A, eps, own = letters("e", "A", "eps", "own")
    with pytest.raises(InvalidInput, match="if and only if the algorithm keeps control variates"):
        step("scafflsa", e, A, eps, own)
    with pytest.raises(InvalidInput, match="if and only if"):
        step("fedlsa", e, A, eps, own, control=e)
