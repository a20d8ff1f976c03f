"""Lemmas 1 and 2 of the preprint, printed as in the published version; its A1 differs in what they do not use."""

from dataclasses import replace

from proofs_checks.aistats.proofs import lemma_1, lemma_2
from proofs_checks.aistats.proposition_1 import SMALL
from proofs_checks.hal import at, under
from proofs_checks.hal.proposition_1 import A1

lemma1 = replace(
    lemma_1.lem1_contraction,
    id="hal-lemma1",
    printed=at("Lemma 1", lemma_1.lem1_contraction),
    under=under("Lemma 1", SMALL, A1),
    see=("symfed-local-step-contraction",),
)
lemma2 = replace(
    lemma_2.lem2_contraction,
    id="hal-lemma2",
    printed=at("Lemma 2 with equation (10)", lemma_2.lem2_contraction),
    under=under("Lemma 2", SMALL, A1),
    see=("hal-lemma1", "hal-prop1"),
)
