"""SCAFFLSA on exact linear problems: the constants of the slides' bound, and the law that it speaks about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from symfed.checks.instances.controlled import rounds_with_memory, weighted_norm
from symfed.checks.instances.lsa.runs import LinearRun, linear_runs
from symfed.models.arrays import Array, identity
from symfed.models.problems import LinearProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies.reach import step_shares
from symfed.strategies import Strategy, gershgorin, linear_problems, text


@dataclass(frozen=True)
class LawCase:
    """A linear problem, a step size and a number of local steps; all rational."""

    problem: LinearProblem
    gamma: Any
    H: int

    @property
    def N(self) -> int:
        return self.problem.num_clients

    def _mean(self, c: int, values: Array) -> Any:
        return np.tensordot(self.problem.weights[c], values, 1)

    def _largest(self, samples: list[Array]) -> Any:
        """Some bound on E|M_c u|² / |u|² over clients and u: the smallest in dimension one, else by Gershgorin."""
        return max(gershgorin(self._mean(c, M.transpose(0, 2, 1) @ M))[1] for c, M in enumerate(samples))

    @cached_property
    def decay(self) -> Any:
        """Some a with E|(1 - gamma A_c) u|² <= (1 - gamma a)|u|² for all c and u."""
        one = identity(self.problem.dim, self.problem.matrices[0])
        return (1 - self._largest([one - self.gamma * A for A in self.problem.matrices])) / self.gamma

    @cached_property
    def squared_length(self) -> Any:
        """Some L² with E|A_c u|² <= L²|u|² for all c and u."""
        return self._largest(self.problem.matrices)

    @cached_property
    def squared_mean_length(self) -> Any:
        """max |Abar_c|², as the slides have it, from above as `squared_length`."""
        return max(gershgorin(A.T @ A)[1] for A in self.problem.mean_matrices)

    def noise(self, own: bool = False) -> Any:
        """The clients' mean E|eps_c|², eps_c = (A_c - Abar_c) theta - (b_c - bbar_c) at theta = theta*, or at each one's own theta_c*."""
        p, total = self.problem, flint.fmpq(0)
        for c in range(self.N):
            theta = p.client_optima[c] if own else p.optimum
            drift = p.mean_matrices[c] @ theta - p.mean_vectors[c]
            total += self._mean(c, ((p.matrices[c] @ theta - p.vectors[c] - drift) ** 2).sum(axis=1))
        return total / self.N

    @cached_property
    def error(self) -> Any:
        """E|theta - theta*|² under SCAFFLSA's stationary law, by the exact reference."""
        return np.trace(stationary_exact("scafflsa", self.problem, self.gamma, self.H).second_moment)

    @cached_property
    def ideal_controls(self) -> Array:
        """The control variates' stationary means (N, d), by the exact reference."""
        found = stationary_exact("scafflsa", self.problem, self.gamma, self.H).control_mean
        assert found is not None  # the rule keeps control variates
        return found

    def parameters(self) -> Mapping[str, Any]:
        """The numbers that a Domain speaks about."""
        return {"gamma": self.gamma, "H": self.H, "N": self.N, "decay": self.decay}

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        p = self.problem
        clients = {
            f"client {c + 1}": f"A: {text(p.matrices[c])}, b: {text(p.vectors[c])}, weights: {text(np.array(p.weights[c], dtype=object))}"
            for c in range(self.N)
        }
        return {"gamma": str(self.gamma), "H": str(self.H)} | clients


