"""Every reading of the expansion against exact laws, for rules drawn from the whole rule language, in dimensions one to three.

A step is x - gamma (drift g + pull (x - x_start)) / (1 + damping gamma) with series in gamma for drift and pull, H and a parameter of the
rule's own among their constants; the server goes a way that is a series in gamma, too. On quadratics with additive noise the law is
rational, and a coefficient is a rational number of few digits, of which a tiny gamma makes digits that do not overlap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flint
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import symfed as sf
from symfed.core.symbols import users_own
from symfed.derive.expansion import coefficients, coefficients_in_H, expansion_terms, first_power, jets_order
from symfed.formulas.evaluation import on_clients
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, rational
from symfed.models.problems import QuadraticProblem
from symfed.reference import stationary
from symfed.strategies import quadratic_problems
from symfed.tensors.diagrams.evaluate import evaluate
from symfed.tensors.diagrams.form import tensor_form
from tests.derive.paths import moments_by_paths, random_problem

#: By Cramer's rule a coefficient of these laws is a quotient of determinants of a few rows whose entries have a few digits: by
#: Hadamard's bound neither has five hundred bits. So what is left after gamma^k is below gamma^(k + 1/2) if all terms are right, and is
#: above it where one of them is wrong, since no difference of two of them but zero is below 1/2^1000.
BITS = 500
GAMMA = flint.fmpq(1, 2 ** (2 * BITS))
QUANTITIES = ("bias", "second_moment")
CONTROLS = ("control_mean", "control_second_moment", "state_control_moment", "control_cross_moment")
OWN = "strength"


@dataclass(frozen=True)
class Drawn:
    """The constants of a rule, and the exponent of H in its drift."""

    drift: tuple[int, ...]
    pull: tuple[int, ...]
    damping: int
    way: tuple[int, ...]
    power_of_H: int
    exact_gradient: bool

    def end(self, x: Any, g: Any, x_start: Any, gamma: Any, strength: Any, H: Any = 1) -> Any:
        """Where a local step ends."""
        pulled = strength * (x - x_start) * along(self.pull, gamma)
        return x - gamma * (g * along(self.drift, gamma) * self.scale(H) + pulled) / (1 + self.damping * strength * gamma)

    def scale(self, H: Any) -> Any:
        return H if self.power_of_H > 0 else 1 if self.power_of_H == 0 else 1 / H

    def server(self, x_mean: Any, x_start: Any, gamma: Any) -> Any:
        return x_start + (x_mean - x_start) * along(self.way, gamma) / 2

    def plain(self) -> Algorithm:
        """The rule without control variates."""

        def step(x, g, x_start, gamma, strength):  # type: ignore[no-untyped-def]
            return self.end(x, g, x_start, gamma, strength)

        def step_of_many(x, g, x_start, gamma, strength, H):  # type: ignore[no-untyped-def]
            return self.end(x, g, x_start, gamma, strength, H)

        return self._algorithm(step_of_many if self.power_of_H else step)

    def with_controls(self) -> Algorithm:
        """The rule that reads g + xi, and puts the round's mean gradient in the old control variate's place."""

        def step(x, g, xi, x_start, gamma, strength, H):  # type: ignore[no-untyped-def]
            return self.end(x, g + xi, x_start, gamma, strength, H)

        def control(xi, x_end, x_start, x_next, gamma, H):  # type: ignore[no-untyped-def]
            x_mean = x_start + (x_next - x_start) * 2 / along(self.way, gamma)
            return xi + (x_end - x_mean) / (gamma * H * self.drift[0] * self.scale(H))

        return self._algorithm(step, control)

    def _algorithm(self, step: Callable[..., Any], control: Callable[..., Any] | None = None) -> Algorithm:
        def server(x_mean, x_start, gamma):  # type: ignore[no-untyped-def]
            return self.server(x_mean, x_start, gamma)

        return Algorithm(
            "drawn", local_step=step, server_step=server, control_update=control, hyper=(OWN,), exact_gradient=self.exact_gradient
        )


def along(series: tuple[int, ...], gamma: Any) -> Any:
    """The value of a polynomial in gamma."""
    return sum((c * gamma**i for i, c in enumerate(series[1:], start=1)), start=series[0])


@st.composite
def drawn_rules(draw: Any, powers_of_H: tuple[int, ...] = (-1, 0, 1)) -> Drawn:
    first, more = st.integers(1, 3), st.integers(-3, 3)
    drift, pull = (draw(first), draw(more), draw(more)), (draw(st.integers(0, 2)), draw(more))
    return Drawn(drift, pull, draw(st.integers(0, 2)), (draw(first), draw(more)), draw(st.sampled_from(powers_of_H)), draw(st.booleans()))


strengths = st.fractions(min_value=0, max_value=3, max_denominator=3).map(rational)
QUADRATICS = {d: st.tuples(st.integers(1, 2), st.booleans()).flatmap(lambda at, d=d: quadratic_problems(d, *at)) for d in (1, 2, 3)}


def law_of(rule: Algorithm, problem: QuadraticProblem, H: int) -> dict[str, Array]:
    """All moments of the exact law."""
    law = stationary(rule, problem, GAMMA, H, method="exact")
    found = {"bias": law.mean - problem.optimum, "second_moment": law.second_moment}
    if law.controls is None:
        return found
    clients = range(problem.num_clients)
    return found | {
        "control_mean": law.control_mean + problem.jets.gradients,
        "control_second_moment": law.controls.own,
        "state_control_moment": law.controls.cross,
        "control_cross_moment": np.array([[law.controls.between(c, k) for k in clients] for c in clients], dtype=object),
    }


def derived(rule: Algorithm, problem: QuadraticProblem, quantity: str, order: int, H: int) -> list[Array]:
    jets = problem.jets_to_order(jets_order(rule, order, problem.dim, quantity))
    return coefficients(rule, jets, quantity, order, H)


def assert_law(value: Array, found: list[Array], first: int) -> None:
    """The coefficients of gamma^first and higher powers are those of the law with this value at GAMMA."""
    for power, coefficient in enumerate(found, start=first):
        assert all(max(abs(int(c.p)).bit_length(), int(c.q).bit_length()) < BITS for c in map(rational, coefficient.flat))
        value = value - coefficient * GAMMA**power
    last = first + len(found) - 1
    assert all(abs(entry) < GAMMA**last / 2**BITS for entry in value.flat)


@pytest.mark.parametrize("d", [1, 2, 3])
def test_numbers_in_every_dimension(d: int) -> None:
    @settings(max_examples=(0, 8, 8, 5)[d], deadline=None)
    @given(drawn_rules(), strengths, QUADRATICS[d], st.integers(1, 3))
    def holds(drawn: Drawn, strength: Any, problem: QuadraticProblem, H: int) -> None:
        rule = drawn.plain().bind(strength=strength)
        law = law_of(rule, problem, H)
        for quantity in QUANTITIES:
            for order in (1, 2, 3):
                assert_law(law[quantity], derived(rule, problem, quantity, order, H), 1)

    holds()


@pytest.mark.parametrize("d", [1, 2, 3])
def test_control_variates_in_every_dimension(d: int) -> None:
    highest = (0, 3, 2, 1)[d]

    @settings(max_examples=(0, 6, 4, 3)[d], deadline=None)
    @given(drawn_rules(), strengths, QUADRATICS[d], st.integers(1, 2))
    def holds(drawn: Drawn, strength: Any, problem: QuadraticProblem, H: int) -> None:
        rule = drawn.with_controls().bind(strength=strength)
        law = law_of(rule, problem, H)
        for quantity in (*QUANTITIES, *CONTROLS):
            first = first_power(quantity)
            for order in range(max(first, 1), highest + 1 if quantity in QUANTITIES else max(first, highest - 1) + 1):
                assert_law(law[quantity], derived(rule, problem, quantity, order, H), first)

    holds()


@settings(max_examples=3, deadline=None)
@given(drawn_rules(), strengths, QUADRATICS[1], st.integers(1, 3))
def test_symbols(drawn: Drawn, strength: Any, problem: QuadraticProblem, H: int) -> None:
    assert_symbols(drawn.plain(), strength, problem, H)


@settings(max_examples=3, deadline=None)
@given(drawn_rules(powers_of_H=(0, 1)), strengths, QUADRATICS[1], st.integers(1, 3))
def test_symbols_with_control_variates(drawn: Drawn, strength: Any, problem: QuadraticProblem, H: int) -> None:
    assert_symbols(drawn.with_controls(), strength, problem, H)


def assert_symbols(rule: Algorithm, strength: Any, problem: QuadraticProblem, H: int) -> None:
    """The expressions with a letter for the rule's own parameter, at numbers."""
    law = law_of(rule.bind(strength=strength), problem, H)
    value = {users_own(OWN, positive=True): sp.Rational(int(strength.p), int(strength.q))}
    for quantity in QUANTITIES:
        for order in (1, 2, 3):
            jets = problem.jets_to_order(order)
            terms = [on_clients(term.subs(value), jets, "exact") for term in expansion_terms(rule, quantity, order)]
            shape = law[quantity].shape
            assert_law(law[quantity], [term(flint.fmpq(1), flint.fmpq(H)).reshape(shape) for term in terms], 1)


