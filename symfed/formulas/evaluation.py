"""Values of expressions: in averages over clients on a problem of dimension one, and as sums of scalars times tensors above it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy as sp

from symfed.core.symbols import HIGHEST_SYMBOLIC_ORDER, PER_CLIENT, TABLE, ClientMean, H, N, cumulant, derivative, gamma
from symfed.models.arrays import Array
from symfed.models.jets import Jets
from symfed.numeric import compile_expression, has_digits

#: one client's symbol -> its derivative (m,) or derivative of a noise cumulant (k, j) in the jets
_PLACES: dict[sp.Symbol, tuple[int, ...]] = {derivative(m): (m,) for m in range(1, 2 * HIGHEST_SYMBOLIC_ORDER + 2)} | {
    cumulant(k, j): (k, j) for k in range(2, HIGHEST_SYMBOLIC_ORDER + 2) for j in range(2 * HIGHEST_SYMBOLIC_ORDER + 3 - 2 * k)
}


def column(symbol: sp.Symbol, jets: Jets) -> Array:
    """The values (N,) of one client's symbol on jets in dimension one. Raises InvalidInput if the jets do not contain it."""
    place = _PLACES[symbol]
    return (jets.derivative(*place) if len(place) == 1 else jets.cumulant(*place)).reshape(jets.N)


def means_in(expression: sp.Expr) -> tuple[ClientMean, ...]:
    """The averages over clients in an expression, in a fixed order."""
    return tuple(sorted(expression.atoms(ClientMean), key=sp.default_sort_key))


def name_of(mean: ClientMean) -> str:
    """A name for an average in generated code, or "" if its argument is no monomial: <a**2 g> is mean_a2g."""
    letters = ""
    for base, exponent in sorted(mean.args[0].as_powers_dict().items(), key=lambda pair: str(pair[0])):
        if base not in PER_CLIENT or not (exponent.is_Integer and exponent > 0):
            return ""
        apart = "_" if str(base)[-1].isdigit() or f"{base}{exponent}" in TABLE else ""  # C**2 is not C2
        letters += str(base) + (f"{apart}{exponent}" if exponent != 1 else "")
    return f"mean_{letters}"


def arguments_of(expression: sp.Expr, variables: tuple[sp.Symbol, ...]) -> dict[str, sp.Expr]:
    """Arguments of a generated function, by name: the variables, N if it occurs, a rule's own parameters, and one per average."""
    means = means_in(expression)
    named: dict[str, sp.Expr] = {str(v): v for v in variables}
    if expression.has(N):
        named["N"] = N
    outside = expression.xreplace({mean: sp.Dummy() for mean in means}).free_symbols
    named |= {s.name: s for s in sorted(outside, key=str) if not isinstance(s, sp.Dummy) and s not in named.values()}
    for k, mean in enumerate(means, start=1):
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
    """One average as a function of gamma and H, which have a last axis for the clients; a constant if it depends on neither."""
    inside = mean.args[0]
    owned = sorted(inside.free_symbols & PER_CLIENT, key=str)
    columns = [column(symbol, jets) for symbol in owned]
    moving = [symbol for symbol in (gamma, H) if inside.has(symbol)]
    function = compile_expression(inside, (*moving, *owned), backend)

    def average(wide: dict[sp.Symbol, Array]) -> Any:
        return np.asarray(function(*(wide[symbol] for symbol in moving), *columns)).sum(axis=-1) / jets.N

    if moving or has_digits(backend):  # the number of digits is known only at the call
        return average
    constant = average({})
    return lambda wide: constant


#: Compiled loops work on up to this many entries at once; above, the scalars are compiled and multiplied by the tensors as matrices.
LARGEST_LOOP = 16
LOOPS = ("numba", "c", "jax")

#: (values of the variables, tensors) -> sum of scalar times tensor, of shape grid + shape
Combination = Callable[[Sequence[Any], Sequence[Array]], Array]


def combination(scales: Sequence[sp.Expr], variables: Sequence[sp.Symbol], shape: tuple[int, ...], backend: str) -> Combination:
    """The sum over k of scales[k] times tensors[k], as a function of the variables, which broadcast, and of the tensors."""
    size = math.prod(shape)
    if backend in LOOPS and size <= LARGEST_LOOP:
        # entries are arguments, so that all problems of one dimension share a kernel
        entries = [[sp.Dummy(f"tensor{k:02d}_{i:02d}") for i in range(size)] for k in range(len(scales))]
        sums = [sp.Add(*[scale * own[i] for scale, own in zip(scales, entries, strict=True)]) for i in range(size)]
        loop = compile_expression(sp.Tuple(*sums), (*variables, *(entry for own in entries for entry in own)), backend)

        def in_loop(values: Sequence[Any], tensors: Sequence[Array]) -> Array:
            out = np.asarray(loop(*values, *(entry for tensor in tensors for entry in tensor.reshape(-1))))
            return out.reshape(out.shape[:-1] + shape)

        return in_loop
    scalars = compile_expression(sp.Tuple(*scales), tuple(variables), backend)

    def by_product(values: Sequence[Any], tensors: Sequence[Array]) -> Array:
        factors = np.asarray(scalars(*values))
        out = np.asarray(factors @ np.stack([tensor.reshape(-1) for tensor in tensors]))
        return out.reshape(factors.shape[:-1] + shape)

    return by_product
