"""From evidence to verdicts: what counts as an error of ours, what a correction changes, and what more processes do not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from symfed.checks import CounterexampleSearch, SignCheck, SymbolicIdentity
from symfed.core.check import Check
from symfed.core.claim import Claim, InWords, Lemma
from symfed.core.domain import Domain, stands
from symfed.core.symbols import L, gamma, mu
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.ledger import discover, run
from symfed.ledger.fingerprint import fingerprint
from symfed.ledger.judging import Judged, _parts, judge
from symfed.ledger.row import Row
from symfed.ledger.transcription import transcription
from symfed.strategies import instances
from tests.ledger.conftest import MakePackage
from tests.ledger.helpers import Says, claim, row, settled


def as_committed(claim: Claim, tier: str = "PROVED") -> dict[str, str]:
    """What a run takes from the committed row of a claim."""
    return {"id": claim.id, "tier": tier, "fingerprint": fingerprint(claim)}


def words(found: Row) -> tuple[Tier, Tier]:
    return found.verdict, found.tier


def test_a_true_claim_is_proved_and_its_wrong_variants_are_rejected() -> None:
    found = row("a")
    assert words(found) == (Tier.PROVED, Tier.PROVED)
    assert (found.found[0].wrong, found.witness, found.methods) == ({"sign": "reading"}, None, ("reading",))


def test_a_check_that_raises_makes_an_error_and_no_finding() -> None:
    found = row("a", "gibberish")
    assert words(found) == (Tier.ERROR, Tier.ERROR)
    assert found.why == "ArithmeticError: cannot read gibberish"
    assert row("a", wrong={"nonsense": "gibberish"}).verdict is Tier.ERROR


def test_nothing_to_check_is_said_with_its_reason() -> None:
    found = row("a", None, reason="an experiment without its data")
    assert words(found) == (Tier.NOT_CHECKED, Tier.NOT_CHECKED)
    assert found.why == "an experiment without its data"


@pytest.mark.parametrize("variant", ["true", "unknown"])
def test_a_wrong_variant_that_survives_is_an_error(variant: str) -> None:
    found = row("a", wrong={"sign": "false", "sneaky": variant})
    assert found.verdict is Tier.ERROR
    assert "sneaky" in found.why


def test_a_check_without_wrong_variants_proves_nothing() -> None:
    assert row("a", wrong={}).verdict is Tier.ERROR


def test_a_conjecture_that_holds_stays_open_and_one_that_falls_does_not() -> None:
    (held,) = settled(claim("a", expect=Tier.OPEN))
    assert words(held) == (Tier.OPEN, Tier.OPEN)
    assert held.why == "a conjecture; so far PROVED: it is so"
    assert row("a", "false", expect=Tier.OPEN).verdict is Tier.REFUTED
    assert row("a", "unknown", expect=Tier.OPEN).verdict is Tier.UNDECIDED


def test_a_definition_that_holds_is_defined_and_one_that_falls_is_not() -> None:
    (held,) = settled(claim("a", expect=Tier.DEFINED))
    assert words(held) == (Tier.DEFINED, Tier.DEFINED)
    assert held.why == "well posed, as its checks say (PROVED): it is so"
    assert row("a", "false", expect=Tier.DEFINED).verdict is Tier.REFUTED
    assert row("a", "unknown", expect=Tier.DEFINED).verdict is Tier.UNDECIDED


def test_doubt_refutes_only_what_is_statistical() -> None:
    assert row("a", "doubtful").verdict is Tier.UNDECIDED
    assert row("a", "doubtful", kind="statistical").verdict is Tier.REFUTED


def test_doubt_rejects_wrong_variants() -> None:
    assert row("a", wrong={"sign": "doubtful"}).verdict is Tier.PROVED


def test_wrong_variants_of_a_refuted_claim_are_not_run() -> None:
    found = row("a", "false", wrong={"nonsense": "gibberish"})
    assert found.verdict is Tier.REFUTED
    assert found.found[0].wrong == {}


@dataclass(frozen=True)
class Doubts(Check):
    """Never accepts, never has an instance."""

    method: str = "doubting"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        return Evidence(self.method, Outcome.FAILS, Tier.PROVED, "not convinced", {"by": self.method}, refutes=False)


def test_the_witness_is_that_of_the_check_that_refutes() -> None:
    found = row("a", "false", checks=(Doubts(), Says()))
    assert found.why == "it is not so"
    assert found.witness == {"H": "2", "by": "reading"}


def test_full_deepens_the_checks_that_can_be_deepened() -> None:
    @dataclass(frozen=True)
    class Deep(Says):
        def deepened(self) -> Deep:
            return replace(self, method="reading twice")

    whole = claim("a", checks=(Deep(), Says("plain")))
    assert judge(whole).methods == ("reading", "plain")
    assert judge(whole, full=True).methods == ("reading twice", "plain")


def test_a_refuted_claim_whose_correction_holds_is_corrected() -> None:
    wrong, right = settled(claim("wrong", "false", corrected="right"), claim("right"))
    assert words(wrong) == (Tier.REFUTED, Tier.CORRECTED)
    assert words(right) == (Tier.PROVED, Tier.PROVED)


@pytest.mark.parametrize("correction", ["false", "unknown", "doubtful", "gibberish"])
def test_a_correction_that_does_not_hold_corrects_nothing(correction: str) -> None:
    for missing in ("", "if the losses are convex"):
        wrong, _ = settled(claim("wrong", "false", corrected="right", missing=missing), claim("right", correction))
        assert words(wrong) == (Tier.REFUTED, Tier.REFUTED)


def test_missing_words_make_it_imprecise_only_with_a_statement_that_holds() -> None:
    wrong, _ = settled(claim("wrong", "false", corrected="right", missing="convexity"), claim("right"))
    assert words(wrong) == (Tier.IMPRECISE, Tier.IMPRECISE)
    assert wrong.why == "needs: convexity. As printed: it is not so"
    (alone,) = settled(claim("wrong", "false", corrected="right", missing="convexity"))
    assert words(alone) == (Tier.REFUTED, Tier.REFUTED)


def test_a_claim_that_holds_needs_no_correction() -> None:
    fine, _ = settled(claim("fine", corrected="right", missing="convexity"), claim("right"))
    assert words(fine) == (Tier.PROVED, Tier.PROVED)


def test_two_refuted_claims_do_not_correct_each_other() -> None:
    found = settled(claim("a", "false", corrected="b"), claim("b", "false", corrected="a"), claim("c", "false", corrected="c"))
    assert {one.tier for one in found} == {Tier.REFUTED}


BODY = """
a = claim("a")
b = claim("b", "false", corrected="c", expect=Tier.REFUTED)
c = claim("c", uses=("a",))
d = claim("d", "unknown")
e = claim("e", "gibberish")
"""


def public(rows: list[Row]) -> list[dict[str, Any]]:
    return [found.public() for found in rows]


def test_two_processes_find_what_one_finds(package: MakePackage) -> None:
    name = package(claims=BODY)
    claims, seen = discover(name), []
    one = run(claims, jobs=1, package=name)
    two = run(claims, jobs=2, package=name, on_row=lambda found, done, total: seen.append((found.id, done, total)))
    assert [found.id for found in one] == list("abcde")
    assert public(one) == public(two)
    assert [(done, total) for _, done, total in seen] == [(k, 5) for k in range(1, 6)]
    assert sorted(claim_id for claim_id, _, _ in seen) == list("abcde")


def test_claims_of_a_module_go_to_one_process_the_longest_first(package: MakePackage) -> None:
    longer = 'z = claim("z", checks=(Says(), Says("looking")))\n'
    name = package(one='a, b, c = claim("a"), claim("b"), claim("c")\n', two='y = claim("y")\n', three=longer)
    known = discover(name)
    assert _parts(sorted(known), known, name) == [("a", "b", "c"), ("z",), ("y",)]


def test_a_selection_brings_the_statements_that_correct_it(package: MakePackage) -> None:
    name = package(claims=BODY)
    rows = run({"b": discover(name)["b"]}, package=name, committed=[as_committed(discover(name)["a"])])
    assert [(found.id, found.tier) for found in rows] == [("b", Tier.CORRECTED), ("c", Tier.PROVED)]


@pytest.mark.parametrize(("before", "tier"), [("PROVED", "PROVED"), ("SUPPORTED", "SUPPORTED"), ("REFUTED", "ERROR"), ("", "ERROR")])
def test_a_premise_that_is_not_run_counts_as_committed(package: MakePackage, before: str, tier: str) -> None:
    name = package(claims=BODY)
    committed = [as_committed(discover(name)["a"], before)] if before else []
    (found,) = run({"c": discover(name)["c"]}, package=name, committed=committed)
    assert words(found) == (Tier(tier), Tier(tier))
    # what is run is not read from the committed ledger
    rows = run({claim_id: discover(name)[claim_id] for claim_id in "ac"}, package=name, committed=committed)
    assert {one.tier for one in rows} == {Tier.PROVED}


@pytest.mark.parametrize("other", ["", 'kind="rate", ', 'uses=("z",), '])
def test_a_committed_tier_counts_for_the_statement_that_it_was_given_to(package: MakePackage, other: str) -> None:
    """Of the premise, and of all that it rests on."""
    body = 'a = claim("a"{other})\nb = claim("b", uses=("a",))\nc = claim("c", uses=("b",))\nz = claim("z")\n'
    name, before = package(claims=body.replace("{other}", f", {other}")), discover(package(claims=body.replace("{other}", "")))
    committed = [as_committed(before[claim_id]) for claim_id in "ab"]
    found = [run({one: discover(name)[one]}, package=name, committed=committed)[0] for one in "bc"]
    assert [words(row) for row in found] == [(Tier.ERROR, Tier.ERROR) if other else (Tier.PROVED, Tier.PROVED)] * 2
    assert all(("not judged as it stands" in row.why) == bool(other) for row in found)


def test_a_claim_is_no_stronger_than_its_premises() -> None:
    sampled = claim("sampled", checks=(Says(strength=Tier.SUPPORTED),))
    given = claim("given", follows=(InWords("as is seen"),))
    rows = settled(
        claim("top", uses=("middle",)), claim("middle", uses=("sampled", "given")), sampled, given, claim("beside", see=("sampled",))
    )
    assert [one.tier for one in rows] == [Tier.SUPPORTED, Tier.SUPPORTED, Tier.SUPPORTED, Tier.PROVED_GIVEN, Tier.PROVED]
    assert "no stronger than sampled, which is SUPPORTED" in rows[1].why


def test_what_a_premises_lemma_supposes_is_supposed_by_whoever_rests_on_it() -> None:
    short = Lemma("short steps", "true", (Says(strength=Tier.PROVED),), {"sign": "false"}, given=stands("(3)", gamma * L <= 1))
    premise = claim("premise", None, lemmas=(short,))
    with_it, without = (
        settled(premise, claim("top", uses=("premise",), under=Domain((gamma * L <= 1,)))),
        settled(premise, claim("top", uses=("premise",))),
    )
    assert [one.tier for one in (*with_it, *without)] == [Tier.PROVED, Tier.PROVED, Tier.PROVED, Tier.PROVED_GIVEN]
    assert without[1].words == ("supposed: L*gamma <= 1, by premise",)


def test_a_step_in_words_is_counted_and_shown() -> None:
    found = row("a", follows=(InWords("first"), InWords("second")))
    assert words(found) == (Tier.PROVED_GIVEN, Tier.PROVED_GIVEN)
    assert (found.words, found.why) == (("first", "second"), "1 lemma proved, given the listed steps in words")


def test_a_claim_is_as_strong_as_its_weakest_lemma() -> None:
    def lemma(name: str, strength: Tier, **more: Any) -> Lemma:
        return Lemma(name, "true", (Says(name, strength),), {"sign": "false"}, **more)

    strong, weak = lemma("strong", Tier.PROVED), lemma("weak", Tier.SUPPORTED)
    assert row("a", None, lemmas=(strong, weak)).tier is Tier.SUPPORTED
    # nothing rests on a second road, but it must hold
    assert row("a", None, lemmas=(strong, replace(weak, crosscheck=True))).tier is Tier.PROVED
    assert row("a", None, lemmas=(strong, replace(weak, statement="unknown", crosscheck=True))).tier is Tier.UNDECIDED
    assert row("a", None, lemmas=(replace(strong, crosscheck=True),)).tier is Tier.ERROR


def test_a_claim_that_is_printed_twice_is_judged_once(package: MakePackage) -> None:
    body = 'a = claim("a")\nb = again(a, "b", Printed("hal", "Section 1", "x"), see=("a",))\n'
    name = package(claims=body)
    seen: list[str] = []
    first, second = run(discover(name), package=name, on_row=lambda found, done, total: seen.append(found.id))
    assert seen == ["a"]
    assert (second.id, second.source, second.tex, second.restates, second.see) == ("b", "hal", "x", "a", ("a",))
    assert (second.tier, second.methods) == (first.tier, first.methods)
    assert second.fingerprint != first.fingerprint  # other words are printed there


@pytest.mark.parametrize(
    ("part", "value"),
    [("statement", '"unknown"'), ("under", "Domain((gamma * L <= 1,))"), ("wrong", '{"sign": "unknown"}'), ("expect", "Tier.OPEN")],
)
def test_a_claim_that_restates_another_says_the_same(package: MakePackage, part: str, value: str) -> None:
    body = (
        "from dataclasses import replace\nfrom symfed.core.domain import Domain\nfrom symfed.core.symbols import L, gamma\n"
        f'a = claim("a")\nb = replace(again(a, "b", Printed("hal", "Section 1", "x")), {part}={value})\n'
    )
    name = package(claims=body)
    first, second = run(discover(name), package=name)
    assert (first.tier, second.verdict, second.tier) == (Tier.PROVED, Tier.ERROR, Tier.ERROR)
    assert second.why == f"restates a, and is not the same: {part}"


def test_a_lemma_of_several_claims_is_judged_once_a_run_where_the_conditions_are_the_same() -> None:
    asked: list[Any] = []

    @dataclass(frozen=True)
    class Counting(Says):
        def examine(self, statement: Any, under: Domain) -> Evidence:
            asked.append(under)
            return super().examine(statement, under)

    shared = Lemma("shared", "true", (Counting(),), {"sign": "false"})
    small = Domain((gamma * L <= 1,))
    one, two = claim("one", None, lemmas=(shared,), under=small), claim("two", None, lemmas=(shared,), under=small)
    judged: Judged = {}
    rows = [judge(each, judged=judged) for each in (one, two)]
    assert [row.found for row in rows] == [judge(two).found] * 2
    once = len(asked) // 2
    judge(replace(two, under=Domain((gamma * L <= 2,))), judged=judged)
    judge(replace(two, kind="statistical"), judged=judged)
    judge(replace(two, lemmas=(replace(shared, statement="false"),)), judged=judged)
    assert len(asked) > 4 * once
    assert len(judged) == 4


def test_a_real_check_comes_through_another_process(package: MakePackage) -> None:
    body = (
        "from symfed.checks import SignCheck\nfrom symfed.core.domain import Domain\nfrom symfed.core.symbols import L, gamma\n"
        'a = claim("a", (gamma * L, 1), under=Domain((gamma * L <= 1,)), checks=(SignCheck(),), wrong={"twice": (2 * gamma * L, 1)})\n'
    )
    name = package(claims=body)
    (found,) = run(discover(name), jobs=2, package=name)
    assert (found.verdict, found.domain, found.transcription) == (Tier.PROVED, "L*gamma <= 1", "L*gamma <= 1")


def test_what_the_machine_read_is_shown() -> None:
    def statement(p: Any, gamma: Any, H: Any) -> Any:
        return gamma

    assert transcription(None) == ""
    assert transcription(statement) == "def statement(p: Any, gamma: Any, H: Any) -> Any:\n    return gamma"
    assert transcription((gamma * mu, L)) == "gamma*mu <= L"
    assert transcription(gamma**2) == "gamma**2"
    assert judge(claim("a", (gamma, 1), checks=(SignCheck(),))).transcription == "gamma <= 1"


def test_a_decimal_among_exact_numbers_is_an_error_with_a_remedy() -> None:
    halves = claim("halves", lambda i: (0.5 * i.gamma, i.gamma / 2), checks=(CounterexampleSearch(instances, sizes=((1, 1),)),), wrong={})
    typed = claim("typed", (0.1 * gamma, gamma / 10), checks=(SignCheck(),), wrong={})
    transcribed = claim("transcribed", lambda p, step, H: 0.5 * step, checks=(SymbolicIdentity(lambda: gamma / 2),), wrong={})
    told = {one.id: judge(one) for one in (halves, typed, transcribed)}
    assert {row.verdict for row in told.values()} == {Tier.ERROR}
    assert "write x/10 for 0.1*x" in told["halves"].why
    assert all("write Rational(1, 10) for 0.1" in told[name].why for name in ("typed", "transcribed"))
