"""Judge claims, in parallel, lemma by lemma, and turn what was found into rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import networkx as nx

from symfed.checks.budget import FALSE_ALARM, each_share
from symfed.checks.lemma import Found, Need, judge_lemma
from symfed.core.claim import Claim
from symfed.core.verdict import HOLDING, Tier, weakest
from symfed.ledger.discovery import discover
from symfed.ledger.fingerprint import fingerprint
from symfed.ledger.premises import undischarged
from symfed.ledger.row import Row
from symfed.ledger.transcription import transcription
from symfed.ledger.weigh import broken_step, chain, weigh
from symfed.workers import workers

Progress = Callable[[Row, int, int], None]


def judge(claim: Claim, full: bool = False, share: float | None = None, known: Mapping[str, Claim] | None = None) -> Row:
    """Judge one claim by itself: its lemmas and the steps between them, not yet the claims that it uses as premises.

    A check that raises makes the verdict ERROR, which is a bug of ours and never a finding. `share` is the false-alarm probability of each
    statistical test; by default the claim's tests share the budget of a whole run. `known` holds the premises by id.
    """
    started = time.perf_counter()
    found: tuple[Found, ...] = ()
    words = tuple(step.describe() for step in claim.follows if step.in_words)
    each = each_share([claim]) if share is None else share
    premises = {name: known[name] for name in claim.uses if known and name in known}
    if not claim.proof:
        tier, why = Tier.NOT_CHECKED, claim.reason
    else:
        try:
            found = tuple(judge_lemma(lemma, claim.under, claim.ranges, full, each, claim.kind == "statistical") for lemma in claim.proof)
            proof = chain(claim, premises)
            found += (proof,) if proof else ()
            tier, why = weigh(claim, found, "" if proof else broken_step(claim, premises))
        except Exception as error:
            tier, why = Tier.ERROR, f"{type(error).__name__}: {error}"
    return Row(
        id=claim.id,
        source=claim.printed.source,
        kind=claim.kind,
        verdict=tier,
        tier=tier,
        why=why,
        corrected=claim.corrected or None,
        uses=claim.uses,
        see=claim.see,
        says=claim.says,
        place=claim.printed.place,
        tex=claim.printed.tex,
        extraction=claim.printed.extraction,
        transcription=_transcribed(claim),
        domain=str(claim.under),
        domain_tex=claim.under.latex(),
        missing=claim.missing,
        found=found,
        steps=tuple(step.describe() for step in claim.follows if not step.in_words),
        words=words,
        expect=claim.expect,
        fingerprint=fingerprint(claim),
        restates=claim.restates,
        stated={str(c): Need.IN_WORDS if getattr(c, "outside", True) is None else Need.IDLE for c in claim.under.conditions},
        lines=claim.under.lines,
        seconds=time.perf_counter() - started,
    )


def _transcribed(claim: Claim) -> str:
    lemmas = {lemma.name: lemma.statement for lemma in claim.proof}
    if claim.statement is not None and not isinstance(claim.statement, dict):
        return transcription({"statement": claim.statement, **lemmas} if claim.lemmas else claim.statement)
    return transcription(lemmas)


def settle(rows: list[Row], claims: Mapping[str, Claim], committed: Mapping[str, Tier] | None = None) -> list[Row]:
    """Second pass, over what rows say of each other.

    A claim is no stronger than its premises: each must hold, and its conditions must follow from the claim's own; where that can be
    seen in words only, the claim is PROVED_GIVEN at best. A refuted row whose corrected statement holds is CORRECTED, or IMPRECISE
    where only words were missing. A conjecture that nothing contradicts is OPEN. `committed` holds the tiers of claims that were not run.
    """
    settled: dict[str, Row] = {}
    tiers: dict[str, Tier] = dict(committed or {})
    mine = {row.id: row for row in rows}
    graph = nx.DiGraph((used, row.id) for row in rows for used in row.uses)
    graph.add_nodes_from(mine)
    for claim_id in nx.lexicographical_topological_sort(graph):
        if claim_id in mine:
            row = _with_premises(mine[claim_id], claims, tiers)
            if row.expect is Tier.OPEN and row.tier in HOLDING:
                row = replace(row, verdict=Tier.OPEN, tier=Tier.OPEN, why=f"a conjecture; so far {row.tier}: {row.why}")
            settled[claim_id], tiers[claim_id] = row, row.tier
    out = []
    for row in (settled[row.id] for row in rows):
        repaired = row.corrected is not None and tiers.get(row.corrected) in HOLDING
        if row.verdict is Tier.REFUTED and repaired and row.missing:
            row = replace(row, verdict=Tier.IMPRECISE, tier=Tier.IMPRECISE, why=f"needs: {row.missing}. As printed {row.why}")
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
            why = f"rests on {used}, which is {tiers.get(used, 'not judged')}"
            return replace(row, verdict=Tier.ERROR, tier=Tier.ERROR, why=why)
        missing, unread = undischarged(claims[used], claims[row.id])
        if missing:
            why = f"rests on {used} without its condition {missing[0]}"
            return replace(row, verdict=Tier.ERROR, tier=Tier.ERROR, why=why)
        words += [f"the condition of {used}: {condition}" for condition in unread]
    least = weakest((row.tier, *(tiers[used] for used in row.uses)))
    if least is Tier.PROVED and words:
        least = Tier.PROVED_GIVEN
    if least is row.tier:
        return replace(row, words=tuple(words))
    weak = next((used for used in row.uses if tiers[used] is least), "conditions in words")
    return replace(row, verdict=least, tier=least, words=tuple(words), why=f"{row.why}; no stronger than {weak}, which is {least}")


def _judge_by_id(claim_id: str, package: str, full: bool, share: float) -> Row:
    known = _claims(package)
    return judge(known[claim_id], full, share, known)


_CLAIMS: dict[str, dict[str, Claim]] = {}


def _claims(package: str) -> dict[str, Claim]:
    """One discovery per worker process."""
    if package not in _CLAIMS:
        _CLAIMS[package] = discover(package)
    return _CLAIMS[package]


def _restated(claim: Claim, row: Row) -> Row:
    """The row of a claim that is printed in another place too."""
    return replace(
        row, id=claim.id, source=claim.printed.source, kind=claim.kind, says=claim.says, place=claim.printed.place, tex=claim.printed.tex,
        fingerprint=fingerprint(claim), extraction=claim.printed.extraction, restates=claim.restates, see=claim.see, seconds=0.0,
    )  # fmt: skip


def run(
    claims: Mapping[str, Claim],
    jobs: int = 1,
    on_row: Progress | None = None,
    package: str = "proofs_checks",
    full: bool = False,
    false_alarm: float = FALSE_ALARM,
    committed: Mapping[str, Any] | None = None,
) -> list[Row]:
    """Rows of the given claims, sorted by id, and of the corrected statements that they link to.

    A claim that restates another one takes the row of that one, which is judged once. With jobs > 1, worker processes discover `package`
    again and judge by id. `on_row(row, done, total)` is called as each ends. `full` lets checks search deeper. `false_alarm` is the
    probability that a run of all claims contradicts a true statement by chance; it is split evenly over the statistical tests of all
    claims of `package`, run or not, and of the given ones. `committed` gives the tiers of premises that this run does not judge.
    Raises InvalidInput unless 0 < false_alarm <= 1/2.
    """
    known = {**_claims(package), **claims}
    wanted = sorted(set(claims) | {c.corrected for c in claims.values() if c.corrected})
    judged = sorted({known[name].restates or name for name in wanted})
    share = each_share(known.values(), false_alarm)

    def here(claim_id: str) -> Row:
        return judge(known[claim_id], full, share, known)

    elsewhere = partial(_judge_by_id, package=package, full=full, share=share)
    rows: dict[str, Row] = {}
    with workers(jobs) as pool:
        for _, row in pool.answers(here if jobs == 1 else elsewhere, judged):
            rows[row.id] = row
            if on_row is not None:
                on_row(row, len(rows), len(judged))
    rows |= {name: _restated(known[name], rows[known[name].restates]) for name in wanted if known[name].restates}
    tiers = {name: Tier(tier) for name, tier in (committed or {}).items() if name not in rows}
    return [row for row in settle(sorted(rows.values(), key=lambda row: row.id), known, tiers) if row.id in wanted]
