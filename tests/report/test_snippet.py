"""What is shown to be pasted runs as pasted, and shows each statement that falls to fail where its witness says."""

from __future__ import annotations

from typing import Any

import pytest

from symfed.core.errors import InvalidInput
from symfed.ledger import Sides, evaluate, load, replay
from symfed.ledger.lines import whole
from symfed.ledger.witness import texts
from symfed.report.claim import claim_fields
from symfed.report.snippet import instance, snippet

FALLEN = {row["id"]: row for row in load() if row["verdict"] in ("REFUTED", "IMPRECISE")}
QUADRATIC = {"gamma": "1/2", "H": "2", "hessians": "[[[1]], [[2]]]", "optima": "[[0], [1]]"}


@pytest.mark.parametrize("claim_id", FALLEN)
def test_five_lines_show_a_statement_to_fail_as_its_witness_says(claim_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    row = FALLEN[claim_id]
    lines = snippet(row)
    assert len(lines.splitlines()) == 5
    assert dict(claim_fields(row, []))["to paste into Python"] == f"{lines}\n"
    pasted: dict[str, Any] = {}
    exec(lines, pasted)
    printed = capsys.readouterr().out.strip()
    if "sides" not in pasted:
        assert instance(row["witness"]) == {}
        assert all(name in printed for name in row["witness"])
        assert pasted["again"].ok
        return
    sides: Sides = pasted["sides"]
    assert str(sides) == printed
    committed = [value for name, value in texts(row["witness"]).items() if name not in pasted["instance"]]
    assert sides.values == ("undefined", "not compared") if committed[0].startswith("undefined") else list(sides.values) == committed


def test_powers_of_both_sides_are_said_to_be_powers() -> None:
    assert dict(claim_fields(whole(FALLEN["hal-prop4-bound"]), []))["why"].endswith("left 1/49, right 1/64 (both sides to the power 2)")


def test_a_witness_that_is_no_longer_one_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    row = FALLEN["aistats-rem1-limit"]
    wrong = row | {"witness": row["witness"] | {"lower bound": "2"}}
    monkeypatch.setattr(replay, "load", lambda: [wrong])
    with pytest.raises(AssertionError, match="no check of this claim refutes it with this witness"):
        exec(snippet(wrong), {})


def test_what_holds_has_nothing_to_paste() -> None:
    assert snippet({"id": "holds", "verdict": "PROVED", "witness": None}) == ""


def test_an_instance_of_ones_own_is_evaluated_and_says_where_it_lies() -> None:
    equal = evaluate("aistats-thm2-exact-bias", {**QUADRATIC, "optima": "[[1], [1]]"})
    assert equal.hold
    assert equal.inside
    assert not equal.refute
    far = evaluate("aistats-thm2-exact-bias", {**QUADRATIC, "gamma": "9/2"})
    assert not far.inside
    assert not far.refute
    assert str(far).endswith("outside the printed assumptions)")


def test_an_instance_of_another_kind_is_refused() -> None:
    with pytest.raises(InvalidInput, match="as the witness of argo-noise-def"):
        evaluate("argo-noise-def", QUADRATIC)
