"""The verdict of a claim from its lemmas and the steps between them: the minimum along its proof."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

import sympy as sp

from symfed.checks import classes
from symfed.checks.expansion import Expansion
from symfed.checks.lemma import Found
from symfed.checks.premises import STANDING, own_hypotheses, two_meanings, undischarged
from symfed.checks.tried import Tried
from symfed.checks.variants import variants
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import ANYWHERE, Class
from symfed.core.verdict import Tier, weakest
from symfed.core.vocabulary import Fate, Need
from symfed.ledger.fingerprint import fingerprint
from symfed.models.algorithms import all_algorithms
from symfed.prove import table
from symfed.prove.accepted import accepted
from symfed.prove.kept import lines_of
from symfed.prove.named import NoProof
from symfed.recheck.contents import SUPPOSED
from symfed.theorems import as_relation
from symfed.theorems.relations import conjuncts, unproved_denominators
from symfed.theorems.vocabulary import Quantity

#: The beginning of a condition that a proof takes for granted: a property of its symbols that no condition states.
TAKEN = "no condition says, and the kernel takes for granted:"


def weigh(claim: Claim, found: Sequence[Found], premises: Mapping[str, Claim] = MappingProxyType({})) -> tuple[Tier, str]:
    """The tier that lemmas and steps earn, before premises and corrected statements are considered.

    An exact instance refutes if it is against the statement or a part of it; against a lemma of ours it only breaks the proof. A
    statistical claim falls at its declared false-alarm probability. Every lemma must hold, and the claim is as strong as the weakest;
    cross-checks must hold too, but nothing rests on them. A proof in words is one GIVEN these words, and some lemma must look at the
    statement itself. What checks take from `premises` these must say.
    """
    statistical = claim.kind == "statistical"
    failing = [f for f in found if f.failing]
    refuting = [f for f in failing if f.refuting or statistical]
    against = [f for f in refuting if _states_claim(claim, claim.lemma(f.name))]
    if against:
        return Tier.REFUTED, against[0].why
    if refuting:
        return Tier.UNDECIDED, f"a lemma of ours is false: {refuting[0].name}: {refuting[0].why}"
    if failing:
        return Tier.UNDECIDED, failing[0].why
    if wrong := [f for f in found if f.error]:
        return Tier.ERROR, _weakest_reason(wrong[0], wrong[0].error, len(found))
    if undecided := [f for f in found if f.tier is None]:
        return Tier.UNDECIDED, _weakest_reason(undecided[0], undecided[0].why, len(found))
    if len({step.in_words for step in claim.follows}) > 1:
        return Tier.ERROR, "its proof has steps in words among others, which nobody reads then: say all of it in words"
    if loose := _dangling_premise(claim, premises) or _foreign_derivation(claim, found):
        return Tier.ERROR, loose
    if unseen := _unchecked_part(claim):
        return Tier.ERROR, f"no lemma looks at the statement itself, which the last step reaches in words: {unseen}"
    bearing = [f for f in found if not f.crosscheck]
    if not bearing:
        return Tier.ERROR, "every lemma is a cross-check, so nothing bears the statement"
    tier = weakest(tuple(f.tier for f in bearing if f.tier))
    weak = next(f for f in bearing if f.tier is tier)
    if tier is not Tier.SUPPORTED and _omits_remainder(claim):
        return Tier.SUPPORTED, f"the remainder that is printed is carried by no lemma; what is: {weak.why}"
    if tier is not Tier.SUPPORTED and (part := claim.ranges.unsaid(f"{claim.printed.place} {claim.printed.tex} {claim.under.words}")):
        return Tier.SUPPORTED, f"{weak.why} (proved for {part}, to which nothing that is printed restricts the statement)"
    words = any(step.in_words for step in claim.follows)
    if tier is Tier.PROVED and (supposed := own_words(claim)) and not words:
        return Tier.PROVED_GIVEN, f"{weak.why}; {supposed[0]}, which no condition says"
    if tier is Tier.PROVED and words:
        return Tier.PROVED_GIVEN, f"{len(bearing)} lemma{'s' * (len(bearing) > 1)} proved, given the listed steps in words"
    if tier is Tier.PROVED and (silent := _unsupposed(found)):
        return Tier.ERROR, f"an instance shows that {silent!r} is needed, and nothing in the proof supposes it"
    return tier, weak.why if len(bearing) == 1 else f"{len(bearing)} lemmas, the weakest is {weak.name}: {weak.why}"


def _unsupposed(found: Sequence[Found]) -> str:
    """A class without which an instance is against the statement, though the proof would stand; "" if there is none."""
    silent = {name for f in found for name in f.unsupposed}
    felt = {name for f in found for name, need in f.conditions.items() if name not in f.unsupposed and need in (Need.NEEDED, Need.USED)}
    return min(silent - felt, default="")


def _statement_parts(statement: Any) -> tuple[Any, ...]:
    relation = as_relation(statement)
    return (statement,) if relation is None else conjuncts(relation)


def _same_statement(one: Any, other: Any) -> bool:
    """Return whether two statements are the same object, or the same tree."""
    return one is other or (type(one) is type(other) and isinstance(one, (sp.Basic, Expansion, tuple, str)) and bool(one == other))


def _is_among(part: Any, statement: Any) -> bool:
    return any(_same_statement(part, other) for other in _statement_parts(statement))


def _states_claim(claim: Claim, lemma: Lemma) -> bool:
    """Return whether a lemma is the statement or a part of it, so that an instance against it, in the claim's range, refutes the claim."""
    if lemma.assumes is not None and any(condition not in lemma.assumes.conditions for condition in claim.under.conditions):
        return False
    if claim.statement is not None:
        return any(_is_among(part, claim.statement) for part in _statement_parts(lemma.statement))
    bearing = [other for other in claim.proof if not other.crosscheck]
    return any(lemma is other or _same_statement(lemma.statement, other.statement) for other in bearing)


