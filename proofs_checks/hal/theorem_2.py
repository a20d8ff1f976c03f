"""Theorem 2 of the preprint: quadratic clients, printed as in the published version."""

from dataclasses import replace

from proofs_checks.aistats import theorem_2
from symfed.core.source import Printed

formula = replace(
    theorem_2.thm2_exact_bias, id="hal-thm2-formula", printed=Printed("hal", "Theorem 2", theorem_2.thm2_exact_bias.printed.tex)
)
bound = replace(
    theorem_2.thm2_bound, id="hal-thm2-bound", printed=Printed("hal", "Theorem 2, second display", theorem_2.thm2_bound.printed.tex)
)
expansion = replace(
    theorem_2.thm2_bias_expansion,
    id="hal-thm2-expansion",
    printed=Printed("hal", "Theorem 2, third display", theorem_2.thm2_bias_expansion.printed.tex),
    uses=("hal-thm1",),
)
covariance = replace(
    theorem_2.thm2_variance_printed,
    id="hal-thm2-covariance",
    printed=Printed("hal", "Theorem 2, last display", theorem_2.thm2_variance_printed.printed.tex),
)
comment = replace(
    theorem_2.thm2_no_bias,
    id="hal-thm2-comment",
    says="On quadratics there is no bias when either heterogeneity is zero, nor with one local step.",
    printed=Printed(
        "hal",
        "remark after Theorem 2",
        r"\text{no bias if }\zeta_{\star,1}=0\text{ or }\zeta_{\star,2}=0,\text{ no bias when }H=1;\ \text{the variance scales with }\tfrac1N",
    ),
    uses=("symfed-fedavg-quadratic-bias", "hal-prop2-h1-no-bias", "aistats-thm2-speedup-remark"),
)
