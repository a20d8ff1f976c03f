"""Statements of the slides of FLTA, FLTA 2025."""
