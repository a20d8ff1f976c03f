"""Statements of the published version, main text, sections 2 to 5."""
