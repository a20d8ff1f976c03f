"""Statements of the proofs in the preprint's appendices; what both versions print alike restates the published one."""
