"""Lemma 9 of the preprint, printed as in the published version, after the same convention for products."""

from proofs_checks.aistats import lemma_9
from proofs_checks.hal import at
from symfed.core.claim import again

lemma9 = again(lemma_9.lemma9, "hal-lemma9", at("Lemma 9 and Section 1, Notation", lemma_9.lemma9))
