"""Symbolic engines: what follows from an update rule alone. Knows no algorithm by name."""
