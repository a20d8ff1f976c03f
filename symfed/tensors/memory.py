"""Rules with control variates on quadratic clients with additive noise: second moments of the law in every dimension, by orders in gamma.

Seen from the optimum a round is x_c = q(A_c) e + r(A_c) y_c + n_c, then e = mean x_c and y_c = x_c - e, where e = theta - theta*, y_c is
the control variate's error over its gain, and clients' noises n_c are independent (`derive.quadratic.memory_round` reads q, r and the gain
off the rule). A_c is symmetric or not, as the jets have it: q_k' is a transpose. With

    V = E e e',    Y_c = E e y_c',    E y_c y_k' = B(c, k) + [c = k] D(c),

one round makes of x, and then of e and y,

    E x_c x_k' = X(c, k) + [c = k] W(c),   X(c, k) = q_c V q_k' + q_c Y_k r_k' + r_c Y_c' q_k' + r_c B(c, k) r_k',
    W(c) = r_c D(c) r_c' + S(c),
    E xbar x_k' = M(k) = <X(., k)> + W(k)/N,     V = <M>,   Y_k = M(k) - V,   B(c, k) = X(c, k) - M(k) - M(c)' + V,   D = W.

r is O(gamma) and q = Id - gamma H A_c + O(gamma^2): so every pass through Y, B and D makes them correct to one more power of gamma, and the
balance of V at gamma^(j+1) holds V's coefficient at gamma^j through gamma H (A V + V A') alone, which an inverse Kronecker sum solves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.core.supposed import Derivation, derived, remembered, suppose
from symfed.derive.lift import step_map
from symfed.derive.quadratic import memory_round
from symfed.models.algorithms import get_algorithm
from symfed.tensors.jets import SYMMETRIC, TensorJets, operator
from symfed.tensors.normal import is_zero, rebuilt
from symfed.tensors.ratio import Ratio, function_of
from symfed.tensors.tensor import OTHER, OWN, FreeTensor, averaged, contracted, marked


@dataclass(frozen=True)
class ControlMoments:
    """V, Y of client OWN, B of clients OWN and OTHER, D of client OWN: to some power of gamma."""

    V: FreeTensor
    Y: FreeTensor
    B: FreeTensor
    D: FreeTensor


@dataclass(frozen=True)
class MatrixRound:
    """q and r as matrices of client OWN, S its noise, each cut after a power of gamma."""

    q: FreeTensor
    r: FreeTensor
    S: FreeTensor


_read = cache(memory_round)


def _matrix_round(algorithm: str, order: int, p: TensorJets) -> MatrixRound:
    rule, whole = get_algorithm(algorithm), _read(algorithm)
    if rule.one_step:
        raise InvalidInput("algorithm", algorithm, "must take H local steps")
    one, power = function_of(whole.step, table.a), function_of(whole.step**table.H, table.a)
    added = (1 - power * power.shifted(1)) / (1 - one * one.shifted(1))
    noise = Ratio.of(step_map(rule).gradient ** 2) * added
    q, r = [p.of_hessians(function_of(f, table.a).series(order)) for f in (whole.q, whole.r)]
    return MatrixRound(q, r, operator(p.family, noise.series(order), p.noise_covariance))


def _product(*matrices: FreeTensor) -> FreeTensor:
    names = "abcdef"[: len(matrices) + 1]
    pattern = ",".join(names[k : k + 2] for k in range(len(matrices)))
    return contracted(f"{pattern}->{names[0]}{names[-1]}", *matrices)


def _moments_after(now: ControlMoments, one: MatrixRound, order: int) -> ControlMoments:
    """The moments after a round, cut after gamma^order."""
    q, r, Y = one.q, one.r, now.Y
    q_k, r_k, Y_k = [marked(part, OWN, OTHER) for part in (q, r, Y)]
    q_k, r_k = SYMMETRIC.transpose(q_k), SYMMETRIC.transpose(r_k)
    X = _product(q, now.V, q_k) + _product(q, Y_k, r_k) + _product(r, SYMMETRIC.transpose(Y), q_k) + _product(r, now.B, r_k)
    W = _product(r, now.D, SYMMETRIC.transpose(r)) + one.S
    X, W = rebuilt(X, order), rebuilt(W, order)
    M_k = averaged(X) + marked(W, OWN, OTHER) / table.N
    M = marked(M_k, OTHER, OWN)
    V = rebuilt(averaged(M), order)
    return ControlMoments(V, rebuilt(M - V, order), rebuilt(X - M_k - SYMMETRIC.transpose(M) + V, order), W)


def _fixed_moments(now: ControlMoments, one: MatrixRound, cut: int) -> ControlMoments:
    """Y, B and D at this V, up to gamma^cut: rounds are iterated until they are stationary."""
    while True:
        after = _moments_after(now, one, cut)
        pairs = ((after.Y, now.Y), (after.B, now.B), (after.D, now.D))
        now = ControlMoments(now.V, after.Y, after.B, after.D)
        if all(is_zero(new - old) for new, old in pairs):
            return now


@cache
def stationary_moments(algorithm: str, order: int, cut: int, p: TensorJets = SYMMETRIC) -> ControlMoments:
    """V to gamma^order of the stationary law, and Y, B and D to gamma^cut, as far as V to that order gives them: order + 1, + 2 and + 2.

    Raises InvalidInput for a rule without control variates, or that does not conserve their mean.
    """
    none = FreeTensor(2)
    now = ControlMoments(none, none, none, none)
    for j in range(1, order + 1):
        one = _matrix_round(algorithm, j + 1, p)
        now = _fixed_moments(now, one, j + 1)
        balance = rebuilt(_moments_after(now, one, j + 1).V - now.V, j + 1)
        now = replace(now, V=rebuilt(now.V + p.lyapunov(p.hessian, balance) / (table.gamma * table.H), j))
    return _fixed_moments(now, _matrix_round(algorithm, cut, p), cut) if cut else now


@remembered
def controls_form(algorithm: str, quantity: str, order: int, p: TensorJets = SYMMETRIC) -> FreeTensor:
    """A second moment on quadratic clients, or those of `p`, with additive noise up to gamma^order.

    quantity: "second_moment" of theta; "state_control_moment", "control_second_moment" of client OWN, "control_cross_moment" of clients OWN
    and OTHER, as `derive.expansion` names them.
    """
    powers = {"second_moment": 0, "state_control_moment": 1, "control_second_moment": 2, "control_cross_moment": 2}
    if quantity not in powers:
        raise InvalidInput("quantity", quantity, f"must be one of {', '.join(powers)}")
    power = powers[quantity]
    derived(get_algorithm(algorithm), quantity, order)
    found = stationary_moments(algorithm, order, order + power if power else 0, p)
    whole = {
        "second_moment": found.V,
        "state_control_moment": found.Y,
        "control_second_moment": marked(found.B, OTHER, OWN) + found.D,
        "control_cross_moment": found.B,
    }[quantity]
    return rebuilt(whole * _read(algorithm).gain ** power, order)


def leading_form(algorithm: str, quantity: str, p: TensorJets = SYMMETRIC) -> FreeTensor:
    """The first term of a moment on smooth losses, or of `p`, with smooth noise: at gamma^1, of control variates alone at gamma^0.

    Quantities as in `controls_form`, and "bias". Third derivatives and what changes in the noise do not enter the second moments there, and
    the bias by A E e = -1/2 <T_c>[V] only. Proof, where e has moments of degree k of size gamma^(k/2), in whole powers, and xi of size one:

    - a client's round gains tau_c, a sum over its steps of -gamma/2 T_c[e + u, e + u] and of higher terms, u = O(gamma) being what the
      steps before have added; and its noise gains gamma^2 times derivatives of C_c times e + u and higher;
    - in the equations of the module, E e tau' is gamma E e^3 = O(gamma^3) where V and Y balance at gamma^2, E y tau' with y = O(gamma) is
      O(gamma^3) where B balances at gamma^2, and so is gamma^2 E e in the noise; E tau n' is O(gamma^4): nothing changes at leading order;
    - in the mean, E y_c = O(gamma^2) from y_c = x_c - mean x, so that r_c E y_c is O(gamma^3); E (e + u)(e + u)' is V + O(gamma^2), as
      E e xi' is O(gamma). At gamma^2 the balance of E e is 0 = H (A E e + 1/2 <T_c>[V]), the factor of a gradient in a step being common.
    """
    suppose(Derivation(algorithm, quantity, 1))
    if quantity != "bias":
        return controls_form(algorithm, quantity, 0 if quantity.startswith("control_") else 1, p)
    return p.solve(p.hessian, p.contract(p.third_derivative, controls_form(algorithm, "second_moment", 1, p))) / -2
