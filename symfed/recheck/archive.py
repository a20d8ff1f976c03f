"""The lines of committed proofs, all in one compressed file, for most terms occur in many of them.

Nothing is believed of it: lines that are changed have another digest, and a proof whose lines are not there proves nothing.
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

_MOST_BYTES = 200_000_000  # unpacked: twenty times what is committed
_MOST_MEMORY = 40_000_000  # for unpacking
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 24, "pb": 0}]

FILE = "lines.xz"


def archive_path() -> Path:
    """Where the lines of the claims' proofs stand."""
    return Path(str(files("proofs_checks").joinpath(FILE)))


def digest(text: str) -> str:
    """The hash that names the lines of a proof, as text without a line break."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def committed() -> Mapping[str, str]:
    """The committed lines by their digests, none where there is no file."""
    return load(archive_path()) if archive_path().exists() else {}


def load(path: Path) -> dict[str, str]:
    """The lines of a file by their digests. Raises ValueError for what is no such file, or too large a one."""
    try:
        reader = lzma.LZMADecompressor(lzma.FORMAT_XZ, _MOST_MEMORY)
        found = reader.decompress(path.read_bytes(), _MOST_BYTES)
    except lzma.LZMAError as wrong:
        raise ValueError(f"{path.name} cannot be read: {wrong}") from None
    if not reader.eof or reader.unused_data:
        raise ValueError(f"{path.name} is cut off, or too long")
    return {digest(text): text for text in found.decode().splitlines()}


def as_bytes(texts: Iterable[str]) -> bytes:
    """The file of these lines; it is smallest where similar proofs are neighbours."""
    return lzma.compress("\n".join(texts).encode(), lzma.FORMAT_XZ, filters=_FILTERS)
