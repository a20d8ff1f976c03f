"""Assumptions A2 and A3 of the preprint, and the last sentence of A3, which lacks a square."""

from dataclasses import replace

from proofs_checks.aistats import assumption_2, assumption_3
from symfed.checks import CounterexampleSearch
from symfed.core.source import Printed
from symfed.core.verdict import Tier

a2 = replace(
    assumption_2.heterogeneity_measure,
    id="hal-a2",
    printed=Printed(
        "hal", "A2", assumption_2.TEX, extraction="the sign > between the two zetas and 0 is lost; the published version has it"
    ),
)
a3 = replace(assumption_3.variance, id="hal-a3", printed=Printed("hal", "A3", assumption_3.variance.printed.tex))

a3_particular = replace(
    assumption_3.consequence,
    id="hal-a3-particular",
    says="At theta* the noise covariance, a square, is said to be at most tau; also with k > 0 only tau^2 follows.",
    printed=Printed("hal", "last sentence of A3", r"\|\mathbb E[\varepsilon_c^{Z_c}(\theta^\star)^{\otimes2}]\|\le\tau"),
    statement=lambda noise: (noise.second_moment_norm, noise.tau),
    under=assumption_3.at_optimum.under,
    checks=(CounterexampleSearch(assumption_3.growing, relation="<=", scope="two-point noise that satisfies A3"),),
    missing="",
    expect=Tier.REFUTED,
)
