"""Judge claims, in parallel, lemma by lemma, and turn what was found into rows."""

from __future__ import annotations

import time
from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache, partial
from graphlib import TopologicalSorter
from typing import Any

from symfed.checks.budget import FALSE_ALARM, each_share, number_of_tests
from symfed.checks.lemma import Found, judge_lemma
from symfed.checks.premises import undischarged, unmet_hypotheses
from symfed.checks.tried import Tried, tried
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import Domain
from symfed.core.verdict import HOLDING, Tier, weakest
from symfed.core.vocabulary import Need
from symfed.ledger.discovery import claims_at_hand
from symfed.ledger.fingerprint import fingerprint
from symfed.ledger.meter import Meter
from symfed.ledger.pages import page
from symfed.ledger.row import Row
from symfed.ledger.store import load, witnesses
from symfed.ledger.transcription import transcription
from symfed.ledger.tried import stands
from symfed.ledger.weigh import chain, own_words, weigh
from symfed.ledger.witness import texts
from symfed.recheck.contents import SUPPOSED, UNREAD
from symfed.workers import workers

Progress = Callable[[Row, int, int], None]


#: Lemmas that have been judged in a run, with what they were judged under: several claims may have one and the same.
Judged = dict[tuple[int, str, str], tuple[Lemma, Domain, Found]]


def judge(
    claim: Claim,
    full: bool = False,
    share: float | None = None,
    known: Mapping[str, Claim] | None = None,
    profile: bool = False,
    judged: Judged | None = None,
    anew: bool = False,
    row: Mapping[str, Any] | None = None,
) -> Row:
    """Judge one claim by itself: its lemmas and the steps between them, not yet the claims that it uses as premises.

    A check that raises makes the verdict ERROR, which is a bug of ours and never a finding. `share` is the false-alarm probability of each
    statistical test; by default the claim's tests share the budget of a whole run. `known` holds the premises by id. `profile`: the row
    says what its checks spent. `judged` holds the lemmas that a run has judged already, and those of this claim afterwards. What was
    committed (a witness, the certificates of a proof) is tried first and never believed; with `anew` everything is found again. `row`: the
    committed row of this very claim, from which wrong variants, dropped conditions and cross-checks are taken: see `symfed.ledger.tried`.
    """
    begun, meter = time.process_time(), Meter()
    found: tuple[Found, ...] = ()
    each = each_share(number_of_tests([claim])) if share is None else share
    premises = {name: known[name] for name in claim.uses if known is not None and name in known}
    if not claim.proof:
        tier, why = Tier.NOT_CHECKED, claim.reason
    else:
        try:
            timed = meter if profile else None
            witness = None if anew else _witness_texts().get(claim.id)
            before = {lemma["name"]: tried(lemma) for lemma in row["lemmas"]} if row else {}
            found = tuple(
                _judge_once(lemma, claim, full, each, timed, {} if judged is None else judged, witness, before.get(lemma.name))
                for lemma in claim.proof
            )
            if row:
                needs = {name: Need(need) for name, need in row["conditions"].items()}
                found = tuple(replace(one, conditions=needs) if one.tier and not one.conditions else one for one in found)
            proof = chain(claim, premises, anew, before.get("the proof"))
            found += (proof,) if proof else ()
            tier, why = weigh(claim, found, premises)
        except Exception as error:
            tier, why = Tier.ERROR, f"{type(error).__name__}: {error}{_decimal_advice(error)}"
    return replace(_judged_row(claim, tier, why, found), seconds=time.process_time() - begun, spent=meter.spent)


def _decimal_advice(error: Exception) -> str:
    """The advice where a transcription was run on exact numbers and the error says only that they cannot follow; "" otherwise."""
    decimal = isinstance(error, TypeError) and "'float'" in str(error)
    return "; a decimal among exact numbers, perhaps: write x/10 for 0.1*x" if decimal else ""


@cache
def _witness_texts() -> dict[str, dict[str, str]]:
    return {name: texts(witness) for name, witness in witnesses().items()}


