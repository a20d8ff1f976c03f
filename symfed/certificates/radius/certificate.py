"""The data of an enclosure: the problem, the center, the radius, and the bounds from which the radius follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flint import arb, arb_mat

from symfed.certificates.certificate import Finding, Malformed, OwnCertificate
from symfed.certificates.statement import number, rows

QUANTITIES = ("bias", "second_moment")
MOST_STEPS = 10_000


@dataclass(frozen=True)
class EnclosureCertificate(OwnCertificate):
    """The stationary "bias" E theta - theta* or "second_moment" E (theta - theta*)(theta - theta*)' is within `radius` of `center`.

    Of rounds in which each client makes H steps x - gamma g from the mean of all, g the gradient of one of its samples.
    Plain data; numbers are integers or text such as "-3/4" or "1.5e-20", and mean exactly that. The distance is Euclidean (Frobenius).

    problem: {"kind": "logistic", "features": per client and sample a row, "labels": likewise 1 or -1, "l2"},
        {"kind": "least squares", "features", "targets", "l2"}, {"kind": "quadratic", "hessians", "optima", "noise": covariances},
        or {"kind": "linear", "matrices": per client and sample rows, "vectors", "weights"}. Samples count alike, and so do clients.
    gamma, H: step size and number of local steps. optimum: a point near theta*; [] where it is the solution of a linear system.
    mean, second: the center of the bias, (d), and of the second moment, (d, d); [] where the claim does not need it.
    third: a center of the third moment for order two, its entry i, j, k in row i and column j d + k; [] for order one.
    bounds: spectral bounds of the data by name, one number or one a client. moments: {"chain": [k, x, by], which say E|theta - theta*|^k <=
        x^k and by which theorem; "still", "steps": by exponent, per client and step; "noise": per client and step; "all noise"}.
        {} where gradients are linear and the noise is additive, only a mean is claimed, or the claim is of residuals alone: bounds then
        hold a "rate" per client.
    """

    FORMAT = "symfed bias enclosure 1"
    problem: Mapping[str, Any]
    gamma: str
    H: int
    quantity: str
    optimum: list[str]
    mean: list[str]
    second: list[list[str]]
    third: list[list[str]]
    bounds: Mapping[str, Any]
    moments: Mapping[str, Any]
    radius: str

    @property
    def center(self) -> list[Any]:
        """The center of the claimed enclosure."""
        return self.mean if self.quantity == "bias" else self.second

    def check(self) -> Finding:
        """Check the radius from scratch in ball arithmetic; return the finding. Raises Malformed for what cannot be read."""
        from symfed.certificates.radius.check import check

        return check(self)

    def says(self) -> str:
        """The claim, in words."""
        kind, clients = self.problem.get("kind"), len(next((part for part in self.problem.values() if isinstance(part, list)), []))
        return (
            f"the {self.quantity} of {clients} {kind} clients, gamma = {self.gamma:.20}, H = {self.H}: within {self.radius} of the center"
        )


def exponents_of(moments: Any, linear: bool) -> tuple[int, ...]:
    """The even exponents from 2 on whose moments a certificate bounds: 2 alone for linear gradients, to 8 at least for others."""
    still = moments.get("still") if isinstance(moments, Mapping) else None
    found = tuple(range(2, 2 * len(still) + 1, 2)) if isinstance(still, Mapping) else ()
    if isinstance(still, Mapping) and set(still) == {str(k) for k in found} and (len(found) == 1 if linear else 4 <= len(found) <= 20):
        return found
    raise Malformed("still: must have the exponents 2, 4, .. and no others: 2 alone for linear gradients, at least four for others")


def ball(value: Any) -> arb:
    """One number."""
    return arb(number(value))


def size(name: str, value: Any) -> arb:
    """One number that is not negative."""
    found = number(value)
    if found < 0:
        raise Malformed(f"{name}: must not be negative")
    return arb(found)


def upper(name: str, value: Any) -> arb:
    """An exact number not below a claimed bound: what is claimed twice is twice the same."""
    return size(name, value).abs_upper()


def require_empty(name: str, value: Any, nothing: Any) -> None:
    """Check that a value which the claim does not need is empty. Raises Malformed where it is not."""
    if value != nothing or isinstance(value, int):
        raise Malformed(f"{name}: must be {nothing!r}, as it is not needed here")


def vector(name: str, value: Any, d: int | None = None) -> arb_mat:
    """A column."""
    entries = rows(name, value, d)
    return arb_mat(len(entries), 1, [ball(entry) for entry in entries])


def matrix(name: str, value: Any, high: int | None = None, wide: int | None = None) -> arb_mat:
    """A matrix by rows."""
    table = [rows(name, row, wide) for row in rows(name, value, high)]
    if len({len(row) for row in table}) != 1:
        raise Malformed(f"{name}: all rows must be equally long")
    return arb_mat(len(table), len(table[0]), [ball(entry) for row in table for entry in row])
