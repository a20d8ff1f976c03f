"""A witness in plain sentences: parameters, what each side is there, and the steps of an argument where it is one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from symfed.ledger.witness import data
from symfed.report.errata.letters import lettered

#: What the names of exact arrays stand for, in words that need no software.
_NAMES = {
    "zeta1": "zeta_{*,1}",
    "zeta2": "zeta_{*,2}",
    "psi0": "psi_0",
    "tau_uniform": "tau~",
    "hessians": "client Hessians",
    "optima": "client optima",
    "centres": "client optima",
    "gradients": "client gradients at theta*",
    "third_derivatives": "third derivatives there",
    "noise_covariance": "noise covariances",
    "cubes": "k",
    "draws": "samples drawn (numbered from 0)",
    "start": "start",
    "point": "other point",
}
#: The same of an instance that draws samples.
_OF_SAMPLES = {"matrices": "sample gradients A x - b + k x^3 with A", "vectors": "b"}
_SIDES = {
    "left": "left side",
    "right": "right side",
    "printed": "as printed",
    "true": "in truth",
    "derived": "in truth",
    "value": "right side less left side",
}
_MACHINE = " [machine]"
#: An exact number beyond this length is read by nobody: its first digits stand for it, and the claim has them all.
_LONGEST = 24
_FRACTION = re.compile(r"-?\d+(/\d+)?")


def sentences(witness: Mapping[str, str]) -> tuple[str, ...]:
    """The lines of a witness, in texts with formulas between dollar signs.

    >>> sentences({"gamma": "1/2", "optima": "[[0], [1]]", "left": "4", "right": "9/4", "step 1": "so it fails [machine]"})
    ('$\\\\gamma$ = 1/2, client optima 0, 1: left side 4, right side 9/4', 'so it fails')
    """
    held = data(witness)
    names = _NAMES | _OF_SAMPLES if "draws" in held else _NAMES
    sides = [f"{_SIDES[name]} {_plain(value)}" for name, value in held.items() if name in _SIDES]
    told = [_line(name, str(value)) for name, value in held.items() if _in_words(name, value)]
    given = [_given(names.get(name, name), value) for name, value in held.items() if name not in _SIDES and not _in_words(name, value)]
    instance = ": ".join(filter(None, (", ".join(given), ", ".join(sides))))
    written = [*told, instance] if told and sides and not given else [instance, *told]
    return tuple(lettered(line.replace("_uniform", "~")) for line in written if line)


def _in_words(name: str, value: Any) -> bool:
    return name not in _SIDES and isinstance(value, str) and (name.startswith("step ") or len(value) > 40 or " " in value)


def _line(name: str, value: str) -> str:
    said = value.removesuffix(_MACHINE)
    return said if name.startswith("step ") else f"{name}: {said}"


def _given(name: str, value: Any) -> str:
    return f"{name} {_plain(value)}" if isinstance(value, list) else f"{name} = {_plain(value)}"


def _plain(value: Any) -> str:
    """Numbers as they are, the longest by their first digits; of nested lists, each with one entry, the entry.

    >>> _plain([[["1"]], [["2"]]]), _plain([["0", "1"], ["2", "3"]])
    ('1, 2', '(0, 1), (2, 3)')
    """
    if isinstance(value, dict):
        return "; ".join(f"{name} {_plain(part)}" for name, part in value.items())
    if not isinstance(value, list):
        return str(value) if len(value) <= _LONGEST or not _FRACTION.fullmatch(value) else f"{float(Fraction(value)):.6g}..."
    parts = [_plain(part) for part in value]
    return ", ".join(f"({part})" if ", " in part and len(parts) > 1 else part for part in parts)
