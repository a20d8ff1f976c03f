"""Commands that replay the evidence of verdicts, and write it to files."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any

import click

import symfed
from symfed import ledger
from symfed.cli.group import CHANGED, as_json, claim_or_refuse, committed_rows, known_or_refuse, main, print_json, progress_bar
from symfed.core.files import unwritable_file, unwritable_folder, write_whole
from symfed.ledger import evidence
from symfed.ledger.evidence import committed_folder
from symfed.report.completion import committed_ids, completion_of
from symfed.workers import workers

#: Claims that a process writes at a time.
_AT_ONCE = 2


@main.command(short_help="Replay what verdicts rest on, without SymPy.", epilog="symfed recheck {id}")
@click.argument("ids", metavar="[ID | FILE]...", nargs=-1, shell_complete=completion_of(committed_ids))
@click.option("-v", "--verbose", is_flag=True, help="Also print the statements that were checked, and what is trusted.")
@click.option("--witnesses", is_flag=True, help="Put committed witnesses back into the claims' own checks instead; half a minute for all.")
@as_json
@click.pass_context
def recheck(ctx: click.Context, ids: tuple[str, ...], verbose: bool, witnesses: bool, as_json: bool) -> None:
    """Replay the committed evidence of all claims, or of those named: a small checker reads proofs_checks/replay and nothing else.

    A line a claim: replayed whole, in part or not, and why. Exits 1 if one fails: a part is wrong, or is not the claim's, or is missing.
    FILE: certificates, as found.certificate().to_json() writes them, which are checked from scratch. Exits 1 if one proves nothing.
    """
    if any(name.endswith(".json") for name in ids):
        ctx.exit(_certificates(ids, as_json))
    if witnesses:
        ctx.exit(_witnesses(ids, as_json))
    rows = {row["id"]: row for row in ledger.load()}
    chosen = [rows[known_or_refuse("claim", claim_id, rows)] for claim_id in ids] or list(rows.values())
    folder, found = committed_folder(), list[tuple[symfed.recheck.Replayed, str]]()
    kept = evidence.load(folder)
    proof_of = cache(partial(_proof_of, rows, kept, folder))
    width = max((len(row["id"]) for row in chosen), default=0)
    for row in chosen:
        one, text = _replayed_row(row, rows, kept, folder, proof_of)
        found.append((one, text))
        if not as_json:
            click.echo(f"{one.id:<{width}}  {one.extent:<7}  {one.detail}".rstrip())
            for line in _verbose_lines(row, one, text) if verbose else ():
                click.echo(f"    {line}")
    if as_json:
        print_json([_json_data(one, text) for one, text in found])
    for line in summary([one for one, _ in found]) if not as_json else ():
        click.echo(line)
    ctx.exit(0 if all(one.ok for one, _ in found) else CHANGED)


def _proof_of(rows: Mapping[str, Mapping[str, Any]], kept: evidence.Entries, folder: Path, claim_id: str) -> symfed.recheck.Part | None:
    """The part that another claim's file proves; None for an unknown claim or a missing file."""
    path = symfed.recheck.path_of(folder, claim_id)
    known = claim_id in rows and path.exists()
    return symfed.recheck.proof_in(path.read_text(encoding="utf-8"), rows[claim_id], kept.get(claim_id)) if known else None


def _replayed_row(
    row: Mapping[str, Any],
    rows: Mapping[str, Mapping[str, Any]],
    kept: evidence.Entries,
    folder: Path,
    proof_of: Callable[[str], symfed.recheck.Part | None],
) -> tuple[symfed.recheck.Replayed, str]:
    """The replay of a row and the text of its file; for a row that restates another one, those of the other."""
    stands = rows.get(row["restates"]) if row["restates"] else row
    if stands is None or (stands["verdict"], stands["tier"]) != (row["verdict"], row["tier"]):
        wrong = f"restates {row['restates']}, which the ledger does not know or judges otherwise"
        return symfed.recheck.Replayed(row["id"], (), wrong=wrong), ""
    path = symfed.recheck.path_of(folder, stands["id"])
    if not path.exists():
        wrong = evidence.missing(stands, kept.get(stands["id"]))
        return symfed.recheck.Replayed(row["id"], (symfed.recheck.Checked(row["id"], "", left="nothing was written out"),), wrong=wrong), ""
    text = path.read_text(encoding="utf-8")
    found = symfed.recheck.replayed(text, stands, kept.get(stands["id"]), proof_of)
    return symfed.recheck.Replayed(row["id"], found.parts, found.refutes, found.wrong), text


def _json_data(one: symfed.recheck.Replayed, text: str) -> dict[str, Any]:
    held = json.loads(text) if text and not one.wrong else {}
    return {"id": one.id, "ok": one.ok, "extent": one.extent, "detail": one.detail, "parts": held.get("parts", [])}


