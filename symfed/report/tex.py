"""Escape plain text for LaTeX."""

from __future__ import annotations

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{character: f"\\{character}" for character in "#$%&_"},
    **{raised: rf"\textsuperscript{{{number}}}" for raised, number in zip("²³⁴", "234", strict=True)},
}


def escape_tex(text: str) -> str:
    r"""Plain text for a LaTeX document.

    >>> escape_tex("50% of x_1")
    '50\\% of x\\_1'
    """
    return "".join(_SPECIAL.get(character, character) for character in text)
