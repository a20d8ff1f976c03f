"""The worst case over all smooth, strongly convex functions as a semidefinite program, in double precision, by PEPit."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.certificates.one_client.interpolation import Point
from symfed.core.errors import InvalidInput, NotConverged
from symfed.models.arrays import Array

#: Asked of the solver. It stops a little earlier, at the end of double precision; how far it came is measured, `WorstCase.error`.
_TOLERANCE = 1e-10
#: Added to the diagonal of the systems that the solver factors: with ten times less it stalls where worst functions are nearly alike.
_REGULARISATION = 1e-7
_MOST_POINTS = 24  # of all clients: a second or two; all pairs of a client's points enter


@dataclass(frozen=True)
class WorstCase:
    """The largest value over the class, functions that attain it, and the multipliers that prove it, all to within `error`.

    value: the dual program's, an upper bound up to rounding. error: a bound of the distance of the largest value from it, from the gap
    between both programs and their violations of constraints, weighted with the other program's solution. status: the solver's; with
    "optimal_inaccurate" it stopped before the requested 1e-10, and `error` says where.

    The functions are given by their values at finitely many points. names (P): of a client's points, numbers of local steps or "*" for
    the optimum, theta* = 0. positions, gradients (N, P, dimension): there, for each client. multipliers: for each client, by (i, j), of
    f_i >= f_j + <g_j, x_i - x_j> + (|g_i - g_j|²/L + mu |x_i - x_j|² - 2 (mu/L) <g_i - g_j, x_i - x_j>) / (2 (1 - mu/L)).
    gram (K, K): of the free vectors; dimension: its rank, the least dimension of such functions. An eigenvalue counts as
    positive if it is larger than that of the dual's slack, with which its product vanishes.
    """

    value: float
    error: float
    status: str
    names: tuple[Point, ...]
    positions: Array
    gradients: Array
    multipliers: tuple[Mapping[tuple[Point, Point], float], ...]
    gram: Array
    dimension: int

    def __repr__(self) -> str:
        where = f"{len(self.positions)} client(s) in dimension {self.dimension}"
        return f"{type(self).__name__}(value={self.value:.12g}, error={self.error:.1g}, {self.status}, {where})"


class WorstCaseProgram:
    """A program over N functions with curvatures from mu to L: vectors to compute with, an objective and constraints.

    Vectors are PEPit's points, which rules run on as on any numbers; columns (N, 1) hold one for each client. Gradients are in units of
    1/gamma, so that all vectors have similar sizes. PEPit stores its points in its classes, so that one program has to be solved before
    the next begins. Raises InvalidInput if PEPit or its solver is not installed, or the program is too large.
    """

    def __init__(self, mu: float, L: float, gamma: float, N: int, points: int) -> None:
        try:
            import clarabel  # noqa: F401  # cvxpy finds it by name
            import PEPit
        except ImportError as missing:
            said = f"performance estimation needs {missing.name}, which is not installed"
            raise InvalidInput("worst case", None, said, "pip install 'symfed[pep]'") from missing
        if N * points > _MOST_POINTS:
            rule = f"{N} client(s) with {points} points each are too many: in all they may have {_MOST_POINTS}"
            raise InvalidInput("N, H", (N, points), rule, "take fewer clients or local steps")
        from PEPit.functions import SmoothStronglyConvexFunction

        self.pepit, self.problem, self.gamma = PEPit, PEPit.PEP(), gamma
        self.clients = [self.problem.declare_function(SmoothStronglyConvexFunction, mu=mu, L=L) for _ in range(N)]
        self.names: tuple[Point, ...] = ()

    def vector(self) -> Any:
        """A free vector."""
        return self.pepit.Point()

    def nothing(self) -> Any:
        """The vector zero."""
        return self.pepit.Point(is_leaf=False, decomposition_dict={})

    def column(self, vectors: Sequence[Any]) -> Array:
        """One vector for each client, (N, 1)."""
        found = np.empty((len(vectors), 1), dtype=object)
        found[:, 0] = vectors
        return found

    def balanced(self) -> Array:
        """A column whose sum is zero."""
        free = [self.vector() for _ in self.clients[1:]]
        return self.column([*free, -sum(free, self.nothing())])

    def see(self, name: Point, positions: Array, gradients: Array | None = None) -> Array:
        """The clients' gradients at their positions, both columns (N, 1); free vectors unless given."""
        if gradients is None:
            gradients = self.column([self.vector() / self.gamma for _ in self.clients])
        for client, (x,), (g,) in zip(self.clients, positions, gradients, strict=True):
            client.add_point((x, g, self.pepit.Expression() / self.gamma))
        self.names = (*self.names, name)
        return gradients

    def largest(self, gained: Any, given: Any, *zero: Any) -> WorstCase:
        """The largest `gained` subject to `given` <= 1 and each of `zero` = 0. Raises NotConverged if there is none."""
        self.problem.add_constraint(given <= 1)
        for expression in zero:
            self.problem.add_constraint(expression == 0)
        self.problem.set_performance_metric(gained)
        self._solve()
        gram, slack, value, error = self._duality_gap(gained)
        sizes, axes = np.linalg.eigh(gram)
        dimension = int((sizes[::-1] > np.linalg.eigvalsh(slack)).sum())
        vectors = axes[:, ::-1][:, :dimension] * np.sqrt(np.maximum(sizes[::-1][:dimension], 0))

        def coordinates(vector: Any) -> Array:
            return sum((share * vectors[leaf.counter] for leaf, share in vector.decomposition_dict.items()), np.zeros(dimension))

        seen = [client.list_of_points for client in self.clients]
        return WorstCase(
            value,
            error,
            self.problem.wrapper.prob.status,
            self.names,
            np.array([[coordinates(x) for x, _, _ in points] for points in seen]),
            np.array([[coordinates(g) for _, g, _ in points] for points in seen]),
            tuple(self._multipliers(client) for client in self.clients),
            gram,
            dimension,
        )

    def _solve(self) -> None:
        from cvxpy.error import SolverError

        options = dict.fromkeys(("tol_gap_abs", "tol_gap_rel", "tol_feas"), _TOLERANCE)
        options["static_regularization_constant"] = _REGULARISATION
        try:
            with warnings.catch_warnings(), redirect_stdout(io.StringIO()):  # status and error report it
                warnings.simplefilter("ignore", UserWarning)
                found = self.problem.solve(wrapper="cvxpy", solver="CLARABEL", verbose=0, **options)
        except SolverError as failed:
            raise NotConverged(f"the solver finds no worst case: {failed}") from failed
        if found is None:
            raise NotConverged(f"the solver finds no worst case: the program is {self.problem.wrapper.prob.status}")

    def _duality_gap(self, gained: Any) -> tuple[Array, Array, float, float]:
        """The Gram matrix G, the dual's slack and value, and a bound of the distance of the largest value from that.

        With multipliers d of constraints c(G, F) <= 0 the dual's value is -sum d_i c_i(0, 0), its slack the part of sum d_i c_i - gained
        in G. For an exact dual solution the largest value is at most the dual's; a negative multiplier, a negative part of the slack, or
        values F that do not cancel, change that by the terms of `above`. It is at least the objective at (G, F), minus the violations of
        constraints times their multipliers: `below`.
        """
        from PEPit.tools.expressions_to_matrices import expression_to_matrices

        gram, values = np.asarray(self.problem.G_value), np.asarray(self.problem.F_value)
        slack, cancel, constant = (-part for part in expression_to_matrices(gained))
        attained, dual, above, below = -float((slack * gram).sum() + cancel @ values + constant), -constant, 0.0, 0.0
        for constraint in (
            *self.problem.list_of_constraints,
            *(one for client in self.clients for one in client.list_of_class_constraints),
        ):
            weights, shares, constant = expression_to_matrices(constraint.expression)
            price, broken = float(constraint.eval_dual()), float((weights * gram).sum() + shares @ values + constant)
            slack, cancel, dual = slack + price * weights, cancel + price * shares, dual - price * constant
            if constraint.equality_or_inequality == "equality":
                below += abs(price * broken)
            else:
                above, below = above + max(0.0, -price) * abs(broken), below + max(0.0, price) * max(0.0, broken)
        above += _negative_part(slack) * max(0.0, np.trace(gram)) + abs(cancel) @ abs(values)
        below += _negative_part(gram) * max(0.0, np.trace(slack))
        return gram, slack, float(dual), float(abs(dual - attained) + above + below)

    def _multipliers(self, client: Any) -> dict[tuple[Point, Point], float]:
        (table,) = client.tables_of_constraints.values()
        pairs = [(i, j) for i in range(len(self.names)) for j in range(len(self.names)) if i != j]
        return {(self.names[i], self.names[j]): float(table.iloc[i, j].eval_dual()) for i, j in pairs}


def _negative_part(matrix: Array) -> float:
    return max(0.0, -float(np.linalg.eigvalsh(matrix)[0]))


def run_linear_rule(name: str, run: Callable[[], Any]) -> Any:
    """Run a rule on vectors. Raises InvalidInput, naming the algorithm, for a rule that is not linear in them."""
    try:
        return run()
    except (TypeError, AttributeError, AssertionError) as refused:  # PEPit's errors for a product or a constant
        rule = "must be linear in points, gradients and control variates"
        raise InvalidInput("algorithm", name, rule, f"performance estimation says {type(refused).__name__}") from refused
