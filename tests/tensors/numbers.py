"""Tensors without numbers, on numbers: every network summed over all its edges, one client and one eigenvalue after another."""

import itertools

import numpy as np

from symfed.tensors.tensor import (
    LEG,
    MARKS,
    OF_CLIENT,
    OF_MEAN,
    OF_POWERS,
    OTHER,
    OWN,
    STRANDS,
    FreeTensor,
    base_kind,
    legs_of,
    strand_nodes,
)


def evaluate(tensor: FreeTensor, jets, gamma: float, H: int, own: int = 0, other: int = 1) -> np.ndarray:
    """The value for float jets, of the clients `own` and `other` where the tensor is theirs."""
    total = np.zeros((jets.dim,) * tensor.rank, dtype=complex)
    for network, ratio in tensor.terms:
        total = total + _network(network, ratio, jets, gamma, H, {OWN: own, OTHER: other})
    return total.real


def _modes(matrix):
    """Eigenvalues and the projections onto their eigenvectors along the others, of a matrix that need not be symmetric."""
    values, vectors = np.linalg.eig(matrix)
    return values, [np.outer(v, w) for v, w in zip(vectors.T, np.linalg.inv(vectors), strict=True)]


def _network(network, ratio, jets, gamma, H, marked):
    strands = strand_nodes(network)
    blocks = sorted({node.block for node in network if node.block >= 0})
    fixed = {node.block: marked[node.kind] for node in network if node.kind in MARKS}
    spectra = {OF_MEAN: [_modes(jets.hessian)], OF_CLIENT: [_modes(A) for A in jets.hessians]}
    powers = [np.linalg.matrix_power(np.eye(jets.dim) - gamma * A, H) for A in jets.hessians]
    spectra[OF_POWERS] = [_modes(np.mean(powers, axis=0))]
    legs = legs_of(network)
    total = np.zeros((jets.dim,) * len(legs), dtype=complex)
    choices = [[fixed[b]] if b in fixed else range(jets.N) for b in blocks]
    for clients in itertools.product(*choices):
        client = dict(zip(blocks, clients, strict=True))
        for modes in itertools.product(range(jets.dim), repeat=len(strands)):
            operands, values = [], []
            for node, mode in zip(strands, modes, strict=True):
                x, projections = spectra[base_kind(node.kind)][client.get(node.block, 0) if base_kind(node.kind) == OF_CLIENT else 0]
                operands += [projections[mode], list(node.legs)]
                values.append(x[mode])
            for node in network:
                if node.kind not in (*STRANDS, *MARKS) and node.kind > LEG:
                    array = jets.derivative(len(node.legs)) if node.kind == 1 else jets.cumulant(node.kind, len(node.legs) - node.kind)
                    operands += [array[client[node.block]], list(node.legs)]
            edges = [legs[k] for k in range(len(legs))]
            for k, edge in enumerate(edges):
                if edge in edges[:k]:  # an identity between open legs
                    edges[k] = 1_000_000 + edge
                    operands += [np.eye(jets.dim), [edge, edges[k]]]
            scale = _ratio(ratio, values, gamma, H, jets.N)
            names = {e: n for n, e in enumerate(sorted({*edges, *[e for place in operands[1::2] for e in place]}))}
            small = [[names[e] for e in part] if k % 2 else part for k, part in enumerate(operands)]
            total = total + scale * (np.einsum(*small, [names[e] for e in edges]) if small else 1)
    averaged = [b for b in blocks if b not in fixed]
    return total / jets.N ** len(averaged)


def _ratio(ratio, values, gamma, H, N):
    def at(polynomial):
        names = polynomial.context().names()
        first = names.index("x0")
        count = (len(names) - first) // 2
        point = [gamma, H, N, *[0.0] * (first - 3), *values, *[1.0] * (count - len(values))]
        point += [(1 - gamma * x) ** H for x in values] + [1.0] * (count - len(values))
        return sum(float(c) * np.prod([v ** int(e) for v, e in zip(point, m, strict=True) if e]) for m, c in polynomial.to_dict().items())

    return at(ratio.top) / at(ratio.bottom)
