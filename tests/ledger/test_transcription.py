"""What a reader is shown of a statement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp

from symfed.core.symbols import H, gamma
from symfed.ledger.discovery import discover
from symfed.ledger.transcription import transcription
from symfed.models.algorithms import get_algorithm


def helper(p):
    return p + 1


def statement(p):
    return 2 * helper(p)


def circular(p, depth=0):
    return circular(p, depth + 1) if depth < 3 else p


def test_a_function_comes_with_the_functions_of_its_files_that_it_calls() -> None:
    shown = transcription(statement)
    assert shown.index("return p + 1") < shown.index("return 2 * helper(p)")


def test_a_function_that_calls_itself_is_shown_once() -> None:
    assert transcription(circular).count("def circular") == 1


def test_functions_typed_into_a_session_are_shown_as_far_as_they_can_be() -> None:
    typed: dict[str, object] = {}
    exec("def inner(p):\n    return p\n\ndef outer(p):\n    return inner(p)", typed)
    assert transcription(typed["outer"]).count("function") == 2  # no source to show, so their names


def test_expressions_inequalities_parts_and_nothing() -> None:
    assert transcription(gamma * H) == "H*gamma"
    assert transcription((gamma, sp.S.One)) == "gamma <= 1"
    assert transcription({"one": gamma, "two": H}) == "# one\ngamma\n\n# two\nH"
    assert transcription(None) == ""


def first(k: int) -> int:
    return k


def second(k: int) -> int:
    return k


def inside(p: int) -> list[int]:
    # before Python 3.12 a comprehension is a function of its own: the text may not depend on that
    return [second(k) for k in range(p)] + [first(p)]


def test_functions_called_inside_a_comprehension_are_shown_in_the_order_of_the_file() -> None:
    assert [line for line in transcription(inside).splitlines() if line.startswith("def")] == [
        "def first(k: int) -> int:",
        "def second(k: int) -> int:",
        "def inside(p: int) -> list[int]:",
    ]


def test_an_algorithm_is_shown_by_its_rules() -> None:
    assert transcription(get_algorithm("scafflsa")).splitlines()[:2] == ["scafflsa", "local_step: x - gamma*(g - xi)"]


@dataclass(frozen=True)
class Sum:
    terms: Callable[..., object]
    remainder: sp.Expr
    fixed: tuple[sp.Symbol, ...]


def test_a_statement_of_several_parts_is_shown_part_by_part() -> None:
    shown = transcription(Sum(helper, gamma**2, (H,)))
    assert shown == "terms:\n    def helper(p):\n        return p + 1\nremainder: gamma**2\nfixed: H"


def test_no_claim_is_shown_by_where_it_lies_in_memory() -> None:
    # such a text would be another one in every process
    shown = {claim.id: transcription([claim.statement, *(lemma.statement for lemma in claim.proof)]) for claim in discover().values()}
    assert [claim_id for claim_id, text in shown.items() if " at 0x" in text] == []
