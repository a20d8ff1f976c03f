"""A claim is proved by a certificate only if its own statement and this project's rule fit the proof."""

from __future__ import annotations

import json

import pytest

from proofs_checks.symfed.scaffold.worst_case import THEOREM, on_file
from symfed.certificates import Malformed
from symfed.checks.contraction_certificate import ContractionCertificate
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.symbols import L, gamma
from symfed.core.verdict import Outcome, Tier
from symfed.models.algorithm import Algorithm

CHECK = ContractionCertificate("scaffold", on_file)
STEPS = Domain((2 * gamma * L <= 3,))


def test_the_theorem_is_proved() -> None:
    found = CHECK.examine(THEOREM, STEPS)
    assert (found.outcome, found.strength, found.needed) == (Outcome.HOLDS, Tier.PROVED, ("2*L*gamma <= 3",))


def test_longer_steps_than_the_theorem_has_are_not_proved() -> None:
    for under in (ANYWHERE, Domain((5 * gamma * L <= 8,))):
        assert CHECK.examine(THEOREM, under).outcome is Outcome.UNKNOWN


@pytest.mark.parametrize(
    "wrong", [{"q": "P**2"}, {"r": "(1 - P)/(gamma*a*H)"}, {"r": "1 - (1 - P)/(gamma*a)"}, {"largest_gamma_L": "2"}], ids=str
)
def test_another_statement_is_not(wrong: dict[str, str]) -> None:
    found = CHECK.examine(THEOREM | wrong, ANYWHERE)
    assert found.outcome is Outcome.FAILS
    assert not found.refutes  # the proof does not fit; the statement may be true


def test_another_rule_is_not() -> None:
    wrong = Algorithm(
        "wrong",
        local_step=lambda x, g, xi, gamma: x - gamma * (g - xi),
        control_update=lambda xi, x_end, x_next, gamma, H: xi + (x_end - x_next) / (gamma * H),
    )
    assert ContractionCertificate(wrong, on_file).examine(THEOREM, ANYWHERE).outcome is Outcome.FAILS


def test_what_the_file_claims_does_not_matter() -> None:
    data = json.loads(on_file())
    data["claims"] = {"q": "1", "r": "1", "largest_gamma_L": "1"}
    assert ContractionCertificate("scaffold", lambda: json.dumps(data)).examine(THEOREM, STEPS).outcome is Outcome.HOLDS


def test_an_unreadable_statement_is_an_error() -> None:
    with pytest.raises(Malformed):
        CHECK.examine({"q": "P"}, ANYWHERE)
