"""The constants of a problem's data, in balls, and the spectral bounds that a certificate claims of them, each tested.

For client c, grad f_c(theta* + x) = g_c + A_c x + n_c(x); T_c, Q_c are the third and fourth derivative at theta*, nu_c(x) the noise of
one sample's gradient. The logistic loss has everywhere phi'' <= 1/4, |phi'''| <= 1/(6 sqrt 3), |phi''''| <= 1/8 and
|phi'''''| <= t (1 - t²)(2 - 3 t²)/4 at t² = (15 - sqrt 105)/30. With mean aa' <= spread and mean (a'u)⁴ <= quartic for unit u, |n_c(x)| <=
tau |x|²/2 for tau the bound of phi''' times (spread quartic)^(1/2), by Cauchy and Schwarz, and likewise beyond.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flint import arb, arb_mat

from symfed.certificates.balls import bound
from symfed.certificates.certificate import Malformed, NotProved
from symfed.certificates.radius.balls import (
    ONE,
    ZERO,
    identity,
    largest_absolute,
    largest_ratio,
    mean,
    norm,
    root,
    stays_above,
    stays_below,
)  # fmt: skip
from symfed.certificates.radius.certificate import EnclosureCertificate, exponents_of, matrix, require_empty, size, upper, vector
from symfed.certificates.statement import mapping, rows

KEYS = {
    "logistic": ("features", "labels", "l2"),
    "least squares": ("features", "targets", "l2"),
    "quadratic": ("hessians", "optima", "noise"),
    "linear": ("matrices", "vectors", "weights"),
}
#: Bounds that a certificate gives per client, and for all.
SPECTRAL = {
    "logistic": (("top", "slope", "spread", "stiff", "third", "fourth", "quartic"), ("lowest", "third_mean", "fourth_mean")),
    "least squares": (("slope",), ()),
    "quadratic": ((), ()),
}
#: What order two asks for beside: of the fifth and sixth derivative at theta*, and of mean 2 phi' phi'' a a a.
SECOND = ("fifth", "sixth", "noise_slope")


@dataclass
class ClientBalls:
    """g (d, 1), A (d, d), C the covariance of nu(0); bounds as in the text above, and in L^k: sigma[k] >= |nu(0)|, ell: |nu(x) - nu(0)| <=
    ell[2] |x| in L^2, twice that for the other k, cap[k] >= the random part anywhere; |nu(x) - nu(0) - linear| <= bent_noise |x|² in L^2.
    top² >= C, bending >= |Hessian - A| everywhere, stiff >= A. third and fourth bound X -> T[X] and X -> Q[X], T = sum of bend a a a.
    rows a (n, d), slopes phi' at theta*; claims: what the certificate says of it; longest >= |a|²."""

    g: arb_mat
    A: arb_mat
    C: arb_mat
    sigma: dict[int, arb] = field(default_factory=dict)
    ell: dict[int, arb] = field(default_factory=dict)
    cap: dict[int, arb] = field(default_factory=dict)
    bent_noise: arb = ZERO
    top: arb = ZERO
    bending: arb = ZERO
    stiff: arb = ZERO
    tau: arb = ZERO
    kappa: arb = ZERO
    kappa5: arb = ZERO
    third: arb = ZERO
    fourth: arb = ZERO
    bend: list[arb] = field(default_factory=list)
    rows: arb_mat | None = None
    slopes: list[arb] = field(default_factory=list)
    claims: dict[str, arb] = field(default_factory=dict)
    longest: arb = ZERO


@dataclass
class Known:
    """All clients. Sample gradients are L-Lipschitz; f_c is mu-strongly convex; lowest <= the mean Hessian; reach >= every row.

    linear: gradients are affine; additive: and the noise is the same everywhere.
    """

    clients: list[ClientBalls]
    mu: arb
    L: arb
    linear: bool
    additive: bool
    lowest: arb = ZERO
    reach: arb = ZERO
    third_mean: arb = ZERO
    fourth_mean: arb = ZERO

    @property
    def dim(self) -> int:
        return int(self.clients[0].A.nrows())


