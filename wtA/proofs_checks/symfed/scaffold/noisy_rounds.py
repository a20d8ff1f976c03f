"""Scaffold's whole state (theta, xi_1, .., xi_N) on exact quadratics with noise: its covariance, and two chains under the same draws."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np

from symfed.models.arrays import Array, identity
from symfed.reference.exact import round_matrix, stationary_exact
from symfed.strategies import Instance
from symfed.strategies.controlled_rounds import RoundCase, by_rule, rounds_of


def joined_covariance(i: Instance) -> Array:
    """Stationary covariance of (theta, xi_1, .., xi_N), ((N + 1) d, (N + 1) d), by the structured solve."""
    law, N, d = stationary_exact("scaffold", i.problem, i.gamma, i.H), i.N, i.problem.dim
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
