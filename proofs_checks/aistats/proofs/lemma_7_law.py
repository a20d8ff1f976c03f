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
    T_w,
    after_steps,
    two_steps,
)
from proofs_checks.aistats.proofs.lemma_7_step import PATH, SLOW, STEEP, exact, g
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.stochastic_round import S_cw, theta_w
from proofs_checks.symfed.remainders.setting import LAW
from symfed.core.claim import Claim
from symfed.core.source import Printed
from symfed.core.symbols import H, gamma, h, mu
from symfed.core.verdict import Tier
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.moments import at_random_start, stationary_drift
from symfed.theorems.norms import scaled_norm, squared_triangle
from symfed.theorems.randomness import expectation_of
from symfed.theorems.vocabulary import E, Norm, grad

#: What so many local steps add to the square of the distance: their number squared, as all of their pulls are at most the last.
PULLS = sp.expand(2 / (gamma * mu) * STEEP) * h**2 * g**2
LOCAL, LOCAL_w = S_cw(h, x) - theta_star, S_cw(h, theta_w) - theta_star
AROUND = 2 * PULLS + 2 * gamma**2 * h**2 * g**2 + 2 * NOISE_FLOOR
STATIONARY = le(E(Norm(theta_w - theta_star) ** 2), FLOOR)
ON_PATHS = le(E(Norm(LOCAL_w) ** 2), 2 * FLOOR + AROUND)
FORGOTTEN = 1 - SLOW**H

FOLLOWS = (
    *LAW,
    *A_ROUND_SHRINKS,
    Arithmetic("below one", sp.Lt(SLOW**H, 1, evaluate=False), ("mu <= L",)),
    Arithmetic("falls", le(DRIFT.lhs, FAR**2 - FORGOTTEN * FAR**2 + FORGOTTEN * FLOOR), ("a round shrinks",)),
    Apply(
        stationary_drift,
        "in the long run",
        by=("mu <= L", "below one"),
        mapping=T_w,
        law=theta_w,
        x=x,
        value=FAR**2,
        fall=FORGOTTEN * FAR**2,
        rise=FORGOTTEN * FLOOR,
        bound=FORGOTTEN * FLOOR,
    ),
    Arithmetic("stationary", STATIONARY, ("in the long run", "below one")),
    after_steps("any steps", SLOW**h * FAR**2 + (1 - SLOW**h) * (PULLS + NOISE_FLOOR)),
    Apply(scaled_norm, "recentring", v=grad(theta_star), factor=gamma * h),
    Arithmetic(
        "recentring squared", sp.Eq(Norm(gamma * h * grad(theta_star)) ** 2, gamma**2 * h**2 * g**2, evaluate=False), ("recentring",)
    ),
    Apply(squared_triangle, "in two again", u=PATH, v=-gamma * h * grad(theta_star)),
    Apply(expectation_of, "in two again in the mean", relation="in two again"),
    Arithmetic("not negative", le(0, SLOW**h), ("mu <= L",)),
    Arithmetic("at most one", le(SLOW**h, 1), ("mu <= L",)),
    Arithmetic(
        "local",
        le(E(Norm(LOCAL) ** 2), 2 * FAR**2 + AROUND),
        ("in two again in the mean", "any steps", "recentring squared", "not negative", "at most one"),
        (1, 2, 2, 2 * (PULLS + NOISE_FLOOR), 2 * FAR**2),
    ),
    Arithmetic("at the start", le(2 * E(Norm(theta_w - theta_star) ** 2) + AROUND, 2 * FLOOR + AROUND), ("stationary",), (2,)),
    Apply(at_random_start, "local paths", by=("at the start",), relation="local", x=x, start=theta_w, bound=2 * FLOOR + AROUND),
)
ORDERS_TEX = (
    r"\int\|\theta-\theta^\star\|^2\pi=O(\gamma+\gamma^2H^2),\ \int\|\tilde T_c^{(\gamma,h)}-\theta^\star\|^2\pi=O(\gamma+\gamma^2H^2)"
)
orders = Claim(
    id="aistats-lem7-orders",
    kind="expansion",
    says="With constants: of order gamma + gamma^2 H^2 for the iterates, gamma + gamma^2 (H^2 + h^2) for a client's path of any length h.",
    printed=Printed("aistats", "Lemma 7, second display", ORDERS_TEX),
    under=ROUNDS,
    statement=sp.And(STATIONARY, ON_PATHS, evaluate=False),
    lemmas=(exact(two_steps, {"no noise, no pull": lambda i: two_steps(i, pull=0, tau2=0)}),),
    follows=FOLLOWS,
    see=("symfed-lem7-one-step", "aistats-lem7-moment2"),
    expect=Tier.PROVED,
)
