"""The constants of logistic data that order two needs beside those of order one, and the residuals of its centres, in balls.

The notation is that at the heads of symfed/formulas/enclosures/second_order.py and higher.py. Tensors with three indices are matrices
(d, d²), row i and column j d + k. The sixth derivative of the logistic loss is v (1 - 30 v + 120 v²), v = phi'' in [0, 1/4], at most 1/4 in
absolute value; the square of the seventh v² (1 - 4 v)(1 - 60 v + 360 v²)², at most 0.4084², which `seventh` shows by isolating roots.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import acb, arb, arb_mat, fmpq_poly

from symfed.certificates.balls import bound
from symfed.certificates.certificate import NotProved
from symfed.certificates.radius.balls import ONE, ZERO, identity, largest_absolute, moments_after, norm, root, smallest_bound, stays_below
from symfed.certificates.radius.data import ClientBalls, cubes, fifth_derivative, gram, scaled
from symfed.certificates.radius.order_two import Residuals


@dataclass
class DerivativeBalls:
    """A client. fifth, sixth: norms of those derivatives at theta*; noise1 .. noise3: of the derivatives of the noise's covariance;
    kappa6, kappa7, slopes3, slopes4: what holds everywhere."""

    client: ClientBalls
    rows: arb_mat
    fifth: arb
    sixth: arb
    noise1: arb
    noise2: arb
    noise3: arb
    kappa6: arb
    kappa7: arb
    slopes3: arb
    slopes4: arb
    jets: list[list[arb]]
    gbar: arb_mat
    A0: arb_mat


def seventh() -> arb:
    """A bound of the seventh derivative: 0.4084² less its square is positive at 0 and has no root in [0, 1/4]."""
    v = fmpq_poly([0, 1])
    left = fmpq_poly([4084**2]) / 10**8 - v * v * (1 - 4 * v) * (1 - 60 * v + 360 * v * v) ** 2
    roots: Any = left.numer().complex_roots()
    for where in (acb(z) for z, _ in roots):
        if where.imag.contains(0) and not (where.real < 0 or where.real > ONE / 4):
            raise NotProved("the seventh derivative of the logistic loss is not seen to be bounded")
    return bound(arb(4084) / 10**4)


def of_client(client: ClientBalls, ridge: arb) -> DerivativeBalls:
    """Tests the claimed norms and computes the others."""
    quartic, fifth, sixth, slope = (client.claims[name] for name in ("quartic", "fifth", "sixth", "noise_slope"))
    assert client.rows is not None
    t = client.rows
    n, d = t.nrows(), t.ncols()
    p, q = client.slopes, [1 - x for x in client.slopes]
    v = [a * b for a, b in zip(p, q, strict=True)]
    u = [b - a for a, b in zip(p, q, strict=True)]
    third = [a * b for a, b in zip(v, u, strict=True)]
    fourth = [a * (1 - 6 * a) for a in v]
    jets = [
        p, v, third, fourth, [a * b * (1 - 12 * a) for a, b in zip(v, u, strict=True)], [a * (1 - 30 * a + 120 * a * a) for a in v],
    ]  # fmt: skip
    share = ONE / n
    stays_below("fifth", gram(t, [x * share for x in jets[4]], 4), fifth**2)
    stays_below("sixth", gram(t, [x * share for x in jets[5]], 5), sixth**2)
    stays_below("noise_slope", gram(t, [2 * a * b * share for a, b in zip(p, v, strict=True)], 2), slope**2)
    gbar = (arb_mat(1, n, p) * t * share).transpose()
    mean, top = norm(gbar), bound(client.stiff - ridge)
    longest = root(client.longest)
    big2 = largest_absolute(2 * (b * b + a * c) for a, b, c in zip(p, v, third, strict=True))
    big3 = largest_absolute(6 * b * c + 2 * a * f for a, b, c, f in zip(p, v, third, fourth, strict=True))
    return DerivativeBalls(
        client, t, fifth, sixth,
        noise1=smallest_bound(bound(slope + 2 * mean * top), bound(2 * client.sigma[2] * client.ell[2])),
        noise2=bound(big2 * quartic + 2 * mean * client.third + 2 * top**2),
        noise3=bound(big3 * quartic * longest + 2 * mean * client.fourth + 6 * top * client.third),
        kappa6=bound(quartic * longest**2 / 4), kappa7=bound(seventh() * quartic * longest**3),
        slopes3=bound(longest**2 * root(quartic) / 8), slopes4=bound(fifth_derivative() * longest**3 * root(quartic)),
        jets=jets, gbar=gbar, A0=client.A - identity(d) * ridge,
    )  # fmt: skip


def cyclic_shift(X: arb_mat, turns: int = 1) -> arb_mat:
    """Indices moved on in a circle: [i, j, k] of the answer is [k, i, j] of X."""
    d, table = X.nrows(), X.table()
    for _ in range(turns):
        table = [[table[k][i * d + j] for j in range(d) for k in range(d)] for i in range(d)]
    return arb_mat(table)


def sum_over_places(X: arb_mat) -> arb_mat:
    """The sum over the three places of one index."""
    return X + cyclic_shift(X) + cyclic_shift(X, 2)


def on_last(X: arb_mat, M: arb_mat) -> arb_mat:
    """sum_m X_ijm M_km."""
    d = X.nrows()
    return arb_mat(d, d * d, (arb_mat(d * d, d, X.entries()) * M.transpose()).entries())


def on_all(P: arb_mat, X: arb_mat) -> arb_mat:
    """(P P P) X."""
    for _ in range(3):
        X = cyclic_shift(P * X, 2)
    return X


def product(S: arb_mat, v: arb_mat) -> arb_mat:
    """S_ij v_k."""
    d = S.nrows()
    return arb_mat(d, d * d, [s * x for s in S.entries() for x in v.entries()])


def tensors(clients: list[DerivativeBalls]) -> tuple[arb_mat, arb_mat, arb_mat]:
    """The means of T_c, N^-2 sum C_c', N^-3 sum E nu nu nu."""
    N, d = len(clients), clients[0].gbar.nrows()
    third, slopes, skew = (arb_mat(d, d * d) for _ in range(3))
    for one in clients:
        t, n = one.rows, one.rows.nrows()
        third += cubes(t, one.client.bend) * (ONE / N)
        first = [2 * a * b / n for a, b in zip(one.jets[0], one.jets[1], strict=True)]
        g, A0 = one.gbar.entries(), one.A0
        turns = [g[i] * A0[j, k] + g[j] * A0[i, k] for i in range(d) for j in range(d) for k in range(d)]
        slopes += (cubes(t, first) - arb_mat(d, d * d, turns)) * (ONE / N**2)
        nu = scaled(t, one.jets[0]) - arb_mat(n, 1, [1] * n) * one.gbar.transpose()
        skew += cubes(nu, [ONE / (n * N**3)] * n)
    return third, slopes, skew


