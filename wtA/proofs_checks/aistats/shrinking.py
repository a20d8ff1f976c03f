"""Two inductions that proofs over local steps share, for what a step multiplies by Id - gamma times a matrix with spectrum in [mu, L]."""

import sympy as sp

from proofs_checks.aistats.proposition_1 import RATE
from proofs_checks.aistats.quantities import x
from symfed.core.symbols import gamma, h, lam
from symfed.theorems import Apply
from symfed.theorems.norms import zero_norm
from symfed.theorems.operators import spectral
from symfed.theorems.sequences import combination, induction
from symfed.theorems.vocabulary import Norm


def shrinking(name, v, first, matrix, begins, steps, bound):
    """The steps to |v| <= bound, a fact of this name; v starts at `first` and steps to (Id - gamma matrix) v.

    `begins` and `steps` are equations with the factors by which they add up to that.
    """
    multiplied = {"matrix": matrix, "function": 1 - gamma * lam, "bound": RATE}
    return (
        Apply(combination, f"{name}: begins", u=v.xreplace({h: sp.S.Zero}), v=first, equations=begins[0], factors=begins[1]),
        Apply(
            combination,
            f"{name}: steps",
            u=v.xreplace({h: h + 1}),
            v=v - gamma * matrix * v,
            equations=steps[0],
            factors=steps[1],
        ),
        Apply(spectral, f"{name}: shrinks", by=("mu <= L",), v=v, **multiplied),
        Apply(
            induction,
            name,
            by=("mu <= L", f"{name}: begins/2", f"{name}: steps/2", f"{name}: shrinks"),
            u=Norm(v),
            index=h,
            factor=RATE,
            bound=bound,
        ),
    )


def bounded_by_start(name, v, first, matrix, begins, steps):
    """|v| <= (1 - gamma mu)^h |first|."""
    return shrinking(name, v, first, matrix, begins, steps, RATE**h * Norm(first))


def always_zero(name, v, matrix, begins, steps):
    """v = 0, for v that starts at zero."""
    norm = f"norm of {name}"
    return (*shrinking(norm, v, 0 * x, matrix, begins, steps, sp.S.Zero), Apply(zero_norm, name, v=v, by=(norm,)))
