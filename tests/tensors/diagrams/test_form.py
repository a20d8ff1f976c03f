"""The tensor form against the expansion in dimension one, and what is left of it where something is absent."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from symfed.core.errors import InvalidInput
from symfed.core.symbols import H
from symfed.derive.expansion import expand
from symfed.derive.symbolic_jets import equal_clients
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array
from symfed.models.jets import Jets
from symfed.tensors.diagrams.evaluate import evaluate
from symfed.tensors.diagrams.form import RANKS, has_tensor_form, tensor_form
from tests.formulas.helpers import random_jets

QUANTITIES = tuple(RANKS)
#: name, quantity -> number of diagrams to first and to second order
COUNTS = {
    ("fedavg", "bias"): (2, 37),
    ("fedavg", "second_moment"): (1, 20),
    ("fedavg_deterministic", "bias"): (1, 6),
    ("fedavg_deterministic", "second_moment"): (0, 1),
    ("sgd", "bias"): (1, 17),
    ("sgd", "second_moment"): (1, 12),
    ("fedprox", "bias"): (2, 40),
    ("fedprox", "second_moment"): (1, 21),
}


@pytest.mark.parametrize(("name", "quantity"), COUNTS)
def test_dimension_one_gives_the_expansion(name: str, quantity: str) -> None:
    for order, count in enumerate(COUNTS[name, quantity], start=1):
        form = tensor_form(name, quantity, order)
        assert len(form) == count
        assert sp.expand(form.in_dimension_one - expand(name, quantity, order)) == 0


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_one_local_step_is_sgd_term_by_term(quantity: str) -> None:
    one = {(t.power, t.diagram): value for t in tensor_form("fedavg", quantity, 2) if (value := t.coefficient.subs(H, 1)) != 0}
    assert one == {(t.power, t.diagram): t.coefficient for t in tensor_form("sgd", quantity, 2)}


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_exact_gradients_leave_what_no_noise_takes_part_in(quantity: str) -> None:
    assert tensor_form("fedavg", quantity, 2).where(noiseless=True) == tensor_form("fedavg_deterministic", quantity, 2)


def _without(jets: Jets, what: str) -> Jets:
    if what == "quadratic":
        return replace(jets, derivatives=(*jets.derivatives[:2], *[0 * part for part in jets.derivatives[2:]]))
    if what == "noiseless":
        return replace(jets, cumulants=tuple(tuple(0 * part for part in parts) for parts in jets.cumulants))
    if what == "additive_noise":
        return replace(jets, cumulants=tuple((parts[0], *[0 * part for part in parts[1:]]) for parts in jets.cumulants))

    def first(part: Array) -> Array:
        return part * 0 + part[:1]

    equal = Jets(tuple(map(first, jets.derivatives)), tuple(tuple(map(first, parts)) for parts in jets.cumulants))
    return replace(equal, derivatives=(0 * equal.gradients, *equal.derivatives[1:]))


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from(QUANTITIES),
    st.sets(st.sampled_from(["quadratic", "noiseless", "additive_noise", "homogeneous"]), min_size=1),
    st.integers(0, 99),
)
def test_what_is_left_out_vanishes_and_the_rest_does_not_change(quantity: str, absent: set[str], seed: int) -> None:
    jets = random_jets(2, seed=seed)
    for what in sorted(absent):
        jets = _without(jets, what)
    form = tensor_form("fedavg", quantity, 2)
    left = form.where(**dict.fromkeys(absent, True))
    assert len(left) < len(form)
    for whole, part in zip(evaluate(form, jets, 3, 7), evaluate(left, jets, 3, 7), strict=True):
        assert (whole == part).all()


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_equal_clients_in_dimension_one(quantity: str) -> None:
    left = tensor_form("fedavg", quantity, 2).where(homogeneous=True)
    assert sp.expand(equal_clients(left.in_dimension_one) - equal_clients(expand("fedavg", quantity, 2))) == 0
    assert sp.expand(equal_clients(left.in_dimension_one)) != 0


def test_equal_quadratic_clients_do_not_see_the_number_of_local_steps() -> None:
    # the error is then a linear recursion with one matrix for all, whose mean over clients is that of N times smaller noise
    left = tensor_form("fedavg", "second_moment", 2).where(homogeneous=True, quadratic=True)
    assert len(left) == 3
    assert all(not term.coefficient.has(H) for term in left)
    assert len(tensor_form("fedavg", "bias", 2).where(homogeneous=True, quadratic=True)) == 0


def test_quadratic_losses_with_exact_gradients_leave_three_diagrams() -> None:
    left = tensor_form("fedavg", "bias", 2).where(quadratic=True)
    expected = [(H - 1) / 2, -(H - 1) * (H - 2) / 6, (H - 1) ** 2 / 4]
    assert all(sp.expand(term.coefficient - value) == 0 for term, value in zip(left, expected, strict=True))
    assert not any(term.noisy for term in left)


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_groups_hold_every_term_once_and_what_their_names_say(quantity: str) -> None:
    form = tensor_form("fedavg", quantity, 2)
    groups = form.groups()
    assert sum(map(len, groups.values())) == len(form)
    assert {term for group in groups.values() for term in group} == set(form)
    assert groups["heterogeneity only"] == form.where(noiseless=True)
    for name, power in (("noise only, 1/N", 1), ("noise only, 1/N^2", 2)):
        assert {term.inverse_N for term in groups[name]} == {power}
        assert not any(term.heterogeneous for term in groups[name])
    assert {name: len(group) for name, group in groups.items()} == (
        {
            "heterogeneity only": 6,
            "noise that more clients do not average out": 1,
            "noise only, 1/N": 7,
            "noise only, 1/N^2": 15,
            "heterogeneity and noise": 8,
        }
        if quantity == "bias"
        else {"heterogeneity only": 1, "noise only, 1/N": 4, "noise only, 1/N^2": 10, "heterogeneity and noise": 5}
    )


def test_what_has_no_tensor_form_is_refused_with_the_reason() -> None:
    square = Algorithm("square", local_step=lambda x, g, gamma: x - gamma * g - gamma * gamma * g * g)
    assert has_tensor_form("fedprox")
    assert not has_tensor_form(square)
    with pytest.raises(InvalidInput, match="affine"):
        tensor_form(square, "bias", 2)
    with pytest.raises(InvalidInput, match="gamma = 0"):
        tensor_form(Algorithm("jump", local_step=lambda x, g: x - g), "bias", 1)
    with pytest.raises(InvalidInput, match="control variates"):
        tensor_form("scaffold", "bias", 1)
    with pytest.raises(InvalidInput, match="bias, second_moment"):
        tensor_form("fedavg", "variance", 1)
    with pytest.raises(InvalidInput, match="positive integer"):
        tensor_form("fedavg", "bias", 0)
