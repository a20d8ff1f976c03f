"""The constants of a ScalarProblem: bounds of derivatives on the interval that the iterates cannot leave, by power series of balls.

Let all sample losses F_z be convex with F_z'' <= L on [a, b], F_z'(a) <= 0 <= F_z'(b), and gamma <= 1/L. Then x -> x - gamma F_z'(x) rises
and maps [a, b] to itself, and so does a mean over clients: from a start in [a, b] no iterate is ever outside. theta* lies
in [a, b], as the mean of the f_c' changes sign there. So every supremum over all d may be one over theta* + d in [a, b]. As steps
rise, the difference of two copies with common samples keeps its sign, and its mean shrinks by 1 - gamma mu, mu the least f_c'' there:
the q of `moments`.
In dimension one a sample is a row a = 1, and phi, .., phi^(6) are its own derivatives.
"""

from __future__ import annotations

from itertools import pairwise
from math import factorial
from typing import Any

import flint
import mpmath
import numpy as np

from symfed.core.errors import InvalidInput
from symfed.formulas.enclosures.constants import MORE_EXPONENTS, Constants, noise, padded_tables
from symfed.models.arrays import Array
from symfed.models.problems import ScalarProblem
from symfed.models.rings import derivative_balls
from symfed.numeric.ball_arrays import BallArray, up

_HIGHEST, _BEYOND = 7, 11  # the highest derivative used; the degree of the Taylor polynomials
_PIECES = 64  # of the interval
_BITS = 80


def scalar_constants(problem: ScalarProblem) -> Constants:
    """The constants of a ScalarProblem for enclosures.

    Raises InvalidInput if ball arithmetic cannot prove that the sample losses are convex with bounded derivatives on the interval.
    """
    low, high = problem.interval
    edges = np.linspace(low, high, _PIECES + 1)
    N, n = problem.num_clients, max(len(client) for client in problem.samples)
    weights, _ = padded_tables([w[:, None] for w in problem.weights])
    share = weights[..., 0]
    largest = np.zeros((_HIGHEST + 1, N, n))  # |F_z^(k)|
    of_mean = np.zeros((_HIGHEST + 1, N))  # |f_c^(k)|
    range_of_mean = np.zeros((2, N))
    for c, client in enumerate(problem.samples):
        for loss in client:
            signs = [_derivatives(problem, loss, edge)[1] for edge in (flint.arb(low), flint.arb(high))]
            if not (signs[0] <= 0 and signs[1] >= 0):
                raise InvalidInput("problem", str(loss), f"must fall at {low} and rise at {high}, which was not to be told")
        shares = [flint.arb(share.mid[c, z], share.rad[c, z]) for z in range(len(client))]
        curvatures = []
        for left, right in pairwise(edges):
            middle, half = float((left + right) / 2), float((right - left) / 2 * (1 + 1e-12) + 1e-15 * (abs(left) + abs(right)))
            found = [_on_piece(problem, loss, middle, half) for loss in client]
            if not all(balls[2] >= 0 for balls in found):
                raise InvalidInput("problem", [str(loss) for loss in client], f"a loss is not to be told convex near {float(left):.6g}")
            mean = [sum((w * balls[k] for w, balls in zip(shares, found, strict=True)), flint.arb(0)) for k in range(_HIGHEST + 1)]
            largest[:, c, : len(client)] = np.maximum(
                largest[:, c, : len(client)], np.array([[_absolute_bound(x) for x in b] for b in found]).T
            )
            of_mean[:, c] = np.maximum(of_mean[:, c], [_absolute_bound(x) for x in mean])
            curvatures.append((float(mean[2].lower()), float(mean[2].upper())))
        range_of_mean[:, c] = min(x for x, _ in curvatures) * (1 - 1e-15), max(x for _, x in curvatures) * (1 + 1e-15)
    if not np.isfinite(largest).all():
        raise InvalidInput("problem", problem, f"needs losses with bounded derivatives up to {_HIGHEST} on {problem.interval}")
    mu = problem.mu * (1 - 1e-12)  # certified by subdivision, and rounded to a float
    theta, jets = _at_optimum(problem, share, mu, largest, n)
    rows = BallArray(np.ones((N, n, 1)))
    p, v, third, fourth = (jet * share for jet in jets[:4])
    covariances, sigma = noise(rows, jets[0].reshape(N, n, 1), share.reshape(N, n, 1))
    hessians = v.sum(axis=1).reshape(N, 1, 1)
    chances = share.size_bound()

    def mean_power(order: int, k: int) -> Array:
        return np.asarray(up((chances * largest[order] ** k).sum(axis=1) ** (1 / k), n + 16))

    T, Q = third.sum(axis=1), fourth.sum(axis=1)
    stiff = hessians.size_bound()[:, 0, 0]
    return Constants(
        mu=mu, L=float(up(problem.L)), gradients=p.sum(axis=1).reshape(N, 1), hessians=hessians, covariances=covariances, sigma=sigma,
        ell={k: mean_power(2, k) for k in MORE_EXPONENTS}, cap={k: mean_power(1, k) for k in MORE_EXPONENTS},
        ell_bent=up(mean_power(3, 2) / 2), top=up(np.sqrt(covariances.size_bound()[:, 0, 0])),
        bending=up(np.maximum(range_of_mean[1] - range_of_mean[0], stiff - range_of_mean[0])),
        tau=up(of_mean[3]), kappa=up(of_mean[4]), kappa5=up(of_mean[5]), kappa6=up(of_mean[6]), kappa7=up(of_mean[7]),
        third=T.size_bound(), fourth=Q.size_bound(), third_mean=float(T.mean(0).size_bound()), fourth_mean=float(Q.mean(0).size_bound()),
        slopes3=mean_power(4, 2), slopes4=mean_power(5, 2),
        rows=rows, share=share, bend=third, jets=tuple(jets), lengths=np.ones(N), fourth_power=np.ones(N), optimum=theta,
    )  # fmt: skip


