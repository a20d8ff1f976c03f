"""Finders of proofs. Nothing here is trusted: what is found is a list of lines that the kernel accepts or refuses."""
