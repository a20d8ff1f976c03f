"""Where a bound is certified, where a function breaks it, and what replaces it; and the small programs behind that."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from symfed.core.errors import InvalidInput, NotConverged
from symfed.worst_case.bounds import break_round, break_round_of_two, certify_round, certify_smallest
from symfed.worst_case.semidefinite import Centre, SemidefiniteProgram, minimise


def test_a_program_by_hand() -> None:
    """The least t with [[t, 1], [1, s]] positive, s <= 4: 1/4; the dual is the projection on (2, -1/2)."""
    zero, first, last = np.array([[0.0, 1], [1, 0]]), np.diag([1.0, 0]), np.diag([0.0, 1])
    program = SemidefiniteProgram(np.array([1.0, 0]), zero, np.array([first, last]), np.array([[0.0, -1]]), np.array([4.0]))
    found = minimise(program, np.array([2.0, 2.0]), lambda centre: centre.gap < 1e-7)
    assert 0.25 <= found.x[0] <= 0.25 + 1e-7
    assert 0.9 < found.dual[0, 0] < 1.1  # up to the Newton decrement
    assert np.allclose(found.dual / found.dual[0, 0], [[1, -0.25], [-0.25, 0.0625]], atol=1e-3)


def test_a_program_without_a_least_value_ends() -> None:
    program = SemidefiniteProgram(np.array([1.0]), np.eye(1), np.zeros((1, 1, 1)), np.array([[-1.0]]), np.array([1.0]))
    with pytest.raises(NotConverged):
        minimise(program, np.array([0.0]), lambda centre: False)


@pytest.mark.parametrize("L", [Fraction(21, 20), 1, Fraction(1, 3)])
def test_a_tenth_of_curvature_three_steps(L: Any) -> None:
    assert certify_round("scaffold", 1, 3, Fraction(L) / 10, L).check().proved
    with pytest.raises(NotConverged, match="may be true"):
        break_round("scaffold", 1, 3, Fraction(L) / 10, L)


@pytest.mark.parametrize(
    ("H", "mu", "L"),
    [
        (3, "11/100", "11/10"),  # gamma L a little too large
        (3, "9/50", "9/10"),  # the second branch, gamma L < 1
        (2, "3/10", "1"),  # near the crossing of the branches: quadratics are enough
        (6, "24/125", "24/25"),  # false by less than double precision sees
    ],
)
def test_what_is_false_is_refused_and_broken(H: int, mu: str, L: str) -> None:
    with pytest.raises(NotConverged, match="may be false"):
        certify_round("scaffold", 1, H, mu, L)
    assert break_round("scaffold", 1, H, mu, L).check().proved


def test_every_point_is_certified_or_broken() -> None:
    """60 points with gamma L <= 1, drawn over both branches: where quadratics allow the bound, gamma L = 1 or q >= r decide."""
    stream = random.Random(5)
    counts = {True: 0, False: 0}
    for _ in range(60):
        H, L = stream.randint(2, 6), Fraction(stream.choice((100, stream.randint(5, 99))), 100)
        mu = L / stream.choice((2, 3, 5, 10, 30, 100, 1000))
        q, r = (1 - mu) ** H, 1 - (1 - (1 - L) ** H) / (L * H)
        try:
            certified = certify_round("scaffold", 1, H, mu, L).check().proved
        except NotConverged:
            certified = False
            assert break_round("scaffold", 1, H, mu, L).check().proved
        counts[certified] += 1
        if min(q, r) < Fraction(4, 5) * max(q, r):  # away from the crossing
            assert certified == (L == 1 or q >= r), (H, mu, L)
    assert min(counts.values()) > 5


def test_what_replaces_the_bound() -> None:
    """Between the two clients that break max(q, r)² and the certificate there is less than the slack and what more clients do."""
    H, mu, L = 3, Fraction(9, 50), Fraction(9, 10)
    found = certify_smallest("scaffold", 1, H, mu, L, slack=1e-7)
    factor = Fraction(found.bound["ee"])
    assert found.check().proved
    assert found.bound["ee"] == found.bound["yy"]
    assert 0 < factor - Fraction(63, 100) ** 2 < Fraction(2, 10**5)
    assert break_round_of_two("scaffold", 1, H, mu, L).check().proved
    less, ey = factor - Fraction(1, 10**6), Fraction(found.bound["ey"])
    for change in (-1, 0, 1):
        with pytest.raises(NotConverged):
            certify_round("scaffold", 1, H, mu, L, bound=(less, less, ey + Fraction(change, 1000)))
    for change in (-1, 1):  # at ey itself two functions are the worst alike
        assert break_round("scaffold", 1, H, mu, L, bound=(less, less, ey + Fraction(change, 1000))).check().proved


def test_an_unequal_bound() -> None:
    """gamma L = 1: |u_H + y|² <= c |e|² + (1 - 1/H)² |y|² with c = q² rho²/(rho² - r²), tight on two quadratics at once."""
    H, mu = 4, Fraction(1, 4)
    q = (1 - mu) ** H
    r, rho = 1 - (1 - q) / (mu * H), 1 - Fraction(1, H)
    c = q**2 * rho**2 / (rho**2 - r**2)
    assert certify_round("scaffold", 1, H, mu, 1, bound=(c, rho**2, 0)).check().proved
    with pytest.raises(NotConverged):
        certify_round("scaffold", 1, H, mu, 1, bound=(c * Fraction(999, 1000), rho**2, 0))


@pytest.mark.parametrize("share", [Fraction(0), Fraction(1, 3), Fraction(1)])
@pytest.mark.parametrize(
    ("H", "mu", "L"), [(2, Fraction(1, 2), 1), (3, Fraction(1, 10), 1), (5, Fraction(1, 100), 1), (4, Fraction(1, 30), Fraction(2, 3))]
)
def test_the_theorem_for_every_h_at_some_points(H: int, mu: Fraction, L: Any, share: Fraction) -> None:
    """|u_H + y|² <= C |e + (c/H) y|² + (1 - 1/H)² |y|², c up to min(1, H r/q); at gamma L = 1 with no smaller C."""
    q = (1 - mu) ** H
    r = 1 - (1 - q) / (mu * H)
    c = share * min(Fraction(1), H * r / q)
    C = q**2 * (H - 1) ** 2 / ((H - 1) ** 2 - (H * r - c * q) ** 2)

    def bound(C: Fraction) -> tuple[Fraction, Fraction, Fraction]:
        return C, C * c**2 / H**2 + (1 - Fraction(1, H)) ** 2, C * c / H

    assert certify_round("scaffold", 1, H, mu, L, bound(C)).check().proved
    if L == 1:
        with pytest.raises(NotConverged):
            certify_round("scaffold", 1, H, mu, L, bound(C * Fraction(999, 1000)))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("scaffold", 1, 2, 1, 1), "0 < mu < L"),
        (("scaffold", 1, 2, 0, 1), "0 < mu < L"),
        (("scaffold", 0, 2, Fraction(1, 2), 1), "gamma"),
        (("scaffold", 1, 31, Fraction(1, 2), 1), "at most 30"),
        (("scaffold", 1, 0, Fraction(1, 2), 1), "H"),
        (("scaffold", "fast", 2, Fraction(1, 2), 1), "gamma"),
        (("scaffold", 1, 2, Fraction(1, 2), float("inf")), "L"),
        (("fedavg", 1, 2, Fraction(1, 2), 1), "control variates"),
    ],
)
def test_bad_input_is_named(arguments: Any, message: str) -> None:
    for find in (certify_round, break_round, break_round_of_two, certify_smallest):
        with pytest.raises(InvalidInput, match=message):
            find(*arguments)


def test_bounds_that_cannot_be_read() -> None:
    with pytest.raises(InvalidInput, match="three numbers"):
        certify_round("scaffold", 1, 2, Fraction(1, 2), 1, bound=(1, 1))
    with pytest.raises(InvalidInput, match="ee = yy"):
        break_round("scaffold", 1, 2, Fraction(1, 2), 1, bound=(1, 2, 0))
    with pytest.raises(InvalidInput, match="slack"):
        certify_smallest("scaffold", 1, 2, Fraction(1, 2), 1, slack=0)


def test_a_centre_says_how_far_it_is() -> None:
    assert Centre(np.zeros(1), np.eye(1), 0.5).gap == 0.5
