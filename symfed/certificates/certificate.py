"""What is written down: a stationary law's moments, and the polynomials that prove them; and the two ways in which a certificate fails."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any


class Malformed(ValueError):
    """The certificate cannot be read: it says nothing that could be checked."""


class NotProved(Exception):
    """The certificate can be read, but what it claims does not follow from what it holds."""


FORMAT = "symfed stationary enclosure 1"


@dataclass(frozen=True)
class LawCertificate:
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

    problem: Mapping[str, Any]
    algorithm: Mapping[str, Any]
    gamma: str
    H: int
    interval: list[str]
    optimum: list[str]
    poisson: Mapping[str, Any]
    effort: Mapping[str, int]
    claims: Mapping[str, list[str]]

    def to_json(self) -> str:
        """Text that `from_json` reads back."""
        return written(FORMAT, asdict(self))

    @classmethod
    def from_json(cls, text: str) -> LawCertificate:
        """Raises Malformed for text that is not JSON, has another format, or other keys than these."""
        return load(cls, FORMAT, text)


def written(kind: str, parts: Mapping[str, Any]) -> str:
    """A certificate of this format as text."""
    return json.dumps({"format": kind, **parts}, indent=1)


def content(text: str) -> dict[str, Any]:
    """Everything that a certificate's text holds. Raises Malformed for text that is not JSON, or says no format."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON: {error}") from None
    if not isinstance(data, dict) or not isinstance(data.get("format"), str):
        raise Malformed('not a certificate: "format" must be a text')
    return data


def load(kind: type[Any], kind_format: str, text: str) -> Any:
    """A certificate of a given class. Raises Malformed for text that is not JSON, has another format, or other keys than its fields."""
    data = content(text)
    if data.pop("format") != kind_format:
        raise Malformed(f'not a certificate of this kind: "format" must be {kind_format!r}')
    names = {field.name for field in fields(kind)}
    if set(data) != names:
        raise Malformed(f"the keys {sorted(set(data) ^ names)} are missing or unknown")
    return kind(**data)
