"""Judge one lemma: its checks, its wrong variants, the variants made from its own text, and its conditions dropped one at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from symfed.checks.budget import FALSE_ALARM
from symfed.checks.expansion import Expansion
from symfed.checks.premises import known_classes
from symfed.checks.tried import Tried
from symfed.checks.variants import Changed, variants
from symfed.core.check import Check, Comparison, Witness
from symfed.core.claim import Lemma
from symfed.core.domain import Class, Condition, Domain
from symfed.core.scope import ALL, Scope
from symfed.core.supposed import Derivation, Said, listening
from symfed.core.verdict import HOLDING, Evidence, Outcome, Tier
from symfed.core.vocabulary import Fate, Need


@dataclass(frozen=True)
class Found:
    """All that was found about one lemma. `tier` is None where it does not hold; then `why` says what is wrong.

    `part` names what an exact check covers where that is less than the statement's range, so that it counts as support only.
    `wrong` maps the variants by hand to the method that rejected them, or to nothing. `given`: what a proof in steps takes for granted.
    `derived`: the algorithms whose derivations it was compared with. `unsupposed`: the classes that an instance shows to be needed while
    the check that decides does not suppose them, and no check falls without them.
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
    given: tuple[str, ...] = ()
    derived: frozenset[str] = frozenset()
    unsupposed: frozenset[str] = frozenset()

    @property
    def refuting(self) -> Evidence | None:
        return next((e for e in self.evidence if e.fails and e.refutes), None)

    @property
    def failing(self) -> Evidence | None:
        return self.refuting or next((e for e in self.evidence if e.fails), None)


def judge_lemma(
    lemma: Lemma,
    whole: Domain,
    ranges: Scope,
    full: bool = False,
    share: float = FALSE_ALARM,
    statistical: bool = False,
    witness: Witness | None = None,
    tried: Tried | None = None,
) -> Found:
    """Judge a lemma by its checks under the claim's conditions `whole`; `ranges` is the range of the statement.

    Only an exact instance refutes, save for a statistical claim. A check counts only if it rejects one of the wrong variants by hand, if
    there are any that speak to it, and every one of them must be rejected by some check. The variants of a refuted lemma are not run:
    the corrected statement carries them. `full` lets the checks search deeper. `witness` was once found against the statement. `tried`:
    what this very code found of this very lemma; its variants and conditions are not tried again, nor is a check that decides nothing.
    """
    if any(check.shares for check in lemma.checks):
        tried = None  # a statistical test is run for its share of the false alarms, and its power is measured
    if tried and lemma.crosscheck:
        return Found(lemma.name, tried.tier, tried.why, tried.evidence(), "", tried.part, True, tried.wrong, tried.fates)
    under = lemma.under(whole)
    checks = [(check.deepened() if full else check).allotted(share) for check in lemma.checks]
    checks = [check.recalling(witness) for check in checks] if witness else checks
    checks = sorted(checks, key=lambda check: check.strength is Tier.SUPPORTED) if tried else checks  # what may decide is asked first
    heard, settled = _ask_all(checks, lemma.statement, under, ranges, tried)
    checks, evidence = checks[: len(heard)], tuple(e for e, _ in heard)
    rules = frozenset(one.algorithm for _, said in heard for one in said if isinstance(one, Derivation))
    found = Found(lemma.name, None, "", evidence, crosscheck=lemma.crosscheck, derived=rules)
    if failing := found.failing:
        said = failing.summary if failing.refutes or statistical else f"not accepted, and no exact instance against it: {failing.summary}"
        return replace(found, why=said)
    found = replace(found, wrong=tried.wrong, fates=tried.fates) if tried else _show_variants(lemma, checks, found, under, ranges)
    evidence, error = found.evidence, found.error
    for e, spoken in heard:
        if e.holds and (lacking := _supposed_classes(spoken) - known_classes(under)):
            error = error or f"supposes {min(lacking)!r}, which is no condition of the claim: {e.method}"
    found = replace(found, error=error)
    holding = [(check, e) for check, e in zip(checks, evidence, strict=True) if e.holds]
    if not holding:
        return replace(found, why="; ".join(e.summary for e in evidence) or "no check was run")
    proofs = [e for check, e in zip(checks, evidence, strict=True) if check.proves_remainder]
    if proofs and not any(e.holds for e in proofs):
        # what is left shrinks on problems inside the class that were picked; it is no ground for the proof's word on all of them
        return replace(found, why=f"the proof of the remainder falls: {proofs[0].summary}")
    if (looked := [e.covers for look, e in holding if look.sees_remainder]) and not any(scope.remainder == ALL for scope in looked):
        return replace(found, why=f"only {looked[0].remainder} was looked at, and it is stated uniformly in H")
    (check, best), part = _strongest(holding, ranges)
    tier = Tier.SUPPORTED if part else best.strength
    if tried:
        why = tried.why if settled else _reason(best, part, evidence)
        return replace(found, tier=tier, why=why, part=part, evidence=tried.evidence(*evidence))
    supposed = _supposed_classes(heard[next(k for k, one in enumerate(checks) if one is check)][1])
    needs, outside = _condition_needs(check, best, supposed, holding, lemma, under)
    if lemma.assumes is not None and (idle := [str(c) for c in lemma.assumes.conditions if needs.get(str(c)) is Need.IDLE]):
        found = replace(found, error=found.error or f"cites what it does not need: {', '.join(idle)}")
    unsupposed = frozenset(
        str(condition)
        for condition, wider in under.dropped()
        if isinstance(condition, Class) and needs.get(str(condition)) is Need.NEEDED
        if not _is_used(condition, wider, best, supposed, under) and not any(one.rejects(lemma.statement, wider) for one, _ in holding)
    )
    why = _reason(best, part, evidence)
    return replace(found, tier=tier, why=why, part=part, conditions=needs, outside=outside, unsupposed=unsupposed)


