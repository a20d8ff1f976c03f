"""symfed: a symbolic-numeric theory verifier for federated optimisation.

Nothing is derived, checked or even imported before it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

__version__ = "0.7.0"

#: Public name -> where it lives. The stable face of the package; a test holds it against what editors and type checkers read below.
_LAZY = {
    "QuadraticProblem": "symfed.models.problems",
    "LinearProblem": "symfed.models.problems",
    "LogisticProblem": "symfed.models.problems",
    "ScalarProblem": "symfed.models.problems",
    "TDProblem": "symfed.models.problems",
    "td_problem": "symfed.models.problems",
    "MarkovRewardProcess": "symfed.models.markov",
    "garnet": "symfed.models.markov",
    "grid_world": "symfed.models.markov",
    "random_features": "symfed.models.markov",
    "Algorithm": "symfed.models.algorithm",
    "expand": "symfed.formulas.expansion",
    "simulate": "symfed.reference",
    "Domain": "symfed.core.domain",
    "Claim": "symfed.core.claim",
    "Tier": "symfed.core.verdict",
}
_MODULES = (
    "certificates",
    "checks",
    "core",
    "derive",
    "formulas",
    "ledger",
    "models",
    "mutants",
    "numeric",
    "reference",
    "report",
    "strategies",
    "theorems",
)

__all__ = [*sorted(_LAZY), *_MODULES]

if TYPE_CHECKING:
    from symfed import certificates as certificates
    from symfed import checks as checks
    from symfed import core as core
    from symfed import derive as derive
    from symfed import formulas as formulas
    from symfed import ledger as ledger
    from symfed import models as models
    from symfed import mutants as mutants
    from symfed import numeric as numeric
    from symfed import reference as reference
    from symfed import report as report
    from symfed import strategies as strategies
    from symfed import theorems as theorems
    from symfed.core.claim import Claim as Claim
    from symfed.core.domain import Domain as Domain
    from symfed.core.verdict import Tier as Tier
    from symfed.formulas.expansion import expand as expand
    from symfed.models.algorithm import Algorithm as Algorithm
    from symfed.models.markov import MarkovRewardProcess as MarkovRewardProcess
    from symfed.models.markov import garnet as garnet
    from symfed.models.markov import grid_world as grid_world
    from symfed.models.markov import random_features as random_features
    from symfed.models.problems import LinearProblem as LinearProblem
    from symfed.models.problems import LogisticProblem as LogisticProblem
    from symfed.models.problems import QuadraticProblem as QuadraticProblem
    from symfed.models.problems import ScalarProblem as ScalarProblem
    from symfed.models.problems import TDProblem as TDProblem
    from symfed.models.problems import td_problem as td_problem
    from symfed.reference import simulate as simulate
else:  # a checker that saw a `__getattr__` would take any name for one that exists

    def __getattr__(name):
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
