"""Second orders of a stationary law are stated of the rule's own coefficients, noise that depends on the point included."""

from __future__ import annotations

import pytest

from symfed.checks.every_dimension import expansion_of, linear_expansion_of
from symfed.checks.gaps import ExtrapolatedLinear
from symfed.coq.tensors.second_orders import NoisyJets, second_terms
from symfed.core.errors import InvalidInput


def drawn(p, gamma, H):
    return gamma**2 * p.along(p.mean(p.noise_derivative), p.mean(p.vectors)) + p.contract(p.mean(p.noise_second_derivative), p.noise) / 2


def moved(p, gamma, H):
    return gamma**2 * p.solve(p.hessian, p.mean(p.gradients))


def test_derivatives_of_noise_are_applied() -> None:
    told = second_terms("spread", drawn, "", linear_expansion_of("fedlsa", "second_moment", 2))
    assert told.requires == ("SecondOrders",)
    assert "gamma *: V + (gamma ^ 2) *: W = (gamma ^ 2) *: along (average D) (average b)" in told.conclusion
    assert "spread_along (average E) (average C)" in told.conclusion
    assert {"D : client -> cubic index", "E : client -> quartic index"} < set(told.variables)
    assert "(forall c, transpose (C c) = C c)" in told.conditions


def test_a_law_is_said_to_exist() -> None:
    told = second_terms("bias", moved, "", linear_expansion_of("fedlsa", "bias", 2))
    assert told.conclusion.startswith("((exists m n, second_bias g A H m n) /\\ (forall m n, second_bias g A H m n -> gamma *: m + ")
    assert "average g = null" in told.conditions


def test_extrapolation_takes_the_bias_at_twice_the_step() -> None:
    told = second_terms("left over", moved, "", ExtrapolatedLinear("fedlsa", 2))
    assert "2 *: (gamma *: m + (gamma ^ 2) *: n) - ((2 * gamma) *: m + (4 * gamma ^ 2) *: n) = " in told.conclusion


def test_what_is_not_said_is_refused() -> None:
    with pytest.raises(InvalidInput, match="above the first order"):
        second_terms("smooth", moved, "", expansion_of("fedavg", "bias", 2))
    p = NoisyJets()
    with pytest.raises(InvalidInput, match="three indices"):
        p.along(p.hessian, p.mean(p.gradients))
