"""The two ways in which a certificate fails."""

from __future__ import annotations


class Malformed(ValueError):
    """The certificate cannot be read: it says nothing that could be checked."""


class NotProved(Exception):
    """The certificate can be read, but what it claims does not follow from what it holds."""
