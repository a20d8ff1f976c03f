"""Certificates of stationary laws and of contractions, and a checker that needs nothing but exact and ball arithmetic."""

from symfed.certificates.certificate import Certificate
from symfed.certificates.checker import Verdict, check
from symfed.certificates.contraction.instance import ContractionInstance
from symfed.certificates.contraction.theorem import ContractionTheorem
from symfed.certificates.errors import Malformed, NotProved

__all__ = ["Certificate", "ContractionInstance", "ContractionTheorem", "Malformed", "NotProved", "Verdict", "check"]
