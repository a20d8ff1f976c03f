"""CPU seconds of a proof in every dimension: from the update rule to the verdict on a transcription, nothing remembered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.measure import rotate
from proofs_checks.aistats import table_1, theorem_2
from proofs_checks.symfed import any_dimension
from proofs_checks.symfed.lsa import fedlsa_moments, scafflsa_moments
from proofs_checks.symfed.scaffold import covariance, second_moments
from symfed.checks.every_dimension import (
    IdentityInEveryDimension,
    expansion_of,
    leading_moment_of_controls,
    linear_expansion_of,
    on_linear_tensors,
    second_moment_of_controls,
)
from symfed.core.domain import Domain
from symfed.tensors import linear, memory, ratio, truths

_REMEMBERED = (
    truths.derived_form,
    truths.affine_round,
    memory.stationary_moments,
    memory.controls_form,
    memory._read,
    linear._moments,
    ratio._read_expression,
    ratio._power_sum,
)
#: By name: the check, and what it proves.
CASES = {
    "FedAvg, bias, first order": (IdentityInEveryDimension(expansion_of("fedavg", "bias")), table_1.total),
    "FedAvg, second moment, first order": (IdentityInEveryDimension(expansion_of("fedavg", "second_moment")), theorem_2.variance),
    "FedAvg on quadratics, bias, second order": (
        IdentityInEveryDimension(expansion_of("fedavg", "bias", 2, quadratic=True)), any_dimension.quadratic,
    ),
    "FedAvg, exact gradients, bias, second order": (
        IdentityInEveryDimension(expansion_of("fedavg_deterministic", "bias", 2)), any_dimension.deterministic,
    ),
    "Scaffold, theta and xi, first order": (
        IdentityInEveryDimension(leading_moment_of_controls("scaffold", "state_control_moment")), covariance.state_control,
    ),
    "Scaffold on quadratics, second moment, second order": (
        IdentityInEveryDimension(second_moment_of_controls("scaffold", "second_moment", 2)),
        second_moments.iterates.lemma("quadratics").statement,
    ),
    "FedLSA, bias, first order": (IdentityInEveryDimension(linear_expansion_of("fedlsa", "bias"), on_linear_tensors), fedlsa_moments.drift),
    "FedLSA, second moment, first order": (
        IdentityInEveryDimension(linear_expansion_of("fedlsa", "second_moment"), on_linear_tensors), fedlsa_moments.spread,
    ),
    "FedLSA, second moment, second order": (
        IdentityInEveryDimension(linear_expansion_of("fedlsa", "second_moment", 2), on_linear_tensors),
        fedlsa_moments.spread_to_second_order,
    ),
    "SCAFFLSA, theta and xi, first order": (
        IdentityInEveryDimension(linear_expansion_of("scafflsa", "state_control_moment"), on_linear_tensors), scafflsa_moments.cross,
    ),
}  # fmt: skip


def proved(name: str) -> None:
    """Derives, and proves; raises AssertionError where the check does not hold."""
    for kept in _REMEMBERED:
        kept.cache_clear()
    check, statement = CASES[name]
    found = check.examine(statement, Domain())
    assert found.holds, f"{name}: {found.summary}"


def measure(rounds: int, only: str, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """CPU seconds of every proof, medians over rounds in rotation."""
    runs = {name: (lambda _, name=name: proved(name)) for name in CASES if only in name}
    for name in runs:
        proved(name)  # what is imported when it is first needed is not the proof's
    found = rotate(runs, rounds)
    for name, times in found.items():
        say(f"{name}: {times['cpu_seconds']:.3f} s")
    return [{"task": name, **times} for name, times in found.items()]
