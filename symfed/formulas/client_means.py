"""An expression in averages over clients, evaluated on a problem in dimension one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import sympy as sp

from symfed.core.symbols import HIGHEST_SYMBOLIC_ORDER, PER_CLIENT, TABLE, ClientMean, H, N, cumulant, derivative, gamma
from symfed.models.arrays import Array
from symfed.models.jets import Jets
from symfed.numeric import compile_expression, has_digits

#: one client's symbol -> which derivative (m,) or derivative of a noise cumulant (k, j) of the jets it is
_PLACES: dict[sp.Symbol, tuple[int, ...]] = {derivative(m): (m,) for m in range(1, 2 * HIGHEST_SYMBOLIC_ORDER + 2)} | {
    cumulant(k, j): (k, j) for k in range(2, HIGHEST_SYMBOLIC_ORDER + 2) for j in range(2 * HIGHEST_SYMBOLIC_ORDER + 3 - 2 * k)
}


def column(symbol: sp.Symbol, jets: Jets) -> Array:
    """The values (N,) of one client's symbol on jets in dimension one. Raises InvalidInput where the jets do not hold it."""
    place = _PLACES[symbol]
    return (jets.derivative(*place) if len(place) == 1 else jets.cumulant(*place)).reshape(jets.N)


def means_in(expression: sp.Expr) -> tuple[ClientMean, ...]:
    """The averages over clients that an expression holds, in a fixed order."""
    return tuple(sorted(expression.atoms(ClientMean), key=sp.default_sort_key))


def name_of(mean: ClientMean) -> str:
    """A name for an average in generated code, or "" when its inside is no monomial: <a**2 g> is mean_a2g."""
    letters = ""
    for base, exponent in sorted(mean.args[0].as_powers_dict().items(), key=lambda pair: str(pair[0])):
        if base not in PER_CLIENT or not (exponent.is_Integer and exponent > 0):
            return ""
        apart = "_" if str(base)[-1].isdigit() or f"{base}{exponent}" in TABLE else ""  # C**2 is not C2
        letters += str(base) + (f"{apart}{exponent}" if exponent != 1 else "")
    return f"mean_{letters}"


def arguments_of(expression: sp.Expr, variables: tuple[sp.Symbol, ...]) -> dict[str, sp.Expr]:
    """Names and values of a generated function: the variables, N where it occurs, and one argument per average."""
    named: dict[str, sp.Expr] = {str(v): v for v in variables}
    if expression.has(N):
        named["N"] = N
    for k, mean in enumerate(means_in(expression), start=1):
        name = name_of(mean)
        named[name if name and name not in named else f"mean_{k}"] = mean
    return named


def on_clients(expression: sp.Expr, jets: Jets, backend: str) -> Callable[[Any, Any], Array]:
    """A function of (gamma, H), which broadcast, for jets in dimension one. Averages may themselves depend on gamma and H."""
    means = means_in(expression)
    outer = compile_expression(expression, (gamma, H, N, *means), backend)
    averages = [_average(mean, jets, backend) for mean in means]

    def evaluate(gamma_values: Any, H_values: Any) -> Array:
        wide = {gamma: np.asarray(gamma_values)[..., None], H: np.asarray(H_values)[..., None]}
        return np.asarray(outer(gamma_values, H_values, jets.N, *(average(wide) for average in averages)))

    return evaluate


def _average(mean: ClientMean, jets: Jets, backend: str) -> Callable[[dict[sp.Symbol, Array]], Any]:
    """One average as a function of gamma and H, which have a last axis for the clients; a constant where it depends on neither."""
    inside = mean.args[0]
    owned = sorted(inside.free_symbols & PER_CLIENT, key=str)
    columns = [column(symbol, jets) for symbol in owned]
    moving = [symbol for symbol in (gamma, H) if inside.has(symbol)]
    function = compile_expression(inside, (*moving, *owned), backend)

    def average(wide: dict[sp.Symbol, Array]) -> Any:
        return np.asarray(function(*(wide[symbol] for symbol in moving), *columns)).sum(axis=-1) / jets.N

    if moving or has_digits(backend):  # digits are those of the call
        return average
    constant = average({})
    return lambda wide: constant
