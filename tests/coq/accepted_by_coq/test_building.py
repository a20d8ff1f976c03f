"""A folder of claims before Coq: what it refuses is left out and said, what has not changed is not compiled again."""

from __future__ import annotations

from pathlib import Path

import pytest

from symfed.coq import building
from symfed.coq.building import accept, build
from symfed.coq.claim import ClaimFile, Part
from symfed.coq.coq import OF_THE_REALS, Judgement, coqc
from symfed.coq.theorem import CoqTheorem
from symfed.core.errors import SymfedError

TRUE = CoqTheorem("one", "True.", ("x : R",), ("0 < x",), "0 <= x", ("intros.", "lra."))
FALSE = CoqTheorem("two", "False.", ("x : R",), ("0 < x",), "x <= 0", ("intros.", "lra."))


def claim(*theorems: CoqTheorem, name: str = "some") -> ClaimFile:
    return ClaimFile(name, f"made/{name}.v", (f"{name}: what it says.",), parts=tuple(Part(t.name, (t,)) for t in theorems))


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The claims that Coq is given."""
    given: list[str] = []

    def counted(folder: Path, file: str, seconds: float) -> Judgement:
        if not file.startswith("library"):
            given.append(file)
        return coqc(folder, file, seconds)

    monkeypatch.setattr(building, "coqc", counted)
    return given


def test_what_is_refused_is_left_out_and_the_rest_is_accepted(tmp_path: Path) -> None:
    (kept,), judged = accept([claim(TRUE, FALSE)], tmp_path)
    assert [theorem.name for theorem in kept.theorems] == ["one"]
    assert [part.short for part in kept.parts] == ["", "refused by Coq: No applicable tactic."]
    assert judged[kept.path].accepted
    assert judged[kept.path].assumes <= OF_THE_REALS
    assert "two" not in (tmp_path / kept.path).read_text().partition("*)")[2]


def test_a_claim_of_which_all_is_refused_has_no_theorem(tmp_path: Path) -> None:
    kept, judged = accept([claim(FALSE)], tmp_path)
    assert (kept[0].theorems, judged) == ((), {})


def test_only_what_changed_is_compiled_again(tmp_path: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {file.path: file.text for file in (claim(TRUE), claim(TRUE, name="other"))}
    build(tmp_path, texts, jobs=2)
    assert sorted(compiled) == ["made/other.v", "made/some.v"]
    compiled.clear()
    assert all(judgement.accepted for judgement in build(tmp_path, texts).values())
    assert compiled == []
    build(tmp_path, texts | {"made/some.v": texts["made/some.v"] + "\n(* again *)\n"})
    assert compiled == ["made/some.v"]


def test_a_library_that_is_not_accepted_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("symfed.coq.folder", "symfed.coq.building"):
        monkeypatch.setattr(f"{module}.library", lambda: {"library/Prelude.v": "Definition broken : nat := true.\n"})
    with pytest.raises(SymfedError, match=r"does not accept Prelude\.v of the library"):
        build(tmp_path, {"made/some.v": claim(TRUE).text})


def test_time_is_limited_and_the_slow_theorem_found(tmp_path: Path) -> None:
    endless = CoqTheorem("endless", "It never ends.", (), (), "0 <= 1", ("repeat (assert (0 = 0) by reflexivity).", "lra."))
    (kept,), _ = accept([claim(TRUE, endless)], tmp_path, seconds=8)
    assert [part.short for part in kept.parts] == ["", "refused by Coq: not within 8 s"]