@pytest.mark.parametrize("d", [1, 2, 3])
def test_tensors_in_every_dimension(d: int) -> None:
    @settings(max_examples=2, deadline=None)
    @given(drawn_rules(), strengths, QUADRATICS[d], st.integers(1, 3))
    def holds(drawn: Drawn, strength: Any, problem: QuadraticProblem, H: int) -> None:
        rule = drawn.plain().bind(strength=strength)
        law = law_of(rule, problem, H)
        for quantity in QUANTITIES:
            for order in (1, 2):
                assert_law(law[quantity], evaluate(tensor_form(rule, quantity, order), problem.jets_to_order(order), H), 1)

    holds()


@settings(max_examples=6, deadline=None)
@given(drawn_rules(powers_of_H=(0,)), strengths, QUADRATICS[2], st.integers(1, 4))
def test_polynomials_in_H(drawn: Drawn, strength: Any, problem: QuadraticProblem, H: int) -> None:
    rule = drawn.plain().bind(strength=strength)
    law = law_of(rule, problem, H)
    for quantity in QUANTITIES:
        parts = coefficients_in_H(rule, problem.jets_to_order(2), quantity, 2)
        assert_law(law[quantity], [sum(part * flint.fmpq(H) ** k for k, part in enumerate(powers)) for powers in parts], 1)


