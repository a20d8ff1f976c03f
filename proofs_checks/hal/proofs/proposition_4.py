"""Proposition 4 of the preprint and its proof, printed as Proposition 5 of the published version."""

from proofs_checks.aistats.proofs import (
    proposition_5,
    proposition_5_end,
    proposition_5_paths,
    proposition_5_sums,
    proposition_5_telescoping,
)
from proofs_checks.hal import differing, printed_again

PROOF = "proof of Proposition 4"

gradients = printed_again(proposition_5_paths.gradients, "hal-quad-grad", "Appendix B.3.1")
matrices = printed_again(proposition_5_paths.matrices, "hal-eq26", "equation (26)")
formula = printed_again(proposition_5.formula, "hal-prop4-formula", "Proposition 4", see=("hal-prop4-proof-solved",))
bound = printed_again(proposition_5.printed_bound, "hal-prop4-bound", "Proposition 4, second display", see=("hal-thm2-bound",))
unrolled = printed_again(proposition_5_paths.eq49, "hal-eq27", "equation (27)", see=("hal-prop4-formula",))
equation = printed_again(proposition_5_paths.equation, "hal-prop4-proof-mean", f"{PROOF}, after equation (27)")
subtracted = differing(
    printed_again(proposition_5.subtracted, "hal-prop4-proof-subtracted", f"{PROOF}, the sentence after the equation of the mean"),
    see=("hal-prop4-proof-mean", "hal-prop4-proof-solved"),
)
derived = differing(
    printed_again(proposition_5.derived, "hal-prop4-proof-solved", PROOF),
    says=proposition_5.derived.says.replace("Proposition 5", "Proposition 4"),
    see=("hal-prop4-formula",),
)
series = printed_again(proposition_5_sums.series, "hal-prop4-proof-neumann", f"{PROOF}, Neumann series")
telescoping = printed_again(proposition_5_telescoping.telescoping, "hal-prop4-proof-telescoping", f"{PROOF}, before equation (28)")
over_steps = printed_again(proposition_5_sums.eq50, "hal-eq28", "equation (28)", see=("hal-prop4-proof-telescoping",))
cauchy = printed_again(proposition_5_end.cauchy, "hal-prop4-proof-cauchy-schwarz", f"{PROOF}, Cauchy-Schwarz")
end = differing(
    printed_again(proposition_5_end.geometric, "hal-prop4-proof-final", f"{PROOF}, last display"),
    says=(
        proposition_5_end.geometric.says.replace("Proposition 5", "Proposition 4")
        + " The line above it lacks a square: hal-prop4-proof-cauchy-schwarz."
    ),
    see=("hal-prop4-proof-cauchy-schwarz", "hal-thm2-bound"),
)
