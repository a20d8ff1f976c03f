"""Help stands on one screen and ends with an example that runs; a real shell completes names."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from symfed.cli import main
from tests.cli.made_ledger import Invoke

SCREEN = 40  # lines of a small terminal window
# their examples take minutes, the reader's own data, Coq, or the true ledger
LONG = ("mutants", "plan", "coq", "kernel", "replay", "proofs")


def example_of(help_text: str) -> list[str]:
    found = re.search(r"^Example:\n((?:  .*\n?)+)", help_text, re.M)
    assert found, help_text
    return shlex.split(" ".join(found.group(1).split()))


@pytest.mark.parametrize("command", ["", *main.commands])
def test_help_stands_on_one_screen(command: str, invoke: Invoke) -> None:
    shown = invoke(*command.split(), "--help").stdout
    assert len(shown.splitlines()) <= SCREEN
    assert max(map(len, shown.splitlines())) <= 80


def test_every_command_is_said_in_a_line(invoke: Invoke) -> None:
    commands = invoke("--help").stdout.partition("Commands:\n")[2].splitlines()
    assert [line for line in commands if line.startswith("  ") and line.endswith("...")] == []


@pytest.mark.parametrize("command", [name for name in main.commands if name not in LONG])
def test_the_example_runs(command: str, invoke: Invoke, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    program, *arguments = example_of(invoke(command, "--help").stdout)
    assert (program, arguments[0]) == ("symfed", command)
    if command == "recheck":
        arguments[1] = "hal-A3"  # of this small ledger, which has no files, the one that needs none
    assert invoke(*arguments).exit_code == (1 if command == "check" else 0)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (("sym", "ver"), ["verify"]),
        (("symfed", "recheck", "hal-thm4-b"), ["hal-thm4-bias"]),
        (("symfed", "expand", "scaffol"), ["scaffold"]),
        (("symfed", "list", "--verdict", "REFU"), ["REFUTED"]),
    ],
)
def test_bash_completes_names(typed: tuple[str, ...], offered: list[str]) -> None:
    words = ("symfed", *typed[1:])
    script = (
        f'eval "$(_SYMFED_COMPLETE=bash_source symfed)"; COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1}; '
        '_symfed_completion symfed; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    found = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True, env={**os.environ, **found})
    assert (done.stdout.split(), done.stderr) == (offered, "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_documented_shell_has_a_script(shell: str, root: Path) -> None:
    assert f"_SYMFED_COMPLETE={shell}_source symfed" in (root / "docs" / "command_line.md").read_text(encoding="utf-8")
    command = [sys.executable, "-c", "from symfed.cli import main; main(prog_name='symfed')"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "_SYMFED_COMPLETE": f"{shell}_source"})
    assert "_symfed_completion" in done.stdout
