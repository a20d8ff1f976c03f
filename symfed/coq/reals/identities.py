"""Scripts that prove equations between real numbers: client means are spread by linearity, and `field` decides what is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp
from sympy.core.relational import Relational

from symfed.coq.printer import name, term
from symfed.coq.reals.inequalities import chained_conditions
from symfed.coq.reals.means import WrittenMean, evaluated, mean_as_sum, means_in
from symfed.core.domain import Domain
from symfed.core.symbols import is_count

#: The mean gradient is zero where the mean loss is least.
LEAST = "mean N g = 0"


def identity(conclusion: Relational, under: Domain, conditions: Sequence[str]) -> Iterator[str]:
    """left = right. `conditions` are the theorem's, named given_1, given_2, ..."""
    yield from chained_conditions(under)
    yield from _at_least(conclusion)
    yield from _spread_means(conclusion, conditions)
    roots = half_powers(conclusion)
    for k, base in enumerate(roots, 1):
        root = term(sp.sqrt(base, evaluate=False))
        yield f"assert (root_{k} : {root} * {root} = {term(base)}) by (apply sqrt_sqrt; sign)."
        yield f"try assert (0 < {root}) by (apply sqrt_lt_R0; sign)."
    yield from (f"set (s_{k} := {term(sp.sqrt(base, evaluate=False))}) in *; clearbody s_{k}." for k, base in enumerate(roots, 1))
    yield f"powers; field [{' '.join(f'root_{k}' for k, _ in enumerate(roots, 1))}]; nonzero." if roots else "identity."


def half_powers(x: sp.Basic) -> list[sp.Expr]:
    """The radicands of the square roots in an expression."""
    return sorted({power.base for power in x.atoms(sp.Pow) if power.exp.is_Rational and power.exp.q == 2}, key=sp.default_sort_key)


def _at_least(conclusion: Relational) -> Iterator[str]:
    """Exponents such as H - 1 are counted from H = 1 on."""
    exponents = {evaluated(power.exp).as_coeff_Add() for power in conclusion.atoms(sp.Pow)}
    least = {count: -shift for shift, count in exponents if shift.is_Integer and shift < 0 and count.is_Symbol and is_count(count)}
    for count in sorted(least, key=sp.default_sort_key):
        yield f"destruct {name(count.name)} as [| {name(count.name)}]; [lia |]."


def _spread_means(conclusion: Relational, conditions: Sequence[str]) -> Iterator[str]:
    known: list[str] = []
    for mean in means_in(conclusion):
        spelt, text = _sum_over_clients(mean_as_sum(mean)), term(mean)
        if spelt[1] != text:
            known.append(f"mean_{len(known) + 1}")
            yield f"assert ({known[-1]} : {text} = {spelt[1]}) by linearly (fun c => {spelt[0]})."
    known += [f"given_{conditions.index(LEAST) + 1}"] if LEAST in conditions else []
    if known:
        rewritten = f"rewrite {', '.join(f'?{equation}' for equation in known)}"
        yield from (f"{rewritten} in given_{k}." for k, given in enumerate(conditions, 1) if "<> 0" in given and "mean N" in given)
        yield f"{rewritten}."


def _sum_over_clients(parts: Sequence[tuple[sp.Expr, sp.Expr]]) -> tuple[str, str]:
    """A sum of factors times what clients own: as a function of a client, and as a sum of means."""
    inside, means = [], []
    for factor, owned in parts:
        alone = owned == 1
        inside.append(f"({term(factor)})" if alone else f"({term(factor)}) * ({term(owned)})")
        means.append(inside[-1] if alone else term(WrittenMean(owned)) if factor == 1 else f"({term(factor)}) * {term(WrittenMean(owned))}")
    return " + ".join(inside) or "0", " + ".join(means) or "0"
