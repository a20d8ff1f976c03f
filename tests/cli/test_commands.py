"""The command line: what goes where, and the exit code."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import symfed
from symfed import ledger
from symfed.cli import main
from symfed.formulas import fedavg_bias
from symfed.ledger.row import Row
from symfed.models.problems import QuadraticProblem
from tests.cli.made_ledger import CLAIMS, ROWS, FakeLedger, Invoke


def test_verify_prints_rows_and_one_sentence_and_exits_0(invoke: Invoke, fake: FakeLedger) -> None:
    result = invoke("verify", "--jobs", "1")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "aistats-eq1   PROVED        PROVED        Section of aistats-eq1",
        "aistats-thm4  REFUTED       CORRECTED     Section of aistats-thm4",
        "hal-A3        NOT_CHECKED   NOT_CHECKED   Section of hal-A3",
        "symfed-thm4   PROVED_GIVEN  PROVED_GIVEN  Section of symfed-thm4",
        "Proved given words: 1 statement (what is printed twice counts once), 1 step in words.",
        "Wrong variants shown: 2 by hand, 0 made from the statements.",
        "Of claims that are as they were, variants and conditions are as this code committed them; --trials tries them again.",
        "4 claims: 1 proved, 1 proved given, 1 refuted as printed (1 with a corrected statement that holds), 1 not checked; "
        "every row as committed.",
    ]
    assert result.stderr == "checked 4 of 4 claims, last symfed-thm4\n"
    assert fake.asked == {"ids": sorted(CLAIMS), "jobs": 1, "trials": False}


@pytest.mark.parametrize("change", [{"verdict": "SUPPORTED", "tier": "SUPPORTED"}, {"tier": "REFUTED"}])
def test_a_verdict_that_moved_in_either_direction_exits_1(invoke: Invoke, fake: FakeLedger, change: dict[str, str]) -> None:
    assert fake.committed is not None
    fake.committed = [{**row, **change} if row["id"] in ("aistats-thm4", "symfed-thm4") else row for row in fake.committed]
    result = invoke("verify")
    assert result.exit_code == 1
    assert "changed: symfed-thm4: was" in result.stdout
    assert "verdicts changed from the committed ledger." in result.stdout


def test_without_a_committed_ledger_everything_is_new(invoke: Invoke, fake: FakeLedger) -> None:
    fake.committed = None
    result = invoke("verify")
    assert result.exit_code == 1
    assert "note: there is no committed ledger yet" in result.stderr
    assert "changed: hal-A3: new, NOT_CHECKED" in result.stdout


def test_a_chosen_claim_brings_its_correction_and_misses_nothing_else(invoke: Invoke, fake: FakeLedger) -> None:
    result = invoke("verify", "aistats-thm4")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()[:2]] == ["aistats-thm4", "symfed-thm4"]
    assert fake.asked["ids"] == ["aistats-thm4"]
    # premises that are not run have their committed tiers
    assert fake.asked["committed"] == [row.public() for row in ROWS]
    assert invoke("verify", "--source", "hal").exit_code == 0
    assert fake.asked["ids"] == ["hal-A3"]


def test_full_and_jobs_reach_the_ledger(invoke: Invoke, fake: FakeLedger) -> None:
    invoke("verify", "--full", "--jobs", "2")
    assert fake.asked == {"ids": sorted(CLAIMS), "jobs": 2, "full": True}


def test_a_profile_is_shown_after_the_rows_and_only_if_asked_for(invoke: Invoke, fake: FakeLedger) -> None:
    result = invoke("verify", "--profile")
    assert fake.asked["profile"] is True
    assert result.exit_code == 0
    assert result.stdout.index("every row as committed") < result.stdout.index("CPU seconds by kind of check")
    assert "CPU seconds" not in invoke("verify").stdout
    assert "profile" not in fake.asked


def test_the_probability_of_a_false_alarm_reaches_the_ledger(invoke: Invoke, fake: FakeLedger) -> None:
    invoke("verify", "--jobs", "1", "--false-alarm", "1e-6")
    assert fake.asked == {"ids": sorted(CLAIMS), "jobs": 1, "false_alarm": 1e-6}
    assert invoke("verify", "--false-alarm", "often").exit_code == 2


@pytest.mark.parametrize("value", ["0", "-1e-9", "0.6", "nan"])
def test_what_is_no_probability_is_bad_usage(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setattr(ledger, "discover", lambda: CLAIMS)  # but the ledger's own run
    monkeypatch.setattr(ledger, "load", lambda: [])
    result = CliRunner().invoke(main, ["verify", "--false-alarm", value])
    assert result.exit_code == 2
    assert f"false_alarm = {float(value)}: must be a probability above 0" in result.stderr


def test_show_gives_the_declared_level_and_the_measured_power(invoke: Invoke, fake: FakeLedger) -> None:
    assert fake.committed is not None
    fake.committed = [{**row, "false_alarm": 1e-9, "power": {"sign": 0.86}} for row in fake.committed]
    shown = invoke("show", "aistats-eq1").stdout.splitlines()
    assert "false-alarm probability: 1e-09" in shown
    assert "    sign = at least 0.86" in shown


def test_json_holds_the_public_rows(invoke: Invoke, tmp_path: Path) -> None:
    target = tmp_path / "rows.json"
    target.write_text("old")
    assert invoke("verify", "--json", target).exit_code == 0
    assert json.loads(target.read_text(encoding="utf-8")) == {"rows": [row.public() for row in ROWS]}
    assert list(tmp_path.iterdir()) == [target]


def test_report_is_written_and_named_on_standard_error(invoke: Invoke, tmp_path: Path) -> None:
    result = invoke("verify", "--report", tmp_path / "out")
    assert (tmp_path / "out" / "index.html").is_file()
    assert "index.html" in result.stderr
    assert "index.html" not in result.stdout


def test_commit_rewrites_the_ledger_after_a_whole_run_only(invoke: Invoke, fake: FakeLedger, monkeypatch: pytest.MonkeyPatch) -> None:
    saved: list[list[Row]] = []
    monkeypatch.setattr(ledger, "save", lambda rows, path=None: saved.append(rows))
    fake.committed = None
    result = invoke("verify", "--commit")
    assert result.exit_code == 0
    assert "now committed." in result.stdout
    assert ([row.id for row in saved[0]], fake.sealed) == (sorted(CLAIMS), True)
    assert invoke("verify", "hal-A3", "--commit").exit_code == 2
    assert len(saved) == 1
    assert "proofs_checks/ledger.json" in " ".join(invoke("verify", "--help").stdout.split())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["verify", "aistats-thm5"], "did you mean aistats-thm4"),
        (["verify", "--source", "aistat"], "did you mean aistats"),
        (["verify", "--jobs", "0"], "--jobs"),
        (["verify", "--json", "no-such-folder/rows.json"], "does not exist"),
        (["verify", "--json", "."], "is a directory"),
        (["show", "thm4"], "2 claims, each with a verdict of its own (symfed list thm4): symfed show aistats-thm4 symfed show symfed-thm4"),
        (["show", "zzzzzz"], "known are aistats-eq1"),
        (["list", "--verdict", "refuse"], "did you mean REFUTED"),
        (["list", "--source", "hall"], "did you mean hal"),
        (["formula", "fedavg_bia"], "did you mean fedavg_bias"),
        (["formula", "__doc__"], "is not known"),
        (["formula", "fedavg_bias", "--latex", "--code", "c"], "ask for one"),
        (["expand", "fedavg", "bias", "--latex", "--code", "c"], "ask for one"),
        (["expand", "fedavgg", "bias"], "fedavg"),
        (["expand", "fedavg", "bais"], "did you mean 'bias'"),
        (["expand", "fedavg", "bias", "--order", "0"], "order"),
        (["expand", "scaffold", "modified_gradient"], "control variates"),
        (["nonsense"], "nonsense"),
    ],
)
def test_bad_usage_exits_2_with_a_word_on_standard_error(invoke: Invoke, arguments: list[str], words: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert words in " ".join(result.stderr.split())


def test_interrupting_writes_nothing(invoke: Invoke, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def stopped(*_: Any, **__: Any) -> list[Row]:
        raise KeyboardInterrupt

    monkeypatch.setattr(ledger, "run", stopped)
    result = invoke("verify", "--json", tmp_path / "rows.json")
    assert result.exit_code == 130
    assert result.stderr.splitlines()[-1] == "interrupted"
    assert list(tmp_path.iterdir()) == []


def test_list_matches_verdict_or_tier_in_any_case(invoke: Invoke) -> None:
    refuted, corrected = invoke("list", "--verdict", "refuted"), invoke("list", "--verdict", "Corrected")
    assert refuted.stdout == corrected.stdout == "aistats-thm4  REFUTED  CORRECTED  Section of aistats-thm4\n"
    assert invoke("list", "--verdict", "not-checked", "--source", "hal").stdout.startswith("hal-A3")
    assert invoke("list", "--verdict", "proved-given").stdout.startswith("symfed-thm4  PROVED_GIVEN")
    assert invoke("list", "--verdict", "OPEN").stdout == ""
    assert len(invoke("list").stdout.splitlines()) == 4


def test_list_needs_a_committed_ledger(invoke: Invoke, fake: FakeLedger) -> None:
    fake.committed = None
    result = invoke("list")
    assert result.exit_code == 2
    assert "no committed ledger" in result.stderr


def test_show_gives_the_printed_words_and_the_committed_verdict(invoke: Invoke) -> None:
    result = invoke("show", "aistats-thm4")
    assert result.exit_code == 0
    for line in (
        "aistats-thm4: What aistats-thm4 says.",
        "verdict: ✘ refuted, ✎ corrected",
        r"printed: \gamma H",
        "    H = 2",
        "corrected statement: symfed-thm4 (PROVED_GIVEN)",
        "    What symfed-thm4 says.",
        "rests on: aistats-eq1 (PROVED)",
        "    L*gamma <= 1; printed: for $\\gamma L \\le 1$",
        "    smooth losses",
    ):
        assert line in result.stdout.splitlines()
    shown = invoke("show", "symfed-thm4").stdout.splitlines()
    for line in (
        "verdict: ✓ proved given",
        "corrects: aistats-thm4",
        "see: hal-A3 (NOT_CHECKED)",
        "    1. [in words, 1] as is seen",
        "lemma statement:",
        "    ✔ proved: it is so",
        "    decided by: reading",
        "    wrong variant 'sign': rejected by reading",
    ):
        assert line in shown
    assert "used by: aistats-thm4, symfed-thm4" in invoke("show", "aistats-eq1").stdout


def test_show_says_when_a_claim_is_not_committed(invoke: Invoke, fake: FakeLedger) -> None:
    fake.committed = []
    assert "not in the committed ledger" in invoke("show", "hal-A3").stdout


def test_expand_derives_what_is_asked_for(invoke: Invoke) -> None:
    assert "O(gamma^3)" in invoke("expand", "fedavg", "second_moment", "--order", "2").stdout
    long = invoke("expand", "fedavg", "bias", "--order", "3").stdout
    assert "ClientMean" not in long
    assert max(map(len, long.splitlines())) < 140
    assert r"\nabla^3 f" in invoke("expand", "fedavg", "bias", "--dim", "2").stdout
    assert r"\nabla f" in invoke("expand", "fedavg", "modified_loss", "--order", "2", "--dim", "2", "--latex").stdout
    assert "double " in invoke("expand", "sgd", "bias", "--code", "c").stdout


def test_formula_prints_itself(invoke: Invoke) -> None:
    plain = invoke("formula", "fedavg_bias")
    assert plain.exit_code == 0
    assert plain.stdout.startswith("fedavg_bias: ")
    assert "remainder: O(gamma^2)" in plain.stdout
    assert r"\gamma" in invoke("formula", "fedavg_bias", "--latex").stdout
    assert "def " in invoke("formula", "fedavg_bias", "--code", "python").stdout
    assert invoke("formula", "fedavg_bias", "--code", "cobol").exit_code == 2


@dataclass(frozen=True)
class Replayed:
    id: str
    ok: bool
    detail: str


def test_recheck_exits_1_when_a_witness_no_longer_refutes(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    items = [Replayed("aistats-thm4", True, "-3/8 is not 3/8"), Replayed("hal-thm4", True, "")]
    monkeypatch.setattr(ledger, "recheck", lambda ids, on_replay: [item for item in items if not ids or item.id in ids], raising=False)
    result = invoke("recheck", "--witnesses")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "aistats-thm4  ok      -3/8 is not 3/8",
        "hal-thm4      ok",
        "2 witnesses replayed: 2 still refute, 0 failed.",
    ]
    items[1] = replace(items[1], ok=False, detail="both sides are 1")
    result = invoke("recheck", "--witnesses")
    assert result.exit_code == 1
    assert "hal-thm4      FAILED  both sides are 1" in result.stdout
    assert json.loads(invoke("recheck", "--witnesses", "--json").stdout)[1] == {"id": "hal-thm4", "ok": False, "detail": "both sides are 1"}
    chosen = invoke("recheck", "--witnesses", "aistats-thm4", "--json")
    assert chosen.exit_code == 0
    assert [item["id"] for item in json.loads(chosen.stdout)] == ["aistats-thm4"]


@pytest.mark.parametrize(("claim_id", "said"), [("aistats-thm5", "did you mean aistats-thm4"), ("aistats-eq1", "has no witness")])
def test_recheck_of_what_has_no_witness_is_bad_usage(invoke: Invoke, claim_id: str, said: str) -> None:
    result = invoke("recheck", "--witnesses", claim_id)
    assert result.exit_code == 2
    assert said in result.stderr


def test_report_writes_the_page_from_the_committed_rows(invoke: Invoke, fake: FakeLedger, tmp_path: Path) -> None:
    result = invoke("report", str(tmp_path / "out"))
    assert result.exit_code == 0
    assert result.stdout.strip() == str(tmp_path / "out" / "index.html")
    assert 'id="aistats-thm4"' in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert (tmp_path / "out" / "errata" / "aistats.tex").exists()
    assert fake.asked == {}, "no check is run"
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert invoke("report", str(tmp_path / "file" / "below")).exit_code == 2


def test_claims_are_listed_and_shown_by_what_people_type(invoke: Invoke, fake: FakeLedger) -> None:
    listed = invoke("list", "theorem", "4")
    assert [line.split()[0] for line in listed.stdout.splitlines()] == ["aistats-thm4", "symfed-thm4"]
    assert invoke("show", "symfed theorem 4").stdout == invoke("show", "symfed-thm4").stdout
    several = invoke("show", "Theorem 4")
    assert several.exit_code == 2
    assert "'Theorem 4' is 2 claims" in several.stderr


def test_version(invoke: Invoke) -> None:
    assert invoke("--version").stdout == f"symfed, version {symfed.__version__}\n"


def test_recheck_of_certificates(invoke: Invoke, tmp_path: Path) -> None:
    problem = QuadraticProblem([[[1]], [[3]]], [[0], [4]], noise=[[1]])
    text = fedavg_bias.enclose(problem, Fraction(1, 50), 4).certificate().to_json()
    good, bent, torn = (tmp_path / name for name in ("good.json", "bent.json", "torn.json"))
    good.write_text(text)
    bent.write_text(text.replace('"H": 4', '"H": 5'))
    torn.write_text(text[:-2])
    assert invoke("recheck", str(good)).stdout.startswith("proved")
    found = invoke("recheck", str(good), str(bent), "--json")
    assert found.exit_code == 1
    assert [item["ok"] for item in json.loads(found.stdout)] == [True, False]
    assert invoke("recheck", str(torn)).exit_code == 2
    assert invoke("recheck", str(tmp_path / "absent.json")).exit_code == 2
