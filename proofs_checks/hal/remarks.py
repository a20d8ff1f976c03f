"""Remarks of the preprint's main text that the published version repeats word for word."""

from proofs_checks.aistats import proposition_3, theorem_1, theorem_3
from proofs_checks.aistats.proofs import conclusion
from proofs_checks.hal import at, judged_again
from proofs_checks.hal import theorem_3 as hal_theorem_3
from proofs_checks.hal import theorem_4 as hal_theorem_4
from symfed.core.claim import again

sharp = again(
    theorem_1.sharp,
    "hal-thm1-sharp-remark",
    at("remark after Proposition 2", theorem_1.sharp),
    see=("hal-thm1", "symfed-first-order-constant"),
)
larger_H = again(proposition_3.rate_remark, "hal-prop3-rate-remark", at("remark after Proposition 3", proposition_3.rate_remark))
speedup = judged_again(
    theorem_3.thm3_speedup, "hal-thm3-speedup-remark", "remark after Theorem 3", hal_theorem_3.UNDER, see=("hal-thm3-covariance",)
)
bias_in_clients = judged_again(
    conclusion.bias_in_clients, "hal-conclusion-bias-1overN", "Section 8", hal_theorem_4.UNDER, see=("hal-thm4-bias", "hal-thm4-h-order")
)
