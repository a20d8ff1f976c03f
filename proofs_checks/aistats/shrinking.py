"""Inductions that proofs over local steps share: what a step multiplies by Id - gamma times a matrix; how far a path has moved."""

import sympy as sp

from proofs_checks.aistats.quantities import x
from symfed.core.symbols import H, gamma, h, lam, mu
from symfed.theorems import Apply
from symfed.theorems.norms import mean_of
from symfed.theorems.operators import spectral
from symfed.theorems.sequences import bounded_by_induction, combination, equal_by_induction, instance
from symfed.theorems.vocabulary import Norm

#: What a step keeps at most of a distance.
RATE = 1 - gamma * mu


def _renewed(name, v, first, matrix, begins, steps):
    """v starts at `first` and steps to (Id - gamma matrix) v: by the equations `begins` and `steps`, with the factors by which they add up."""
    after = v.xreplace({h: h + 1})
    return (
        Apply(combination, f"{name}: begins", u=v.xreplace({h: sp.S.Zero}), v=first, equations=begins[0], factors=begins[1]),
        Apply(combination, f"{name}: steps", u=after, v=v - gamma * matrix * v, equations=steps[0], factors=steps[1]),
    )


def bounded_by_start(name, v, first, matrix, begins, steps):
    """|v| <= (1 - gamma mu)^h |first|, for symmetric matrices with their eigenvalues in [mu, L]."""
    facts = ("mu <= L", f"{name}: begins/2", f"{name}: steps/2", f"{name}: shrinks")
    return (
        *_renewed(name, v, first, matrix, begins, steps),
        Apply(spectral, f"{name}: shrinks", by=("mu <= L",), v=v, matrix=matrix, function=1 - gamma * lam, bound=RATE),
        bounded_by_induction(name, Norm(v), h, RATE**h * Norm(first), factor=RATE, by=facts),
    )


def always_zero(name, v, matrix, begins, steps):
    """v = 0, for v that starts at zero."""
    last = Apply(equal_by_induction, name, u=v, v=sp.S.Zero, index=h, factor=1 - gamma * matrix)
    return (*_renewed(name, v, 0 * x, matrix, begins, steps), last)


def moved_by_gradients(path, total):
    """In the mean over clients a path of H steps from x has moved by -gamma times the sum of the gradients along it, `total`."""
    moved = path(h, x) - x + gamma * total(h, x)
    return (
        *always_zero(
            "path",
            moved,
            sp.S.Zero,
            (("start", "no gradient"), (1, gamma)),
            (("local step", "one more gradient"), (1, gamma)),
        ),
        Apply(instance, "path after H steps", relation="path", at={h: H}),
        Apply(mean_of, "mean path", relation="path after H steps"),
    )
