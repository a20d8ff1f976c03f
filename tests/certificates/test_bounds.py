"""Every proven bound against what it bounds, at low effort, where errors are large enough to be seen."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from flint import arb, arb_mat, arb_poly, fmpq

from symfed.certificates import LawCertificate, NotProved
from symfed.certificates.balls import bound, interpolant, monomials, node, node_values, power, product, working
from symfed.certificates.checker import residuals
from symfed.certificates.rounds import ClientOperator, Round, SampleStep, as_operator, distance, expand, local_steps, one_round, one_step
from symfed.certificates.statement import Statement, read

POINTS = [fmpq(k, 20) for k in range(-20, 21)]
GRADIENTS = [["x + tanh(x)", "x - 1/2"], ["x/2 + exp(x/2)/2", "x + sin(x)/2 + 1/3", "x/3"]]
WEIGHTS = [["1/3", "2/3"], ["1/2", "1/4", "1/4"]]


def statement(
    degree: int = 6, pieces: int = 16, order: int = 10, bits: int = 150, H: int = 2, server: str = "x_mean", **changes: Any
) -> Statement:
    problem = {"kind": "scalar", "gradients": GRADIENTS, "weights": WEIGHTS}
    rule = {"local_step": "x - gamma*g", "server_step": server, "exact_gradient": False, "values": {}}
    effort = {"degree": degree, "pieces": pieces, "order": order, "bits": bits}
    parts: dict[str, Any] = {
        "problem": problem, "algorithm": rule, "gamma": "1/4", "H": H, "interval": ["-2", "2"], "optimum": ["-1", "1"],
        "poisson": {"bits": 0, "mean": ["0"], "square": ["0"]}, "effort": effort,
        "claims": {name: ["0", "1"] for name in ("mean", "bias", "second_moment")},
    }  # fmt: skip
    return read(LawCertificate(**{**parts, **changes}))


@pytest.fixture(autouse=True)
def precise() -> Iterator[None]:
    with working(150, 10):
        yield


def image(one: Statement, client: int, z: int, y: Any) -> arb:
    """S_z(y), from the statement's formulas alone."""
    x = arb(one.centre + one.half * y)
    return (one.local_step(x, one.clients[client][z].gradient(x)) - one.centre) / one.half


def ends(one: Statement, client: int, y: Any, H: int) -> list[tuple[fmpq, arb]]:
    """All ends of a client's H steps from y, with their probabilities."""
    found = [(fmpq(1), arb(y))]
    for _ in range(H):
        found = [(p * s.weight, image(one, client, z, x)) for p, x in found for z, s in enumerate(one.clients[client])]
    return found


def within(gap: arb, error: arb) -> bool:
    """Whether a number that is known nearly to all digits may be as small as the error."""
    return bool(gap.is_finite() and gap.abs_lower() <= error)


def value(coefficients: list[arb], y: fmpq) -> arb:
    return sum((c * arb(y).chebyshev_t(i) for i, c in enumerate(coefficients)), arb(0))


@pytest.mark.parametrize(("degree", "pieces", "order"), [(1, 16, 1), (2, 16, 3), (4, 16, 3), (6, 16, 10), (12, 16, 10), (30, 32, 10)])
def test_step_maps(degree: int, pieces: int, order: int) -> None:
    one = statement(degree, pieces, order)
    for c, client in enumerate(one.clients):
        for z, step in enumerate(local_steps(one, client).maps):
            gaps = [image(one, c, z, y) - value(step.polynomial, y) for y in POINTS]
            assert all(within(gap, step.error) for gap in gaps)
            if order == 10:  # a bound, and of some use
                assert step.error <= 10 * max(bound(gap) for gap in gaps) + arb("1e-9")


def test_the_worst_piece_counts() -> None:
    # steep on the left, flat on the right: so is the error of the interpolant
    one = statement(degree=3, problem={"kind": "scalar", "gradients": [["x + exp(-x)/4"]], "weights": [["1"]]})
    step = local_steps(one, one.clients[0]).maps[0]
    gaps = [image(one, 0, 0, y) - value(step.polynomial, y) for y in POINTS]
    assert all(within(gap, step.error) for gap in gaps)
    assert step.error < 2 * max(bound(gap) for gap in gaps)


def test_a_piece_is_enclosed_to_its_ends() -> None:
    # x³ on [-2, 2] in pieces of length 1: x = 2 y, so the slope in t is 6 x²
    one = statement(pieces=4, order=3)
    slope = expand(one, lambda x: x**3, 3, whole=True)[1]
    assert slope.contains(6)
    assert slope.contains(24)
    assert expand(one, lambda x: x**3, 3, whole=False)[1].overlaps(6 * arb(fmpq(9, 4)))


def test_distance_counts_every_term() -> None:
    one = statement(pieces=1, order=2)
    # S(t) = 1 + 2 t + r t² with |r| <= 3 in units of y; p = 1/2 + t + 4 t² + 5 t³
    found = distance(one, [arb(2), arb(4), arb(0)], arb(0, 6), arb_poly([fmpq(1, 2), 1, 4, 5]))
    assert abs(found - (fmpq(1, 2) + 1 + 3 + 4 + 5)) < arb("1e-6")


