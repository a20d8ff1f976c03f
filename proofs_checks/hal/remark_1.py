"""Remark 1 of the preprint, printed as in the published version after other step sizes."""

from dataclasses import replace

from proofs_checks.aistats import remark_1
from proofs_checks.hal.theorem_5 import UNDER
from symfed.core.domain import Domain
from symfed.core.erratum import RESULT, Erratum
from symfed.core.source import Printed

SEVERAL = UNDER & Domain((remark_1.LONG,), lines={str(remark_1.LONG): "Remark 1"})

estimator = replace(
    remark_1.definition,
    id="hal-remark1-estimator",
    kind="definition",
    printed=Printed("hal", "Remark 1, definition", remark_1.DEFINITION_TEX),
    under=SEVERAL,
    erratum=Erratum(RESULT, "the estimator: runs with H and 2H local steps, with weights (2H-1)/H and -(H-1)/H"),
)
limit = replace(
    remark_1.limit,
    id="hal-remark1-limit",
    kind="expansion",
    says=remark_1.limit.says + " (b_s with the minus sign that it has to carry.)",
    printed=Printed("hal", "Remark 1, limit", remark_1.LIMIT_TEX),
    under=SEVERAL,
    see=("hal-bs-def",),
)
