"""Scaffold with noise: on what its stationary law depends, and what contracts."""

from dataclasses import replace
from typing import Any

import flint
import numpy as np

from proofs_checks.symfed.scaffold.contraction import ALONG, LOSS, loses
from proofs_checks.symfed.scaffold.noise import as_independent, noisy
from proofs_checks.symfed.scaffold.rest import MEAN_KEPT
from proofs_checks.symfed.scaffold.speedup import NOISY_QUADRATICS
from proofs_checks.symfed.scaffold.worst_case import any_steps, by_eigenvalues, loses_by_eigenvalues
from symfed.checks import CounterexampleSearch, inequality_search
from symfed.checks.free_algebra import FreeIdentity
from symfed.claims import Claim, Class, Domain, InWords, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import L, gamma
from symfed.models.arrays import Array, identity
from symfed.reference.exact import round_matrix, stationary_exact
from symfed.strategies import Instance
from symfed.strategies.control_variates import RoundCase, by_rule, outsiders, round_cases, rounds_of


def joined_covariance(i: Instance) -> Array:
    """Stationary covariance of (theta, xi_1, .., xi_N), ((N + 1) d, (N + 1) d), by the structured solve."""
    law, N, d = stationary_exact("scaffold", as_independent(i), i.gamma, i.H), i.N, i.problem.dim
    assert law.controls is not None  # Scaffold keeps control variates
    blocks = [[law.second_moment, *(law.controls.cross[c] for c in range(N))]]
    for c in range(N):
        blocks.append([law.controls.cross[c].T, *(law.controls.between(c, other) for other in range(N))])
    return np.block(blocks).reshape((N + 1) * d, (N + 1) * d)


def round_noise(i: Instance) -> Array:
    """Covariance of what one round's draws add to the state, spelled out step by step from the pseudo-code."""
    N, d, A = i.N, i.problem.dim, i.problem.hessian_matrices
    eye = identity(d, A)
    local = []
    for c in range(N):
        total, carried = 0 * eye, eye
        for _ in range(i.H):
            total = total + i.gamma**2 * carried @ i.problem.noise[c] @ carried.T
            carried = (eye - i.gamma * A[c]) @ carried
        local.append(total)
    enters = [[eye / flint.fmpq(N)] * N]  # the mean of the ends; a control variate takes its own end less the mean, over gamma H
    for c in range(N):
        enters.append([eye * ((flint.fmpq(int(c == k)) - flint.fmpq(1, N)) / (i.gamma * i.H)) for k in range(N)])
    J = np.block(enters)
    S = np.block([[local[c] if c == k else 0 * eye for k in range(N)] for c in range(N)])
    out: Array = J @ S @ J.T
    return out


def one_round_on(i: Instance, covariance: Array, noise: int = 1) -> Array:
    """M covariance M' + noise B."""
    M = round_matrix("scaffold", i.problem, i.gamma, i.H)
    out: Array = M @ covariance @ M.T + noise * round_noise(i)
    return out


def free_directions(i: Any) -> int:
    """Dimension of the set of states where a noiseless round rests."""
    M = round_matrix("scaffold", i.problem, i.gamma, i.H)
    gap = M - identity(len(M), M)
    return len(M) - flint.fmpq_mat(len(M), len(M), list(gap.flat)).rank()


def with_draws(case: RoundCase, rounds: int, own: int = 0) -> Array:
    """Point and control variates after rounds whose gradients carry a fixed sequence of draws; `own` = 1 gives them another sequence."""

    def drawn(local: Array, t: int, h: int) -> Array:
        draw = [[flint.fmpq((3 * c + 5 * h + 7 * t + 2 * k + own) % 5 - 2) for k in range(case.problem.dim)] for c in range(case.N)]
        return case.gradient(local) + np.array(draw, dtype=object)

    return np.vstack(rounds_of("scaffold", case, drawn, rounds))


def noiseless_difference(case: RoundCase, other: RoundCase, rounds: int) -> Array:
    """What is left of the difference of two states after noiseless rounds."""
    return by_rule("scaffold", case, rounds) - by_rule("scaffold", other, rounds)


SECOND_MOMENT = Class("noise with a second moment")
ONE_SUM = Class(
    "two chains with the same sum of the control variates",
    lambda i: not i.control_variates.sum(axis=0).any() if isinstance(i, RoundCase) else None,
    lambda d, N: round_cases(d, N, zero_sum=False),
)
SHORT = Domain((gamma * L < 2,), (NOISY_QUADRATICS, SECOND_MOMENT))


def as_many_as(i, share=1):
    """Free directions of a round, and d."""
    return free_directions(i), share * i.problem.dim


