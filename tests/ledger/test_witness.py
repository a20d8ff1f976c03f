"""Witnesses as JSON data and as texts: each is made from the other letter by letter, and a tampered one is only ever read."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symfed.core.errors import InvalidInput, UnknownName
from symfed.ledger import evaluate, load
from symfed.ledger.witness import data, is_exact, texts

NUMBERS = st.fractions(-9, 9, max_denominator=9).map(str)
ARRAYS = st.recursive(NUMBERS, lambda inner: st.lists(inner, max_size=3), max_leaves=6)
INSTANCE = {"gamma": "1/2", "H": 2, "hessians": [[[1]], [[2]]], "optima": [[0], [Fraction(1)]]}


@given(st.dictionaries(st.text(max_size=5), st.one_of(st.text("[]()0123/-, =:ab", max_size=20), st.text(), ARRAYS.map(str)), max_size=3))
@settings(max_examples=200)
def test_every_text_comes_back(written: dict[str, str]) -> None:
    assert texts(json.loads(json.dumps(data(written)))) == written


@given(ARRAYS)
@settings(max_examples=100)
def test_arrays_become_lists(array: Any) -> None:
    assert data(texts({"array": array})) == {"array": array}


def test_every_committed_witness_is_data_of_its_texts() -> None:
    witnesses = [row["witness"] for row in load() if row["witness"]]
    assert all(data(texts(witness)) == witness for witness in witnesses)
    assert sum(any(not isinstance(value, str) for value in witness.values()) for witness in witnesses) > len(witnesses) / 3


def test_an_instance_is_written_as_people_write_one() -> None:
    shown = evaluate("aistats-thm2-exact-bias", INSTANCE)
    assert shown == evaluate("aistats-thm2-exact-bias", data(texts(INSTANCE)))
    assert shown == evaluate("aistats-thm2-exact-bias", {**INSTANCE, "gamma": flint.fmpq(1, 2), "optima": "[[0], [1]]"})
    assert shown.refute
    assert is_exact(INSTANCE["optima"])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"gamma": 0.5}, "write '1/10' for 0.1"),
        ({"hessians": [[[1.0]], [[2]]]}, "must be exact"),
        ({"H": None}, "must be a number"),
        ({"H": "two"}, "as the witness of"),
        ({"gamma": "1/0"}, "denominator other than 0"),
        ({"hessians": "[[[1]], [["}, "as the witness of"),
        ({"hessians": {"a": [1]}}, "as the witness of"),
        ({"optima": [[0]]}, "must"),
    ],
)
def test_what_is_no_instance_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        evaluate("aistats-thm2-exact-bias", {**INSTANCE, **change})


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"H": 0}, "H = '0': must be positive"),
        ({"H": "-1"}, "must be positive"),
        ({"H": "3/2"}, "must be an integer"),
        ({"gamma": 0}, "must be positive"),
        ({"gama": "1/3"}, "symfed show aistats-thm2-exact-bias prints it"),
    ],
)
def test_what_a_letter_never_stands_for_refutes_nothing(change: dict[str, Any], rule: str) -> None:
    with pytest.raises(InvalidInput, match=rule):
        evaluate("aistats-thm2-exact-bias", {**INSTANCE, **change})


def test_instances_are_written_as_people_write_them() -> None:
    # two clients x -> (1 - gamma a)^2 (x - c) + c by hand at gamma = 1/10: the fixed point is 36/55, the optimum 2/3
    found = evaluate("aistats-thm2-exact-bias", {**INSTANCE, "gamma": "0.1", "hessians": np.array([[[1]], [[2]]])})
    assert found.values == ("[2/165]", "[-2/165]")
    with pytest.raises(UnknownName, match="did you mean aistats-thm2-bound"):
        evaluate("aistats-thm2", INSTANCE)
