"""Scaffold with a constant step size: where it settles and how far it spreads, on runs whose control variates add up to zero."""

from __future__ import annotations

from symfed.formulas.expansion_formula import expansion_formula

scaffold_bias = expansion_formula(
    "scaffold_bias",
    "E[theta] - theta* under Scaffold's stationary law, shape (d,), in the unit of theta; to first order in gamma at fixed H.",
    "scaffold",
    "bias",
    source="symfed; its first order is in iccopt, slides on Scaffold's stationary law",
)

scaffold_covariance = expansion_formula(
    "scaffold_covariance",
    "E[(theta - theta*)(theta - theta*)'] under Scaffold's stationary law, shape (d, d): about theta*, not about the mean; first order.",
    "scaffold",
    "second_moment",
    source="symfed; its first order is in iccopt, slides on Scaffold's stationary law",
)
