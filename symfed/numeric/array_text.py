"""The lines of a program as a Python function of whole arrays."""

from __future__ import annotations

from symfed.numeric.arithmetic import Program

_HEAD = """\
from {library} import ceil, cos, cosh, exp, floor, log, power as pow, sin, sinh, sqrt, tan, tanh
from {library} import absolute as fabs, arctan as atan, maximum as larger, minimum as smaller, power as whole_power


def real(n):
    return n


def evaluate({arguments}):
"""


def array_text(program: Program, library: str) -> str:
    """A module whose `evaluate` takes arrays that broadcast and returns the tuple of results; `library` acts like NumPy."""
    lines = program.lines()
    body = [f"    {step.name} = {step.text}" for step in lines.steps]
    head = _HEAD.format(library=library, arguments=", ".join(program.arguments()))
    return head + "\n".join([*body, f"    return ({', '.join(lines.results)},)"]) + "\n"
