"""How many rounds the exact worst case of Scaffold saves against the printed bound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.formulas.arguments import floats
from symfed.formulas.scaffold_rates import optimal_local_steps_printed, scaffold_contraction, scaffold_contraction_printed
from symfed.formulas.scaffold_steps import optimal_local_steps
from symfed.models.arrays import Array


@dataclass(frozen=True)
class RoundsSaved:
    """The printed bound's number of rounds over the number that is needed, for any accuracy of the squared norm.

    as_printed: the bound at its printed H. at_its_best: the bound at the H that makes it smallest. same_steps: both at the printed H, so
    that only the analysis differs. Arrays of the broadcast shape. `needed`, `promised`: rounds for a factor 1/e of the squared norm, by
    the exact worst case at its best H, and by the bound as printed.
    """

    as_printed: Array
    at_its_best: Array
    same_steps: Array
    needed: Array
    promised: Array


def rounds_saved(gamma: Any, mu: Any, L: Any) -> RoundsSaved:
    """Ratios of logarithms of the factors per round, float64: the exact rho squared against the printed bound.

    Raises InvalidInput for a bad argument, OutsideDomain unless mu <= L and gamma L <= 1. At mu = L the exact worst case may be zero, and
    the ratios infinite.

    >>> round(float(rounds_saved(1.0, 1e-6, 1.0).as_printed), 2)
    3.56
    """
    gamma, mu, L = np.broadcast_arrays(*[floats(name, value) for name, value in (("gamma", gamma), ("mu", mu), ("L", L))])
    printed_steps = np.asarray(optimal_local_steps_printed(gamma, mu, L))
    promised = _log(scaffold_contraction_printed(gamma, printed_steps, mu, L))
    exact = 2 * _log(scaffold_contraction(gamma, optimal_local_steps(gamma, mu, L), mu, L))
    same = 2 * _log(scaffold_contraction(gamma, printed_steps, mu, L))
    tuned = np.minimum(*[_log(scaffold_contraction_printed(gamma, H, mu, L)) for H in _crossing(gamma, mu, L)])
    return RoundsSaved(exact / promised, exact / tuned, same / promised, -1 / exact, -1 / promised)


def _log(factor: Any) -> Array:
    with np.errstate(divide="ignore"):  # a factor of zero: one round is enough
        return np.asarray(np.log(np.asarray(factor, dtype=float)))


def _crossing(gamma: Array, mu: Array, L: Array) -> tuple[Array, Array]:
    """The two integers H between which the printed bound's branches cross, one falling and one rising with H."""
    low, high = np.ones(gamma.shape), 2.0 ** np.ceil(np.log2(4 / (gamma * mu)))  # at `high`, q <= e^-4 is below the other
    while (high - low > 1).any():
        middle = np.floor((low + high) / 2)
        above = (1 - gamma * mu) ** middle > 1 - (1 - np.exp(-1)) / (gamma * L * middle)
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return low, high
