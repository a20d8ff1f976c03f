"""The methods of deciding a lemma. Each is a `Check`: it has `method` and `examine(statement, under)`, is deterministic and can fail."""

from symfed.checks.certificate import Certificate
from symfed.checks.coefficient_match import CoefficientMatch
from symfed.checks.confidence import BoundedMean, SubExponentialMean
from symfed.checks.counterexample import CounterexampleSearch, inequality_search
from symfed.checks.growth import CounterexampleCheck, GrowthCheck
from symfed.checks.homogeneity import HomogeneityCheck
from symfed.checks.identity import SymbolicIdentity, complete_identity
from symfed.checks.induction import Induction
from symfed.checks.lemma import judge_lemma
from symfed.checks.remainder import RemainderOrder
from symfed.checks.sequential import SequentialTest
from symfed.checks.sign import SignCheck
from symfed.core.check import Check

__all__ = [
    "BoundedMean",
    "Certificate",
    "Check",
    "CoefficientMatch",
    "CounterexampleCheck",
    "CounterexampleSearch",
    "GrowthCheck",
    "HomogeneityCheck",
    "Induction",
    "RemainderOrder",
    "SequentialTest",
    "SignCheck",
    "SubExponentialMean",
    "SymbolicIdentity",
    "complete_identity",
    "inequality_search",
    "judge_lemma",
]
