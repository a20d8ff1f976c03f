"""The packages of the extras, and the error message of one line if one is missing."""

from __future__ import annotations

from importlib.util import find_spec

from symfed.core.errors import MissingExtra

#: Extra -> what it brings to import; those whose absence is told where one argument asks for them (a backend, a picture) are not here.
EXTRAS = {
    "judge": ("scipy", "z3", "cvc5"),
    "plan": ("scipy",),
    "report": ("jinja2", "markupsafe", "latex2mathml"),
}


def need(extra: str, what: str) -> None:
    """Nothing, if all that the extra brings can be imported; it is not imported here. Raises MissingExtra, which says `what` needs it."""
    missing = [module for module in EXTRAS[extra] if find_spec(module) is None]
    if missing:
        raise MissingExtra(extra, what, missing)
