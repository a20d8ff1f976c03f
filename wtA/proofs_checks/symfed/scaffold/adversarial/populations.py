"""Many populations of quadratic clients at once, and how noisy Scaffold is on each of them.

Third road to Scaffold's stationary law, next to `reference.exact` and the derivations, and the fastest: eigendecompositions give a round
in closed form, doubling sums it up, all in batched float64. It suggests instances and decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from symfed.models.arrays import Array

KINDS = ("isotropic", "common", "single")
_DECADES, _STEPS = 4, 3  # condition numbers up to 10^4, up to 10^3 local steps
_MARGIN = 0.15  # of every coordinate's range lies beyond either end, so that ends are met exactly
_DOUBLINGS = 60


@dataclass(frozen=True)
class Population:
    """B populations of N clients in units with gamma = 1: hessians (B, N, d, d), noise (B, N, d, d), H (B,); weights (B, N) sum to one.

    A client of weight w stands for a share w of all clients, all with its Hessian and noise.
    """

    hessians: Array
    noise: Array
    H: Array
    weights: Array


@dataclass(frozen=True)
class Family:
    """Populations of N clients in dimension d with gamma L <= 1, as images of the points of a unit cube.

    noise: "isotropic" is C_c = I for all; "common" one direction for all clients; "single" one direction for the first client alone. The
    variance is linear in the C_c, so that the last two hold the worst of all common, and of all, noise of given mean trace.
    apart: L >= 2 mu, all curvatures of the first client are L and one of the last client is mu, so that equal clients are left out.
    """

    noise: str
    d: int
    N: int
    apart: bool = False

    def __post_init__(self) -> None:
        if self.noise not in KINDS:
            raise ValueError(f"noise is {self.noise!r}; it must be one of {', '.join(KINDS)}")

    @property
    def name(self) -> str:
        return f"{self.noise}-d{self.d}-N{self.N}" + "-apart" * self.apart

    @property
    def turns(self) -> int:
        """Angles of a rotation."""
        return self.d * (self.d - 1) // 2

    @property
    def size(self) -> int:
        """Coordinates: condition number, gamma L, H, curvatures, rotations of the clients and of the noise."""
        return 3 + self.N * (self.d + self.turns) + (0 if self.noise == "isotropic" else self.turns)

    def population(self, points: Array) -> Population:
        """The populations at `points` (B, size) in [0, 1]."""
        B, N, d = len(points), self.N, self.d
        met = np.clip((points - _MARGIN) / (1 - 2 * _MARGIN), 0, 1)
        kappa, largest = 10 ** (_DECADES * met[:, 0]), np.maximum(met[:, 1], 0.01)
        H = np.round(10 ** (_STEPS * met[:, 2])).astype(int)
        shares, angles = met[:, 3 : 3 + N * d].reshape(B, N, d), 2 * np.pi * points[:, 3 + N * d :]
        if self.apart:
            kappa, shares[:, 0], shares[:, -1, 0] = np.maximum(kappa, 2), 1, 0
        curvatures = largest[:, None, None] * kappa[:, None, None] ** (shares - 1)
        bases = [rotations(d, angles[:, c * self.turns : (c + 1) * self.turns]) for c in range(N)]
        hessians = np.stack([(basis * curvatures[:, c, None, :]) @ basis.transpose(0, 2, 1) for c, basis in enumerate(bases)], axis=1)
        return Population(hessians, self._noise(angles[:, N * self.turns :]), H, np.full((B, N), 1 / N))

    def _noise(self, angles: Array) -> Array:
        B, N, d = len(angles), self.N, self.d
        if self.noise == "isotropic":
            return np.broadcast_to(np.eye(d), (B, N, d, d))
        direction = rotations(d, angles)[:, :, 0]
        noise = np.zeros((B, N, d, d))
        noise[:, : N if self.noise == "common" else 1] = (direction[:, :, None] * direction[:, None, :])[:, None]
        return noise


def rotations(d: int, angles: Array) -> Array:
    """Products (B, d, d) of plane rotations by `angles` (B, d (d - 1) / 2)."""
    turned = np.broadcast_to(np.eye(d), (len(angles), d, d))
    for k, (i, j) in enumerate(combinations(range(d), 2)):
        plane = np.broadcast_to(np.eye(d), (len(angles), d, d)).copy()
        cos, sin = np.cos(angles[:, k]), np.sin(angles[:, k])
        plane[:, i, i], plane[:, j, j], plane[:, i, j], plane[:, j, i] = cos, cos, -sin, sin
        turned = turned @ plane
    return turned


def variance_ratio(population: Population) -> Array:
    """R = N mu (2 - gamma mu) tr Sigma / (gamma sigma^2), shape (B,), sigma^2 the mean of tr C_c: 1 for equal clients of curvature mu.

    x_c = e + y_c moves by x_c+ = r(A_c) x_c + (q - r)(A_c) e + noise with e = mean x_c. Copies of a client move e as one client does whose
    noise is averaged, which is what `weights` are for: R depends on shares, not on N.
    """
    A, weights, (B, N, d, _) = population.hessians, population.weights, population.hessians.shape
    H = population.H[:, None, None]
    a, basis = np.linalg.eigh(A)
    left = 1 - a
    q = left**H
    r = 1 - (1 - q) / (a * H)
    products = left[..., :, None] * left[..., None, :]
    powers = (1 - products ** H[..., None]) / (1 - products)
    turned = basis.transpose(0, 1, 3, 2)
    local = basis @ ((turned @ population.noise @ basis) * powers) @ turned / weights[..., None, None]
    own, shared = (basis * r[..., None, :]) @ turned, (basis * (q - r)[..., None, :]) @ turned
    blocks, start = shared[:, :, :, None, :] * weights[:, None, None, :, None], np.zeros((B, N, d, N, d))
    for c in range(N):
        blocks[:, c, :, c] += own[:, c]
        start[:, c, :, c] = local[:, c]
    M, X = blocks.reshape(B, N * d, N * d), start.reshape(B, N * d, N * d)
    for _ in range(_DOUBLINGS):
        X = X + M @ X @ M.transpose(0, 2, 1)
        M = M @ M
        if np.abs(M).max() < 1e-10:  # what is left out is a 1e-20th of X
            break
    trace = np.einsum("bc,bcidi,bd->b", weights, X.reshape(B, N, d, N, d), weights)
    sigma2 = np.einsum("bc,bcii->b", weights, population.noise)
    mu = a.min(axis=(1, 2))
    ratio: Array = mu * (2 - mu) * trace / sigma2
    return ratio
