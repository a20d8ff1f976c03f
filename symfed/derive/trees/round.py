"""The displacement of one round with exact gradients, as a series of trees, from the update rule alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.derive.lift import local_map, local_steps, server_map
from symfed.derive.powers import falling_binomial, series_coefficients
from symfed.derive.trees.series import Series
from symfed.derive.trees.tree import INNER, Tree, local_trees
from symfed.models.algorithm import Algorithm

Powers = list[Any]  # the coefficients of gamma^0, ..., gamma^order


def round_displacement(algorithm: Algorithm, order: int) -> tuple[Series, sp.Domain]:
    """(server's next point) - (round's start) up to gamma^order, with the domain that its coefficients in H and parameters belong to.

    Raises InvalidInput for a rule that is not affine, keeps a memory, or moves at gamma = 0.
    """
    step, server, H = local_map(algorithm), server_map(algorithm), local_steps(algorithm)
    pull, slope, kept = (series_coefficients(c, table.gamma, order) for c in (step.state - 1, step.gradient, server.state))
    if pull[0] != 0 or slope[0] != 0:
        rule = algorithm.text["local_step"]
        raise InvalidInput(f"{algorithm.name}.local_step", rule, "must stand still at gamma = 0, or there is nothing to expand in")
    domain = _domain([H, *pull, *slope, *kept])
    pull, slope, kept = ([domain.from_sympy(sp.sympify(c)) for c in series] for series in (pull, slope, kept))
    trees = [tree for nodes in range(1, order + 1) for tree in local_trees(nodes)]
    path = _trajectory(trees, pull, slope, domain.zero)
    chosen = [domain.from_sympy(sp.expand(falling_binomial(H, k))) for k in range(order + 1)]
    out: Series = [{} for _ in range(order + 1)]
    for tree in trees:
        end = _times(kept, _newton([point[tree] for point in path], chosen))
        for n, coefficient in enumerate(end):
            if coefficient:
                out[n][tree] = coefficient
    return out, domain


def _domain(coefficients: Sequence[Any]) -> sp.Domain:
    """Rationals, polynomials or rational functions, whichever the coefficients need."""
    coefficients = [sp.sympify(c) for c in coefficients]
    free = sorted(set().union(*[c.free_symbols for c in coefficients]), key=lambda s: s.name)
    if not free:
        return sp.QQ
    whole = all(c.is_polynomial(*free) for c in coefficients)
    return sp.QQ.poly_ring(*free) if whole else sp.QQ.frac_field(*free)


def _trajectory(trees: Sequence[Tree], pull: Powers, slope: Powers, zero: Any) -> list[dict[Tree, Powers]]:
    """One client's displacement after 0, 1, ..., order local steps: e -> e + pull e + slope (gradient at start + e)."""
    nothing = [zero for _ in pull]
    path = [dict.fromkeys(trees, nothing)]
    for _ in range(len(pull) - 1):
        e = path[-1]
        after = {}
        for tree in trees:
            gradient = [zero + 1, *nothing[1:]]  # Taylor: a node with equal branches comes divided by their permutations
            for branch in set(tree[INNER]):
                times = tree[INNER].count(branch)
                for _ in range(times):
                    gradient = _times(gradient, e[branch])
                gradient = [c / math.factorial(times) for c in gradient]
            after[tree] = [a + b + c for a, b, c in zip(e[tree], _times(pull, e[tree]), _times(slope, gradient), strict=True)]
        path.append(after)
    return path


def _newton(values: list[Powers], chosen: Sequence[Any]) -> Powers:
    """The value after H steps. The coefficient of gamma^n is a polynomial in the number of steps, of degree n at most: every step
    that moves costs a power of gamma. Newton's form sum_k binom(H, k) Delta^k then needs no more than the values at 0, ..., order.
    """
    total = [c - c for c in values[0]]
    for binomial in chosen:
        total = [a + b * binomial for a, b in zip(total, values[0], strict=True)]
        values = [[b - a for a, b in zip(here, there, strict=True)] for here, there in pairwise(values)]
    return total


def _times(left: Powers, right: Powers) -> Powers:
    """The product of two power series in gamma, cut."""
    return [sum((left[i] * right[n - i] for i in range(1, n + 1)), left[0] * right[n]) for n in range(len(left))]
