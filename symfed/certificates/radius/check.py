"""Check a claimed radius: the linear part of a round anew in balls, the residuals of the center, and the terms bounded by moments.

With e = theta - theta*, P = mean_c P_c^H for P_c = 1 - gamma A_c, k = mean_c sum_j P_c^j g_c, and
W = mean_c sum_h P_c^(H-1-h) (n_c(d_{c,h}) + nu_{c,h}): e+ = P e - gamma k - gamma W.
For any m and S (the center of the certificate), taking means of e+ and of e+ e+',
  r gap <= |(1 - P) m + gamma (k + bent(S, m))| + what moments bound,
  R gap (2 - gap) <= |S - P S P + gamma (P m k' + k m' P) - gamma² (k k' + V)| + 2 gamma |k| r + what moments bound,
where r >= |E e - m|, R >= |E e e' - S| in the Frobenius norm, bent(S, m) = mean_c sum_h P_c^(H-1-h) T_c[S_{c,h}]/2 for the second moments
S_{c,h} of steps that start with S and m and are linear. The first terms are residuals of linear equations, computed here; that the rest is
what `order_one` says is the theorem at the head of symfed/formulas/enclosures/first_order.py, whose proof is prose and is trusted.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb, arb_mat

from symfed.certificates.balls import bound, working
from symfed.certificates.certificate import Finding, Malformed, NotProved
from symfed.certificates.radius import affine
from symfed.certificates.radius.balls import ONE, ZERO, identity, mean, moments_after, norm, stays_above
from symfed.certificates.radius.certificate import (
    MOST_STEPS,
    QUANTITIES,
    EnclosureCertificate,
    ball,
    matrix,
    require_empty,
    size,
    vector,
)
from symfed.certificates.radius.data import Known, gamma_allowed, is_affine, known
from symfed.certificates.radius.leftover import Leftover
from symfed.certificates.radius.moments import CheckedMoments, RoundBounds, check_moments
from symfed.certificates.radius.second_data import of_client, residuals
from symfed.certificates.radius.second_order import SecondOrder
from symfed.certificates.statement import integer, number, positive

#: Of all balls; a thousand steps lose a few.
BITS = 128


@dataclass
class RoundBalls:
    """P (d, d), k (d, 1), V (d, d); drifts (N, H + 1) >= |sum_{j<h} P_c^j g_c|."""

    P: arb_mat
    k: arb_mat
    V: arb_mat
    drifts: list[list[arb]]


def check(certificate: EnclosureCertificate) -> Finding:
    """Prove the claim from scratch. Raises Malformed for a certificate that cannot be read."""
    try:
        with working(BITS, 1):
            radius, found = size("radius", certificate.radius), proven(certificate)
            if not found <= radius:
                raise NotProved(f"radius: {certificate.radius} is claimed, and {found.str(10, radius=False)} is what follows")
    except NotProved as reason:
        return Finding(False, str(reason))
    return Finding(True, unique=True)


def proven(certificate: EnclosureCertificate) -> arb:
    """The radius that follows. Raises NotProved where none does; to be called at a working precision."""
    H = integer("H", certificate.H, 1, MOST_STEPS)
    if certificate.quantity not in QUANTITIES:
        raise Malformed(f"quantity must be one of {', '.join(QUANTITIES)}")
    gamma, affine_alone = arb(positive("gamma", number(certificate.gamma))), is_affine(certificate)
    gap = ball(certificate.bounds.get("gap"))
    if not (gap > 0 and gap <= 1):
        raise Malformed("gap: must be between 0 and 1")
    if affine_alone:
        return affine.proven(certificate, gamma, gap)
    what = known(certificate)
    gamma_allowed(what, gamma)
    linear = linear_part(what, gamma, H)
    stays_above("gap", identity(what.dim) - (linear.P + linear.P.transpose()) * (ONE / 2), gap)
    m = vector("mean", certificate.mean, what.dim)
    wants_second = certificate.quantity == "second_moment"
    if what.additive or (what.linear and not wants_second):
        require_empty("moments", certificate.moments, {})
    if what.linear and not wants_second:
        require_empty("second", certificate.second, [])
        return bound(norm(m - linear.P * m + linear.k * gamma) / gap)
    S = matrix("second", certificate.second, what.dim, what.dim)
    if any((S[i, j] - S[j, i]) != 0 for i in range(what.dim) for j in range(i)):
        raise Malformed("second: must be symmetric")
    pulled = linear.P * m * linear.k.transpose()
    constant = linear.k * linear.k.transpose() + linear.V
    residual_S = norm(S - linear.P * S * linear.P + (pulled + pulled.transpose()) * gamma - constant * gamma**2)
    residual_m = norm(m - linear.P * m + (linear.k + bent_sum(what, gamma, H, S, m)) * gamma)
    pull, contraction = norm(linear.k), gap * (2 - gap)
    if what.additive:
        return bound((residual_S + 2 * gamma * pull * residual_m / gap) / contraction)
    now = RoundBounds(gamma, H, linear.drifts, gap, pull)
    moments = check_moments(what, now, certificate.moments)
    r, R = Leftover(what, now, moments, norm(linear.V)).radii((norm(m), norm(S)), (residual_m, residual_S), ZERO)
    if certificate.third:
        r, R = _to_second_order(certificate, what, linear, now, moments, (m, S), (r, R))
    return R if wants_second else r


def _to_second_order(
    certificate: EnclosureCertificate,
    what: Known,
    linear: RoundBalls,
    now: RoundBounds,
    moments: CheckedMoments,
    centres: tuple[arb_mat, arb_mat],
    radii: tuple[arb, arb],
) -> tuple[arb, arb]:
    """The radii of order two, from those of order one about the same centres."""
    M, (m, S) = matrix("third", certificate.third, what.dim, what.dim**2), centres
    clients = [of_client(client, what.mu) for client in what.clients]
    off = residuals(clients, now.gamma, now.H, (linear.P, linear.k, linear.V), (m, S, M))
    return SecondOrder(what, clients, now, moments).within(*radii, (norm(m), norm(S), norm(M)), off, (ZERO, ZERO))


def linear_part(what: Known, gamma: arb, H: int) -> RoundBalls:
    """All that does not depend on the center."""
    d, powers, drifts, noises, sizes = what.dim, [], [], [], []
    for client in what.clients:
        step = identity(d) - client.A * gamma
        power, drift, noise, own = identity(d), arb_mat(d, 1), arb_mat(d, d), [ZERO]
        for _ in range(H):
            power, drift = step * power, step * drift + client.g
            noise = step * noise * step + client.C
            own.append(norm(drift))
        powers.append(power)
        drifts.append(drift)
        noises.append(noise)
        sizes.append(own)
    return RoundBalls(mean(powers), mean(drifts), mean(noises) * (ONE / len(what.clients)), sizes)


def bent_sum(what: Known, gamma: arb, H: int, S: arb_mat, m: arb_mat) -> arb_mat:
    """mean_c sum_h P_c^(H-1-h) T_c[S_{c,h}]/2."""
    d, totals = what.dim, []
    for client in what.clients:
        total = arb_mat(d, 1)
        if client.rows is not None:
            t, n = client.rows, client.rows.nrows()
            step, now, at = identity(d) - client.A * gamma, S, m
            for _ in range(H):
                sizes = [sum((x * y for x, y in zip(a, b, strict=True)), ZERO) for a, b in zip((t * now).table(), t.table(), strict=True)]
                along = arb_mat(1, n, [w * x for w, x in zip(client.bend, sizes, strict=True)]) * t
                total = step * total + along.transpose() * (ONE / 2)
                at, now = moments_after(step, client.g, client.C, gamma, at, now)
        totals.append(total)
    return mean(totals)
