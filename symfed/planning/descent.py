"""The decay of the mean of the iterates from the start: along the gradient flow, until the losses are nearly quadratic.

A round of H steps of size gamma follows the flow of the mean loss for a time gamma H, to first order. Far from the optimum its
curvature differs; nearer, a run's own modes take over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.integrate import RK45, OdeSolution

from symfed.models.arrays import Array

_LINEAR = 0.01  # of the gradient's size: a gradient so close to the linear one is replaced by it
_ACCURACY = 1e-3  # relative, of a step of the integration: the remaining effect of the start is needed to some percent
_LONGEST = 20.0  # divided by mu: even the slowest mode has forgotten the start
_MOST = 150  # gradients: the flow is integrated no further


@dataclass(frozen=True)
class Descent:
    """The errors (P,) along the flow: at(time) up to `end`, start (P,) at time zero; a flow that is linear from the start has end = 0.

    bent: the relative distance of the gradient from a linear one at the end.
    """

    start: Array
    end: float
    at: Callable[[float], Array]
    bent: float


def descend(start: Array, hessian: Array, gradient: Callable[[Array], Array], mu: float) -> Descent:
    """The flow of the mean loss from the error `start` (P,), given its gradient at an error, until it is linear or time 20/mu."""
    bent = _relative_nonlinearity(start, gradient(start), hessian) if np.any(start) else 0.0
    if bent <= _LINEAR:
        return Descent(start, 0.0, lambda time: start, bent)
    times = [0.0]
    flow = RK45(
        lambda time, error: -gradient(error), 0.0, start, _LONGEST / mu, rtol=_ACCURACY, atol=_ACCURACY**2 * float(np.linalg.norm(start))
    )
    pieces = []
    while flow.status == "running" and flow.nfev < _MOST:
        flow.step()
        pieces.append(flow.dense_output())
        times.append(flow.t)
        bent = _relative_nonlinearity(flow.y, -flow.f, hessian)
        if bent <= _LINEAR:
            break
    return Descent(start, float(flow.t), OdeSolution(times, pieces), bent)


def _relative_nonlinearity(error: Array, gradient: Array, hessian: Array) -> float:
    """The distance of the gradient from the linear one, relative to the latter's norm."""
    linear = hessian @ error
    return float(np.linalg.norm(gradient - linear) / max(np.linalg.norm(linear), np.finfo(float).tiny))
