"""FedLSA and SCAFFLSA with a constant step size, for matrices that need be neither symmetric nor commute.

Stationary moments, the factor of errors in a round, and the number of local steps that control variates permit.
"""

from __future__ import annotations

import sympy as sp

from symfed.core.domain import Class, Domain
from symfed.core.errors import InvalidInput
from symfed.core.formula import BOUND
from symfed.core.symbols import Delta_het, H, L, N, decay, gamma, h, sigma
from symfed.formulas.expansion import expansion_formula
from symfed.formulas.kinds import ScalarFormula
from symfed.formulas.quadratic import quadratic_formula
from symfed.models.algorithm import Algorithm

__all__ = [
    "fedlsa_bias",
    "fedlsa_bias_bound",
    "fedlsa_bias_first_order",
    "fedlsa_second_moment",
    "scafflsa_contraction",
    "scafflsa_error_bound",
    "scafflsa_local_steps",
]

_CLIENTS = Class(
    "for every client and all u, E|(I - gamma A) u|² <= (1 - gamma decay)|u|² and E|A u|² <= L²|u|²; control variates that sum to zero, as "
    "they do when they start at zero"
)
_STABLE = Domain((gamma * decay <= 1,), (_CLIENTS,))


def drift() -> sp.Expr:
    """p, a bound of a client's share in the delayed corrections: the mean over j = 1, ..., H of gamma L times the H - j remaining steps.

    >>> drift().subs(H, 3)
    L*gamma
    """
    from symfed.derive.powers import faulhaber

    return sp.factor(faulhaber(gamma * L * h, H) / H)


def contraction(algorithm: str | Algorithm = "scafflsa") -> sp.Expr:
    """(1 - gamma decay)^H + p². Raises InvalidInput for a rule whose control variates are not subtracted in every step."""
    from symfed.derive.lift import control_steps

    ran, said = control_steps(algorithm)
    if sp.expand(ran - said) != 0:
        raise InvalidInput("algorithm", str(algorithm), "is not a rule whose control variates are taken off step by step")
    return (1 - gamma * decay) ** H + drift() ** 2


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
    derive=lambda: 1 + 2 * decay / (gamma * (L**2 + 2 * decay**2)),
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


fedlsa_bias = quadratic_formula(
    "fedlsa_bias",
    "E[theta] - theta* under FedLSA's stationary distribution, shape (d,), exact in gamma and H; noise of any kind has no part in it.",
    "fedlsa",
    "bias",
    source="argo, Analysis of FedLSA: bias; derived here from the update rule",
)

fedlsa_bias_first_order = expansion_formula(
    "fedlsa_bias_first_order",
    "E[theta] - theta* under FedLSA's stationary distribution, shape (d,), to first order in gamma at fixed H: the clients' drift apart.",
    "fedlsa",
    "bias",
    part="heterogeneity",
    source="symfed; for quadratic clients in argo, For Quadratics",
)

fedlsa_second_moment = expansion_formula(
    "fedlsa_second_moment",
    "E[(theta - theta*)(theta - theta*)'] under FedLSA's stationary distribution, shape (d, d): to first order, multiplicative noise.",
    "fedlsa",
    "second_moment",
    source="symfed; argo bounds its trace, Analysis of FedLSA: convergence rate",
)


fedlsa_bias_bound = ScalarFormula(
    name="fedlsa_bias_bound",
    says="FedLSA's bias has at most this norm, a number in the unit of theta; Delta_het is the clients' mean |theta_c* - theta*|.",
    derive=lambda: gamma * H * drift() * L * Delta_het / (1 - (1 - gamma * decay) ** (H / 2)),
    variables=(gamma, H, decay, L, Delta_het),
    domain=Domain(
        (gamma * decay <= 1,), (Class("for every client and all u, |(I - gamma A) u|² <= (1 - gamma decay)|u|² and |A u| <= L|u|"),)
    ),
    source="symfed; argo, Problem: heterogeneity requires lots of communications, uses one that it does not print",
    remainder=BOUND,
    left=r"\|\theta_\infty^{\text{bias}}\|",
)
