"""Lemmas 1 and 2 of the preprint, printed as in the published version; its A1 differs in what they do not use."""

from proofs_checks.aistats.proofs import lemma_1, lemma_2
from proofs_checks.aistats.proposition_1 import SMALL
from proofs_checks.hal import judged_again, under
from proofs_checks.hal.proposition_1 import A1

lemma1 = judged_again(
    lemma_1.lem1_contraction, "hal-lemma1", "Lemma 1", under("Lemma 1", SMALL, A1), see=("symfed-local-step-contraction",)
)
lemma2 = judged_again(
    lemma_2.lem2_contraction, "hal-lemma2", "Lemma 2 with equation (10)", under("Lemma 2", SMALL, A1), see=("hal-lemma1", "hal-prop1")
)
