"""The jets of a problem of any dimension: a transcription runs on them as on numbers and on the symbols of dimension one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.models.jets import NamedParts
from symfed.tensors.diagrams.diagram import DERIVATIVE, DIRECTED, Node
from symfed.tensors.normal import Normal, apply_laws, normal
from symfed.tensors.ratio import Ratio, ratio_power
from symfed.tensors.tensor import (
    LEG,
    MARKS,
    OF_CLIENT,
    OF_MEAN,
    STRANDS,
    UNKNOWN,
    VECTOR,
    FreeTensor,
    averaged,
    contracted,
    identity,
    legs_of,
    matrix_function,
    of_client,
    with_legs,
)


class TensorJets(NamedParts):
    """The interface of `symfed.models.jets.Jets` on `FreeTensor`s: any dimension, any number of clients, symbolic gamma and H.

    A client's Hessian is symmetric; 1 - gamma A_c, the Hessian and all that a statement inverts are invertible. Raises InvalidInput for a
    matrix function of several matrices, and for powers with H of anything but 1 - gamma A.

    >>> from symfed.tensors.normal import is_zero
    >>> p = TensorJets()
    >>> pull = p.mean(p.apply(p.hessians, p.gradients))
    >>> is_zero(p.apply(p.hessian, p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))) - pull)
    True
    """

    N: sp.Symbol = table.N
    #: The families of strands of a client's Hessian.
    family: int = OF_CLIENT

    def of_hessians(self, function: Ratio) -> FreeTensor:
        """f(A_c)."""
        return matrix_function(self.family, function)

    def derivative(self, m: int) -> FreeTensor:
        return self.of_hessians(Ratio.x(0)) if m == 2 else of_client(DERIVATIVE, m)

    def cumulant(self, k: int, j: int = 0) -> FreeTensor:
        return of_client(k, k + j)

    def mean(self, per_client: FreeTensor) -> FreeTensor:
        """(1/N) sum over clients."""
        return averaged(per_client)

    product = staticmethod(partial(contracted, "ij,jk->ik"))
    apply = staticmethod(partial(contracted, "ij,j->i"))
    outer = staticmethod(partial(contracted, "i,j->ij"))
    inner = staticmethod(partial(contracted, "i,i->"))
    transpose = staticmethod(partial(contracted, "ij->ji"))
    contract_wrong = staticmethod(partial(contracted, "jjk,ki->i"))  # of a third derivative and a matrix, for wrong variants
    identity = staticmethod(identity)

    def contract(self, T: FreeTensor, S: FreeTensor) -> FreeTensor:
        """The last two legs of T with both of S: of a third derivative the vector sum_jk T_ijk S_jk."""
        free = "abcdef"[: T.rank - 2]
        return contracted(f"{free}xy,xy->{free}", T, S)

    def along(self, T: FreeTensor, v: FreeTensor) -> FreeTensor:
        """The last leg of T with a vector: of a noise derivative the matrix sum_k C_ijk v_k."""
        free = "abcdef"[: T.rank - 1]
        return contracted(f"{free}x,x->{free}", T, v)

    def power(self, A: FreeTensor, n: Any) -> FreeTensor:
        """Aⁿ, n an integer or affine in H."""
        return function_in(A).applied(lambda f: ratio_power(f, n))

    def geometric(self, A: FreeTensor, n: Any) -> FreeTensor:
        """Id + A + ... + Aⁿ⁻¹ as (Id - Aⁿ)(Id - A)⁻¹."""
        return function_in(A).applied(lambda f: (1 - ratio_power(f, n)) / (1 - f))

    def solve(self, A: FreeTensor, v: FreeTensor) -> FreeTensor:
        """A⁻¹ v, v a vector or a matrix; where A is no function of one matrix its inverse is a symbol of its own."""
        try:
            inverse = function_in(A).applied(lambda f: 1 / f)
        except InvalidInput:
            inverse = _unknown_inverse(A, symmetric=self.family > DIRECTED)
        return self.product(inverse, v) if v.rank == 2 else self.apply(inverse, v)

    def solve_each(self, A: FreeTensor, v: FreeTensor) -> FreeTensor:
        """A_c⁻¹ v_c."""
        return self.solve(A, v)

    def lyapunov(self, A: FreeTensor, C: FreeTensor) -> FreeTensor:
        """X with A X + X A' = C."""
        return function_in(A).on_both_sides(lambda f: 1 / (f + f.shifted(1)), C)

    def stein(self, A: FreeTensor, C: FreeTensor) -> FreeTensor:
        """X with X - A X A' = C."""
        return function_in(A).on_both_sides(lambda f: 1 / (1 - f * f.shifted(1)), C)

    def added(self, A: FreeTensor, C: FreeTensor, n: Any) -> FreeTensor:
        """C + A C A' + ... + Aⁿ⁻¹ C Aⁿ⁻¹', C being the client's whose matrix A is."""

        def sums(f: Ratio) -> Ratio:
            power = ratio_power(f, n)
            return (1 - power * power.shifted(1)) / (1 - f * f.shifted(1))

        return function_in(A).on_both_sides(sums, C)


