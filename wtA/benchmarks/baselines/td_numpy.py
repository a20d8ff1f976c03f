"""Federated TD learning as a researcher programs it: the loop, and NumPy over clients and replicas at once."""

from __future__ import annotations

import numpy as np

from benchmarks.cases import Averages
from benchmarks.td_cases import Run, TDCase


def loop(case: TDCase) -> Run:
    """One client, one step at a time: draw a state, then a move. Cumulated sums are ready; `random.choice` would take far longer."""
    phi, discount, H, gamma = case.problem.features, case.problem.discount, case.H, case.gamma
    N, optimum = case.problem.num_clients, case.problem.optimum
    (S, d), clients = phi.shape, case.problem.environments
    states = [_cumulated(e.stationary_law) for e in clients]
    moves = [_cumulated(e.moves.reshape(S, -1)) for e in clients]
    rewards = [e.move_rewards.reshape(S, -1) for e in clients]

    def run(replicas: int, rounds: int, seed: int) -> Averages:
        random = np.random.default_rng(seed)
        out = np.zeros((replicas, 2 * d))
        for r in range(replicas):
            theta, controls = optimum.copy(), np.zeros((N, d))
            for _ in range(rounds):
                ends = np.empty((N, d))
                for c in range(N):
                    x = theta.copy()
                    for _ in range(H):
                        s = np.searchsorted(states[c], random.random(), "right")
                        move = np.searchsorted(moves[c][s], random.random(), "right")
                        error = rewards[c][s, move] + discount * (phi[move % S] @ x) - phi[s] @ x
                        x = x + gamma * (error * phi[s] + controls[c])
                    ends[c] = x
                theta = ends.mean(axis=0)
                if case.scafflsa:
                    controls = controls + (theta - ends) / (gamma * H)
                out[r] += np.concatenate([theta - optimum, (theta - optimum) ** 2])
        return Averages.of(out / rounds)

    return run


def vectorised(case: TDCase) -> Run:
    """All clients and replicas at once; a state and its move come from one search in the clients' joint laws."""
    phi, H, gamma = case.problem.features, case.H, case.gamma
    N, optimum = case.problem.num_clients, case.problem.optimum
    # client c owns the interval [c, c + 1)
    joint = [e.stationary_law[:, None, None] * e.moves for e in case.problem.environments]
    chosen = [np.nonzero(law) for law in joint]
    limits = np.concatenate([c + _cumulated(law[where]) for c, (law, where) in enumerate(zip(joint, chosen, strict=True))])
    begins, ends_at = (np.concatenate([where[k] for where in chosen]) for k in (0, 2))
    rewards = np.concatenate([e.move_rewards[where] for e, where in zip(case.problem.environments, chosen, strict=True)])
    left, right = phi[begins], case.problem.discount * phi[ends_at] - phi[begins]
    d = phi.shape[1]

    def run(replicas: int, rounds: int, seed: int) -> Averages:
        random = np.random.default_rng(seed)
        theta, controls = np.tile(optimum, (replicas, 1)), np.zeros((replicas, N, d))
        out = np.zeros((replicas, 2 * d))
        for _ in range(rounds):
            x = np.repeat(theta[:, None, :], N, axis=1)
            for _ in range(H):
                z = np.searchsorted(limits, np.arange(N) + random.random((replicas, N)), "right")
                error = rewards[z] + np.einsum("rci,rci->rc", right[z], x)
                x = x + gamma * (error[..., None] * left[z] + controls)
            theta = x.mean(axis=1)
            if case.scafflsa:
                controls = controls + (theta[:, None, :] - x) / (gamma * H)
            out += np.concatenate([theta - optimum, (theta - optimum) ** 2], axis=1)
        return Averages.of(out / rounds)

    return run


def _cumulated(shares: np.ndarray) -> np.ndarray:
    sums = shares.cumsum(axis=-1)
    return sums / sums[..., -1:]
