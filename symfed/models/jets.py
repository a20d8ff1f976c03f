"""Derivatives and noise cumulants of clients, and of single samples, at the optimum; and the operations on them that formulas use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from operator import lt
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, identity, is_exact, lyapunov, matrix_power, solve, to_float, zeros


class NamedParts:
    """The names of derivatives, noise cumulants and their client means, for jets with `derivative(m)`, `cumulant(k, j)`, `mean`
    and `contract`.

    Derivatives beyond the third and parts of the noise beyond its covariance are None where `_held` says that jets may lack them.
    """

    derivative: Callable[..., Any]
    cumulant: Callable[..., Any]
    mean: Callable[[Any], Any]
    contract: Callable[[Any, Any], Any]

    def _held(self, part: Callable[..., Any], *place: int) -> Any:
        return part(*place)

    gradients = property(lambda self: self.derivative(1))
    hessians = property(lambda self: self.derivative(2))
    third_derivatives = property(lambda self: self.derivative(3))
    fourth_derivatives = property(lambda self: self._held(self.derivative, 4))
    fifth_derivatives = property(lambda self: self._held(self.derivative, 5))
    noise_covariance = property(lambda self: self.cumulant(2))
    noise_derivative = property(lambda self: self._held(self.cumulant, 2, 1))
    noise_second_derivative = property(lambda self: self._held(self.cumulant, 2, 2))
    noise_cumulant = property(lambda self: self._held(self.cumulant, 3))
    hessian = property(lambda self: self.mean(self.hessians))
    third_derivative = property(lambda self: self.mean(self.third_derivatives))
    noise = property(lambda self: self.mean(self.noise_covariance), doc="The client mean of the noise covariance: the sources' C(theta*).")

    def third_contracted(self, S: Any) -> Any:
        """The client mean of the third derivative, applied to a second moment (d, d): (d,)."""
        return self.contract(self.third_derivative, S)


@dataclass(frozen=True)
class Jets(NamedParts):
    """Derivatives and noise cumulants of every client at theta*; the client axis comes first.

    derivatives[m] is derivative m + 1 of f_c, shape (N,) + (d,)*(m+1). cumulants[k][j] is the j-th derivative of cumulant k + 2 of the
    stochastic gradient, shape (N,) + (d,)*(k+2+j), whose last j axes are the directions. `derivative(m)` and `cumulant(k, j)` count
    from one and two instead. All entries float64, all flint rationals, or (d = 1) any one number type.
    """

    derivatives: tuple[Array, ...]
    cumulants: tuple[tuple[Array, ...], ...] = ()

    @classmethod
    def of(
        cls,
        gradients: Array,
        hessians: Array,
        third_derivatives: Array,
        noise_covariance: Array,
        fourth_derivatives: Array | None = None,
        fifth_derivatives: Array | None = None,
        noise_derivative: Array | None = None,
        noise_second_derivative: Array | None = None,
        noise_cumulant: Array | None = None,
    ) -> Jets:
        """Jets from the parts that order 2 needs, by name. Raises InvalidInput for a part without the one before it."""
        derivatives = _contiguous_parts(gradients, hessians, third_derivatives, fourth_derivatives, fifth_derivatives)
        covariance = _contiguous_parts(noise_covariance, noise_derivative, noise_second_derivative)
        return cls(derivatives, (covariance,) if noise_cumulant is None else (covariance, (noise_cumulant,)))

    def derivative(self, m: int) -> Array:
        """Derivative m >= 1 of every client, shape (N,) + (d,)*m. Raises InvalidInput if it is not stored."""
        if not 1 <= m <= len(self.derivatives):
            raise InvalidInput("jets", f"derivative {m}", f"is not held: these jets hold derivatives 1 to {len(self.derivatives)}")
        return self.derivatives[m - 1]

    def cumulant(self, k: int, j: int = 0) -> Array:
        """Derivative j of noise cumulant k >= 2 of every client, shape (N,) + (d,)*(k+j). Raises InvalidInput if it is not stored."""
        if not (0 <= k - 2 < len(self.cumulants) and 0 <= j < len(self.cumulants[k - 2])):
            held = ", ".join(f"{k}: {len(parts)}" for k, parts in enumerate(self.cumulants, start=2)) or "none"
            rule = f"is not held: these jets hold, by cumulant, so many derivatives from the zeroth on: {held}"
            raise InvalidInput("jets", f"derivative {j} of noise cumulant {k}", rule)
        return self.cumulants[k - 2][j]

    def converted(self, convert: Callable[[Array], Array]) -> Jets:
        """The jets with every array replaced by its conversion."""
        cumulants = tuple(tuple(map(convert, parts)) for parts in self.cumulants)
        return replace(self, derivatives=tuple(map(convert, self.derivatives)), cumulants=cumulants)

    @property
    def order(self) -> int:
        """The highest order in gamma that these jets suffice for (see `parts_for_order`)."""
        return next(order for order in count() if not self._suffice_for(order + 1))

    def _suffice_for(self, order: int) -> bool:
        derivatives, tops = parts_for_order(order)
        held = [len(parts) for parts in self.cumulants]
        return derivatives <= len(self.derivatives) and len(tops) <= len(held) and all(map(lt, tops, held))

    def _held(self, part: Callable[..., Array], *place: int) -> Array | None:
        try:
            return part(*place)
        except InvalidInput:
            return None

    @property
    def N(self) -> int:
        return len(self.gradients)

    @property
    def dim(self) -> int:
        return int(self.gradients.shape[1])

    def mean(self, per_client: Array) -> Array:
        """(1/N) sum over clients."""
        return per_client.sum(axis=0) / len(per_client)

    # The operations below act on per-client stacks and on client means alike.

    def identity(self) -> Array:
        return identity(self.dim, self.hessians)

    product = staticmethod(np.matmul)

    def power(self, A: Array, n: int) -> Array:
        """Aⁿ for a matrix, or for each matrix of a stack."""
        if A.ndim == 2:
            return matrix_power(A, n)
        return np.stack([matrix_power(matrix, n) for matrix in A])

    def apply(self, A: Array, v: Array) -> Array:
        """Matrix times vector."""
        return (A @ v[..., None])[..., 0]

    #: A⁻¹ v for one matrix and one vector.
    solve = staticmethod(solve)

    def solve_each(self, A: Array, v: Array) -> Array:
        """A_c⁻¹ v_c for per-client stacks."""
        return np.stack([solve(matrix, vector) for matrix, vector in zip(A, v, strict=True)])

    def geometric(self, A: Array, n: int) -> Array:
        """Id + A + ... + Aⁿ⁻¹ for each matrix of a stack, by summation."""
        total, term = zeros(A.shape, A), np.stack([identity(self.dim, A)] * len(A))
        for _ in range(n):
            total, term = total + term, term @ A
        return total

    def outer(self, u: Array, v: Array) -> Array:
        return u[..., :, None] * v[..., None, :]

    #: X with A X + X A = C, A symmetric: the sources' bold A = (Id⊗A + A⊗Id)⁻¹ applied to C.
    lyapunov = staticmethod(lyapunov)

    def contract(self, T: Array, S: Array) -> Array:
        """The vector with entries sum_jk T_ijk S_jk: a third derivative applied to a second moment."""
        return np.einsum("...ijk,...jk->...i", T, S)

    def contract_wrong(self, T: Array, S: Array) -> Array:
        """A wrong contraction, sum_jk T_jjk S_ki, equal to `contract` only in dimension one: for wrong variants."""
        return np.einsum("...jjk,...ki->...i", T, S)


def _zero_contraction(S: Array) -> Array:
    zero: Array = 0 * S[0]
    return zero


@dataclass(frozen=True)
class ContractedJets(Jets):
    """Jets to first order in high dimension: tensors of d³ numbers are contracted along the data, and never stored.

    contracted: maps S (d, d), symmetric, to the mean over clients of the third derivative applied to it, (d,); zero unless
    given. Anything else of higher order raises InvalidInput.
    """

    contracted: Callable[[Array], Array] = _zero_contraction

    @property
    def order(self) -> int:
        return 1

    def derivative(self, m: int) -> Array:
        if m == 3 and len(self.derivatives) < 3:
            rule = f"is not held in dimension {self.dim}: it has {self.N} x {self.dim}^3 numbers"
            raise InvalidInput("jets", "derivative 3", rule, "contract it: problem.third_derivative_contracted(S)")
        return super().derivative(m)

    def third_contracted(self, S: Array) -> Array:
        return self.contracted(S)

    def lyapunov(self, A: Array, C: Array) -> Array:
        if is_exact(A, C):
            return super().lyapunov(A, C)
        values, vectors = np.linalg.eigh(to_float(A))  # d³ operations; the linear system has d² unknowns
        inner = (vectors.T @ to_float(C) @ vectors) / np.add.outer(values, values)
        return np.asarray(vectors @ inner @ vectors.T)

    def _held(self, part: Callable[..., Array], *place: int) -> Array | None:
        return part(*place) if part == self.cumulant else super()._held(part, *place)  # of noise not zero, but unknown: raises


def _contiguous_parts(*parts: Array | None) -> tuple[Array, ...]:
    held = tuple(part for part in parts if part is not None)
    if any(part is None for part in parts[: len(held)]):
        raise InvalidInput("jets", [part is not None for part in parts], "must hold no derivative without the one before it")
    return held


def parts_for_order(order: int) -> tuple[int, tuple[int, ...]]:
    """The jets needed at order `order` in gamma: (number of derivatives, highest derivative of noise cumulants 2, 3, ...).

    gamma has weight 2 and theta - theta* weight 1, cumulant k enters with gamma^k, and terms of weight above 2 order + 2 are dropped.

    >>> parts_for_order(2)
    (5, (2, 0))
    """
    return 2 * order + 1, tuple(2 * order + 2 - 2 * k for k in range(2, order + 2))


@dataclass(frozen=True)
class SampleJets:
    """Sample z of client c has the loss phi_cz(a_cz . theta) + l2 |theta|²/2; these are phi', phi'' and phi''' at theta*.

    directions (N, n, d): a_cz. slopes, curvatures, thirds (N, n): the three derivatives. n is the largest number of samples of a
    client; rows beyond a client's own number are never drawn. l2 is the same for all. float64 throughout.
    At theta*: gradient slope * a + l2 theta*, Hessian curvature * a a' + l2 Id, third derivative thirds * a ⊗ a ⊗ a.
    """

    directions: Array
    slopes: Array
    curvatures: Array
    thirds: Array
    l2: float
    optimum: Array

    @property
    def gradients(self) -> Array:
        """(N, n, d)."""
        return self.slopes[..., None] * self.directions + self.l2 * self.optimum

    @property
    def hessians(self) -> Array:
        """(N, n, d, d)."""
        outer = self.directions[..., :, None] * self.directions[..., None, :]
        return self.curvatures[..., None, None] * outer + self.l2 * np.eye(len(self.optimum))
