"""Columns of certificates are the normal forms of their products, and rows that force columns to zero take no solution away."""

from __future__ import annotations

from functools import reduce
from itertools import product
from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.sparse import csc_array

from symfed.kernel.forms import number, vector
from symfed.kernel.page import kernel
from symfed.kernel.terms import Num, Vec
from symfed.kernel.text import join
from symfed.tactics.arithmetic import NotFound, _not_zero, no_factor_helps, prove
from symfed.tactics.columns import Columns, Factors
from symfed.tactics.proof import ProofWriter

LETTERS = {"a": "Num", "b": "Num", "c": "Num", "x": "Vec"}


def place() -> ProofWriter:
    return ProofWriter(kernel(LETTERS))


def coefficients(form: Any) -> list[flint.fmpq]:
    """All coefficients of a normal form, sorted."""
    values = [v for part in form.values() for v in (part.values() if isinstance(part, dict) else (part,))]
    return sorted(flint.fmpq(v.numerator, v.denominator) for v in values)


@pytest.mark.parametrize("number_of_facts", [1, 2, 3])
def test_a_column_is_the_normal_form_of_the_product(number_of_facts: int) -> None:
    proof, columns = place(), Columns()
    differences = [proof.say(said) for said in ("a - b", "a * a + 2 * b - 1", "c - a * b")]
    root, by = proof.say("a - 2 * c"), proof.say("a * a * b")
    ((factor, _),) = number(by).items()
    for chosen in product(differences, repeat=number_of_facts):
        column = columns.of(Factors(chosen, number=factor, squares=(root,)), Num)
        assert column is not None
        whole = reduce(lambda one, other: join("*", one, other), (by, *chosen, root, root))
        assert sorted(column.form.values()) == coefficients(number(whole))
        assert column.values == [float(value) for value in column.form.values()]


def test_a_column_of_vectors_is_the_normal_form_of_the_product() -> None:
    proof, columns = place(), Columns()
    difference, x = proof.say("a - b"), proof.say("x")
    column = columns.of(Factors((difference,), right=x), Vec)
    assert column is not None
    assert sorted(column.form.values()) == coefficients(vector(join("*", difference, x)))
    assert columns.of(Factors((difference,)), Vec) is None
    assert columns.of(Factors((difference,), right=x), Num) is None
    assert columns.of(Factors((proof.say("a - a"),)), Num) is None


@given(st.lists(st.lists(st.integers(-2, 2), min_size=5, max_size=5), min_size=1, max_size=4), st.data())
def test_rows_that_force_zero_take_no_solution_away(rows: list[list[int]], data: st.DataObject) -> None:
    right = np.array(data.draw(st.lists(st.integers(-1, 1), min_size=len(rows), max_size=len(rows))), dtype=float)
    any_sign = np.array(data.draw(st.lists(st.booleans(), min_size=5, max_size=5)))
    matrix = np.array(rows, dtype=float)
    bounds = [(None, None) if free else (0, None) for free in any_sign]
    whole = linprog(np.zeros(5), A_eq=matrix, b_eq=right, bounds=bounds, method="highs-ds")
    alive = _not_zero(csc_array(matrix), right, any_sign)
    if alive is None:
        assert whole.status == 2
    elif len(alive):
        rest = linprog(np.zeros(len(alive)), A_eq=matrix[:, alive], b_eq=right, bounds=[bounds[k] for k in alive], method="highs-ds")
        assert rest.status == whole.status


def test_factors_are_given_up_only_where_none_helps() -> None:
    proof = place()
    a, b, c = (proof.say(name) for name in "abc")
    facts = [proof.assume(proof.say(said)) for said in ("0 < a", "0 < c", "c * a <= c * b")]
    goal = proof.say("a <= b")
    assert not no_factor_helps(proof, goal, [a, c], facts)
    assert no_factor_helps(proof, goal, [a], facts)
    assert no_factor_helps(proof, goal, [a, c], facts[:2])
    assert no_factor_helps(proof, proof.say("b <= a"), [a, c], facts)
    with pytest.raises(NotFound):
        prove(proof, goal, facts)
    assert prove(proof, join("<=", join("*", c, a), join("*", c, b)), facts)