class LinearTensorJets(TensorJets):
    """Jets of linear stochastic approximation: A_c need not be symmetric, and the gradients at theta* are A_c theta* - b_c.

    "hessians" are the mean matrices A_c, higher derivatives vanish, and noise is multiplicative: its covariance at theta* + e is
    C_c + C_c'[e] + C_c''[e, e]/2. All that a statement inverts is invertible. `vectors` are the b_c: a statement is in terms of them and
    of points, or of gradients at theta* and of distances to theta*; relations between the two are not used.

    >>> from symfed.tensors.normal import is_zero
    >>> p = LinearTensorJets()
    >>> is_zero(p.hessian - p.transpose(p.hessian))
    False
    """

    family = DIRECTED + OF_CLIENT

    def derivative(self, m: int) -> FreeTensor:
        return super().derivative(m) if m <= 2 else FreeTensor(m)

    @property
    def vectors(self) -> FreeTensor:
        """b_c."""
        return of_client(VECTOR, 1)


class SharedMatrixJets(LinearTensorJets):
    """Jets of clients with one common matrix, which need not be symmetric."""

    family = DIRECTED + OF_MEAN


#: The jets of both kinds of problems, shared so that derivations are cached.
SYMMETRIC, LINEAR = TensorJets(), LinearTensorJets()


@dataclass(frozen=True)
class TensorClient:
    """One client of a pair, as transcriptions `f(one, other, p, gamma, H)` see it."""

    hessian: FreeTensor
    noise: FreeTensor


def two_clients(p: TensorJets = SYMMETRIC) -> tuple[TensorClient, TensorClient]:
    """Two different clients."""
    one, other = [TensorClient(matrix_function(p.family, Ratio.x(0), mark), of_client(2, 2, mark)) for mark in MARKS]
    return one, other


class EqualTensorJets(TensorJets):
    """Jets of equal clients: each is at its own optimum, and every mean is the client's own value."""

    def derivative(self, m: int) -> FreeTensor:
        if m == 2:
            return matrix_function(OF_MEAN, Ratio.x(0))
        return averaged(of_client(DERIVATIVE, m)) if m > 2 else FreeTensor(1)

    def cumulant(self, k: int, j: int = 0) -> FreeTensor:
        return averaged(of_client(k, k + j))


_INVERTED: list[Normal] = []


def _unknown_inverse(A: FreeTensor, symmetric: bool) -> FreeTensor:
    """The inverse of a mean as a symbol of its own, the same for equal matrices. Raises InvalidInput for one client's matrix."""
    whole = normal(A)
    if any(node.kind in MARKS for diagram in whole for node in diagram.nodes):
        raise InvalidInput("matrix", A, "must be a function of one client's Hessian, or the same for all clients, to be inverted")
    if not whole or (symmetric and normal(contracted("ij->ji", A)) != whole):
        raise InvalidInput("matrix", A, "must be symmetric and not zero to be inverted" if symmetric else "must not be zero to be inverted")
    if whole not in _INVERTED:
        _INVERTED.append(whole)
    kind = UNKNOWN - _INVERTED.index(whole) + (0 if symmetric else DIRECTED)
    return FreeTensor(2, [(with_legs((Node(kind, (0, 1)),), (0, 1)), Ratio.of(1))])


def operator(family: int, function: Ratio, C: FreeTensor, turned: bool = False) -> FreeTensor:
    """f(x(0), x(1)) of one matrix M from the left and M' from the right, applied to a matrix; turned: of M' from the left."""
    side = matrix_function(family, Ratio.of(1))
    pair = contracted("ij,kl->ijkl", side, side)
    pattern = "jilk,jl->ik" if turned else "ijkl,jl->ik"
    return contracted(pattern, pair * function, C)


@dataclass(frozen=True)
class MatrixFunction:
    """f(M) of the matrix M of a family of strands, or f(M)' if turned."""

    family: int
    function: Ratio
    turned: bool

    def applied(self, change: Callable[[Ratio], Ratio]) -> FreeTensor:
        """g(f(M)), turned as this is."""
        made = matrix_function(self.family, change(self.function))
        return contracted("ij->ji", made) if self.turned else made

    def on_both_sides(self, change: Callable[[Ratio], Ratio], C: FreeTensor) -> FreeTensor:
        """An operator on C: `change` makes of f(x(0)) a function of x(0), for M from the left, and of x(1), for M' from the right."""
        return operator(self.family, change(self.function), C, self.turned)


def function_in(A: FreeTensor) -> MatrixFunction:
    """Read A as a function of one matrix. Raises InvalidInput where it is none."""
    families: set[tuple[int, bool]] = set()
    total = Ratio.of(0)
    for network, ratio in apply_laws(A, monomials=False):
        strands = [node for node in network if node.kind in STRANDS]
        if len(strands) > 1 or any(node.kind > LEG and node.kind not in (*STRANDS, *MARKS) for node in network):
            raise InvalidInput("matrix", A, "must be a function of one matrix to be inverted or raised to a power")
        row = legs_of(network)[0]
        families.update((node.kind, node.kind <= DIRECTED and node.legs[0] != row) for node in strands)
        total = total + ratio
    if len(families) > 1:
        raise InvalidInput("matrix", A, "must be a function of one matrix, and is one of several")
    family, turned = min(families, default=(OF_MEAN, False))
    return MatrixFunction(family, total, turned)
