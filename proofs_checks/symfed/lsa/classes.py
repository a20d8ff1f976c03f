"""What linear stochastic approximation assumes of its clients: steps that shrink, matrices of bounded length, solutions, independent draws.

A condition says the same wherever it is named; what differs is who draws instances without it, of the kind that a claim's searches read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from proofs_checks.symfed.lsa import controls, crowd, runs, scafflsa_laws
from symfed.checks import classes as shared
from symfed.claims import Class
from symfed.strategies import Strategy
from symfed.strategies.sampled import repeating
from symfed.theorems.vocabulary import CLIENTS_INDEPENDENT, DRAWN_ANEW

Outside = Callable[[int, int], Strategy]


def _dimension(i: Any) -> int:
    return int(i.problem.dim if hasattr(i, "problem") else i.dim if hasattr(i, "dim") else len(i.start))


def _shrink(i: Any) -> bool | None:
    rate = getattr(i, "rate", None) if hasattr(i, "rate") else getattr(i, "decay", None)
    if rate is None:
        return None
    if rate <= 0:
        return False
    # in the plane what is known of the rate is only a bound, and more may be true
    return True if getattr(i, "claimed", 1) <= 1 else False if _dimension(i) == 1 else None


def _short(i: Any) -> bool | None:
    shortened = getattr(i, "shortened", None)
    if shortened is None:
        return None
    # Gershgorin's bound on a positive semidefinite matrix is at most sqrt(d) times its norm
    return True if shortened >= 1 else False if shortened**2 * _dimension(i) < 1 else None


def _balanced(i: Any) -> bool | None:
    shifts = getattr(i, "shifts", None)
    return None if shifts is None else not np.any(shifts.sum(axis=0))


def _equal(i: Any) -> bool | None:
    if not hasattr(i, "matrices") or not hasattr(i, "vectors"):
        return None
    return all(bool((stack == stack[0]).all()) for stack in (i.matrices, i.vectors))


def _round_shrinks(i: Any) -> bool | None:
    return scafflsa_laws.shrinks(i) if hasattr(i, "squared_length") else None


def shrinking(outside: Outside | None) -> Class:
    """Every client's steps shrink in mean square, with instances without it drawn by the caller's choice, or none."""
    return Class("E|(Id - eta A^c(Z)) u|² <= (1 - eta a)|u|² for all u and c, with some a > 0", _shrink, outside)


def bounded(outside: Outside) -> Class:
    """L bounds the matrices in mean square."""
    return Class("E|A^c(Z) u|² <= L²|u|² for all u and c", _short, outside)


#: Without it: steps so long that there is no stationary law; a rate that is none; the same of one agent.
SETTLES = shrinking(runs.too_long_steps)
SHRINKS = shrinking(runs.too_large_rate)
SHRINKS_ALONE = shrinking(runs.too_large_rate_alone)
#: Of stationary laws of SCAFFLSA, and of its rounds.
LAWS_SHRINK = shrinking(scafflsa_laws.too_large_decay)
LAWS_BOUNDED = bounded(crowd.too_short)
ROUNDS_SHRINK = shrinking(controls.too_large_decay)
ROUNDS_BOUNDED = bounded(controls.too_short)
STARTS_BALANCED = Class(
    shared.ZERO_SUM.says, lambda i: isinstance(i, (crowd.Crowd, scafflsa_laws.LawCase)) or None
)  # said of stationary laws, which hold no start
BALANCED = Class(shared.ZERO_SUM.says, _balanced, controls.unbalanced)
#: (1 - eta a)^H + (eta L (H-1)/2)² < 1: strict, and with a power of H in it, so that it is no relation for solvers.
ROUND_SHRINKS = Class("(1 - eta a)^H + (eta L (H-1)/2)² < 1", _round_shrinks, scafflsa_laws.unshrunk)
#: What expansions speak of: their proofs take that law's moment equations, and need no rate.
STATIONARY = Class("there is a stationary law with a second moment")
REGULAR = Class("theta* and all theta_c* are unique")
EQUAL_AGENTS_SETTLE = shrinking(runs.long_steps_of_equal_agents)
EQUAL_AGENTS = Class("all agents draw from the same law", _equal, runs.linear_runs)
INDEPENDENT = Class(
    "the draws Z_{t,h}^c are independent, and each client's are alike",
    lambda i: not getattr(i, "repeating", False),  # laws of rounds are those of independent draws
    implies=(DRAWN_ANEW, CLIENTS_INDEPENDENT),
    spoil=repeating,
)
