"""How much a weighted sum of runs spreads, exactly on scalar quadratics with additive noise."""

from __future__ import annotations

import sympy as sp

from symfed.core.symbols import C, ClientMean, H, N, a
from symfed.derive.extrapolation import Extrapolation, Run
from symfed.derive.lift import local_map, server_map
from symfed.derive.quadratic import server_round
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm


def round_covariance(algorithm: str | Algorithm, one: Run, other: Run) -> sp.Expr:
    """What a round adds to the covariance of two runs whose h-th local steps draw the same noise, for as long as both step.

    >>> from symfed.derive.extrapolation import plain
    >>> round_covariance("sgd", *plain().runs * 2)
    gamma**2*ClientMean(C)/N
    """
    algorithm = get_algorithm(algorithm)
    if algorithm.exact_gradient:
        return sp.S.Zero
    step, server = local_map(algorithm), server_map(algorithm)
    ratio = step.state + step.gradient * a
    both = sp.Min(one.local, other.local)
    # reduced before the average, which multiplies out: the quotient has a factor gamma in common
    quotient = sp.cancel(one.at(step.gradient) * other.at(step.gradient) / (1 - one.at(ratio) * other.at(ratio)))
    if algorithm.one_step:
        spread = sp.cancel(quotient * (1 - one.at(ratio) * other.at(ratio)))
    else:
        alone = [run.at(ratio) ** ((run.local - both) * H) for run in (one, other)]
        together = [run.at(ratio) ** (both * H) for run in (one, other)]
        spread = quotient * sp.Mul(*alone) * (1 - sp.Mul(*together))
    return one.at(server.state) * other.at(server.state) * ClientMean(spread * C) / N


def spread(algorithm: str | Algorithm, rule: Extrapolation, shared: bool, averaged: bool) -> sp.Expr:
    """The stationary variance of the rule's iterates; averaged: the limit of T times the variance of the mean of T iterates.

    shared: runs draw the same noise, step by step; otherwise they are independent.

    >>> from symfed.core.symbols import gamma
    >>> from symfed.derive.extrapolation import two_point
    >>> sp.factor(spread("sgd", two_point(), shared=True, averaged=True))
    ClientMean(C)/(N*ClientMean(a)**2)
    """
    slope, terms = server_round(algorithm).slope, []
    for i, one in enumerate(rule.runs):
        for other in rule.runs[i:] if shared else (one,):
            left, right = one.at(slope), other.at(slope)
            kept = (1 - left) * (1 - right) if averaged else 1 - left * right
            twice = 1 if other is one else 2
            terms.append(twice * one.weight * other.weight * round_covariance(algorithm, one, other) / kept)
    return sp.Add(*terms)
