"""The base classes of problems, and the probabilities of their clients' samples."""

from __future__ import annotations

import difflib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import flint
import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, as_array, exact_face, integer, one_for_each, positive
from symfed.models.jets import ContractedJets, Jets, SampleJets, parts_for_order
from symfed.models.rings import Ring

#: Names that users try first, and the name used here.
ELSEWHERE = (
    dict.fromkeys(("theta_star", "x_star", "minimizer", "minimiser", "solution", "theta"), "optimum")
    | dict.fromkeys(("mean_hessian", "A_bar"), "hessian")
    | dict.fromkeys(("noise", "covariance", "C", "Sigma"), "noise_covariance")
    | {"A": "hessians", "N": "num_clients", "n_clients": "num_clients", "d": "dim", "dimension": "dim", "kappa": "L / mu"}
    | {"heterogeneity": "gradients (zero for equal clients) and hessians (less the mean, `hessian`)"}
)
LARGEST_TENSOR = 10**8  # numbers, hence 0.8 GB in double precision


def checked_order(order: Any, N: int, d: int) -> int:
    """The order of an expansion as an integer. Raises InvalidInput unless it is at least one and its tensors fit in memory."""
    highest = 2 * integer("order", order) + 1
    numbers = N * d**highest
    if numbers > LARGEST_TENSOR:
        raise InvalidInput("order", order, f"is too high for N = {N}, d = {d}: derivative {highest} alone holds {numbers:.3g} numbers")
    return int(order)


def usual_parts(d: int) -> tuple[int, tuple[int, ...]]:
    """The parts that `jets` holds: everything order 2 needs, or for d > 12 only tensors of fewer than d^3 numbers a client."""
    return parts_for_order(2) if d <= 12 else (3, (1, 0))


class Problem(ABC):
    """N clients, f = (1/N) sum_c f_c, with jets at its optimum.

    `mu` and `L` are floats: every f_c is mu-strongly convex and every sample loss is L-smooth, on all of R^d or,
    if a class says so, on the interval that its iterates cannot leave.
    """

    @property
    @abstractmethod
    def num_clients(self) -> int: ...

    @property
    @abstractmethod
    def dim(self) -> int: ...

    @property
    @abstractmethod
    def mu(self) -> float: ...

    @property
    @abstractmethod
    def L(self) -> float: ...

    @property
    @abstractmethod
    def optimum(self) -> Array:
        """theta*, shape (d,)."""

    @cached_property
    @abstractmethod
    def jets(self) -> Jets:
        """Derivatives and noise cumulants at theta*: everything that order 2 needs, fewer if d is large."""

    def jets_to_order(self, order: int) -> Jets:
        """Jets for an expansion to this order in gamma: derivatives to 2 order + 1, noise cumulants to order + 1.

        Raises InvalidInput if a tensor would have more than 1e8 numbers, or if the class of problem cannot compute it.
        """
        derivatives, cumulants = parts_for_order(checked_order(order, self.num_clients, self.dim))
        if order not in self._jets_by_order:
            self._jets_by_order[order] = self._jets(derivatives, cumulants)
        return self._jets_by_order[order]

    @cached_property
    def _jets_by_order(self) -> dict[int, Jets]:
        return {}

    def _jets(self, derivatives: int, cumulants: tuple[int, ...]) -> Jets:
        """Jets with derivatives 1 .. `derivatives` and, for noise cumulant k + 2, derivatives 0 .. cumulants[k]."""
        raise InvalidInput("problem", self, f"knows its jets to order {self.jets.order} only: a {type(self).__name__} has no rule for more")

    @abstractmethod
    def mean_gradients(self, x: Array) -> Array:
        """Full client gradients: x (R, N, d) float64 to (R, N, d)."""

    @property
    def sample_jets(self) -> SampleJets | None:
        """Derivatives of every sample loss at theta*; None without samples, or if a loss depends on more than one direction."""
        return None

    @property
    def exact(self) -> bool:
        """True if the jets are exact rationals."""
        return bool(self.jets.hessians.dtype == object)

    @property
    def gradients(self) -> Array:
        """Every client's gradient at theta*, (N, d): they sum to zero."""
        return exact_face(self.jets.gradients)  # type: ignore[no-any-return]  # the array's own kind

    @property
    def hessians(self) -> Array:
        """Every client's Hessian at theta*, (N, d, d)."""
        return exact_face(self.jets.hessians)  # type: ignore[no-any-return]  # the array's own kind

    @property
    def hessian(self) -> Array:
        """The mean Hessian at theta*, (d, d)."""
        return exact_face(self.jets.hessian)  # type: ignore[no-any-return]  # the array's own kind

    @property
    def third_derivatives(self) -> Array:
        """(N, d, d, d). Raises InvalidInput for more than 1e8 numbers; `third_derivative_contracted` avoids them."""
        jets = self.jets_to_order(1) if isinstance(self.jets, ContractedJets) else self.jets
        return exact_face(jets.third_derivatives)  # type: ignore[no-any-return]  # the array's own kind

    def third_derivative_contracted(self, S: ArrayLike) -> Array:
        """The mean over clients of the third derivative at theta* applied to S (d, d) symmetric: sum_jk T_ijk S_jk, shape (d,).

        In high dimension it is summed along the data, without forming T of d³ numbers. Raises InvalidInput for another shape.
        """
        matrix = as_array("S", S, ("d", "d"), (self.dim, self.dim))
        return exact_face(self.jets.third_contracted(matrix))  # type: ignore[no-any-return]  # the array's own kind

    @property
    def noise_covariance(self) -> Array:
        """The covariance of every client's gradient noise at theta*, (N, d, d)."""
        return exact_face(self.jets.noise_covariance)  # type: ignore[no-any-return]  # the array's own kind

    if not TYPE_CHECKING:  # with it, a type checker would accept any attribute

        def __getattr__(self, name):
            if name.startswith("_") or hasattr(type(self), name):  # a property that failed: raise its own error again
                return object.__getattribute__(self, name)
            public = [known for known in dir(type(self)) if not known.startswith("_")]
            meant = ELSEWHERE.get(name) or ", ".join(difflib.get_close_matches(name, public))
            raise AttributeError(f"a {type(self).__name__} has no {name!r}" + (f"; did you mean {meant}?" if meant else ""))

    def check_step(self, gamma: Any) -> Any:
        """gamma as an exact or float number; raises InvalidInput unless 0 < gamma <= 1/L (1e-12 slack for rounding of L)."""
        value = positive("gamma", gamma)
        if float(value) * self.L > 1 + 1e-12:
            raise InvalidInput("gamma", gamma, f"must satisfy gamma <= 1/L = {1 / self.L:.6g} (here L = {self.L:.6g})")
        return value

    @property
    def far_curvature(self) -> float | None:
        """l2 if every sample's gradient is l2 x plus a bounded term, so that far from the origin l2 is the curvature; else None."""
        return None


