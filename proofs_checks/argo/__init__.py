"""Statements of the slides of the ARGO seminar, 4 November 2024."""
