"""FedAvg's runs at gamma and at 2 gamma on quadratic clients with additive noise: how their leading covariances come about, in every dimension.

Run i = 1, 2 has the step size i gamma: e_i+ = P_i e_i - k_i + n_i with P_i = mean_c (1 - i gamma A_c)^H, and n_i is the mean over clients of
i gamma times a sum over steps h of (1 - i gamma A_c)^(H-1-h) nu_{c,h}. On the same samples, and for i = j,

    Q_ij = cov(n_i, n_j) = i j gamma^2/N mean_c sum_h (1 - i gamma A_c)^h C_c (1 - j gamma A_c)^h,

else zero. The stationary covariances solve X_ij = P_i X_ij P_j + Q_ij, and T times the covariance of averages of T iterates tends to
L_ij = (1 - P_i)^-1 Q_ij (1 - P_j)^-1. To leading order P_i = 1 - i gamma H A, which is linear in A_c, so that its mean is that of A.
"""

from functools import cache

from symfed.checks.every_dimension import IdentityInEveryDimension
from symfed.claims import EVERYTHING
from symfed.core.symbols import H, N, a, gamma
from symfed.tensors.jets import TensorJets, operator
from symfed.tensors.ratio import Ratio, function_of
from symfed.tensors.tensor import OF_CLIENT, OF_MEAN, FreeTensor, averaged, contracted


def step(i: int) -> Ratio:
    """1 - i gamma x."""
    return function_of(1 - i * gamma * a, a)


def power(i: int) -> Ratio:
    """(1 - i gamma x)^H up to gamma^2."""
    return function_of((1 - gamma * a) ** H, a).series(2).rescaled(i)


@cache
def leading_noise(i: int, j: int) -> FreeTensor:
    """Q_ij to gamma^2."""
    over = (1 - power(i) * power(j).shifted(1)) / (1 - step(i) * step(j).shifted(1))
    return averaged(operator(OF_CLIENT, over.series(0), TensorJets().noise_covariance)) * (i * j * gamma**2) / N


@cache
def leading_covariance(i: int, j: int, of_averages: bool) -> FreeTensor:
    """The first term of X_ij, of order gamma, or of L_ij, of order one."""
    one, other = power(i), power(j).shifted(1)
    gap = (1 - one).cut(1) * (1 - other).cut(1) if of_averages else (1 - one * other).cut(1)
    return operator(OF_MEAN, 1 / gap, leading_noise(i, j))


def total_variance(shared: bool, of_averages: bool) -> FreeTensor:
    """The trace of the covariance of 2 theta_1 - theta_2, of iterates or of averages."""
    total = 4 * leading_covariance(1, 1, of_averages) + leading_covariance(2, 2, of_averages)
    if shared:
        total = total - 2 * leading_covariance(1, 2, of_averages) - 2 * leading_covariance(2, 1, of_averages)
    return contracted("ii->", total)


def of_total_variance(shared: bool, of_averages: bool) -> IdentityInEveryDimension:
    """The check of a matrix by its trace."""
    return IdentityInEveryDimension(
        lambda said: contracted("ii->", said) - total_variance(shared, of_averages),
        scope="traces, symbolic gamma, H and N, tensors of any dimension",
        covers=EVERYTHING,
    )
