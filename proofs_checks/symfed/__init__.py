"""Statements of this project: what the expansion engine derives beyond the first order of the sources."""
