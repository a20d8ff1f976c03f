"""A summary of the clients before any run: the optimum, curvatures, heterogeneity, and noise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput, NotConverged
from symfed.models.arrays import Array
from symfed.planning.local import Local
from symfed.planning.passes import Federation, Tally, Work
from symfed.planning.rounds import Modes

_SETTLED = 1e-8  # relative size of a Newton step after which the next one would be at rounding level
_MOST_STEPS = 100
_GOOD = 0.01  # a step that reduces the gradient to this fraction may be followed by one with the same Hessian

Fold = Callable[[Array, Work], Tally]  # `fold` with all arguments but the point and the work bound


@dataclass(frozen=True)
class Summary:
    """The clients at the optimum, all weighted by their shares w_c.

    optimum (P,). mu, L: extreme eigenvalues of the mean Hessian, along the data; mu_client, L_client: of all clients' Hessians; L_sample:
    of all samples' at every point, None without data. gradient_heterogeneity: sum of w_c |g_c|², largest_gradient its largest |g_c| and
    most_different the client that contributes most to the sum, with its share. hessian_heterogeneity: sum of w_c |A_c - A|_F² / |A|_F².
    noise: sum of w_c tr C_c, of a local step. step_limit: below it one local step of every client contracts in mean square at the optimum.
    hessian (P, P): A. server_noise (P, P): sum of w_c² C_c.
    """

    optimum: Array
    num_clients: int
    num_samples: int
    mu: float
    L: float
    mu_client: float
    L_client: float
    L_sample: float | None
    gradient_heterogeneity: float
    largest_gradient: float
    most_different: str
    most_different_share: float
    hessian_heterogeneity: float
    noise: float
    step_limit: float
    start_distance: float
    hessian: Array = field(repr=False)
    server_noise: Array = field(repr=False)

    @cached_property
    def leading(self) -> Array:
        """The stationary covariance of a run divided by gamma, to first order: X with A X + X A = server_noise, (P, P)."""
        modes = Modes.of(self.hessian)
        return modes.back(modes.seen(self.server_noise) / np.add.outer(modes.values, modes.values))


def summarise(federation: Federation, start: Array, optimum: Array | None, folded: Fold) -> Summary:
    """The summary, by one pass at the optimum, which is found first unless given. Raises InvalidInput if the mean Hessian is singular."""
    theta = newton(federation, folded) if optimum is None else optimum
    found = folded(theta, _client_tally)
    A = found.sums["hessian"]
    eigenvalues, (size, noisy) = np.linalg.eigvalsh(A), (found.sums["gradient_square"], found.sums["noise_trace"])
    if eigenvalues[0] <= 1e-14 * eigenvalues[-1]:
        raise InvalidInput("l2", 0.0, "must be positive: the mean Hessian is singular, so there is no one optimum")
    most, name = found.largest["heterogeneity"]
    return Summary(
        optimum=theta,
        num_clients=federation.num_clients,
        num_samples=federation.num_samples,
        mu=float(eigenvalues[0]),
        L=float(eigenvalues[-1]),
        mu_client=-found.largest["least_curvature"][0],
        L_client=found.largest["client_curvature"][0],
        L_sample=found.largest["sample_curvature"][0] if "sample_curvature" in found.largest else None,
        gradient_heterogeneity=float(size),
        largest_gradient=found.largest["gradient"][0],
        most_different=name,
        most_different_share=float(most / size) if size > 0 else 0.0,
        hessian_heterogeneity=float(max(found.sums["hessian_square"] / (A**2).sum() - 1, 0.0)),
        noise=float(noisy),
        step_limit=2 / found.largest["mean_square"][0],
        start_distance=float(np.linalg.norm(start - theta)),
        hessian=A,
        server_noise=found.sums["server_noise"],
    )


def newton(federation: Federation, folded: Fold) -> Array:
    """The minimiser of the weighted mean loss, (P,), by Newton with step halving; a Hessian is reused while it is good enough.

    Raises NotConverged with the gradient reached, InvalidInput if the Hessian is singular.
    """

    def value_and_gradient(point: Array) -> tuple[float, Array]:
        found = folded(point, _value_and_gradient).sums
        return float(found["value"]), found["gradient"]

    theta = np.zeros(federation.num_parameters)
    value, gradient = value_and_gradient(theta)
    hessian, fresh = None, False
    for _ in range(_MOST_STEPS):
        if hessian is None:
            hessian, fresh = folded(theta, _hessian).sums["hessian"], True
        try:
            step = np.linalg.solve(hessian, gradient)
        except np.linalg.LinAlgError:
            raise InvalidInput("l2", federation.clients.l2, "must be positive: the mean Hessian is singular") from None
        scale = 1.0
        while True:
            new_value, new_gradient = value_and_gradient(theta - scale * step)
            if new_value <= value + 8 * np.finfo(float).eps * abs(value):  # near the end values differ by rounding only
                break
            scale /= 2
            if scale < 1e-10:
                raise NotConverged(f"the optimum: Newton stopped at gradient norm {np.linalg.norm(gradient):.3g}")
        moved, left = np.linalg.norm(scale * step), np.linalg.norm(new_gradient)
        keep = left <= _GOOD * np.linalg.norm(gradient)
        theta, value, gradient = theta - scale * step, new_value, new_gradient
        if moved <= _SETTLED * (1 + np.linalg.norm(theta)) and (fresh or keep):
            return theta
        if not keep:
            hessian, fresh = None, False
    raise NotConverged(f"the optimum: {_MOST_STEPS} Newton steps left a gradient of norm {np.linalg.norm(gradient):.3g}")


def _value_and_gradient(local: Any) -> Tally:
    return Tally({"value": local.weights @ local.values(), "gradient": local.weights @ local.gradients()})


def _hessian(local: Any) -> Tally:
    return Tally({"hessian": np.tensordot(local.weights, local.hessians(), 1)})


def mean_gradient(federation: Federation, folded: Fold, optimum: Array, error: Array) -> Array:
    """The gradient (P,) of the mean loss at an error, a distance from the optimum."""
    away = None if federation.jets is None else error
    return folded(optimum + error, partial(_gradient, away)).sums["gradient"]


def _gradient(displacement: Array | None, local: Any) -> Tally:
    found = local.gradients() if displacement is None else local.at(displacement).gradients[:, 0]
    return Tally({"gradient": local.weights @ found})


def _client_tally(local: Local) -> Tally:
    w = local.weights
    found = local.at(np.zeros(local.num_parameters))
    g, A, C = found.gradients[:, 0], found.hessians, found.noises
    values, vectors = np.linalg.eigh(A)
    # A^-1/2 E[H²] A^-1/2: (1 - gamma H)² shrinks every vector on average while gamma times its norm is below 2
    half = vectors / np.sqrt(np.where(values > 1e-12 * values[:, -1:], values, np.inf))[:, None, :]
    seen = half.swapaxes(1, 2) @ local.squared_hessians(A) @ half
    sizes = (g**2).sum(axis=1)
    sums = {
        "hessian": np.tensordot(w, A, 1),
        "server_noise": np.tensordot(w**2, C, 1),
        "noise_trace": w @ np.trace(C, axis1=1, axis2=2),
        "gradient_square": w @ sizes,
        "hessian_square": w @ (A**2).sum(axis=(1, 2)),
    }
    largest = {
        "heterogeneity": w * sizes,
        "gradient": np.sqrt(sizes),
        "client_curvature": values[:, -1],
        "least_curvature": -values[:, 0],
        "mean_square": np.linalg.eigvalsh(seen)[:, -1],
        "sample_curvature": local.worst_curvatures,
    }
    found_at = {name: int(np.argmax(each)) for name, each in largest.items() if each is not None}
    return Tally(sums, {name: (float(largest[name][k]), local.names[k]) for name, k in found_at.items()})
