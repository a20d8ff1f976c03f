"""The lines of all proofs in one file: named by what they are, so that no other ones take their place."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from symfed.ledger import evidence
from symfed.recheck import archive, parts_checked, path_of, read
from symfed.recheck.archive import archive_path, as_bytes, committed, digest, load


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "lines.xz"
    path.write_bytes(as_bytes(committed().values()))
    assert load(path) == dict(committed()) == load(archive_path())
    assert all(digest(text) == name for name, text in committed().items())


def test_every_proof_has_its_lines_there_and_no_others_stand_there() -> None:
    held = [read(path.read_text(encoding="utf-8")) for path in sorted(evidence.committed_folder().glob("*.json"))]
    named = [part["lines"] for file in held for part in file["parts"] if part.get("kind") == "proof"]
    assert len(named) > 200
    assert set(named) == set(committed())


def test_lines_that_are_changed_are_those_of_no_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = read(path_of(evidence.committed_folder(), "symfed-cocoercivity").read_text(encoding="utf-8"))
    assert parts_checked(held).ok
    (name,) = [part["lines"] for part in held["parts"] if part.get("kind") == "proof"]
    path = tmp_path / "lines.xz"
    path.write_bytes(as_bytes([committed()[name].replace("arithmetic", "assume")]))
    monkeypatch.setattr(archive, "committed", lambda: load(path))
    assert "not among those that are committed" in parts_checked(held).detail


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "cut off"),
        (b"no archive, but a text", "cannot be read"),
        (as_bytes(["[]"])[:-4], "cut off"),
        (as_bytes(["[]"]) + b"more", "too long"),
        (lzma.compress(b"[]", preset=9), "cannot be read"),
    ],
)
def test_what_is_no_file_of_lines_is_refused(data: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.xz"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=why):
        load(path)


def test_a_small_file_of_more_than_is_held_is_refused(tmp_path: Path) -> None:
    path, writer, piece = tmp_path / "lines.xz", lzma.LZMACompressor(preset=0), b" " * 1_000_000
    packed = [writer.compress(piece) for _ in range(300)]  # in pieces, for no worker should hold it whole
    path.write_bytes(b"".join([*packed, writer.flush()]))
    with pytest.raises(ValueError, match="too long"):
        load(path)
