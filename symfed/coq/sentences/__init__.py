"""Proofs of the kernel of sentences, rule by rule, as files for Coq."""
