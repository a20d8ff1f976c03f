"""The jets of a problem of any dimension: a transcription runs on them as it runs on numbers and on the symbols of dimension one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.derive.diagrams.diagram import DERIVATIVE, Node
from symfed.derive.tensors.normal import Normal, normal, settled
from symfed.derive.tensors.ratio import Ratio, raised
from symfed.derive.tensors.tensor import (
    LEG,
    MARKS,
    OF_CLIENT,
    OF_MEAN,
    STRANDS,
    UNKNOWN,
    FreeTensor,
    averaged,
    contracted,
    identity,
    matrix_function,
    of_client,
    with_legs,
)


class TensorJets:
    """The interface of `symfed.models.jets.Jets` on `FreeTensor`s: any dimension, any number of clients, symbolic gamma and H.

    A client's Hessian is symmetric, with 1 - gamma A_c, the Hessian and whatever a statement inverts invertible. Raises InvalidInput for a
    matrix function of what is no function of one matrix, and for powers with H of anything but 1 - gamma A.

    >>> from symfed.derive.tensors.normal import is_zero
    >>> p = TensorJets()
    >>> pull = p.mean(p.apply(p.hessians, p.gradients))
    >>> is_zero(p.apply(p.hessian, p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))) - pull)
    True
    """

    N: sp.Symbol = table.N

    def derivative(self, m: int) -> FreeTensor:
        return matrix_function(OF_CLIENT, Ratio.x(0)) if m == 2 else of_client(DERIVATIVE, m)

    def cumulant(self, k: int, j: int = 0) -> FreeTensor:
        return of_client(k, k + j)

    def mean(self, per_client: FreeTensor) -> FreeTensor:
        """(1/N) sum over clients."""
        return averaged(per_client)

    @property
    def gradients(self) -> FreeTensor:
        return self.derivative(1)

    @property
    def hessians(self) -> FreeTensor:
        return self.derivative(2)

    @property
    def third_derivatives(self) -> FreeTensor:
        return self.derivative(3)

    @property
    def fourth_derivatives(self) -> FreeTensor:
        return self.derivative(4)

    @property
    def fifth_derivatives(self) -> FreeTensor:
        return self.derivative(5)

    @property
    def noise_covariance(self) -> FreeTensor:
        return self.cumulant(2)

    @property
    def noise_derivative(self) -> FreeTensor:
        return self.cumulant(2, 1)

    @property
    def noise_second_derivative(self) -> FreeTensor:
        return self.cumulant(2, 2)

    @property
    def noise_cumulant(self) -> FreeTensor:
        return self.cumulant(3)

    @property
    def hessian(self) -> FreeTensor:
        return self.mean(self.hessians)

    @property
    def third_derivative(self) -> FreeTensor:
        return self.mean(self.third_derivatives)

    @property
    def noise(self) -> FreeTensor:
        return self.mean(self.noise_covariance)

    def identity(self) -> FreeTensor:
        return identity()

    def product(self, A: FreeTensor, B: FreeTensor) -> FreeTensor:
        return contracted("ij,jk->ik", A, B)

    def apply(self, A: FreeTensor, v: FreeTensor) -> FreeTensor:
        return contracted("ij,j->i", A, v)

    def outer(self, u: FreeTensor, v: FreeTensor) -> FreeTensor:
        return contracted("i,j->ij", u, v)

    def transpose(self, A: FreeTensor) -> FreeTensor:
        return contracted("ij->ji", A)

    def contract(self, T: FreeTensor, S: FreeTensor) -> FreeTensor:
        """The last two legs of T with both of S: of a third derivative the vector sum_jk T_ijk S_jk."""
        free = "abcdef"[: T.rank - 2]
        return contracted(f"{free}xy,xy->{free}", T, S)

    def third_contracted(self, S: FreeTensor) -> FreeTensor:
        return self.contract(self.third_derivative, S)

    def contract_wrong(self, T: FreeTensor, S: FreeTensor) -> FreeTensor:
        """A wrong contraction, sum_jk T_jjk S_ki: for wrong variants."""
        return contracted("jjk,ki->i", T, S)

    def power(self, A: FreeTensor, n: Any) -> FreeTensor:
        """Aⁿ, n an integer or affine in H."""
        family, f = function_in(A)
        return matrix_function(family, raised(f, n))

    def geometric(self, A: FreeTensor, n: Any) -> FreeTensor:
        """Id + A + ... + Aⁿ⁻¹ as (Id - Aⁿ)(Id - A)⁻¹."""
        family, f = function_in(A)
        return matrix_function(family, (1 - raised(f, n)) / (1 - f))

    def solve(self, A: FreeTensor, v: FreeTensor) -> FreeTensor:
        """A⁻¹ v; where A is no function of one matrix its inverse is a matrix of which nothing is known."""
        try:
            family, f = function_in(A)
        except InvalidInput:
            return self.apply(_unknown_inverse(A), v)
        return self.apply(matrix_function(family, 1 / f), v)

    def solve_each(self, A: FreeTensor, v: FreeTensor) -> FreeTensor:
        """A_c⁻¹ v_c."""
        return self.solve(A, v)

    def lyapunov(self, A: FreeTensor, C: FreeTensor) -> FreeTensor:
        """X with A X + X A = C."""
        family, f = function_in(A)
        return operator(family, 1 / (f + f.shifted(1)), C)

    def stein(self, A: FreeTensor, C: FreeTensor) -> FreeTensor:
        """X with X - A X A = C."""
        family, f = function_in(A)
        return operator(family, 1 / (1 - f * f.shifted(1)), C)

    def added(self, A: FreeTensor, C: FreeTensor, n: Any) -> FreeTensor:
        """C + A C A + ... + Aⁿ⁻¹ C Aⁿ⁻¹."""
        family, f = function_in(A)
        power = raised(f, n)
        return operator(family, (1 - power * power.shifted(1)) / (1 - f * f.shifted(1)), C)


@dataclass(frozen=True)
class TensorClient:
    """One client of a pair, as transcriptions `f(one, other, p, gamma, H)` see it."""

    hessian: FreeTensor
    noise: FreeTensor


def two_clients() -> tuple[TensorClient, TensorClient]:
    """Two different clients."""
    one, other = [TensorClient(matrix_function(OF_CLIENT, Ratio.x(0), mark), of_client(2, 2, mark)) for mark in MARKS]
    return one, other


class EqualTensorJets(TensorJets):
    """All clients being equal: each is at its own optimum, and every mean is the client's own value."""

    def derivative(self, m: int) -> FreeTensor:
        if m == 2:
            return matrix_function(OF_MEAN, Ratio.x(0))
        return averaged(of_client(DERIVATIVE, m)) if m > 2 else FreeTensor(1)

    def cumulant(self, k: int, j: int = 0) -> FreeTensor:
        return averaged(of_client(k, k + j))


