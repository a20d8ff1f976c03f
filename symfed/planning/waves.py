"""The stationary spread under control variates for different clients, without approximation: a mean over the unit circle.

In generating functions of the rounds, z on the circle, with P = (1 - gamma A_c)^H, R = 1 - K/H and a round's noise n_c of every client,
    theta(z) = (sum of w (z - R)^-1 (z - P))^-1 (sum of w (z - R)^-1 n_c),
so that the covariance is a mean over z of sums over clients: one more pass. The nodes on the circle are those of the exact reference.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from symfed.models.arrays import Array
from symfed.planning.law import EstimateLaw
from symfed.planning.local import Local
from symfed.planning.passes import Tally
from symfed.planning.predict import Closure, RunState
from symfed.planning.rounds import geometric, joint_geometric, outer, weighted_sum
from symfed.reference.exact.contour import Nodes, contour_nodes, enough_nodes, seen_from

_DIGITS = 14 / 37  # of the nodes for rounding level: an error of 1e-6
_WIDER = 1.5  # times the range of the clients' Hessians at the optimum: averaged over a path they differ


@dataclass
class Waves(Closure):
    """The work of a pass: kernels and sources at every node, for candidates with control variates; see `extra_spread`."""

    nodes: list[Nodes] = field(default_factory=list)

    def __call__(self, local: Local) -> Tally:
        sums, w = {}, local.weights[:, None]
        for number, ((_, (state,)), linear, nodes) in enumerate(zip(self.candidates, self.linearised(local), self.nodes, strict=True)):
            values, vectors = linear[0].modes
            z = state.gamma * values
            K = geometric(z, state.H)
            noise = state.gamma**2 * linear[0].seen_noises * joint_geometric(z, z, state.H)
            kernels, sources = [], []
            for cosine, sine in zip(nodes.cosines, nodes.sines, strict=True):
                inverse = 1 / seen_from(K / state.H, cosine, sine)
                kernels.append(_weighted_products(vectors, w * seen_from(z * K, cosine, sine) * inverse))
                inverse = w * inverse
                sources.append(_weighted_products(vectors, noise * outer(inverse, inverse.conj())))
            sums[f"{number}.kernels"], sums[f"{number}.sources"] = np.stack(kernels), np.stack(sources)
        return Tally(sums)


def _weighted_products(vectors: Array, middle: Array) -> Array:
    return weighted_sum(vectors, middle.real, vectors) + 1j * weighted_sum(vectors, middle.imag, vectors)


def circle_nodes(state: RunState, low: float, high: float) -> Nodes:
    """Nodes for clients with Hessians in [low, high]."""
    ends = state.gamma * np.array([low / _WIDER, min(high * _WIDER, 1 / state.gamma)])
    K = geometric(ends, state.H)
    left = np.concatenate([ends * K, K / state.H])
    speeds = left / (2 - left)
    least, most = speeds.min(), max(speeds.max(), 4 * speeds.min())
    return contour_nodes(least, most, 2 * int(np.ceil(enough_nodes(least, most) * _DIGITS / 2)) + 4)


def extra_spread(law: EstimateLaw, nodes: Nodes, kernels: Array, sources: Array) -> float:
    """The trace of the stationary covariance, minus that of the law."""
    inverses = np.linalg.inv(kernels)
    densities = np.einsum("jik,jkl,jil->j", inverses, sources, inverses.conj(), optimize=True)
    return float((nodes.weights * densities).sum().real) - law.spread(np.inf, 1)
