"""The grammar of replay files: what it reads, and what it refuses."""

from __future__ import annotations

import flint
import pytest

from symfed.recheck.expressions import MalformedPart, NotDefined, number, parsed, related

Q = flint.fmpq


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 - 2*x^2", Q(-7, 2)),
        ("-x**2", Q(-9, 4)),
        ("2^-1 * x", Q(3, 4)),
        ("x - 1 - 1/2", Q(0)),
        ("8/2/2", Q(2)),
        ("x^(n + 1)", Q(27, 8)),
        ("2^3^2", Q(512)),
        ("[E(Norm(x - y)**2)] * 2", Q(10)),
        ("- x * (1 + n)", Q(-9, 2)),
    ],
)
def test_values(text: str, expected: Q) -> None:
    letters = {"x": Q(3, 2), "n": Q(2), "[E(Norm(x - y)**2)]": Q(5)}
    assert number(parsed(text), letters) == expected


@pytest.mark.parametrize(
    "text", ["", "1 +", "x y", "0.1", "(x", "x)", "[x", "x; y", "f(", "__import__('os')", "1 < 2", "(" * 500 + "x" + ")" * 500]
)
def test_what_is_refused(text: str) -> None:
    with pytest.raises(MalformedPart):
        parsed(text)


@pytest.mark.parametrize("text", ["y", "f(x)", "x^(1/2)", "2^100000"])
def test_what_has_no_value(text: str) -> None:
    with pytest.raises(MalformedPart):
        number(parsed(text), {"x": Q(1)})


def test_nothing_is_divided_by_zero() -> None:
    with pytest.raises(NotDefined):
        number(parsed("1/(x - 1)"), {"x": Q(1)})


def test_relations() -> None:
    assert related("x <= 1") == ("x", "<=", Q(1))
    with pytest.raises(MalformedPart):
        related("x")
    with pytest.raises(MalformedPart):
        related("x < 1 < 2")
