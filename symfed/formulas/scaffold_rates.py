"""How fast Scaffold forgets where it started: the exact worst case over quadratics, and the bound that is printed."""

from __future__ import annotations

import sympy as sp

from symfed.core.domain import Class, Domain
from symfed.core.symbols import H, L, gamma, mu
from symfed.formulas.scalar_formula import ScalarFormula

_CLIENTS = Class(
    "quadratic clients with curvatures between mu and L; control variates that sum to zero, as they do when they start at zero"
)
_EXACT = Domain((sp.Le(mu, L), gamma * L <= sp.Rational(3, 2), gamma * (mu + L) <= 2), (_CLIENTS,))
_PRINTED = Domain((sp.Le(mu, L), gamma * L <= 1), (_CLIENTS,))
_SLIDES = "flta, Main Result"


def _contraction() -> sp.Expr:
    from symfed.derive.spectrum import contraction

    return contraction("scaffold")


def _printed() -> sp.Expr:
    return sp.Max((1 - gamma * mu) ** H, 1 - (1 - sp.exp(-1)) / (gamma * L * H))


def _printed_steps() -> sp.Expr:
    return sp.ceiling(sp.sqrt(2 * (1 - sp.exp(-1)) / (gamma**2 * L * mu)))


scaffold_contraction = ScalarFormula(
    name="scaffold_contraction",
    says="The factor by which a round of Scaffold multiplies an error in the worst case, a number; two equal clients attain it.",
    derive=_contraction,
    variables=(gamma, H, mu, L),
    domain=_EXACT,
    source=f"symfed; a bound is in {_SLIDES}; derived here from the update rule",
    left=r"\rho",
)

scaffold_contraction_printed = ScalarFormula(
    name="scaffold_contraction_printed",
    says="The slides' bound on the factor by which a round of Scaffold multiplies a squared norm, a number, as printed.",
    derive=_printed,
    variables=(gamma, H, mu, L),
    domain=_PRINTED,
    source=_SLIDES,
    left=r"\rho_{\gamma, H}",
)

optimal_local_steps_printed = ScalarFormula(
    name="optimal_local_steps_printed",
    says="The slides' number of local steps of Scaffold that balances both sides of their bound, an integer, as printed.",
    derive=_printed_steps,
    variables=(gamma, mu, L),
    domain=_PRINTED,
    source="flta, Acceleration and Optimal Local Steps",
    left=r"H_\gamma",
)
