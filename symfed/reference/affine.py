"""The coefficients of an affine rule, found by running it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symfed.core.errors import InvalidInput
from symfed.models.rings import RATIONALS
from symfed.reference.setting import Setting

# two further points at which a rule that is not affine will not look affine
_PROBES = ((2, 3, 5, 7), (-7, 11, 13, -3))


def local_coefficients(setting: Setting) -> tuple[Any, Any, Any, Any]:
    """(x, g, x_start, 1)-coefficients of the local step. Raises InvalidInput unless it is affine in x, g and x_start."""
    x, g, x_start, one = _coefficients(setting.step, 3, setting, "local step")
    return x, g, x_start, one


def all_local_coefficients(setting: Setting) -> tuple[Any, Any, Any, Any, Any]:
    """(x, g, x_start, xi, 1)-coefficients of a local step that reads a control variate. Raises InvalidInput unless it is affine."""
    x, g, x_start, xi, one = _coefficients(setting.step, 4, setting, "local step")
    return x, g, x_start, xi, one


def control_coefficients(setting: Setting) -> tuple[Any, Any, Any, Any, Any]:
    """(xi, x_end, x_start, x_next, 1)-coefficients of the control update. Raises InvalidInput unless it is affine."""
    xi, x_end, x_start, x_next, one = _coefficients(setting.control, 4, setting, "control update")
    return xi, x_end, x_start, x_next, one


def server_coefficients(setting: Setting) -> tuple[Any, Any, Any]:
    """(x_mean, x_start, 1)-coefficients of the server step. Raises InvalidInput unless it is affine in both."""
    x_mean, x_start, one = _coefficients(setting.server, 2, setting, "server step")
    return x_mean, x_start, one


def is_affine(setting: Setting) -> bool:
    """Whether local and server steps are affine, and the control update if there is one."""
    try:
        server_coefficients(setting)
        if setting.algorithm.keeps_memory:
            all_local_coefficients(setting)
            control_coefficients(setting)
        else:
            local_coefficients(setting)
    except InvalidInput:
        return False
    return True


def _coefficients(rule: Callable[..., Any], arity: int, setting: Setting, role: str) -> list[Any]:
    number, name = setting.ring, setting.algorithm.name
    try:
        constant = rule(*[number(0)] * arity)
        slopes = [rule(*[number(int(i == k)) for i in range(arity)]) - constant for k in range(arity)]
        for probe in _PROBES:
            point = [number(p) for p in probe[:arity]]
            terms = [constant, *[slope * p for slope, p in zip(slopes, point, strict=True)]]
            # floats: a rule of a few dozen operations, each off by 2^-53 of the largest term
            slack = number(0) if number is RATIONALS else 2.0**-46 * sum(abs(term) for term in terms)
            if abs(rule(*point) - sum(terms[1:], terms[0])) > slack:
                raise InvalidInput("algorithm", name, f"its {role} is not affine", 'use method="montecarlo"')
    except ZeroDivisionError:
        raise InvalidInput("algorithm", name, f"its {role} divides by zero at zero: it is not affine", 'use method="montecarlo"') from None
    return [*slopes, constant]
