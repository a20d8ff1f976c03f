"""Linear stochastic approximation without control variates: moments of the stationary law in every dimension, by orders in gamma.

A_c need not be symmetric, and noise may be multiplicative: at theta* + e its covariance is C_c(e) = C_c + C_c'[e] + C_c''[e, e]/2, and
no more, as a sample's drift is affine. From e = theta - theta* a client's h steps, each x -> M x + v (g_c + noise) with M = M(A_c) and
a number v, lead to q_h(A_c) e + t_h(A_c) g_c and noise, of covariance W_h in the mean:

    W_{h+1} = M W_h M' + v² E C_c(x_h),   W_0 = 0,   E x_h x_h' = W_h + E (q_h e + t_h g_c)(q_h e + t_h g_c)'.

The server takes the mean of clients with independent noise. With m = E e and V = E e e', Q = <q_H> and T = <t_H g>,

    m = Q m + T,   V = Q V Q' + Q m T' + T m' Q' + T T' + <W_H>/N.

M = Id + O(gamma) and v = O(gamma): so each pass through W makes it correct to one more power of gamma, sums over steps being sums of
polynomials; and as Q = Id - gamma H A + O(gamma²), T = O(gamma²) and W = O(gamma²), the balances of m and V at gamma^(j+1) hold their
coefficients at gamma^j through gamma H A m and gamma H (A V + V A') alone. Such coefficients exist: the equations are affine in m and
V and analytic in gamma; divided by gamma H they say A m = O(gamma) and A V + V A' = O(gamma), with what m and V add of size gamma, so that
the inverses of A and of its Kronecker sum make m and V analytic near gamma = 0.
"""

from __future__ import annotations

from functools import cache, partial

import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.core.supposed import derived
from symfed.derive.lift import local_map
from symfed.models.algorithms import get_algorithm
from symfed.tensors.jets import LINEAR
from symfed.tensors.normal import is_zero, rebuilt
from symfed.tensors.ratio import Ratio
from symfed.tensors.tensor import FreeTensor, averaged, contracted
from symfed.tensors.truths import affine_round


def linear_form(algorithm: str, quantity: str, order: int = 1) -> FreeTensor:
    """The stationary "bias" or "second_moment" up to gamma^order.

    Raises InvalidInput for rules with control variates or of one local step, for servers that do not take the mean, and for steps that
    contain H.
    """
    if quantity not in ("bias", "second_moment"):
        raise InvalidInput("quantity", quantity, "must be bias or second_moment")
    derived(get_algorithm(algorithm), quantity, order, together=quantity == "second_moment")
    return _moments(algorithm, order)[quantity == "second_moment"]


def extrapolated_linear_form(algorithm: str, order: int = 1) -> FreeTensor:
    """The bias of Richardson-Romberg, twice that at gamma less that at 2 gamma, to gamma^order."""
    once = linear_form(algorithm, "bias", order)
    return once * 2 - once.with_ratios(lambda ratio: ratio.rescaled(2))


def _affine_square(u: FreeTensor, v: FreeTensor, second_moment: FreeTensor, mean: FreeTensor) -> FreeTensor:
    """E (u e + v)(u e + v)' of a matrix u and a vector v."""
    drift = LINEAR.outer(LINEAR.apply(u, mean), v)
    return contracted("ij,jk,lk->il", u, second_moment, u) + drift + LINEAR.transpose(drift) + LINEAR.outer(v, v)


@cache
def _moments(algorithm: str, order: int) -> tuple[FreeTensor, FreeTensor]:
    """m and V to gamma^order."""
    whole, p = affine_round(algorithm, LINEAR), LINEAR
    m, V = FreeTensor(1), FreeTensor(2)
    for j in range(1, order + 1):
        q, pull = (part.with_ratios(partial(Ratio.series, order=j + 1)) for part in (whole.slope, whole.pull))
        t = p.apply(pull, p.gradients)
        Q, T = averaged(q), averaged(t)
        W = _noise_covariance(algorithm, q, t, m, V, j + 1).with_ratios(Ratio.at_the_end)
        balance = p.apply(Q, m) + T - m
        second = _affine_square(Q, T, V, m) + averaged(W) / table.N - V
        step = table.gamma * table.H
        m, V = rebuilt(m + p.solve(p.hessian, rebuilt(balance, j + 1)) / step, j), V + p.lyapunov(p.hessian, rebuilt(second, j + 1)) / step
        V = rebuilt(V, j)
    return m, V


def _noise_covariance(algorithm: str, q: FreeTensor, t: FreeTensor, m: FreeTensor, V: FreeTensor, order: int) -> FreeTensor:
    """W_h to gamma^order, in the symbol h."""
    p, rule, step = LINEAR, get_algorithm(algorithm), local_map(algorithm)
    if rule.exact_gradient:
        return FreeTensor(2)
    if rule.one_step or sp.Tuple(step.state, step.gradient).has(table.H):
        raise InvalidInput("algorithm", rule.name, "must take H local steps in which H does not stand")
    q, t = q.with_ratios(Ratio.counted), t.with_ratios(Ratio.counted)
    M = p.of_hessians(Ratio.of(step.state) + Ratio.of(step.gradient) * Ratio.x(0))
    at_mean = p.noise_covariance + contracted("abi,i->ab", p.noise_derivative, p.apply(q, m) + t)
    before, W = _affine_square(q, t, V, m), FreeTensor(2)
    while True:
        spread = contracted("abij,ij->ab", p.noise_second_derivative, before + W) / 2
        gained = contracted("ij,jk,lk->il", M, W, M) - W + (at_mean + spread) * step.gradient**2
        after = rebuilt(gained, order).with_ratios(Ratio.summed)
        if is_zero(after - W):
            return W
        W = after
