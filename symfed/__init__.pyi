# What editors and type checkers read: the `__getattr__` of __init__.py would make any name one that exists. A test compares the two.
from symfed import certificates as certificates
from symfed import checks as checks
from symfed import coq as coq
from symfed import core as core
from symfed import derive as derive
from symfed import evidence as evidence
from symfed import formulas as formulas
from symfed import kernel as kernel
from symfed import ledger as ledger
from symfed import models as models
from symfed import mutants as mutants
from symfed import numeric as numeric
from symfed import planning as planning
from symfed import prove as prove
from symfed import recheck as recheck
from symfed import reference as reference
from symfed import report as report
from symfed import strategies as strategies
from symfed import theorems as theorems
from symfed.checks.own_formula import check as check
from symfed.core.claim import Claim as Claim
from symfed.core.domain import Domain as Domain
from symfed.core.verdict import Tier as Tier
from symfed.formulas.expansion import expand as expand
from symfed.models.algorithm import Algorithm as Algorithm
from symfed.models.markov import MarkovRewardProcess as MarkovRewardProcess
from symfed.models.markov import garnet as garnet
from symfed.models.markov import grid_world as grid_world
from symfed.models.markov import random_features as random_features
from symfed.models.problems import LeastSquaresProblem as LeastSquaresProblem
from symfed.models.problems import LinearProblem as LinearProblem
from symfed.models.problems import LogisticProblem as LogisticProblem
from symfed.models.problems import QuadraticProblem as QuadraticProblem
from symfed.models.problems import ScalarProblem as ScalarProblem
from symfed.models.problems import SoftmaxProblem as SoftmaxProblem
from symfed.models.problems import TDProblem as TDProblem
from symfed.models.problems import td_problem as td_problem
from symfed.planning.data import Clients as Clients
from symfed.planning.data import read_clients as read_clients
from symfed.planning.partition import dirichlet_partition as dirichlet_partition
from symfed.planning.plan import plan as plan
from symfed.reference import simulate as simulate
from symfed.reference import stationary as stationary
from symfed.report.orders import plot_expansion as plot_expansion

__version__: str
__all__: list[str]
