"""Searches for the instance on which a conjectured bound comes closest to failing: floats suggest, exact solves decide."""

from proofs_checks.symfed.scaffold.adversarial.check import AdversarialSearch
from proofs_checks.symfed.scaffold.adversarial.landscape import two_groups
from proofs_checks.symfed.scaffold.adversarial.populations import Family, Population, variance_ratio

__all__ = ["AdversarialSearch", "Family", "Population", "two_groups", "variance_ratio"]