def _at_optimum(problem: ScalarProblem, share: BallArray, mu: float, largest: Array, n: int) -> tuple[BallArray, list[BallArray]]:
    """theta*, and derivatives 1 .. 6 of the samples there, (N, n) each: f is mu-strongly convex, so |x - theta*| <= |f'(x)| / mu."""
    x = flint.arb(mpmath.nstr(problem.optimum_to(30)[0], 30)).mid()
    N = problem.num_clients
    mid, rad = np.zeros((2, _HIGHEST + 1, N, n))
    slope = flint.arb(0)
    for c, client in enumerate(problem.samples):
        for z, loss in enumerate(client):
            balls = _derivatives(problem, loss, x)
            slope += flint.arb(share.mid[c, z], share.rad[c, z]) * balls[1] / N
            for k, ball in enumerate(balls):
                mid[k, c, z] = float(ball.mid())
                rad[k, c, z] = up(float((ball - mid[k, c, z]).abs_upper()))
    off = up(float(slope.abs_upper()) / mu)
    jets = [BallArray(mid[k], up(rad[k] + largest[k + 1] * off)) for k in range(1, _HIGHEST)]
    centre = float(x)
    return BallArray([centre], [up(float((x - centre).abs_upper()) + off)]), jets


def _derivatives(problem: ScalarProblem, loss: Any, x: flint.arb, highest: int = _HIGHEST) -> list[flint.arb]:
    return derivative_balls(loss, problem.symbol, x, highest, _BITS)


def _on_piece(problem: ScalarProblem, loss: Any, middle: float, half: float) -> list[flint.arb]:
    """Derivatives on [middle - half, middle + half], by Taylor's formula at the middle: a series at the whole ball is far too wide."""
    at, last = _derivatives(problem, loss, flint.arb(middle), _BEYOND), _derivatives(problem, loss, flint.arb(middle, half), _BEYOND)[-1]
    at[-1] = last
    steps = [flint.arb(1), *(flint.arb(0, up(half**j)) / factorial(j) for j in range(1, _BEYOND + 1))]
    return [sum((at[k + j] * steps[j] for j in range(_BEYOND + 1 - k)), flint.arb(0)) for k in range(_HIGHEST + 1)]


def _absolute_bound(ball: flint.arb) -> float:
    """An upper bound of the absolute value, infinite if there is none."""
    return up(float(ball.abs_upper())) if ball.is_finite() else float("inf")
