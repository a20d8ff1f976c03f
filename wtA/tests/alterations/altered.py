"""A claim with one thing made false, judged as a run of the ledger would judge it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from symfed.core.claim import Claim
from symfed.core.domain import Condition, Domain
from symfed.core.verdict import HOLDING, Tier
from symfed.ledger import discover, load
from symfed.ledger.run import judge, settle

Alteration = Callable[[Claim], Claim]


@lru_cache(maxsize=1)
def claims() -> dict[str, Claim]:
    return discover()


@lru_cache(maxsize=1)
def committed() -> dict[str, Tier]:
    return {row["id"]: Tier(row["tier"]) for row in load()}


def judged(claim: Claim) -> Tier:
    """The verdict of one claim; premises as they are committed."""
    known = {**claims(), claim.id: claim}
    (row,) = settle([judge(claim, known=known)], known, committed())
    return row.verdict


def stands(claim_id: str) -> bool:
    return committed()[claim_id] in HOLDING


def said(new: Any, lemma: str = "") -> Alteration:
    """Another statement: of the claim, or of one of its lemmas. `new` is the statement or a function that makes it from the sound one."""

    def alter(claim: Claim) -> Claim:
        if not lemma:
            return replace(claim, statement=_made(new, claim.statement), wrong={})
        lemmas = tuple(replace(one, statement=_made(new, one.statement), wrong={}) if one.name == lemma else one for one in claim.lemmas)
        assert lemmas != claim.lemmas, f"{claim.id} has no lemma {lemma}"
        return replace(claim, lemmas=lemmas)

    return alter


def _made(new: Any, old: Any) -> Any:
    return new(old) if getattr(new, "makes", False) else new


def from_sound(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Marks a function that makes the altered statement from the sound one."""
    change.makes = True  # type: ignore[attr-defined]
    return change


def dropped(*conditions: str) -> Alteration:
    """Without the conditions of these texts, wherever the claim or one of its lemmas has them."""
    return _each_domain(lambda domain: _less(domain, conditions))


def widened(old: str, new: Condition) -> Alteration:
    """With a weaker condition in place of the one of this text."""
    return _each_domain(lambda domain: domain if _less(domain, (old,)) == domain else _less(domain, (old,)) & Domain((new,)))


def _less(domain: Domain, conditions: tuple[str, ...]) -> Domain:
    for condition in domain.conditions:
        if str(condition) in conditions:
            domain = domain.without(condition)
    return domain


def _each_domain(change: Callable[[Domain], Domain]) -> Alteration:
    def alter(claim: Claim) -> Claim:
        lemmas = tuple(
            replace(one, given=change(one.given), assumes=None if one.assumes is None else change(one.assumes)) for one in claim.lemmas
        )
        out = replace(claim, under=change(claim.under), lemmas=lemmas)
        assert out != claim, f"{claim.id} has no such condition"
        return out

    return alter