def _judge_once(
    lemma: Lemma,
    claim: Claim,
    full: bool,
    share: float,
    meter: Meter | None,
    judged: Judged,
    witness: dict[str, str] | None,
    before: Tried | None,
) -> Found:
    """The finding on a lemma, or the earlier one if another claim had the same object under the same conditions."""
    under, statistical = lemma.under(claim.under), claim.kind == "statistical"
    key = (id(lemma), str(claim.ranges), f"{statistical} {before is not None} {under}")
    if key in judged and judged[key][1].conditions == under.conditions:
        return judged[key][2]
    found = judge_lemma(meter.around(lemma) if meter else lemma, claim.under, claim.ranges, full, share, statistical, witness, before)
    judged[key] = lemma, under, found
    return found


def unjudged(claim: Claim) -> dict[str, Any]:
    """The public row of a claim that was not judged: its verdict and tier are None."""
    return _judged_row(claim, Tier.UNDECIDED, "", ()).public() | {"verdict": None, "tier": None}


def _judged_row(claim: Claim, tier: Tier, why: str, found: tuple[Found, ...]) -> Row:
    return Row(
        **_own_fields(claim),
        verdict=tier,
        tier=tier,
        why=why,
        corrected=claim.corrected or None,
        uses=claim.uses,
        transcription=_claim_transcription(claim),
        domain=str(claim.under),
        missing=claim.missing,
        found=found,
        steps=tuple(step.describe() for step in claim.follows if not step.in_words),
        words=(
            *(step.describe() for step in claim.follows if step.in_words),
            *(said for one in found for said in one.given),
            *(own_words(claim) if tier in HOLDING else ()),
        ),
        expect=claim.expect,
        stated={str(c): Need.IN_WORDS if getattr(c, "outside", True) is None else Need.IDLE for c in claim.under.conditions},
        lines=dict(ChainMap(dict(claim.under.lines), *(dict(lemma.given.lines) for lemma in claim.proof))),
    )


def _own_fields(claim: Claim) -> dict[str, Any]:
    """The fields of a row that differ between claims which say the same in two places."""
    printed = claim.printed
    return {
        "id": claim.id, "source": printed.source, "kind": claim.kind, "says": claim.says, "place": printed.place, "tex": printed.tex,
        "extraction": printed.extraction, "fingerprint": fingerprint(claim), "restates": claim.restates, "see": claim.see,
        "page": page(claim),
    }  # fmt: skip


def _claim_transcription(claim: Claim) -> str:
    lemmas = {lemma.name: lemma.statement for lemma in claim.proof}
    if claim.statement is not None and not isinstance(claim.statement, dict):
        return transcription({"statement": claim.statement, **lemmas} if claim.lemmas else claim.statement)
    return transcription(lemmas)


def settle(rows: list[Row], claims: Mapping[str, Claim], committed: Mapping[str, Tier] | None = None) -> list[Row]:
    """Second pass, over what rows say of each other.

    A claim is no stronger than its premises: each must hold, and its conditions must follow from the claim's own; where that can be
    seen in words only, the claim is PROVED_GIVEN at best. A refuted row whose corrected statement holds is CORRECTED, or IMPRECISE
    where only words were missing. A conjecture that nothing contradicts is OPEN, a definition whose checks hold DEFINED.
    `committed` holds the tiers of claims that were not run.
    """
    settled: dict[str, Row] = {}
    tiers: dict[str, Tier] = dict(committed or {})
    mine = {row.id: row for row in rows}
    for claim_id in TopologicalSorter({row.id: row.uses for row in rows}).static_order():
        if claim_id in mine:
            row = _with_premises(mine[claim_id], claims, tiers)
            if row.expect is Tier.OPEN and row.tier in HOLDING:
                row = replace(row, verdict=Tier.OPEN, tier=Tier.OPEN, why=f"a conjecture; so far {row.tier}: {row.why}")
            elif row.expect is Tier.DEFINED and row.tier in HOLDING:
                row = replace(row, verdict=Tier.DEFINED, tier=Tier.DEFINED, why=f"well posed, as its checks say ({row.tier}): {row.why}")
            settled[claim_id], tiers[claim_id] = row, row.tier
    out = []
    for row in (settled[row.id] for row in rows):
        repaired = row.corrected is not None and tiers.get(row.corrected) in HOLDING
        if row.verdict is Tier.REFUTED and repaired and row.missing:
            row = replace(row, verdict=Tier.IMPRECISE, tier=Tier.IMPRECISE, why=f"needs: {row.missing}. As printed: {row.why}")
        elif row.verdict is Tier.REFUTED and repaired:
            row = replace(row, tier=Tier.CORRECTED)
        out.append(row)
    return out