@settings(max_examples=6, deadline=None)
@given(drawn_rules(), strengths, st.integers(1, 3).flatmap(QUADRATICS.__getitem__), st.integers(1, 3))
def test_the_formula_that_people_call(drawn: Drawn, strength: Any, problem: QuadraticProblem, H: int) -> None:
    rule = drawn.plain().bind(strength=strength)
    law = law_of(rule, problem, H)
    for quantity in QUANTITIES:
        formula = sf.expand(rule, quantity, 2)
        first, both = (formula(problem, 1, H, order=order, backend="exact", check=False) for order in (1, 2))
        assert_law(law[quantity], [first, both - first], 1)


@settings(max_examples=6, deadline=None)
@given(drawn_rules(), st.lists(st.integers(-2, 2), min_size=3, max_size=3), st.integers(1, 2), st.integers(1, 2), st.integers(0, 99))
def test_powers_of_the_gradient(drawn: Drawn, bends: list[int], clients: int, H: int, seed: int) -> None:
    """No law is known of a rule that bends, but every sequence of samples can be walked."""

    def step(x, g, x_start, gamma, H):  # type: ignore[no-untyped-def]
        square, mixed, cube = bends
        bent = square * g * g * gamma + mixed * g * (x - x_start) + cube * gamma * gamma * g * g * (g + x - x_start)
        return x - gamma * (g * along(drawn.drift[:2], gamma) * (H if drawn.power_of_H else 1) + bent)

    rule = Algorithm("bent", local_step=step, server_step=lambda x_mean, x_start, gamma: drawn.server(x_mean, x_start, gamma))
    problem = random_problem(2, clients, 2, 2, seed)
    walked = moments_by_paths(rule, problem, 2, H)
    jets = problem.jets(jets_order(rule, 2))
    for degree in (1, 2):
        for j, found in enumerate(coefficients(rule, jets, degree, 2, H), start=1):
            for at in np.ndindex(*found.shape):
                assert found[at] == walked[tuple(at.count(i) for i in range(2)), j], (at, j)


def test_no_moment_without_noise_at_one_step() -> None:
    """Where every client's end is affine in its start and there is one step, the mean end is theta* if and only if the start is."""
    problem = QuadraticProblem([[[2, 1], [1, 3]], [[1, 0], [0, 5]]], [[1, 0], [-1, 2]])
    rule = Algorithm("twice", local_step=lambda x, g, gamma: x - gamma * g + gamma**2 * g)
    for order in (1, 2, 3):
        for quantity in QUANTITIES:
            assert not np.any(sf.expand(rule, quantity, order)(problem, flint.fmpq(1, 10), 1, backend="exact"))
