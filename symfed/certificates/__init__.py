"""Certificates of stationary laws, and a checker that needs nothing but ball arithmetic."""

from symfed.certificates.certificate import Certificate
from symfed.certificates.checker import Verdict, check
from symfed.certificates.errors import Malformed, NotProved

__all__ = ["Certificate", "Malformed", "NotProved", "Verdict", "check"]