unique = Claim(
    id="symfed-scaffold-stationary-unique",
    kind="limit",
    says="Given the sum of the control variates, which is conserved, Scaffold with noise has exactly one stationary law and tends to it.",
    printed=printed_at(
        "stationary law of Scaffold",
        r"\textstyle\sum_c\xi_{t+1}^c=\sum_c\xi_t^c,\quad\dim\{X:\text{a noiseless round rests at }X\}=d,\quad"
        r"\mathbb E_\pi[\theta]=\theta_*-\bar A^{-1}\tfrac1N\sum_c\xi_0^c\qquad(\gamma L<2)",
    ),
    under=SHORT,
    statement=as_many_as,
    lemmas=(
        MEAN_KEPT,
        crosscheck(
            "where a noiseless round rests",
            as_many_as,
            CounterexampleSearch(noisy, scope="rank of a round less the identity", examples=10),
            wrong={
                "one for each client": lambda i: (free_directions(i), i.N * i.problem.dim + 1),
                "half of them": lambda i: as_many_as(i, flint.fmpq(1, 2)),
            },
        ),
    ),
    follows=InWords(
        "with a given sum the round is a contraction of a weighted norm (symfed-scaffold-step-sizes) plus noise with a second moment, so that its "
        "law converges in W2 (contraction principle), and the noiseless round rests at one state for each sum, whose theta is the mean"
    ),
    uses=("symfed-scaffold-step-sizes", "symfed-scaffold-conserved-mean"),
    expect=Tier.PROVED_GIVEN,
)


def after_three_rounds(case, own=0):
    """The difference of two chains, the other from the origin with all control variates zero; `own` gives it draws of its own."""
    other = replace(case, start=0 * case.start, control_variates=0 * case.control_variates)
    return with_draws(case, 3) - with_draws(other, 3, own)


def left_over(case, rounds=3):
    return noiseless_difference(case, replace(case, start=0 * case.start, control_variates=0 * case.control_variates), rounds)


def resting():
    """A client whose control variate has the sum one, and which rests away from theta*."""
    return outsiders()[:1]


two_chains = Claim(
    id="symfed-scaffold-two-chains",
    kind="inequality",
    says="Two chains that see the same noise, and whose control variates have the same sum, differ after a round as if there were none, rho the largest |q| or |r| of the clients' eigenvalues "
    "(below one where gamma L < 2); about X_* the noise of the round is added in the mean.",
    printed=printed_at(
        "contraction of Scaffold with noise",
        r"\sum_c\xi_t^c=\sum_c\xi_t'^c=\sum_c\xi_*^c:\quad V(X_{t+1}-X'_{t+1})\le\rho^2\,V(X_t-X'_t),\quad\mathbb E[V(X_{t+1}-X_*)]\le\rho^2\,\mathbb E[V(X_t-X_*)]+\mathbb E[V(\text{noise of a round})],"
        r"\quad V=\|\cdot\|_\Lambda^2\text{ of the main result}",
    ),
    under=Domain((), (NOISY_QUADRATICS, SECOND_MOMENT, ONE_SUM)),
    statement=loses_by_eigenvalues,
    lemmas=(
        LOSS,
        Lemma(
            "a round of both",
            lambda M, X, Y, n: (M * X + n - (M * Y + n), M * (X - Y)),
            FreeIdentity("M X Y n"),
            wrong={
                "draws of its own": lambda M, X, Y, n: (M * X + n - (M * Y - n), M * (X - Y)),
                "a sum of chains": lambda M, X, Y, n: (M * X + n + (M * Y + n), M * (X + Y)),
            },
        ),
        crosscheck(
            "three rounds by the rule",
            after_three_rounds,
            CounterexampleSearch(round_cases, left_over, scope="the rule run twice on the same draws", examples=6),
            wrong={"draws of its own": lambda case: after_three_rounds(case, own=1), "two rounds": lambda case: left_over(case, 2)},
        ),
        crosscheck(
            "a noiseless round by the rule",
            loses_by_eigenvalues,
            inequality_search(any_steps, scope="exact rounds of a difference", sizes=((1, 2), (2, 2)), examples=15, extremes=resting),
            wrong={"0.95 rho^2": lambda i: loses(i, by_eigenvalues, share=flint.fmpq(19, 20))},
        ),
    ),
    follows=(
        ALONG,
        InWords("on quadratic clients a round is affine in the state, so that a difference of chains goes as a state's distance from X_*"),
        InWords("the noise has mean zero given the state, so that the cross term of V vanishes"),
    ),
    uses=("symfed-scaffold-round",),
    see=("symfed-scaffold-step-sizes",),
    expect=Tier.PROVED_GIVEN,
)
