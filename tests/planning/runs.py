"""Federations and runs written apart from the package: loops over rounds, clients and steps, as the methods are stated."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Pairs = list[tuple[np.ndarray, np.ndarray]]


class Measured(NamedTuple):
    """The root of the mean squared distance over runs, its standard error, and the squares (R,) that it comes from."""

    distance: float
    error: float
    squares: np.ndarray


def gradient(X: np.ndarray, y: np.ndarray, theta: np.ndarray, loss: str, l2: float) -> np.ndarray:
    """Mean gradients (R, d) of rows X (R, n, d), y (R, n) at theta (R, d); labels of the logistic loss are -1 and 1."""
    scores = (X @ theta[..., None])[..., 0]
    slopes = scores - y if loss == "least_squares" else -y / (1 + np.exp(y * scores))
    return (slopes[:, None] @ X)[:, 0] / X.shape[1] + l2 * theta


def runs(
    method: str,
    clients: Pairs,
    loss: str,
    l2: float,
    gamma: float,
    H: int,
    rounds: int,
    last: int,
    replicas: int,
    seed: Any,
    batch: int = 1,
) -> np.ndarray:
    """Estimates (R, d) of a method from zero: the mean of the last `last` iterates."""
    if method == "fedavg+rr":  # on the same samples
        one, two = (runs("fedavg", clients, loss, l2, k * gamma, H, rounds, last, replicas, seed, batch) for k in (1, 2))
        return 2 * one - two
    random = seed() if callable(seed) else np.random.default_rng(seed)
    d, R = clients[0][0].shape[1], replicas
    theta, controls = np.zeros((R, d)), np.zeros((len(clients), R, d))
    total = np.zeros((R, d))
    for t in range(rounds):
        ends = []
        for c, (X, y) in enumerate(clients):
            x = theta.copy()
            for _ in range(H):
                drawn = random.integers(len(y), size=(R, batch))
                x = x - gamma * (gradient(X[drawn], y[drawn], x, loss, l2) + controls[c])
            ends.append(x)
        following = np.mean(ends, axis=0)
        if method == "scaffold":
            for c, x in enumerate(ends):
                controls[c] += (x - following) / (gamma * H)
        theta = following
        if t >= rounds - last:
            total += theta / last
    return total


def optimum(clients: Pairs, loss: str, l2: float) -> np.ndarray:
    """The minimiser of the mean of the clients' losses, by Newton's method."""
    d = clients[0][0].shape[1]
    theta = np.zeros(d)
    for _ in range(50):
        slope, curve = np.zeros(d), l2 * np.eye(d)
        for X, y in clients:
            slope += gradient(X[None], y[None], theta[None], loss, l2)[0] / len(clients)
            p = 1 / (1 + np.exp(-X @ theta))
            curve += X.T @ (X * (np.ones(len(y)) if loss == "least_squares" else p * (1 - p))[:, None]) / len(y) / len(clients)
        theta = theta - np.linalg.solve(curve, slope)
    return theta


def measured(estimates: np.ndarray, centre: np.ndarray) -> Measured:
    """What runs came to."""
    squares = ((estimates - centre) ** 2).sum(axis=1)
    root = float(np.sqrt(squares.mean()))
    return Measured(root, float(squares.std(ddof=1) / np.sqrt(len(squares)) / (2 * root)) if root else 0.0, squares)


def federation(random: Any, loss: str, clients: int, d: int, noise: float, equal: bool, most: int = 30) -> Pairs:
    """Clients with features of their own spread and centre; targets of one linear model, with noise of this size, or labels of it."""
    made, truth = [], random.normal(size=d)
    for _ in range(clients):
        n = most // 2 if equal else int(random.integers(3, most))
        X = random.normal(size=(n, d)) * random.uniform(0.5, 1.5, size=d) + 0.5 * random.normal(size=d)
        scores = X @ (truth + (0 if equal or noise == 0 else 0.3 * random.normal(size=d)))
        labels = np.where(scores + random.logistic(size=n) > 0, 1, -1)
        y = scores + noise * random.normal(size=n) if loss == "least_squares" else labels
        made.append((X, y))
    return made
