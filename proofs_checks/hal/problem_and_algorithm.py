"""Equation (1) and Algorithm 1 of the preprint, as in the published version."""

from proofs_checks.aistats import algorithm_1, equation_1
from proofs_checks.hal import at
from symfed.core.claim import again
from symfed.core.source import Printed

eq1 = again(
    equation_1.eq1,
    "hal-problem-eq1",
    Printed(
        "hal",
        "equation (1)",
        r"\theta^*\in\min_{\theta\in\mathbb R^d}f(\theta)=\frac1N\sum_{c=1}^Nf_c(\theta),\ f_c(\theta)=\mathbb E[F_c^{Z_c}(\theta)]",
        extraction="'arg' is lost before 'min': theta* is a point, and the next page speaks of a unique minimiser",
    ),
)
fedavg = again(algorithm_1.alg1, "hal-algo-fedavg", at("Algorithm 1", algorithm_1.alg1))
