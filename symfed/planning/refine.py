"""Second readings: candidates whose clients are linearised along their own paths, with exact or estimated second moments."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from symfed.planning.controlled import ClientRounds, ControlledForms, ControlledLaw, ControlledPath, is_affordable
from symfed.planning.law import EstimateLaw
from symfed.planning.moments import Key, PairForms, PathLaw, forms_cost, path_law
from symfed.planning.passes import Federation
from symfed.planning.predict import Closure, RunState, assembled_law
from symfed.planning.reading import PlanSetting, Reading
from symfed.planning.rounds import Modes
from symfed.planning.summary import Fold, Summary
from symfed.planning.transient import LEVELS, NoiseOnWay, Way, states_on_way
from symfed.planning.waves import Waves, circle_nodes, extra_spread

CHEAP = 3e10  # multiplications, hence some seconds: below, second readings are iterated and made for several candidates
_FORMS = 1e11  # multiplications of large matrices, for exact second moments
_OVERHEAD = 1e6  # multiplications to which Python's overhead for each client corresponds


def reading_cost(federation: Federation) -> float:
    """The number of multiplications for one second reading of one run."""
    P, K = federation.num_parameters, 1 if federation.loss is None else federation.loss.outputs
    return 4 * federation.num_samples * (P * P if K == 1 else P * P / 2) + federation.num_clients * (40 * P**3 + _OVERHEAD)


def second_readings(
    federation: Federation, setting: PlanSetting, chosen: list[Reading], folded: Fold
) -> dict[tuple[str, float, int], Reading]:
    """The candidates with their second reading, by their keys; those found unstable are omitted."""
    runs = sum(len(r.method.multiples) for r in chosen)
    cheap = reading_cost(federation) * runs <= CHEAP
    laws = [reading.first for reading in chosen if reading.first is not None]
    states = [_run_states(reading, law) for reading, law in zip(chosen, laws, strict=True)]
    for _ in range(2 if cheap else 1):
        laws = _laws(setting.summary, chosen, states, folded, 2 if cheap else 1)
        for law, own in zip(laws, states, strict=True):
            for r, (state, run) in enumerate(zip(own, law.runs, strict=True)):
                state.mean, state.covariance, state.noise = run.mean, law.covariance(r), run.modes.back(law.noise[r, r])
    extras = _neglected_spreads(setting.summary, chosen, states, laws, folded) if cheap else {}
    best = _exact_laws(federation, setting, chosen, laws, folded)
    rough = [k for k, law in enumerate(laws) if is_stationary(law) and not isinstance(best[k], PathLaw)]
    noises = _noise_on_way(setting, rough, chosen, laws, states, LEVELS if cheap else LEVELS[:1], folded) if rough else {}
    return {
        r.key: replace(r, second=law, extra=extras.get(k), on_way=noises.get(k))
        for k, (r, law) in enumerate(zip(chosen, best, strict=True))
        if law is not None and is_stationary(law)
    }


def _laws(summary: Summary, chosen: list[Reading], states: list[list[RunState]], folded: Fold, repeats: int) -> list[EstimateLaw]:
    """The laws of candidates whose clients are linearised about these states of their runs."""
    sums = folded(summary.optimum, Closure([(r.method, own) for r, own in zip(chosen, states, strict=True)], repeats)).sums
    laws = []
    for number, reading in enumerate(chosen):
        part = lambda kind, r, s="", number=number: sums[f"{number}.{r}{s}.{kind}"]  # noqa: E731
        slopes = [Modes.of(part("slope", r)) for r in range(len(reading.gammas))]
        laws.append(assembled_law(reading.method, reading.gammas, reading.H, part, slopes, summary.hessian, summary.L_client))
    return laws


def _noise_on_way(
    setting: PlanSetting, numbers: list[int], chosen: list[Reading], laws: list[EstimateLaw], states: list[list[RunState]],
    levels: tuple[float, ...], folded: Fold,
) -> dict[int, NoiseOnWay]:  # fmt: skip
    """The noise of candidates that are not yet stationary, by their numbers."""
    ways = {k: Way.of(laws[k], setting.descent, levels) for k in numbers}
    nodes = [states_on_way(laws[k], states[k], way, setting.descent) for k, way in ways.items()]
    own = [chosen[k] for k in numbers]
    met = zip(*(_laws(setting.summary, own, [one[j] for one in nodes], folded, 1) for j in range(len(levels))), strict=True)
    return {k: NoiseOnWay.of(laws[k], way, list(on_way)) for (k, way), on_way in zip(ways.items(), met, strict=True)}


def _exact_laws(
    federation: Federation, setting: PlanSetting, chosen: list[Reading], laws: list[EstimateLaw], folded: Fold
) -> list[EstimateLaw | None]:
    """The laws, exact where their second moment can be computed exactly; None if it does not stay bounded."""
    best: list[EstimateLaw | None] = [*laws]
    N, P, optimum = federation.num_clients, federation.num_parameters, setting.summary.optimum
    plain: list[int] = []
    keys: dict[Key, None] = {}
    cost = 0.0
    for k, r in enumerate(chosen):
        if not federation.affine or not is_stationary(laws[k]):
            continue
        if not r.method.corrected:
            own: list[Key] = [(r.gammas[i], r.gammas[j], r.H) for i, j in laws[k].noise]
            more = sum(forms_cost(N, P, H) for *_, H in set(own) - set(keys))
            if cost + more <= _FORMS:
                cost, keys, plain = cost + more, keys | dict.fromkeys(own), [*plain, k]
        elif is_affordable(N, P):
            parts = folded(optimum, ControlledForms(r.gamma, r.H)).sums["clients"]
            one = ClientRounds(r.gamma * r.H, *(np.concatenate(each) for each in zip(*parts, strict=True)))
            best[k] = ControlledLaw(**vars(laws[k]), path=ControlledPath(one, setting.descent.start))
    forms = folded(optimum, PairForms(list(keys))).sums if keys else {}
    for k in plain:
        best[k] = path_law(laws[k], chosen[k].gammas, chosen[k].H, forms)
    return best


def _neglected_spreads(
    summary: Summary, chosen: list[Reading], states: list[list[RunState]], laws: list[EstimateLaw], folded: Fold
) -> dict[int, float]:
    """The spread neglected by the laws with control variates, by the candidate's number."""
    numbers = [k for k, r in enumerate(chosen) if r.method.corrected and is_stationary(laws[k])]
    nodes = [circle_nodes(states[k][0], summary.mu_client, summary.L_client) for k in numbers]
    sums = folded(summary.optimum, Waves([(chosen[k].method, states[k]) for k in numbers], 2, nodes)).sums
    return {k: extra_spread(laws[k], nodes[n], sums[f"{n}.kernels"], sums[f"{n}.sources"]) for n, k in enumerate(numbers)}


def _run_states(reading: Reading, law: EstimateLaw) -> list[RunState]:
    zero = np.zeros_like(law.hessian)
    runs = enumerate(zip(reading.gammas, law.runs, strict=True))
    return [RunState(gamma, reading.H, run.mean, law.covariance(r), zero) for r, (gamma, run) in runs]


def is_stationary(law: EstimateLaw) -> bool:
    """True if a law is stationary: its means are finite and its modes contract."""
    return all(np.isfinite(run.mean).all() and 0 < run.modes.values.min() and run.modes.values.max() < 2 for run in law.runs)
