"""An expression in averages over clients, evaluated on a problem in dimension one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import sympy as sp

from symfed.core.symbols import C1, C2, K3, PER_CLIENT, C, ClientMean, H, N, a, b, g, gamma, q, r
from symfed.models.arrays import Array
from symfed.models.jets import Jets
from symfed.numeric import compile_expression

#: one client's symbol -> where its value stands in the jets
FIELDS = {
    g: "gradients", a: "hessians", b: "third_derivatives", q: "fourth_derivatives", r: "fifth_derivatives", C: "noise_covariance",
    C1: "noise_derivative", C2: "noise_second_derivative", K3: "noise_cumulant",
}  # fmt: skip


def means_in(expression: sp.Expr) -> tuple[ClientMean, ...]:
    """The averages over clients that an expression holds, in a fixed order."""
    return tuple(sorted(expression.atoms(ClientMean), key=sp.default_sort_key))


def name_of(mean: ClientMean) -> str:
    """A name for an average in generated code, or "" when its inside is no monomial: <a**2 g> is mean_a2g."""
    letters = ""
    for base, exponent in sorted(mean.args[0].as_powers_dict().items(), key=lambda pair: str(pair[0])):
        if base not in PER_CLIENT or not (exponent.is_Integer and exponent > 0):
            return ""
        letters += str(base) + (str(exponent) if exponent != 1 else "")
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
    inner = []
    for mean in means:
        owned = sorted(mean.args[0].free_symbols & PER_CLIENT, key=str)
        columns = [getattr(jets, FIELDS[symbol]).reshape(jets.N) for symbol in owned]
        inner.append((compile_expression(mean.args[0], (gamma, H, *owned), backend), columns))

    def evaluate(gamma_values: Any, H_values: Any) -> Array:
        wide_gamma, wide_H = np.asarray(gamma_values)[..., None], np.asarray(H_values)[..., None]
        averages = [np.asarray(function(wide_gamma, wide_H, *columns)).sum(axis=-1) / jets.N for function, columns in inner]
        return np.asarray(outer(gamma_values, H_values, jets.N, *averages))

    return evaluate
