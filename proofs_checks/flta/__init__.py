"""Statements of the slides of ICCOPT, 23 July 2025."""
