"""Certificates of stationary laws, of contractions and of radii, and a checker that needs nothing but exact and ball arithmetic."""

from symfed.certificates.certificate import LawCertificate, Malformed, NotProved
from symfed.certificates.checker import Finding, check
from symfed.certificates.contraction.instance import ContractionInstance
from symfed.certificates.contraction.theorem import ContractionTheorem
from symfed.certificates.radius.certificate import EnclosureCertificate

__all__ = [
    "ContractionInstance",
    "ContractionTheorem",
    "EnclosureCertificate",
    "Finding",
    "LawCertificate",
    "Malformed",
    "NotProved",
    "check",
]
