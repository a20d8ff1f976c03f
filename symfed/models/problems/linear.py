"""Linear stochastic approximation, where each client draws one of finitely many affine maps, and its mean-square stability."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import mpmath
import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput, UnstableStep
from symfed.models.arrays import (
    Array,
    as_rational,
    exact_face,
    exact_or_float,
    identity,
    integer,
    is_exact,
    is_positive_definite,
    is_symmetric,
    one_for_each,
    positive,
    solve,
    to_float,
)
from symfed.models.jets import Jets
from symfed.models.problems.noise_jets import ClientTaylor, finite_jets
from symfed.models.problems.problem import FiniteProblem, client_probabilities, usual_parts
from symfed.models.problems.samples import client_table, padded
from symfed.models.rings import BIG_FLOATS, Ring, dot


@dataclass(frozen=True)
class Stability:
    """Mean-square stability of the products Gamma_k = (1 - gamma A(Z_k)) ... (1 - gamma A(Z_1)) of every client c; float64.

    rates (N,): the largest a with E|(1 - gamma A(Z)) u|² <= (1 - gamma a) |u|² for all u, hence E|Gamma_k u|² <= (1 - gamma a)^k |u|².
    It can be negative although the products shrink. radii (N,), below one: the limit of the k-th root of the largest E|Gamma_k u|².
    limits (N,): the step sizes below which products shrink at all.
    """

    gamma: Any
    rates: Array
    radii: Array
    limits: Array
    _tables: Sequence[tuple[Array, Array]] = field(repr=False)

    @property
    def rate(self) -> float:
        """The smallest rate, which holds for all clients."""
        return float(self.rates.min())

    def growth(self, steps: int) -> Array:
        """The largest E|Gamma_k u|² over unit vectors u, for k = 0 .. steps: shape (N, steps + 1).

        The square of the norm of a vector, as the proofs use it; E|Gamma_k|² with the norm of a matrix is larger, by up to d times.
        Raises InvalidInput unless `steps` is a non-negative integer.
        """
        found = np.ones((len(self.rates), integer("steps", steps, 0) + 1))
        for c, (weights, matrices) in enumerate(self._tables):
            factors = np.eye(matrices.shape[1]) - float(self.gamma) * matrices
            after = np.eye(matrices.shape[1])
            for k in range(1, steps + 1):
                after = np.einsum("z,zji,jk,zkl->il", weights, factors, after, factors, optimize=True)
                found[c, k] = np.linalg.eigvalsh(after)[-1]
        return found


def _largest_step(weights: Array, matrices: Array) -> float:
    mean = np.tensordot(weights, matrices, 1)
    real_parts = np.linalg.eigvals(mean).real
    # an eigenvalue on the imaginary axis is found to within some roundings of it
    if real_parts.min() <= len(mean) * np.finfo(float).eps * np.linalg.norm(mean):
        return 0.0
    operator = np.linalg.solve(_on_symmetric(_sum_operator(mean)), _on_symmetric(_square_operator(weights, matrices)))
    return 1 / float(np.abs(np.linalg.eigvals(operator)).max())


def _rate_and_radius(gamma: float, weights: Array, matrices: Array) -> tuple[float, float]:
    mean = np.tensordot(weights, matrices, 1)
    squares = np.einsum("z,zki,zkj->ij", weights, matrices, matrices)
    rate = np.linalg.eigvalsh(mean + mean.T - gamma * squares)[0]
    step = np.eye(len(mean) * (len(mean) + 1) // 2) - gamma * _on_symmetric(
        _sum_operator(mean) - gamma * _square_operator(weights, matrices)
    )
    return float(rate), float(np.abs(np.linalg.eigvals(step)).max())


def _contracts_in_mean_square(gamma: Any, weights: Array, matrices: Array) -> bool:
    """True if the map X -> E[(1 - gamma A) X (1 - gamma A)'] has spectral radius below one, decided exactly.

    Sufficient: E[A + A' - gamma A'A] is positive definite. Otherwise Stein's theorem: Y = map(Y) + 1 exists and is positive definite.
    """
    mean, d = np.tensordot(weights, matrices, 1), matrices.shape[1]
    squares = np.tensordot(weights, matrices.transpose(0, 2, 1) @ matrices, 1)
    if is_positive_definite(mean + mean.T - gamma * squares):
        return True
    rows, columns = np.triu_indices(d)
    eye = identity(d, mean)
    try:
        half = solve(gamma * _on_symmetric(_sum_operator(mean) - gamma * _square_operator(weights, matrices)), eye[rows, columns])
    except (np.linalg.LinAlgError, ZeroDivisionError):  # `solve` divides in dimension one
        return False
    Y = 0 * eye
    Y[rows, columns] = Y[columns, rows] = half
    return is_positive_definite(Y)


def _sum_operator(mean: Array) -> Array:
    """M X + X M' as a tensor [i, k, j, l] on X[j, l]."""
    eye = identity(len(mean), mean)
    return np.einsum("ij,kl->ikjl", mean, eye) + np.einsum("ij,kl->ikjl", eye, mean)


def _square_operator(weights: Array, matrices: Array) -> Array:
    """E[A X A'] as a tensor [i, k, j, l] on X[j, l]."""
    n, d, _ = matrices.shape
    flat = matrices.reshape(n, d * d)
    return ((flat.T * weights) @ flat).reshape(d, d, d, d).transpose(0, 2, 1, 3)


def _on_symmetric(tensor: Array) -> Array:
    """A linear map of symmetric matrices as a matrix acting on their upper triangles."""
    rows, columns = np.triu_indices(len(tensor))
    at = tensor[rows, columns]
    return at[:, rows, columns] + at[:, columns, rows] * (rows != columns).astype(int)


def _instability_message(client: int, matrices: Array, weights: Array, limit: float, radius: float) -> str:
    if limit == 0:
        lowest = np.linalg.eigvals(np.tensordot(to_float(weights), to_float(matrices), 1)).real.min()
        return f"no step size is stable for client {client}: its mean matrix has an eigenvalue with real part {lowest:.6g}, must be > 0"
    return f"must be below {limit:.6g}, or client {client}'s second moments grow: spectral radius {radius:.6g}, must be < 1"


class LinearProblem(FiniteProblem):
    """Client c draws sample z with probability w_cz; its "gradient" is A_c(z) x - b_c(z), which need not be the gradient of a loss.

    matrices: per client A_c, an (n_c, d, d) array, symmetric or not. vectors: per client b_c, an (n_c, d) array. weights: per client
    its probabilities (default uniform), summing to one. theta* solves (mean over clients of E A_c) theta* = mean of E b_c; `hessians`
    are the client means E A_c. Integer and rational entries keep the problem exact; one float makes it float. Raises InvalidInput
    naming the argument, its value and the rule it breaks; among the rules: the mean matrix must not be singular.

    `mu` and `L` are such that a step gamma <= 1/L of any client contracts in mean square, independently of the others:
    E|(1 - gamma A_c) u|² <= (1 - gamma mu)|u|² for all u. mu is the lowest eigenvalue of the symmetric parts of the client means. L is
    the largest eigenvalue of a sample matrix where all are symmetric positive semi-definite, as for other problems, and otherwise the
    smallest number with E[A_c' A_c] <= L (E A_c + E A_c')/2 for every c: infinite if some client is not dissipative (mu <= 0).
    No step size then passes `check_step`; the exact reference, which decides stability itself, still works.

    Source: argo, "Example: TD Learning with linear approximation", the linear system and its stochastic estimates.

    >>> LinearProblem([[[[1]], [[3]]]], [[[0], [4]]]).optimum
    array([1], dtype=object)
    """

    def __init__(self, matrices: Sequence[ArrayLike], vectors: Sequence[ArrayLike], weights: Sequence[ArrayLike] | None = None) -> None:
        matrices, vectors = one_for_each("matrices", matrices), one_for_each("vectors", vectors)
        if len(matrices) == 0:
            raise InvalidInput("matrices", matrices, "must hold at least one client")
        if len(vectors) != len(matrices):
            raise InvalidInput("vectors", len(vectors), f"must hold one entry per client, as matrices does ({len(matrices)})")
        A = [client_table(f"matrices[{c}]", value, ("n_c", "d", "d")) for c, value in enumerate(matrices)]
        b = [client_table(f"vectors[{c}]", value) for c, value in enumerate(vectors)]
        for c, (tables, columns) in enumerate(zip(A, b, strict=True)):
            n, d = len(tables), A[0].shape[1]
            if tables.shape != (n, d, d):
                raise InvalidInput(f"matrices[{c}]", tables.shape, f"must have shape (n_c, d, d) with the same d = {d} for every client")
            if columns.shape != (n, d):
                raise InvalidInput(f"vectors[{c}]", columns.shape, f"must have shape (n_c, d) = {(n, d)} to match matrices[{c}]")
        self._weights = client_probabilities(weights, list(map(len, A)), "matrices")
        exact = is_exact(*A, *b, *self._weights)
        self.matrices, self.vectors = (A, b) if exact else ([to_float(a) for a in A], [to_float(v) for v in b])
        shares = self._weights if exact else [to_float(w) for w in self._weights]
        self.mean_matrices = np.stack([np.tensordot(w, a, 1) for w, a in zip(shares, self.matrices, strict=True)])
        self.mean_vectors = np.stack([np.tensordot(w, v, 1) for w, v in zip(shares, self.vectors, strict=True)])
        self.optimum  # noqa: B018  refuses a singular mean

    @property
    def num_clients(self) -> int:
        return len(self.matrices)

    @property
    def dim(self) -> int:
        return int(self.matrices[0].shape[1])

    @property
    def weights(self) -> list[Array]:
        return self._weights

    @property
    def exact(self) -> bool:
        return is_exact(self.mean_matrices)

    @property
    def mu(self) -> float:
        return self._constants[0]

    @property
    def L(self) -> float:
        return self._constants[1]

    @cached_property
    def _constants(self) -> tuple[float, float]:
        means = to_float(self.mean_matrices)
        symmetric_parts = (means + means.transpose(0, 2, 1)) / 2
        mu = float(np.linalg.eigvalsh(symmetric_parts).min())
        samples = np.concatenate([to_float(a) for a in self.matrices])
        if all(is_symmetric(matrix) for samples in self.matrices for matrix in samples):
            values = np.linalg.eigvalsh(samples)
            if values.min() >= -1e-12 * max(1.0, float(np.abs(values).max())):  # rounding of a product a a'
                return mu, float(values.max())
        if mu <= 0:
            return mu, float("inf")
        largest = 0.0
        for A, weights, part in zip(self.matrices, self._weights, symmetric_parts, strict=True):
            squares = np.einsum("z,zki,zkj->ij", to_float(weights), to_float(A), to_float(A))
            inverse = np.linalg.inv(np.linalg.cholesky(part))
            largest = max(largest, float(np.linalg.eigvalsh(inverse @ squares @ inverse.T)[-1]))
        return mu, largest

    def check_step(self, gamma: Any) -> Any:
        value = exact_or_float("gamma", gamma)
        if value > 0 and self.L == float("inf"):
            rule = f"no step size is known to contract: a client's mean matrix has a symmetric part with eigenvalue mu = {self.mu:.6g} <= 0"
            raise InvalidInput("gamma", gamma, rule, 'use stationary(..., method="exact"), which decides stability itself')
        return super().check_step(gamma)

    @cached_property
    def optimum(self) -> Array:
        A, b = self.mean_matrices.sum(axis=0), self.mean_vectors.sum(axis=0)
        shown, rule = (A / self.num_clients).tolist(), "the mean matrix over all clients must not be singular, or theta* is not defined"
        # floats: below this condition number rounding of the entries cannot make the matrix singular
        if not is_exact(A) and not np.linalg.cond(A) * len(A) * np.finfo(float).eps < 1:
            raise InvalidInput("matrices", shown, rule)
        try:
            return exact_face(solve(A, b))
        except (np.linalg.LinAlgError, ZeroDivisionError):  # `solve` divides in dimension one
            raise InvalidInput("matrices", shown, rule) from None

    @cached_property
    def client_optima(self) -> Array:
        """theta_c*, (N, d), with E A_c theta_c* = E b_c. Raises InvalidInput if a client's mean matrix is singular."""
        found = []
        for c, (A, b) in enumerate(zip(self.mean_matrices, self.mean_vectors, strict=True)):
            try:
                found.append(solve(A, b))
            except (np.linalg.LinAlgError, ZeroDivisionError):
                rule = "the client's mean matrix must not be singular, or it has no optimum of its own"
                raise InvalidInput(f"matrices[{c}]", A.tolist(), rule) from None
        return np.stack(found)

    @cached_property
    def largest_steps(self) -> Array:
        """(N,): client c alone is stable in mean square for 0 < gamma < this, and for no other step size; 0 if it never is. Float64.

        Products shrink if and only if some positive Y has gamma E[A' Y A] < M'Y + YM for the mean M: for each Y an interval of gamma that
        begins at 0, and so is their union. At its end an eigenvector of eigenvalue 1 appears: gamma times the positive operator that
        solves M X + X M' = E[A . A'] has spectral radius 1.
        """
        return np.array([_largest_step(to_float(w), to_float(A)) for w, A in zip(self._weights, self.matrices, strict=True)])

    def stability(self, gamma: Any) -> Stability:
        """Exponential stability of every client's own steps: rates, radii, measured growth.

        Raises UnstableStep, naming client and limit, if the products of a client do not shrink in mean square; decided exactly if step
        size, weights and matrices are rational. An algorithm can be stable where a client alone is not; the exact reference decides that.

        >>> LinearProblem([[[[1]], [[3]]]], [[[0], [4]]]).stability("1/5").rates  # E[2 A - A²/5] = 4 - 1
        array([3.])
        """
        value = positive("gamma", gamma)
        tables = [(to_float(w), to_float(A)) for w, A in zip(self._weights, self.matrices, strict=True)]
        found = [_rate_and_radius(float(value), w, A) for w, A in tables]
        for c, (w, A) in enumerate(zip(self._weights, self.matrices, strict=True)):
            exact = is_exact(w, A) and not isinstance(value, float)
            if not (_contracts_in_mean_square(value, w, A) if exact else found[c][1] < 1):
                raise UnstableStep("gamma", gamma, _instability_message(c, A, w, self.largest_steps[c], found[c][1]))
        rates, radii = np.array(found).T
        return Stability(value, rates, radii, self.largest_steps, tables)

    def optimum_to(self, digits: int) -> list[Any]:
        """theta* with every float taken as the rational that it is, from the system solved exactly."""
        w, A, b = ([as_rational(table) for table in tables] for tables in (self._weights, self.matrices, self.vectors))
        mean_A, mean_b = (np.sum([np.tensordot(*pair, 1) for pair in zip(w, tables, strict=True)], axis=0) for tables in (A, b))
        solution = solve(mean_A, mean_b)
        with mpmath.workdps(digits + 15):
            return [BIG_FLOATS(value) for value in solution]

    @cached_property
    def jets(self) -> Jets:
        return self._jets(*usual_parts(self.dim))

    def _jets(self, derivatives: int, cumulants: tuple[int, ...]) -> Jets:
        theta, clients = self.optimum, []
        for c, (A, b) in enumerate(zip(self.matrices, self.vectors, strict=True)):
            mean, slope = self.mean_matrices[c] @ theta - self.mean_vectors[c], self.mean_matrices[c]
            weights = self._weights[c] if self.exact else to_float(self._weights[c])
            clients.append(ClientTaylor([mean[:, None], slope], [(A @ theta - b)[..., None], A], weights))
        return finite_jets(clients, derivatives, cumulants)

    @cached_property
    def _floats(self) -> tuple[Array, Array]:
        return to_float(self.mean_matrices), to_float(self.mean_vectors)

    @cached_property
    def _padded(self) -> tuple[Array, Array]:
        """All clients' samples in arrays (N, n_max, d, d) and (N, n_max, d)."""
        return padded(self.matrices)[0], padded(self.vectors)[0]

    def mean_gradients(self, x: Array) -> Array:
        A, b = self._floats
        return np.einsum("cij,rcj->rci", A, x) - b

    def sample_gradients(self, x: Array, z: Array) -> Array:
        A, b = self._padded
        clients = np.arange(self.num_clients)
        return (A[clients, z] @ x[..., None])[..., 0] - b[clients, z]

    def sample_gradient(self, client: int, sample: int, x: list[Any], ring: Ring) -> list[Any]:
        rows, constants = self.matrices[client][sample], self.vectors[client][sample]
        return [dot(map(ring, row), x) - ring(constant) for row, constant in zip(rows, constants, strict=True)]

    def __repr__(self) -> str:
        sizes = f"{self.num_clients} clients, {sum(len(a) for a in self.matrices)} samples, dimension {self.dim}"
        return f"LinearProblem({sizes}, {'exact' if self.exact else 'float64'}, mu = {self.mu:.4g}, L = {self.L:.4g})"