def _dangling_premise(claim: Claim, premises: Mapping[str, Claim]) -> str:
    """The complaint about a lemma that rests on something outside this proof, or not under the lemma's conditions; "" if there is none."""
    if twice := two_meanings(_judged_classes(claim), (c for c in vars(classes).values() if isinstance(c, Class))):
        return f"the class {twice!r} means two things"
    for lemma in claim.proof:
        if beyond := [c for c in (lemma.assumes or ANYWHERE).conditions if c not in claim.under.conditions]:
            return f"lemma {lemma.name!r} assumes {beyond[0]}, which is no condition of the claim"
        if unmet := next((said for check in lemma.checks if (said := check.unmet(premises))), ""):
            return f"lemma {lemma.name!r}: {unmet}"
        if any(check.rests_on_words for check in lemma.checks) and not any(step.in_words for step in claim.follows):
            return f"lemma {lemma.name!r} has a remainder by no theorem, which only words can say"
        if absent := {name for check in lemma.checks for name in check.rests_on} - set(claim.uses):
            return f"a check of lemma {lemma.name!r} rests on {min(absent)}, which is no premise"
        for cited in lemma.by:
            if not any(cited == other and not other.crosscheck for other in claim.proof):
                return f"lemma {lemma.name!r} rests on {cited.name!r}, which is no lemma that bears this proof"
            if beyond := [c for c in cited.under(claim.under).conditions if c not in lemma.under(claim.under).conditions]:
                return f"lemma {lemma.name!r} rests on {cited.name!r} without its condition {beyond[0]}"
    return ""


def _foreign_derivation(claim: Claim, found: Sequence[Found]) -> str:
    """The reason why an expansion is compared with no derivation of the algorithm that it is about; "" if it is."""
    names, derived = {name.split("_")[0] for name in all_algorithms()}, frozenset[str]().union(*(f.derived for f in found))
    spoken = re.search("|".join(sorted(names, key=len, reverse=True)), f"{claim.says} {claim.printed.place}".lower())
    if claim.kind != "expansion" or not derived or not spoken or spoken[0] in {name.split("_")[0] for name in derived}:
        return ""
    return f"it speaks of {spoken[0]}, and is compared with what is derived from {min(derived)}"


def _judged_classes(claim: Claim) -> Iterator[Class]:
    """All classes that this judgement speaks of."""
    for domain in (claim.under, *(d for lemma in claim.proof for d in (lemma.given, lemma.assumes or ANYWHERE))):
        yield from domain.classes
    ahead: list[Any] = list(claim.follows)
    while ahead:
        step = ahead.pop()
        ahead += getattr(step, "steps", ())
        if isinstance(said := getattr(step, "condition", None), Class):
            yield said


def own_words(claim: Claim) -> tuple[str, ...]:
    """The assumptions that no condition of the claim states: that the statement is defined, and hypotheses of its lemmas."""
    return tuple(f"{SUPPOSED}{said}" for said in (*(f"{x} is not zero" for x in dict.fromkeys(_divisors(claim))), *_hypotheses(claim)))


def _divisors(claim: Claim) -> Iterator[sp.Expr]:
    stated = [(m.statement, m.under(claim.under)) for m in claim.proof if not m.crosscheck]
    names = [said.args for step in claim.follows if isinstance(said := getattr(step, "equation", None), sp.Eq)]
    values = {name: value for name, value in names if type(name) is Quantity}
    shown = [said for step in claim.follows if isinstance(said := getattr(step, "conclusion", None), (sp.Lt, sp.Gt, sp.Ne))]
    for _ in values:  # a name may be defined by another
        shown = [said.xreplace(values) for said in shown]
    for statement, under in stated if claim.statement is None else [(claim.statement, claim.under)]:
        relation = None if isinstance(statement, sp.Expr) else as_relation(statement)
        for part in () if relation is None else conjuncts(relation):
            yield from unproved_denominators(part, (*under.relations, *STANDING.relations, *shown))


