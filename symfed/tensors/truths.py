"""Derived expressions to compare transcriptions with in every dimension: expansions, and equations of a stationary law on quadratics.

The derived expansions are the diagrams of `symfed.tensors.diagrams.form`, with numbered legs. On quadratic clients with additive noise
a round of an algorithm without memory is affine: e, the distance to theta*, becomes the mean of s(A_c) e + t(A_c) g_c and noise. The
functions s and t are those of the rule in dimension one, at A_c: a local step is x -> u x + v g with g = A_c x + g_c and
numbers u, v, so that H of them are polynomials in A_c, of any dimension.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from math import factorial
from typing import Any

import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.supposed import derived, draws, remembered
from symfed.derive.lift import server_map, step_map
from symfed.derive.quadratic import client_round, memory_round
from symfed.models.algorithms import get_algorithm
from symfed.tensors.diagrams.diagram import DERIVATIVE, INVERSE, NO_BLOCK, Diagram, Node
from symfed.tensors.diagrams.form import TensorForm, tensor_form
from symfed.tensors.jets import LINEAR, SYMMETRIC, TensorJets
from symfed.tensors.ratio import Ratio, function_of
from symfed.tensors.tensor import OF_CLIENT, OF_MEAN, FreeTensor, Network, averaged, with_legs


@remembered
def derived_form(algorithm: str, quantity: str, order: int = 1, **classes: bool) -> FreeTensor:
    """The expansion of a stationary "bias" or "second_moment" up to gamma^order, for the classes of `TensorForm.where`."""
    form = tensor_form(algorithm, quantity, order)
    form = form.where(**classes) if classes else form
    # without noise, clients with common draws have the same form
    derived(get_algorithm(algorithm), quantity, order, together=any(term.noisy for term in form.terms))
    return of_form(form)


def of_form(form: TensorForm) -> FreeTensor:
    """A form as a tensor, each diagram symmetrised over its legs. Powers of gamma are in the coefficients."""
    terms = []
    for power, coefficient, diagram in form:
        scale = Ratio.of(coefficient * table.gamma**power) / factorial(form.rank)
        nodes, ratio = _strands(diagram)
        terms += [(with_legs(nodes, legs), ratio * scale) for legs in permutations(diagram.out)]
    return FreeTensor(form.rank, terms)


def _strands(diagram: Diagram) -> tuple[Network, Ratio]:
    """Inverse Kronecker sums and Hessians as strands."""
    nodes: list[Node] = []
    ratio, count = Ratio.of(1), 0
    for node in diagram.nodes:
        if node.kind == INVERSE:
            below = Ratio.of(0)
            for legs in node.strands:
                nodes.append(Node(OF_MEAN, legs, NO_BLOCK))
                below, count = below + Ratio.x(count), count + 1
            ratio = ratio / below
        elif node.kind == DERIVATIVE and len(node.legs) == 2:
            nodes.append(node._replace(kind=OF_CLIENT))
            ratio, count = ratio * Ratio.x(count), count + 1
        else:
            nodes.append(node)
    return tuple(nodes), ratio


def for_equal_gradients(tensor: FreeTensor) -> FreeTensor:
    """The tensor for clients whose optima are all theta*: the terms without gradients."""
    return FreeTensor(
        tensor.rank, [term for term in tensor.terms if not any(node.kind == DERIVATIVE and len(node.legs) == 1 for node in term[0])]
    )


def for_equal_hessians(tensor: FreeTensor) -> FreeTensor:
    """The tensor for clients with one common Hessian: a client's is the mean."""

    def mean(node: Node) -> Node:
        return Node(OF_MEAN, node.legs) if node.kind == OF_CLIENT else node

    return FreeTensor(tensor.rank, [(tuple(map(mean, network)), ratio) for network, ratio in tensor.terms])


def _of_curvature(expression: Any) -> Ratio:
    """A function of one client's curvature a, read as a function of its Hessian."""
    return function_of(as_expression(expression), table.a)


def mean_residual(algorithm: str, mean: FreeTensor, p: TensorJets = SYMMETRIC) -> FreeTensor:
    """The change of a mean distance to theta* in a round on quadratic clients, or on those of `p`: zero for the stationary one.

    For no other where Id - S is invertible, S the mean of the s(A_c): for gamma L <= 1, where 0 <= s(A_c) < Id. Noise does not enter,
    additive or multiplicative, if its mean is zero at every point. Raises InvalidInput for rules with memory.
    """
    draws(get_algorithm(algorithm), together=False)
    whole = affine_round(algorithm, p)
    moved = averaged(p.apply(whole.slope, mean)) + averaged(p.apply(whole.pull, p.gradients))
    return moved - mean


def settled_residual(algorithm: str, mean: FreeTensor, alone: bool = False) -> FreeTensor:
    """The change of a mean point in a round of linear stochastic approximation: zero for the stationary one only, as above.

    alone: one client by itself, without a server. Draws are independent, so that the mean of a client's iterates takes every step with the
    means A_c and b_c.
    """
    draws(get_algorithm(algorithm), together=False)
    whole = affine_round(algorithm, LINEAR)
    moved = LINEAR.apply(whole.slope, mean) - LINEAR.apply(whole.pull, LINEAR.vectors)
    return (moved if alone else averaged(moved)) - mean


def controlled_residual(algorithm: str, mean: FreeTensor) -> FreeTensor:
    """The change of a mean point in a round while clients' control variates are `resting_controls`: zero for theta* only.

    Nothing is random in them, and they are unchanged: so theta* and they are a stationary mean of the rule.
    """
    draws(get_algorithm(algorithm), together=False)
    distance = mean - LINEAR.solve(LINEAR.hessian, LINEAR.mean(LINEAR.vectors))
    return averaged(LINEAR.apply(LINEAR.of_hessians(_of_curvature(memory_round(algorithm).q)), distance)) - distance


def resting_controls(algorithm: str) -> FreeTensor:
    """The control variate for which a client's local step, without noise, fixes theta*: its stationary mean.

    A round without noise fixes theta* and these, and, being affine, acts on means as without noise.
    """
    step, p = step_map(get_algorithm(algorithm)), LINEAR
    drift = p.apply(p.hessians, p.solve(p.hessian, p.mean(p.vectors))) - p.vectors
    return drift * sp.cancel(-step.gradient / step.control)


@dataclass(frozen=True)
class QuadraticMap:
    """One client's round: the matrices s(A_c) and t(A_c)."""

    slope: FreeTensor
    pull: FreeTensor


@remembered
def affine_round(algorithm: str, p: TensorJets = SYMMETRIC) -> QuadraticMap:
    """From the rule, with the Hessians of `p`. Raises InvalidInput for rules with memory, and for servers that do not take the mean."""
    rule, client, server = get_algorithm(algorithm), client_round(algorithm), server_map(algorithm)
    if (server.state, server.start) != (1, 0):
        raise InvalidInput(f"{algorithm}.server_step", rule.text.get("server_step"), "must take the clients' mean")
    pull = sp.cancel(client.shift / table.g)
    return QuadraticMap(p.of_hessians(_of_curvature(client.slope)), p.of_hessians(_of_curvature(pull)))
