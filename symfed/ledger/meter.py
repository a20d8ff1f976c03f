"""The time spent judging: CPU seconds by kind of check and by what was put to it, measured around the checks."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field, replace
from typing import Any

from symfed.core.claim import Lemma

STATEMENT, VARIANTS, CONDITIONS = "statement", "variants", "conditions"
#: The question put to a check, and its account. An examined statement is the lemma's own or a variant.
_ACCOUNT = {
    "examine": STATEMENT,
    "rejects": VARIANTS,
    "compare": VARIANTS,
    "power": VARIANTS,
    "beyond": CONDITIONS,
    "looked_beyond": CONDITIONS,
}


@dataclass
class Meter:
    """CPU seconds and numbers of calls, by (kind of check, account)."""

    spent: dict[tuple[str, str], tuple[float, int]] = field(default_factory=dict)

    def around(self, lemma: Lemma) -> Lemma:
        """The lemma with checks that answer as its own do and are timed."""
        checks: Any = tuple(_Timed(check, self, lemma.statement) for check in lemma.checks)
        return replace(lemma, checks=checks)


class _Timed:
    """A check that is timed whenever it is called; in all else it is the check."""

    def __init__(self, check: Any, meter: Meter, statement: Any) -> None:
        self._check, self._meter, self._statement = check, meter, statement
        self._kind = re.split(r" \(|, ", check.method)[0]

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._check, name)
        if name in ("deepened", "allotted"):
            return lambda *given: _Timed(value(*given), self._meter, self._statement)
        if name not in _ACCOUNT or (name == "power" and not self._check.shares):  # what is no test has no power to measure
            return value

        def ask(*asked: Any) -> Any:
            account = VARIANTS if name == "examine" and asked[0] is not self._statement else _ACCOUNT[name]
            begun = time.process_time()
            try:
                return value(*asked)
            finally:
                seconds, calls = self._meter.spent.get((self._kind, account), (0.0, 0))
                self._meter.spent[self._kind, account] = (seconds + time.process_time() - begun, calls + 1)

        return ask
