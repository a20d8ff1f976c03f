"""The random numbers of a simulation: one xoshiro256+ generator for each replica and client, on arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symfed.models.arrays import Array, to_float
from symfed.reference.streams import stream

Bits = NDArray[np.uint64]
_HALF, _LOW = np.uint64(32), np.uint64(0xFFFFFFFF)


def initial_states(seed: int, name: str, replicas: int, clients: int) -> Bits:
    """A state (4 words) for each replica and client, shape (replicas, clients, 4); the first r replicas do not depend on their number.

    States are uniform on 256 bits, so that two of k generators share numbers within m draws with probability below 2 m k² / 2^256.
    """
    raw = stream(seed, name).bit_generator.random_raw(replicas * clients * 4)
    return np.asarray(raw, dtype=np.uint64).reshape(replicas, clients, 4)


def next_bits(state: Bits) -> Bits:
    """The next 64 bits of every generator; `state`, with its four words on the last axis, is advanced in place.

    Source: Blackman and Vigna, Scrambled linear pseudorandom number generators, 2021 (xoshiro256+). Its lowest bits are weak and
    have the least weight in the numbers drawn here.

    >>> [int(next_bits(states)) for states in [np.array([1, 2, 3, 4], dtype=np.uint64)] for _ in range(3)]
    [5, 211106232532999, 211106635186183]
    """
    s0, s1, s2, s3 = (state[..., k] for k in range(4))
    out: Bits = s0 + s3
    shifted = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3[...] = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return out


@dataclass(frozen=True)
class Alias:
    """Walker's alias tables, the clients' one after the other: sample k of a client stays if the fraction is below `limits`.

    firsts, counts (N,): a client's first sample, and the number of its samples. limits: 2^32 times the probability to stay.
    others: the sample that replaces it otherwise, counted within the client.
    """

    firsts: Bits
    counts: Bits
    limits: Bits
    others: Bits


def alias_tables(weights: Sequence[ArrayLike]) -> Alias:
    """Tables for clients whose samples have these probabilities; a uniform client never leaves its first choice.

    A sample's probability is accurate to 2^-32 (the rounding of `limits`), to 2^-64 for a uniform client.
    """
    counts = [len(np.asarray(w)) for w in weights]
    tables = [_alias(to_float(np.asarray(w))) for w in weights]
    limits, others = (np.concatenate([table[k] for table in tables]) for k in (0, 1))
    firsts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    return Alias(*(np.asarray(part, dtype=np.uint64) for part in (firsts, counts, limits, others)))


def _alias(weights: Array) -> tuple[Bits, Bits]:
    n = len(weights)
    share = weights * (n / weights.sum())
    limits, others = np.full(n, 2**32, dtype=np.uint64), np.arange(n, dtype=np.uint64)
    # floats: n additions of numbers near 1, each with an error of at most 2^-53 n
    if np.all(abs(share - 1) <= n * 2.0**-50):
        return limits, others
    poor, rich = [k for k in range(n) if share[k] < 1], [k for k in range(n) if share[k] >= 1]
    while poor and rich:
        giver, taker = rich[-1], poor.pop()
        limits[taker], others[taker] = round(share[taker] * 2**32), giver
        share[giver] -= 1 - share[taker]
        if share[giver] < 1:
            poor.append(rich.pop())
    return limits, others


def draw_samples(state: Bits, tables: Alias) -> NDArray[np.int64]:
    """One sample number for every generator: state (R, N, 4) to (R, N)."""
    word, counts = next_bits(state), tables.counts
    # the 64-bit word as a fraction of one, times the count: whole part above, 32 bits of the rest below
    product = (word >> _HALF) * counts + (((word & _LOW) * counts) >> _HALF)
    z = product >> _HALF
    entry = tables.firsts + z
    return np.where((product & _LOW) < tables.limits[entry], z, tables.others[entry]).astype(np.int64)


def draw_normals(state: Bits, dim: int) -> Array:
    """`dim` standard normal numbers for every generator: state (R, N, 4) to (R, N, dim), by Box and Muller's method.

    They are pairs from a 53-bit radius and a 53-bit angle: no number exceeds sqrt(106 log 2) = 8.6, which a normal number does
    with probability 1e-17.
    """
    out: Any = np.empty((*state.shape[:-1], dim + dim % 2))
    for k in range(0, dim, 2):
        radius = np.sqrt(-2 * np.log(_fraction(next_bits(state)) + 2.0**-53))
        angle = 2 * np.pi * _fraction(next_bits(state))
        out[..., k], out[..., k + 1] = radius * np.cos(angle), radius * np.sin(angle)
    return out[..., :dim]


def covariance_roots(covariances: Array) -> Array:
    """Matrices R with R R' = covariance, (..., d, d): R times normal numbers is noise of that covariance."""
    values, vectors = np.linalg.eigh(to_float(covariances))
    roots: Array = vectors * np.sqrt(np.maximum(values, 0))[..., None, :]  # semi-definite: rounding may leave -1e-17
    return roots


def _fraction(bits: Bits) -> Array:
    return (bits >> np.uint64(11)) * 2.0**-53
