"""The probability of a false alarm in a whole run of the ledger, and how it is shared out."""

from __future__ import annotations

from collections.abc import Iterable

from symfed.core.claim import Claim
from symfed.core.errors import InvalidInput

#: The probability that any true statement of a run is contradicted by chance.
FALSE_ALARM = 1e-9


def number_of_tests(claims: Iterable[Claim]) -> int:
    """The number of statistical tests made for some claims; a claim that restates another adds none."""
    return sum(check.shares for claim in claims if not claim.restates for lemma in claim.proof for check in lemma.checks)


def each_share(tests: int, whole: float = FALSE_ALARM) -> float:
    """The false-alarm probability of each of so many statistical tests, so that all of them together have `whole`.

    To be asked about the tests of all claims there are, not of those that a run selects: then a verdict does not depend on which others
    are run. Raises InvalidInput unless 0 < whole <= 1/2.
    """
    if isinstance(whole, bool) or not isinstance(whole, (int, float)) or not 0 < whole <= 0.5:
        raise InvalidInput("false_alarm", whole, "must be a probability above 0 and not above 1/2", "the default is 1e-9")
    return whole / max(1, tests)
