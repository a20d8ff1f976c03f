"""Formulas can be sent to another process and stand in sets: by name, or by what `expand` was asked."""

from __future__ import annotations

import copy
import pickle

import pytest

from symfed import formulas
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, gamma, mu
from symfed.formulas import expand
from symfed.formulas.expansion import ExpansionFormula
from symfed.formulas.kinds import ScalarFormula
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


def test_a_formula_of_ones_own_is_pickled_with_its_expression() -> None:
    asked: list[int] = []
    own = ScalarFormula("own", "A factor.", lambda: asked.append(1) or 1 - gamma * mu, (gamma, mu))  # type: ignore[func-returns-value]
    again = pickle.loads(pickle.dumps(own))
    assert (again.name, again.expr, again(0.1, 2)) == ("own", 1 - gamma * mu, 0.8)
    assert pickle.loads(pickle.dumps(again)).expr == again.expr
    assert len({own, again}) == 2
    assert copy.deepcopy(own) is copy.copy(own) is own
    assert asked == [1]


def test_what_cannot_be_pickled_says_what_to_write() -> None:
    own = ExpansionFormula("own", "A series.", lambda: gamma, (gamma, H), series=lambda order: gamma)
    with pytest.raises(InvalidInput, match=r"^series = .*own cannot be pickled; write it with def at the top level of a module"):
        pickle.dumps(own)


def own(pull: str) -> Algorithm:
    """A rule made inside a function, of a lambda."""
    return Algorithm(
        "own", local_step=lambda x, g, x_start, gamma, rho: x - gamma * (g + rho * (x - x_start)), hyper=("rho",)
    ).bind(rho=pull)  # fmt: skip


def test_an_algorithm_is_what_its_rules_say() -> None:
    one, other = own("1/2"), own("1/3")
    again = pickle.loads(pickle.dumps(one))
    assert again == one == copy.deepcopy(one) == own("1/2")
    assert len({one, again, other, own("1/2"), own("1/3")}) == 2
    same_text = Algorithm("own", local_step=lambda x, g, x_start, gamma, H: x - gamma * g)
    assert same_text != Algorithm("own", local_step=lambda x, g, x_start, gamma: x - gamma * g)  # the first one reads H
    assert one != "own"
    assert expand(again, "bias", 2).expr == expand(one, "bias", 2).expr
