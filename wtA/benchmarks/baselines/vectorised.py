"""(b) NumPy over all replicas and clients at once."""

from __future__ import annotations

import numpy as np

from benchmarks.cases import BURN_IN, L2, SAMPLES, Averages, Case, H, N, Run


def prepare(case: Case) -> Run:
    clients = np.arange(N)

    def gradients(random: np.random.Generator, x: np.ndarray) -> np.ndarray:
        if case.rows is not None:
            rows = case.rows[clients, random.integers(SAMPLES, size=x.shape[:2])]
            return rows / (1 + np.exp(-np.einsum("rci,rci->rc", rows, x)))[..., None] + L2 * x
        noise = np.einsum("cij,rcj->rci", case.roots, random.standard_normal(x.shape))
        return np.einsum("cij,rcj->rci", case.hessians, x - case.centres) + noise

    def run(replicas: int, rounds: int, seed: int) -> Averages:
        random = np.random.default_rng(seed)
        theta, controls = np.tile(case.optimum, (replicas, 1)), np.zeros((replicas, N, case.dim))
        out = np.zeros((replicas, case.dim))
        for t in range(rounds):
            x = np.repeat(theta[:, None, :], N, axis=1)
            for _ in range(H):
                x = x - case.gamma * (gradients(random, x) + controls)
            theta = x.mean(axis=1)
            if case.scaffold:
                controls = controls + (x - theta[:, None, :]) / (case.gamma * H)
            if t >= BURN_IN:
                out += theta
        return Averages.of(out / (rounds - BURN_IN))

    return run
