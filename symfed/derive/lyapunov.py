"""The quadratic Lyapunov function of rounds with control variates, for one problem, as a certificate in rationals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from flint import fmpq

from symfed.certificates import ContractionInstance
from symfed.core import symbols
from symfed.core.errors import InvalidInput, NotConverged, UnstableStep
from symfed.derive.quadratic import memory_round
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import exact_or_float, to_float
from symfed.models.problems import QuadraticProblem
from symfed.models.rings import FLOATS, RATIONALS, evaluate

_BITS = 60  # of rho: more than double precision resolves


def weight(q: Any, r: Any, rho: Any) -> Any:
    """p = 1/[(rho² - q r) + sqrt((rho² - q²)(rho² - r²))], for floats or arrays of them with |q|, |r| <= rho, not all equal.

    With it, rho² p (e + y)² - p (q e + r y)² - 2 e y is p times a square; see `symfed.certificates.contraction.theorem`. So it is with the
    other sign of the root, but that p is infinite wherever q = r.
    """
    return 1 / ((rho**2 - q * r) + np.sqrt((rho**2 - q**2) * (rho**2 - r**2)))


def certify_contraction(
    algorithm: str | Algorithm, problem: QuadraticProblem, gamma: Any, H: int, slack: float = 1e-6
) -> ContractionInstance:
    """A certificate that V = mean <x_c, P_c x_c>, x_c = theta - theta* + gamma H (xi_c - xi_c*), shrinks by rho² every round.

    rho is the largest |q| or |r| over the eigenvalues of the Hessians, plus `slack`; P_c is p(A_c), rounded. The certificate is
    checked before it is returned; `.to_json()` is what `python -m symfed.certificates FILE` reads. A float means its binary value. Raises
    UnstableStep where gamma is so large that nothing shrinks, NotConverged where rounding eats the slack.
    """
    algorithm = get_algorithm(algorithm)
    algorithm.check_local_steps(H)
    if not 0 < slack < 1:
        raise InvalidInput("slack", slack, "must be between 0 and 1")
    step, one, hessians = RATIONALS(exact_or_float("gamma", gamma)), memory_round(algorithm), problem.hessians
    if hessians.dtype != object:
        hessians = (hessians + hessians.swapaxes(1, 2)) / 2  # symmetric to the last bit
    curvatures, bases = np.linalg.eigh(to_float(hessians))
    values = {symbols.gamma: float(step.p) / float(step.q), symbols.a: curvatures}
    q, r = (np.asarray(evaluate(branch.subs(symbols.H, H), values, FLOATS)) * np.ones_like(curvatures) for branch in (one.q, one.r))
    rho = float(max(np.abs(q).max(), np.abs(r).max()))
    claimed = math.ceil((rho + slack) * 2**_BITS)
    if claimed >= 2**_BITS:
        raise UnstableStep("gamma", gamma, f"must be so small that a round shrinks every error (here one may be multiplied by {rho:.6g})")
    middle = (rho + claimed / 2**_BITS) / 2  # the decrease is nonnegative at `middle`, and positive at `claimed`
    p = weight(q, r, middle)
    weights = np.einsum("cik,ck,cjk->cij", bases, p / p.max(), bases)
    found = ContractionInstance(
        algorithm={"server_step": "x_mean", **algorithm.text},
        hessians=_matrix_texts(hessians),
        weights=_matrix_texts((weights + weights.swapaxes(1, 2)) / 2),
        gamma=str(step),
        H=int(H),
        rho=str(fmpq(claimed, 2**_BITS)),
    )
    verdict = found.check()
    if not verdict.proved:
        raise NotConverged(f"double precision does not make a proof out of slack = {slack}: {verdict.reason}; allow more slack")
    return found


def _matrix_texts(matrices: Any) -> list[list[list[str]]]:
    return [[[str(RATIONALS(entry)) for entry in row] for row in matrix] for matrix in matrices]