def test_slopes() -> None:
    # tanh has slope 1 at 0 and less than 1/10 at 2: S' is 1 - 2/4 there and rises to nearly 3/4, as on the straight sample
    steps = local_steps(statement(pieces=64), statement().clients[0])
    steepest = fmpq(1, 3) * fmpq(3, 4) + fmpq(2, 3) * fmpq(3, 4)
    assert fmpq(1, 3) * fmpq(7, 10) + fmpq(2, 3) * fmpq(3, 4) < steps.slope <= steepest + fmpq(1, 1000)


def test_steps_that_turn_round_shrink_too() -> None:
    one = statement(problem={"kind": "scalar", "gradients": [["6*x", "2*x"]], "weights": [["1/2", "1/2"]]})
    # slopes -1/2 and 1/2
    assert abs(local_steps(one, one.clients[0]).slope - fmpq(1, 2)) < arb("1e-8")


@pytest.mark.parametrize("interval", [["-2", "1/10"], ["0", "2"], ["-1/4", "1/4"]])
def test_an_interval_that_steps_leave(interval: list[str]) -> None:
    one = statement(interval=interval)
    with pytest.raises(NotProved, match="keep the interval"):
        one_round(one, 1)


def test_a_step_that_turns_back_inside_a_piece() -> None:
    # x - (x - 3 x²)/4 on [-1, 1] rises to 3/4 + 3/4 at the right end only; x - 2 x² has its top 1/8 inside, its ends at -3 and -1
    bent = {"kind": "scalar", "gradients": [["8*x*x"]], "weights": [["1"]]}
    one = statement(problem=bent, interval=["-1", "1"])
    with pytest.raises(NotProved, match="keep the interval"):
        local_steps(one, one.clients[0])
    # all ends of pieces stay, the top of 2 - 2 x² at 0 does not
    arch = {"kind": "scalar", "gradients": [["8*x*x + 4*x - 8"]], "weights": [["1"]]}
    one = statement(pieces=1, problem=arch, interval=["-1", "1"])
    with pytest.raises(NotProved, match="keep the interval"):
        local_steps(one, one.clients[0])


def test_a_step_that_leaves_and_comes_back_inside_a_piece() -> None:
    # 4 y - 4 y³ vanishes at both ends and in the middle, and reaches 3/2 between
    wave = {"kind": "scalar", "gradients": [["16*x*x*x - 12*x"]], "weights": [["1"]]}
    one = statement(pieces=1, problem=wave, interval=["-1", "1"])
    with pytest.raises(NotProved, match="keep the interval"):
        local_steps(one, one.clients[0])


def test_a_wrong_step_map_costs_more_in_higher_degree() -> None:
    # S = (97 y + 1)/100 taken for 97 y/100: T_8 differs by 0.35 at y = 1
    taken = SampleStep(fmpq(1), [arb(0), fmpq(97, 100) * arb(1)] + [arb(0)] * 19, fmpq(1, 100) * arb(1))
    found = one_step([taken], 20)
    for j, column in enumerate(found.matrix.transpose().tolist()):
        for y in POINTS:
            assert within(((97 * arb(y) + 1) / 100).chebyshev_t(j) - value(column, y), found.errors[j])
    assert found.errors[3] < arb("0.2")


@pytest.mark.parametrize(("degree", "pieces"), [(4, 16), (6, 16), (12, 16), (20, 32)])
@pytest.mark.parametrize("H", [1, 2, 3])
def test_operators(degree: int, pieces: int, H: int) -> None:
    one = statement(degree, pieces)
    for c, client in enumerate(one.clients):
        step = one_step(local_steps(one, client).maps, degree)
        powers = step**H
        columns = powers.matrix.transpose().tolist()
        for y in POINTS[::4]:
            paths = ends(one, c, y, H)
            for j, column in enumerate(columns):
                truth = sum((p * x.chebyshev_t(j) for p, x in paths), arb(0))
                assert within(truth - value(column, y), powers.errors[j])
        assert powers.errors[1] < arb("0.01")


def test_errors_of_powers_add_up() -> None:
    # T_0 -> T_0, T_1 -> T_1/2, known to e: after two steps to e/2 + e
    half = ClientOperator(as_operator([[arb(1), arb(0)], [arb(0), fmpq(1, 2) * arb(1)]], [arb(0), arb(0)]).matrix, [arb(0), arb("0.125")])
    assert (half**2).errors[1] == fmpq(3, 16)
    assert (half**3).matrix[1, 1] == fmpq(1, 8)
    assert abs((half**3).errors[1] - fmpq(7, 32)) < arb("1e-8")


def test_radii_become_errors_and_hopeless_columns_vanish() -> None:
    found = as_operator([[arb(1), arb(5)], [arb(0, 0.25), arb(0)]], [arb(0.25), arb(1)])
    assert found.errors[0] >= fmpq(1, 2)
    assert found.errors[1] == 1
    assert found.matrix.tolist()[0] == [1, 0]
    assert all(entry.is_exact() for entry in found.matrix.entries())