def _with_premises(row: Row, claims: Mapping[str, Claim], tiers: Mapping[str, Tier]) -> Row:
    if row.tier not in HOLDING or not row.uses:
        return row
    words = list(row.words)
    for used in row.uses:
        if tiers.get(used) not in HOLDING:
            why = f"rests on {used}, which is {tiers.get(used, 'not judged as it stands')}"
            return replace(row, verdict=Tier.ERROR, tier=Tier.ERROR, why=why)
        missing, unread = undischarged(claims[used], claims[row.id])
        if missing:
            why = f"rests on {used} without its condition {missing[0]}"
            return replace(row, verdict=Tier.ERROR, tier=Tier.ERROR, why=why)
        words += [f"{UNREAD}{used}: {condition}" for condition in unread]
        words += [f"{SUPPOSED}{said}, by {used}" for said in unmet_hypotheses(claims[used], claims[row.id])]
    least = weakest((row.tier, *(tiers[used] for used in row.uses)))
    if least is Tier.PROVED and words:
        least = Tier.PROVED_GIVEN
    if least is row.tier:
        return replace(row, words=tuple(words))
    weak = next((used for used in row.uses if tiers[used] is least), "conditions in words")
    return replace(row, verdict=least, tier=least, words=tuple(words), why=f"{row.why}; no stronger than {weak}, which is {least}")


def _restated_row(claim: Claim, original: Claim, row: Row) -> Row:
    """The row of a claim that is printed in another place too; one that says something else than the original has nothing of its row."""
    if fingerprint(replace(claim, printed=original.printed, kind=original.kind)) != fingerprint(original):
        aside = ("id", "kind", "says", "printed", "see", "restates", "erratum", "differs", "formulas")
        parts = [f.name for f in fields(Claim) if f.name not in aside and getattr(claim, f.name) != getattr(original, f.name)]
        why = f"restates {original.id}, and is not the same: {', '.join(parts) or 'what its functions or classes hold'}"
        return _judged_row(claim, Tier.ERROR, why, ())
    return replace(row, **_own_fields(claim), seconds=0.0, spent={})


