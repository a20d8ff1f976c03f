"""Statements of the preprint of 10 January 2025, main text, sections 2 to 5."""
