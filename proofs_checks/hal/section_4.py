"""Section 4 of the preprint: the maps T, the pseudo-gradient, the mean Hessians and equation (3), printed as in the published version."""

from proofs_checks.aistats import deterministic_operator, mean_hessian, proposition_2
from proofs_checks.hal import at, judged_again, under
from proofs_checks.hal.proposition_1 import SMALL
from symfed.core.claim import again
from symfed.core.erratum import LOCAL_SLIP, Erratum
from symfed.core.source import Printed

local_operator = again(
    deterministic_operator.operator, id="hal-local-operator", printed=at("Section 4, first two displays", deterministic_operator.operator)
)
pseudogradient = again(
    deterministic_operator.pseudogradient,
    id="hal-pseudo-gradient",
    printed=at("Section 4, third display", deterministic_operator.pseudogradient),
    see=("hal-local-operator",),
)
d_bar = again(
    mean_hessian.d_bar,
    id="hal-dbar-def",
    printed=Printed(
        "hal",
        "Section 4, display before equation (3)",
        mean_hessian.d_bar.printed.tex,
        extraction="'f_c(u) T_c' is read as 'f_c(u T_c': the closing parenthesis comes later",
    ),
)
eq3 = judged_again(
    proposition_2.eq3,
    "hal-eq3-products",
    "equation (3)",
    under("Proposition 1, which the products stand on", SMALL),
    erratum=Erratum(
        LOCAL_SLIP, "the products lack the first local step: they run over l = h .. H-1; the bound of Proposition 2 and Theorem 1 stand"
    ),
)
