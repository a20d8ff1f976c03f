"""Points of a domain satisfy it, reach its ends, start at the simplest, and an empty domain is refused by name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import pytest
import sympy as sp
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from symfed.core.domain import ANYWHERE, Domain
from symfed.core.errors import InvalidInput, OutsideDomain
from symfed.core.symbols import H, L, N, gamma, kappa, mu, theta
from symfed.strategies import domain_points
from symfed.strategies.domain import Stretch, pieces, solution

QUIET = settings(max_examples=30, derandomize=True, database=None, phases=[Phase.generate, Phase.shrink])
SEARCH = settings(QUIET, max_examples=100, phases=[Phase.generate])
FEW = settings(max_examples=8)
STEPS = Domain((gamma * L <= 1,))
DOMAINS = {
    "steps": STEPS,
    "of a theorem": Domain((45 * gamma * L <= 1, gamma * mu * H <= 1, mu <= L)),
    "open": Domain((2 * gamma * L < 1, mu < L)),
    "solved for H": Domain((H <= 1 / (gamma * mu), N >= 2)),
    "a quadratic in gamma": Domain((gamma**2 * L**2 + gamma * mu <= 1,)),
    "an equation": Domain((sp.Eq(kappa, L / mu), kappa <= 4)),
    "with a hole": Domain((gamma * L <= 1, sp.Ne(gamma * L, sp.Rational(1, 2)))),
    "at times nothing is left for mu": Domain((mu >= 2, mu <= L)),
    "no formula for the end": Domain((sp.exp(gamma) + gamma <= 2, gamma < 1)),
}


@pytest.mark.parametrize("name", DOMAINS)
@given(data=st.data())
@FEW
def test_every_point_is_exact_and_inside(name: str, data: st.DataObject) -> None:
    domain = DOMAINS[name]
    point = data.draw(domain_points(domain, "N"))
    assert set(point) == {"N", *[symbol.name for symbol in domain.symbols]}
    assert {type(value) for value in point.values()} <= {int, flint.fmpq}
    for relation in domain.relations:
        values = {s: sp.Rational(str(point[s.name])) for s in relation.free_symbols}
        assert relation.subs(values) == sp.true
    assert all(value > 0 for value in point.values())
    assert all(isinstance(point[n], int) for n in ("H", "N") if n in point)


@pytest.mark.parametrize("name", ["steps", "of a theorem", "open", "solved for H", "an equation", "with a hole"])
def test_nothing_is_rejected_where_bounds_are_explicit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> None:
        raise AssertionError("a point was drawn in vain")

    monkeypatch.setattr("symfed.strategies.domain.reject", never)
    settings(QUIET, phases=[Phase.generate])(given(domain_points(DOMAINS[name]))(lambda point: None))()


def reached(domain: Domain, wanted: Any, *names: str, **fixed: Any) -> bool:
    try:
        find(domain_points(domain, *names, **fixed), wanted, settings=SEARCH)
    except NoSuchExample:
        return False
    return True


def test_closed_ends_are_reached_and_open_ones_are_not() -> None:
    assert reached(STEPS, lambda p: p["gamma"] * p["L"] == 1 and p["L"] != 1)
    assert reached(STEPS, lambda p: p["gamma"] == flint.fmpq(1, 7), L=7)
    assert reached(STEPS, lambda p: 0 < p["gamma"] * p["L"] < flint.fmpq(1, 100))
    strict = Domain((gamma * L < 1,))
    assert not reached(strict, lambda p: p["gamma"] * p["L"] >= 1)
    assert reached(strict, lambda p: p["gamma"] * p["L"] > flint.fmpq(9, 10))


def test_both_ends_of_integers_are_reached() -> None:
    few = Domain((H <= 4, N >= 2, N < 6))
    assert all(reached(few, lambda p, h=h: p["H"] == h) for h in (1, 2, 3, 4))
    assert all(reached(few, lambda p, n=n: p["N"] == n) for n in (2, 5))
    assert not reached(few, lambda p: not 2 <= p["N"] <= 5)
    many = Domain((gamma * mu * H <= 1,))
    assert reached(many, lambda p: p["H"] == 1000, gamma=Fraction(1, 2000), mu=2)


def test_the_simplest_point_comes_first() -> None:
    def first(domain: Domain, *names: str, **fixed: Any) -> dict[str, Any]:
        return find(domain_points(domain, *names, **fixed), lambda point: True, settings=QUIET)

    assert first(DOMAINS["of a theorem"], "N") == {"gamma": flint.fmpq(1, 45), "H": 1, "N": 1, "mu": 1, "L": 1}
    assert first(STEPS, "H", L=Fraction(3, 2)) == {"L": flint.fmpq(3, 2), "gamma": flint.fmpq(1, 2), "H": 1}
    assert first(ANYWHERE, "theta", "H") == {"theta": 0, "H": 1}
    assert find(domain_points(STEPS, "H"), lambda p: p["H"] > 2, settings=QUIET) == {"L": 1, "gamma": 1, "H": 3}
    assert find(domain_points(STEPS), lambda p: p["gamma"] * p["L"] < 1, settings=QUIET) == {"L": 1, "gamma": flint.fmpq(1, 2)}


def test_fixed_values_are_kept_and_floats_are_the_rationals_they_are() -> None:
    point = find(domain_points(STEPS, L=0.1, H=3), lambda p: p["gamma"] * p["L"] == 1, settings=QUIET)
    assert point["L"] == flint.fmpq(*(0.1).as_integer_ratio())
    assert point["H"] == 3


@pytest.mark.parametrize(
    ("domain", "fixed", "kind", "message"),
    [
        (Domain((gamma * L <= 1, gamma * L >= 2)), {}, InvalidInput, r"gamma <= 1, L\*gamma >= 2': no point of it could be found$"),
        (Domain((gamma * L <= 1, gamma >= 1)), {"L": 2}, InvalidInput, r"no point of it could be found with L = 2"),
        (Domain((2 * H >= 3, 2 * H <= 3)), {}, InvalidInput, "no point"),
        (STEPS, {"gamma": 2, "L": 3}, OutsideDomain, r"gamma = 2: must satisfy L\*gamma <= 1 \(here L = 3\)"),
        (STEPS, {"H": 0}, InvalidInput, "H = 0: must be a positive integer"),
        (STEPS, {"H": 1.5}, InvalidInput, "H = 1.5: must be a positive integer"),
        (STEPS, {"L": -1}, InvalidInput, "L = -1: must be a positive number"),
        (STEPS, {"gama": 1}, InvalidInput, "name = 'gama': must be a symbol"),
    ],
)
def test_what_has_no_points_is_refused_at_once(domain: Domain, fixed: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        domain_points(domain, **fixed)


ENDS = st.fractions(-3, 3, max_denominator=5).map(lambda f: sp.Rational(f.numerator, f.denominator))


@given(ENDS, ENDS, st.booleans(), st.booleans())
@FEW
def test_the_simplest_member_is_the_one_with_the_smallest_denominator(a: Any, b: Any, left: bool, right: bool) -> None:
    piece = Stretch(min(a, b), max(a, b), left, right)
    numbers = [sp.Rational(p, q) for q in range(1, 26) for p in range(-3 * q, 3 * q + 1)]  # 1/25 is the least distance of two ends
    members = [x for x in numbers if (x >= piece.low if not left else x > piece.low) and (x <= piece.high if not right else x < piece.high)]
    assert piece.is_empty == (not members)
    if members:
        best = min(members, key=lambda x: (x != 0, x.q, abs(x)))
        assert (piece.simplest == 0) if best == 0 else (piece.simplest.q, abs(piece.simplest)) == (best.q, abs(best))
        assert piece.simplest in members
        assert all(member in sp.Interval(piece.low, piece.high, left, right) for member in piece.candidates)


RELATIONS = (sp.Le, sp.Lt, sp.Ge, sp.Gt, sp.Eq, sp.Ne)


@given(st.sampled_from(RELATIONS), st.integers(-3, 3).filter(bool), ENDS, ENDS)
def test_linear_relations_are_solved_like_sympy_solves_them(kind: Any, slope: int, constant: Any, point: Any) -> None:
    relation = kind(slope * theta + constant, 1, evaluate=False)
    found = solution(relation, theta)
    for x in (point, (1 - constant) / slope, sp.Integer(100), sp.Integer(-100)):
        assert (x in found) == bool(relation.subs(theta, x))


def test_irrational_ends_move_inwards() -> None:
    (piece,) = pieces(solution(theta**2 <= 2, theta), integer=False)
    assert 0 < 2 - piece.high**2 < sp.Rational(1, 10**5)
    assert piece.low == -piece.high
    assert pieces(solution(theta**2 <= 2, theta), integer=True) == [Stretch(sp.Integer(-1), sp.Integer(1), integer=True)]
