"""What Coq calls the letters of the proof language."""

from __future__ import annotations

from functools import cache

from symfed.coq import printer
from symfed.coq.coq import LIBRARY, NAMED

#: Names that the library uses where the generated text does, too.
_TAKEN = {
    "act",
    "between",
    "c",
    "inside",
    "inner",
    "mean",
    "N_",
    "norm",
    "norm_of",
    "V",
    "vec",
    "mat",
    "vmean",
    "mmean",
    "w",
    "draw",
    "size",
}
_TAKEN |= {"S", "known", "some", "found", "each", "before", "operator_norm"}


@cache
def reserved() -> frozenset[str]:
    """Names that the library gives, and that the generated text uses."""
    return frozenset(_TAKEN).union(*(NAMED.findall(path.read_text(encoding="utf-8")) for path in LIBRARY.glob("*.v")))


def called(text: str) -> str:
    """A letter's name in Coq."""
    plain = printer.name(text)
    return f"{plain}_" if plain in reserved() else plain