def _ask_all(
    checks: Sequence[Check], statement: Any, under: Domain, ranges: Scope, tried: Tried | None
) -> tuple[list[tuple[Evidence, frozenset[Said]]], bool]:
    """The evidence of each check, with the notes that it, its reading and the derivations that it asks for give of themselves.

    And whether not all were asked, since those that were settle what was `tried`.
    """
    heard: list[tuple[Evidence, frozenset[Said]]] = []
    for check in checks:
        with listening() as said:
            evidence = check.examine(statement, under)
        heard.append((evidence, frozenset(said)))
        if tried and tried.settled_by([(one, e) for one, (e, _) in zip(checks, heard, strict=False)], checks, ranges):
            return heard, len(heard) < len(checks)
    return heard, False


def _show_variants(lemma: Lemma, checks: Sequence[Check], found: Found, under: Domain, ranges: Scope) -> Found:
    """The finding with the fates of wrong variants, by hand and from the statement's own text; its `error` where one is not seen."""
    rejections = {name: [k for k, check in enumerate(checks) if check.rejects(wrong, under)] for name, wrong in lemma.wrong.items()}
    powers = [check.power(lemma.wrong) if e.holds else {} for check, e in zip(checks, found.evidence, strict=True)]
    evidence = tuple(replace(e, power=power) if power else e for e, power in zip(found.evidence, powers, strict=True))
    sighted = {k for seen in rejections.values() for k in seen}
    fates: dict[str, Fate] = {}
    holding = [(check, e) for check, e in zip(checks, evidence, strict=True) if e.holds]
    # nothing rests on a cross-check, and the proof that bears the claim is shown the variants: those by hand say that it sees
    shown = holding and not (lemma.crosscheck and lemma.wrong)
    for variant in variants(lemma.statement) if shown else ():
        fates[variant.name], seen = _variant_fate(variant, lemma.statement, holding, under, ranges)
        sighted |= {k for k, check in enumerate(checks) if check is seen}
    error = ""
    if survivors := [name for name, seen in rejections.items() if not seen]:
        error = f"wrong variants survived every check: {', '.join(survivors)}"
    elif blind := [check.method for k, check in enumerate(checks) if k not in sighted]:
        error = f"rejected no wrong variant, so proves nothing: {', '.join(blind)}"
    wrong = {name: checks[seen[0]].method if seen else "" for name, seen in rejections.items()}
    return replace(found, evidence=evidence, wrong=wrong, fates=fates, error=error)


