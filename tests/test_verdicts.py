"""All claims on trial, once: what they were expected to be, what the committed ledger says, and how they were decided.

One test, because judging every claim takes minutes and workers share nothing; every complaint is collected before it fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from symfed.core.verdict import Outcome, Tier
from symfed.ledger import Row, compare, discover, load, recheck, run

REFUTED_SIGNS = ("hal-table1-homogeneous", "hal-table1-heterogeneous-stoch", "hal-table1-heterogeneous-het")


def unexpected(rows: Mapping[str, Row]) -> Iterator[str]:
    """Verdicts that are not the expected ones, and errors, which nobody may expect."""
    for row in rows.values():
        if row.verdict is not row.expect:
            yield f"{row.id}: expected {row.expect}, got {row.verdict} ({row.tier}): {row.why}"
        if row.verdict is Tier.ERROR:
            yield f"{row.id}: ERROR, a bug of ours: {row.why}"


def unlike_the_committed_ledger(rows: Mapping[str, Row]) -> Iterator[str]:
    for change in compare(list(rows.values()), load()):
        yield f"ledger.json: {change.describe()}"
    for replay in recheck():
        if not replay.ok:
            yield f"ledger.json: the witness of {replay.id} does not refute: {replay.detail}"


def wrong_signs_of_table_1(rows: Mapping[str, Row]) -> Iterator[str]:
    """The preprint has three signs of its Table 1 wrong; the published version has them right."""
    cells = {claim_id: row for claim_id, row in rows.items() if "-table1" in claim_id}
    if sum(claim_id.startswith("aistats-") for claim_id in cells) < 8:
        yield f"Table 1 of the published version has cells that are not on trial: {sorted(cells)}"
    for claim_id, row in cells.items():
        wanted = Tier.REFUTED if claim_id in REFUTED_SIGNS else Tier.PROVED
        if row.verdict is not wanted:
            yield f"Table 1, {claim_id}: {row.verdict}, not {wanted}"
        if wanted is Tier.REFUTED and (row.tier is not Tier.CORRECTED or row.corrected != claim_id.replace("hal", "aistats")):
            yield f"Table 1, {claim_id}: not corrected by the published cell"


def blind_checks(rows: Mapping[str, Row]) -> Iterator[str]:
    """Checks that rejected no wrong variant, and wrong variants that no check rejected, of claims that stand."""
    for row in rows.values():
        if row.verdict in (Tier.REFUTED, Tier.IMPRECISE, Tier.NOT_CHECKED):
            continue
        if not row.controls:
            yield f"{row.id}: stands without a single negative control"
        for evidence in row.evidence:
            if not any(evidence.rejected.values()):
                yield f"{row.id}: {evidence.method} rejected no negative control"
        for name in row.controls:
            if not any(evidence.rejected.get(name) for evidence in row.evidence):
                yield f"{row.id}: the negative control {name!r} survived"


def refutations_without_witness(rows: Mapping[str, Row]) -> Iterator[str]:
    for row in rows.values():
        refuted = row.verdict in (Tier.REFUTED, Tier.IMPRECISE)
        if refuted and not (row.witness and any(e.outcome is Outcome.FAILS and e.refutes for e in row.evidence)):
            yield f"{row.id}: refuted without an exact instance"


def test_every_claim_is_what_it_was_expected_and_committed_to_be() -> None:
    rows = {row.id: row for row in run(discover())}
    questions = (unexpected, unlike_the_committed_ledger, wrong_signs_of_table_1, blind_checks, refutations_without_witness)
    complaints = [complaint for question in questions for complaint in question(rows)]
    assert not complaints, "\n".join(["", *complaints])
