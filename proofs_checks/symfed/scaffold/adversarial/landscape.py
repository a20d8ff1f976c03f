"""How noisy two groups of clients are under Scaffold, over the number of local steps and the spread of their curvatures."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from proofs_checks.symfed.scaffold.adversarial.populations import Population, variance_ratio
from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array


def two_groups(progress: ArrayLike, kappa: ArrayLike, H: int, share: float = 0.5, noise: tuple[float, float] = (1.0, 1.0)) -> Array:
    """R = N mu (2 - gamma mu) Sigma / (gamma sigma^2) over gamma mu H (rows) and kappa (columns), d = 1; shape (rows, columns).

    A `share` of the clients has curvature mu, the others L = kappa mu; `noise` is the variance of the two groups' gradients and sigma^2
    its mean over clients. Only shares matter, not N. NaN where gamma L = progress kappa / H exceeds 1. Raises InvalidInput.

    >>> float(two_groups([0.5], [1.0], H=10)[0, 0].round(12))
    1.0
    """
    if not 0 < share < 1:
        raise InvalidInput("share", share, "must lie strictly between 0 and 1")
    rows, columns = np.asarray(progress, dtype=float), np.asarray(kappa, dtype=float)
    mu, ratio = np.meshgrid(rows / H, columns, indexing="ij")
    inside = (mu * ratio <= 1) & (mu > 0) & (ratio >= 1)
    low = np.where(inside, mu, 1.0).ravel()
    curvatures = np.stack([low, np.where(inside, mu * ratio, 1.0).ravel()], axis=1)
    B = low.size
    variances = np.broadcast_to(np.asarray(noise, dtype=float), (B, 2))
    weights = np.broadcast_to(np.array([share, 1 - share]), (B, 2))
    found = variance_ratio(Population(curvatures[..., None, None], variances[..., None, None], np.full(B, H), weights))
    return np.where(inside, found.reshape(mu.shape), np.nan)
