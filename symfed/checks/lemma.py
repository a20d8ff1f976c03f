"""Judge one lemma: its checks, its wrong variants, the variants made from its own text, and its conditions dropped one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from symfed.checks.budget import FALSE_ALARM, allotted, shares
from symfed.checks.expansion import Expansion
from symfed.checks.variants import Changed, variants
from symfed.core.claim import Check, Lemma
from symfed.core.domain import Class, Domain
from symfed.core.scope import Scope
from symfed.core.verdict import HOLDING, Evidence, Outcome, Tier
from symfed.core.vocabulary import Fate, Need


@dataclass(frozen=True)
class Found:
    """All that was found about one lemma. `tier` is None where it does not hold; then `why` says what is wrong.

    `part` names what an exact check covers where that is less than the statement's range, so that it counts as support only.
    `wrong` maps the variants by hand to the method that rejected them, or to nothing.
    """

    name: str
    tier: Tier | None
    why: str
    evidence: tuple[Evidence, ...] = ()
    error: str = ""
    part: str = ""
    crosscheck: bool = False
    wrong: Mapping[str, str] = field(default_factory=dict)
    fates: Mapping[str, Fate] = field(default_factory=dict)
    conditions: Mapping[str, Need] = field(default_factory=dict)
    outside: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def refuting(self) -> Evidence | None:
        return next((e for e in self.evidence if e.fails and e.refutes), None)

    @property
    def failing(self) -> Evidence | None:
        return self.refuting or next((e for e in self.evidence if e.fails), None)


def judge_lemma(
    lemma: Lemma, whole: Domain, ranges: Scope, full: bool = False, share: float = FALSE_ALARM, statistical: bool = False
) -> Found:
    """What its checks say of a lemma under the claim's conditions `whole`, for a statement that `ranges` so far.

    Only an exact instance refutes, save for a statistical claim. A check counts only if it rejects one of the wrong variants by hand, if
    there are any that speak to it, and every one of them must be rejected by some check. The variants of a refuted lemma are not run:
    the corrected statement carries them. `full` lets the checks search deeper.
    """
    under = lemma.under(whole)
    checks = [allotted(check.deepened() if full and hasattr(check, "deepened") else check, share) for check in lemma.checks]
    evidence = tuple(check.examine(lemma.statement, under) for check in checks)
    found = Found(lemma.name, None, "", evidence, crosscheck=lemma.crosscheck)
    if failing := found.failing:
        said = failing.summary if failing.refutes or statistical else f"not accepted, and no exact instance against it: {failing.summary}"
        return replace(found, why=said)
    rejections = {name: [k for k, check in enumerate(checks) if _fails(check, wrong, under)] for name, wrong in lemma.wrong.items()}
    powers = [check.power(lemma.wrong) if shares(check) and e.holds else {} for check, e in zip(checks, evidence, strict=True)]
    evidence = tuple(replace(e, power=power) if power else e for e, power in zip(evidence, powers, strict=True))
    sighted = {k for seen in rejections.values() for k in seen}
    made = [(k.name, k.statement) for k in variants(lemma.statement)]
    fates: dict[str, Fate] = {}
    holding = [(check, e) for k, (check, e) in enumerate(zip(checks, evidence, strict=True)) if e.holds]
    for name, statement in made:
        fate, seen = _fate(Changed(name, statement), lemma.statement, holding, checks, under)
        if fate is Fate.REJECTED:
            sighted |= seen
        fates[name] = fate
    error = ""
    if survivors := [name for name, seen in rejections.items() if not seen]:
        error = f"wrong variants survived every check: {', '.join(survivors)}"
    elif blind := [check.method for k, check in enumerate(checks) if k not in sighted]:
        error = f"rejected no wrong variant, so proves nothing: {', '.join(blind)}"
    wrong = {name: checks[seen[0]].method if seen else "" for name, seen in rejections.items()}
    found = replace(found, evidence=evidence, wrong=wrong, fates=fates, error=error)
    if not holding:
        return replace(found, why="; ".join(e.summary for e in evidence) or "no check was run")
    (check, best), part = _strongest(holding, ranges)
    tier = Tier.SUPPORTED if part else best.strength
    needs, outside = _needs(check, best, holding, lemma, under)
    unknown = sum(e.outcome is Outcome.UNKNOWN for e in evidence)
    why = best.summary + (f" ({unknown} further check(s) undecided)" if unknown else "") + (f" (proved for {part})" if part else "")
    if lemma.assumes is not None and (idle := [str(c) for c in lemma.assumes.conditions if needs.get(str(c)) is Need.IDLE]):
        found = replace(found, error=found.error or f"cites what it does not need: {', '.join(idle)}")
    return replace(found, tier=tier, why=why, part=part, conditions=needs, outside=outside)


def _strongest(holding: list[tuple[Check, Evidence]], ranges: Scope) -> tuple[tuple[Check, Evidence], str]:
    """The check that decides, and the part that it covers where no check covers all at its strength."""

    def rank(item: tuple[Check, Evidence]) -> tuple[bool, int]:
        return item[1].covers.covers(ranges), HOLDING.index(item[1].strength)

    whole = [item for item in holding if item[1].covers.covers(ranges)]
    exact = max(holding, key=lambda item: HOLDING.index(item[1].strength))
    best = max(whole, key=rank) if whole else exact
    if HOLDING.index(best[1].strength) < HOLDING.index(exact[1].strength) or not whole:
        return (exact if not whole else best), exact[1].covers.short_of(ranges)
    return best, ""


def _fails(check: Check, statement: Any, under: Domain) -> bool:
    rejects = getattr(check, "rejects", None)
    return bool(rejects(statement, under)) if rejects else check.examine(statement, under).fails


def _fate(
    changed: Changed, statement: Any, holding: list[tuple[Check, Evidence]], checks: list[Any], under: Domain
) -> tuple[Fate, set[int]]:
    """What the holding checks make of a variant, cheapest first; and which of all checks rejected it."""
    outcomes: list[tuple[Evidence, Outcome]] = []
    same_terms = isinstance(statement, Expansion) and changed.statement.terms is statement.terms
    for check, evidence in holding:
        if same_terms and not getattr(check, "sees_remainder", False):
            continue  # it sees the terms alone, and these are as they were
        try:
            answer = (
                check.compare(changed.statement, statement, under)
                if hasattr(check, "compare")
                else str(check.examine(changed.statement, under).outcome)
            )
        except (ArithmeticError, TypeError, ValueError, AttributeError, KeyError, IndexError):
            continue  # a change that makes no sense to this reading says nothing
        if answer == "fails":
            return Fate.REJECTED, {checks.index(check)}
        if answer == "same":
            return Fate.SAME, set()
        outcomes.append((evidence, Outcome(answer)))
    exact = [outcome for evidence, outcome in outcomes if evidence.strength is not Tier.SUPPORTED]
    if any(outcome is Outcome.HOLDS for outcome in exact):
        return Fate.TRUE, set()
    if exact or not outcomes:
        return Fate.UNPROVED, set()
    return (Fate.HELD if all(outcome is Outcome.HOLDS for _, outcome in outcomes) else Fate.UNPROVED), set()


def _needs(
    check: Check, best: Evidence, holding: list[tuple[Check, Evidence]], lemma: Lemma, under: Domain
) -> tuple[dict[str, Need], dict[str, Mapping[str, str]]]:
    """Each condition dropped in turn: does an instance outside refute, does the deciding check still decide?"""
    needs: dict[str, Need] = {}
    outside: dict[str, Mapping[str, str]] = {}
    for condition, wider in under.dropped():
        name = str(condition)
        witness = next((w for search, _ in holding if (w := _beyond(search, lemma.statement, condition, wider)) is not None), None)
        if witness is not None:
            needs[name], outside[name] = Need.NEEDED, witness
        elif name in best.needed:
            needs[name] = Need.USED
        elif isinstance(condition, Class) and condition.outside is None:
            needs[name] = Need.IN_WORDS  # nothing outside was drawn on purpose
        else:
            needs[name] = Need.IDLE
    return needs, outside


def _beyond(check: Any, statement: Any, condition: Any, wider: Domain) -> Mapping[str, str] | None:
    return check.beyond(statement, condition, wider) if hasattr(check, "beyond") else None
