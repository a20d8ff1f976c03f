"""Corollary 1 of the preprint: the published one with gamma <= 1/(2L)."""

from dataclasses import replace

from proofs_checks.aistats import corollary_1
from proofs_checks.hal.proposition_2 import SMALL_STEPS
from symfed.core.source import Printed

cor1 = replace(
    corollary_1.cor1,
    id="hal-cor1",
    printed=Printed("hal", "Corollary 1", corollary_1.cor1.printed.tex),
    under=SMALL_STEPS,
    uses=("hal-prop1", "hal-prop2-bound", "symfed-squared-triangle"),
)
