"""Proof search. Nothing here is trusted: a proof is a list of lines that the kernel accepts or rejects."""
