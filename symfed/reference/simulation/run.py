"""Simulate many replicas of an algorithm, averaged over time, and estimate stationary moments with standard errors."""

from __future__ import annotations

import time
import warnings
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput, UnstableStep
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, to_float
from symfed.models.problems.problem import Problem, check_problem
from symfed.models.rings import FLOATS
from symfed.reference.exact.moments import EPS
from symfed.reference.result import Simulation, Stationary
from symfed.reference.setting import checked_point, prepare
from symfed.reference.simulation.long_steps import check_round
from symfed.reference.simulation.plan import BATCHES, Plan, burn_in_rounds, mean_and_error
from symfed.reference.simulation.progress import Interrupted, Progress, deferred_interrupt, progress_callback
from symfed.reference.simulation.variance_reduction import best_kind, coupling
from symfed.reference.simulation.vectorised import Vectorised

if TYPE_CHECKING:  # numba is optional
    from symfed.reference.simulation.kernels.lanes import Lanes

ENGINES = ("auto", "compiled", "numpy")
_CHUNK_SECONDS = 0.2
_WORTH_COMPILING = 1.0  # seconds of NumPy's time; loading numba and compiling one kernel take about as long


def simulate(
    algorithm: str | Algorithm,
    problem: Problem,
    gamma: Any,
    H: int,
    rounds: int,
    replicas: int = 1,
    burn_in: int | str = 0,
    seed: int = 0,
    record: int | None = None,
    *,
    start: ArrayLike | None = None,
    progress: Progress | bool | None = None,
    engine: str = "auto",
    threads: int | None = None,
    variance_reduction: str | None = None,
    control_variate: str | None = None,
) -> Simulation:
    """Run `replicas` independent copies for `rounds` rounds and average over all rounds after the first `burn_in`.

    Replicas start at `start`, theta* unless given; control variates start at zero. Noise of a quadratic problem is drawn Gaussian,
    other problems draw samples with their weights. burn_in "auto": until (1 - gamma mu)^(H rounds) <= 1e-3, which is intended for steps
    up to 1/L. `record` stores every record-th round.

    Standard errors come from the spread of the replicas' averages. With one replica they come from up to 32 consecutive batches: valid
    if a batch is long, say twenty times, compared with the chain's memory of 1/(gamma mu H) rounds, too small otherwise.

    engine "compiled" needs numba and a logistic, quadratic or linear problem; "numpy" does not; "auto" compiles if the work is
    worth it. Both draw the same random numbers and agree to rounding. The same seed gives the same numbers, to the last bit on one
    machine and engine, whatever `threads` (all processors by default, NUMBA_NUM_THREADS of them if that is set; "compiled" only).

    variance_reduction "linear" or "second": chains whose stationary moments are known exactly run beside theta on the same samples (see
    `coupling`), and mean and second_moment become estimates of the stationary ones with errors smaller by orders of magnitude; theta
    itself is unchanged. For affine rules on logistic and scalar problems; control variates must conserve their sum.

    Steps above 1/L of the worst single sample give a LongStep warning, and are refused if they are known to fail: see
    `symfed.reference.simulation.long_steps.check_round`.

    `progress(done, rounds)` is called several times a second; True shows a bar with the time left on standard error. Ctrl-C ends
    the run after the current chunk with `Interrupted`, a KeyboardInterrupt whose `.partial` is the Simulation so far.
    Raises InvalidInput for bad arguments, UnstableStep if the iterates overflow.

    >>> from symfed.models.problems import QuadraticProblem
    >>> clients = QuadraticProblem([[[1]], [[3]]], [[0], [4]], noise=[[1]])
    >>> run = simulate("fedavg", clients, 0.05, 4, rounds=400, replicas=50, burn_in="auto")
    >>> run.bias.shape, run.client_steps
    ((1,), 160000)
    """
    if control_variate is not None:
        warnings.warn("simulate(control_variate=...) is now called variance_reduction=...", DeprecationWarning, stacklevel=2)
        variance_reduction = control_variate
    plan = _checked_plan(get_algorithm(algorithm), problem, gamma, H, rounds, replicas, burn_in, seed, record, start, variance_reduction)
    if threads is not None:
        _check_count("threads", threads, 1)
    running = _chosen_engine(engine, plan, threads)
    with deferred_interrupt() as stop, progress_callback(progress, f"simulating {plan.setting.algorithm.name}") as report:
        done, chunk = 0, 1
        longest = max(1, plan.rounds // 100)
        while done < plan.rounds and not stop.asked:
            edge = plan.edges[plan.batch(done)]
            until = min(edge, done + chunk)
            began = time.perf_counter()
            with np.errstate(over="ignore", invalid="ignore"):
                running.advance(until)
            seconds = time.perf_counter() - began
            if until - done == chunk:  # a chunk shortened by an edge is a poor measure of the speed
                chunk = int(min(4 * chunk, max(1, chunk * _CHUNK_SECONDS / max(seconds, 1e-9)), longest))
            done = until
            if not np.isfinite(running.states()).all():
                raise UnstableStep("gamma", gamma, f"the iterates overflow within {done} rounds")
            try:
                report(done, plan.rounds)
            except KeyboardInterrupt:
                stop.asked = True
    if stop.asked and done <= plan.burn_in:
        raise KeyboardInterrupt(f"stopped after {done} of {plan.rounds} rounds, within the burn-in")
    answer = _simulation_result(plan, running, done)
    if stop.asked:
        raise Interrupted(answer, done, plan.rounds, "rounds")
    return answer


def _checked_plan(
    algorithm: Algorithm,
    problem: Problem,
    gamma: Any,
    H: int,
    rounds: int,
    replicas: int,
    burn_in: int | str,
    seed: int,
    record: int | None,
    start: ArrayLike | None,
    variance_reduction: str | None,
) -> Plan:
    check_problem(problem)
    setting = prepare(algorithm, gamma, H, FLOATS, memory=True)
    check_round(setting, problem, warn=True)
    if burn_in == "auto":
        burn_in = burn_in_rounds(setting.gamma, problem.mu, int(H))
    elif isinstance(burn_in, str):
        raise InvalidInput("burn_in", burn_in, 'must be an integer >= 0 or "auto"')
    for name, value, least in (("rounds", rounds, 1), ("replicas", replicas, 1), ("burn_in", burn_in, 0)):
        _check_count(name, value, least)
    if record is not None:
        _check_count("record", record, 1)
    if burn_in >= rounds:
        raise InvalidInput("burn_in", burn_in, f"must be less than rounds = {rounds}")
    begin = to_float(problem.optimum if start is None else checked_point("start", start, problem))
    batches = min(BATCHES, int(rounds) - int(burn_in)) if replicas == 1 else 1
    beside = None if variance_reduction is None else coupling(variance_reduction, setting, problem)
    return Plan(setting, problem, begin, int(rounds), int(burn_in), int(replicas), seed, int(record or 0), batches, beside)


def _check_count(name: str, value: Any, least: int) -> None:
    try:
        fits = not isinstance(value, bool) and int(value) == value and value >= least
    except (TypeError, ValueError, OverflowError):  # not a number, NaN, infinity
        fits = False
    if not fits:
        raise InvalidInput(name, value, f"must be an integer >= {least}")


def _chosen_engine(engine: str, plan: Plan, threads: int | None) -> Vectorised | Lanes:
    if engine not in ENGINES:
        raise InvalidInput("engine", engine, f"must be one of {', '.join(ENGINES)}")
    if engine == "numpy" or (engine == "auto" and _numpy_seconds(plan) < _WORTH_COMPILING):
        return Vectorised(plan)
    missing = find_spec("numba") is None
    if not missing:
        from symfed.reference.simulation.kernels.gradients import gradient_of
        from symfed.reference.simulation.kernels.lanes import Lanes

        gradient = gradient_of(plan.problem, plan.setting.algorithm.exact_gradient, plan.chains)
        if gradient is not None:
            return Lanes(plan, gradient, threads)
    if engine == "auto":
        return Vectorised(plan)
    if missing:
        raise InvalidInput("engine", engine, "needs numba", "install symfed[fast], or use engine='numpy'")
    raise InvalidInput("engine", engine, f"no kernel is written for {type(plan.problem).__name__}", "use engine='numpy'")


def _numpy_seconds(plan: Plan) -> float:
    """Estimated seconds in NumPy, measured on one machine: 0.2 ms a step, and 50 ns for each client, replica and coordinate."""
    steps = plan.rounds * plan.setting.local_steps
    return steps * (2e-4 + 5e-8 * plan.replicas * plan.problem.num_clients * (2 + plan.problem.dim))


def _simulation_result(plan: Plan, engine: Vectorised | Lanes, done: int) -> Simulation:
    beside = plan.coupling
    first_sums, second_sums = engine.sums()
    averaged, squared = first_sums[:, :, 0], second_sums[:, :, 0]
    if beside is not None:
        averaged, squared = averaged - first_sums[:, :, -1], squared - second_sums[:, :, 1]
    (mean, mean_error), (second, second_error) = (mean_and_error(sums, plan, done) for sums in (averaged, squared))
    if beside is not None:
        mean, second = mean + beside.mean, second + beside.means.second_moment
    controls = engine.controls()
    trajectory: Array | None = engine.trajectory(done // plan.record + 1) if plan.record else None
    return Simulation(
        mean=plan.origin + mean,
        mean_error=mean_error,
        second_moment=second,
        trajectory=trajectory,
        client_steps=plan.problem.num_clients * plan.setting.local_steps * done * plan.replicas,
        second_moment_error=second_error,
        control_variates=None if controls is None else controls / (plan.replicas * (done - plan.burn_in)),
        rounds=done,
        interrupted=done < plan.rounds,
        optimum=plan.problem.optimum,
        record=plan.record or None,
    )


REPLICAS = 256  # enough that a standard error is itself known to 5 %: 1/sqrt(2 * 256)


def stationary_montecarlo(
    algorithm: str | Algorithm,
    problem: Problem,
    gamma: Any,
    H: int,
    seed: int = 0,
    budget: int = 4_000_000,
    progress: Progress | bool | None = None,
) -> Stationary:
    """Stationary mean and second moment about theta*, averaged over independent replicas and over time within each.

    `budget` counts client steps; at least as many rounds are averaged as are burnt, whatever the budget. Replicas start at theta*: after
    the burn-in the effect of that start is 1e-3 of the bias, further reduced by the time average. Variance reduction is used if it
    applies (see `coupling`); `variance_reduction` of the result says which kind. The errors are one standard error plus rounding.
    Raises InvalidInput.
    """
    if isinstance(budget, bool) or int(budget) != budget or budget < 1:
        raise InvalidInput("budget", budget, "must be a positive number of client steps")
    rule = get_algorithm(algorithm)
    setting = prepare(rule, gamma, H, FLOATS, memory=True)
    step = setting.gamma
    if not check_round(setting, problem):
        problem.check_step(gamma)
    burn_in = burn_in_rounds(step, problem.mu, int(H))
    affordable = int(budget) // (problem.num_clients * int(H) * REPLICAS)
    rounds = max(2 * burn_in, affordable)
    kind = best_kind(setting, problem) if step * problem.L <= 1 else None  # above, the chains beside theta may have no moments
    result = simulate(
        rule, problem, gamma, H, rounds, replicas=REPLICAS, burn_in=burn_in, seed=seed, progress=progress, variance_reduction=kind
    )
    # every step rounds, and its rounding is forgotten within 1/(gamma mu) steps
    rounding = EPS * float(np.abs(result.mean).max()) / min(1.0, step * problem.mu)
    spread = np.sqrt(abs(np.diag(result.second_moment)))  # for a point law, relative to chains beside it, rounding may make it negative
    return Stationary(
        result.mean,
        result.second_moment,
        result.mean_error + rounding,
        "montecarlo",
        rigorous=False,
        second_moment_error=result.second_moment_error + rounding * np.add.outer(spread, spread),
        variance_reduction=kind,
    )
