"""The tensor operations of the sources, against loops written out."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from symfed.models.arrays import Array, as_array, identity
from symfed.models.jets import Jets

N, d = 2, 2


def stacks(*shape: int) -> st.SearchStrategy[Array]:
    size = int(np.prod(shape))
    return st.lists(st.integers(-5, 5), min_size=size, max_size=size).map(
        lambda v: as_array("v", np.array(v, dtype=object).reshape(shape), ("axis",) * len(shape))
    )


@st.composite
def jets(draw: st.DrawFn) -> Jets:
    roots = draw(stacks(N, d, d))
    hessians = np.stack([B.T @ B + identity(d, B) for B in roots])
    return Jets.of(draw(stacks(N, d)), hessians, draw(stacks(N, d, d, d)), draw(stacks(N, d, d)))


@given(jets())
def test_means_are_over_clients(p: Jets) -> None:
    assert (p.N, p.dim) == (N, d)
    assert (2 * p.hessian == p.hessians[0] + p.hessians[1]).all()
    assert (2 * p.third_derivative == p.third_derivatives[0] + p.third_derivatives[1]).all()
    assert (2 * p.noise == p.noise_covariance[0] + p.noise_covariance[1]).all()


@given(jets(), st.integers(0, 4))
def test_operations_act_on_stacks_and_on_means_alike(p: Jets, n: int) -> None:
    powers, products, applied = p.power(p.hessians, n), p.product(p.hessians, p.hessian), p.apply(p.hessians, p.gradients)
    outer = p.outer(p.gradients, p.gradients)
    for c in range(N):
        assert (powers[c] == p.power(p.hessians[c], n)).all()
        assert (products[c] == p.hessians[c] @ p.hessian).all()
        assert (applied[c] == p.hessians[c] @ p.gradients[c]).all()
        assert all(outer[c, i, j] == p.gradients[c, i] * p.gradients[c, j] for i in range(d) for j in range(d))


@given(jets())
def test_solving(p: Jets) -> None:
    assert (p.hessian @ p.solve(p.hessian, p.gradients[0]) == p.gradients[0]).all()
    X = p.lyapunov(p.hessian, p.noise)
    assert (p.hessian @ X + X @ p.hessian == p.noise).all()


@given(jets(), stacks(d, d))
def test_contraction_is_over_the_last_two_axes(p: Jets, S: Array) -> None:
    T = p.third_derivatives
    expected = [[sum(T[c, i, j, k] * S[j, k] for j in range(d) for k in range(d)) for i in range(d)] for c in range(N)]
    assert p.contract(T, S).tolist() == expected
    assert p.contract(T[0], S).tolist() == expected[0]


def test_the_wrong_contraction_is_wrong_from_dimension_two_on() -> None:
    T = as_array("T", np.arange(8, dtype=object).reshape(1, 2, 2, 2), ("N", "d", "d", "d"))
    S = as_array("S", [[1, 2], [3, 5]], ("d", "d"))
    p = Jets.of(T[:, :, 0, 0], T[:, :, :, 0], T, T[:, :, :, 0])
    assert (p.contract(T, S) != p.contract_wrong(T, S)).any()
    assert (p.contract(T[:, :1, :1, :1], S[:1, :1]) == p.contract_wrong(T[:, :1, :1, :1], S[:1, :1])).all()
