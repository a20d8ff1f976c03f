"""Certificates of stationary laws and of contractions, and a checker that needs nothing but exact and ball arithmetic."""

from symfed.certificates.certificate import LawCertificate, Malformed, NotProved
from symfed.certificates.checker import Finding, check
from symfed.certificates.contraction.instance import ContractionInstance
from symfed.certificates.contraction.theorem import ContractionTheorem

__all__ = ["ContractionInstance", "ContractionTheorem", "Finding", "LawCertificate", "Malformed", "NotProved", "check"]
