"""The tensor form on numbers: every diagram contracted for a problem's derivatives and noise cumulants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import permutations
from math import factorial
from typing import Any

import numpy as np

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.models.arrays import Array, check_symmetric, identity, inverse, rational, zeros
from symfed.models.jets import Jets
from symfed.tensors.diagrams.diagram import DERIVATIVE, INVERSE, Diagram, Node
from symfed.tensors.diagrams.form import TensorForm


def evaluate(form: TensorForm, jets: Jets, H: int, N: int | None = None) -> list[Array]:
    """The coefficients of gamma^1, ..., gamma^order: arrays (d,) for "bias", (d, d) for "second_moment"; exact for exact jets.

    N replaces the number of clients in the coefficients (default: as many as the jets hold); averages are over the clients of the jets.
    Raises InvalidInput where a parameter of the algorithm has no value or the jets do not reach as far as a term.
    """
    values = {table.H: int(H), table.N: jets.N if N is None else int(N)}
    value_of = _contraction(jets)
    out = [zeros((jets.dim,) * form.rank, jets.hessians) for _ in range(form.order)]
    for power, coefficient, diagram in form:
        number = as_expression(coefficient).subs(values)
        if not number.is_Rational:
            raise InvalidInput("form", coefficient, "holds a parameter without a value", "bind the algorithm's parameters first")
        out[power - 1] = out[power - 1] + value_of(diagram) * (rational(number) if jets.hessians.dtype == object else float(number))
    return out


def tensor(diagram: Diagram, jets: Jets) -> Array:
    """The symmetrised tensor of one diagram."""
    return _contraction(jets)(diagram)


def _contraction(jets: Jets) -> Callable[[Diagram], Array]:
    """Diagrams to arrays, with the inverse Kronecker sums made once. Raises InvalidInput for Hessians without symmetry."""
    for c, matrix in enumerate(jets.hessians):
        check_symmetric(f"jets.hessians[{c}]", matrix)
    inverses = cache(lambda strands: _inverse_arrays(jets.hessian, strands))

    @cache
    def value(diagram: Diagram) -> Array:
        names = iter(range(diagram.edges, 10**6))
        operands: list[Any] = []
        for node in diagram.nodes:
            if node.kind == INVERSE:
                operands += _inverse_operands(node, inverses(len(node.strands)), names)
        for members in diagram.blocks.values():
            client = next(names)
            for node in members:
                legs = len(node.legs)
                array = jets.derivative(legs) if node.kind == DERIVATIVE else jets.cumulant(node.kind, legs - node.kind)
                operands += [jets.mean(array), list(node.legs)] if len(members) == 1 else [array, [client, *node.legs]]
        total = np.einsum(*operands, list(diagram.out), optimize="greedy")
        shared = sum(len(members) > 1 for members in diagram.blocks.values())
        orders = list(permutations(range(len(diagram.out))))
        return sum(total.transpose(order) for order in orders) / (factorial(len(diagram.out)) * jets.N**shared)

    return value


def _inverse_arrays(hessian: Array, strands: int) -> tuple[Array, ...]:
    """The inverse of A⊗Id⊗... + ... + ...⊗Id⊗A: as eigenvectors and diagonal for floats.

    Else as an array of 2 * strands axes, the upper ends of the strands first.
    """
    d = len(hessian)
    if hessian.dtype != object:
        values, vectors = np.linalg.eigh(hessian)
        return vectors, 1 / reduce(np.add.outer, [values] * strands)
    total = zeros((d**strands, d**strands), hessian)
    for place in range(strands):
        total = total + reduce(np.kron, [hessian if k == place else identity(d, hessian) for k in range(strands)])
    return (inverse(total).reshape((d,) * (2 * strands)),)


def _inverse_operands(node: Node, arrays: tuple[Array, ...], names: Iterator[int]) -> list[Any]:
    """The arrays and index lists of an inverse in a contraction, arguments of `einsum`."""
    if len(arrays) == 1:
        return [arrays[0], list(node.legs)]
    vectors, diagonal = arrays
    modes = [next(names) for _ in node.strands]
    ends = [part for mode, pair in zip(modes, node.strands, strict=True) for edge in pair for part in (vectors, [edge, mode])]
    return [*ends, diagonal, modes]
