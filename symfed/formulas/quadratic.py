"""Exact moments on quadratic clients, in any dimension: of one run, and of weighted sums of runs and of their averages over rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from symfed.core.domain import Class, Domain
from symfed.core.errors import OutsideDomain
from symfed.core.grammar import as_expression
from symfed.core.symbols import H, L, gamma
from symfed.formulas.expansion import LEFT, RANKS
from symfed.formulas.kinds import Function, ProblemFormula
from symfed.models.arrays import Array, identity, is_exact, is_symmetric, same_kind, solve
from symfed.models.jets import Jets
from symfed.models.problems.problem import Problem
from symfed.numeric import compile_expression

#: The equation of the mean of affine steps is closed for any noise; that of the covariance is not if the noise depends on the state.
DOMAINS = {
    "bias": Domain((gamma * L <= 1,), (Class("quadratic clients, or linear ones with matrices symmetric or not; noise of any kind"),)),
    "second_moment": Domain((gamma * L <= 1,), (Class("quadratic clients with additive noise"),)),
}


def repeated(G: Array, V: Array, K: Array, n: int) -> tuple[Array, Array, Array]:
    """G^n, the sum of G^k V K^k' over k < n, and K^n, by doubling; matrices or stacks of them, n >= 0."""
    if n == 0:
        eye = np.zeros(G.shape, dtype=int) + identity(G.shape[-1], G)
        return eye, 0 * V, eye
    power, total, other = repeated(G, V, K, n // 2)
    total, power, other = total + power @ total @ other.swapaxes(-1, -2), power @ power, other @ other
    if n % 2:
        power, total, other = G @ power, V + G @ total @ K.swapaxes(-1, -2), K @ other
    return power, total, other


_LARGEST_SYSTEM = 16  # the Kronecker system has the square of this many unknowns


def _has_nonzero(array: Array) -> bool:
    """True if some entry is not zero; along a broadcast axis only one entry is examined."""
    return bool(np.any(array[tuple(slice(None) if stride else slice(1) for stride in array.strides)] != 0))


def stein(G: Array, V: Array, K: Array) -> Array:
    """X with X = G X K' + V: by eigenvectors for larger symmetric floats, by the Kronecker system otherwise."""
    d = len(G)
    G, V, K = same_kind(G, V, K)
    if d > _LARGEST_SYSTEM and not is_exact(V) and is_symmetric(G) and is_symmetric(K):
        (one, left), (two, right) = np.linalg.eigh(G), np.linalg.eigh(K)
        return np.asarray(left @ ((left.T @ V @ right) / (1 - np.multiply.outer(one, two))) @ right.T)
    system = identity(d * d, G) - np.einsum("ij,kl->ikjl", G, K).reshape(d * d, d * d)
    return solve(system, V.reshape(d * d)).reshape(d, d)


def moments(jets: Jets, client: tuple[Any, Any, Any], server: tuple[Any, Any], n: int, noisy: bool) -> tuple[Array, Array]:
    """Mean and second moment about theta* for coefficients (state, gradient, start) of the client's and (mean, start) of the server's step.

    One step is e -> (state + gradient A_c) e + gradient g_c + start e_start + noise; a round is n of them and a mean over clients.
    """
    state, gradient, start = client
    eye = np.stack([jets.identity()] * jets.N)
    step = state * eye + gradient * jets.hessians
    power, total, _ = repeated(step, eye, eye, n)
    slope = server[0] * jets.mean(power + start * total) + server[1] * jets.identity()
    shift = server[0] * gradient * jets.mean(jets.apply(total, jets.gradients))
    mean = jets.solve(jets.identity() - slope, shift)
    noise = 0 * jets.noise
    if noisy:
        noise = server[0] ** 2 * gradient**2 * jets.mean(repeated(step, jets.noise_covariance, step, n)[1]) / jets.N
    return mean, jets.outer(mean, mean) + stein(slope, noise, slope)


@dataclass(frozen=True, eq=False, repr=False)
class QuadraticFormula(ProblemFormula):
    """An exact moment on quadratics. `rules` gives the coefficients of the client's and the server's step, read from the update rule."""

    rules: Callable[[], tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...], bool]] = lambda: ((), (), False)

    def check_problem(self, problem: Problem) -> None:
        must_vanish: dict[str, Array | None] = {"third derivative": problem.jets.third_derivatives}
        if self.rank == 2:
            must_vanish["derivative of the noise covariance"] = problem.jets.noise_derivative
        for name, array in must_vanish.items():
            if array is not None and _has_nonzero(array):
                raise OutsideDomain("problem", problem, f"{self.name} is about {self.domain.words}; here a {name} is not zero")

    def at_one_point(self, jets: Jets, backend: str) -> Function:
        """The value (d,) or (d, d) as a function of one gamma and one H."""
        client, server, noisy = self.rules()
        coefficients = [compile_expression(as_expression(c), (gamma, H), backend) for c in (*client, *server)]

        def value(step: Any, n: Any) -> Array:
            state, gradient, start, mean, old = (c(step, n) for c in coefficients)
            return moments(jets, (state, gradient, start), (mean, old), int(float(n)), noisy)[self.rank - 1]

        return value

    def in_any_dimension(self, jets: Jets, backend: str, order: int | None) -> Function:
        self.at_order(order)
        value = self.at_one_point(jets, backend)

        def evaluate(gamma_values: Any, H_values: Any) -> Array:
            grid = np.broadcast(gamma_values, H_values)
            out = np.empty(grid.shape + (jets.dim,) * self.rank, dtype=jets.hessians.dtype)
            for where, point in zip(np.ndindex(grid.shape), grid, strict=True):
                out[where] = value(*point)
            return out

        return evaluate


