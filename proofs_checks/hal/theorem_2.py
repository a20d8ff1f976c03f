"""Theorem 2 of the preprint: quadratic clients, printed as in the published version."""

from dataclasses import replace

from proofs_checks.aistats import theorem_2
from proofs_checks.hal import at
from symfed.core.claim import again
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.theorems.vocabulary import CLIENTS_INDEPENDENT

formula = again(theorem_2.thm2_exact_bias, "hal-thm2-formula", at("Theorem 2", theorem_2.thm2_exact_bias))
bound = again(theorem_2.thm2_bound, "hal-thm2-bound", at("Theorem 2, second display", theorem_2.thm2_bound))
expansion = again(
    theorem_2.thm2_bias_expansion, "hal-thm2-expansion", at("Theorem 2, third display", theorem_2.thm2_bias_expansion), see=("hal-thm1",)
)
covariance = again(theorem_2.thm2_variance_printed, "hal-thm2-covariance", at("Theorem 2, last display", theorem_2.thm2_variance_printed))
_UNDER = theorem_2.where(theorem_2.SMALL, classes=(*theorem_2.PRINTED, CLIENTS_INDEPENDENT))
comment = replace(
    theorem_2.thm2_bound,
    id="hal-thm2-comment",
    says="On quadratics the bias is at most a product of both heterogeneities and H - 1, so that there is none where one of them is zero; and "
    "the variance scales with 1/N to first order.",
    printed=Printed(
        "hal",
        "remark after Theorem 2",
        r"\text{no bias if }\zeta_{\star,1}=0\text{ or }\zeta_{\star,2}=0,\text{ no bias when }H=1;\ \text{the variance scales with }\tfrac1N",
    ),
    under=Domain(_UNDER.relations, _UNDER.classes, _UNDER.lines | {str(theorem_2.A5): "Theorem 2 (A4)"}),
    uses=(*theorem_2.thm2_bound.uses, "aistats-thm2-speedup-remark"),
    expect=theorem_2.thm2_speedup.expect,
    differs={"aistats-thm2-no-het-no-bias": "", "aistats-thm2-speedup-remark": ""},
)