class FiniteProblem(Problem):
    """A problem whose clients draw one of finitely many samples: its stationary law can be computed without sampling."""

    @property
    @abstractmethod
    def weights(self) -> list[Array]:
        """Per client, the probabilities of its samples, exact or float."""

    @abstractmethod
    def sample_gradients(self, x: Array, z: Array) -> Array:
        """Gradients of single samples: x (R, N, d) float64, z (R, N) sample numbers, to (R, N, d)."""

    @abstractmethod
    def sample_gradient(self, client: int, sample: int, x: list[Any], ring: Ring) -> list[Any]:
        """The gradient of one sample loss at one point, on any ring; d entries in, d entries out."""

    @abstractmethod
    def optimum_to(self, digits: int) -> list[Any]:
        """theta* as mpmath numbers accurate to that many digits."""

    def minibatch(self, batch: int) -> Problem:
        """The problem whose clients average `batch` samples, drawn with replacement, in each local step: the noise covariance is C/batch.

        Formulas, `simulate` and, for linear problems, exact laws accept it like any other problem. Raises InvalidInput.
        """
        from symfed.models.problems.minibatch import MinibatchProblem  # it imports this module

        many = MinibatchProblem(self, batch)
        return self if many.batch == 1 else many


def check_problem(problem: object) -> None:
    """Raise InvalidInput unless the object is a problem."""
    if not isinstance(problem, Problem):
        raise InvalidInput("problem", problem, "must be a problem such as QuadraticProblem or LogisticProblem")


def client_probabilities(weights: Any, counts: Sequence[int], other: str) -> list[Array]:
    """`probabilities` of every client's samples; `other` names the argument that has an entry for each client."""
    given = [None] * len(counts) if weights is None else one_for_each("weights", weights)
    if len(given) != len(counts):
        raise InvalidInput("weights", len(given), f"must hold one entry per client, as {other} does ({len(counts)})")
    return [probabilities(f"weights[{c}]", own, count) for c, (own, count) in enumerate(zip(given, counts, strict=True))]


def probabilities(name: str, weights: ArrayLike | None, count: int) -> Array:
    """Checked positive probabilities, shape (count,), summing to one; uniform and exact when None. Raises InvalidInput."""
    if weights is None:
        return np.full(count, flint.fmpq(1, count))
    checked = as_array(name, weights, ("n_c",), (count,))
    if not all(w > 0 for w in checked):
        raise InvalidInput(name, checked.tolist(), "must be positive")
    total = checked.sum()
    # floats: `count` additions of numbers below one, each off by at most 2^-53
    if (total != 1) if checked.dtype == object else abs(total - 1) > count * 2.0**-52:
        raise InvalidInput(name, checked.tolist(), f"must sum to one, not {total}")
    return checked
