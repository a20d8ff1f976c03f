"""No law makes equal what is not: random tensors and their normal forms have the same values."""

import numpy as np
import pytest

from symfed.core import symbols
from symfed.core.errors import InvalidInput
from symfed.models.jets import Jets
from symfed.tensors.jets import LinearTensorJets, TensorJets
from symfed.tensors.normal import is_zero, normal, rebuilt
from symfed.tensors.tensor import OTHER, OWN, marked, strand_nodes
from tests.tensors.numbers import evaluate
from tests.tensors.test_tensor_jets import GAMMA, STEPS, numbers

PLAIN, TURNED, ROUNDING = TensorJets(), LinearTensorJets(), 1e-8  # sums of some thousand products of numbers below ten


def matrix(P, rng, depth):
    """A random matrix: of one client, of another, or of all."""
    gamma, H = symbols.gamma, symbols.H
    M = P.identity() - gamma * (P.hessians if rng.random() < 0.6 else P.hessian)
    if depth == 0:
        leaves = [P.hessian, P.hessians, P.noise, P.noise_covariance, P.identity(), P.power(M, H), P.power(M, 2), P.geometric(M, H)]
        leaves += [
            P.power(P.hessian, -1),
            P.power(P.hessians, -1),
            P.mean(P.power(P.identity() - gamma * P.hessians, H)),
            P.outer(vector(P, rng, 0), vector(P, rng, 0)),
        ]
        return leaves[rng.integers(len(leaves))]
    one, other = matrix(P, rng, depth - 1), matrix(P, rng, 0)
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


def vector(P, rng, depth):
    T = P.third_derivatives if P is PLAIN else P.noise_derivative
    if depth == 0:
        leaves = [P.gradients, P.apply(P.hessians, P.gradients), P.mean(P.solve_each(P.hessians, P.gradients))]
        leaves += [P.contract(T, P.noise), P.contract(P.mean(T), P.noise_covariance)]
        return leaves[rng.integers(len(leaves))]
    choices = [
        lambda: P.apply(matrix(P, rng, depth - 1), vector(P, rng, depth - 1)),
        lambda: P.contract(T, matrix(P, rng, depth - 1)),
        lambda: P.contract_wrong(P.mean(T), P.lyapunov(P.hessian, matrix(P, rng, depth - 1))),
        lambda: P.mean(vector(P, rng, depth - 1)) - vector(P, rng, depth - 1),
        lambda: P.solve(P.identity() - P.mean(P.power(P.identity() - symbols.gamma * P.hessians, symbols.H)), vector(P, rng, depth - 1)),
    ]
    return choices[rng.integers(len(choices))]()


def small(tensor, most=8):
    """Few enough terms, strands and averages for every coordinate and client to be summed."""
    sizes = [len(strand_nodes(network)) + len({node.block for node in network}) for network, _ in tensor.terms]
    return len(sizes) <= 8 and max(sizes, default=0) <= most


def drawn(P, count):
    rng = np.random.default_rng(11)
    found = []
    while len(found) < count:
        try:
            tensor = matrix(P, rng, 2) if rng.random() < 0.5 else vector(P, rng, 2)
        except InvalidInput:  # an identity closed to a loop
            continue
        if small(tensor):
            found.append(tensor)
    return found


def without_symmetry():
    """Float jets of linear stochastic approximation."""
    rng, jets = np.random.default_rng(6), numbers()
    noise = rng.normal(size=(2, 2, 2, 2))
    return Jets.of(
        jets.gradients,
        jets.hessians + rng.normal(size=(2, 2, 2)),
        np.zeros((2, 2, 2, 2)),
        jets.noise_covariance,
        noise_derivative=noise + noise.transpose(0, 2, 1, 3),
    )


@pytest.mark.parametrize("start", range(4))
@pytest.mark.parametrize("P", [PLAIN, TURNED], ids=["symmetric", "without symmetry"])
def test_normal_form_has_the_value_of_the_tensor(P, start):
    jets, seen = numbers() if P is PLAIN else without_symmetry(), 0
    for tensor in drawn(P, 60)[start::4]:
        anew = rebuilt(tensor)
        if not small(anew, 11):
            continue
        here, there = evaluate(tensor, jets, GAMMA, STEPS), evaluate(anew, jets, GAMMA, STEPS)
        assert np.abs(here - there).max() < ROUNDING * (1 + np.abs(here).max())
        assert is_zero(tensor - anew)
        seen += bool(normal(tensor))
    assert seen >= 8