def _verbose_lines(row: Mapping[str, Any], one: symfed.recheck.Replayed, text: str) -> Iterator[str]:
    """Lines of a verbose report: the row's statement, the parts in the checker's own words, and what each kind of part trusts."""
    if not text or one.wrong:
        return
    held = json.loads(text)
    yield row["page"]["says"]
    for part, checked in zip(held["parts"], one.parts, strict=True):
        yield f"{checked.of}: {checked.kind or checked.left}"
        yield from (f"    {line}" for line in symfed.recheck.statement(part)) if checked.kind else ()
    for kind in dict.fromkeys(checked.kind for checked in one.parts if checked.kind):
        yield f"trusted, {kind}: {symfed.recheck.TRUSTED[kind]}"


def summary(found: Sequence[symfed.recheck.Replayed]) -> Iterator[str]:
    """Lines with the number of claims replayed and the number of parts of each kind."""
    extents = Counter(one.extent for one in found)
    told = ", ".join(f"{extents[name]} {name}" for name in ("whole", "in part", "not", "FAILED") if extents[name])
    yield f"{len(found)} claim{'s' * (len(found) != 1)} replayed: {told or 'none'}."
    kinds = Counter(part.kind for one in found for part in one.parts if part.kind)
    if kinds:
        yield "Checked: " + ", ".join(f"{number} {kind}" for kind, number in kinds.most_common()) + "."


def _witnesses(ids: Sequence[str], as_json: bool) -> int:
    """Try witnesses in the claims' own checks again: print a line for each, and return the exit code."""
    if ids:
        held = {row["id"]: row["witness"] for row in ledger.load()}
        for claim_id in ids:
            if not held[known_or_refuse("claim", claim_id, held)]:
                raise click.UsageError(f"{claim_id} has no witness: nothing was found that its statement fails on")
    with progress_bar("replaying witnesses") as progress:
        replayed = ledger.recheck(ids=ids, on_replay=progress)
    failed = sum(not item.ok for item in replayed)
    if as_json:
        print_json([{"id": item.id, "ok": item.ok, "detail": item.detail} for item in replayed])
        return CHANGED if failed else 0
    width = max((len(item.id) for item in replayed), default=0)
    for item in replayed:
        click.echo(f"{item.id:<{width}}  {'ok' if item.ok else 'FAILED':<6}  {item.detail}".rstrip())
    click.echo(f"{len(replayed)} witness{'es' * (len(replayed) != 1)} replayed: {len(replayed) - failed} still refute, {failed} failed.")
    return CHANGED if failed else 0


def _certificates(names: Sequence[str], as_json: bool) -> int:
    """Check files of certificates: print a line for each, and return the exit code."""
    from symfed.certificates.__main__ import PROVED, UNREADABLE, judge

    found = {name: judge(name) for name in names}
    unreadable = [said for code, said in found.values() if code == UNREADABLE]
    if unreadable:
        raise click.UsageError(unreadable[0])
    if as_json:
        print_json([{"id": name, "ok": code == PROVED, "detail": said} for name, (code, said) in found.items()])
    else:
        for _, said in found.values():
            click.echo(said)
    return CHANGED if any(code != PROVED for code, _ in found.values()) else 0


def writable_committed(ctx: click.Context, parameter: click.Parameter, commit: bool) -> bool:
    """Option callback: refuse --commit before any work if the committed files cannot be written."""
    folder = committed_folder()
    if commit and (
        complaint := unwritable_folder(folder)
        or unwritable_file(evidence.entries_path(folder))
        or unwritable_file(evidence.lines_path(folder))
    ):
        raise click.BadParameter(complaint)
    return commit


