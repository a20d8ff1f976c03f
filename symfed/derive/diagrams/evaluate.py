"""The tensor form on numbers: every diagram contracted for a problem's derivatives and noise cumulants."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import factorial
from typing import Any

import numpy as np
import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.derive.diagrams.diagram import DERIVATIVE, INVERSE, Diagram, Node
from symfed.derive.diagrams.form import TensorForm
from symfed.models.arrays import Array, identity, inverse, rational, zeros
from symfed.models.jets import Jets


def evaluate(form: TensorForm, jets: Jets, H: int, N: int | None = None) -> list[Array]:
    """The coefficients of gamma^1, ..., gamma^order: arrays (d,) for "bias", (d, d) for "second_moment"; exact for exact jets.

    N replaces the number of clients in the coefficients (default: as many as the jets hold); averages are over the clients of the jets.
    Raises InvalidInput where a parameter of the algorithm has no value or the jets do not reach as far as a term.
    """
    values = {table.H: int(H), table.N: jets.N if N is None else int(N)}
    value_of = _contraction(jets)
    out = [zeros((jets.dim,) * form.rank, jets.hessians) for _ in range(form.order)]
    for power, coefficient, diagram in form:
        number = sp.sympify(coefficient).subs(values)
        if not number.is_Rational:
            raise InvalidInput("form", coefficient, "holds a parameter without a value", "bind the algorithm's parameters first")
        out[power - 1] = out[power - 1] + value_of(diagram) * _like(number, jets.hessians)
    return out


def tensor(diagram: Diagram, jets: Jets) -> Array:
    """The symmetrised tensor of one diagram."""
    return _contraction(jets)(diagram)


def _like(number: sp.Rational, array: Array) -> Any:
    return rational(number) if array.dtype == object else float(number)


def _contraction(jets: Jets) -> Any:
    kronecker = cache(lambda strands: _inverse_kronecker_sum(jets.hessian, strands))

    def array(node: Node) -> Array:
        if node.kind == INVERSE:
            return kronecker(len(node.strands))
        degree = len(node.legs) - node.kind
        return jets.derivative(degree + 1) if node.kind == DERIVATIVE else jets.cumulant(node.kind, degree)

    @cache
    def value(diagram: Diagram) -> Array:
        operands: list[Any] = []
        clients = {block: diagram.edges + place for place, block in enumerate(diagram.blocks)}
        for node in diagram.nodes:
            members = diagram.blocks.get(node.block, [])
            if node.kind == INVERSE:
                operands += [array(node), list(node.legs)]
            elif len(members) == 1:
                operands += [jets.mean(array(node)), list(node.legs)]
            else:
                operands += [array(node), [clients[node.block], *node.legs]]
        total = np.einsum(*operands, list(diagram.out), optimize="greedy")
        shared = sum(len(members) > 1 for members in diagram.blocks.values())
        orders = list(permutations(range(len(diagram.out))))
        return sum(total.transpose(order) for order in orders) / (factorial(len(diagram.out)) * jets.N**shared)

    return value


def _inverse_kronecker_sum(hessian: Array, strands: int) -> Array:
    """The inverse of A⊗Id⊗... + ... + ...⊗Id⊗A as an array of 2 * strands axes, the upper ends of all strands first."""
    d = len(hessian)
    total = zeros((d**strands, d**strands), hessian)
    for place in range(strands):
        factors = [hessian if k == place else identity(d, hessian) for k in range(strands)]
        product = factors[0]
        for factor in factors[1:]:
            product = np.kron(product, factor)
        total = total + product
    return inverse(total).reshape((d,) * (2 * strands))
