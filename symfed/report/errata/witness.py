"""A witness in plain sentences: parameters, the values of both sides, or the steps of an argument."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from symfed.ledger.witness import data
from symfed.report.meanings import AT_OPTIMUM, OF_SAMPLES
from symfed.report.prose import with_tex_formulas

#: The meanings of the names of exact arrays, in words that need no software.
_NAMES = {
    "zeta1": "zeta_{*,1}", "zeta2": "zeta_{*,2}", "psi0": "psi_0", "tau_uniform": "tau~", "cubes": "k", "draws": "samples drawn",
    "decay": "a", "start": "from", "point": "other point", "hessians": "client Hessians", "optima": "client optima",
    "centres": "client optima", "gradients": "client gradients at theta*", "third_derivatives": "third derivatives there",
    "noise_covariance": "noise covariances",
}  # fmt: skip
_SIDES = {
    "left": "left side", "right": "right side", "printed": "as printed", "true": "in truth", "derived": "in truth",
    "value": "right side less left side",
}  # fmt: skip
#: An exact number longer than this is shown by its first digits; the claim has them all.
_LONGEST = 24
#: A suffix that distinguishes a symbol of one statement from the same symbol of another.
_SUFFIX = re.compile(r"(?<=^[a-zA-Z])_[a-z]{4,}\d*$")
#: Names as computers write them: `zeta1`, `_epsilon`.
_ODD = re.compile(r"(?<=\bzeta)(?=\d)|(?<!\w)_(?=[a-z])")
_FRACTION = re.compile(r"-?\d+(/\d+)?")


def sentences(witness: Mapping[str, str], power: int = 1) -> tuple[str, ...]:
    """The lines of a witness, as texts with formulas between dollar signs; its sides are powers of the printed ones.

    >>> sentences({"gamma": "1/2", "optima": "[[0], [1]]", "left": "4", "right": "9/4", "step 1": "so it fails [machine]"})
    ('$\\\\gamma = \\\\frac{1}{2}$, client optima 0, 1: left side 4, right side $\\\\frac{9}{4}$', 'so it fails')
    """
    held = data(witness)
    names = _NAMES | OF_SAMPLES if "draws" in held else _NAMES
    if not set(_plain_numbers(held.get("cubes", "0"))) - set("0(), "):
        names = names | {"matrices": names.get("matrices", "matrices").replace(" + k theta^3", "")}
        held.pop("cubes", None)
    bound = held.pop("lower bound", "")
    sides = _side_powers({name: value for name, value in held.items() if name in _SIDES}, power)
    words = {name: str(value).removesuffix(" [machine]") for name, value in held.items() if _in_words(name, value)}
    told = [said if name.startswith("step ") else f"{name}: {said}" for name, said in words.items()]
    given = [
        _parameter_text(names.get(name, name), value) for name, value in held.items() if name not in _SIDES and not _in_words(name, value)
    ]
    inside = {key for part in held.get("clients", ()) if isinstance(part, dict) for key in part} | set(held)
    if "a" in inside and inside & {"g", "C"}:
        given[-1] += f" (at theta* {', '.join(f'{name} {letter}' for letter, name in AT_OPTIMUM.items() if letter in inside)})"
    instance = ": ".join(filter(None, (", ".join(given), ", ".join(sides))))
    written = [*told, instance] if told and sides and not given else [instance, *told]
    if bound:
        written.append(f"so that what the statement bounds is at least {bound}")
    return tuple(with_tex_formulas(_ODD.sub(lambda odd: "" if odd[0] else "_", line.replace("_uniform", "~"))) for line in written if line)


def _side_powers(held: Mapping[str, Any], power: int) -> list[str]:
    """The sides as text: their roots if these are rational, else as powers.

    >>> _side_powers({"left": "1/49", "right": "1/64"}, 2), _side_powers({"left": "1/9", "right": "2/9"}, 2)
    (['left side 1/7', 'right side 1/8'], ['the squares of both sides: left 1/9, right 2/9'])
    """
    told = _side_texts({name: _root(value, power) for name, value in held.items()} if power > 1 else held)
    if not any("None" in side for side in told):
        return told
    name = {2: "squares", 3: "cubes"}.get(power, f"powers to the {power}")
    return [f"the {name} of both sides: {', '.join(side.replace(' side', '') for side in _side_texts(held))}"]


def _root(value: Any, power: int) -> Any:
    if isinstance(value, list):
        return [_root(one, power) for one in value]
    exact = Fraction(value)
    parts = [round(part ** (1 / power)) for part in (exact.numerator, exact.denominator)] if exact >= 0 else [0, 1]
    root = Fraction(*parts)
    return str(root) if root**power == exact else "None"


def _side_texts(held: Mapping[str, Any]) -> list[str]:
    """The sides as text; for two lists of equal length, the first entry in which the left side exceeds the right, or differs from it.

    >>> _side_texts({"left": ["1", "4"], "right": ["2", "3"]})
    ['left side 4', 'right side 3 (number 2 of 2)']
    """
    pair = list(held.values())
    numbers = len(pair) == 2 and all(isinstance(side, list) and all(_FRACTION.fullmatch(str(one)) for one in side) for side in pair)
    if numbers and len(pair[0]) == len(pair[1]) > 1:
        left, right = ([Fraction(one) for one in side] for side in pair)
        apart = [n for n, (one, other) in enumerate(zip(left, right, strict=True)) if one != other]
        if apart:
            n = next((n for n in apart if left[n] > right[n]), apart[0])
            first, second = (f"{_SIDES[name]} {_plain_numbers(value[n])}" for name, value in held.items())
            return [first, f"{second} (number {n + 1} of {len(left)})"]
    return [f"{_SIDES[name]} {_plain_numbers(value)}" for name, value in held.items()]


def _in_words(name: str, value: Any) -> bool:
    return name not in _SIDES and isinstance(value, str) and (name.startswith("step ") or len(value) > 40 or " " in value)


def _parameter_text(name: str, value: Any) -> str:
    letter = _SUFFIX.sub("", name)
    form = "{} ({})" if isinstance(value, dict) else "{} {}" if isinstance(value, list) else "{} = {}"
    return form.format(letter, _plain_numbers(value))


def _plain_numbers(value: Any) -> str:
    """Numbers as text, the longest by their first digits; nested lists with one entry each are replaced by the entry.

    >>> _plain_numbers([[["1"]], [["2"]]]), _plain_numbers([["0", "1"], ["2", "3"]])
    ('1, 2', '(0, 1), (2, 3)')
    """
    if isinstance(value, dict):
        return ", ".join(_parameter_text(name, part) for name, part in value.items())
    if not isinstance(value, list):
        return str(value) if len(value) <= _LONGEST or not _FRACTION.fullmatch(value) else f"{float(Fraction(value)):.6g}..."
    parts = [_plain_numbers(part) for part in value]
    return ", ".join(f"({part})" if ", " in part and len(parts) > 1 else part for part in parts)
