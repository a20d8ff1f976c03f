"""Section 5 of the preprint: the Markov kernel, equations (7) to (9), A4 and A5, printed as in the published version."""

from dataclasses import replace

from proofs_checks.aistats import assumption_5, assumption_6, equation_6, equation_7, equation_8, equation_9
from proofs_checks.hal.proposition_1 import A1
from symfed.core.claim import again
from symfed.core.domain import Domain
from symfed.core.erratum import LOCAL_SLIP, Erratum
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma

STEP = 2 * gamma * L < 1

kernel = again(equation_6.eq6, id="hal-kernel", printed=Printed("hal", "displays after equation (6)", equation_6.eq6.printed.tex))
eq7 = replace(
    equation_7.mean_cov,
    id="hal-eq7",
    printed=Printed("hal", "equation (7)", equation_7.mean_cov.printed.tex),
    under=Domain((STEP,), (A1,), {str(c): "Proposition 3, under whose conditions the law is defined" for c in (STEP, A1)}),
    erratum=Erratum(LOCAL_SLIP, "'covariance matrix' for the second moment about theta*; the formula is what is meant, and used"),
)
eq8 = again(equation_8.gamma_matrices, id="hal-eq8", printed=Printed("hal", "equation (8)", equation_8.gamma_matrices.printed.tex))
eq9 = again(equation_9.eq9, id="hal-eq9", printed=Printed("hal", "equation (9)", equation_9.eq9.printed.tex), see=("hal-a1-invertibility",))
a4 = again(assumption_5.quadratic, id="hal-a4-quadratic", printed=Printed("hal", "A4", assumption_5.quadratic.printed.tex))
a5 = again(assumption_6.homogeneity, id="hal-a5-homogeneity", printed=Printed("hal", "A5", assumption_6.homogeneity.printed.tex))
