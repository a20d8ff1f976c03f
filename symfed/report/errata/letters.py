r"""Plain texts of rows in a document's own letters: `gamma^2 <= 1/(90 L)` becomes prose with formulas between dollar signs.

Rows are written for terminals, so that letters are spelt out. What is not sure to be a formula stays as it is.
"""

from __future__ import annotations

import re

_GREEK = (
    "alpha beta gamma delta epsilon eps zeta eta theta vartheta kappa mu nu xi pi rho sigma tau phi psi omega"
    " Gamma Lambda Sigma Theta Upsilon"
)
_LETTER = f"(?:{'|'.join(sorted(_GREEK.split(), key=len, reverse=True))})"
_POWER = r"(?:\^(?:-?\d+|[A-Za-z]|\([^()]+\)|\{[^{}]*\}))"
_INDEX = r"(?:_(?:\{[^{}]*\}|[A-Za-z0-9]{1,4}(?![A-Za-z0-9_])))"
_MARKS = rf"(?P<tilde>~)?(?P<index>{_INDEX})?(?P<star>\*(?![\w*(]))?(?P<power>{_POWER})?"
#: A Greek letter however it stands; another letter or a number only with an index or an exponent, lest a word be read as a product.
_ATOM = re.compile(
    rf"(?<![A-Za-z_\\$^])(?:(?P<greek>{_LETTER}){_MARKS}(?![A-Za-z_])"
    rf"|(?P<root>sqrt\((?P<under>[^()]*)\))"
    rf"|(?P<latin>[A-Za-z](?={_INDEX}|{_POWER}))(?P<sub>{_INDEX})?(?P<up>{_POWER})?(?![A-Za-z_])"
    rf"|(?P<number>\d+(?={_POWER}))(?P<to>{_POWER}))"
    rf"|(?<=[)|\]])(?P<over>{_POWER})"
)
_SMALL = str.maketrans({raised: f"^{number}" for raised, number in zip("²³⁴", "234", strict=True)})
_SIGNS = {"<=": r"\le", ">=": r"\ge", "->": r"\to", "+-": r"\pm", "oo": r"\infty"}
_SIGN = re.compile(r"(?<![<>=$])(?:<=|>=|->|\+-)(?![<>=])|(?<![A-Za-z])oo(?![A-Za-z])")


def lettered(text: str) -> str:
    r"""Prose with formulas between dollar signs.

    >>> lettered("gamma <= 1/(90L), an O(gamma^(3/2) H^2) at theta_c*; zeta_{*,1} is 4*sqrt(2)")
    '$\\gamma$ $\\le$ 1/(90L), an O($\\gamma^{3/2}$ $H^{2}$) at $\\theta_{c}^{\\star}$; $\\zeta_{\\star,1}$ is 4 $\\cdot$ $\\sqrt{2}$'
    """
    plain = text.translate(_SMALL).replace("$", "").replace("**", "^")  # a dollar in a plain text would open a formula
    plain = re.sub(r"(?<=[\w)])\*(?=[\w(])", r" $\\cdot$ ", plain)
    found = _SIGN.sub(lambda sign: f"${_SIGNS[sign[0]]}$", plain)
    return "".join(part if part.startswith("$") else _ATOM.sub(_formula, part) for part in re.split(r"(\$[^$]*\$)", found))


def _formula(found: re.Match[str]) -> str:
    if found["root"]:
        return rf"$\sqrt{{{_inside(found['under'])}}}$"
    if found["over"]:
        return f"${_raised(found['over'])}$"
    if found["number"]:
        return f"${found['number']}{_raised(found['to'])}$"
    if found["latin"]:
        return f"${found['latin']}{_lowered(found['sub'])}{_raised(found['up'])}$"
    letter = r"\epsilon" if found["greek"] == "eps" else rf"\{found['greek']}"
    if found["tilde"]:
        letter = rf"\tilde{{{letter}}}"
    power = _raised(found["power"])
    if found["star"]:
        power = rf"^{{\star{power.removeprefix('^').strip('{}')}}}"
    return f"${letter}{_lowered(found['index'])}{power}$"


def _lowered(index: str | None) -> str:
    return f"_{{{_inside(index[1:].strip('{}'))}}}" if index else ""


def _raised(power: str | None) -> str:
    return f"^{{{_inside(power[1:].strip('(){}'))}}}" if power else ""


def _inside(text: str) -> str:
    """What stands within a formula, where letters need no dollars."""
    return re.sub(rf"(?<![A-Za-z\\])({_LETTER})(?![A-Za-z])", r"\\\1", text.replace("*", r"\star"))
