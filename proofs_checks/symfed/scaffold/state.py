"""Scaffold with noise: on what its stationary law depends, and what contracts."""

from dataclasses import replace

from symfed.checks import CounterexampleSearch, Part
from symfed.checks.free_algebra import FreeIdentity
from symfed.checks.instances.controlled_rounds import round_cases
from symfed.checks.instances.scaffold.noise import noisy
from symfed.checks.instances.scaffold.state import free_directions, noiseless_difference, with_draws
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma
from symfed.core.verdict import Tier

SHORT = Domain((gamma * L < 2,), "additive noise, independent over clients and steps, with a second moment")


def sum_of_changes(x, y, z, clients=3):
    """gamma H times what a round adds to the control variates of three clients, summed: own ends less their mean."""
    mean = (x + y + z) / clients
    return (x - mean) + (y - mean) + (z - mean), 0


unique = Claim(
    id="symfed-scaffold-stationary-unique",
    kind="limit",
    says="Given the sum of the control variates, which is conserved, Scaffold with noise has exactly one stationary law and tends to it.",
    printed=Printed(
        "symfed",
        "stationary law of Scaffold",
        r"\textstyle\sum_c\xi_{t+1}^c=\sum_c\xi_t^c,\quad\dim\{X:\text{a noiseless round rests at }X\}=d,\quad"
        r"\mathbb E_\pi[\theta]=\theta_*-\bar A^{-1}\tfrac1N\sum_c\xi_0^c\qquad(\gamma L<2)",
    ),
    statement={"conserved": sum_of_changes, "rests": lambda i: i.problem.dim},
    under=SHORT,
    uses=("symfed-scaffold-contraction",),
    checks=(
        Part("conserved", FreeIdentity("X Y Z", scope="three clients in any dimension")),
        Part("rests", CounterexampleSearch(noisy, lambda i: free_directions(i), scope="rank of a round less the identity", examples=10)),
    ),
    controls={
        "another mean; none": {"conserved": lambda *x: sum_of_changes(*x, clients=4), "rests": lambda i: 0},
        "no mean; one for each client": {"conserved": lambda x, y, z: (x + y + z, 0), "rests": lambda i: i.N * i.problem.dim + 1},
    },
    reduction="with a given sum the round is a contraction of a weighted norm plus noise with a second moment, so its law converges in W2",
    expect=Tier.PROVED,
)


def after_three_rounds(case, own=0):
    """The difference of two chains, the other from the origin with all control variates zero; `own` gives it draws of its own."""
    other = replace(case, start=0 * case.start, controls=0 * case.controls)
    return with_draws(case, 3) - with_draws(other, 3, own)


def left_over(case, rounds=3):
    return noiseless_difference(case, replace(case, start=0 * case.start, controls=0 * case.controls), rounds)


two_chains = Claim(
    id="symfed-scaffold-two-chains",
    kind="inequality",
    says="Two chains that see the same noise come closer as if there were none; and E V grows by the noise of one round.",
    printed=Printed(
        "symfed",
        "contraction of Scaffold with noise",
        r"V(X_{t+1}-X'_{t+1})\le\rho^2\,V(X_t-X'_t),\quad\mathbb E[V(X_{t+1}-X_*)]\le\rho^2\,\mathbb E[V(X_t-X_*)]+\mathbb E[V(\text{noise of a round})]",
    ),
    statement={"a round": lambda M, X, Y, n: (M * X + n - (M * Y + n), M * (X - Y)), "three rounds": after_three_rounds},
    under=SHORT,
    uses=("symfed-scaffold-contraction",),
    checks=(
        Part("a round", FreeIdentity("M X Y n")),
        Part("three rounds", CounterexampleSearch(round_cases, left_over, scope="the rule run twice on the same draws", examples=6)),
    ),
    controls={
        "draws of its own": {
            "a round": lambda M, X, Y, n: (M * X + n - (M * Y - n), M * (X - Y)),
            "three rounds": lambda case: after_three_rounds(case, own=1),
        },
        "a sum of chains": {
            "a round": lambda M, X, Y, n: (M * X + n + (M * Y + n), M * (X + Y)),
            "three rounds": lambda case: left_over(case, 2),
        },
    },
    reduction="quadratic clients: a round is affine in the state; the noise has mean zero given the state, so the cross term of V vanishes",
    expect=Tier.PROVED,
)
