"""FedLSA with a constant step size: where it settles and how far it spreads, for matrices that need be neither symmetric nor commute."""

from __future__ import annotations

import sympy as sp

from symfed.core.domain import Class, Domain
from symfed.core.formula import BOUND
from symfed.core.symbols import Delta_het, H, L, decay, gamma
from symfed.formulas.expansion_formula import expansion_formula
from symfed.formulas.quadratic_formula import quadratic_formula
from symfed.formulas.scafflsa import drift
from symfed.formulas.scalar_formula import ScalarFormula

fedlsa_bias = quadratic_formula(
    "fedlsa_bias",
    "E[theta] - theta* under FedLSA's stationary law, shape (d,), exact in gamma and H; noise of any kind has no part in it.",
    "fedlsa",
    "bias",
    source="argo, Analysis of FedLSA: bias; derived here from the update rule",
)

fedlsa_bias_first_order = expansion_formula(
    "fedlsa_bias_first_order",
    "E[theta] - theta* under FedLSA's stationary law, shape (d,), to first order in gamma at fixed H: the clients' drift apart.",
    "fedlsa",
    "bias",
    part="heterogeneity",
    source="symfed; for quadratic clients in argo, For Quadratics",
)

fedlsa_covariance = expansion_formula(
    "fedlsa_covariance",
    "E[(theta - theta*)(theta - theta*)'] under FedLSA's stationary law, shape (d, d): about theta*; to first order, multiplicative noise.",
    "fedlsa",
    "second_moment",
    source="symfed; argo bounds its trace, Analysis of FedLSA: convergence rate",
)


def _bias_bound() -> sp.Expr:
    return gamma * H * drift() * L * Delta_het / (1 - (1 - gamma * decay) ** (H / 2))


fedlsa_bias_bound = ScalarFormula(
    name="fedlsa_bias_bound",
    says="FedLSA's bias has at most this norm, a number in the unit of theta; Delta_het is the clients' mean |theta_c* - theta*|.",
    derive=_bias_bound,
    variables=(gamma, H, decay, L, Delta_het),
    domain=Domain(
        (gamma * decay <= 1,), (Class("for every client and all u, |(I - gamma A) u|² <= (1 - gamma decay)|u|² and |A u| <= L|u|"),)
    ),
    source="symfed; argo, Problem: heterogeneity requires lots of communications, uses one that it does not print",
    remainder=BOUND,
    left=r"\|\theta_\infty^{\text{bias}}\|",
)
