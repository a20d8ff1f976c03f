"""SCAFFLSA on exact linear problems: the constants of the slides' bound, and the law that it speaks about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.symfed.lsa import runs
from proofs_checks.symfed.lsa.runs import LinearRun, linear_runs
from symfed.models.arrays import Array, identity
from symfed.models.problems import LinearProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies import Strategy, gershgorin, linear_problems, text
from symfed.strategies import draw as drawn
from symfed.strategies.control_variates import rounds_with_memory, weighted_norm
from symfed.strategies.instance import step_counts, step_shares

_STEPS = 8


class Spoken:
    """A case with gamma, H, N, decay and squared_length: what relations speak about, as SymPy's numbers; L is a root, so that L² is exact.

    Where a matrix is zero there is no L > 0, and none is given.
    """

    @cached_property
    def _numbers(self) -> Mapping[str, Any]:
        i: Any = self
        found = {"gamma": sp.sympify(i.gamma), "H": sp.Integer(i.H), "N": sp.Integer(i.N), "decay": sp.sympify(i.decay)}
        return found | ({"L": sp.sqrt(sp.sympify(i.squared_length))} if i.squared_length != 0 else {})

    def parameters(self) -> Mapping[str, Any]:
        """The numbers that a Domain speaks about."""
        return self._numbers


@dataclass(frozen=True)
class LawCase(Spoken):
    """A linear problem, a step size and a number of local steps; all rational.

    `claimed` is what is said of the decay as a multiple of what is known of it: above one only to see what a decay does that is none.
    """

    problem: LinearProblem
    gamma: Any
    H: int
    claimed: Any = 1

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
        return self.claimed * (1 - self._largest([one - self.gamma * A for A in self.problem.matrices])) / self.gamma

    @cached_property
    def squared_length(self) -> Any:
        """Some L² with E|A_c u|² <= L²|u|² for all c and u."""
        return self._largest(self.problem.matrices)

    @cached_property
    def squared_mean_length(self) -> Any:
        """max |Abar_c|², as the slides have it, from above as `squared_length`."""
        return max(gershgorin(A.T @ A)[1] for A in self.problem.mean_matrices)

    def noise(self, own: bool = False) -> Any:
        """The clients' mean E|(A_c - Abar_c) theta - (b_c - bbar_c)|² at theta*; own: as printed, at each one's own theta_c*, plus for minus."""
        p, total, sign = self.problem, flint.fmpq(0), 1 if own else -1
        for c in range(self.N):
            theta = p.client_optima[c] if own else p.optimum
            drawn_less_mean = (p.matrices[c] - p.mean_matrices[c]) @ theta + sign * (p.vectors[c] - p.mean_vectors[c])
            total += self._mean(c, (drawn_less_mean**2).sum(axis=1))
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

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        p = self.problem
        clients = {
            f"client {c + 1}": f"A: {text(p.matrices[c])}, b: {text(p.vectors[c])}, weights: {text(np.array(p.weights[c], dtype=object))}"
            for c in range(self.N)
        }
        said = {"claimed": str(self.claimed)} if self.claimed != 1 else {}
        return {"gamma": str(self.gamma), "H": str(self.H)} | clients | said


@st.composite
def law_cases(draw: Any, d: int, N: int, few: bool = True) -> LawCase:
    """Cases whose steps contract; with `few`, up to eight local steps with (H - 1) gamma (L² + 2 a²) <= 2 a, else up to four.

    Where strategies reach beyond, steps need not contract, and more local steps than eight need not be few.
    """
    problem = draw(linear_problems(d, N))
    start = LawCase(problem, flint.fmpq(1), 1)
    gamma = draw(step_shares(1, 2, 4, 16)) / start.squared_length
    case, steps = LawCase(problem, gamma, 1), draw(step_counts(1, _STEPS if few else 4))
    most = 1 + 2 * case.decay / (gamma * (case.squared_length + 2 * case.decay**2))
    return LawCase(problem, gamma, min(steps, max(1, int(most.p // most.q))) if few and steps <= _STEPS else steps)


def too_large_decay(d: int, N: int) -> Strategy:
    """Cases of short steps of which a larger decay is said than they have, with gamma decay <= 1."""

    def boasting(i: LawCase, times: int) -> LawCase:
        return replace(i, gamma=i.gamma / times, H=1, claimed=flint.fmpq(times))

    return st.builds(boasting, law_cases(d, N), st.sampled_from([2, 8, 64])).filter(lambda i: i.gamma * i.decay <= 1)


def bounded_laws(d: int, N: int) -> Strategy:
    """Cases of up to four local steps, whether or not they are few; inside, with (1 - gamma a)^H + (gamma L (H-1)/2)² < 1."""
    return law_cases(d, N, few=False).filter(lambda i: shrinks(i) or i.H > 4)


def shrinks(i: Any) -> bool:
    """Whether (1 - gamma a)^H + (gamma L (H-1)/2)² < 1."""
    return bool((1 - i.gamma * i.decay) ** i.H + i.gamma**2 * i.squared_length * (i.H - 1) ** 2 / 4 < 1)


def unshrunk(d: int, N: int) -> Strategy:
    """Cases whose rounds need not shrink anything by that bound."""
    return st.builds(replace, law_cases(d, N, few=False), H=st.integers(6, 16)).filter(lambda i: not shrinks(i))


def without_own_noise(d: int, N: int) -> Strategy:
    """Cases without noise at any client's own solution, whatever sign b has there."""

    def settled(case: LawCase) -> LawCase:
        return replace(case, problem=LinearProblem(*runs.quiet_at_home(case.problem), case.problem.weights))

    return law_cases(d, N).map(settled)


@lru_cache(maxsize=1)
def quiet_at_home() -> Sequence[LawCase]:
    """Some such cases on the line, where bounds with the wrong noise break."""
    return tuple(drawn(without_own_noise(1, 2), 10))


def as_many_as_printed(d: int, N: int) -> Strategy:
    """Cases without noise, with the most local steps that H <= a/(gamma max |Abar_c|²) allows."""

    def filled(problem: LinearProblem, share: Any) -> LawCase:
        start = LawCase(problem, share / LawCase(problem, flint.fmpq(1), 1).squared_length, 1)
        most = start.decay / (start.gamma * start.squared_mean_length)
        return LawCase(problem, start.gamma, int(most.p // most.q))

    shares = st.sampled_from([flint.fmpq(1, k) for k in (1, 2, 4, 8)])
    return st.builds(filled, linear_problems(d, N, samples=1), shares).filter(lambda i: i.H >= 1)


@dataclass(frozen=True)
class ErrorAfterRounds(Spoken):
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

    @cached_property
    def squared_length(self) -> Any:
        """Some L² with E|A_c u|² <= L²|u|² for all c and u."""
        return LawCase(self.run.problem, self.gamma, self.H).squared_length

    @property
    def rounds(self) -> int:
        return len(self.run.draws)

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

    def describe(self) -> dict[str, str]:
        """Text from which the run can be written down again."""
        return self.run.describe()


def few_rounds(d: int, N: int) -> Strategy:
    """One or two rounds of one or two steps; a domain sorts out which have few steps."""
    return linear_runs(d, N, rounds=(1, 2), steps=(1, 2)).map(ErrorAfterRounds)
