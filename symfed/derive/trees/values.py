"""What trees are worth on given derivatives: arrays in any dimension, client means in dimension one."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from symfed.core.symbols import ClientMean, point_derivative
from symfed.derive.trees.tree import Tree, fold
from symfed.models.arrays import Array


def on_arrays(tree: Tree, derivatives: Sequence[Array], is_loss: bool = False) -> Array:
    """The tree's field (d,), or its number () with `is_loss`. derivatives[m] is the clients' m-th, shape (N,) + (d,)*m, of any number type.

    Where the second derivative is not symmetric, its first axis is the gradient's.
    """

    def derivative(m: int, arguments: Sequence[Array]) -> Array:
        out = derivatives[m]
        for vector in arguments:  # (N, d), or (d,) for an average, which all clients share
            wide = vector.reshape(vector.shape[:-1] + (1,) * (out.ndim - 2) + vector.shape[-1:])
            out = (out * wide).sum(axis=-1)
        return out

    def mean(per_client: Array) -> Array:
        out: Array = per_client.sum(axis=0) / len(per_client)
        return out

    return fold(tree, derivative, mean, is_loss)


def in_client_means(tree: Tree, is_loss: bool = False) -> sp.Expr:
    """The tree in dimension one, in averages of the clients' derivatives at a general point.

    >>> in_client_means(((((), ()),), (((), ()),)))
    ClientMean(D1)*ClientMean(D1*D3)
    """
    return fold(tree, lambda m, arguments: sp.Mul(point_derivative(m), *arguments), ClientMean, is_loss)
