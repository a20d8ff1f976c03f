"""Statements of this project, beyond those of the sources."""
