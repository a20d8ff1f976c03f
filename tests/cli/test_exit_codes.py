"""How commands end: as documented, in one line, and with no half-written file, whatever the disk, the pipe or the keyboard does."""

from __future__ import annotations

import errno
import gc
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from symfed import ledger
from symfed.core.files import in_one_stroke, write_whole
from tests.cli.made_ledger import FakeLedger, Invoke

Patch = pytest.MonkeyPatch
FULL = OSError(errno.ENOSPC, "No space left on device")


def start(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-m", "symfed", *arguments], stderr=subprocess.PIPE, text=True, **more)


def fill_the_disk(monkeypatch: Patch) -> None:
    """Every text file is opened, begun and then not finished."""

    def half(self: Path, text: str, **_: Any) -> int:
        with self.open("w", encoding="utf-8") as file:
            file.write(text[: len(text) // 2])
        raise FULL

    monkeypatch.setattr(Path, "write_text", half)


def make_read_only(monkeypatch: Patch) -> None:
    """No new file can be made; permissions alone do not stop the administrator, whom tests may run as."""

    def refuse(*_: Any, dir: Path, **__: Any) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(dir))

    monkeypatch.setattr("symfed.core.files.tempfile.TemporaryFile", refuse)


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify", "--json", "rows.json"),
        ("verify", "--report", "new/folder"),
        ("verify", "--commit"),
        ("mutants", "--json", "table.json"),
        ("mutants", "--commit", "--clean", "1"),
        ("report", "new"),
        ("export", "--coq", "new"),
        ("coq", "--commit"),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_work(
    invoke: Invoke, fake: FakeLedger, monkeypatch: Patch, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    make_read_only(monkeypatch)
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert "cannot be written: Read-only file system" in " ".join(result.stderr.split())
    assert (result.stdout, fake.asked, list(tmp_path.iterdir())) == ("", {}, [])


def test_a_report_into_a_file_is_refused(invoke: Invoke, fake: FakeLedger, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = invoke("verify", "--report", tmp_path / "file" / "within")
    assert (result.exit_code, fake.asked) == (2, {})
    assert "Not a directory" in result.stderr


def test_a_full_disk_ends_in_one_line_and_leaves_the_old_file(invoke: Invoke, monkeypatch: Patch, tmp_path: Path) -> None:
    target = tmp_path / "rows.json"
    target.write_text("old")
    fill_the_disk(monkeypatch)
    result = invoke("verify", "--json", target)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == f"Error: {target} cannot be used: No space left on device"
    assert "every row as committed" in result.stdout
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


def test_a_file_is_written_in_one_stroke(tmp_path: Path, monkeypatch: Patch) -> None:
    target, link = tmp_path / "a.json", tmp_path / "link.json"
    link.symlink_to(target)
    assert write_whole(link, "θ") == link
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "θ"
    with pytest.raises(UnicodeEncodeError), in_one_stroke(target) as draft:
        draft.write_text("half, then \ud800", encoding="utf-8")
    fill_the_disk(monkeypatch)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "b.json", "text")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "link.json"]
    assert target.read_text(encoding="utf-8") == "θ"


@pytest.mark.parametrize("arguments", [("list",), ("formulas",), ("--help",), ("list", "--help")])
def test_output_that_cannot_be_written_exits_2_in_one_line(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full, start(*arguments, stdout=full) as process:
        assert process.communicate()[1] == "Error: the output cannot be used: No space left on device\n"
        assert process.returncode == 2


@pytest.mark.parametrize("arguments", [("list",), ("--help",)])
def test_a_closed_pipe_is_quiet(arguments: tuple[str, ...]) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as pipe, start(*arguments, stdout=pipe) as process:
        assert process.communicate() == (None, "")
        assert process.returncode == 141


@pytest.mark.parametrize("arguments", [("recheck", "--witnesses"), ("verify", "--jobs", "1")])
def test_an_interrupt_ends_every_command_in_one_line(arguments: tuple[str, ...]) -> None:
    with start(*arguments, stdout=subprocess.PIPE) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1.5)
        process.send_signal(signal.SIGINT)
        printed, noise = process.communicate(timeout=20)
    # where Python was evaluating a string for some library, it ends by the signal itself: for a shell that is 130, too
    assert process.returncode in (130, -signal.SIGINT)
    assert printed == ""
    assert noise.splitlines()[-1] == "interrupted"
    assert "Traceback" not in noise


def test_an_interrupt_that_python_ignores_comes_again(invoke: Invoke, monkeypatch: Patch) -> None:
    def callback(phase: str, info: object) -> None:
        if phase == "stop" and armed:
            armed.clear()
            signal.raise_signal(signal.SIGINT)

    def collect() -> list[Any]:
        armed.append(True)
        gc.collect()
        time.sleep(10)
        return []

    armed: list[bool] = []
    monkeypatch.setattr(ledger, "load", collect)
    gc.callbacks.append(callback)
    try:
        assert invoke("list").exit_code == 130
    finally:
        gc.callbacks.remove(callback)


def test_a_bug_is_a_traceback_still(invoke: Invoke, monkeypatch: Patch) -> None:
    def broken() -> None:
        raise OSError("no error of the system's")

    monkeypatch.setattr(ledger, "load", broken)
    with pytest.raises(OSError, match="no error of"):
        invoke("list")