@pytest.mark.parametrize(("degree", "server"), [(5, "x_mean"), (10, "(x_mean + 2*x_start)/3"), (10, "x_mean/2 + gamma"), (16, "x_mean")])
def test_rounds(degree: int, server: str) -> None:
    one = statement(degree, server=server, interval=["-2", "5/2"])
    found, highest = one_round(one, 5), 5
    count = 7
    rows = found.at_nodes(count).tolist()
    for j, row in enumerate(rows):
        y = node(j, count)
        for k in range(highest + 1):
            truth = arb(0)
            for paths in itertools.product(*[ends(one, c, y, 2) for c in range(2)]):
                mean = one.centre + one.half * sum((x for _, x in paths), arb(0)) / 2
                share = fmpq(1)
                for p, _ in paths:
                    share *= p
                truth += share * ((one.server_step(mean, one.centre + one.half * y) - one.centre) / one.half) ** k
            assert within(truth - row[k], found.errors[k])
    assert found.errors[highest] < arb("0.05")
    assert found.shrinks
    assert found.degree >= 2 * degree + (highest if "start" in server else 0)


def test_errors_of_clients_add_up() -> None:
    one = statement(5)
    single = [one_step(local_steps(one, client).maps, 5) ** 2 for client in one.clients]
    worst = max(operator.moments(3)[1][1] for operator in single)
    assert one_round(one, 3).errors[1] >= 2 * worst
    swapped = {"kind": "scalar", "gradients": GRADIENTS[::-1], "weights": WEIGHTS[::-1]}
    assert one_round(statement(5, problem=swapped), 3).errors[1] >= 2 * worst


def test_a_round_that_need_not_shrink() -> None:
    flat = {"kind": "scalar", "gradients": [["x - x"], ["x - x"]], "weights": [["1"], ["1"]]}
    assert not one_round(statement(problem=flat), 2).shrinks
    lazy = statement(server="x_start")
    assert not one_round(lazy, 2).shrinks


def still(degree: int) -> Round:
    """A round that is known exactly and forgets its start: P y^k = 0 for k > 0."""
    n = degree + 1
    return Round([arb_mat(n, n, [1] + [0] * (n * n - 1))], [arb(0)] * n, degree, (fmpq(1), fmpq(0), fmpq(0)), True)


@pytest.mark.parametrize("degree", [2, 4, 9, 30])
def test_residuals_hold_between_the_nodes(degree: int) -> None:
    # defects that vanish at some nodes, and one that is 1 or -1 at degree + 1 nodes and three times as large at the end
    vanishing = [[fmpq(int(i == k)) for i in range(degree + 1)] for k in range(1, degree + 1)]
    alternating = [c.fmpq() for c in interpolant([arb((-1) ** k) for k in range(degree + 1)])]
    for wanted in [*vanishing, alternating]:
        for name, function in (("mean", [fmpq(0), fmpq(1)]), ("square", [fmpq(1, 2), fmpq(0), fmpq(1, 2)])):
            c, *h = [f - w for f, w in zip(function + [fmpq(0)] * degree, wanted, strict=False)]
            there = monomials([fmpq(0), *h])[0]  # P h
            found, missed = residuals(still(degree), {name: [c, *h]})[name]
            assert missed == 0
            for y in [fmpq(k, 100) for k in range(-100, 101)]:
                assert within(value([arb(w) for w in wanted], y) + there, found)


def test_what_a_round_may_miss_is_carried() -> None:
    plain = one_round(statement(6), 3)
    carried = residuals(plain, {"mean": [fmpq(0), fmpq(0), fmpq(0), fmpq(1)]})["mean"][1]
    # T_3 = 4 y³ - 3 y
    assert abs(carried - 4 * plain.errors[3] - 3 * plain.errors[1]) < arb("1e-8") * carried


def test_polynomials() -> None:
    p, q = [arb(k) for k in (1, -2, 3)], [arb(k) for k in (2, 0, 5, 1, -1)]
    for y in POINTS[::5]:
        assert value(product(p, q), y).contains(value(p, y).mid() * value(q, y).mid())
        assert (value(product(q, p), y) - value(p, y) * value(q, y)).contains(0)
        assert value([arb(w) for w in power(6)], y).contains(y**6)
        assert value([arb(w) for w in power(5)], y).contains(y**5)
    assert [sum(power(k), fmpq(0)) for k in range(8)] == [1] * 8
    cubic = interpolant([node(k, 4) ** 3 for k in range(4)])
    assert max(bound(a - b) for a, b in zip(cubic, power(3), strict=True)) < arb("1e-40")
    assert node_values(3, 5)[2, 3].overlaps(node(2, 5).chebyshev_t(3))


def test_a_lost_ball_is_no_bound() -> None:
    for lost in (arb("nan"), arb("inf"), arb(0) / arb(0)):
        with pytest.raises(NotProved, match="lost all digits"):
            bound(lost)
