"""Problems: validated data, the optimum to full precision, and jets there."""

from symfed.models.problems.least_squares import LeastSquaresProblem
from symfed.models.problems.linear import LinearProblem
from symfed.models.problems.logistic import LogisticProblem
from symfed.models.problems.problem import Problem
from symfed.models.problems.quadratic import QuadraticProblem
from symfed.models.problems.scalar import ScalarProblem
from symfed.models.problems.softmax import SoftmaxProblem
from symfed.models.problems.td import TDProblem, td_problem

__all__ = [
    "LeastSquaresProblem",
    "LinearProblem",
    "LogisticProblem",
    "Problem",
    "QuadraticProblem",
    "ScalarProblem",
    "SoftmaxProblem",
    "TDProblem",
    "td_problem",
]
