"""symfed: a symbolic-numeric theory verifier for federated optimisation.

Nothing is derived, checked or even imported before it is first used.
"""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.12.0"

#: Public name -> where it lives. The stable face of the package; `__init__.pyi` says so to editors and type checkers.
_LAZY = {
    "QuadraticProblem": "symfed.models.problems",
    "LinearProblem": "symfed.models.problems",
    "LogisticProblem": "symfed.models.problems",
    "LeastSquaresProblem": "symfed.models.problems",
    "SoftmaxProblem": "symfed.models.problems",
    "ScalarProblem": "symfed.models.problems",
    "TDProblem": "symfed.models.problems",
    "td_problem": "symfed.models.problems",
    "MarkovRewardProcess": "symfed.models.markov",
    "garnet": "symfed.models.markov",
    "grid_world": "symfed.models.markov",
    "random_features": "symfed.models.markov",
    "Algorithm": "symfed.models.algorithm",
    "expand": "symfed.formulas.expansion",
    "check": "symfed.checks.own_formula",
    "plot_expansion": "symfed.report.orders",
    "simulate": "symfed.reference",
    "stationary": "symfed.reference",
    "Clients": "symfed.planning.data",
    "read_clients": "symfed.planning.data",
    "dirichlet_partition": "symfed.planning.partition",
    "plan": "symfed.planning.plan",
    "Domain": "symfed.core.domain",
    "Claim": "symfed.core.claim",
    "Tier": "symfed.core.verdict",
}
_MODULES = (
    "certificates",
    "checks",
    "coq",
    "core",
    "decide",
    "derive",
    "evidence",
    "formulas",
    "kernel",
    "ledger",
    "models",
    "mutants",
    "numeric",
    "planning",
    "prove",
    "recheck",
    "reference",
    "report",
    "strategies",
    "tactics",
    "tensors",
    "theorems",
    "worst_case",
)

__all__ = [*sorted(_LAZY), *_MODULES]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        value = getattr(importlib.import_module(_LAZY[name]), name)
        globals()[name] = value
        return value
    if name in _MODULES:
        return importlib.import_module(f"symfed.{name}")
    if name.startswith("_"):
        raise AttributeError(f"module 'symfed' has no attribute {name!r}")
    from symfed.core.errors import no_such_name

    raise no_such_name(f"module 'symfed' has no attribute {name!r}", name, __all__)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
