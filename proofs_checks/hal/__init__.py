"""Statements of the preprint of 10 January 2025, main text, and its appendix on extrapolation."""