def _hypotheses(claim: Claim) -> tuple[str, ...]:
    if claim.statement is not None and not any(step.in_words for step in claim.follows):
        return ()  # a chain of theorems takes these lemmas as implications
    stating = [m for m in claim.proof if not m.crosscheck and (claim.statement is None or _is_among(m.statement, claim.statement))]
    return tuple(f"{said}, by lemma {m.name!r}" for m in stating for said in own_hypotheses(m, claim))


def _unchecked_part(claim: Claim) -> str:
    """A part of the statement that no lemma states though the proof ends in words, so that changing it would not be noticed."""
    if claim.statement is None or not claim.follows or not claim.follows[-1].in_words:
        return ""
    unseen = [part for part in _statement_parts(claim.statement) if not _is_checked(part, claim.proof)]
    return (str(unseen[0]) if isinstance(unseen[0], sp.Basic) else claim.says) if unseen else ""


def _is_checked(part: Any, lemmas: Sequence[Lemma]) -> bool:
    """Return whether a lemma is this part; of an expansion one may carry the terms and another the remainder."""
    if any(_is_among(part, lemma.statement) for lemma in lemmas):
        return True
    if not isinstance(part, Expansion):
        return False
    remainders = [(s.remainder, s.fixed) for lemma in lemmas if isinstance(s := lemma.statement, Expansion)]
    return (part.remainder, part.fixed) in remainders and any(_same_statement(part.terms, lemma.statement) for lemma in lemmas)


def _omits_remainder(claim: Claim) -> bool:
    """Return whether a printed remainder is carried neither by a lemma that bears the claim nor by a chain of theorems."""
    carried = any(isinstance(lemma.statement, Expansion) for lemma in claim.proof if not lemma.crosscheck)
    reached = bool(claim.follows) and not any(step.in_words for step in claim.follows)
    return "O(" in claim.printed.tex and not carried and not reached


def _weakest_reason(found: Found, why: str, lemmas: int) -> str:
    return why if lemmas == 1 else f"{found.name}: {why}"


def chain(claim: Claim, premises: Mapping[str, Claim], anew: bool = False, before: Tried | None = None) -> Found | None:
    """The finding on a claim whose steps are all named theorems, with the conditions that they use; None where its steps are in words.

    Proved is what the kernel of sentences accepts, and nothing else. A condition is used, too, if a premise has it. The lines that are
    committed are read first, unless they are to be found `anew`. What they use is seen in every run; which wrong variants they prove is
    taken from the finding that was committed of this very claim, if that is given.
    """
    if not claim.follows or any(step.in_words for step in claim.follows):
        return None
    kept = None if anew else _kept().get(claim.id)
    try:
        if known := table.stops(kept, fingerprint(claim)):
            raise NoProof(known)
        proof = accepted(claim, premises, None if anew else lines_of(claim.id))
    except NoProof as stopped:
        return Found("the proof", None, f"the kernel of sentences does not read it: {stopped}")
    given = (f"{TAKEN} {', '.join(proof.open)}",) if proof.open else ()
    steps = len(claim.follows)
    said = f"{steps} steps by named theorems reach" if steps > 1 else "one step by a named theorem reaches"
    why = f"{said} the statement, which the kernel of sentences accepts"
    tier, why = (Tier.PROVED_GIVEN, f"{why}; {given[0]}") if given else (Tier.PROVED, why)
    used = {str(c) for c in claim.under.conditions if _closure(c) & proof.conditions}
    for condition, wider in claim.under.dropped():
        less = replace(claim, under=wider)
        if any(undischarged(premise, less) != undischarged(premise, claim) for premise in premises.values()):
            used.add(str(condition))
    conditions = {str(c): Need.USED if str(c) in used else Need.IDLE for c in claim.under.conditions}
    if before:
        return Found("the proof", tier, why, conditions=conditions, fates=before.fates, given=given)
    fates = {name: Fate.TRUE if proof.says(other) else Fate.UNPROVED for name, other in named_variants(claim.statement).items()}
    return Found("the proof", tier, why, conditions=conditions, fates=fates, given=given)


@cache
def _kept() -> dict[str, table.Entry]:
    """The committed table of proofs; what it says is tried and not believed."""
    return table.load()


def _closure(condition: Any) -> set[str]:
    """A condition as a proof names it: a class by all that it says, a relation as text."""
    return set(condition.closure()) if isinstance(condition, Class) else {str(condition)}


def named_variants(statement: Any) -> dict[str, Any]:
    """The variants of a statement's parts, by name."""
    parts = statement.args if isinstance(statement, sp.And) else (statement,)
    of = [f"{part}: " if len(parts) > 1 else "" for part in parts]  # a part can be long: it is written out once
    return {f"{name}{v.name}": v.statement for name, part in zip(of, parts, strict=True) for v in variants(part)}
