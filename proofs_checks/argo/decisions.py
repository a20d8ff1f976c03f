"""Exact Markov decision processes, followed along every path of states and actions; and one whose rewards have no sum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from symfed.checks.growth import Counterexample, Step, equal
from symfed.core.symbols import H
from symfed.models.arrays import Array, identity
from symfed.models.markov import MarkovRewardProcess
from symfed.models.problems import TDProblem
from symfed.strategies import Strategy, rationals, text
from symfed.strategies.markov import td_problems


def kernel_means(problem: TDProblem, client: int = 0, discount: Any = None, uniform: bool = False) -> tuple[Array, Array]:
    """Phi' D (1 - discount P) Phi and Phi' D r of one environment, D its stationary law; `discount` and `uniform` serve wrong variants."""
    environment, phi = problem.environments[client], problem.features
    P, factor = environment.transition, environment.discount if discount is None else discount
    law = np.array([flint.fmpq(1, len(P))] * len(P), dtype=object) if uniform else environment.stationary_law
    weighted = phi.T * law
    return weighted @ (identity(len(P), P) - factor * P) @ phi, weighted @ environment.rewards


def sample_means(problem: TDProblem, client: int = 0) -> tuple[Array, Array]:
    """E A(Z) and E b(Z) over the samples that a client draws."""
    weights = problem.weights[client]
    return np.tensordot(weights, problem.matrices[client], 1), weights @ problem.vectors[client]


@dataclass(frozen=True)
class SharedValues:
    """A TD problem with V^c = Phi theta for every agent."""

    problem: TDProblem

    def describe(self) -> dict[str, str]:
        """Text from which the problem can be written down again."""
        agents = {f"transition {c}": text(e.transition) for c, e in enumerate(self.problem.environments)}
        rewards = {f"rewards {c}": text(e.rewards) for c, e in enumerate(self.problem.environments)}
        return agents | rewards | {"features": text(self.problem.features), "discount": str(self.problem.discount)}


def representable(d: int, N: int) -> Strategy:
    """Unlike environments with the rewards (1 - discount P_c) Phi theta, so that all have the value function Phi theta."""

    def rewarded(problem: TDProblem, theta: list[int]) -> SharedValues:
        value = problem.features @ np.array([flint.fmpq(k) for k in theta], dtype=object)
        agents = [MarkovRewardProcess(e.transition, value - e.discount * e.transition @ value, e.discount) for e in problem.environments]
        return SharedValues(TDProblem(agents, problem.features))

    return st.builds(rewarded, td_problems(d, N), st.lists(st.integers(1, 3), min_size=d, max_size=d))


#: States and actions in turn, S_0, A_0, S_1, A_1, ..
Path = tuple[int, ...]


@dataclass(frozen=True)
class DecisionCase:
    """An environment, a policy and a first state: kernel (S, A, S), rewards (S, A), policy (S, A); all rational."""

    kernel: Array
    rewards: Array
    policy: Array
    discount: Any
    first: int
    steps: int

    @property
    def process(self) -> MarkovRewardProcess:
        """What the policy makes of it, as every TD problem is built."""
        return MarkovRewardProcess.under_policy(self.kernel, self.rewards, self.policy, self.discount)

    def paths(self) -> Iterator[tuple[Path, Any]]:
        """(S_0, A_0, .., A_{steps-1}, S_steps) with their probabilities, those of probability zero left out."""
        pending: list[tuple[Path, Any]] = [((self.first,), flint.fmpq(1))]
        while pending:
            path, weight = pending.pop()
            if len(path) > 2 * self.steps:
                yield path, weight
                continue
            for action, end in np.ndindex(self.kernel.shape[1:]):
                share = weight * self.policy[path[-1], action] * self.kernel[path[-1], action, end]
                if share != 0:
                    pending.append(((*path, action, end), share))

    def acting(self, policy: str) -> DecisionCase:
        """Under another policy: "first", always the first action, or "uniform"."""
        share = [flint.fmpq(1), flint.fmpq(0)] if policy == "first" else [flint.fmpq(1, 2)] * 2
        return replace(self, policy=np.array([share] * len(self.policy), dtype=object))

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        arrays = {name: text(getattr(self, name)) for name in ("kernel", "rewards", "policy")}
        return arrays | {name: str(getattr(self, name)) for name in ("discount", "first", "steps")}


@st.composite
def decision_cases(draw: Any, d: int, N: int) -> DecisionCase:
    """Cases with d + 1 states, two actions and up to three steps; whatever the policy, all states can be reached. N is not used."""
    S = d + 1

    def rows(shape: tuple[int, ...], least: Array) -> Array:
        shares = least + np.array([draw(st.integers(0, 2)) for _ in range(int(np.prod(shape)))]).reshape(shape)
        exact: Array = np.vectorize(flint.fmpq, otypes=[object])(shares)
        out: Array = exact / shares.sum(axis=-1)[..., None].astype(object)
        return out

    circle = np.roll(np.eye(S, dtype=int), 1, axis=1)[:, None, :]
    return DecisionCase(
        kernel=rows((S, 2, S), circle),
        rewards=np.array([draw(rationals(-2, 2, (1,))) for _ in range(2 * S)], dtype=object).reshape(S, 2),
        policy=rows((S, 2), np.array([[1, 0]] * S)),
        discount=draw(st.sampled_from([flint.fmpq(1, 2), flint.fmpq(0), flint.fmpq(9, 10)])),
        first=draw(st.integers(0, S - 1)),
        steps=draw(st.integers(1, 3)),
    )


def undiscounted() -> Counterexample:
    """An environment whose rewards have no sum."""
    process = MarkovRewardProcess([[1]], [1], sp.Rational(1, 2))
    return Counterexample(
        {"problem": "one state, one action, reward 1, gamma = 1"},
        (
            Step(
                "the walk stays in its state and earns 1 in every step",
                tuple(equal(sp.sympify(str(one)), 1) for one in (process.transition[0, 0], process.rewards[0])),
            ),
            Step("the first k terms of the printed sum add up to k", equal(sp.Sum(1, (sp.Dummy("j", integer=True), 1, H)), H)),
            Step("the printed sum does not exist", equal(sp.Limit(1 / H, H, sp.oo), 0)),
        ),
    )
