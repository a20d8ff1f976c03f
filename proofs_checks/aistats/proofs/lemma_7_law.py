"""Lemma 7, second display: second moments under FedAvg's stationary law, of its iterates and of local paths from there."""

import sympy as sp

from proofs_checks.aistats.proofs.lemma_6_step import le
from proofs_checks.aistats.proofs.lemma_7 import (
    A_ROUND_SHRINKS,
    DRIFT,
    FAR,
    FLOOR,
    NOISE_FLOOR,
    ROUNDS,
    after_steps,
    two_steps,
)
from proofs_checks.aistats.proofs.lemma_7_step import PATH, SLOW, STEEP, exact, g
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.stochastic_round import S_cw, in_the_long_run, theta_w
from proofs_checks.symfed.remainders.setting import LAW
from symfed.claims import Claim, Tier, printed_at
from symfed.core.symbols import H, gamma, h, mu
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.moments import at_random_start
from symfed.theorems.norms import scaled_norm, squared_triangle
from symfed.theorems.randomness import expectation_of
from symfed.theorems.vocabulary import E, Norm, grad

#: What so many local steps add to the square of the distance: their number squared, as all of their pulls are at most the last.
PULLS = sp.expand(2 / (gamma * mu) * STEEP) * h**2 * g**2
LOCAL, LOCAL_w = S_cw(h, x) - theta_star, S_cw(h, theta_w) - theta_star
STATIONARY = le(E(Norm(theta_w - theta_star) ** 2), FLOOR)
FORGOTTEN = 1 - SLOW**H


def around(pulls):
    """What h local steps from a point add to twice the square of its distance from theta*, where their pulls add so much."""
    return 2 * pulls + 2 * gamma**2 * h**2 * g**2 + 2 * NOISE_FLOOR


IN_THE_LONG_RUN = (
    Arithmetic("below one", sp.Lt(SLOW**H, 1, evaluate=False), ("mu <= L",)),
    Arithmetic("falls", le(DRIFT.lhs, FAR**2 - FORGOTTEN * FAR**2 + FORGOTTEN * FLOOR), ("a round shrinks",)),
    in_the_long_run(FAR**2, FORGOTTEN, FLOOR, ("mu <= L", "below one")),
    Arithmetic("stationary", STATIONARY, ("in the long run", "below one")),
)


def local_paths(pulls, kept):
    """From "any steps" of V_h to those of T_h, at a point and under the stationary law; `kept` names the fact that (1 - u)^h >= 0."""
    bound = 2 * FLOOR + around(pulls)
    return (
        Apply(scaled_norm, "recentring", v=grad(theta_star), factor=gamma * h),
        Arithmetic(
            "recentring squared", sp.Eq(Norm(gamma * h * grad(theta_star)) ** 2, gamma**2 * h**2 * g**2, evaluate=False), ("recentring",)
        ),
        Apply(squared_triangle, "in two again", u=PATH, v=-gamma * h * grad(theta_star)),
        Apply(expectation_of, "in two again in the mean", relation="in two again"),
        Arithmetic(kept, le(0, SLOW**h), ("mu <= L",)),
        Arithmetic("at most one", le(SLOW**h, 1), ("mu <= L",)),
        Arithmetic(
            "local",
            le(E(Norm(LOCAL) ** 2), 2 * FAR**2 + around(pulls)),
            {
                "in two again in the mean": 1,
                "any steps": 2,
                "recentring squared": 2,
                kept: 2 * (pulls + NOISE_FLOOR),
                "at most one": 2 * FAR**2,
            },
        ),
        Arithmetic("at the start", le(2 * E(Norm(theta_w - theta_star) ** 2) + around(pulls), bound), {"stationary": 2}),
        Apply(at_random_start, "local paths", by=("at the start",), relation="local", x=x, start=theta_w, bound=bound),
    )


ON_PATHS = le(E(Norm(LOCAL_w) ** 2), 2 * FLOOR + around(PULLS))
FOLLOWS = (
    *LAW,
    *A_ROUND_SHRINKS,
    *IN_THE_LONG_RUN,
    after_steps("any steps", SLOW**h * FAR**2 + (1 - SLOW**h) * (PULLS + NOISE_FLOOR)),
    *local_paths(PULLS, "not negative"),
)
ORDERS_TEX = (
    r"\int\|\theta-\theta^\star\|^2\pi=O(\gamma+\gamma^2H^2),\ \int\|\tilde T_c^{(\gamma,h)}-\theta^\star\|^2\pi=O(\gamma+\gamma^2H^2)"
)
orders = Claim(
    id="aistats-lem7-orders",
    kind="expansion",
    says="With constants: of order gamma + gamma^2 H^2 for the iterates, gamma + gamma^2 (H^2 + h^2) for a client's path of any length h (in the mean "
    "over samples, read in as in Lemma 5).",
    printed=printed_at("Lemma 7, second display", ORDERS_TEX),
    under=ROUNDS,
    statement=sp.And(STATIONARY, ON_PATHS, evaluate=False),
    lemmas=exact(two_steps, {"no noise, no pull": lambda i: two_steps(i, pull=0, tau2=0)}),
    follows=FOLLOWS,
    see=("symfed-lem7-one-step", "aistats-lem7-moment2"),
    expect=Tier.PROVED,
)
