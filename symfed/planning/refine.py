"""Second readings: candidates whose clients are linearised along their own paths, with exact or estimated second moments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from symfed.models.arrays import Array
from symfed.planning.controlled import ControlledForms, ControlledLaw, ControlledPath, controlled_round, is_affordable
from symfed.planning.descent import Descent
from symfed.planning.law import EstimateLaw
from symfed.planning.moments import Key, PairForms, PathLaw, forms_cost, path_law
from symfed.planning.passes import Federation, Tally, Work
from symfed.planning.predict import Closure, RunState, assembled_law
from symfed.planning.reading import Reading
from symfed.planning.rounds import Modes
from symfed.planning.summary import Summary
from symfed.planning.transient import LEVELS, NoiseOnWay, Way, states_on_way
from symfed.planning.waves import Waves, circle_nodes, extra_spread

CHEAP = 3e10  # multiplications, hence some seconds: below, second readings are iterated and made for several candidates
_FORMS = 1e11  # multiplications of large matrices, for exact second moments
_OVERHEAD = 1e6  # multiplications to which Python's overhead for each client corresponds


def candidate_key(reading: Reading) -> tuple[str, float, int]:
    """The key of a candidate: (method, gamma, H)."""
    return reading.method.name, reading.gamma, reading.H


def reading_cost(federation: Federation) -> float:
    """The number of multiplications for one second reading of one run."""
    P, K = federation.num_parameters, 1 if federation.loss is None else federation.loss.outputs
    return 4 * federation.num_samples * (P * P if K == 1 else P * P / 2) + federation.num_clients * (40 * P**3 + _OVERHEAD)


def second_readings(
    federation: Federation, summary: Summary, chosen: list[Reading], descent: Descent, folded: Callable[[Array, Work], Tally]
) -> dict[tuple[str, float, int], Reading]:
    """The candidates with their second reading; those found unstable are omitted."""
    runs = sum(len(r.method.multiples) for r in chosen)
    cheap = reading_cost(federation) * runs <= CHEAP
    laws = [reading.first for reading in chosen if reading.first is not None]
    states = [_run_states(reading, law) for reading, law in zip(chosen, laws, strict=True)]
    for _ in range(2 if cheap else 1):
        laws = _laws(summary, chosen, states, folded, 2 if cheap else 1)
        for law, own in zip(laws, states, strict=True):
            for r, (state, run) in enumerate(zip(own, law.runs, strict=True)):
                state.mean, state.covariance, state.noise = run.mean, law.covariance(r), run.modes.back(law.noise[r, r])
    extras = _neglected_spreads(summary, chosen, states, laws, folded) if cheap else {}
    exact = _exact_laws(federation, summary, chosen, laws, descent.start, folded)
    rough = [k for k in range(len(chosen)) if is_stationary(laws[k]) and not isinstance(exact.get(k), PathLaw)]
    on_way = _noise_on_way(
        summary,
        [chosen[k] for k in rough],
        [laws[k] for k in rough],
        [states[k] for k in rough],
        descent,
        LEVELS if cheap else LEVELS[:1],
        folded,
    )
    noises = dict(zip(rough, on_way, strict=True))
    best = [(k, r, exact.get(k, laws[k])) for k, r in enumerate(chosen)]
    return {
        candidate_key(r): replace(r, second=law, extra=extras.get(k), on_way=noises.get(k))
        for k, r, law in best
        if law is not None and is_stationary(law)
    }


def _laws(
    summary: Summary, chosen: list[Reading], states: list[list[RunState]], folded: Callable[[Array, Work], Tally], repeats: int
) -> list[EstimateLaw]:
    """The laws of candidates whose clients are linearised about these states of their runs."""
    sums = folded(summary.optimum, Closure([(r.method, own) for r, own in zip(chosen, states, strict=True)], repeats)).sums
    laws = []
    for number, reading in enumerate(chosen):
        named = lambda name, number=number: sums[f"{number}.{name}"]  # noqa: E731
        slopes = [Modes.of(named(f"{r}.slope")) for r in range(len(reading.gammas))]
        laws.append(assembled_law(reading.method, reading.gammas, reading.H, named, slopes, summary.hessian, summary.L_client))
    return laws


def _noise_on_way(
    summary: Summary, chosen: list[Reading], laws: list[EstimateLaw], states: list[list[RunState]], descent: Descent,
    levels: tuple[float, ...], folded: Callable[[Array, Work], Tally],
) -> list[NoiseOnWay]:  # fmt: skip
    """The noise of candidates that are not yet stationary."""
    if not chosen:
        return []
    ways = [Way.of(law, descent, levels) for law in laws]
    nodes = [states_on_way(*one, descent) for one in zip(laws, states, ways, strict=True)]
    met = [_laws(summary, chosen, [own[j] for own in nodes], folded, 1) for j in range(len(levels))]
    return [NoiseOnWay.of(law, way, [one[k] for one in met]) for k, (law, way) in enumerate(zip(laws, ways, strict=True))]


def _exact_laws(
    federation: Federation,
    summary: Summary,
    chosen: list[Reading],
    laws: list[EstimateLaw],
    start: Array,
    folded: Callable[[Array, Work], Tally],
) -> dict[int, EstimateLaw | None]:
    """The laws whose second moment can be computed exactly, by the candidate's number; None if it does not stay bounded."""
    if not federation.affine:
        return {}
    sound = {number: reading for number, reading in enumerate(chosen) if is_stationary(laws[number])}
    found: dict[int, EstimateLaw | None] = {}
    N, P = federation.num_clients, federation.num_parameters
    plain: dict[int, list[Key]] = {}
    keys: dict[Key, None] = {}
    cost = 0.0
    for number, r in sound.items():
        own: list[Key] = [(r.gammas[i], r.gammas[j], r.H) for i, j in laws[number].noise]
        more = sum(forms_cost(N, P, H) for *_, H in set(own) - set(keys))
        if not r.method.corrected and cost + more <= _FORMS:
            cost, keys, plain[number] = cost + more, keys | dict.fromkeys(own), own
    if keys:
        forms = folded(summary.optimum, PairForms(list(keys))).sums
        found |= {k: path_law(laws[k], chosen[k].gammas, chosen[k].H, forms) for k in plain}
    for k, r in sound.items():
        if r.method.corrected and is_affordable(N, P, r.H):
            parts = folded(summary.optimum, ControlledForms(r.gamma, r.H)).sums["clients"]
            found[k] = ControlledLaw(*laws[k].parts, path=ControlledPath.of(controlled_round(r.gamma * r.H, parts), start))
    return found