@st.composite
def law_cases(draw: Any, d: int, N: int, few: bool = True) -> LawCase:
    """Cases whose steps contract; with `few`, no more local steps than (H - 1) gamma (L² + 2 a²) <= 2 a, up to twelve."""
    problem = draw(linear_problems(d, N))
    start = LawCase(problem, flint.fmpq(1), 1)
    gamma = draw(step_shares(1, 2, 4, 16)) / start.squared_length
    case = LawCase(problem, gamma, 1)
    most = 1 + 2 * case.decay / (gamma * (case.squared_length + 2 * case.decay**2)) if few else flint.fmpq(4)
    return LawCase(problem, gamma, draw(st.integers(1, max(1, min(12, int(most.p // most.q))))))


def bounded_laws(d: int, N: int) -> Strategy:
    """Cases of up to four local steps with (1 - gamma a)^H + (gamma L (H-1)/2)² < 1, whether or not they are few."""

    def shrinks(i: LawCase) -> bool:
        return bool((1 - i.gamma * i.decay) ** i.H + i.gamma**2 * i.squared_length * (i.H - 1) ** 2 / 4 < 1)

    return law_cases(d, N, few=False).filter(shrinks)


@st.composite
def without_own_noise(draw: Any, d: int, N: int) -> LawCase:
    """Cases in which b_c = A_c theta_c* in every sample: no noise at a client's own solution."""
    case: LawCase = draw(law_cases(d, N))
    p = case.problem
    vectors = [(A @ theta[:, None])[..., 0] for A, theta in zip(p.matrices, p.client_optima, strict=True)]
    return LawCase(LinearProblem(p.matrices, vectors, p.weights), case.gamma, case.H)


def as_many_as_printed(d: int, N: int) -> Strategy:
    """Cases without noise, with the most local steps that H <= a/(gamma max |Abar_c|²) allows."""

    def filled(problem: LinearProblem, share: Any) -> LawCase:
        start = LawCase(problem, share / LawCase(problem, flint.fmpq(1), 1).squared_length, 1)
        most = start.decay / (start.gamma * start.squared_mean_length)
        return LawCase(problem, start.gamma, int(most.p // most.q))

    shares = st.sampled_from([flint.fmpq(1, k) for k in (1, 2, 4, 8)])
    return st.builds(filled, linear_problems(d, N, samples=1), shares).filter(lambda i: i.H >= 1)


@dataclass(frozen=True)
class ErrorAfterRounds:
    """A run of SCAFFLSA from control variates zero, of which all draws are taken, and the constants of its bound."""

    run: LinearRun

    @property
    def N(self) -> int:
        return self.run.N

    @property
    def H(self) -> int:
        return self.run.H

    @property
    def gamma(self) -> Any:
        return self.run.gamma

    @property
    def decay(self) -> Any:
        return self.run.rate

    def noise(self) -> Any:
        """The clients' mean variance at theta*."""
        return sum(self.run.variance(c, self.run.problem.optimum) for c in range(self.N)) / self.N

    @property
    def psi0(self) -> Any:
        p = self.run.problem
        ideal = (p.mean_matrices @ p.optimum[:, None])[..., 0] - p.mean_vectors
        return weighted_norm(self.run.start - p.optimum, ideal, self.gamma, self.H)

    @cached_property
    def expected_error(self) -> Any:
        """E|theta_T - theta*|² over all draws."""
        nothing = 0 * self.run.problem.mean_vectors
        return self.run.expected(lambda run: ((rounds_with_memory("scafflsa", run, nothing)[0] - run.problem.optimum) ** 2).sum())

    def parameters(self) -> Mapping[str, Any]:
        """The numbers that a Domain speaks about."""
        return self.run.parameters()

    def describe(self) -> dict[str, str]:
        """Text from which the run can be written down again."""
        return self.run.describe()


def few_rounds(d: int, N: int) -> Strategy:
    """One or two rounds of one or two steps that meet (H - 1) gamma (L² + 2 a²) <= 2 a."""

    def few(i: ErrorAfterRounds) -> bool:
        case = LawCase(i.run.problem, i.gamma, i.H)
        return bool((i.H - 1) * i.gamma * (case.squared_length + 2 * i.decay**2) <= 2 * i.decay)

    return linear_runs(d, N, rounds=(1, 2), steps=(1, 2)).map(ErrorAfterRounds).filter(few)
