"""Functions that the kernels compute in every lane, without branches or calls: random bits, the sigmoid, log, sine and cosine.

Compiled with numba and inlined, so that a loop over lanes becomes vector code. `contract` is the only fast-math flag: NaN stays NaN and
nothing is reordered.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

LANE: dict[str, Any] = {"error_model": "numpy", "fastmath": {"contract"}, "nogil": True}

S11, S17, S19, S32, S45 = (np.uint64(k) for k in (11, 17, 19, 32, 45))
LOW = np.uint64(0xFFFFFFFF)
LOG2E = 1.4426950408889634
LN2_HIGH, LN2_LOW = 0.693145751953125, 1.42860682030941723212e-06  # their sum is log 2; the first has 20 bits: k * LN2_HIGH is exact
# mpmath.chebyfit of (exp(r) - 1 - r)/r^2 on [-log(2)/2, log(2)/2]; with these doubles exp(r) is off by at most 1.6e-17 of itself
E2, E3, E4, E5, E6 = 0.5000000000000001, 0.16666666666666669, 0.041666666666624164, 0.008333333333330065, 0.0013888888917196719
E7, E8, E9, E10 = 0.00019841269863040545, 2.4801521322368692e-05, 2.7557268480310024e-06, 2.7620075879983367e-07
E11 = 2.5100375832561234e-08
ROOT_HALF = np.int64(0x3FE6A09E667F3BCD)  # the bits of sqrt(1/2)


@njit(forceinline=True, **LANE)
def next_bits(state, lane, width):
    """The next 64 bits of a lane's xoshiro256+ generator; state: four rows of `width` numbers. See generators.py."""
    s0, s1, s2, s3 = state[lane], state[width + lane], state[2 * width + lane], state[3 * width + lane]
    out = s0 + s3
    shifted = s1 << S17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    state[lane], state[width + lane], state[2 * width + lane] = s0, s1, s2
    state[3 * width + lane] = (s3 << S45) | (s3 >> S19)
    return out


@njit(forceinline=True, **LANE)
def scaled(word, count):
    """count * word / 2^64: the whole part in the upper, a fraction in the lower 32 bits."""
    return (word >> S32) * count + (((word & LOW) * count) >> S32)


@njit(forceinline=True, **LANE)
def sigmoid(s):
    """1 / (1 + exp(-s)) to 4 ulp; exactly 0 below -710 and 1 above 37; NaN for NaN.

    exp(y) = 2^k exp(r) with |r| <= log(2)/2, and there a polynomial of degree 11 whose relative error is below 2e-17.
    """
    y = -s
    y = -708.0 if y < -708.0 else y  # in this form NaN is kept
    y = 710.0 if y > 710.0 else y  # exp(710) overflows to infinity, whose reciprocal is 0
    k = np.rint(y * LOG2E)
    r = (y - k * LN2_HIGH) - k * LN2_LOW
    p = E11
    p = p * r + E10
    p = p * r + E9
    p = p * r + E8
    p = p * r + E7
    p = p * r + E6
    p = p * r + E5
    p = p * r + E4
    p = p * r + E3
    p = p * r + E2
    p = p * r + 1.0
    p = p * r + 1.0
    return 1.0 / (1.0 + p * np.int64((np.int64(np.int32(k)) + 1023) << 52).view(np.float64))


@njit(forceinline=True, **LANE)
def normal_pair(first, second):
    """Two standard normal numbers from two random 64-bit numbers, by Box and Muller's method. See generators.py."""
    bits = np.float64((np.float64(first >> S11) + 1.0) * 2.0**-53).view(np.int64)
    k = (bits - ROOT_HALF) >> 52
    m = np.int64(bits - (k << 52)).view(np.float64)  # the number is 2^k m with sqrt(1/2) <= m < sqrt(2)
    t = (m - 1.0) / (m + 1.0)
    q = t * t
    # log m = 2 atanh t; |t| < 0.1716, so the first omitted term is below 3e-17 of the sum
    s = 1.0 / 19.0
    s = s * q + 1.0 / 17.0
    s = s * q + 1.0 / 15.0
    s = s * q + 1.0 / 13.0
    s = s * q + 1.0 / 11.0
    s = s * q + 1.0 / 9.0
    s = s * q + 1.0 / 7.0
    s = s * q + 1.0 / 5.0
    s = s * q + 1.0 / 3.0
    s = s * q + 1.0
    shift = np.float64(np.int32(k))
    radius = np.sqrt(-2.0 * (shift * LN2_HIGH + (shift * LN2_LOW + 2.0 * t * s)))
    turn = np.float64(second >> S11) * 2.0**-53
    quarter = np.rint(4.0 * turn)
    a = 6.283185307179586 * (turn - 0.25 * quarter)  # the difference is exact, and |a| <= pi/4
    b = a * a
    # Taylor's series; the first omitted terms, a^17/17! and a^18/18!, are below 6e-17 of the sums
    sine = -1.0 / 1307674368000.0
    sine = sine * b + 1.0 / 6227020800.0
    sine = sine * b - 1.0 / 39916800.0
    sine = sine * b + 1.0 / 362880.0
    sine = sine * b - 1.0 / 5040.0
    sine = sine * b + 1.0 / 120.0
    sine = sine * b - 1.0 / 6.0
    sine = (sine * b + 1.0) * a
    cosine = 1.0 / 20922789888000.0
    cosine = cosine * b - 1.0 / 87178291200.0
    cosine = cosine * b + 1.0 / 479001600.0
    cosine = cosine * b - 1.0 / 3628800.0
    cosine = cosine * b + 1.0 / 40320.0
    cosine = cosine * b - 1.0 / 720.0
    cosine = cosine * b + 1.0 / 24.0
    cosine = cosine * b - 0.5
    cosine = cosine * b + 1.0
    n = np.int64(np.int32(quarter))
    c = sine if (n & 1) != 0 else cosine
    d = cosine if (n & 1) != 0 else sine
    c = -c if ((n + 1) & 2) != 0 else c
    d = -d if (n & 2) != 0 else d
    return radius * c, radius * d


@njit(**LANE)
def add(values, sums):
    """sums += values."""
    for j in range(len(values)):
        sums[j] += values[j]


@njit(**LANE)
def add_moments(state, origin, distance, sums, squares, chains, dim, width):
    """Add state - origin to `sums`, and each chain's lower triangle of its outer square, row by row, to `squares`."""
    for c in range(chains * dim):
        for lane in range(width):
            distance[c * width + lane] = state[c * width + lane] - origin[c]
    add(distance, sums)
    pair = 0
    for c in range(0, chains * dim, dim):
        for i in range(c, c + dim):
            for k in range(c, i + 1):
                for lane in range(width):
                    squares[pair * width + lane] += distance[i * width + lane] * distance[k * width + lane]
                pair += 1
