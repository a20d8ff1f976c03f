"""Rounds that are too few for an accuracy, with a proof."""

from __future__ import annotations

import sympy as sp

from symfed.checks.growth import LowerBound, Step
from symfed.core.symbols import Delta_het, N, decay, epsilon, gamma, kappa, sigma

_PRINTED_STEP = N * decay * epsilon**2 / sigma**2
_PRINTED_LOCAL_STEPS = sigma**2 / (N * epsilon * Delta_het)


def logarithm_of_the_root() -> LowerBound:
    """What the slides' eta, H and T leave of the start: T takes the logarithm of a distance where squares are asked for."""
    ratio, x = kappa, gamma
    rounds = Delta_het / (decay**2 * epsilon) * sp.log(ratio)
    return LowerBound(
        instance={
            "quantity": "(1 - eta a)^(H T) |theta_0 - theta*|²/epsilon², the printed bound over what it is asked to stay below",
            "constants": "eta, H and T as printed, eta a <= 1/3, r = |theta_0 - theta*|/epsilon",
        },
        bound=sp.sqrt(ratio),
        variable=ratio,
        towards=sp.oo,
        steps=(
            Step(
                "eta a H T = log r",
                lambda: sp.simplify(_PRINTED_STEP * decay * _PRINTED_LOCAL_STEPS * rounds - sp.log(ratio)) == 0,
            ),
            Step("log(1 - x) >= -x/(1 - x) for 0 <= x < 1"),
            Step(
                "and x/(1 - x) <= 3 x/2 for x <= 1/3",
                lambda: sp.cancel(sp.Rational(3, 2) * x - x / (1 - x) - x * (1 - 3 * x) / (2 * (1 - x))) == 0,
            ),
            Step("so (1 - eta a)^(H T) >= r^(-3/2), and (1 - eta a)^(H T) |theta_0 - theta*|² >= r^(1/2) epsilon²"),
        ),
    )
