"""Commands that export claims to Coq and have its kernel check them."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from symfed.cli.group import CHANGED, claim_or_refuse, committed_rows, main, progress_bar, writable_folder
from symfed.core.errors import SymfedError
from symfed.core.files import unwritable_folder
from symfed.report.completion import committed_ids, completion_of
from symfed.workers import workers

if TYPE_CHECKING:
    from symfed.coq.claim import ClaimFile
    from symfed.core.claim import Claim

#: Claims that a process exports at a time: few enough to balance the load, and enough to limit communication.
_AT_ONCE = 8
_QUIET_SECONDS = 10.0
_REASON = 160  # characters of a reason that is recorded
_SPARE = "is in sentences.json, and symfed's kernel accepts no proof in steps of it that takes just that (symfed coq --sentences --commit)"
_JOBS = click.option("--jobs", type=click.IntRange(min=1), help="Number of processes; default: one per processor.")


@main.command(short_help="Write claims out for Coq.", epilog="symfed export {id} --coq theorems")
@click.argument("ids", metavar="[ID]...", nargs=-1, shell_complete=completion_of(committed_ids))
@click.option("--coq", "folder", metavar="DIR", required=True, callback=writable_folder, help="Write here, with the library beside.",
              type=click.Path(file_okay=False, path_type=Path))  # fmt: skip
@_JOBS
def export(ids: tuple[str, ...], folder: Path, jobs: int | None) -> None:
    """Write theorems of Coq: the claims named, or all, as DIR/SOURCE/CLAIM.v, with the library that they rest on in DIR/library.

    In DIR, `coq_makefile -f _CoqProject -o Makefile && make` has Coq accept them. Ends with how much was written, and what was not and why.
    """
    from symfed.coq.folder import put

    found = _as_accepted(_exported(ids, jobs or os.cpu_count() or 1))
    put(folder, {file.path: file.text for file in found if file.theorems})
    click.echo(export_summary(found))
    for line in left_out(part.short for file in found for part in file.parts if part.short):
        click.echo(line)


def export_summary(found: Sequence[ClaimFile]) -> str:
    """A sentence with the numbers of claims, theorems and parts exported."""
    theorems = sum(len(file.theorems) for file in found)
    parts = [part for file in found for part in file.parts]
    full = sum(bool(part.theorems) and not part.short for part in parts)
    return f"{len(found)} claims: {theorems} theorems, which are {full} of {len(parts)} lemmas and proofs."


def left_out(reasons: Iterable[str]) -> Iterable[str]:
    """Lines of distinct reasons with their counts, the most frequent first."""
    return (f"{number:5}  {reason}" for reason, number in sorted(Counter(reasons).items(), key=lambda found: (-found[1], found[0])))


def _exported(ids: Sequence[str], jobs: int) -> list[ClaimFile]:
    """The files of claims, all of them if none are named, in the order of their ids."""
    from symfed import ledger

    committed = committed_rows()
    for claim_id in ids:
        claim_or_refuse(claim_id, committed)
    names = sorted(set(ids)) or list(ledger.discover())
    witnesses = {row["id"]: row["witness"] for row in committed}
    # claims with neighbouring ids take similar times
    parts = [names[start :: -(-len(names) // _AT_ONCE)] for start in range(-(-len(names) // _AT_ONCE))]
    found: list[ClaimFile] = []
    processes = min(jobs, len(parts))
    known = ledger.Claims() if processes == 1 else None  # others import their own
    with progress_bar("writing theorems") as progress, workers(processes) as pool:
        for _, files in pool.answers(partial(_files, witnesses=witnesses, known=known), parts):
            found += files
            progress(len(found), len(names))
    return sorted(found, key=lambda file: file.id)


def _as_accepted(files: Iterable[ClaimFile]) -> list[ClaimFile]:
    """The files without the theorems that Coq rejected when the committed table was written."""
    from symfed.coq.accepted import load, refused

    table = load()["claims"]
    return [file.without(refused(table.get(file.id, {}))) for file in files]


@cache
def _claims() -> Mapping[str, Claim]:
    """The claims, imported once per process."""
    from symfed import ledger

    return ledger.Claims()


def _files(names: Sequence[str], witnesses: Mapping[str, Any], known: Mapping[str, Claim] | None) -> list[ClaimFile]:
    from symfed.coq.claim import exported

    claims = _claims() if known is None else known
    return [exported(claims[name], witnesses.get(name), claims) for name in names]


def writable_committed(ctx: click.Context, parameter: click.Parameter, commit: bool) -> bool:
    """Option callback: refuse --commit before any work if the committed files cannot be written."""
    from symfed.coq.folder import committed_folder

    if commit and (complaint := unwritable_folder(committed_folder())):
        raise click.BadParameter(complaint)
    return commit


@main.command(short_help="Have Coq's kernel accept the theorems.", epilog="symfed coq {id}")
@click.argument("ids", metavar="[ID]...", nargs=-1, shell_complete=completion_of(committed_ids))
@_JOBS
@click.option("--seconds", type=click.FloatRange(min=1), default=300, show_default=True, help="Time for one file.")
@click.option("--to", "folder", metavar="DIR", callback=writable_folder, type=click.Path(file_okay=False, path_type=Path),
              help="Write the files here, and have Coq read them here; default: symfed's cache.")  # fmt: skip
@click.option("--show", is_flag=True, help="Print the files instead; no Coq is needed.")
@click.option("--commit", is_flag=True, callback=writable_committed, help="Write down what Coq accepts, in proofs_checks/kernel.")
@click.option("--sentences", is_flag=True, help="Have Coq read the proofs in steps that symfed's own kernel accepts.")
@click.pass_context
def coq(
    ctx: click.Context,
    ids: tuple[str, ...],
    jobs: int | None,
    seconds: float,
    folder: Path | None,
    show: bool,
    commit: bool,
    sentences: bool,
) -> None:
    """Write all claims, or those named, as theorems of Coq, and have Coq accept them; a file that it has read is not compiled again.

    Exits 1 if a theorem that was accepted is so no more, or if a file that is made anew is not the one that Coq accepted, by its hash in
    proofs_checks/kernel/accepted.json, which --commit rewrites. With --sentences the proofs in steps are written rule by rule instead, and
    --commit rewrites the lists of those that Coq accepted and of those that it refuses.
    """
    from symfed.coq import accepted
    from symfed.coq.sentences.listed import listed, spare, stale
    from symfed.prove.table import load, taken

    processes = jobs or os.cpu_count() or 1
    if show:
        for file in _as_accepted(_exported(ids, processes)):
            click.echo(file.text)
        return
    if sentences:
        ctx.exit(CHANGED if _sentences(ids, processes, seconds, folder, commit) else 0)
    table, rows = accepted.load(), {row["id"]: row for row in committed_rows()}
    now, version = _read(ids, processes, seconds, folder, commit)
    changes = accepted.changes(now, table, version, rows, whole=not ids)
    changes += [*stale(), *(f"{name}: {_SPARE}" for name in spare(listed(), taken(load()), ids))]
    for change in changes:
        click.echo(f"changed: {change}")
    click.echo(accepted.summary(now.values(), version))
    if commit:
        kept = {name: held for name, held in table["claims"].items() if ids and name not in ids}
        click.echo(f"committed: {accepted.save(kept | now, version)}", err=True)
    ctx.exit(CHANGED if changes and not commit else 0)


@main.command("kernel", hidden=True, params=coq.params, epilog="symfed coq {id}")
@click.pass_context
def renamed(ctx: click.Context, **given: Any) -> None:
    """The deprecated name of `symfed coq`: warns, and runs it."""
    click.echo("symfed kernel is called symfed coq now, and this name will go; symfed proofs asks symfed's own kernel", err=True)
    ctx.invoke(coq, **given)


def _read(ids: Sequence[str], jobs: int, seconds: float, to: Path | None, commit: bool) -> tuple[dict[str, dict[str, Any]], str]:
    """Export claims, have Coq check them, and return their entries and Coq's version.

    commit: theorems that Coq rejected before are tried again, and fingerprints are those of the claims. Raises SymfedError if the entries
    of other claims would then mix versions of Coq or of the library.
    """
    from symfed import ledger
    from symfed.coq.accepted import elsewhere, entry, load
    from symfed.coq.building import accept
    from symfed.coq.coq import version
    from symfed.ledger.fingerprint import fingerprint

    coq = version()  # raises before any work if there is no Coq
    if commit and ids and (other := elsewhere(load(), coq)):
        raise SymfedError(f"{'; '.join(other)}: symfed coq --commit, without ids, has Coq read them all")
    files = _exported(ids, jobs) if commit else _as_accepted(_exported(ids, jobs))
    with build_folder(to) as folder, file_progress() as on_file:
        kept, judged = accept(files, folder, jobs, seconds, on_file)
    known, rows = ledger.Claims(), {row["id"]: row["fingerprint"] for row in committed_rows()}
    prints = {file.id: fingerprint(known[file.id]) if commit else rows.get(file.id, "") for file in kept}
    return {file.id: entry(file, prints[file.id], judged.get(file.path)) for file in kept}, coq


def _sentences(ids: Sequence[str], jobs: int, seconds: float, to: Path | None, commit: bool) -> bool:
    """Have Coq check proofs in steps and print the result of each. True if a result, or the library, differs from the committed lists.

    Raises SymfedError if proofs read with two libraries would be committed together.
    """
    from symfed.coq.sentences import reading
    from symfed.coq.sentences.listed import Listed, listed, refusals, save_list, spare, stale
    from symfed.kernel.terms import KernelRefusal
    from symfed.ledger.fingerprint import fingerprint
    from symfed.prove import table

    committed, known, kept = committed_rows(), _claims(), table.taken(table.load())
    for claim_id in ids:
        claim_or_refuse(claim_id, committed)
    if commit and ids and (other := stale()):
        raise SymfedError(f"{other[0]}: symfed coq --sentences --commit, without ids, has Coq read them all")
    before, recorded, chosen = listed(), refusals(), sorted(set(ids) & kept.keys() if ids else kept)
    for name in sorted(set(ids) - kept.keys()):
        click.echo(f"{name}: no proof in steps that symfed's kernel accepts")
    now, asked, found = dict[str, Listed](), dict[str, Future[str]](), dict[str, str]()
    with nullcontext(to) if to else TemporaryDirectory() as where, file_progress() as on_file, ThreadPoolExecutor(jobs) as pool:
        folder = reading.prepared(Path(where))
        for name in chosen:  # one after another: normal forms share one cache
            try:
                read = reading.proof_of(known[name], {other: known[other] for other in known[name].uses})
                path = reading.written(name, read.last, read.applied, folder)
            except KernelRefusal as wrong:
                found[name] = f"not written: {wrong}"
                continue
            now[name] = {"theorem": reading.digest(read.last), "fingerprint": fingerprint(known[name]), "lent": list(read.lent)}
            asked[name] = pool.submit(reading.judged, path, read.last, seconds)
        for name, judgement in asked.items():
            found[name] = judgement.result()
            on_file(name, len(found), len(chosen))
    refused = {name: why[max(why.find("Error: "), 0) :][:_REASON] for name, why in found.items() if why}
    accepted = {name: now[name] for name in chosen if name not in refused}
    new = refused.keys() - recorded.keys()
    changed = set[str]() if commit else new | {name for name in accepted if name in before and now[name] != before[name]}
    gone = [] if commit else [*(f"{name}: {_SPARE}" for name in spare(before, kept, ids) if name not in kept), *stale()]
    for name in chosen:
        said = f"refused: {found[name]}" if found[name] else "accepted, and it says another thing" if name in changed else "accepted"
        click.echo(f"{'ERROR: ' if name in changed else ''}{name}: {said}")
    for line in gone:
        click.echo(f"ERROR: {line}")
    click.echo(f"{len(accepted)} of {len(chosen)} proofs in steps that symfed's kernel accepts are accepted by Coq.")
    if commit:
        rest = (before.keys() | recorded.keys()).difference(chosen) if ids else set[str]()
        save_list({i: before[i] for i in rest & before.keys()} | accepted, {i: recorded[i] for i in rest & recorded.keys()} | refused)
        for name in sorted(new):
            click.echo(f"recorded as refused: {name}: {refused[name]}", err=True)
    return bool(changed or gone)


@contextmanager
def build_folder(to: Path | None) -> Iterator[Path]:
    """The folder in which files are compiled and recorded: the given one, the cache, or a temporary one if there is no cache."""
    from symfed.generated import cache_folder

    kept = to or cache_folder("kernel")
    with nullcontext(kept) if kept else TemporaryDirectory() as folder:
        yield Path(folder)


@contextmanager
def file_progress() -> Iterator[Callable[[str, int, int], None]]:
    """Yield a callback that shows progress as files complete: a bar on a terminal, else a line every few seconds."""
    spoke = time.monotonic()
    with progress_bar("Coq reads") as progress:

        def on_file(name: str, done: int, total: int) -> None:
            nonlocal spoke
            progress(done, total)
            if not sys.stderr.isatty() and (done == total or time.monotonic() - spoke >= _QUIET_SECONDS):
                spoke = time.monotonic()
                click.echo(f"{done} of {total} files, last {name}", err=True)

        yield on_file
