"""Expansions with control variates in averages over clients: the numeric engine, special cases, units, and what is refused."""

from __future__ import annotations

from itertools import product

import flint
import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import NOISE, PER_CLIENT, ClientMean, H, N, a, b, derivative, g, gamma, of_other, rho, scaling
from symfed.core.symbols import C as NOISE_LEVEL
from symfed.derive.expansion import coefficients, expand, expansion_terms, first_power, jets_order, numeric, symbolic
from symfed.formulas.evaluation import column
from symfed.models.algorithm import Algorithm
from symfed.models.jets import Jets
from tests.derive.test_expansion_symbolic import random_jets

OF_CONTROLS = ("control_mean", "control_second_moment", "state_control_moment", "control_cross_moment")
OWNED = (*[derivative(m) for m in range(1, 10)], *NOISE)


def on_jets(expression: sp.Expr, jets: Jets, steps: int, clients: int, own: int = 0, other: int = 1) -> sp.Expr:
    """The value for named clients, which bare and primed symbols stand for; `clients` is N."""

    def values(c: int, used: set[sp.Symbol]) -> dict[sp.Symbol, sp.Rational]:
        return {symbol: sp.Rational(str(column(symbol, jets)[c])) for symbol in used & PER_CLIENT}

    def mean(inside: sp.Expr) -> sp.Expr:
        return sp.Add(*[inside.xreplace(values(c, inside.free_symbols)) for c in range(jets.N)]) / jets.N

    expression = expression.replace(ClientMean, mean)
    primed = {of_other(symbol): symbol for symbol in OWNED if of_other(symbol) in expression.free_symbols}
    named = {twin: values(other, {symbol})[symbol] for twin, symbol in primed.items()} | values(own, expression.free_symbols)
    return expression.xreplace({**named, H: sp.Integer(steps), N: sp.Integer(clients)})


@pytest.mark.parametrize(("quantity", "order"), [("bias", 3), ("second_moment", 3), (3, 3), *[(quantity, 2) for quantity in OF_CONTROLS]])
def test_on_numbers_the_expression_is_the_numeric_engine(quantity: str | int, order: int) -> None:
    jets = random_jets(jets_order("scaffold", order, quantity=quantity), clients=3)
    terms = expansion_terms("scaffold", quantity, order)
    named = {"control_cross_moment": 2, "bias": 0, "second_moment": 0, 3: 0}.get(quantity, 1)
    for clients in (3, 7):  # as many as there are, and more of the same kind
        found = coefficients("scaffold", jets, quantity, order, 3, clients)
        for n, (term, value) in enumerate(zip(terms, found, strict=True)):
            for labels in product(range(3), repeat=named):
                if len(set(labels)) == named:
                    expected = on_jets(term, jets, 3, clients, *labels)
                    assert flint.fmpq(int(expected.p), int(expected.q)) == value[labels].flat[0], (n, labels)


def test_control_variates_add_up_to_zero() -> None:
    jets = random_jets(2, clients=3)
    for quantity in ("control_mean", "state_control_moment", "control_cross_moment"):
        order = 1 if quantity == "control_cross_moment" else 2
        for value in coefficients("scaffold", jets, quantity, order, 3):
            assert all(total == 0 for total in value.sum(axis=0).flat)


def test_the_leading_terms_by_hand() -> None:
    # fresh control variates are minus the mean of H noises, less the clients' mean of that; see also the first orders of theta
    spread, together = expand("scaffold", "control_second_moment", 1), expand("scaffold", "control_cross_moment", 1)
    noise, mean = NOISE_LEVEL, ClientMean(NOISE_LEVEL)
    assert sp.expand(spread.subs(gamma, 0) - (noise - 2 * noise / N + mean / N) / H) == 0
    assert sp.expand(together.subs(gamma, 0) - (mean - noise - of_other(noise)) / (N * H)) == 0
    (bias,), (moment,) = expansion_terms("scaffold", "bias", 1), expansion_terms("scaffold", "second_moment", 1)
    assert bias == -mean * ClientMean(b) / (4 * N * ClientMean(a) ** 2)
    assert moment == mean / (2 * N * ClientMean(a))