def _reason(best: Evidence, part: str, evidence: Sequence[Evidence]) -> str:
    unknown = sum(e.outcome is Outcome.UNKNOWN for e in evidence)
    return best.summary + (f" ({unknown} further check(s) undecided)" if unknown else "") + (f" (proved for {part})" if part else "")


def _supposed_classes(said: frozenset[Said]) -> frozenset[str]:
    return frozenset(one.says for one in said if isinstance(one, Class))


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


#: The errors of a reading at a change that makes no sense to it.
_UNREADABLE = (ArithmeticError, TypeError, ValueError, AttributeError, KeyError, IndexError)


def _variant_fate(
    changed: Changed, statement: Any, holding: list[tuple[Check, Evidence]], under: Domain, ranges: Scope
) -> tuple[Fate, Check | None]:
    """The fate of a variant by the checks that hold, cheapest first, and the check that rejected it."""
    accepting: list[tuple[Check, Evidence]] = []
    unread: list[tuple[Check, Evidence]] = []
    same_terms = isinstance(statement, Expansion) and changed.statement.terms is statement.terms
    alike = True
    for check, evidence in holding:
        if same_terms and not check.sees_remainder:
            accepting.append((check, evidence))  # it sees the terms alone, and these are as they were
            alike = False
            continue
        try:
            answer = check.compare(changed.statement, statement, under)
        except _UNREADABLE:
            unread.append((check, evidence))
            continue
        if answer is Comparison.FAILS:
            return Fate.REJECTED, check
        if answer is Comparison.SAME and evidence.covers.covers(ranges):
            return Fate.SAME, None
        alike = alike and answer is Comparison.SAME
        if answer is not Comparison.UNKNOWN:
            accepting.append((check, evidence))
    before = _strength_rank(holding, ranges)
    if _strength_rank(accepting, ranges) < before:
        return (Fate.UNPROVED if _strength_rank(accepting + unread, ranges) < before else Fate.UNREADABLE), None
    if alike:
        return Fate.SAME, None
    return (Fate.HELD if before == 0 else Fate.TRUE), None


def _strength_rank(holding: list[tuple[Check, Evidence]], ranges: Scope) -> int:
    """The rank of the strength that these checks together give a lemma, weakest first; -1 if none holds, 0 for a part of the range."""
    if not holding:
        return -1
    (_, best), part = _strongest(holding, ranges)
    return 0 if part else HOLDING.index(best.strength)


def _is_used(condition: Condition, wider: Domain, best: Evidence, supposed: frozenset[str], under: Domain) -> bool:
    return str(condition) in best.needed or bool(supposed & known_classes(under) - known_classes(wider))


def _condition_needs(
    check: Check, best: Evidence, supposed: frozenset[str], holding: list[tuple[Check, Evidence]], lemma: Lemma, under: Domain
) -> tuple[dict[str, Need], dict[str, Mapping[str, str]]]:
    """Each condition dropped in turn: does an instance outside refute, does the deciding check still decide?"""
    needs: dict[str, Need] = {}
    outside: dict[str, Mapping[str, str]] = {}
    for condition, wider in under.dropped():
        if condition in lemma.cited:
            continue
        name, drawn = str(condition), not isinstance(condition, Class) or condition.outside is not None
        witness = next((w for search, _ in holding if (w := search.beyond(lemma.statement, condition, wider)) is not None), None)
        if witness is not None:
            needs[name], outside[name] = Need.NEEDED, witness
        elif _is_used(condition, wider, best, supposed, under):
            needs[name] = Need.USED
        elif not (drawn or any(search.looked_beyond(condition, wider) for search, _ in holding)):
            needs[name] = Need.IN_WORDS  # nothing outside was drawn on purpose, nor met
        else:
            needs[name] = Need.IDLE
    return needs, outside
