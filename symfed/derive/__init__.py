"""Symbolic engines: derivations from an update rule alone. No algorithm is known here by name."""
