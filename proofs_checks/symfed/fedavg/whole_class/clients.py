"""Exact clients in the plane that are worse for FedAvg than quadratics, and pairs of them that are mirror images."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isqrt
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from proofs_checks.symfed.scaffold.whole_class.cases import ClientCase, RoundOfClients, client_cases, rounds
from symfed.models.arrays import Array
from symfed.strategies import Strategy

ZERO, ONE = flint.fmpq(0), flint.fmpq(1)
TINY = ONE / 2**80


@dataclass(frozen=True)
class WedgeClient(ClientCase):
    """f = mu/2 |x|^2 + (L-mu)/2 dist(x, C)^2 in the plane, C the cone between two rays from 0.

    `rays` are directions (1, a) and (1, b), 0 <= a <= b; with `side` = -1 all is mirrored across the first axis. f is mu-strongly convex and L-smooth, and not quadratic: it has the curvature mu
    inside the cone and L across it.
    """

    rays: tuple[tuple[Any, Any], ...] = ()
    side: int = 1

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        rays = " and ".join(f"({x}, {self.side * y})" for x, y in self.rays)
        return super().describe() | {"pieces": f"{self.L - self.mu} across the cone between the rays {rays}"}

    def nearest(self, x: Array) -> Array:
        """The point of the cone that is nearest to x, shape (2,)."""
        low, high = (np.array(ray, dtype=object) for ray in self.rays)
        if low[0] * x[1] >= low[1] * x[0] and high[0] * x[1] <= high[1] * x[0]:
            return x
        on_rays = [max(ray @ x, ZERO) / (ray @ ray) * ray for ray in (low, high)]
        return min(on_rays, key=lambda p: (x - p) @ (x - p))

    def gradient(self, x: Array) -> Array:
        """f'(x), shape (2,)."""
        flip = np.array([1, self.side], dtype=object)
        return self.mu * x + (self.L - self.mu) * (x - flip * self.nearest(flip * x))


def root(x: Any) -> Any:
    """A square root to within 2^-80, as a rational."""
    return flint.fmpq(isqrt(int(x * 2**160)), 2**80)


def tilt(q: Any) -> Any:
    """z in [1/sqrt 2, 1] with q z^2 (1+z) = 2 (2 z^2 - 1), to within 2^-80."""
    low, high = flint.fmpq(7, 10), ONE
    while high - low > TINY:
        z = (low + high) / 2
        low, high = (z, high) if q * z**2 * (1 + z) >= 2 * (2 * z**2 - 1) else (low, z)
    return (low + high) / 2


def wedge(H: int, mu: Any, step: Any = ONE, share: Any = ONE) -> WedgeClient:
    """The worst client for gamma L = 1, gamma = `step`: one ray at half the angle of the other, whose cosine is z; e = (1, 0).

    y is (0, -H d) but for roundings of 2^-80; `share` multiplies d.
    """
    s = 1 - mu
    z, added = tilt(s**H), sum((s**k for k in range(H - 1)), ZERO)
    sine = root(1 - z**2)
    d = share * (1 - z) * (1 + 2 * z) / (s * added * sine * z**2)
    rays = ((ONE, sine / (1 + z)), (ONE, sine / z))  # tan(phi) = sin(2 phi)/(1 + cos(2 phi))
    return WedgeClient(step, mu / step, ONE / step, H, (ONE, ZERO), (ZERO, -H * d), (), ONE, rays)


def mirrored(case: WedgeClient) -> RoundOfClients:
    """A client and its mirror image across the first axis, in one round."""
    return RoundOfClients((case, replace(case, y=(case.y[0], -case.y[1]), side=-case.side)))


def wedges() -> list[WedgeClient]:
    """The worst clients, for a few H and mu."""
    return [wedge(H, flint.fmpq(mu)) for H, mu in ((2, ONE / 10), (2, ONE / 2), (3, ONE / 10), (4, ONE / 100), (7, ONE * 2 / 5))]


def turned_wedges() -> list[WedgeClient]:
    """The worst clients, and others whose gradient at theta* is not quite at right angles to where they start."""
    turned = [replace(case, y=(case.y[1] * part, case.y[1])) for case in wedges() for part in (-ONE / 50, ONE / 50)]
    return [*wedges(), *turned]


def mirrored_wedges() -> list[RoundOfClients]:
    """Pairs that are at rest where they start, but for roundings: as far from the optimum as any."""
    return [mirrored(case) for case in wedges()]


def long_steps() -> list[ClientCase]:
    """f'' = L on the line, at gamma L = 19/10."""
    L = flint.fmpq(19, 10)
    steep = ClientCase(ONE, ONE / 10, L, 3, (3 * ONE,), (ONE,), ((L - ONE / 10, (ONE,), flint.fmpq(-10000)),), ONE)
    return [steep, replace(steep, H=4), replace(steep, H=2, e=(-3 * ONE,), y=(2 * ONE,))]


def cases(d: int, N: int) -> Strategy:
    """Drawn clients with piecewise linear gradients, the worst ones in the plane, and steps longer than 1/L; one client, `N` is not read."""
    known = wedges() if d == 2 else long_steps()
    return st.one_of(client_cases(d, N), client_cases(d, N), st.sampled_from(known))


def rounds_of_pairs(d: int, N: int) -> Strategy:
    """Drawn rounds of N clients, mirrored pairs in the plane among them."""
    drawn = rounds(d, N)
    return st.one_of(drawn, drawn, st.sampled_from(mirrored_wedges())) if (d, N) == (2, 2) else drawn
