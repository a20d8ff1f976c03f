"""From the clients' rounds to the moments of the stationary law, order by order in gamma."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from symfed.derive.tensors import TensorPolynomial, moments_from_cumulants
from symfed.models.arrays import Array

Solver = Callable[[Array, Array], Array]


def round_moments(
    client_mean: Sequence[TensorPolynomial], inverse_N: Any, server: tuple[Sequence[Any], Sequence[Any]], weight: int
) -> list[TensorPolynomial]:
    """E[theta_next⊗k | s] from the client means of cumulants; `server` holds the series of its coefficients of the mean and of s.

    Clients are independent given s, so cumulant k of their mean is N^(1-k) times the client mean of cumulants k.
    """
    cumulants = []
    for k, mean in enumerate(client_mean, start=1):
        cumulant = mean
        for _ in range(k - 1):
            cumulant = cumulant.times_series([inverse_N], weight)
        for _ in range(k):
            cumulant = cumulant.times_series(server[0], weight)
        cumulants.append(cumulant)
    identity = TensorPolynomial(1, {(0, 0, 1): client_mean[0].terms[0, 0, 1]})
    cumulants[0] = cumulants[0].plus(identity.times_series(server[1], weight))
    return moments_from_cumulants(cumulants, len(client_mean), weight)


def stationary_moments(moments: Sequence[TensorPolynomial], order: int, solve: Solver) -> dict[tuple[int, int], Array]:
    """E[(theta - theta*)⊗k] at gamma^j, keyed (k, j), for k <= 2j <= 2*order, from E[next⊗k] = E[now⊗k].

    A moment of degree k is of order gamma^(k/2) at most. At gamma^(j+1) the equation for k holds, of the moments at gamma^j, those of
    degree k and above only (the mean gradient at theta* is zero), so the system is triangular. `solve(M, v)` solves M x = v, M the
    (d^k, d^k) matrix of the degree.
    """
    known: dict[tuple[int, int], Array] = {(0, 0): np.array(1, dtype=object)}
    for j in range(1, order + 1):
        for k in range(2 * j, 0, -1):
            d = next(iter(moments[k - 1].terms.values())).shape[0]
            matrix = moments[k - 1].terms[1, 0, k]
            total = matrix.reshape((d,) * k + (-1,))[..., 0] * 0
            for (i, _, m), tensor in moments[k - 1].terms.items():
                if i == 0 or (i == 1 and m <= k):
                    continue
                if (m, j + 1 - i) in known:
                    total = total + (tensor if m == 0 else np.tensordot(tensor, known[m, j + 1 - i], axes=m))
            known[k, j] = solve(-matrix.reshape(d**k, d**k), total.reshape(d**k)).reshape((d,) * k)
    return known
