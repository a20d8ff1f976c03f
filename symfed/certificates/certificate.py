"""A certificate's data: a stationary law's moments, and the polynomials that prove them; and the two ways in which it fails."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Self


class Malformed(ValueError):
    """The certificate cannot be read: it says nothing that could be checked."""


class NotProved(Exception):
    """The certificate can be read, but what it claims does not follow from what it holds."""


@dataclass(frozen=True)
class Finding:
    """`proved`: whether all claims hold. `reason`: why not. `unique`: whether the interval is seen to hold only one stationary law."""

    proved: bool
    reason: str = ""
    unique: bool = False


class WrittenCertificate:
    """Plain data that is kept as text. FORMAT: the kind, which the text says first."""

    FORMAT: ClassVar[str]

    def to_json(self) -> str:
        """Text that `from_json` reads back."""
        return json.dumps({"format": self.FORMAT, **asdict(self)}, indent=1)  # type: ignore[call-overload]

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Raises Malformed for text that is not JSON, has another format, or other keys than the fields."""
        data = content(text)
        if data.pop("format") != cls.FORMAT:
            raise Malformed(f'not a certificate of this kind: "format" must be {cls.FORMAT!r}')
        names = {field.name for field in fields(cls)}  # type: ignore[arg-type]
        if set(data) != names:
            raise Malformed(f"the keys {sorted(set(data) ^ names)} are missing or unknown")
        return cls(**data)


class OwnCertificate(WrittenCertificate):
    """One that says what is to be proved of it."""

    def prove(self) -> None:
        """Everything anew. Raises NotProved, and Malformed for what cannot be read."""
        raise NotImplementedError

    def says(self) -> str:
        """The claim that is proved, in words."""
        raise NotImplementedError

    def check(self) -> Finding:
        """Return whether the claim is proved, with the reason if it is not. Raises Malformed for what cannot be read."""
        try:
            self.prove()
        except NotProved as reason:
            return Finding(False, str(reason))
        return Finding(True)


@dataclass(frozen=True)
class LawCertificate(WrittenCertificate):
    """Plain data; numbers are integers or text such as "-3/4" or "1.5e-20", and mean exactly that.

    problem: {"kind": "logistic", "features": per client a list, "labels": likewise, each 1 or -1, "l2"}
        or {"kind": "scalar", "gradients": per client a list of formulas in x, "weights": likewise}.
    algorithm: {"local_step": formula in x, g, gamma, H, "server_step": formula in x_mean, x_start, gamma, H, "exact_gradient": whether
        g is the client's mean gradient, "values": further constants by name}.
    gamma, H: step size and number of local steps. interval: [a, b], which no step leaves.
    optimum: two points between which the mean gradient vanishes.
    poisson: {"bits": k, "mean": coefficients, "square": coefficients}. With y = (2 theta - a - b)/(b - a), "mean" holds c and the
        Chebyshev coefficients h_1, h_2, .. (times 2^k, integers) for which y is nearly c + h - P h, P the operator of one round;
        "square" those for y².
    effort: how hard the checker is to work: {"degree", "pieces", "order", "bits"}.
    claims: {"mean", "bias", "second_moment"}: [value, radius] of E theta, E theta - theta*, E (theta - theta*)².
    """

    FORMAT = "symfed stationary enclosure 1"
    problem: Mapping[str, Any]
    algorithm: Mapping[str, Any]
    gamma: str
    H: int
    interval: list[str]
    optimum: list[str]
    poisson: Mapping[str, Any]
    effort: Mapping[str, int]
    claims: Mapping[str, list[str]]


def content(text: str) -> dict[str, Any]:
    """Everything that a certificate's text holds. Raises Malformed for text that is not JSON, or says no format."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON: {error}") from None
    if not isinstance(data, dict) or not isinstance(data.get("format"), str):
        raise Malformed('not a certificate: "format" must be a text')
    return data
