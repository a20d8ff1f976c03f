"""Section 5 of the preprint: the Markov kernel, equations (7) to (9), A4 and A5, printed as in the published version."""

from proofs_checks.aistats import assumption_5, assumption_6, equation_6, equation_7, equation_8, equation_9
from proofs_checks.hal import at, judged_again, under
from proofs_checks.hal.proposition_1 import A1
from proofs_checks.hal.proposition_3 import STEP
from symfed.core.claim import again
from symfed.core.erratum import LOCAL_SLIP, Erratum

kernel = again(equation_6.eq6, id="hal-kernel", printed=at("displays after equation (6)", equation_6.eq6))
eq7 = judged_again(
    equation_7.mean_cov,
    "hal-eq7",
    "equation (7)",
    under("Proposition 3, under whose conditions the law is defined", STEP, A1),
    erratum=Erratum(LOCAL_SLIP, "'covariance matrix' for the second moment about theta*; the formula is what is meant, and used"),
)
eq8 = again(equation_8.gamma_matrices, id="hal-eq8", printed=at("equation (8)", equation_8.gamma_matrices))
eq9 = again(equation_9.eq9, id="hal-eq9", printed=at("equation (9)", equation_9.eq9), see=("hal-a1-invertibility",))
a4 = again(assumption_5.quadratic, id="hal-a4-quadratic", printed=at("A4", assumption_5.quadratic))
a5 = again(assumption_6.homogeneity, id="hal-a5-homogeneity", printed=at("A5", assumption_6.homogeneity))
