"""Check that a certificate's claims follow from it: everything is computed again, in ball arithmetic.

A step is a continuous map of the interval, so there is a stationary law pi on it, and E_pi (P h) = E_pi h for each. So if
|f - c - h + P h| <= r everywhere on the interval, then |E_pi f - c| <= r.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flint import arb, arb_mat, fmpq

from symfed.certificates.balls import UNIT, bound, monomials, node_values, working
from symfed.certificates.certificate import Finding, LawCertificate, Malformed, NotProved
from symfed.certificates.rounds import Round, expand, one_round
from symfed.certificates.statement import Statement, read

#: Chebyshev coefficients of y and y²
_FUNCTIONS = {"mean": [fmpq(0), fmpq(1)], "square": [fmpq(1, 2), fmpq(0), fmpq(1, 2)]}


def check(certificate: LawCertificate) -> Finding:
    """Prove the certificate's claims from scratch. Raises Malformed for a certificate that cannot be read."""
    statement = read(certificate)
    longest = max(len(c) for c in statement.corrections.values()) - 1
    if longest > statement.degree:
        raise Malformed(f"poisson: with {longest} coefficients beside c, effort's degree must be at least {longest}")
    try:
        with working(statement.bits, statement.order):
            one = one_round(statement, longest)
            found = enclosures(statement, one)
            for name, (value, radius) in statement.claims.items():
                if not bound(found[name] - value) <= radius:
                    raise NotProved(
                        f"{name}: seen to be {found[name].str(20)}, which is not within the claimed radius of the claimed value"
                    )
    except NotProved as reason:
        return Finding(False, str(reason))
    return Finding(True, unique=one.shrinks)


def enclosures(statement: Statement, one: Round, radii: Mapping[str, tuple[arb, arb]] | None = None) -> dict[str, arb]:
    """Balls for the mean, the bias and the second moment about theta*, at the current precision. Raises NotProved.

    radii: the round's `residuals`, where they are known.
    """
    optimum = _optimum_ball(statement)
    radii = residuals(one, statement.corrections) if radii is None else radii
    y, square = (arb(statement.corrections[name][0]) + sum(radii[name], arb(0)) * UNIT for name in ("mean", "square"))
    about = (optimum - statement.centre) / statement.half
    mean = statement.centre + statement.half * y
    second = statement.half**2 * (square - 2 * about * y + about**2)
    return {"mean": mean, "bias": mean - optimum, "second_moment": second}


def residuals(one: Round, corrections: Mapping[str, list[fmpq]]) -> dict[str, tuple[arb, arb]]:
    """|f - c - h + P h| <= the sum of two bounds on [-1, 1], for f = y ("mean") and f = y² ("square"); corrections hold c, h_1, h_2, ...

    The first is of the polynomial that is left when P is replaced by what is known of it, the second of what that may miss.
    Between nodes: a polynomial of degree d is at most 1/cos(pi d/2M) times its largest absolute value at M > d Chebyshev nodes of the
    first kind. (M. Riesz: around a maximum of |p(cos t)|, it stays above that times the cosine of d times the distance in t; some node
    is at most pi/2M away.) Here M >= 3d/2, so the factor is at most 2.
    """
    size = len(one.errors)
    degree = max(one.degree, size - 1, 2)
    count = (3 * degree + 1) // 2
    after, values = one.at_nodes(count), node_values(max(size - 1, 2), count)
    out = {}
    for name, (c, *h) in corrections.items():
        still = _difference(_FUNCTIONS[name], [c, *h], values.ncols())
        powers = _difference(monomials([fmpq(0), *h]).coeffs(), [], size)
        defect = values * arb_mat(len(still), 1, still) + after * arb_mat(size, 1, powers)
        carried = sum((abs(p) * e for p, e in zip(powers, one.errors, strict=True)), arb(0))
        out[name] = 2 * max(bound(value) for value in defect.entries()), bound(carried)
    return out


def _difference(p: list[fmpq], q: list[fmpq], size: int) -> list[fmpq]:
    """p - q, filled up with zeros."""
    zero = fmpq(0)
    return [(p[k] if k < len(p) else zero) - (q[k] if k < len(q) else zero) for k in range(size)]


def _optimum_ball(statement: Statement) -> arb:
    """theta*: the mean gradient changes its sign between the two given points, and grows on the whole interval."""
    N = len(statement.clients)
    (low, high), (lower, upper) = statement.interval, statement.optimum

    def gradient(x: Any) -> Any:
        return sum((s.weight / N * s.gradient(x) for client in statement.clients for s in client), fmpq(0))

    if not (low <= lower <= upper <= high and gradient(arb(lower)) <= 0 and gradient(arb(upper)) >= 0):
        raise NotProved("the mean gradient is not seen to vanish between the two points given for theta*")
    if not all(expand(statement, gradient, k, whole=True)[1] > 0 for k in range(statement.pieces)):
        raise NotProved("the mean gradient is not seen to increase on the interval")
    return arb(lower).union(arb(upper))
