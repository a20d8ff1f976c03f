"""SGD on the mean of N clients' stochastic gradients, communicating after every step."""

from __future__ import annotations

from symfed.formulas.expansion_formula import SMALL_STEPS, expansion_formula

sgd_bias = expansion_formula(
    "sgd_bias",
    "E[theta] - theta* under SGD's stationary law, shape (d,), in the unit of theta; to first order in gamma.",
    "sgd",
    "bias",
    source="aistats, remark after Theorem 3; derived here from the update rule",
    domain=SMALL_STEPS,
    one_step=True,
)

sgd_covariance = expansion_formula(
    "sgd_covariance",
    "E[(theta - theta*)(theta - theta*)'] under SGD's stationary law, shape (d, d): about theta*; to first order in gamma.",
    "sgd",
    "second_moment",
    source="aistats, remark after Theorem 3; derived here from the update rule",
    domain=SMALL_STEPS,
    one_step=True,
)
