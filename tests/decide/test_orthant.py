"""A sign is shown by coefficients on an orthant, or by boxes, and none that is false somewhere."""

from __future__ import annotations

import pytest
import sympy as sp

from symfed.core.domain import Domain
from symfed.core.symbols import H, L, gamma, mu
from symfed.decide.orthant import prove_nonnegative

SHORT = (gamma * L <= 1, mu <= L)
TENTH = sp.Rational(1, 10)
NONNEGATIVE = {
    "nested": (1 - gamma * mu * H, (gamma * L * H <= 1, mu <= L)),
    "bounds above": (4 - gamma * mu**2, (mu <= 2, gamma <= 1)),
    "a count": (25 * H**3 - gamma * mu * (H - 1) ** 2 * (5 * H - 1) ** 2, (gamma * H * mu <= 1,)),
    "quotients": (L / (2 - gamma * L) - mu / (2 - gamma * mu), SHORT),
    "two squares": ((gamma - 2) ** 2 * (L - mu) ** 3, SHORT),
    "a pole at the boundary": ((L - mu) / (1 - gamma * mu), (gamma * mu < 1, mu <= L)),
    "boxes": (gamma**2 - 19 * gamma * TENTH + 1, ()),
    "boxes in two letters": (gamma**2 - 19 * gamma * mu * TENTH + mu**2 + 1 + mu, (gamma <= 3, mu <= 2)),
}
ALMOST = {
    "nested": (1 - 2 * gamma * mu * H, (gamma * L * H <= 1, mu <= L)),
    "bounds above": (3 - gamma * mu**2, (mu <= 2, gamma <= 1)),
    "a count": (24 * H**3 - gamma * mu * (H - 1) ** 2 * (5 * H - 1) ** 2, (gamma * H * mu <= 1,)),
    "quotients": (L / (2 - gamma * L) - 2 * mu / (2 - gamma * mu), SHORT),
    "one square": ((gamma - 2) ** 3 * (L - mu) ** 3, SHORT),
    "a pole inside": ((L - mu) / (1 - 2 * gamma * mu), (gamma * mu < 1, mu <= L)),
    "boxes": (gamma**2 - 21 * gamma * TENTH + 1, ()),
    "boxes in two letters": (gamma**2 - 39 * gamma * mu * TENTH + mu**2 + 1 + mu, (gamma <= 3, mu <= 2)),
    "no condition": (1 - gamma * mu, ()),
}


@pytest.mark.parametrize("case", NONNEGATIVE)
def test_a_sign_is_shown_and_the_proof_says_how(case: str) -> None:
    expression, relations = NONNEGATIVE[case]
    said = prove_nonnegative(expression, Domain(relations))
    assert said.startswith("all coefficients are nonnegative on an orthant")
    assert ("Bernstein" in said) is ("boxes" in case)


@pytest.mark.parametrize("case", ALMOST)
def test_what_is_negative_somewhere_is_not_shown(case: str) -> None:
    expression, relations = ALMOST[case]
    assert prove_nonnegative(expression, Domain(relations)) == ""


def test_a_constant_has_its_own_sign() -> None:
    assert prove_nonnegative(sp.S.One, Domain()) == prove_nonnegative(sp.S.Zero, Domain()) == "it is a nonnegative constant"
    assert prove_nonnegative(-sp.S.One, Domain()) == ""
