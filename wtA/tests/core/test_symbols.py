"""The symbol table and the average over clients."""

from __future__ import annotations

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from symfed.core import symbols
from symfed.core.symbols import PER_CLIENT, TABLE, C, ClientMean, H, L, N, a, b, cumulant, derivative, g, gamma, mu, scaling, theta

# Polynomials in one client's jet and in the common constants: what expansions average.
CONSTANTS = st.one_of(st.fractions(-5, 5, max_denominator=7).map(lambda x: sp.Rational(x)), st.sampled_from([gamma, H, 1 / N, L]))
MONOMIALS = st.lists(st.sampled_from([a, b, g, C]), min_size=1, max_size=3).map(lambda factors: sp.prod(factors))
AVERAGED = st.lists(st.tuples(CONSTANTS, MONOMIALS), min_size=1, max_size=3).map(lambda terms: sp.Add(*[c * m for c, m in terms]))

#: Three clients, their gradients summing to zero as they do at the optimum.
CLIENTS = [{a: 1, b: 2, g: 3, C: 0}, {a: 4, b: -1, g: -5, C: 7}, {a: 2, b: 0, g: 2, C: 1}]


def averaged_by_hand(expression: sp.Expr) -> sp.Expr:
    return sp.expand(sum(expression.subs(client) for client in CLIENTS) / sp.Integer(len(CLIENTS)))


def averages_filled_in(expression: sp.Expr) -> sp.Expr:
    return sp.expand(expression.replace(ClientMean, averaged_by_hand))


@given(AVERAGED)
def test_client_mean_is_the_mean(expression: sp.Expr) -> None:
    assert averages_filled_in(ClientMean(expression)) == averaged_by_hand(expression)


@given(AVERAGED, AVERAGED, CONSTANTS)
def test_client_mean_is_linear(u: sp.Expr, v: sp.Expr, constant: sp.Expr) -> None:
    assert sp.expand(ClientMean(u + constant * v) - ClientMean(u) - constant * ClientMean(v)) == 0


def test_client_mean_of_what_no_client_owns() -> None:
    assert ClientMean(gamma * H / N) == gamma * H / N
    assert ClientMean(sp.S.Half) == sp.S.Half


def test_gradients_sum_to_zero_at_the_optimum() -> None:
    assert ClientMean(g) == 0
    assert ClientMean(3 * gamma * g) == 0
    assert ClientMean(a * g) != 0
    assert ClientMean(g**2) != 0


def test_a_mean_inside_a_mean_is_a_constant() -> None:
    assert ClientMean(ClientMean(a)) == ClientMean(a)
    assert ClientMean(ClientMean(a) * g) == 0
    assert ClientMean((a - ClientMean(a)) * (b - ClientMean(b))) == ClientMean(a * b) - ClientMean(a) * ClientMean(b)
    assert ClientMean(a).free_symbols == set()
    assert ClientMean((1 - gamma * a) ** H).free_symbols == {gamma, H}


def test_derivatives_pass_into_the_mean() -> None:
    lifted = ClientMean((1 - gamma * a) ** 2 * b)
    assert sp.expand(sp.diff(lifted, gamma) - ClientMean(-2 * a * b * (1 - gamma * a))) == 0
    slope = sp.diff(ClientMean((1 - gamma * a) ** H), gamma)
    assert averages_filled_in(slope.subs({H: 3, gamma: 0})) == averaged_by_hand(-3 * a)


def test_client_mean_keeps_signs_and_prints_as_an_average() -> None:
    assert ClientMean(a).is_positive
    assert ClientMean(C).is_nonnegative
    assert ClientMean(g * b).is_positive is None
    assert sp.latex(ClientMean(a)) == r"\left\langle a \right\rangle"
    assert sp.latex(ClientMean(a) ** 2) == r"\left\langle a \right\rangle^{2}"


def test_the_table_is_complete_and_unambiguous() -> None:
    made = {value for value in vars(symbols).values() if isinstance(value, sp.Symbol)}
    jets = {derivative(m) for m in range(1, 14)} | {cumulant(k, j) for k in range(2, 8) for j in range(15 - 2 * k)}
    elsewhere = {symbols.point_derivative(m) for m in range(7)}
    primed = {symbols.of_other(symbol) for symbol in jets}
    assert len(primed) == len(jets)
    assert made | jets | elsewhere | primed == {info.symbol for info in TABLE.values()}
    assert jets | elsewhere == PER_CLIENT
    assert all(info.meaning for info in TABLE.values())
    assert all(info.symbol.name == name for name, info in TABLE.items())
    assert {info.symbol for info in TABLE.values() if info.per_client} == PER_CLIENT


def test_another_clients_symbol_is_its_twin() -> None:
    twin = symbols.of_other(C)
    assert scaling(twin) == scaling(C)
    assert twin.assumptions0 == C.assumptions0
    assert ClientMean(twin) == twin
    assert sp.latex(symbols.of_other(a) * symbols.of_other(cumulant(2, 1))) == r"{C^{(1)}}' {a}'"
    with pytest.raises(symbols.InvalidInput, match="must be a client's derivative"):
        symbols.of_other(gamma)


def test_assumptions_are_the_models() -> None:
    assert gamma.is_positive
    assert mu.is_positive
    assert H.is_integer
    assert H.is_positive
    assert N.is_integer
    assert a.is_positive
    assert g.is_real
    assert g.is_positive is None


@pytest.mark.parametrize(
    ("expression", "weight_and_length"),
    [
        (gamma * L, (0, 0)),
        ((1 - gamma * mu) ** 2 + gamma**2 * L * mu, (0, 0)),
        (gamma * ClientMean(a * g) / ClientMean(a), (0, 1)),  # a bias is a length
        (gamma * ClientMean(C) / (N * ClientMean(a)), (0, 2)),  # a covariance is a length squared
        (sp.pi * H, (0, 0)),
        (sp.sqrt(1 - gamma * mu), (0, 0)),
        (theta**3 * b, (1, 2)),  # a loss
        (sp.ceiling(sp.sqrt(2 / (gamma**2 * L * mu)) * sp.exp(-1)), (0, 0)),
        (sp.Max((1 - gamma * mu) ** H, 1 - 1 / (gamma * L * H)), (0, 0)),
        (sp.Max(gamma, 1 / L), (-1, 0)),
    ],
)
def test_scaling(expression: sp.Expr, weight_and_length: tuple[int, int]) -> None:
    assert scaling(expression) == weight_and_length


@pytest.mark.parametrize(
    "expression", [1 + gamma, gamma + L, sp.sqrt(gamma * a * L), sp.exp(gamma), sp.Max(gamma, L), ClientMean(a + a * g)]
)
def test_scaling_refuses_what_does_not_scale(expression: sp.Expr) -> None:
    with pytest.raises(ValueError, match=r"scale differently|raised to|cannot weigh"):
        scaling(expression)


def test_scaling_refuses_symbols_from_elsewhere() -> None:
    with pytest.raises(ValueError, match="not in the symbol table"):
        scaling(gamma * sp.Symbol("L"))
