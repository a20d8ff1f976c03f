"""Text that comes inside of something: whatever holds it, and wherever it is handed over, none is ever run as code."""

from __future__ import annotations

import builtins
import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

import symfed as sf
from symfed.core.errors import InvalidInput, SymfedError
from symfed.core.grammar import as_expression, expression, rational_number
from symfed.core.symbols import gamma
from tests.core.entries import BELOW, CONTAINERS, EXPRESSIONS, PACKAGE, Endless, nested

RUN = "__import__('builtins').__dict__.__setitem__('symfed_was_run', 1)"
CALLS = PACKAGE | BELOW
PLACES = [(name, argument) for name, (_, arguments) in CALLS.items() for argument in arguments]
#: What is said of classes of things, and takes no values.
#: Arguments that are names or choices.
NO_VALUES = {"more", "threads", "reading", "progress", "seed", "quantity", "problems"}
NOT_ENTRIES = {"Claim", "Clients", "Tier", "plot_expansion"}


@pytest.fixture
def evaluated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that SymPy was asked to run."""
    found: list[str] = []

    def noted(code: str, *_: Any, **__: Any) -> sp.Expr:
        found.append(code)
        return sp.S.One

    monkeypatch.setattr("sympy.parsing.sympy_parser.eval_expr", noted)
    monkeypatch.setattr(builtins, "symfed_was_run", 0, raising=False)
    return found


def handed_over(value: Any, base: Any) -> list[Callable[[], Any]]:
    """A container in the place of a whole argument, in a list there, and in the place of its first number."""
    return [lambda: value(RUN), lambda: [value(RUN)], lambda: value([RUN]), lambda: nested(base, value(RUN))]


def all_containers(base: Any) -> list[Any]:
    """Every container with the text in it, once and twice deep; those that cannot hold it are left out."""
    found = []
    for container in CONTAINERS.values():
        for made in handed_over(container, base):
            try:
                found.append(made())
            except TypeError:  # a set of lists
                continue
    return found


def refusal(call: Callable[..., Any], arguments: dict[str, Any]) -> Exception | None:
    try:
        call(**arguments)
    except Exception as refused:
        return refused
    return None


@pytest.mark.parametrize(("name", "argument"), PLACES, ids=[f"{name}, {argument}" for name, argument in PLACES])
def test_no_container_has_its_text_run(name: str, argument: str, evaluated: list[str]) -> None:
    call, arguments = CALLS[name]
    for value in all_containers(arguments[argument]):
        refused = refusal(call, {**arguments, argument: value})
        assert not evaluated, f"{name} had SymPy run the text in {value!r}"
        assert vars(builtins)["symfed_was_run"] == 0, f"{name} ran the text in {value!r}"
        strict = name in EXPRESSIONS and argument not in NO_VALUES
        assert not strict or isinstance(refused, SymfedError | None), f"{value!r}: {refused!r}"


@pytest.mark.parametrize("name", CALLS)
def test_the_calls_are_sound(name: str) -> None:
    """An entry that refuses its own example would refuse everything."""
    call, arguments = CALLS[name]
    call(**arguments)


def test_no_public_entry_is_left_out() -> None:
    callables = {name for name in sf.__all__ if callable(getattr(sf, name))}
    assert callables == set(PACKAGE) | NOT_ENTRIES
    for name, (call, arguments) in PACKAGE.items():
        given = {
            one.name for one in inspect.signature(call).parameters.values() if re.search("Any|ArrayLike|float|int|sp", str(one.annotation))
        }
        assert given - set(arguments) <= NO_VALUES, name


@pytest.mark.parametrize("container", CONTAINERS)
def test_the_door_refuses_what_has_entries(container: str, evaluated: list[str]) -> None:
    for inside in (RUN, "gamma", [RUN]):
        try:
            value = CONTAINERS[container](inside)
        except TypeError:  # a set of lists
            continue
        for door in (expression, as_expression, rational_number):
            if container == "array without axes" and inside == "gamma" and door is expression:
                continue  # its one entry is a string, which the grammar reads
            with pytest.raises(InvalidInput):
                door(value)
    assert not evaluated


def test_the_door_asks_no_iterator() -> None:
    endless = Endless("gamma")
    with pytest.raises(InvalidInput):
        expression(endless)
    assert endless.asked == 0


def test_the_door_reads_single_numbers_and_expressions() -> None:
    import flint
    import mpmath
    import numpy as np

    assert [expression(x) for x in (np.array(3), np.int64(3), flint.fmpq(3), flint.fmpz(3), sp.Integer(3), "3")] == [3] * 6
    assert [expression(x) for x in (np.float64(0.5), 0.5, mpmath.mpf(0.5))] == [0.5] * 3
    assert expression(sf.formulas.scaffold_contraction) == sf.formulas.scaffold_contraction.expr
    assert expression(np.array("gamma", dtype=object), {"gamma": gamma}) == gamma


LONG = 10**4300  # one digit more than Python writes out


@pytest.mark.parametrize(
    "value",
    ["1e" + "9" * 5000, "9" * 5000, "1" * 4301, "0." + "1" * 5000, "10**5000", "9**4000*9**4000", "1/" + "7" * 5000, LONG, -LONG,
     sp.Integer(LONG), sp.Rational(1, LONG), LONG * gamma, [LONG], (LONG,)],
    ids=lambda value: f"{type(value).__name__}",
)  # fmt: skip
@pytest.mark.parametrize("name", ["Domain.contains", "Domain.require", "Formula.subs", "check", "CheckedFormula.at", "ScalarProblem"])
def test_a_number_too_long_to_write_out_is_refused(name: str, value: Any) -> None:
    call, arguments = CALLS[name]
    argument = next(iter(arguments))
    with pytest.raises(InvalidInput) as refused:
        call(**{**arguments, argument: nested(arguments[argument], value)})
    assert len(str(refused.value)) < 2000


def test_numbers_that_can_be_written_out_are_read() -> None:
    assert expression("9" * 2000) == int("9" * 2000)
    assert expression(10**4299) == 10**4299
    assert str(expression("10**4299"))[0] == "1"