def _neglected_spreads(
    summary: Summary, chosen: list[Reading], states: list[list[RunState]], laws: list[EstimateLaw], folded: Callable[[Array, Work], Tally]
) -> dict[int, float]:
    """The spread neglected by the laws with control variates, by the candidate's number."""
    numbers = [k for k, r in enumerate(chosen) if r.method.corrected and is_stationary(laws[k])]
    nodes = [circle_nodes(states[k][0], summary.mu_client, summary.L_client) for k in numbers]
    sums = folded(summary.optimum, Waves([(chosen[k].method, states[k]) for k in numbers], 2, nodes)).sums
    return {k: extra_spread(laws[k], nodes[n], sums[f"{n}.kernels"], sums[f"{n}.sources"]) for n, k in enumerate(numbers)}


def _run_states(reading: Reading, law: EstimateLaw) -> list[RunState]:
    zero = np.zeros_like(law.hessian)
    return [
        RunState(reading.gamma * k, reading.H, law.runs[r].mean, law.covariance(r), zero) for r, k in enumerate(reading.method.multiples)
    ]


def is_stationary(law: EstimateLaw) -> bool:
    """True if a law is stationary: its means are finite and its modes contract."""
    return all(np.isfinite(run.mean).all() and 0 < run.modes.values.min() and run.modes.values.max() < 2 for run in law.runs)
