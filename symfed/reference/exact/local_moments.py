"""Moments of the clients' local iterates within a stationary round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, to_float
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.models.rings import FLOATS
from symfed.reference.exact.laws import affine_round
from symfed.reference.exact.lifted import column_moment
from symfed.reference.exact.local_steps import local_steps
from symfed.reference.setting import prepare


@dataclass(frozen=True)
class LocalMoments:
    """Float moments in stationarity.

    mean (d,) and second_moment (d, d) of theta at the start of a round; local_means (N, H, d) and local_second_moments (N, H, d, d)
    of client c's iterate after h = 0 .. H - 1 steps, where its (h + 1)-th gradient is taken. Second moments are about theta*.
    """

    mean: Array
    second_moment: Array
    local_means: Array
    local_second_moments: Array


def local_moments(algorithm: str | Algorithm, problem: LinearProblem | QuadraticProblem, gamma: Any, H: int) -> LocalMoments:
    """The moments of an affine rule's local iterates when the round starts from the stationary law.

    Raises InvalidInput for a rule that is not affine, UnstableStep where there is no stationary law with second moments.
    """
    setting = prepare(algorithm, gamma, H, FLOATS)
    theta, d = to_float(problem.optimum), problem.dim
    law = affine_round(setting, problem, theta).stationary_moments(gamma, H)
    at_start = column_moment(law.mean, law.covariance)
    seconds = np.empty((problem.num_clients, setting.local_steps, d + 1, d + 1))
    for c, step in enumerate(local_steps(setting, problem, theta)):
        S = step.start @ at_start @ step.start.T
        for h in range(setting.local_steps):
            kept = [*range(d), -1]
            seconds[c, h] = S[np.ix_(kept, kept)]
            S = step.second(S)
    return LocalMoments(theta + law.mean, at_start[:d, :d], theta + seconds[..., :d, -1], seconds[..., :d, :d])
