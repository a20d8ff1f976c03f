"""What was tried is not tried again where nothing changed, and a row is then the same; where anything changed, all is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from symfed import ledger
from symfed.checks import lemma as room
from symfed.checks.counterexample import CounterexampleSearch
from symfed.checks.tried import tried as of
from symfed.cli import main
from symfed.core.check import Check
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.scope import EVERYTHING, ONE_DIMENSION, Scope
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.kernel.places import facts_made
from symfed.ledger import tried, weigh
from symfed.ledger.judging import judge
from symfed.prove.kept import lines_of
from tests.noticed.change import claims, committed

#: An identity, a bound and an induction with variants by hand, a proof in steps with a cross-check, several lemmas, and what is refuted.
SAMPLE = (
    "symfed-sum-of-steps", "aistats-prop4-8L-check", "symfed-power-bound", "symfed-cocoercivity", "flta-rho-formula",
    "aistats-lem6-cube-identity", "aistats-thm2-exact-bias",
)  # fmt: skip


@pytest.mark.parametrize("name", SAMPLE)
def test_a_row_whose_trials_are_taken_from_it_is_the_committed_row(name: str) -> None:
    found = ledger.run({name: claims()[name]}, committed=committed().values(), trials=False)
    assert ledger.compare(found, list(committed().values()), partial=True) == []


def asked(monkeypatch: pytest.MonkeyPatch, claim: Claim, trials: bool) -> Counter[str]:
    """How often variants are made, and instances searched for, where a claim is judged."""
    seen: Counter[str] = Counter()

    def counting(name: str, right: Callable[..., object]) -> Callable[..., object]:
        def called(*given: object, **more: object) -> object:
            seen[name] += 1
            return right(*given, **more)

        return called

    with monkeypatch.context() as patch:
        patch.setattr(room, "variants", counting("variants", room.variants))
        patch.setattr(CounterexampleSearch, "examine", counting("search", CounterexampleSearch.examine))
        ledger.run({claim.id: claim}, committed=committed().values(), trials=trials)
    return seen


@pytest.mark.parametrize("name", ["symfed-sum-of-steps", "flta-rho-formula"])
def test_a_claim_that_is_as_it_was_is_shown_no_variant_and_one_that_changed_is(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = claims()[name]
    assert asked(monkeypatch, claim, trials=False)["variants"] == 0
    assert asked(monkeypatch, claim, trials=True)["variants"] > 0
    printed = replace(claim.printed, tex=claim.printed.tex + " ")
    assert asked(monkeypatch, replace(claim, printed=printed), trials=False)["variants"] > 0


def test_a_search_that_is_written_before_the_proof_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = claims()["symfed-fedavg-integer-powers"]
    assert [check.strength for check in claim.proof[0].checks][-1] is Tier.PROVED
    assert asked(monkeypatch, claim, trials=False)["search"] == 0


def test_the_wrong_variants_that_a_proof_in_steps_says_are_taken_from_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    name, seen = "symfed-cocoercivity", list[object]()

    def none(statement: object) -> dict[str, object]:
        seen.append(statement)
        return {}

    monkeypatch.setattr(weigh, "named_variants", none)
    fates = [ledger.run({name: claims()[name]}, committed=committed().values(), trials=trials)[0].variants for trials in (False, True)]
    assert fates[0] == committed()[name]["variants"] != fates[1]
    assert len(seen) == 1


def test_a_claim_is_not_as_it_was_where_what_it_rests_on_changed() -> None:
    user = next(name for name, row in committed().items() if row["uses"] and not row["restates"])
    used = committed()[user]["uses"][0]
    rows = {**committed(), used: {**committed()[used], "fingerprint": "0" * 16}}
    assert tried.stands(user, claims(), committed())
    assert [tried.stands(name, claims(), rows) for name in (user, used)] == [False, False]


def test_another_proof_that_is_committed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    name, idle = "aistats-cor1-split", "all c: Client. Hessian(grad(c), hess(c))"
    lines = dict(lines_of(name) or {})
    *steps, last = lines["lines"]
    end, term = sum(map(facts_made, steps)), len(lines["terms"])
    around = [["discharge", end - 1, [term]], ["assume", term], ["by", end, [end + 1]], ["general", end + 2, last[2]]]
    other = {**lines, "terms": [*lines["terms"], idle], "lines": [*steps, *around]}
    monkeypatch.setattr(weigh, "lines_of", lambda asked: other)
    changes = ledger.compare(ledger.run({name: claims()[name]}, trials=False), list(committed().values()), partial=True)
    assert [list(change.fields) for change in changes] == [["conditions"]]


def test_of_a_statistical_test_the_needs_of_conditions_are_not_taken_from_the_row() -> None:
    name = "symfed-fedavg-bias-simulated"
    row = committed()[name]
    found = judge(claims()[name], row={**row, "conditions": dict.fromkeys(row["conditions"], "idle")})
    assert found.conditions == row["conditions"]


@dataclass(frozen=True)
class Says(Check):
    """A check with a fixed answer, which may be about the remainder."""

    outcome: Outcome = Outcome.HOLDS
    tier: Tier = Tier.PROVED
    covers: Scope = EVERYTHING
    sees_remainder: bool = False  # type: ignore[misc]  # of the class in other checks
    proves_remainder: bool = False  # type: ignore[misc]

    @property
    def method(self) -> str:
        return "made up"

    def examine(self, statement: object, under: Domain) -> Evidence:
        return Evidence(self.method, self.outcome, self.tier, "so it is", {"H": "2"}, covers=self.covers)


TERMS, REMAINDER = Says(), Says(sees_remainder=True, proves_remainder=True)


@pytest.mark.parametrize(
    ("asked_first", "left_out", "settled"),
    [
        ([TERMS], [Says(tier=Tier.SUPPORTED)], True),
        ([Says(tier=Tier.SUPPORTED)], [TERMS], False),  # another tier
        ([Says(covers=ONE_DIMENSION)], [TERMS], False),  # for a part only
        ([TERMS], [REMAINDER], False),  # nobody has seen the remainder
        ([TERMS, Says(sees_remainder=True, tier=Tier.SUPPORTED)], [REMAINDER], False),  # and here nobody has proved it
        ([REMAINDER], [Says(sees_remainder=True, tier=Tier.SUPPORTED)], True),
        ([Says(sees_remainder=True, proves_remainder=True, covers=Scope(remainder="at fixed H"))], [TERMS], False),
        ([Says(Outcome.FAILS), TERMS], [TERMS], False),
    ],
)
def test_a_check_is_left_out_only_where_those_before_it_give_the_whole_finding(
    asked_first: list[Says], left_out: list[Says], settled: bool
) -> None:
    before = of({"tier": "PROVED", "why": "so it is (1 further check(s) undecided)", "methods": ["made up"]})
    assert before is not None
    heard = [(check, check.examine(None, Domain())) for check in asked_first]
    assert before.settled_by(heard, [*asked_first, *left_out], EVERYTHING) is settled


def test_a_finding_that_does_not_hold_is_tried_again() -> None:
    lemmas = [lemma for row in committed().values() for lemma in row["lemmas"]]
    assert {of(lemma) is None for lemma in lemmas if lemma["tier"] is None} == {True}
    assert {of(lemma) is None for lemma in lemmas if lemma["tier"] is not None} == {False}


@pytest.fixture
def sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a ledger and a record of a search, sealed by the code of now."""
    for name in ("ledger.json", "searches/runs.json", "certificates/one.json", "replay/one.json", "lines.xz", "hal/a.py", "mutants.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("[1]", encoding="utf-8")
    monkeypatch.setattr(tried, "path", lambda: tmp_path / "tried.json")
    assert tried.broken() == "since the last commit of the ledger there are changes in the code that judges and what is committed"
    tried.seal()
    assert tried.broken() == ""
    return tmp_path


@pytest.mark.parametrize("name", ["ledger.json", "searches/runs.json", "replay/one.json", "lines.xz", "hal/a.py", "mutants.json"])
def test_a_change_of_what_judging_reads_breaks_the_seal(sealed: Path, name: str) -> None:
    (sealed / name).write_text("[2]", encoding="utf-8")
    assert tried.broken() == "since the last commit of the ledger there are changes in what is committed" * (name != "mutants.json")
    (sealed / "tried.json").write_text("[]", encoding="utf-8")
    assert tried.broken()


def test_another_version_of_a_library_breaks_the_seal(sealed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried._code.cache_clear()
    monkeypatch.setattr(tried, "version", lambda name: "1.0")
    assert tried.broken() == "since the last commit of the ledger there are changes in the code that judges"
    tried._code.cache_clear()


def test_a_changed_file_of_a_room_that_judges_breaks_the_seal_and_one_of_another_does_not(tmp_path: Path) -> None:
    root = tmp_path / "symfed"
    for name in ("checks/sign.py", "report/page.py"):
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text("x = 1\n", encoding="utf-8")
    rooms = [one for one in root.iterdir() if one.name not in tried._JUDGE_NOTHING]
    before = tried._digest(root, rooms)
    (root / "report/page.py").write_text("x = 2\n", encoding="utf-8")
    assert tried._digest(root, rooms) == before
    (root / "checks/sign.py").write_text("x = 2\n", encoding="utf-8")
    assert tried._digest(root, rooms) != before


@pytest.mark.parametrize(("options", "reason", "taken"), [([], "", True), ([], "one file changed", False), (["--trials"], "", False)])
def test_verify_says_whether_trials_were_taken_from_the_ledger(
    options: list[str], reason: str, taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tried, "broken", lambda: reason)
    shown = CliRunner().invoke(main, ["verify", "--jobs", "1", "symfed-sum-of-steps", *options])
    assert shown.exit_code == 0
    assert ("--trials tries them again" in shown.output) == taken
    assert ("note: wrong variants and dropped conditions are tried again: one file changed" in shown.output) == bool(reason)
