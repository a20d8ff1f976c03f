"""Proposition 4 of the preprint and its proof, printed as Proposition 5 of the published version, and the loss of Section 7."""

from proofs_checks.aistats.proofs import (
    proposition_5,
    proposition_5_end,
    proposition_5_paths,
    proposition_5_sums,
    proposition_5_telescoping,
    section_7,
)
from proofs_checks.hal import at
from symfed.core.claim import again

matrices = again(proposition_5_paths.matrices, "hal-eq26", at("equation (26)", proposition_5_paths.matrices))
formula = again(
    proposition_5.formula,
    "hal-prop4-formula",
    at("Proposition 4", proposition_5.formula),
    says="On quadratics the bias of FedAvg is a mean of theta* - theta_c*, weighted by the local contractions. The proof derives the opposite sign.",
    see=("hal-prop4-proof-solved",),
)
bound = again(
    proposition_5.printed_bound,
    "hal-prop4-bound",
    at("Proposition 4, second display", proposition_5.printed_bound),
    see=("hal-thm2-bound",),
)
derived = again(
    proposition_5.derived,
    "hal-prop4-proof-solved",
    at("proof of Proposition 4", proposition_5.derived),
    says=proposition_5.derived.says.replace("Proposition 5", "Proposition 4"),
    see=("hal-prop4-formula",),
)
gradients = again(proposition_5_paths.gradients, "hal-quad-grad", at("Appendix B.3.1", proposition_5_paths.gradients))
unrolled = again(proposition_5_paths.eq49, "hal-eq27", at("equation (27)", proposition_5_paths.eq49), see=("hal-prop4-formula",))
equation = again(
    proposition_5_paths.equation, "hal-prop4-proof-mean", at("proof of Proposition 4, after equation (27)", proposition_5_paths.equation)
)
series = again(
    proposition_5_sums.series, "hal-prop4-proof-neumann", at("proof of Proposition 4, Neumann series", proposition_5_sums.series)
)
telescoping = again(
    proposition_5_telescoping.telescoping,
    "hal-prop4-proof-telescoping",
    at("proof of Proposition 4, before equation (28)", proposition_5_telescoping.telescoping),
)
over_steps = again(proposition_5_sums.eq50, "hal-eq28", at("equation (28)", proposition_5_sums.eq50), see=("hal-prop4-proof-telescoping",))
end = again(
    proposition_5_end.geometric,
    "hal-prop4-proof-final",
    at("proof of Proposition 4, last display", proposition_5_end.geometric),
    says=proposition_5_end.geometric.says.replace("Proposition 5", "Proposition 4")
    + " The line above it lacks a square, as in the published version: aistats-prop5-cauchy-schwarz.",
    see=("aistats-prop5-cauchy-schwarz",),
)
loss = again(section_7.logistic, "hal-logreg-objective", at("Section 7", section_7.logistic))
