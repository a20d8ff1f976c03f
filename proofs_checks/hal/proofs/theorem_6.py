"""Theorem 6 of the preprint, its Theorem 1 restated, and its proof: printed as Theorem 7 of the published version, with gamma <= 1/(2L)."""

from dataclasses import replace

from proofs_checks.aistats import theorem_1
from proofs_checks.aistats.proofs import theorem_7, theorem_7_sums
from proofs_checks.aistats.proposition_2 import SHORT
from proofs_checks.aistats.quantities import A2
from proofs_checks.hal import at, judged_again, under
from proofs_checks.hal.proposition_1 import A1, SMALL
from proofs_checks.hal.theorem_1 import REGULAR
from symfed.core.claim import again
from symfed.core.erratum import LOCAL_SLIP, Erratum
from symfed.core.source import Printed

STEPS = (SMALL, SHORT)
UNDER = under("Theorem 6", *STEPS, A1, A2)
REGULAR_STEPS = under("Theorem 6", *STEPS, REGULAR)

thm6 = replace(
    theorem_1.thm1_bias,
    id="hal-thm6",
    says="Theorem 1 with gamma mu H <= 1 for its gamma <= 1/H. Neither is needed for the remainder's order. (That (19) gives R is hal-thm6-given-in-19.)",
    printed=Printed(
        "hal",
        "Appendix A.2, Theorem 6",
        theorem_7_sums.TEX_GIVEN.split(r",\ \text{where")[0] + r",\ \mathcal R(\bar\theta_{det})=O(\gamma H)",
    ),
    under=REGULAR_STEPS,
    differs={"aistats-thm1-bias": ""},
)
given = replace(
    theorem_7_sums.given,
    id="hal-thm6-given-in-19",
    printed=Printed("hal", "Theorem 6, last clause", theorem_7_sums.TEX_GIVEN),
    says=theorem_7_sums.given.says.replace("Theorem 7", "Theorem 6"),
    under=UNDER,
    corrected="hal-thm6",
    see=("hal-thm6", "hal-thm6-plug-in"),
    differs={"aistats-thm7-given-in-19": ""},
)
product_expansions = replace(
    theorem_7.digamma,
    id="hal-thm6-product-expansions",
    says="The three expansions: products over l = h .. H-1 have H - h factors, and begin with Id - gamma (H-h) Hess; what the inverse leaves is "
    "bounded, and not of order gamma H.",
    printed=Printed(
        "hal",
        "proof of Theorem 6, before equation (18)",
        theorem_7.digamma.printed.tex + r",\quad(Id-\Gamma^\star)^{-1}=(\gamma H\nabla^2f(\theta^\star))^{-1}+\mathcal R_1",
    ),
    under=UNDER,
    see=("aistats-thm7-inverse-expansion",),
    erratum=Erratum(
        LOCAL_SLIP, "the products have H - h factors, and the inverse's remainder is bounded, not O(gamma H); Theorem 6 stands"
    ),
    differs={"aistats-thm7-digamma-expansion": "", "aistats-thm7-inverse-expansion": ""},
)
plug_in = judged_again(
    theorem_7_sums.plugin,
    "hal-thm6-plug-in",
    "proof of Theorem 6, the expansions plugged in",
    REGULAR_STEPS,
    says="The sum of H - h - 1 over h = 1 .. H is H (H-3)/2: the display has gamma (H-3)/2 b_h where gamma (H-1)/2 b_h is true. In one place it writes "
    "f_avg, which is not defined, for f; the published version writes f.",
    see=("hal-thm6-sum-h", "hal-thm6"),
    erratum=Erratum(LOCAL_SLIP, "H - h - 1 for H - h; the wrong sum in the next sentence makes up for it, and Theorem 6 stands"),
    differs={"aistats-thm7-plugin": "f for f_avg, which is not defined"},
)
sum_h = again(
    theorem_7_sums.sum_h, "hal-thm6-sum-h", at("proof of Theorem 6, after equation (19)", theorem_7_sums.sum_h), see=("hal-thm6-plug-in",)
)
