"""FedAvg, and SGD, which communicates after every step, with a constant step size: stationary moments and rates of convergence."""

from __future__ import annotations

import sympy as sp

from symfed.core.domain import Class, Domain
from symfed.core.symbols import H, L, gamma, mu
from symfed.formulas.expansion import SMALL_STEPS, expansion_formula
from symfed.formulas.kinds import ScalarFormula
from symfed.formulas.quadratic import quadratic_formula

__all__ = [
    "fedavg_bias",
    "fedavg_bias_heterogeneity",
    "fedavg_bias_stochastic",
    "fedavg_contraction",
    "fedavg_fixed_point",
    "fedavg_quadratic_second_moment",
    "fedavg_second_moment",
    "fedavg_wasserstein_rate",
    "sgd_bias",
    "sgd_second_moment",
]

fedavg_bias = expansion_formula(
    "fedavg_bias",
    "E[theta] - theta* under FedAvg's stationary distribution, shape (d,), in the unit of theta; to first order in gamma at fixed H.",
    "fedavg",
    "bias",
    source="aistats and hal, Theorem 4; derived here from the update rule",
)

fedavg_bias_heterogeneity = expansion_formula(
    "fedavg_bias_heterogeneity",
    "The part of FedAvg's bias that is there without gradient noise, shape (d,): clients pull apart during H > 1 local steps.",
    "fedavg",
    "bias",
    part="heterogeneity",
    source="aistats and hal, Theorem 1; derived here from the update rule",
)

fedavg_bias_stochastic = expansion_formula(
    "fedavg_bias_stochastic",
    "The part of FedAvg's bias that the gradient noise makes, shape (d,): noise in a loss that is not quadratic does not average out.",
    "fedavg",
    "bias",
    part="stochastic",
    source="aistats and hal, Theorem 3; derived here from the update rule",
)

fedavg_second_moment = expansion_formula(
    "fedavg_second_moment",
    "E[(theta - theta*)(theta - theta*)'] under FedAvg's stationary distribution, shape (d, d): not about the mean; to first order.",
    "fedavg",
    "second_moment",
    source="aistats and hal, Theorem 4; derived here from the update rule",
)

fedavg_fixed_point = quadratic_formula(
    "fedavg_fixed_point",
    "E[theta] - theta* under FedAvg's stationary distribution on quadratic clients, shape (d,), exact in gamma and H.",
    "fedavg",
    "bias",
    source="aistats and hal, Theorem 2; derived here from the update rule",
)

fedavg_quadratic_second_moment = quadratic_formula(
    "fedavg_quadratic_second_moment",
    "E[(theta - theta*)(theta - theta*)'] under FedAvg's stationary distribution, shape (d, d): quadratic clients, additive noise; exact.",
    "fedavg",
    "second_moment",
    source="symfed; its first order is in aistats and hal, Theorem 2",
)

_CURVATURES = Domain((gamma * L <= 1, sp.Le(mu, L)), (Class("every client mu-strongly convex, every sample loss L-smooth"),))


def _contraction() -> sp.Expr:
    from symfed.derive.spectrum import contraction

    return contraction("fedavg")


def _wasserstein_rate() -> sp.Expr:
    from symfed.derive.spectrum import wasserstein_rate

    return wasserstein_rate("fedavg")


fedavg_contraction = ScalarFormula(
    name="fedavg_contraction",
    says="The largest factor by which a round of FedAvg with full gradients can multiply the distance of two starting points, a number.",
    derive=_contraction,
    variables=(gamma, H, mu, L),
    domain=_CURVATURES,
    source="aistats and hal, Proposition 1; derived here from the update rule",
)

fedavg_wasserstein_rate = ScalarFormula(
    name="fedavg_wasserstein_rate",
    says="The factor by which a round of FedAvg multiplies the squared Wasserstein-2 distance of two distributions at most, a number.",
    derive=_wasserstein_rate,
    variables=(gamma, H, mu, L),
    domain=_CURVATURES,
    source="aistats and hal, Proposition 3; derived here from the update rule",
)


sgd_bias = expansion_formula(
    "sgd_bias",
    "E[theta] - theta* under SGD's stationary distribution, shape (d,), in the unit of theta; to first order in gamma.",
    "sgd",
    "bias",
    source="aistats, remark after Theorem 3; derived here from the update rule",
    domain=SMALL_STEPS,
    one_step=True,
)

sgd_second_moment = expansion_formula(
    "sgd_second_moment",
    "E[(theta - theta*)(theta - theta*)'] under SGD's stationary distribution, shape (d, d): about theta*; to first order in gamma.",
    "sgd",
    "second_moment",
    source="aistats, remark after Theorem 3; derived here from the update rule",
    domain=SMALL_STEPS,
    one_step=True,
)