def is_affine(certificate: EnclosureCertificate) -> bool:
    """Return whether the claim is of residuals alone: a "rate" replaces the moments. Raises Malformed for a problem of no known kind."""
    problem = certificate.problem
    kind = problem.get("kind") if isinstance(problem, Mapping) else None
    if not isinstance(kind, str) or kind not in KEYS or set(problem) != {"kind", *KEYS[kind]}:
        raise Malformed('problem: "kind" must be "logistic", "least squares", "quadratic" or "linear", with its own keys and no others')
    if not isinstance(certificate.bounds, Mapping):
        raise Malformed("bounds: must be a mapping")
    if kind != "logistic":
        require_empty("optimum", certificate.optimum, [])  # it is solved for
    if kind != "logistic" or not certificate.third:
        require_empty("third", certificate.third, [])
    affine = set(certificate.bounds) == {"gap", "rate"} and kind in ("linear", "least squares")
    if affine:
        require_empty("moments", certificate.moments, {})
    elif kind == "linear":
        raise Malformed("bounds: of a linear problem they are gap and rate")
    return affine


def known(certificate: EnclosureCertificate) -> Known:
    """Reads a problem, computes what it says and tests the bounds claimed of it. Raises Malformed and NotProved."""
    problem, kind = certificate.problem, certificate.problem["kind"]
    first, second, third = (problem[key] for key in KEYS[kind])
    each, once = SPECTRAL[kind]
    each = (*each, *SECOND) if certificate.third else each
    count = len(rows("problem", first))
    wanted = {*each, *once, "gap"} if certificate.moments else {"gap"}
    mapping("bounds", certificate.bounds, wanted)
    claimed: dict[str, Any] = {key: [upper(key, v) for v in rows(key, certificate.bounds[key], count)] for key in each if key in wanted}
    claimed |= {key: upper(key, certificate.bounds[key]) for key in once if key in wanted}
    if kind == "logistic":
        return _logistic(certificate, first, second, third, claimed)
    if kind == "least squares":
        return _least_squares(first, second, third, claimed)
    return _quadratic(first, second, third)


def _samples(features: Any, others: Any, l2: Any) -> tuple[list[arb_mat], list[arb_mat], arb]:
    """Per client the rows (n, d) and what goes with them (n, 1), and l2."""
    wide = len(rows("features", rows("features", rows("features", features)[0])[0]))
    tables = [matrix("features", table, wide=wide) for table in features]
    columns = [vector("problem", own, table.nrows()) for own, table in zip(rows("problem", others, len(tables)), tables, strict=True)]
    return tables, columns, size("l2", l2)


def scaled(table: arb_mat, weights: list[arb]) -> arb_mat:
    """Rows times weights."""
    return arb_mat(table.nrows(), table.ncols(), [w * entry for w, row in zip(weights, table.table(), strict=True) for entry in row])


def squares(table: arb_mat) -> list[arb]:
    """|row|²."""
    return [sum((entry * entry for entry in row), ZERO) for row in table.table()]


def noise(client: ClientBalls, samples: arb_mat, exponents: tuple[int, ...]) -> None:
    """Covariance and moments of equally likely rows about their mean."""
    n = samples.nrows()
    middle = arb_mat(1, n, [ONE / n] * n) * samples
    centred = samples - arb_mat(n, 1, [1] * n) * middle
    client.C = centred.transpose() * centred * (ONE / n)
    sizes = [bound(entry) for entry in squares(centred)]
    client.sigma = {k: power_mean(sizes, k) for k in exponents}


