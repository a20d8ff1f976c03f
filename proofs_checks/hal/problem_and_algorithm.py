"""Equation (1) and Algorithm 1 of the preprint, as in the published version."""

from dataclasses import replace

from proofs_checks.aistats import algorithm_1, equation_1
from symfed.core.source import Printed

eq1 = replace(
    equation_1.eq1,
    id="hal-problem-eq1",
    printed=Printed(
        "hal",
        "equation (1)",
        r"\theta^*\in\min_{\theta\in\mathbb R^d}f(\theta)=\frac1N\sum_{c=1}^Nf_c(\theta),\ f_c(\theta)=\mathbb E[F_c^{Z_c}(\theta)]",
        extraction="'arg' is lost before 'min': theta* is a point, and the next page speaks of a unique minimiser",
    ),
)
fedavg = replace(algorithm_1.alg1, id="hal-algo-fedavg", printed=Printed("hal", "Algorithm 1", algorithm_1.alg1.printed.tex))
