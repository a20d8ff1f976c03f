"""Searches for the instance on which a conjectured bound comes closest to failing: floats suggest, exact solves decide."""

from symfed.checks.adversarial.check import AdversarialSearch
from symfed.checks.adversarial.landscape import two_groups
from symfed.checks.adversarial.populations import Family, Population, variance_ratio

__all__ = ["AdversarialSearch", "Family", "Population", "two_groups", "variance_ratio"]