def test_one_client_has_nothing_to_learn() -> None:
    def alone(expression: sp.Expr) -> sp.Expr:
        return expression.replace(ClientMean, lambda inside: inside).subs({N: 1, g: 0})

    for quantity in ("bias", "second_moment", 3):
        assert sp.expand(sp.cancel(alone(expand("scaffold", quantity, 3) - expand("fedavg", quantity, 3)))) == 0
    for quantity in ("control_mean", "control_second_moment", "state_control_moment"):
        assert sp.cancel(alone(expand("scaffold", quantity, 2))) == 0


def test_one_local_step_is_sgd() -> None:
    for quantity in ("bias", "second_moment", 3):
        assert sp.expand(expand("scaffold", quantity, 3).subs(H, 1) - expand("sgd", quantity, 3)) == 0


def test_a_higher_order_leaves_the_lower_ones_alone() -> None:
    for quantity, order in (("bias", 3), ("second_moment", 3), ("control_second_moment", 2)):
        assert expansion_terms("scaffold", quantity, order)[:-1] == expansion_terms("scaffold", quantity, order - 1)


@pytest.mark.parametrize(
    ("quantity", "scale"),
    [
        ("bias", (0, 1)), ("second_moment", (0, 2)), ("control_mean", (1, 1)), ("control_second_moment", (2, 2)),
        ("state_control_moment", (1, 2)), ("control_cross_moment", (2, 2)),
    ],
)  # fmt: skip
def test_every_coefficient_scales_as_it_must(quantity: str, scale: tuple[int, int]) -> None:
    weight, length = scale
    for n, term in enumerate(expansion_terms("scaffold", quantity, 2), start=first_power(quantity)):
        assert scaling(term) == (weight + n, length)


def _step(x, g, xi, gamma):  # runs on any number type
    return x - gamma * (g + xi)


def _control(xi, x_end, x_next, gamma, H):
    return xi + (x_end - x_next) / (gamma * H)


def _slowing(xi, x_end, x_next, gamma, H):
    return xi + (x_end - x_next) / (gamma * H * (1 + gamma))


@pytest.mark.parametrize(
    ("algorithm", "words"),
    [
        (Algorithm("against", local_step=lambda x, g, xi, gamma: x - gamma * (g - xi), control_update=_control), r"g \+ xi"),
        (Algorithm("frozen", local_step=_step), "must be there"),
        (Algorithm("leaky", local_step=_step, control_update=lambda xi, x_end, x_start, gamma, H: xi + (x_end - x_start) / (gamma * H)),
         "conserve the sum of all control variates"),
        (Algorithm("fading", local_step=_step, control_update=lambda xi, x_end, x_next, gamma, H: xi / 2 + (x_end - x_next) / (gamma * H)),
         "conserve the sum of all control variates"),
        (Algorithm("half way", local_step=_step, control_update=_control, server_step=lambda x_mean, x_start: (x_mean + x_start) / 2),
         "conserve the sum of all control variates"),
        (Algorithm("damped", local_step=_step, control_update=lambda xi, x_end, x_next, gamma, H: xi + (x_end - x_next) / (2 * gamma * H)),
         "in the place of the old"),
        (Algorithm("slowing", local_step=_step, control_update=_slowing),
         "constant over gamma"),
    ],
    ids=lambda value: value.name if isinstance(value, Algorithm) else "",
)  # fmt: skip
def test_rules_that_the_engine_cannot_follow_are_refused_with_the_reason(algorithm: Algorithm, words: str) -> None:
    with pytest.raises(InvalidInput, match=words) as refusal:
        expand(algorithm, "bias", 1)
    assert algorithm.name in str(refusal.value)


