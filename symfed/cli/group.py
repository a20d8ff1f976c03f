"""What every command shares: the group itself, refusals, exit codes, and names looked up with the nearest ones at hand."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit

import symfed
from symfed.core.errors import SymfedError, unknown_name
from symfed.core.files import unwritable_file, unwritable_folder
from symfed.report.completion import algorithm_names, committed_ids, formula_names
from symfed.workers import for_expressions

if TYPE_CHECKING:
    from symfed.core.claim import Claim

#: Exit codes; those of an interrupt and of a closed pipe are what a shell says of programs that these signals end.
CHANGED, BAD_USAGE, INTERRUPTED, UNREAD = 1, 2, 130, 141


class Refusal(click.ClickException):
    """What symfed refuses on purpose, as one line on standard error."""

    exit_code = BAD_USAGE


@contextmanager
def ends_in_one_line() -> Iterator[None]:
    """Within this context what is no bug of ours ends in a line on standard error and the documented exit code, never in a traceback."""
    try:
        try:
            with interrupts_heard():
                yield
        finally:
            sys.stdout.flush()  # here, where a full disk or a closed pipe can still be answered
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        raise Exit(INTERRUPTED) from None
    except BrokenPipeError:  # whoever read the output has seen enough
        _drop_output()
        raise Exit(UNREAD) from None
    except OSError as refused:
        if refused.errno is None:
            raise  # no word of the system's, whatever it is
        _drop_output()
        raise Refusal(f"{refused.filename or 'the output'} cannot be used: {refused.strerror}") from refused
    except SymfedError as refusal:
        raise Refusal(str(refusal)) from refusal


@contextmanager
def interrupts_heard() -> Iterator[None]:
    """Within this context an interrupt that falls where Python ignores errors, in a callback of its garbage collector, comes again."""
    before = sys.unraisablehook

    def again(ignored: sys.UnraisableHookArgs) -> None:
        if isinstance(ignored.exc_value, KeyboardInterrupt):
            # later, since it would be ignored here once more, and as a signal, which ends a sleep
            threading.Timer(0.01, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()
        else:
            before(ignored)

    sys.unraisablehook = again
    try:
        yield
    finally:
        sys.unraisablehook = before


def _drop_output() -> None:
    """What is still to be written to standard output goes nowhere: Python would try again at its end, and complain."""
    with suppress(io.UnsupportedOperation):  # output that is no file, as in a test, is nobody's pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Command(click.Command):
    """A command whose help ends with an example: its epilog, where a kind of name in braces stands for the first name of that kind."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.epilog:
            with formatter.section("Example"):
                formatter.write_text(written_out(self.epilog))


def written_out(example: str) -> str:
    """An example with names for what stands in braces: {id}, {algorithm}, {formula}; looked up only where they stand."""
    kinds = {"id": committed_ids, "algorithm": algorithm_names, "formula": formula_names}
    return example.format(**{kind: next(iter(names()), kind.upper()) for kind, names in kinds.items() if f"{{{kind}}}" in example})


class Commands(click.Group):
    """Commands that end as documented, whatever happens to them."""

    command_class = Command

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        with ends_in_one_line():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        for_expressions()
        with ends_in_one_line():
            return super().invoke(ctx)


def known_or_refuse(thing: str, name: str, known: Iterable[str]) -> str:
    """The name if it is known; raises UnknownName with the nearest ones otherwise."""
    names = set(known)
    if name not in names:
        raise unknown_name(thing, name, names, see="`symfed list`")
    return name


def committed_rows(rewriting: bool = False) -> list[dict[str, Any]]:
    """The committed rows; none, with a note on standard error, where nothing was committed yet.

    Raises SymfedError for a malformed file, unless it is about to be rewritten: then it has no rows either.
    """
    from symfed import ledger

    try:
        return ledger.load()
    except SymfedError as unread:
        if not rewriting and not isinstance(unread, ledger.NoLedger):
            raise
        click.echo(f"note: {unread}", err=True)
        return []


def claim_or_refuse(claim_id: str, committed: Sequence[Mapping[str, Any]]) -> Claim:
    """A claim by its id; raises UnknownName with the nearest ids, before anything is imported where no file writes such a word."""
    from symfed import ledger

    claims = ledger.Claims()
    if claim_id not in claims:
        known_or_refuse("claim", claim_id, (claims.names | {row["id"] for row in committed}) - {claim_id})
    return claims[claim_id]


def writable_file(ctx: click.Context, parameter: click.Parameter, target: Path | None) -> Path | None:
    """Refused before any work: a file that could not be put in place at the end."""
    if target is not None and (complaint := unwritable_file(target)):
        raise click.BadParameter(complaint)
    return target


def writable_folder(ctx: click.Context, parameter: click.Parameter, target: Path | None) -> Path | None:
    """Refused before any work: a folder that no file could be put into at the end."""
    if target is not None and (complaint := unwritable_folder(target)):
        raise click.BadParameter(complaint)
    return target


@contextmanager
def busy(what: str) -> Iterator[Callable[[int, int], None]]:
    """A callback for (done, total), and on a terminal meanwhile a bar on standard error, which is gone at the end."""
    from symfed.reference.simulation.progress import shown

    with shown(sys.stderr.isatty(), what) as report:
        yield report


#: The option of all commands that answer: the answer as data, with the keys that docs/command_line.md lists, and nothing else.
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def print_json(answer: Any) -> None:
    """An answer as JSON on standard output; letters beyond ASCII are spelt out where the output could not hold them."""
    plain = "utf" not in (getattr(sys.stdout, "encoding", None) or "").lower()
    click.echo(json.dumps(answer, indent=1, ensure_ascii=plain, allow_nan=False))


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog='\b\n`symfed COMMAND --help` ends with an example. Completion of names in bash:\neval "$(_SYMFED_COMPLETE=bash_source symfed)"',
)
@click.version_option(symfed.__version__, prog_name="symfed")
def main() -> None:
    """Judge what papers on federated optimisation state, by derivation and by independent reference.

    Exit codes: 0 every row as committed, 1 some row changed, 2 bad usage, a malformed ledger or a file that cannot be written, 130 Ctrl-C.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without Greek letters shows ? instead of a traceback