def power_mean(sizes: list[arb], k: int) -> arb:
    """A bound of (mean of s^(k/2))^(1/k), k even."""
    return root(sum((s ** (k // 2) for s in sizes), ZERO) / len(sizes), k)


def _least_squares(features: Any, targets: Any, l2: Any, claimed: dict[str, Any]) -> Known:
    tables, values, ridge = _samples(features, targets, l2)
    d = tables[0].ncols()
    hessians = [t.transpose() * t * (ONE / t.nrows()) + identity(d) * ridge for t in tables]
    pulls = [t.transpose() * y * (ONE / t.nrows()) for t, y in zip(tables, values, strict=True)]
    theta = mean(hessians).solve(mean(pulls))
    clients, longest = [], ZERO
    for c, (t, y, A, b) in enumerate(zip(tables, values, hessians, pulls, strict=True)):
        client = ClientBalls(A * theta - b, A, A)
        noise(client, scaled(t, (t * theta - y).entries()), (2,))
        sizes = squares(t)
        longest = largest_absolute([longest, *sizes])
        if claimed:
            client.ell = {2: claimed["slope"][c]}
            stays_below("slope", t.transpose() * scaled(t, sizes) * (ONE / t.nrows()), client.ell[2] ** 2)
        clients.append(client)
    return Known(clients, ZERO, bound(longest + ridge), linear=True, additive=False)


def _quadratic(hessians: Any, optima: Any, covariances: Any) -> Known:
    centres = [vector("optima", entry) for entry in rows("optima", optima, len(hessians))]
    d = centres[0].nrows()
    matrices = [matrix("hessians", A, d, d) for A in hessians]
    spreads = [matrix("noise", C, d, d) for C in rows("noise", covariances, len(matrices))]
    for A in (*matrices, *spreads):
        _check_symmetric(A)
    for A in matrices:
        stays_above("hessians", A, ZERO)
    theta = mean(matrices).solve(mean([A * x for A, x in zip(matrices, centres, strict=True)]))
    clients = [ClientBalls(A * (theta - x), A, C) for A, x, C in zip(matrices, centres, spreads, strict=True)]
    return Known(clients, ZERO, ZERO, linear=True, additive=True)


def _check_symmetric(A: arb_mat) -> None:
    if any(A[i, j].mid() != A[j, i].mid() for i in range(A.nrows()) for j in range(i)):
        raise Malformed("problem: a matrix must be symmetric")


#: Bounds of derivatives of the logistic loss, as functions: balls carry the precision of the moment.
def _third() -> arb:
    return ONE / (6 * arb(3).sqrt())


def fifth_derivative() -> arb:
    square = (15 - arb(105).sqrt()) / 30
    return square.sqrt() * (1 - square) * (2 - 3 * square) / 4


def _logistic(certificate: EnclosureCertificate, features: Any, labels: Any, l2: Any, claimed: dict[str, Any]) -> Known:
    tables, marks, ridge = _samples(features, labels, l2)
    if not ridge > 0 or any(type(entry) is not int or abs(entry) != 1 for row in labels for entry in row):
        raise Malformed("problem: l2 must be positive, and labels 1 or -1")
    tables = [scaled(t, [-y for y in own.entries()]) for t, own in zip(tables, marks, strict=True)]  # losses log(1 + exp(a'theta))
    d, count = tables[0].ncols(), len(tables)
    near = vector("optimum", certificate.optimum, d)
    slopes = [[1 / (1 + (-s).exp()) for s in (t * near).entries()] for t in tables]
    at = mean([arb_mat(1, t.nrows(), p) * t * (ONE / t.nrows()) for t, p in zip(tables, slopes, strict=True)]).transpose() + near * ridge
    away = norm(at) / ridge  # f is l2-strongly convex
    theta = arb_mat(d, 1, [x + arb(0, bound(away)) for x in near.entries()])
    exponents = exponents_of(certificate.moments, linear=False)
    clients, fourths, longest, T = [], [], ZERO, arb_mat(d, d * d)
    for c, t in enumerate(tables):
        client, own = _of_logistic(t, theta, ridge, exponents, {key: value[c] for key, value in claimed.items() if isinstance(value, list)})
        clients.append(client)
        longest = largest_absolute([longest, *squares(t)])
        T = T + cubes(t, client.bend) * (ONE / count)
        fourths.append(own)
    found = Known(clients, ridge, bound(longest / 4 + ridge), linear=False, additive=False, reach=root(longest))
    found.lowest = size("lowest", certificate.bounds["lowest"])
    found.third_mean, found.fourth_mean = claimed["third_mean"], claimed["fourth_mean"]
    stays_above("lowest", mean([client.A for client in clients]), found.lowest)
    stays_below("third_mean", T * T.transpose(), found.third_mean**2)
    if not bound(sum((client.fourth for client in clients), ZERO) / count) <= found.fourth_mean:
        every = arb_mat(sum(t.nrows() for t in tables), d, [entry for t in tables for entry in t.entries()])
        weights = [w / count for own in fourths for w in own]
        stays_below("fourth_mean", gram(every, weights, 3), found.fourth_mean**2)
    return found


def cubes(table: arb_mat, weights: list[arb]) -> arb_mat:
    """The sum of w a a a, (d, d²)."""
    d = table.ncols()
    pairs = arb_mat(table.nrows(), d * d, [a * b for row in table.table() for a in row for b in row])
    return scaled(table, weights).transpose() * pairs


def gram(table: arb_mat, weights: list[arb], power: int) -> arb_mat:
    """F F' for F: X -> sum_z w_z a_z <a_z^(power), X>, that is the sum over z, y of w_z w_y <a_z, a_y>^power a_z a_y': (d, d)."""
    n = table.nrows()
    products = table * table.transpose()
    kernel = arb_mat(n, n, [entry**power for entry in products.entries()])
    weighted = scaled(table, weights)
    return weighted.transpose() * (kernel * weighted)


def _of_logistic(
    t: arb_mat, theta: arb_mat, ridge: arb, exponents: tuple[int, ...], claimed: dict[str, arb]
) -> tuple[ClientBalls, list[arb]]:
    """A client whose losses are log(1 + exp(a'theta)) for the rows a of t, and the weights of its fourth derivative."""
    n, d = t.nrows(), t.ncols()
    share = ONE / n
    scores = (t * theta).entries()
    p, q = [1 / (1 + (-s).exp()) for s in scores], [1 / (1 + s.exp()) for s in scores]
    v = [a * b for a, b in zip(p, q, strict=True)]
    A = t.transpose() * scaled(t, v) * share + identity(d) * ridge
    client = ClientBalls((arb_mat(1, n, p) * t * share).transpose() + theta * ridge, A, A)
    noise(client, scaled(t, p), exponents)
    sizes = [bound(entry) for entry in squares(t)]
    bend = [w * (b - a) * share for w, a, b in zip(v, p, q, strict=True)]
    client.bend, client.rows, client.slopes, client.longest = bend, t, p, largest_absolute(sizes)
    client.claims = claimed
    bend4 = [w * (1 - 6 * w) * share for w in v]
    client.top, client.stiff, client.third, client.fourth = (claimed[key] for key in ("top", "stiff", "third", "fourth"))
    spread, quartic = claimed["spread"], claimed["quartic"]
    stays_below("spread", t.transpose() * t * share, spread)
    stays_below("slope", t.transpose() * scaled(t, sizes) * (share / 16), claimed["slope"] ** 2)
    stays_below("top", client.C, client.top**2)
    stays_below("stiff", A, client.stiff)
    T = cubes(t, bend)
    stays_below("third", T * T.transpose(), client.third**2)
    stays_below("fourth", gram(t, bend4, 3), client.fourth**2)
    longest = largest_absolute(sizes)
    if not bound(longest * spread) <= quartic:  # (a'u)² is the product of aa' and uu'
        products = t * t.transpose()
        if not largest_ratio(arb_mat(n, n, [entry**2 * share for entry in products.entries()])) <= quartic:
            raise NotProved("quartic: the mean of (a'u)⁴ is not seen to be at most this")
    client.ell = {k: bound(power_mean([s**2 for s in sizes], k) / 4) for k in exponents[1:]} | {2: claimed["slope"]}
    client.cap = {k: power_mean(sizes, k) for k in exponents}  # |a phi'| <= |a|
    client.bent_noise = bound(_third() / 2 * root(longest * quartic))
    client.bending = largest_absolute([spread / 4, client.stiff])  # both Hessians lie between l2 and l2 + spread/4
    client.tau = bound(_third() * root(spread * quartic))
    client.kappa = bound(quartic / 8)
    client.kappa5 = bound(fifth_derivative() * quartic * root(longest))
    return client, bend4


def gamma_allowed(known: Known, gamma: arb) -> None:
    """Raise NotProved unless gamma L <= 1; ten units of the twelfth decimal are allowed for the rounding of 1/L."""
    room = 1 + arb(10) ** -11
    if known.additive:
        for client in known.clients:
            stays_below("gamma L", client.A * gamma, room)
    elif not bound(gamma * known.L) <= room:
        raise NotProved(f"gamma: must be at most 1/L, about {(1 / known.L).str(8)}")
