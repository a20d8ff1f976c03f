"""Statements of the proofs in the appendices, a file per lemma, proposition or stretch of a proof."""
