"""A certificate of one client becomes a theorem's text, and one that proves nothing does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from symfed.certificates.certificate import NotProved
from symfed.coq.one_client import one_client_theorem
from symfed.derive.performance.one_client import certify_round


def test_the_conditions_are_what_the_certificate_counts() -> None:
    certificate = certify_round("scaffold", "1/2", 2, "1/5", 2)
    told = one_client_theorem("bound", certificate)
    values = {f"{'0' if i == '*' else f'f{i}'} - {'0' if j == '*' else f'f{j}'}" for i, j, _ in certificate.multipliers}
    assert {condition.rpartition(" <= ")[2] for condition in told.conditions} == values
    assert told.variables == ("d : nat", "e y g0 g1 : nat -> R", "f0 f1 : R")
    assert told.conclusion.startswith("total d (fun k => ((e k - g0 k - y k / 2 - g1 k - y k / 2) + y k) ^ 2) <= (6561 / 10000) * total d")


def test_what_proves_nothing_is_refused() -> None:
    certificate = certify_round("scaffold", 1, 2, "1/10", 1)
    with pytest.raises(NotProved, match="sum of squares"):
        one_client_theorem("bound", replace(certificate, bound={**certificate.bound, "ee": "1/2"}))