def run(
    claims: Mapping[str, Claim],
    jobs: int = 1,
    on_row: Progress | None = None,
    package: str = "proofs_checks",
    full: bool = False,
    false_alarm: float = FALSE_ALARM,
    committed: Iterable[Mapping[str, Any]] = (),
    scheduler: str | None = None,
    profile: bool = False,
    anew: bool = False,
    trials: bool = True,
) -> list[Row]:
    """Rows of the given claims, sorted by id, and of the corrected statements that they link to.

    A claim that restates another one takes the row of that one, which is judged once. With jobs > 1 or a `scheduler`, the address of a
    Dask cluster, processes elsewhere import `package` and judge by id. `on_row(row, done, total)` is called as each ends. `full` lets
    checks search deeper. `committed` are rows that say, of claims which this run does not judge, the tier, the fingerprint that it was
    given to, and the number of statistical tests; without them, and where they do not say, all claims of the package are discovered to
    count. A tier counts only for what its premise says today. `false_alarm` is the probability that a run of all claims contradicts a
    true statement by chance; it is split evenly over the statistical tests of all claims, run or not. `profile`: rows say where their
    time went. `anew`: nothing that was committed is tried first. `trials`: wrong variants are shown and conditions dropped; without them,
    what the committed ledger says of them stands for claims that are as they were. Raises InvalidInput unless 0 < false_alarm <= 1/2.
    """
    known: Mapping[str, Claim] = ChainMap(dict(claims), claims_at_hand(package))  # type: ignore[arg-type]  # it is only read
    wanted = sorted(set(claims) | {c.corrected for c in claims.values() if c.corrected})
    judged = sorted({known[name].restates or name for name in wanted})
    others = {row["id"]: row for row in committed if row["id"] not in wanted}
    share = each_share(_count_tests(known, wanted, others.values()), false_alarm)
    parts: list[tuple[str, ...]] = [(name,) for name in judged]
    how: dict[str, Any] = {"full": full, "share": share, "profile": profile, "anew": anew, "trials": trials}
    if jobs == 1 and scheduler is None:
        judge_part = partial(_judge_claims, known=known, judged={}, **how)
    else:
        parts = _parts(judged, known, package)
        judge_part = partial(_judge_by_id, package=package, **how)
    rows: dict[str, Row] = {}
    with workers(jobs, scheduler) as pool:
        for _, found in pool.answers(judge_part, parts):
            for row in found:
                rows[row.id] = row
                if on_row is not None:
                    on_row(row, len(rows), len(judged))
    rows |= {
        name: _restated_row(known[name], known[known[name].restates], rows[known[name].restates]) for name in wanted if known[name].restates
    }
    tiers = _valid_tiers(rows, known, others)
    return [row for row in settle(sorted(rows.values(), key=lambda row: row.id), known, tiers) if row.id in wanted]


def _valid_tiers(rows: Mapping[str, Row], known: Mapping[str, Claim], others: Mapping[str, Mapping[str, Any]]) -> dict[str, Tier]:
    """The committed tiers of premises that were not run: of those that say, with all that they rest on, what they said when judged."""

    @cache
    def stands(name: str) -> bool:
        return name in rows or (
            name in others and others[name].get("fingerprint") == fingerprint(known[name]) and all(map(stands, known[name].uses))
        )

    premises = {used for row in rows.values() for used in row.uses} - rows.keys()
    return {name: Tier(others[name]["tier"]) for name in premises if stands(name)}


def _judge_claims(names: Sequence[str], known: Mapping[str, Claim], trials: bool = True, **how: Any) -> list[Row]:
    rows = {} if trials else _committed()
    return [judge(known[name], known=known, row=rows[name] if stands(name, known, rows) else None, **how) for name in names]


@cache
def _committed() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in load()}


def _judge_by_id(names: Sequence[str], package: str, **how: Any) -> list[Row]:
    known = claims_at_hand(package)
    return _judge_claims(names, known, judged=_judged(package, **how), **how)


@cache
def _judged(package: str, **how: Any) -> Judged:
    """The lemmas that a process has judged for runs of one kind."""
    return {}


def _count_tests(known: Mapping[str, Claim], wanted: Iterable[str], others: Collection[Mapping[str, Any]]) -> int:
    """The number of statistical tests that all claims make together; without rows that tell of the others, these are imported."""
    if not others or any("page" not in row for row in others):
        return number_of_tests(known.values())
    elsewhere: int = sum(row["page"].get("tests", 0) for row in others)
    return number_of_tests(known[name] for name in wanted) + elsewhere


def _parts(names: Sequence[str], known: Mapping[str, Claim], package: str) -> list[tuple[str, ...]]:
    """The pieces of work for other processes: the claims of a module together, for they share instances and laws; longest first."""
    modules: dict[str, list[str]] = {}
    for name in names:
        modules.setdefault(claims_at_hand(package).written.get(name, [name])[0], []).append(name)
    # examining a statement costs most, its variants little more: the number of checks is a rough estimate of the time
    return sorted(map(tuple, modules.values()), key=lambda part: -sum(len(m.checks) for name in part for m in known[name].proof))
