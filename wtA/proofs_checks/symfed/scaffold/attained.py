"""Problems that bound from below how many rounds Scaffold and FedAvg need, with proofs."""

from __future__ import annotations

import sympy as sp

from symfed.checks.growth import LowerBound, Step
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, gamma, kappa, mu
from symfed.derive.decide import decide_zero
from symfed.derive.lift import local_map

#: The accuracy that the iterates are to reach, as a part of their distance at the start.
ACCURACY = coordinates("epsilon")[0]

_EQUAL = {
    "losses": "two equal clients with Hessian diag(mu, L), any gamma <= 1/L and any H",
    "start": "along the eigenvector of the larger of q(mu), r(L)",
}
_FACTOR = Step("each round multiplies the distance by rho = max(q(mu), r(L)), by symfed-scaffold-attained")
_FLOOR = Step("rho >= 1 - sqrt(mu/L) for every H and gamma <= 1/L, by symfed-scaffold-rate-floor")


def rounds_by_accuracy() -> LowerBound:
    """Rounds at L/mu = 4 as the accuracy tends to 0."""
    return LowerBound(
        instance=_EQUAL | {"constants": "L/mu = 4"},
        bound=sp.log(1 / ACCURACY) / sp.log(2),
        variable=ACCURACY,
        towards=sp.S.Zero,
        steps=(
            _FACTOR,
            _FLOOR,
            Step("so rho >= 1/2", lambda: (1 - 1 / sp.sqrt(kappa)).subs(kappa, 4) == sp.S.Half),
            Step("and 2^(-T) <= epsilon needs T >= log(1/epsilon)/log 2 rounds"),
        ),
    )


def rounds_by_condition() -> LowerBound:
    """Rounds to accuracy 1/e as L/mu tends to infinity."""
    return LowerBound(
        instance=_EQUAL | {"constants": "accuracy 1/e"},
        bound=sp.sqrt(kappa) - 1,
        variable=kappa,
        towards=sp.oo,
        steps=(
            _FACTOR,
            _FLOOR,
            Step(
                "-log(1 - x) <= x/(1 - x), at x = 1/sqrt(kappa): 1/(sqrt(kappa) - 1)",
                lambda: sp.simplify(1 / sp.sqrt(kappa) / (1 - 1 / sp.sqrt(kappa)) - 1 / (sp.sqrt(kappa) - 1)) == 0,
            ),
            Step("so T >= 1/(-log rho) >= sqrt(kappa) - 1"),
        ),
    )


def gained_on_fedavg() -> LowerBound:
    """FedAvg's rounds to theta* over Scaffold's, both at the best step size up to 1/L and the best number of local steps."""
    w_mu, w_L = (local_map("fedavg").state + local_map("fedavg").gradient * curvature for curvature in (mu, L))
    return LowerBound(
        instance={
            "losses": "two clients with Hessians diag(mu, mu) and diag(mu, L), whose optima are not the same",
            "constants": "FedAvg at any gamma <= 1/L and any H; accuracy far below its bias",
        },
        bound=(kappa - 1) / (3 * sp.sqrt(kappa)),
        variable=kappa,
        towards=sp.oo,
        steps=(
            Step("a local step multiplies distances by 1 - gamma a", lambda: (w_mu, w_L) == (1 - gamma * mu, 1 - gamma * L)),
            Step(
                "along the second axis FedAvg rests where (1 - (1-gamma mu)^H)(x - x_1) + (1 - (1-gamma L)^H)(x - x_2) = 0, which is "
                "theta* if and only if both clients' sums of (1 - gamma a)^h, h < H, agree: at H = 1",
                lambda: (
                    decide_zero((1 - w_mu**H) / mu - (1 - w_L**H) / L).kind == "nonzero"
                    and decide_zero(((1 - w_mu**H) / mu - (1 - w_L**H) / L).subs(H, 1)).kind == "zero"
                ),
            ),
            Step("for H >= 2 the sums differ by at least gamma (L - mu): each power of 1 - gamma mu is the larger one"),
            Step(
                "at H = 1 the first axis shrinks by 1 - gamma mu >= 1 - 1/kappa: (kappa - 1) log(1/epsilon) rounds or more, "
                "as -log(1 - x) <= x/(1 - x)"
            ),
            Step("Scaffold takes at most 3 sqrt(kappa) log(1/epsilon) rounds on every problem, by symfed-scaffold-rate-reached"),
        ),
    )


def not_gained_on_fedavg() -> LowerBound:
    """Scaffold's rounds over FedAvg's at H = 1, gamma = 1/L, on the problem that is hardest for Scaffold."""
    return LowerBound(
        instance=_EQUAL,
        bound=(sp.sqrt(kappa) - 1) / kappa,
        variable=kappa,
        towards=sp.oo,
        steps=(
            *rounds_by_condition().steps,
            Step("FedAvg with H = 1 and gamma = 1/L shrinks by 1 - 1/kappa a round: at most kappa log(1/epsilon) rounds on every problem"),
        ),
    )


def fedavg_without_bias() -> LowerBound:
    """Scaffold's rounds over FedAvg's on equal clients, on which FedAvg has no bias and takes as many local steps as it likes."""
    w_mu = local_map("fedavg").state + local_map("fedavg").gradient * mu
    return LowerBound(
        instance={
            "losses": "two equal clients with Hessian diag(mu, L), gamma = 1/L; Scaffold with any H",
            "constants": "accuracy 1/e; FedAvg with H = ceil(L/mu) local steps",
        },
        bound=sp.sqrt(kappa) - 1,
        variable=kappa,
        towards=sp.oo,
        steps=(
            Step("FedAvg's local step multiplies distances by 1 - gamma a, at most 1 - mu/L", lambda: w_mu == 1 - gamma * mu),
            Step("(1 - mu/L)^(L/mu) <= 1/e, as 1 - x <= exp(-x): one round is enough"),
            *rounds_by_condition().steps,
        ),
    )
