"""Bounds of one client for every function of the class: proved from multipliers, refused when changed, true on functions drawn."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flint import fmpq

from symfed.certificates import Malformed, OneClientInequality
from symfed.certificates.__main__ import NOT_PROVED, PROVED, main
from symfed.certificates.one_client.interpolation import STAR, ClientPath
from symfed.worst_case.bounds import certify_round

# gamma, H, mu, L of both branches; some with gamma L > 1
POINTS = [
    (1, 1, Fraction(1, 2), 1),
    (1, 2, Fraction(1, 10), 1),
    (Fraction(1, 2), 3, Fraction(1, 10), 1),
    (1, 3, Fraction(21, 200), Fraction(21, 20)),
    (Fraction(1, 4), 4, Fraction(1, 250), 4),
    (1, 4, Fraction(1, 10), 1),
    (1, 5, Fraction(1, 10), 1),
    (Fraction(1, 100), 6, Fraction(1, 10), 100),
    (1, 2, Fraction(7, 50), Fraction(7, 5)),
]


@pytest.fixture(scope="module")
def genuine() -> OneClientInequality:
    """At a point where rho is q(mu), H = 3."""
    return certify_round("scaffold", 1, 3, Fraction(1, 20), Fraction(1, 2))


@pytest.mark.parametrize("point", POINTS, ids=str)
def test_the_worst_case_of_quadratics_is_that_of_the_class(point: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = certify_round("scaffold", *point)
    assert found.check().proved
    assert OneClientInequality.from_json(found.to_json()) == found
    (tmp_path / "one.json").write_text(found.to_json())
    assert main([str(tmp_path / "one.json")]) == PROVED
    assert "equal quadratic clients attain it" in capsys.readouterr().out


def more(amount: str) -> Any:
    return lambda old: str(Fraction(old) + Fraction(amount))


# what must no longer be proved, and a word of the reason
TAMPERED = {
    "a smaller factor": ("bound|ee", more("-1/100000"), "sum of squares"),
    "a smaller part of y": ("bound|yy", more("-3/5"), "sum of squares"),
    "another product": ("bound|ey", more("1/1000"), "sum of squares"),
    "a multiplier": ("multipliers|0|2", more("1/1000"), "cancel"),
    "a negative one": ("multipliers|0|2", "-1", "negative"),
    "one left out": ("multipliers|3", None, "cancel"),
    "another pair": ("multipliers|4|1", 0, "cancel"),
    "a pair turned round": ("multipliers|4", lambda old: [old[1], old[0], old[2]], "cancel"),
    "one step more": ("H", 4, "sum of squares"),
    "a shorter step": ("gamma", "9/10", "sum of squares"),
    "a flatter class": ("mu", "1/25", "sum of squares"),
    "a steeper class": ("L", "21/10", "sum of squares"),
    "no correction": ("algorithm|local_step", "x - gamma*g", "where the origin is"),
    "half a correction": ("algorithm|local_step", "x - gamma*(g + xi) + (x - x_start)/H", "gradient step"),
    "another control variate": ("algorithm|control_update", "xi + (x_end - x_start)/(gamma*H)", "control_update"),
    "a server that overshoots": ("algorithm|server_step", "2*x_mean - x_start", "server_step"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_tampering_is_noticed(genuine: OneClientInequality, name: str, tmp_path: Path) -> None:
    path, value, reason = TAMPERED[name]
    altered = changed(genuine, path, value)
    verdict = altered.check()
    assert not verdict.proved
    assert reason in verdict.reason
    (tmp_path / "false.json").write_text(altered.to_json())
    assert main([str(tmp_path / "false.json")]) == NOT_PROVED


@pytest.mark.parametrize("pair", [(0, STAR), (1, STAR), (0, 1), (1, 2), (2, 0)], ids=str)
def test_multipliers_that_cancel_must_also_leave_squares(genuine: OneClientInequality, pair: Any) -> None:
    """One half more, and as much back: values cancel, but what is left has to vanish on the extremal quadratic."""
    extra = [[*pair, "1/2"], [*pair[::-1], "1/2"]]
    kept = [row for row in genuine.multipliers if tuple(row[:2]) not in (pair, pair[::-1])]
    old = {tuple(row[:2]): Fraction(row[2]) for row in genuine.multipliers}
    rows = kept + [[i, j, str(old.get((i, j), 0) + Fraction(value))] for i, j, value in extra]
    verdict = changed(genuine, "multipliers", rows).check()
    assert not verdict.proved
    assert "sum of squares" in verdict.reason


MALFORMED = {
    "a float": ("gamma", 0.2),
    "a step backwards": ("gamma", "-1"),
    "no interval": ("mu", "1/2"),
    "not convex": ("mu", "0"),
    "H as text": ("H", "3"),
    "H beyond reason": ("H", 10**6),
    "a bound left out": ("bound|ey", None),
    "a point too late": ("multipliers|0|0", 3),
    "a point that is true": ("multipliers|0|0", True),
    "a point over itself": ("multipliers|0", ["*", "*", "1"]),
    "a pair twice": ("multipliers|0", ["*", 0, "1"]),
    "no number": ("multipliers|0|2", "much"),
    "no rows": ("multipliers", {"0": "1"}),
    "a rule left out": ("algorithm|server_step", None),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_cannot_be_read_is_refused(genuine: OneClientInequality, name: str) -> None:
    with pytest.raises(Malformed):
        changed(genuine, *MALFORMED[name]).check()


def changed(certificate: OneClientInequality, path: str, value: Any) -> OneClientInequality:
    """The certificate with one entry replaced or, by None, left out; `value` may be a function of the old one."""
    data = json.loads(certificate.to_json())
    *way, last = [int(key) if key.isdigit() else key for key in path.split("|")]
    place = data
    for key in way:
        place = place[key]
    if value is None:
        del place[last]
    else:
        place[last] = value(place[last]) if callable(value) else value
    return OneClientInequality.from_json(json.dumps(data))


class Drawn:
    """A function on the line with a piecewise linear gradient whose slopes are mu, L or between, and its minimum 0 at 0."""

    def __init__(self, stream: random.Random, mu: fmpq, L: fmpq) -> None:
        self.kinks = sorted({fmpq(0), *(fmpq(stream.randint(-20, 20), 10) for _ in range(5))})
        self.slopes = [mu + (L - mu) * fmpq(stream.choice((0, 0, 1, 2, 2)), 2) for _ in range(len(self.kinks) + 1)]

    def at(self, x: fmpq) -> tuple[fmpq, fmpq]:
        """The value and the gradient: integrals of the curvature from 0, piece by piece."""
        ends = [min(fmpq(0), x), *(k for k in self.kinks if min(fmpq(0), x) < k < max(fmpq(0), x)), max(fmpq(0), x)]
        ends = ends if x >= 0 else ends[::-1]
        value = slope = fmpq(0)
        for a, b in pairwise(ends):
            curvature = self.slopes[sum(k < (a + b) / 2 for k in self.kinks)]
            value, slope = value + slope * (b - a) + curvature * (b - a) ** 2 / 2, slope + curvature * (b - a)
        return value, slope


def test_the_interpolation_inequality_holds_and_is_attained() -> None:
    """f_i - f_j >= the form at the coordinates of a path, exactly; with equality for some functions that are not quadratic."""
    stream, tight = random.Random(19), 0
    mu, L, H = fmpq(1, 5), fmpq(1), 3
    path = ClientPath(H, mu, L)
    for _ in range(60):
        f, e, y = Drawn(stream, mu, L), fmpq(stream.randint(-20, 20), 10), fmpq(stream.randint(-40, 40), 10)
        u: fmpq = e
        seen: dict[Any, tuple[fmpq, fmpq]] = {STAR: (fmpq(0), fmpq(0))}
        for h in range(H):
            seen[h] = f.at(u)
            u -= seen[h][1] + y / H
        z = [e, y, *(seen[h][1] for h in range(H))]
        curved = len(set(f.slopes)) > 1
        for i in path.nodes:
            for j in path.nodes:
                if i != j:
                    form = path.gap(i, j)
                    least = sum((form[a, b] * z[a] * z[b] for a in range(H + 2) for b in range(H + 2)), fmpq(0))
                    assert seen[i][0] - seen[j][0] >= least
                    tight += curved and seen[i][0] - seen[j][0] == least
    assert tight > 10


@pytest.mark.parametrize("point", POINTS, ids=str)
def test_functions_that_are_drawn_obey_the_bound(point: Any) -> None:
    found = certify_round("scaffold", *point)
    stream = random.Random(7)
    gamma, mu, L = (fmpq(x.numerator, x.denominator) for x in map(Fraction, (point[0], *point[2:])))
    ee, yy, ey = (fmpq(*map(int, (Fraction(found.bound[name]).as_integer_ratio()))) for name in ("ee", "yy", "ey"))
    for _ in range(20):
        f, e, y = Drawn(stream, mu, L), fmpq(stream.randint(-20, 20), 10), fmpq(stream.randint(-40, 40), 10)
        u = e
        for _ in range(found.H):
            u -= gamma * f.at(u)[1] + y / found.H
        assert (u + y) ** 2 <= ee * e**2 + yy * y**2 + 2 * ey * e * y
