"""Scripts that prove equations between real numbers: client means are spread by linearity, and `field` decides what is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp
from sympy.core.relational import Relational

from symfed.core.domain import Domain
from symfed.kernel.inequalities import chains
from symfed.kernel.means import Mean, means_in, spread
from symfed.kernel.printer import term

#: The mean gradient is zero where the mean loss is least.
LEAST = "mean N g = 0"


def identity(conclusion: Relational, under: Domain, conditions: Sequence[str]) -> Iterator[str]:
    """left = right. `conditions` are the theorem's, named given_1, given_2, ..."""
    yield from chains(under)
    known: list[str] = []
    for mean in means_in(conclusion):
        spelt, text = _sum(spread(mean)), term(mean)
        if spelt[1] != text:
            known.append(f"mean_{len(known) + 1}")
            yield f"assert ({known[-1]} : {text} = {spelt[1]}) by linearly (fun c => {spelt[0]})."
    known += [f"given_{conditions.index(LEAST) + 1}"] if LEAST in conditions else []
    if known:
        rewritten = f"rewrite {', '.join(f'?{equation}' for equation in known)}"
        yield from (f"{rewritten} in given_{k}." for k, given in enumerate(conditions, 1) if "<> 0" in given and "mean N" in given)
        yield f"{rewritten}."
    yield "identity."


def _sum(parts: Sequence[tuple[sp.Expr, sp.Expr]]) -> tuple[str, str]:
    """A sum of factors times what clients own: as a function of a client, and as a sum of means."""
    inside, means = [], []
    for factor, owned in parts:
        alone = owned == 1
        inside.append(f"({term(factor)})" if alone else f"({term(factor)}) * ({term(owned)})")
        means.append(inside[-1] if alone else term(Mean(owned)) if factor == 1 else f"({term(factor)}) * {term(Mean(owned))}")
    return " + ".join(inside) or "0", " + ".join(means) or "0"
