"""Remark 1 of the preprint, printed as in the published version."""

from dataclasses import replace

from proofs_checks.aistats import remark_1
from proofs_checks.hal.theorem_5 import STEPS
from symfed.core.source import Printed

estimator = replace(
    remark_1.definition,
    id="hal-remark1-estimator",
    kind="definition",
    printed=Printed("hal", "Remark 1, definition", remark_1.DEFINITION_TEX),
    under=STEPS,
)
limit = replace(
    remark_1.limit,
    id="hal-remark1-limit",
    kind="expansion",
    printed=Printed("hal", "Remark 1, limit", remark_1.LIMIT_TEX),
    under=STEPS,
)
