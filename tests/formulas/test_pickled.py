"""Formulas can be sent to another process and stand in sets: by name, or by what `expand` was asked."""

from __future__ import annotations

import pickle

import pytest

from symfed import formulas
from symfed.models.algorithm import Algorithm


@pytest.mark.parametrize("name", formulas.all_formulas())
def test_a_public_formula_is_pickled_by_name(name: str) -> None:
    formula = formulas.get_formula(name)
    assert pickle.loads(pickle.dumps(formula)) is formula
    assert len({formula, getattr(formulas, name)}) == 1


@pytest.mark.parametrize("quantity", ["bias", "modified_gradient"])
def test_an_expansion_is_made_again_from_what_was_asked(quantity: str) -> None:
    own = Algorithm("own", local_step=lambda x, g, gamma: x - gamma * g / 2)
    formula = formulas.expand(own, quantity, 2)
    again = pickle.loads(pickle.dumps(formula))
    assert again.name == formula.name
    assert again.expr == formula.expr