@main.command(short_help="Write out what `recheck` replays.", epilog="symfed replay {id}")
@click.argument("ids", metavar="[ID]...", nargs=-1, shell_complete=completion_of(committed_ids))
@click.option("--jobs", type=click.IntRange(min=1), help="Number of processes; default: one per processor.")
@click.option("--all", "everything", is_flag=True, help="Also the claims whose files are of today's statement; minutes.")
@click.option("--commit", is_flag=True, callback=writable_committed, help="Rewrite these claims' files in proofs_checks/replay.")
@click.pass_context
def replay(ctx: click.Context, ids: tuple[str, ...], jobs: int | None, everything: bool, commit: bool) -> None:
    """Write out what verdicts rest on: of the claims named, or of those whose committed file is missing, or is not what they state.

    Without --commit nothing is written: what each file states is compared with its claim, some minutes for all, and a file that
    is not what its claim says today is named; then it exits 1. With --commit each is written as soon as it is ready, and the files of
    claims that are gone are removed; proofs_checks/evidence.json, what each file must hold, is written with them.
    """
    rows = {row["id"]: row for row in committed_rows()}
    for claim_id in ids:
        claim_or_refuse(claim_id, list(rows.values()))
        known_or_refuse("claim", claim_id, rows)
    folder, processes = committed_folder(), jobs or os.cpu_count() or 1
    own = {name: row for name, row in rows.items() if not row["restates"] and row["lemmas"]}
    held = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.json"))}
    kept = evidence.load(folder)
    late = {name: why for name, row in own.items() if name in held and (why := evidence.said(held[name], row, kept.get(name)))}
    gone = [] if ids else sorted({*held, *kept} - own.keys())
    if ids or everything:
        chosen = [name for name in sorted(set(ids)) if name in own] or list(own)
    else:
        chosen = _to_be_written(own, held, late, processes)
    told, found = list[str](), dict[str, str]()
    try:
        for line in chain(
            _rewritten_files([own[name] for name in chosen], held, kept, found, folder, processes, commit),
            _corrected_entries([own[name] for name in late if name not in chosen and not ids], late, held, kept, commit),
            _removed_files(gone, held, kept, folder, commit),
        ):
            told.append(line)
            click.echo(line)
    finally:  # files written before an interruption are kept
        if commit:
            evidence.save(kept, folder)
            evidence.save_lines(held, found, evidence.lines_path(folder))
    click.echo(f"{len(own)} claims, {sum(name not in held for name in own)} without a file: {len(told)} changed.")
    ctx.exit(CHANGED if told and not commit else 0)


def _rewritten_files(
    rows: Sequence[Mapping[str, Any]],
    held: dict[str, str],
    kept: evidence.Entries,
    lines: dict[str, str],
    folder: Path,
    jobs: int,
    commit: bool,
) -> Iterator[str]:
    """A line for each claim whose file changes; `held`, `kept` and `lines` are updated to what was written."""
    tiers = {row["id"]: row["tier"] for row in rows}
    for name, text, of_proofs in _texts(rows, jobs):
        lines |= of_proofs
        anew = symfed.recheck.entry(symfed.recheck.read(text), tiers[name])
        if held.get(name) == text and kept.get(name) == anew:
            continue
        held[name], kept[name] = text, anew
        if commit:
            folder.mkdir(exist_ok=True)
            write_whole(symfed.recheck.path_of(folder, name), text)
        yield f"{name}: {'written' if commit else f'is not what is committed (symfed replay {name} --commit)'}"


def _corrected_entries(
    rows: Sequence[Mapping[str, Any]], late: Mapping[str, str], held: Mapping[str, str], kept: evidence.Entries, commit: bool
) -> Iterator[str]:
    """A line for each unchanged file whose entry is wrong; `kept` is updated with the right one."""
    for row in rows:
        name = row["id"]
        if commit:
            kept[name] = symfed.recheck.entry(symfed.recheck.read(held[name]), row["tier"])
        yield f"{name}: {'entered' if commit else f'{late[name]} (symfed replay {name} --commit)'}"


def _removed_files(gone: Sequence[str], held: dict[str, str], kept: evidence.Entries, folder: Path, commit: bool) -> Iterator[str]:
    for name in gone:
        kept.pop(name, None)
        held.pop(name, None)
        if commit:
            symfed.recheck.path_of(folder, name).unlink(missing_ok=True)
        yield f"{name}: {'removed' if commit else 'is a claim no more, or restates another one'}"


def _to_be_written(own: Mapping[str, Mapping[str, Any]], held: Mapping[str, str], late: Mapping[str, str], jobs: int) -> list[str]:
    """Claims whose file is missing, or states something else than they do, whatever its entry says.

    A wrong entry alone is no reason to search for proofs again.
    """

    def may_stand(name: str) -> bool:
        if name not in late:
            return True
        try:
            file = symfed.recheck.read(held[name])
            entry = symfed.recheck.entry(file, own[name]["tier"])
            return not evidence.said(held[name], own[name], entry) and symfed.recheck.parts_checked(file).ok
        except symfed.recheck.MALFORMED:  # it is written again
            return False

    asked = [(name, own[name]["witness"], held[name]) for name in own if name in held and may_stand(name)]
    alike = {name for name, wrong in evidence.unlike(asked, jobs).items() if not wrong}
    return [name for name in own if name not in alike]


def _texts(rows: Sequence[Mapping[str, Any]], jobs: int) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield (id, text, lines of its proofs) of claims as they are ready."""
    parts = [rows[start : start + _AT_ONCE] for start in range(0, len(rows), _AT_ONCE)]
    done = 0
    with progress_bar("writing what verdicts rest on") as progress, workers(min(jobs, max(len(parts), 1))) as pool:
        for _, found in pool.answers(_files, parts):
            yield from found
            done += len(found)
            progress(done, len(rows))


def _files(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, dict[str, str]]]:
    from symfed.evidence import as_text, lines_in, written

    claims = ledger.Claims()
    found = [written(claims[row["id"]], row, claims) for row in rows]
    return [(held["id"], as_text(held), lines_in(held)) for held in found if held["parts"]]
