"""Coefficients to order four in the units that they must have: gamma^j of the bias weighs j, of length one."""

from __future__ import annotations

import pytest

from symfed.core.symbols import gamma, scaling
from symfed.derive.expansion import expansion_terms

LENGTHS = {"bias": 1, "second_moment": 2}


@pytest.mark.parametrize(("quantity", "length"), LENGTHS.items())
@pytest.mark.parametrize("name", ["fedavg", "fedprox"])
def test_every_coefficient_scales_as_it_must(name: str, quantity: str, length: int) -> None:
    terms = expansion_terms(name, quantity, 4)
    assert [scaling(term) for term in terms] == [(j, length) for j in range(1, 5)]


def test_a_term_out_of_place_would_be_seen() -> None:
    term = expansion_terms("fedavg", "bias", 2)[1]
    pieces = term.expand().args
    with pytest.raises(ValueError, match="scale differently"):
        scaling(term - pieces[0] + pieces[0] * gamma)
