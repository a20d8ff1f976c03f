"""(a) The loop a theorist writes: one replica, one client, one step at a time, in NumPy."""

from __future__ import annotations

import numpy as np

from benchmarks.cases import BURN_IN, L2, SAMPLES, Averages, Case, H, N, Run


def prepare(case: Case) -> Run:
    def gradient(random: np.random.Generator, c: int, x: np.ndarray) -> np.ndarray:
        if case.rows is not None:
            row = case.rows[c, random.integers(SAMPLES)]
            return row / (1 + np.exp(-(row @ x))) + L2 * x
        return case.hessians[c] @ (x - case.centres[c]) + case.roots[c] @ random.standard_normal(case.dim)

    def run(replicas: int, rounds: int, seed: int) -> Averages:
        random = np.random.default_rng(seed)
        out = np.zeros((replicas, case.dim))
        for r in range(replicas):
            theta, controls = case.optimum.copy(), np.zeros((N, case.dim))
            for t in range(rounds):
                ends = np.empty((N, case.dim))
                for c in range(N):
                    x = theta.copy()
                    for _ in range(H):
                        x = x - case.gamma * (gradient(random, c, x) + controls[c])
                    ends[c] = x
                theta = ends.mean(axis=0)
                if case.scaffold:
                    controls = controls + (ends - theta) / (case.gamma * H)
                if t >= BURN_IN:
                    out[r] += theta
        return Averages.of(out / (rounds - BURN_IN))

    return run
