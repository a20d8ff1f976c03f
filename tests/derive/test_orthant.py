"""A sign that is shown by coefficients is written out in identities that add up, of terms that are nonnegative on the domain."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sympy as sp

from symfed.core.domain import Domain
from symfed.core.symbols import H, L, gamma, mu
from symfed.derive.arithmetic.orthant import Coefficients, Factor, Split, Sum, coefficients, prove_nonnegative

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
#: A point of each domain, at its boundary and inside.
POINTS = ({H: 1, L: 1, gamma: 1, mu: 1}, {H: 2, L: 1, gamma: sp.Rational(1, 3), mu: sp.Rational(1, 4)})


def product(factors: tuple[Factor, ...]) -> sp.Expr:
    return sp.prod([factor.value**factor.multiplicity for factor in factors])


def sums(shown: Sum | Split, at: tuple[sp.Expr, ...] = ()) -> Iterator[tuple[Sum, tuple[sp.Expr, ...]]]:
    """Each case, with what is nonnegative in it."""
    if isinstance(shown, Sum):
        yield shown, at
    else:
        yield from sums(shown.above, (*at, shown.at))
        yield from sums(shown.below, (*at, -shown.at))


@pytest.mark.parametrize("case", NONNEGATIVE)
def test_identities_add_up_and_their_terms_are_nonnegative(case: str) -> None:
    expression, relations = NONNEGATIVE[case]
    domain = Domain(relations)
    assert prove_nonnegative(expression, domain)
    found = coefficients(expression, domain)
    assert isinstance(found, Coefficients)
    assert found.constant > 0
    assert sp.cancel(expression * product(found.denominator) - found.constant * product(found.numerator)) == 0
    for factor in (*found.numerator, *found.denominator):
        assert (factor.shown is None) == (factor.multiplicity % 2 == 0)
        for case_of, at in sums(factor.shown) if factor.shown else ():
            terms = [c * sp.prod([base**power for base, power in powers]) for c, powers in case_of.terms]
            assert sp.expand(sum(terms) - factor.value) == 0
            for point in POINTS:
                inside = all(condition.subs(point) >= 0 for condition in at) and all(relation.subs(point) for relation in relations)
                assert not inside or all(term.subs(point) >= 0 for term in terms)


def test_what_is_negative_somewhere_is_not_written_out() -> None:
    for expression, relations in ((gamma - 1, ()), (1 - gamma * mu, ()), (1 - 2 * gamma * mu, SHORT), ((gamma - 1) ** 3, ())):
        assert coefficients(expression, Domain(relations)) is None
    assert coefficients(sp.S.One, Domain()) == Coefficients(sp.S.One, (), ())