_INVERTED: list[Normal] = []


def _unknown_inverse(A: FreeTensor) -> FreeTensor:
    """The inverse of a symmetric mean as a letter of its own, equal matrices by one letter. Raises InvalidInput for one client's matrix."""
    whole = normal(A)
    if any(node.kind in MARKS for diagram in whole for node in diagram.nodes):
        raise InvalidInput("matrix", A, "must be a function of one client's Hessian, or the same for all clients, to be inverted")
    if not whole or normal(contracted("ij->ji", A)) != whole:
        raise InvalidInput("matrix", A, "must be symmetric and not zero to be inverted")
    if whole not in _INVERTED:
        _INVERTED.append(whole)
    node = Node(UNKNOWN - _INVERTED.index(whole), (0, 1))
    return FreeTensor(2, [(with_legs((node,), (0, 1)), Ratio.of(1))])


def operator(family: int, function: Ratio, C: FreeTensor) -> FreeTensor:
    """f(x(0), x(1)) of one matrix from the left and from the right, applied to a matrix."""
    side = matrix_function(family, Ratio.of(1))
    pair = contracted("ij,kl->ijkl", side, side)
    return contracted("ijkl,jk->il", FreeTensor(4, [(network, ratio * function) for network, ratio in pair.terms]), C)


def function_in(A: FreeTensor) -> tuple[int, Ratio]:
    """The family and the function f with A = f(matrix). Raises InvalidInput where A is no function of one matrix."""
    families: set[int] = set()
    total = Ratio.of(0)
    for network, ratio in settled(A, monomials=False):
        strands = [node for node in network if node.kind in STRANDS]
        if len(strands) > 1 or any(node.kind > LEG and node.kind not in (*STRANDS, *MARKS) for node in network):
            raise InvalidInput("matrix", A, "must be a function of one symmetric matrix to be inverted or raised to a power")
        families.update(node.kind for node in strands)
        total = total + ratio
    if len(families) > 1:
        raise InvalidInput("matrix", A, "must be a function of one symmetric matrix, and is one of several")
    return min(families, default=OF_MEAN), total
