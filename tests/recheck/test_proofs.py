"""A proof in steps as evidence: the kernel reads its lines again, and what they are said to show is what they make."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.evidence.proofs import proof_part
from symfed.ledger import Claims, evidence
from symfed.recheck import KINDS, THE_PROOF, MalformedPart, parts_checked, path_of, read
from symfed.recheck.archive import committed
from symfed.recheck.proofs import packed, premises_taken, unpacked


def file_of(name: str) -> dict[str, Any]:
    return dict(read(path_of(evidence.committed_folder(), name).read_text(encoding="utf-8")))


def part_of(name: str) -> dict[str, Any]:
    return next(part for part in file_of(name)["parts"] if part["of"] == THE_PROOF)


def wrong(part: dict[str, Any]) -> str:
    try:
        return KINDS["proof"](part)
    except MalformedPart as error:
        return str(error)


PROOFS = ["aistats-prop2-bound", "symfed-cocoercivity", "aistats-eq14-chain3"]


@pytest.mark.parametrize("name", PROOFS)
@pytest.mark.parametrize(
    "alter",
    [
        lambda p: p["open"].append("0 <= gamma_"),
        lambda p: p.update(makes="0" * 16),
        lambda p: p["letters"].update(dict.fromkeys(("grad", "L"), "Index")),
        lambda p: p["statement"].clear(),
        lambda p: p.update(lines=p["lines"][:-5]),
        lambda p: p.update(lines="0" * 16),
        lambda p: p.update(lines=committed()[p["lines"]][:-5]),
        lambda p: p.update(lines=7),
        lambda p: p.update(lines=packed({"variables": {}, "terms": [], "lines": []})),
    ],
)
def test_what_a_proof_says_is_what_its_lines_make(name: str, alter: Callable[[dict[str, Any]], Any]) -> None:
    part = part_of(name)
    assert wrong(part) == ""
    changed = copy.deepcopy(part)
    alter(changed)
    if changed != part:
        assert wrong(changed)


def test_lines_that_are_too_long_or_nothing_are_refused() -> None:
    part = part_of(PROOFS[0])
    assert "too long" in wrong({**part, "lines": " " * 30_000_000})
    assert "cannot be read" in wrong({**part, "lines": "{"})
    assert "cannot be read" in wrong({**part, "lines": ["0" * 16]})


def test_an_own_lemma_and_an_open_hypothesis_are_named_and_a_premise_has_its_own_file() -> None:
    part = {"lent": {"symmetric": "0 <= 1", "aistats-prop1-stationary/1": "0 <= 1"}, "open": ["0 < K"]}
    assert premises_taken(part, {"symmetric": {}}) == "takes for granted: symmetric, 0 < K"
    assert premises_taken({"lent": {"aistats-prop1-stationary/1": "0 <= 1"}, "open": []}, {}) == ""
    held = file_of("symfed-lsa-least-squares")
    assert parts_checked(held).extent == "in part"
    assert "takes for granted: symmetric" in parts_checked(held).detail


def test_a_proof_that_the_kernel_does_not_read_is_left_out_with_the_reason() -> None:
    claims = Claims()
    claim = claims["symfed-cocoercivity"]
    with pytest.raises(InvalidInput, match="is not read by the kernel of sentences"):
        proof_part(replace(claim, statement=sp.Le(2 * claim.statement.lhs, claim.statement.rhs, evaluate=False)), claims)


@pytest.mark.parametrize("name", PROOFS)
def test_packing_loses_nothing(name: str) -> None:
    proof = unpacked(part_of(name)["lines"])
    assert unpacked(packed(proof)) == proof


@pytest.mark.parametrize(
    "raw",
    [
        [],
        [{}, [], ["assume"], {}],
        [{}, [], ["assume"], {"assume": []}],
        [{}, [], ["unknown"], {"unknown": [[0]]}],
        [{}, [], ["at", "at"], {"at": [[0, 0], [[0]]]}],
        [{}, [], ["assume"], {"assume": [["0"]]}],
        [{}, [], [["assume"]], {"assume": [[0]]}],
        [{}, [], ["arithmetic"], {"arithmetic": [[0], [7]]}],
        [{}, [], 7, {}],
    ],
)
def test_lines_that_no_proof_was_packed_into_are_refused(raw: Any) -> None:
    with pytest.raises(MalformedPart, match="cannot be read"):
        unpacked(json.dumps(raw))
