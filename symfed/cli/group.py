"""Shared parts of all commands: the group, refusals, exit codes, and names looked up with suggestions."""

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
from symfed import ledger
from symfed.core.errors import SymfedError, unknown_name
from symfed.core.files import unwritable_file, unwritable_folder
from symfed.report.completion import algorithm_names, committed_ids, formula_names
from symfed.workers import for_expressions

if TYPE_CHECKING:
    from symfed.core.claim import Claim

#: Exit codes; those of an interrupt and of a closed pipe are a shell's codes for programs ended by these signals.
CHANGED, BAD_USAGE, INTERRUPTED, UNREAD = 1, 2, 130, 141


class Refusal(click.ClickException):
    """An error that symfed raises on purpose, printed as one line on standard error."""

    exit_code = BAD_USAGE


@contextmanager
def ends_in_one_line() -> Iterator[None]:
    """Turn expected errors inside the context into one line on standard error and the documented exit code, without a traceback."""
    try:
        try:
            with interrupts_heard():
                yield
        finally:
            sys.stdout.flush()  # here, where a full disk or a closed pipe can still be handled
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        raise Exit(INTERRUPTED) from None
    except BrokenPipeError:  # the reader of the output has closed it
        _drop_output()
        raise Exit(UNREAD) from None
    except OSError as refused:
        if refused.errno is None:
            raise  # not an error of the system
        _drop_output()
        raise Refusal(f"{refused.filename or 'the output'} cannot be used: {refused.strerror}") from refused
    except SymfedError as refusal:
        raise Refusal(str(refusal)) from refusal


@contextmanager
def interrupts_heard() -> Iterator[None]:
    """Raise an interrupt again if Python ignored it, as it does in a callback of the garbage collector."""
    before = sys.unraisablehook

    def again(ignored: sys.UnraisableHookArgs) -> None:
        if isinstance(ignored.exc_value, KeyboardInterrupt):
            # later, since it would be ignored here again, and as a signal, which interrupts a sleep
            threading.Timer(0.01, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()
        else:
            before(ignored)

    sys.unraisablehook = again
    try:
        yield
    finally:
        sys.unraisablehook = before


def _drop_output() -> None:
    """Redirect standard output to the null device: at exit Python would flush it again, and report the error."""
    with suppress(io.UnsupportedOperation):  # output that is no file, as in a test, is no pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Command(click.Command):
    """A command whose help ends with an example: its epilog, with placeholders such as {id} replaced by the first name of that kind."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.epilog:
            with formatter.section("Example"):
                formatter.write_text(written_out(self.epilog))


def written_out(example: str) -> str:
    """An example with names for its placeholders {id}, {algorithm} and {formula}, which are looked up only if they occur."""
    kinds = {"id": committed_ids, "algorithm": algorithm_names, "formula": formula_names}
    return example.format(**{kind: next(iter(names()), kind.upper()) for kind, names in kinds.items() if f"{{{kind}}}" in example})


class Commands(click.Group):
    """A group of commands with the documented exit codes, whatever error occurs."""

    command_class = Command

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        with ends_in_one_line():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        for_expressions()
        with ends_in_one_line():
            return super().invoke(ctx)


def known_or_refuse(thing: str, name: str, known: Iterable[str]) -> str:
    """The name if it is known. Raises UnknownName with the nearest names otherwise."""
    names = set(known)
    if name not in names:
        raise unknown_name(thing, name, names, see="`symfed list`")
    return name


def committed_rows(rewriting: bool = False) -> list[dict[str, Any]]:
    """The committed rows; none, with a note on standard error, if nothing is committed yet.

    Raises SymfedError for a malformed file, unless it is about to be rewritten: then the result is also empty.
    """
    try:
        return ledger.load()
    except SymfedError as unread:
        if not rewriting and not isinstance(unread, ledger.NoLedger):
            raise
        click.echo(f"note: {unread}", err=True)
        return []


def claim_or_refuse(claim_id: str, committed: Sequence[Mapping[str, Any]]) -> Claim:
    """A claim by its id. Raises UnknownName with the nearest ids, without importing any claim if no file mentions the id."""
    claims = ledger.Claims()
    if claim_id not in claims:
        known_or_refuse("claim", claim_id, (claims.names | {row["id"] for row in committed}) - {claim_id})
    return claims[claim_id]


def refused_if(complaint: Callable[[Any], str]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """An option's callback that refuses, before any work, a given value about which there is something to say."""

    def callback(ctx: click.Context, parameter: click.Parameter, value: Any) -> Any:
        if value and (said := complaint(value)):
            raise click.BadParameter(said)
        return value

    return callback


#: Of options for what is written at the end: their types, and callbacks that refuse what could not be written then.
FILE, FOLDER = click.Path(dir_okay=False, path_type=Path), click.Path(file_okay=False, path_type=Path)
writable_file, writable_folder = refused_if(unwritable_file), refused_if(unwritable_folder)


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a callback for (done, total); on a terminal it drives a progress bar on standard error, removed at the end."""
    from symfed.reference.simulation.progress import progress_callback

    with progress_callback(sys.stderr.isatty(), what) as report:
        yield report


#: The --json option: the answer as data, with the keys that docs/command_line.md lists, and nothing else.
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def print_json(answer: Any) -> None:
    """Print an answer as JSON on standard output; characters beyond ASCII are escaped if the output cannot encode them."""
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
