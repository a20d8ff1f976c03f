"""Vocabulary: symbols, domains, sources, claims, evidence, errors. Imports SymPy and the standard library only."""