def quadratic_formula(name: str, says: str, algorithm: str, quantity: str, source: str = "") -> QuadraticFormula:
    """The exact "bias" or "second_moment" of an algorithm on quadratics; derived on first access."""

    def expression() -> sp.Expr:
        from symfed.derive import quadratic

        return quadratic.stationary_mean(algorithm) if quantity == "bias" else quadratic.stationary_second_moment(algorithm)

    def rules() -> tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...], bool]:
        from symfed.derive.lift import local_map, server_map
        from symfed.models.algorithms import get_algorithm

        client, server = local_map(algorithm), server_map(algorithm)
        return (client.state, client.gradient, client.start), (server.state, server.start), not get_algorithm(algorithm).exact_gradient

    return QuadraticFormula(
        name=name, says=says, derive=expression, variables=(gamma, H), domain=DOMAINS[quantity], source=source,
        left=LEFT[quantity], rank=RANKS[quantity], rules=rules,
    )  # fmt: skip


@dataclass(frozen=True)
class QuadraticRun:
    """One run of a gradient method: its step size, its number of local steps and its weight in the sum."""

    gamma: Any
    H: int
    weight: Any


class QuadraticRuns:
    """FedAvg's runs on quadratic clients with these jets: e -> slope e + shift + noise in each, noise shared step by step or not."""

    def __init__(self, jets: Jets, runs: Sequence[QuadraticRun], shared: bool) -> None:
        self.jets, self.runs, self.shared = jets, runs, shared
        eye = np.stack([jets.identity()] * jets.N)
        self._steps = [eye - run.gamma * jets.hessians for run in runs]
        self.slopes = [jets.mean(jets.power(step, run.H)) for step, run in zip(self._steps, runs, strict=True)]

    def noise(self, r: int, s: int) -> Array:
        """The covariance (d, d) that a round adds between runs r and s."""
        (left, one), (right, other) = ((self._steps[k], self.runs[k]) for k in (r, s))
        both = min(one.H, other.H)
        total = repeated(left, self.jets.noise_covariance, right, both)[1]
        alone = self.jets.power(left, one.H - both), self.jets.power(right, other.H - both)
        return one.gamma * other.gamma * self.jets.mean(alone[0] @ total @ alone[1].swapaxes(-1, -2)) / self.jets.N

    def summed(self, covariance: Callable[[int, int], Array]) -> Array:
        """The covariance of the weighted sum, from those of pairs of runs."""
        pairs = [(r, s) for r in range(len(self.runs)) for s in range(len(self.runs)) if self.shared or r == s]
        terms = [self.runs[r].weight * self.runs[s].weight * covariance(r, s) for r, s in pairs]
        return sum(terms[1:], terms[0])

    def stationary(self, r: int, s: int) -> Array:
        """The covariance of two stationary runs."""
        return stein(self.slopes[r], self.noise(r, s), self.slopes[s])

    def long_run(self, r: int, s: int) -> Array:
        """The limit of T times the covariance of two averages over T rounds."""
        return self._resolvent_times(r, self._resolvent_times(s, self.noise(r, s).T).T)

    def averaged(self, r: int, s: int, rounds: int, burn_in: int) -> Array:
        """The covariance of the averages of two runs over burn_in <= t < rounds, both started at the same point.

        The noise of round i enters the average multiplied by the sum of G^k over k < n: n = rounds - 1 - i after the burn-in; during it
        n = rounds - burn_in, multiplied by further rounds.
        """
        n, V, (G, K) = rounds - burn_in, self.noise(r, s), (self.slopes[r], self.slopes[s])
        one_sided = [G @ repeated(G, V, self.jets.identity(), n - 1)[1], (K @ repeated(K, V.T, self.jets.identity(), n - 1)[1]).T]
        late = (n - 1) * V - one_sided[0] - one_sided[1] + G @ repeated(G, V, K, n - 1)[1] @ K.T
        full = [self.jets.identity() - self.jets.power(M, n) for M in (G, K)]
        early = full[0] @ repeated(G, V, K, burn_in)[1] @ full[1].T
        return self._resolvent_times(r, self._resolvent_times(s, (late + early).T).T) / n**2

    def transient(self, error: Array, r: int, rounds: int, burn_in: int) -> Array:
        """The mean over burn_in <= t < rounds of G^t error, (d,)."""
        G, n = self.slopes[r], rounds - burn_in
        gone = self.jets.apply(self.jets.power(G, burn_in) - self.jets.power(G, rounds), error)
        return self._resolvent_times(r, gone) / n

    def _resolvent_times(self, r: int, value: Array) -> Array:
        """(1 - slope)^-1 value."""
        return solve(self.jets.identity() - self.slopes[r], value)


