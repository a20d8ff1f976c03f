"""SCAFFLSA, or Scaffold, with matrices that need not be symmetric: a round, the error, how many local steps they allow."""

from __future__ import annotations

import sympy as sp

from symfed.core.domain import Class, Domain
from symfed.core.errors import InvalidInput
from symfed.core.formula import BOUND
from symfed.core.symbols import H, L, N, decay, gamma, h, sigma
from symfed.formulas.scalar_formula import ScalarFormula
from symfed.models.algorithm import Algorithm

_CLIENTS = Class(
    "for every client and all u, E|(I - gamma A) u|² <= (1 - gamma decay)|u|² and E|A u|² <= L²|u|²; control variates that sum to zero, as "
    "they do when they start at zero"
)
_STABLE = Domain((gamma * decay <= 1,), (_CLIENTS,))


def drift() -> sp.Expr:
    """p, what bounds a client's part in what the others learn late: the mean over j = 1, ..., H of gamma L times the H - j steps left.

    >>> drift().subs(H, 3)
    L*gamma
    """
    from symfed.derive.powers import faulhaber

    return sp.factor(faulhaber(gamma * L * h, H) / H)


def contraction(algorithm: str | Algorithm = "scafflsa") -> sp.Expr:
    """(1 - gamma decay)^H + p². Raises InvalidInput for a rule whose control variates are not taken off step by step."""
    from symfed.derive.linear_rounds import control_steps

    ran, said = control_steps(algorithm)
    if sp.expand(ran - said) != 0:
        raise InvalidInput("algorithm", str(algorithm), "is not a rule whose control variates are taken off step by step")
    return (1 - gamma * decay) ** H + drift() ** 2


def _local_steps() -> sp.Expr:
    return 1 + 2 * decay / (gamma * (L**2 + 2 * decay**2))


def _error() -> sp.Expr:
    left, p = (1 - gamma * decay) ** H, drift()
    return gamma * sigma**2 / (N * decay) * ((1 + p) / (1 - p)) ** 2 * (1 - left) / (1 - left - p**2)


scafflsa_contraction = ScalarFormula(
    name="scafflsa_contraction",
    says="What a round of SCAFFLSA multiplies E|theta - theta*|² + (gamma H)² mean E|xi_c - xi_c*|² by at most, a number, noise set apart.",
    derive=contraction,
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
