"""Terms that the kernel calls equal have equal values in small models, whatever stands in them."""

from __future__ import annotations

import gc
import weakref
from random import Random
from typing import Final

import pytest

from symfed.kernel.facts import Fact, Kernel
from symfed.kernel.forms import forget_forms
from symfed.kernel.page import kernel
from symfed.kernel.terms import KernelRefusal, normal
from symfed.kernel.text import read
from tests.kernel.model import Model
from tests.kernel.writer import LAWS, LETTERS, Writer

PAIRS: Final = 6000


def called_equal(k: Kernel, left: str, right: str) -> Fact | None:
    try:
        return k.arithmetic(read(f"({left}) = ({right})", k.names), [])
    except KernelRefusal:
        return None


def worlds(k: Kernel, number: int) -> list[Model]:
    made = [Model(Random(f"worlds {seed}"), dimension=1 + seed % 2, clients=2 + seed % 3 // 2) for seed in range(number)]
    for model in made:
        model.letters = {k.names[name]: model.draw(k.names[name].sort) for name in LETTERS}
    return made


def test_terms_that_are_called_equal_have_equal_values() -> None:
    k = kernel(LETTERS)
    models, rng = worlds(k, 3), Random("normal forms")
    equal = different = 0
    for _ in range(PAIRS):
        left, right = Writer(rng).pair(rng.choice(("Num", "Num", "Vec", "Map", "Tensor", "Index")), 3)
        if left == right:
            continue
        fact = called_equal(k, left, right)
        if fact is None:
            different += 1
            continue
        equal += 1
        assert all(model.value(fact.prop) is not False for model in models), fact.prop
    assert equal > PAIRS / 4
    assert different > PAIRS / 10, "laws that do not hold are among those that are tried"


@pytest.mark.parametrize(("law", "holds"), [item for laws in LAWS.values() for item in laws.items()], ids=str)
def test_a_law_is_known_or_refused(law: tuple[str, str], holds: bool | None) -> None:
    k = kernel(LETTERS)
    fact = called_equal(k, *law)
    if holds is not None:
        assert (fact is not None) is holds
    values = [model.value(read(f"({law[0]}) = ({law[1]})", k.names)) for model in worlds(k, 40)]
    assert (False in values) is (holds is False)


def test_what_was_read_before_changes_nothing() -> None:
    """The powers of the number 0 and of the map 0 are two unknowns, whichever is met first."""
    k = kernel(LETTERS)
    assert called_equal(k, "zero(Map) ^ n", "zero(Map) ^ n")
    assert called_equal(k, "h(0 ^ n)", "h(0 + 0 ^ n)")
    assert called_equal(k, "F(0 ^ m * x)", "F(0 ^ m * x + zero(Vec))")
    assert called_equal(k, "opnorm(zero(Map) ^ m)", "opnorm(zero(Map) ^ m + zero(Map))")


def test_a_function_is_the_function_of_its_values() -> None:
    k = kernel({"X": "Outcome -> Vec", "Y": "Outcome -> Vec"})
    assert called_equal(k, "E(fun w: Outcome. 1 * X(w))", "E(X)")
    assert called_equal(k, "E(fun w: Outcome. 1 * X(w))", "E(Y)") is None


def test_a_term_goes_when_nobody_refers_to_it_and_is_one_until_then() -> None:
    k = kernel(LETTERS)
    made = normal(read("norm(x + y + x + y + x)", k.names))
    assert normal(read("norm(x + y + x + y + x)", k.names)) is made
    gone = weakref.ref(made)
    del made
    forget_forms()
    gc.collect()
    assert gone() is None
