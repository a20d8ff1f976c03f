"""One change of a statement, a condition, a rule, the engine, the kernel or a committed file is noticed by the command that reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tests.noticed import certificates, conditions, engine, evidence, manifest, page, proofs, rows, rules, statements
from tests.noticed.change import Change

MODULES = (statements, conditions, rules, engine, page, rows, evidence, manifest, certificates, proofs)
CHANGES = [change for module in MODULES for change in module.CHANGES]
UNCHANGED = [reader for module in MODULES for reader in module.UNCHANGED]
#: Of each kind; together more than sixty.
FEWEST = {
    "statement": 10, "condition": 8, "rule": 6, "engine": 6, "kernel": 6, "row": 6, "evidence": 6, "manifest": 6, "Coq file": 6,
    "sentences.json": 3, "proofs.json": 6, "certificate": 4, "search": 3, "witness": 2,
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_it_is_noticed_for_its_reason(change: Change) -> None:
    said = change.said()
    assert change.reason in said, f"{change.reader} says: {said or 'nothing'}"
    assert "raised: " not in said


@pytest.mark.parametrize("said", UNCHANGED, ids=lambda said: f"{getattr(said, 'func', said).__name__} {getattr(said, 'args', ())}"[:80])
def test_what_is_not_changed_is_passed(said: Callable[[], str]) -> None:
    assert said() == ""


def test_there_are_enough_of_each_kind_and_each_once() -> None:
    counted = Counter(change.kind for change in CHANGES)
    assert {kind: counted[kind] for kind in FEWEST if counted[kind] < FEWEST[kind]} == {}
    assert len({(change.kind, change.where, change.reader) for change in CHANGES}) == len(CHANGES) >= 60
    assert {change.reader for change in CHANGES} == {"verify", "recheck", "replay", "proofs", "coq"}
