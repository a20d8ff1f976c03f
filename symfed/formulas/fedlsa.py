"""FedLSA with a constant step size: where it settles and how far it spreads, for matrices that need be neither symmetric nor commute."""

from __future__ import annotations

from symfed.formulas.expansion_formula import expansion_formula
from symfed.formulas.quadratic_formula import quadratic_formula

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