def test_a_rule_with_a_parameter_and_one_whose_slope_is_a_sum() -> None:
    pulled = Algorithm(
        "pulled",
        local_step=lambda x, g, xi, x_start, gamma, rho: x - gamma * (g + xi + rho * (x - x_start)),
        control_update=_control,
        hyper=("rho",),
    )
    assert expand(pulled, "bias", 2).subs(rho, 0) == expand("scaffold", "bias", 2)
    jets = random_jets(2, clients=3)
    values = coefficients(pulled.bind(rho=flint.fmpq(2, 3)), jets, "bias", 2, 3)
    for term, value in zip(expansion_terms(pulled, "bias", 2), values, strict=True):
        assert on_jets(term.subs(rho, sp.Rational(2, 3)), jets, 3, 3) == sp.Rational(str(value[0]))
    steep = Algorithm(
        "steep",
        local_step=lambda x, g, xi, gamma, rho: x - gamma * (1 + rho) * (g + xi),
        control_update=lambda xi, x_end, x_next, gamma, H, rho: xi + (x_end - x_next) / (gamma * H * (1 + rho)),
        hyper=("rho",),
    )
    with pytest.raises(InvalidInput, match="one product"):
        expand(steep, "bias", 1)
    assert coefficients(steep.bind(rho=flint.fmpq(2, 3)), jets, "bias", 1, 3)


def test_bad_arguments_are_refused() -> None:
    jets = random_jets(1)
    with pytest.raises(InvalidInput, match="keeps no control variates"):
        expand("fedavg", "control_second_moment", 1)
    with pytest.raises(InvalidInput, match="no polynomial in H"):
        coefficients("scaffold", jets, "bias", 1)
    with pytest.raises(InvalidInput, match="derivative 4"):
        coefficients("scaffold", jets, "control_second_moment", 1, 2)


def test_H_enters_through_the_spread_of_the_control_variates() -> None:
    # what tells Scaffold's second order from SGD's: (H - 1)(5 H - 1)/12 times the displacement that <b delta²> makes
    sgd, scaffold = expand("sgd", "bias", 2), expand("scaffold", "bias", 2)
    (spread, *_) = expansion_terms("scaffold", "control_second_moment", 1)
    of_spread = -(H - 1) * (5 * H - 1) * ClientMean(b * spread) / (12 * ClientMean(a))

    assert sp.expand(scaffold - sgd - gamma**2 * of_spread) == 0
    assert expand("scaffold", "second_moment", 2) == expand("sgd", "second_moment", 2)


def test_among_equal_clients_control_variates_are_a_heterogeneity_of_their_own() -> None:
    # FedAvg with gradients g has -(H - 1)(2 H - 1)/12 <b g²>/<a>; among equals Scaffold's g² is the spread that noise gives to delta
    def equal(expression: sp.Expr) -> sp.Expr:
        return expression.replace(ClientMean, lambda inside: inside)

    (spread, *_), (_, fedavg) = expansion_terms("scaffold", "control_second_moment", 1), expansion_terms("fedavg", "bias", 2)
    apart = equal(expansion_terms("scaffold", "bias", 2)[1]) - equal(fedavg).subs(g, 0)
    assert sp.expand(apart + (H - 1) * (2 * H - 1) * b * equal(spread) / (12 * a)) == 0
    own = sp.expand(fedavg).coeff(ClientMean(b * g**2))
    assert sp.expand(own + (H - 1) * (2 * H - 1) / (12 * ClientMean(a))) == 0


def test_what_would_not_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numeric, "MOST_PRODUCTS", 2000)
    jets = random_jets(2)
    assert coefficients("scaffold", jets, "bias", 1, 2)
    with pytest.raises(InvalidInput, match="order 1 is the highest within reach"):
        coefficients("scaffold", jets, "bias", 2, 2)
    monkeypatch.setattr(symbolic, "LARGEST_MOMENT", 10)
    with pytest.raises(InvalidInput, match="needs more than 10 terms"):
        expand("scaffold", "bias", 2)


def test_infinitely_many_clients_stand_still() -> None:
    # their mean does not fluctuate, so that what N does not divide in E[e²] is the square of what it does not divide in E[e]
    _, second = expansion_terms("scaffold", "bias", 2)
    crowd = [
        sp.Add(*[term for term in sp.Add.make_args(power) if not term.has(N)]) for power in expansion_terms("scaffold", "second_moment", 4)
    ]
    assert crowd == [0, 0, 0, sp.Add(*[term for term in second.args if not term.has(N)]) ** 2]
    assert crowd[3] != 0
