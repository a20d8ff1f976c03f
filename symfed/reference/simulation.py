"""The simulation kernel: many replicas of an algorithm at once, one loop, written once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput, UnstableStep
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, as_array, to_float
from symfed.models.problems import QuadraticProblem
from symfed.models.problems.problem import FiniteProblem, Problem, check_problem
from symfed.models.rings import FLOATS
from symfed.reference.result import Simulation
from symfed.reference.setting import Setting, prepare
from symfed.reference.streams import stream

Progress = Callable[[int, int], None]
Gradients = Callable[[Array], Array]


def simulate(
    algorithm: str | Algorithm,
    problem: Problem,
    gamma: Any,
    H: int,
    rounds: int,
    replicas: int = 1,
    burn_in: int = 0,
    seed: int = 0,
    record: int | None = None,
    *,
    start: ArrayLike | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Run `replicas` independent copies for `rounds` rounds and average over all rounds after the first `burn_in`.

    Replicas start at `start`, theta* unless given. Noise of a quadratic problem is drawn Gaussian; other problems draw samples with
    their weights. `record` keeps every record-th round; `progress(done, rounds)` is called now and then. The same seed gives the same
    numbers. Raises InvalidInput for bad arguments, UnstableStep where the iterates overflow.
    """
    check_problem(problem)
    problem.check_step(gamma)
    setting = prepare(algorithm, gamma, H, FLOATS)
    every = 1 if record is None else record
    for name, value, least in (("rounds", rounds, 1), ("replicas", replicas, 1), ("burn_in", burn_in, 0), ("record", every, 1)):
        if isinstance(value, bool) or int(value) != value or value < least:
            raise InvalidInput(name, value, f"must be an integer >= {least}")
    if burn_in >= rounds:
        raise InvalidInput("burn_in", burn_in, f"must be less than rounds = {rounds}")
    begin = to_float(problem.optimum) if start is None else to_float(as_array("start", start, ("d",)))
    if begin.shape != (problem.dim,):
        raise InvalidInput("start", begin.shape, f"must have shape (d,) = ({problem.dim},)")

    origin, d, kept = to_float(problem.optimum), problem.dim, rounds - burn_in
    first, second = np.zeros((replicas, d)), np.zeros((replicas, d, d))
    states = np.tile(begin, (replicas, 1))
    trajectory = [states]
    for t, now in enumerate(run(setting, problem, states, rounds, seed), start=1):
        states = now
        if t > burn_in:
            distance = states - origin
            first += distance
            second += distance[:, :, None] * distance[:, None, :]
        if record and t % record == 0:
            trajectory.append(states)
        if progress is not None and (t % max(1, rounds // 100) == 0 or t == rounds):
            progress(t, rounds)
    if not np.isfinite(states).all():
        raise UnstableStep("gamma", gamma, "the iterates overflow")
    mean, mean_error = _across(first / kept)
    moment, moment_error = _across(second / kept)
    steps = problem.num_clients * setting.local_steps * rounds * replicas
    return Simulation(origin + mean, mean_error, moment, np.stack(trajectory) if record else None, steps, moment_error)


def run(setting: Setting, problem: Problem, start: Array, rounds: int, seed: int) -> Iterator[Array]:
    """The states (replicas, d) after each round."""
    theta = start
    gradients = _sampler(setting, problem, len(start), stream(seed, f"simulation of {setting.algorithm.name}"))
    for _ in range(rounds):
        x_start = theta[:, None, :]
        x = np.repeat(x_start, problem.num_clients, axis=1)
        for _ in range(setting.local_steps):
            x = setting.step(x, gradients(x), x_start)
        theta = setting.server(x.mean(axis=1), theta)
        yield theta


def _sampler(setting: Setting, problem: Problem, replicas: int, random: np.random.Generator) -> Gradients:
    """A function from x (replicas, N, d) to freshly drawn gradients there."""
    if setting.algorithm.exact_gradient:
        return problem.mean_gradients
    N, d = problem.num_clients, problem.dim
    if isinstance(problem, QuadraticProblem):
        values, vectors = np.linalg.eigh(to_float(problem.noise))
        roots = vectors * np.sqrt(np.maximum(values, 0))[:, None, :]  # semi-definite: rounding may leave -1e-17
        return lambda x: problem.mean_gradients(x) + np.einsum("cij,rcj->rci", roots, random.standard_normal((replicas, N, d)))
    if not isinstance(problem, FiniteProblem):
        raise InvalidInput("problem", problem, "must be a QuadraticProblem or a FiniteProblem to be simulated")
    edges = [np.cumsum(to_float(w))[:-1] for w in problem.weights]  # without the last: rounding cannot fall off the end

    def draw(x: Array) -> Array:
        uniform = random.random((replicas, N))
        z = np.stack([np.searchsorted(edge, uniform[:, c], side="right") for c, edge in enumerate(edges)], axis=1)
        return problem.sample_gradients(x, z)

    return draw


def _across(replica_means: Array) -> tuple[Array, Array]:
    """Mean and standard error over the first axis."""
    count = len(replica_means)
    mean = replica_means.mean(axis=0)
    if count == 1:
        return mean, np.full(mean.shape, np.nan)
    return mean, replica_means.std(axis=0, ddof=1) / np.sqrt(count)
