"""No law makes equal what is not: random tensors and their normal forms have the same values."""

import numpy as np
import pytest

from symfed.core import symbols
from symfed.core.errors import InvalidInput
from symfed.derive.tensors.jets import TensorJets
from symfed.derive.tensors.normal import is_zero, normal, rebuilt
from symfed.derive.tensors.tensor import OTHER, OWN, marked, strand_nodes
from tests.derive.tensors.numbers import evaluate
from tests.derive.tensors.test_tensor_jets import GAMMA, STEPS, numbers

P, ROUNDING = TensorJets(), 1e-8  # sums of some thousand products of numbers below ten


def matrix(rng, depth):
    """A random matrix: of one client, of another, or of all."""
    gamma, H = symbols.gamma, symbols.H
    M = P.identity() - gamma * (P.hessians if rng.random() < 0.6 else P.hessian)
    if depth == 0:
        leaves = [P.hessian, P.hessians, P.noise, P.noise_covariance, P.identity(), P.power(M, H), P.power(M, 2), P.geometric(M, H)]
        leaves += [
            P.power(P.hessian, -1),
            P.power(P.hessians, -1),
            P.mean(P.power(P.identity() - gamma * P.hessians, H)),
            P.outer(vector(rng, 0), vector(rng, 0)),
        ]
        return leaves[rng.integers(len(leaves))]
    one, other = matrix(rng, depth - 1), matrix(rng, 0)
    choices = [
        lambda: P.product(one, other),
        lambda: P.product(other, one),
        lambda: one + other * int(rng.integers(1, 4)),
        lambda: one - P.transpose(other),
        lambda: P.mean(one),
        lambda: P.lyapunov(P.hessian, one),
        lambda: P.added(M, one, H),
        lambda: P.stein(P.mean(P.power(P.identity() - gamma * P.hessians, H)), one),
        lambda: P.product(marked(one, OWN, OTHER), other),
    ]
    return choices[rng.integers(len(choices))]()


def vector(rng, depth):
    if depth == 0:
        leaves = [P.gradients, P.apply(P.hessians, P.gradients), P.mean(P.solve_each(P.hessians, P.gradients))]
        leaves += [P.contract(P.third_derivatives, P.noise), P.contract(P.third_derivative, P.noise_covariance)]
        return leaves[rng.integers(len(leaves))]
    choices = [
        lambda: P.apply(matrix(rng, depth - 1), vector(rng, depth - 1)),
        lambda: P.contract(P.third_derivatives, matrix(rng, depth - 1)),
        lambda: P.contract_wrong(P.third_derivative, P.lyapunov(P.hessian, matrix(rng, depth - 1))),
        lambda: P.mean(vector(rng, depth - 1)) - vector(rng, depth - 1),
        lambda: P.solve(P.identity() - P.mean(P.power(P.identity() - symbols.gamma * P.hessians, symbols.H)), vector(rng, depth - 1)),
    ]
    return choices[rng.integers(len(choices))]()


def small(tensor, most=8):
    """Few enough terms, strands and averages for every coordinate and client to be summed."""
    sizes = [len(strand_nodes(network)) + len({node.block for node in network}) for network, _ in tensor.terms]
    return len(sizes) <= 8 and max(sizes, default=0) <= most


def drawn(count):
    rng = np.random.default_rng(11)
    found = []
    while len(found) < count:
        try:
            tensor = matrix(rng, 2) if rng.random() < 0.5 else vector(rng, 2)
        except InvalidInput:  # an identity closed to a loop
            continue
        if small(tensor):
            found.append(tensor)
    return found


@pytest.mark.parametrize("start", range(4))
def test_normal_form_has_the_value_of_the_tensor(start):
    jets, seen = numbers(), 0
    for tensor in drawn(60)[start::4]:
        anew = rebuilt(tensor)
        if not small(anew, 11):
            continue
        here, there = evaluate(tensor, jets, GAMMA, STEPS), evaluate(anew, jets, GAMMA, STEPS)
        assert np.abs(here - there).max() < ROUNDING * (1 + np.abs(here).max())
        assert is_zero(tensor - anew)
        seen += bool(normal(tensor))
    assert seen >= 8
