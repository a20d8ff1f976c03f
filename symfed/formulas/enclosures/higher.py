"""Further constants of a problem for order two: tensors of the mean client, and norms of derivatives at theta*.

C_c(d) is the covariance of nu_c(d), and C' , C'', C''' are its derivatives at theta*. With p = phi', A0_c = mean phi'' a a' and
gbar_c = mean p a, both without the regulariser, C_c(d) = mean p² a a' - gbar gbar', so that
C'[v] = mean 2 p phi'' (a'v) a a' - gbar (A0 v)' - (A0 v) gbar',
C''[X] = mean 2 (phi''² + p phi''') (a'Xa) a a' - gbar T[X]' - T[X] gbar' - 2 A0 X A0,
and C'''[Z] has the weights 6 phi'' phi''' + 2 p phi'''', Q[Z] in place of T[X], and 6 A0 T in place of 2 A0 X A0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symfed.formulas.enclosures.constants import Constants, operator_norm, sum_of_cubes
from symfed.models.arrays import Array
from symfed.numeric.ball_arrays import BallArray, eigenvalue_range, up


@dataclass(frozen=True)
class Higher:
    """third (d, d, d): mean of T_c. slopes (d, d, d), [i, j, k]: N^-2 times the sum of the derivatives of C_c,ij along k. cubes (d, d, d):
    N^-3 times the sum of E nu_c nu_c nu_c at theta*. All balls.

    fifth, sixth (N,): |f_c^(5)|_op, |f_c^(6)|_op at theta*, from tensors with the Frobenius norm to vectors. noise1, noise2, noise3 (N,):
    norms of C', C'', C''' likewise, to matrices with the Frobenius norm; noise_slope (N,) that of mean 2 p phi'' a a a.
    noise_gradients (N, d), noise_hessians (N, d, d): gbar, A0. weights (N, n): of the first and the second derivative of C_c,
    `2 p phi''` and `phi''² + p phi'''` times share.
    """

    third: BallArray
    slopes: BallArray
    cubes: BallArray
    fifth: Array
    sixth: Array
    noise_slope: Array
    noise1: Array
    noise2: Array
    noise3: Array
    noise_gradients: BallArray
    noise_hessians: BallArray
    weights: tuple[BallArray, BallArray]


def higher(c: Constants) -> Higher:
    """The further constants of a problem with rows, for order two."""
    rows, share = c.rows, c.share
    N, n, _ = rows.shape
    p, v, third, fourth, fifth, sixth = c.jets
    gbar = (rows * (p * share).reshape(N, n, 1)).sum(axis=1)
    A0 = rows.T @ (rows * (v * share).reshape(N, n, 1))
    first, second = p * v * share * 2.0, (v * v + p * third) * share
    products = rows @ rows.T
    squares = products * products
    fourth_powers = squares * squares
    noise_slope = operator_norm(rows, first, squares)
    mean, top = gbar.norm_bound(), np.maximum(eigenvalue_range(A0)[1], 0)
    noise1 = np.minimum(noise_slope + 2 * mean * top, 2 * c.sigma[2] * c.ell[2])
    largest = [x.size_bound().max(axis=1) for x in ((v * v + p * third) * 2.0, v * third * 6.0 + p * fourth * 2.0)]
    noise2 = largest[0] * c.fourth_power + 2 * mean * c.third + 2 * top**2
    noise3 = largest[1] * c.fourth_power * c.lengths + 2 * mean * c.fourth + 6 * top * c.third
    tensors = _cube_sums(rows, (c.bend, first, None), c, gbar)
    slopes = tensors[1] - _symmetrised_products(gbar, A0)
    return Higher(
        tensors[0] * _inverse_power(N, 1), slopes * _inverse_power(N, 2), tensors[2] * _inverse_power(N, 3),
        operator_norm(rows, fifth * share, fourth_powers), operator_norm(rows, sixth * share, fourth_powers * products), noise_slope,
        up(noise1), up(noise2), up(noise3), gbar, A0, (first, second),
    )  # fmt: skip


def _inverse_power(N: int, power: int) -> BallArray:
    return BallArray(float(N) ** -power, 2.0**-50 * float(N) ** -power)


def _symmetrised_products(vectors: BallArray, matrices: BallArray) -> BallArray:
    """The sum over clients of u_i M_jk + u_j M_ik, (d, d, d)."""
    N, d = vectors.shape
    once = (vectors.T @ matrices.reshape(N, d * d)).reshape(d, d, d)
    return once + BallArray(np.swapaxes(once.mid, 0, 1), np.swapaxes(once.rad, 0, 1))


def _cube_sums(rows: BallArray, weights: tuple[BallArray | None, ...], c: Constants, gbar: BallArray) -> list[BallArray]:
    """Sums over all samples of w a a a for each table of weights, and for None of share (p a - gbar) three times: (d, d, d) each."""
    N, n, d = rows.shape
    noise = rows * c.jets[0].reshape(N, n, 1) - gbar.reshape(N, 1, d)
    out = []
    for table in weights:
        vectors = (noise if table is None else rows).reshape(N * n, d)
        scaled = vectors * (c.share if table is None else table).reshape(N * n, 1)
        out.append(sum_of_cubes(scaled, vectors).reshape(d, d, d))
    return out