@dataclass(frozen=True, eq=False, repr=False)
class CoupledFormula(QuadraticFormula):
    """The spread of a weighted sum of FedAvg's runs on quadratics, exact in gamma and H.

    `places()` returns the runs' multiples of gamma and H, and their weights.
    """

    places: Callable[[], Sequence[tuple[sp.Expr, sp.Expr, sp.Expr]]] = lambda: ()
    shared: bool = True
    averaged: bool = False

    def at_one_point(self, jets: Jets, backend: str) -> Function:
        places = [(*(compile_expression(part, (gamma, H), backend) for part in (s * gamma, w)), local) for s, local, w in self.places()]

        def value(step: Any, n: Any) -> Array:
            runs = [QuadraticRun(at(step, n), int(local * int(float(n))), weight(step, n)) for at, weight, local in places]
            chains = QuadraticRuns(jets, runs, self.shared)
            return chains.summed(chains.long_run if self.averaged else chains.stationary)

        return value


def rule_named(rule: str) -> Any:
    """A rule of `symfed.derive.extrapolation`, which is imported on first access to a formula."""
    from symfed.derive import extrapolation

    return getattr(extrapolation, rule)()


def coupled_formula(
    name: str, says: str, rule: str, *, shared: bool, averaged: bool, domain: Domain, left: str, source: str
) -> CoupledFormula:  # fmt: skip
    """The exact spread of FedAvg under a rule, given by name; derived on first access."""

    def expression() -> sp.Expr:
        from symfed.derive.extrapolation import spread

        return spread("fedavg", rule_named(rule), shared, averaged)

    return CoupledFormula(
        name=name, says=says, derive=expression, variables=(gamma, H), domain=domain, source=source, left=left, rank=2,
        places=lambda: [(run.step, run.local, run.weight) for run in rule_named(rule).runs], shared=shared, averaged=averaged,
    )  # fmt: skip
