"""Certificates of stationary laws, contractions, radii and worst cases, and a checker that needs only exact and ball arithmetic."""

from symfed.certificates.certificate import Finding, LawCertificate, Malformed, NotProved
from symfed.certificates.checker import check
from symfed.certificates.contraction.instance import ContractionInstance
from symfed.certificates.contraction.theorem import ContractionTheorem
from symfed.certificates.one_client.counterexample import RoundCounterexample
from symfed.certificates.one_client.inequality import OneClientInequality
from symfed.certificates.radius.certificate import EnclosureCertificate

__all__ = [
    "ContractionInstance",
    "ContractionTheorem",
    "EnclosureCertificate",
    "Finding",
    "LawCertificate",
    "Malformed",
    "NotProved",
    "OneClientInequality",
    "RoundCounterexample",
    "check",
]
