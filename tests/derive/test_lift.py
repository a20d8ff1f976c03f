"""The pieces that the engines stand on: the lifted map, powers and sums, symbolic jets, rates."""

from __future__ import annotations

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from symfed.core.symbols import TABLE, C, ClientMean, H, L, N, a, b, g, gamma, h, mu, rho
from symfed.decide.signs import decide_zero
from symfed.derive.expansion import expand
from symfed.derive.lift import StepMap, local_map, server_map
from symfed.derive.powers import falling_binomial, faulhaber, geometric_sum
from symfed.derive.spectrum import STEPS, contraction, contraction_domain, wasserstein_domain, wasserstein_rate
from symfed.derive.symbolic_jets import SymbolicJets
from symfed.models.algorithms import all_algorithms, get_algorithm
from symfed.models.jets import Jets
from tests.derive.helpers import populations, scalar_jets

MEMORYLESS = sorted(name for name, algorithm in all_algorithms().items() if not algorithm.keeps_memory)
AVERAGED = [name for name in MEMORYLESS if get_algorithm(name).server_step is None]


def test_rules_are_read_as_affine_maps() -> None:
    assert local_map("fedavg") == StepMap(sp.S.One, -gamma, sp.S.Zero)
    pulled = local_map("fedprox")
    assert sp.expand(pulled.state - (1 - gamma * rho)) == 0
    assert sp.expand(pulled.start - gamma * rho) == 0
    assert local_map(get_algorithm("fedprox").bind(rho=0.5)).start == gamma / 2
    assert all(server_map(name) == StepMap(sp.S.One, sp.S.Zero, sp.S.Zero) for name in AVERAGED)


@given(st.integers(1, 6), st.integers(0, 6))
def test_sums_in_closed_form(steps: int, power: int) -> None:
    assert faulhaber(h**power, H).subs(H, steps) == sum(k**power for k in range(steps))
    ratio = 1 - gamma * a
    assert sp.cancel(geometric_sum(ratio, H).subs(H, steps) - sum(ratio**k for k in range(steps))) == 0
    assert geometric_sum(sp.S.One, H) == H
    assert falling_binomial(H, power).subs(H, steps) == sp.binomial(steps, power)


def test_symbolic_jets_offer_what_numeric_jets_do() -> None:
    held = {"of", "order", "cumulants", "converted"}  # how numeric jets are held
    public = {name for name in dir(Jets) if not name.startswith("_")} - held
    assert public <= set(dir(SymbolicJets))


def _transcribed(p: SymbolicJets | Jets, steps: object, step: object) -> object:
    """A first-order bias as a source would write it, for any jets: the point of having two of them."""
    drift = p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))
    noise = p.solve(p.hessian, p.contract(p.third_derivative, p.lyapunov(p.hessian, p.noise)))
    return step * (steps - 1) * drift / 2 - step * noise / (2 * p.N)


def test_one_transcription_runs_on_symbols_and_on_numbers() -> None:
    p = SymbolicJets()
    assert decide_zero(_transcribed(p, H, gamma) - expand("fedavg", "bias", 1)).kind == "zero"
    assert p.product(p.power(p.hessians, H), p.identity()) == a**H
    assert p.outer(p.gradients, p.gradients) == g**2
    assert p.contract_wrong(p.third_derivatives, p.noise_covariance) == b * C
    assert p.noise == ClientMean(C)
    assert [p.derivative(m) for m in (1, 2, 3)] == [p.gradients, p.hessians, p.third_derivatives]
    assert [p.cumulant(2), p.cumulant(2, 2), p.cumulant(3)] == [p.noise_covariance, p.noise_second_derivative, p.noise_cumulant]


@given(populations(), st.integers(1, 5))
def test_the_transcription_takes_the_same_value_on_both(point: object, steps: int) -> None:
    numeric = _transcribed(scalar_jets(point), steps, 1)[0]
    assert sp.Rational(int(numeric.p), int(numeric.q)) == point.evaluate(_transcribed(SymbolicJets(), sp.Integer(steps), sp.S.One))


def test_rates_of_plain_averaging() -> None:
    assert decide_zero(contraction("fedavg") - (1 - gamma * mu) ** H).kind == "zero"
    assert decide_zero(wasserstein_rate("fedavg") - (1 - gamma * mu * (2 - gamma * L)) ** H).kind == "zero"
    assert decide_zero(wasserstein_rate("sgd") - (1 - gamma * mu * (2 - gamma * L))).kind == "zero"
    assert contraction_domain("fedavg") == wasserstein_domain("fedavg") == STEPS


def test_a_pull_to_the_start_narrows_the_domain_and_slows_the_round() -> None:
    pulled = contraction("fedprox")
    assert decide_zero(pulled.subs(rho, 0) - contraction("fedavg")).kind == "zero"
    # attained by a quadratic of curvature mu, walked step by step
    point, slope = {gamma: sp.Rational(1, 5), mu: sp.Rational(1, 2), rho: sp.S.One}, sp.S.One
    for steps in range(1, 5):
        slope = slope - point[gamma] * (point[mu] * slope + point[rho] * (slope - 1))
        assert pulled.subs({**point, H: steps}) == slope
    assert len(contraction_domain("fedprox").relations) == 3
    assert wasserstein_domain("fedprox").contains(gamma=sp.Rational(1, 5), L=1, mu=1, rho=1)
    assert not wasserstein_domain("fedprox").contains(gamma=1, L=1, mu=1, rho=3)


@pytest.mark.parametrize("name", AVERAGED)
def test_squared_rates_bound_what_two_coupled_quadratics_do(name: str) -> None:
    """Sample gradients mu x or L x: the extreme losses that A1 allows; E|x - y|² follows a linear recursion."""
    values = {gamma: sp.Rational(2, 5), mu: sp.S.One, L: sp.S(2), rho: sp.Rational(1, 4)}
    step = local_map(name)
    u, v, w = (part.subs(values) for part in (step.state, step.gradient, step.start))
    # curvature 0 or L with mean mu: the noisiest that a convex, L-smooth loss with mu-convex mean can be
    chance = values[mu] / values[L]
    square, mixed = sp.S.One, sp.S.One
    for steps in range(1, 4):
        slopes = ((chance, u + v * values[L]), (1 - chance, u))
        square = sum(p * (s**2 * square + 2 * s * w * mixed + w**2) for p, s in slopes)
        mixed = sum(p * (s * mixed + w) for p, s in slopes)
        rate = wasserstein_rate(name).subs({**values, H: steps})
        if get_algorithm(name).one_step and steps > 1:
            break
        assert rate >= square
        if w == 0:
            assert rate == square


def test_symbols_come_from_the_table() -> None:
    for name in MEMORYLESS:
        free = expand(name, "bias", 2).free_symbols | contraction(name).free_symbols
        assert free <= {info.symbol for info in TABLE.values()}
    assert N in expand("sgd", "bias", 1).free_symbols