def residuals(
    clients: list[DerivativeBalls], gamma: arb, H: int, linear: tuple[arb_mat, arb_mat, arb_mat], centres: tuple[arb_mat, arb_mat, arb_mat]
) -> Residuals:
    """Puts the centres m, S, M into their equations; linear: P, k, V."""
    (P, k, V), (m, S, M), N = linear, centres, len(clients)
    d = P.nrows()
    sums = [_of_a_round(one, gamma, H, m, S) for one in clients]
    bent, every, G, X = (sum((own[i] for own in sums[1:]), sums[0][i]) * (ONE / N) for i in range(4))
    X = X * (ONE / N)
    third, slopes, skew = tensors(clients)
    PS, Pm = P * S, P * m
    twice = on_last(third, PS)
    twice = cyclic_shift(on_last(cyclic_shift(twice, 2), PS))  # on the index in the middle
    pull = sum_over_places(product(PS * P, k + bent)) + sum_over_places(twice) * H
    push = sum_over_places(product(V, Pm)) + sum_over_places(on_last(slopes, PS)) * H
    off_M = M - on_all(P, M) - push * gamma**2 + pull * gamma + skew * (gamma**3 * H)
    with_bend = Pm * k.transpose() + P * M * third.transpose() * (ONE * H / 2) + PS * G
    off_S = S - P * S * P - (k * k.transpose() + V + X) * gamma**2 + (with_bend + with_bend.transpose()) * gamma
    cubic = arb_mat(d, 1)
    for one in clients:
        t, n = one.rows, one.rows.nrows()
        pairs = arb_mat(n, d * d, [a * b for row in t.table() for a in row for b in row])
        along = (pairs * M.transpose()).table()
        sizes = [sum((x * y for x, y in zip(a, b, strict=True)), ZERO) for a, b in zip(t.table(), along, strict=True)]
        cubic += (arb_mat(1, n, [w * x / n for w, x in zip(one.jets[3], sizes, strict=True)]) * t).transpose()
    off_m = m - P * m + (k + every + cubic * (ONE * H / (6 * N))) * gamma
    B = S - P * S * P
    return Residuals(norm(off_m), norm(off_S), norm(off_M), norm(B - V * gamma**2), norm(B))


def _of_a_round(one: DerivativeBalls, gamma: arb, H: int, m: arb_mat, S: arb_mat) -> tuple[arb_mat, arb_mat, arb_mat, arb_mat]:
    """bent, every, G and X of a client: see the centres."""
    client, t = one.client, one.rows
    n, d = t.nrows(), t.ncols()
    table, share = t.table(), ONE / n
    p, v, third, fourth, fifth, _ = one.jets
    step = identity(d) - client.A * gamma
    power, pulled, bent, every = identity(d), arb_mat(d, 1), arb_mat(d, 1), arb_mat(d, 1)
    G, X = arb_mat(d, d), arb_mat(d, d)

    def along(weights: list[arb]) -> arb_mat:
        return (arb_mat(1, n, weights) * t).transpose() * share

    def spread(weights: list[arb]) -> arb_mat:
        return t.transpose() * scaled(t, weights) * share

    for _ in range(H):
        q = [sum((x * y for x, y in zip(a, b, strict=True)), ZERO) for a, b in zip((t * S).table(), table, strict=True)]
        low, at = (t * pulled).entries(), (t * m).entries()
        T = along([a * b for a, b in zip(third, q, strict=True)])
        rest = [f * s * w / 2 + h * s * s / 8 for f, h, s, w in zip(fourth, fifth, q, low, strict=True)]
        bent, every = step * bent + T * (ONE / 2), step * every + T * (ONE / 2) + along(rest)
        G = G * step + power * spread([a * w + f * s / 2 for a, f, s, w in zip(third, fourth, q, low, strict=True)])
        outer = (one.A0 * m + T * (ONE / 2)) * one.gbar.transpose()
        weights = [2 * a * b * w + (b * b + a * c) * s for a, b, c, w, s in zip(p, v, third, at, q, strict=True)]
        X = step * X * step + spread(weights) - outer - outer.transpose() - one.A0 * S * one.A0
        m, S = moments_after(step, client.g, client.C, gamma, m, S)
        pulled, power = step * pulled - client.g * gamma, step * power
    return bent, every, G, X
