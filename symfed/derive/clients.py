"""One client's round: the cumulants of its end point given its starting point, as polynomials, from the rule and the client's jet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.derive.tensors import TensorPolynomial, compose, cumulants_from_moments, moments_from_cumulants
from symfed.models.arrays import Array

#: Highest order in gamma whose weight the jets' derivatives and noise moments still cover.
HIGHEST_ORDER = 2


@dataclass(frozen=True)
class StepSeries:
    """The three coefficients of a StepMap as Taylor series in gamma, in one number type."""

    state: Sequence[Any]
    gradient: Sequence[Any]
    start: Sequence[Any]


@dataclass(frozen=True)
class ClientJet:
    """One client's Taylor coefficients: drift[j] has 1 + j axes and multiplies e⊗...⊗e / j!; noise[k][j] likewise for cumulant k + 2."""

    drift: Sequence[Array]
    noise: Sequence[Sequence[Array]]


_DRIFT = ("gradients", "hessians", "third_derivatives", "fourth_derivatives", "fifth_derivatives")
_NOISE = (("noise_covariance", "noise_derivative", "noise_second_derivative"), ("noise_cumulant",))


def client_jets(jets: Any, order: int, exact_gradient: bool) -> list[ClientJet]:
    """What every client contributes up to that order; raises InvalidInput where the jets do not reach so far."""
    if not 1 <= order <= HIGHEST_ORDER:
        raise InvalidInput("order", order, f"must be 1 to {HIGHEST_ORDER}: the jets hold five derivatives and three noise cumulants")

    def need(name: str) -> Array:
        value: Array | None = getattr(jets, name)
        if value is None:
            raise InvalidInput("jets", name, f"is not available for this problem, and order {order} needs it")
        return value

    drift = [need(name) for name in _DRIFT[: 2 * order + 1]]
    # cumulant k of the noise, at degree j in e, has weight 2k + j; weights above 2*order + 2 are cut
    noise = [] if exact_gradient else [[need(name) for name in names[: 2 * order - 1 - 2 * k]] for k, names in enumerate(_NOISE[:order])]
    return [ClientJet([D[c] for D in drift], [[D[c] for D in parts] for parts in noise]) for c in range(len(drift[0]))]


def round_cumulants(jet: ClientJet, step: StepSeries, binomial: Callable[[int], Any], count: int, weight: int) -> list[TensorPolynomial]:
    """Cumulants 1..count of a client's end point given its starting error s.

    With P the operator (P p)(e, s) = E p(next e, s) of one local step, P - I raises weight, so that P^H = sum_n binom(H, n) (P - I)^n is
    a finite sum at any truncation and a polynomial in H. `binomial(n)` is binom(H, n).
    """
    moves = _step_moments(jet, step, weight)
    moments = []
    for k in range(1, count + 1):
        term = _power_of_error(k, jet.drift[0])
        total, n = term, 0
        while term.terms:
            n += 1
            term = compose(term, moves, weight)
            total = total.plus(term, binomial(n))
        moments.append(total.at_start())
    return cumulants_from_moments(moments, weight)


def _step_moments(jet: ClientJet, step: StepSeries, weight: int) -> dict[int, TensorPolynomial]:
    """E[(next e)⊗j] - e⊗j for every j that can occur."""
    degree = weight - 2
    first = _power_of_error(1, jet.drift[0]).times_series(step.state, weight)
    first = first.plus(_taylor(1, jet.drift, weight).times_series(step.gradient, weight))
    start = TensorPolynomial(1, {(0, 0, 1): _power_of_error(1, jet.drift[0]).terms[0, 1, 0]})
    cumulants = [first.plus(start.times_series(step.start, weight))]
    for k, parts in enumerate(jet.noise, start=2):
        noise = _taylor(k, parts, weight)
        for _ in range(k):
            noise = noise.times_series(step.gradient, weight)
        cumulants.append(noise)
    moves = dict(enumerate(moments_from_cumulants(cumulants, degree, weight), start=1))
    for j, move in moves.items():
        # the only terms without gamma: the rule is the identity at gamma = 0
        del move.terms[0, j, 0]
    return moves


def _taylor(rank: int, derivatives: Sequence[Array], weight: int) -> TensorPolynomial:
    terms, factor = {}, 1
    for j, derivative in enumerate(derivatives):
        factor *= max(j, 1)
        if j <= weight:
            terms[0, j, 0] = derivative / factor
    return TensorPolynomial(rank, terms).pruned()


def _power_of_error(k: int, like: Array) -> TensorPolynomial:
    """e⊗...⊗e, k factors."""
    d = len(like)
    one, zero = like[0] * 0 + 1, like[0] * 0
    eye = np.array([[one if i == j else zero for j in range(d)] for i in range(d)], dtype=like.dtype)
    tensor = eye
    for _ in range(k - 1):
        tensor = np.tensordot(tensor, eye, axes=0)
    return TensorPolynomial(k, {(0, k, 0): tensor.transpose([2 * i for i in range(k)] + [2 * i + 1 for i in range(k)])})
