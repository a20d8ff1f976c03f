"""Problems whose samples have affine gradients, d -> A d + b: mean and second moment are fixed points of linear maps, so residuals are all.

With d = theta - theta*, Delta = A - E A, delta = A theta* - b less its mean g_c: a step of client c has E d+ = P_c E d - gamma g_c,
P_c = 1 - gamma E A, and E d+ d+' = E[(1 - gamma A) d d' (1 - gamma A)'] + what the mean of d makes with g_c and delta. Let
E[A + A' - gamma A'A] >= a_c > 0, so that a step shrinks |u|² by 1 - gamma a_c on average. A symmetric X = X+ - X-, both positive, goes by a
round to E[B X B'], B the mean of the clients' products of 1 - gamma A; its trace norm shrinks by mean_c (1 - gamma a_c)^H at least,
as |B u|² is at most the mean of the clients' |B_c u|². So rounds contract in mean square, the stationary second moment S is the one fixed
point, and of any X that a round moves by Y the Frobenius distance to S is at most d^(1/2) |Y| / (1 - mean_c (1 - gamma a_c)^H).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import arb, arb_mat

from symfed.certificates.balls import bound
from symfed.certificates.certificate import Malformed, NotProved
from symfed.certificates.radius.balls import ONE, ZERO, identity, mean, moments_after, norm, stays_above
from symfed.certificates.radius.certificate import EnclosureCertificate, matrix, require_empty, size, vector
from symfed.certificates.statement import rows


@dataclass
class Samples:
    """A client: weights, matrices (d, d) and columns b (d, 1)."""

    weights: list[arb]
    matrices: list[arb_mat]
    columns: list[arb_mat]

    def mean(self, parts: list[arb_mat]) -> arb_mat:
        return sum((part * w for part, w in zip(parts[1:], self.weights[1:], strict=True)), parts[0] * self.weights[0])


def read(problem: Any) -> list[Samples]:
    """The clients of a "linear" or "least squares" problem. Raises Malformed."""
    if problem["kind"] == "linear":
        return _linear(problem["matrices"], problem["vectors"], problem["weights"])
    ridge, out = size("l2", problem["l2"]), []
    tables = rows("features", problem["features"])
    d = len(rows("features", rows("features", tables[0])[0]))
    for table, targets in zip(tables, rows("targets", problem["targets"], len(tables)), strict=True):
        features = matrix("features", table, wide=d)
        values = vector("targets", targets, features.nrows()).entries()
        n = features.nrows()
        own = [arb_mat(d, 1, list(row)) for row in features.table()]
        eye = identity(d) * ridge
        out.append(Samples([ONE / n] * n, [a * a.transpose() + eye for a in own], [a * y for a, y in zip(own, values, strict=True)]))
    return out


def _linear(matrices: Any, vectors: Any, weights: Any) -> list[Samples]:
    N, out, d = len(rows("matrices", matrices)), [], None
    for tables, columns, shares in zip(matrices, rows("vectors", vectors, N), rows("weights", weights, N), strict=True):
        w = [size("weights", share) for share in rows("weights", shares)]
        if not all(share > 0 for share in w):
            raise Malformed("weights: must be positive")
        w = [share / sum(w, ZERO) for share in w]  # probabilities in floating point sum to nearly one
        b = [vector("vectors", column, d) for column in rows("vectors", columns, len(w))]
        d = b[0].nrows()
        out.append(Samples(w, [matrix("matrices", table, d, d) for table in rows("matrices", tables, len(w))], b))
    return out


def proven(certificate: EnclosureCertificate, gamma: arb, gap: arb) -> arb:
    """The radius that follows. Raises NotProved where none does, Malformed for what cannot be read."""
    clients, H = read(certificate.problem), certificate.H
    means = [client.mean(client.matrices) for client in clients]
    pulls = [client.mean(client.columns) for client in clients]
    d = means[0].nrows()
    theta = mean(means).solve(mean(pulls))
    gradients = [A * theta - b for A, b in zip(means, pulls, strict=True)]
    slow = ZERO
    for client, A, claimed in zip(clients, means, rows("rate", certificate.bounds["rate"], len(clients)), strict=True):
        rate = size("rate", claimed)
        if not (rate > 0 and gamma * rate <= 1):
            raise NotProved("rate: must be positive, and at most 1/gamma")
        stays_above("rate", A + A.transpose() - client.mean([M.transpose() * M for M in client.matrices]) * gamma, rate)
        slow += (1 - (1 - gamma * rate) ** H) / len(clients)
    steps = [identity(d) - A * gamma for A in means]
    powers, drifts = [identity(d)] * len(clients), [arb_mat(d, 1)] * len(clients)
    for _ in range(H):
        powers = [step * power for step, power in zip(steps, powers, strict=True)]
        drifts = [step * drift + g for step, drift, g in zip(steps, drifts, gradients, strict=True)]
    P, k = mean(powers), mean(drifts)
    stays_above("gap", identity(d) - (P + P.transpose()) * (ONE / 2), gap)
    m = vector("mean", certificate.mean, d)
    away = bound(norm(m - P * m + k * gamma) / gap)
    if certificate.quantity == "bias":
        require_empty("second", certificate.second, [])
        return away
    m = arb_mat(d, 1, [x + arb(0, away) for x in m.entries()])  # holds the stationary mean
    S = matrix("second", certificate.second, d, d)
    total = arb_mat(d, d)
    for client, A, g, step in zip(clients, means, gradients, steps, strict=True):
        total += _noise(client, A, g, step, theta, m, S, gamma, H) * (ONE / len(clients) ** 2)
    crossed = P * m * k.transpose()
    moved = P * S * P.transpose() - (crossed + crossed.transpose()) * gamma + (k * k.transpose() + total) * gamma**2 - S
    return bound(arb(d).sqrt() * norm(moved) / slow.lower())


def _noise(client: Samples, A: arb_mat, g: arb_mat, step: arb_mat, theta: arb_mat, m: arb_mat, S: arb_mat, gamma: arb, H: int) -> arb_mat:
    """sum_h P_c^(H-1-h) E[nu nu'] P_c'^(H-1-h) over the steps of a round that starts with mean m and second moment S."""
    off = [(M - A, M * theta - b - g) for M, b in zip(client.matrices, client.columns, strict=True)]
    total = arb_mat(len(g.entries()), len(g.entries()))
    for _ in range(H):
        parts = []
        for slope, shift in off:
            crossed = slope * m * shift.transpose()
            parts.append(slope * S * slope.transpose() + crossed + crossed.transpose() + shift * shift.transpose())
        spread = client.mean(parts)
        total = step * total * step.transpose() + spread
        m, S = moments_after(step, g, spread, gamma, m, S)
    return total
