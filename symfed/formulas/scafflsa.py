"""SCAFFLSA, or Scaffold, with matrices that need not be symmetric: a round, the error, how many local steps they allow."""

from __future__ import annotations

import sympy as sp

from symfed.core.domain import Class, Domain
from symfed.core.formula import BOUND
from symfed.core.symbols import H, L, N, decay, gamma, sigma
from symfed.formulas.scalar_formula import ScalarFormula

_CLIENTS = Class(
    "for every client and all u, E|(I - gamma A) u|² <= (1 - gamma decay)|u|² and E|A u|² <= L²|u|²; control variates that sum to zero, as "
    "they do when they start at zero"
)
_STABLE = Domain((gamma * decay <= 1,), (_CLIENTS,))


def _contraction() -> sp.Expr:
    from symfed.derive.memory.mean_square import squared_factor

    return squared_factor("scafflsa")


def _local_steps() -> sp.Expr:
    from symfed.derive.memory.mean_square import most_steps

    return 1 + most_steps()


def _error() -> sp.Expr:
    from symfed.derive.memory.impulse import error_bound

    return error_bound()


scafflsa_contraction = ScalarFormula(
    name="scafflsa_contraction",
    says="What a round of SCAFFLSA multiplies E|theta - theta*|² + (gamma H)² mean E|xi_c - xi_c*|² by at most, a number, noise set apart.",
    derive=_contraction,
    variables=(gamma, H, decay, L),
    domain=_STABLE,
    source="symfed; argo, Theoretical analysis, prints 1 - gamma a H/2",
    remainder=BOUND,
    left=r"\rho",
)

scafflsa_local_steps = ScalarFormula(
    name="scafflsa_local_steps",
    says="With up to so many local steps SCAFFLSA's factor of a round is at most 1 - gamma decay H/2; a number, not rounded.",
    derive=_local_steps,
    variables=(gamma, decay, L),
    domain=_STABLE,
    source="symfed; argo, Theoretical analysis, prints a/(gamma L²)",
    left=r"H_{\max}",
)

scafflsa_error_bound = ScalarFormula(
    name="scafflsa_error_bound",
    says="SCAFFLSA's E|theta - theta*|² is at most this in stationarity, in the squared unit of theta; sigma² is the clients' mean "
    "variance of A theta* - b. It is gamma sigma²/(N decay) for H = 1 and as gamma tends to zero at fixed H, and at most nine times "
    "that with up to `scafflsa_local_steps`.",
    derive=_error,
    variables=(gamma, H, N, decay, L, sigma),
    domain=Domain((gamma * decay <= 1, (1 - gamma * decay) ** H + (gamma * L * (H - 1) / 2) ** 2 < 1), (_CLIENTS,)),
    source="symfed; argo, Theoretical analysis, prints gamma sigma²/(N a) up to a constant",
    remainder=BOUND,
    left=r"\mathbb E\|\theta-\theta_\star\|^2",
)
