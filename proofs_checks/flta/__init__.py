"""Statements of the talk at FLTA 2025."""
