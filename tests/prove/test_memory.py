"""Certificates that were found before are tried first, and believed by nobody."""

from __future__ import annotations

from symfed.ledger import Claims
from symfed.prove import table
from symfed.prove.accepted import Acceptance, accepted

NAME = "aistats-cor1-split"


def read(recalled: tuple[str, ...] | None) -> Acceptance:
    claims = Claims()
    return accepted(claims[NAME], {name: claims[name] for name in claims[NAME].uses}, recalled)


def test_what_was_found_spares_the_search_and_gives_the_same_proof() -> None:
    anew = read(None)
    assert any(anew.found)
    again = read(anew.found)
    assert (again.statement, again.under, again.data(), again.found) == (anew.statement, anew.under, anew.data(), anew.found)


def test_a_certificate_that_does_not_fit_is_searched_for() -> None:
    anew = read(None)
    forged = tuple(" ".join([text.split(" ")[0], "0:7"]) if text else text for text in anew.found)
    for recalled in (forged, anew.found[:1], ("no guess",) * len(anew.found), ()):
        assert read(recalled).statement == anew.statement


def test_entries_are_compared_without_their_certificates() -> None:
    kept = table.load()[NAME]
    assert table.alike(kept, kept | {"found": ""})
    assert not table.alike(kept, kept | {"says": "0"})
    assert not table.alike(kept, None)
    assert table.recalled({"found": 1}) is table.recalled(None) is None
