"""Messages name the object, its value, the condition and what to write instead."""

from __future__ import annotations

import pickle

import pytest

from symfed.core import errors
from symfed.core.errors import InvalidInput, NotConverged, OutsideDomain, SymfedError, UnknownName, UnstableStep, WorkFailed


def test_the_message_holds_argument_value_rule_and_remedy() -> None:
    error = InvalidInput("gamma", -1, "must be positive", "write 1/10")
    assert str(error) == "gamma = -1: must be positive; write 1/10"
    assert (error.argument, error.value, error.rule, error.instead) == ("gamma", -1, "must be positive", "write 1/10")


def test_long_values_are_cut() -> None:
    message = str(InvalidInput("features", list(range(10_000)), "must be finite"))
    assert len(message) < 250
    assert "..." in message
    assert message.endswith("must be finite")


def test_unknown_names_read_as_sentences() -> None:
    # KeyError would show the message's repr, in quotes
    assert str(UnknownName("no formula 'x'; did you mean 'y'?")) == "no formula 'x'; did you mean 'y'?"


def test_one_family() -> None:
    made = [v for v in vars(errors).values() if isinstance(v, type) and issubclass(v, Exception) and not issubclass(v, Warning)]
    assert len(made) >= 7
    assert all(issubclass(v, SymfedError) for v in made)


@pytest.mark.parametrize(("kind", "builtin"), [(InvalidInput, ValueError), (OutsideDomain, ValueError), (UnknownName, KeyError)])
def test_errors_are_also_the_builtin_that_callers_expect(kind: type[Exception], builtin: type[Exception]) -> None:
    assert issubclass(kind, builtin)


@pytest.mark.parametrize(
    "error",
    [
        InvalidInput("gamma", -1, "must be positive", "write 1/10"),
        OutsideDomain("gamma", 2, "must satisfy gamma*L <= 1"),
        UnstableStep("gamma", 3, "the iterates overflow"),
        UnknownName("no formula 'x'"),
        NotConverged("stopped at 1e-3"),
        WorkFailed(2, "theorem", ValueError("no")),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_survive_the_way_out_of_a_worker_process(error: SymfedError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again).keys() == vars(error).keys()
