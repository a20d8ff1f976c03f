"""A claim as a file of Coq: the printed statement, its lemmas as theorems in the order of its proof, how they combine, what is left out.

Who adds an exporter adds a line to `LEMMAS` or `REFUTATIONS`: what a kind of check decides as a theorem, and what a witness refutes. A
proof by named theorems has a file of its own (`symfed.coq.sentences`); here stand the lemmas that it takes.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from symfed.checks import Certificate, CounterexampleSearch, Induction, SignCheck, SymbolicIdentity
from symfed.checks.communication import CommunicationExponents
from symfed.checks.every_dimension import IdentityInEveryDimension
from symfed.checks.expansion import Expansion
from symfed.checks.free_algebra import FreeIdentity
from symfed.checks.gaps import ExtrapolatedLinear, FirstTerms, OnQuadratics
from symfed.checks.homogeneity import HomogeneityCheck
from symfed.checks.identity import on_equal_clients, on_symbols
from symfed.checks.sign import statement_scope
from symfed.checks.spelt import spelling
from symfed.coq import instances, words
from symfed.coq.accepted import THE_PROOF
from symfed.coq.coq import LIBRARY, NAMED, assumptions, required_line
from symfed.coq.printer import name
from symfed.coq.reals import exponents, refutations, statements, units
from symfed.coq.reals.scaling import of_this_unit
from symfed.coq.tensors import theorem_in_every_dimension
from symfed.coq.theorem import CoqTheorem, comment
from symfed.core import symbols
from symfed.core.check import Check
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.scope import EVERYTHING, ONE_DIMENSION, Scope
from symfed.core.supposed import Derivation, listening
from symfed.core.verdict import Tier
from symfed.prove import table

#: (title, statement, check of its kind, conditions, sentence) -> a theorem. Raises InvalidInput, with a reason fit for a table.
Exporter = Callable[[str, Any, Any, Domain, str], CoqTheorem]
#: The same with the witness before the sentence; several theorems where a control stands beside the refutation.
Refuter = Callable[[str, Any, Any, Domain, Mapping[str, Any], str], CoqTheorem | tuple[CoqTheorem, ...]]

#: By kind of check; what is not named here is about real numbers, or is refused there.
LEMMAS: dict[type[Check], Exporter] = {
    CommunicationExponents: exponents.theorem,
    FreeIdentity: words.theorem,
    HomogeneityCheck: units.theorem,
    IdentityInEveryDimension: theorem_in_every_dimension,
}
REFUTATIONS: dict[type[Check], Refuter] = {
    CommunicationExponents: exponents.refutation,
    CounterexampleSearch: instances.refutation,
    HomogeneityCheck: units.refutation,
}

#: Printed sums but those over clients, and printed limits. No theorem about numbers states one: they are worked out before.
_SUM, _LIMIT = re.compile(r"\\sum(?!_\{?c)(?!_\{\w=1\}\^N)"), re.compile(r"\\lim\b")
_WIDTH = 140
#: The beginning of a reason that is a bug: an exporter raised something else than InvalidInput.
BUG = "a bug of ours"


@dataclass(frozen=True)
class Part:
    """A lemma, or the proof that puts lemmas together: its theorems, none if it has none, and what they fall short of, in words.

    `kind`: the kind of check that decides it, whose theorem it is. `refused`: theorems that Coq did not accept, and its reasons.
    """

    of: str
    theorems: tuple[CoqTheorem, ...]
    short: str = ""
    kind: str = ""
    refused: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ClaimFile:
    """A claim with its theorems. `head`: what is printed, and where. `refutes`: they are instances against it, of which one is enough."""

    id: str
    path: str
    head: tuple[str, ...]
    refutes: bool = False
    parts: tuple[Part, ...] = ()
    restates: str = ""

    @property
    def theorems(self) -> tuple[CoqTheorem, ...]:
        return tuple(theorem for part in self.parts for theorem in part.theorems)

    def without(self, refused: Mapping[str, str]) -> ClaimFile:
        """The file without some theorems, by name, and for each the reason. A part is nothing without its first."""

        def kept(part: Part) -> Part:
            gone = {theorem.name: refused[theorem.name] for theorem in part.theorems if theorem.name in refused}
            if not gone:
                return part
            first = part.theorems[0].name
            left = () if first in gone else tuple(theorem for theorem in part.theorems if theorem.name not in gone)
            return replace(part, theorems=left, short=gone.get(first, part.short), refused={**part.refused, **gone})

        return replace(self, parts=tuple(map(kept, self.parts)))

    @property
    def text(self) -> str:
        """Of a claim that restates another one, or has no theorem, the comment alone."""
        short = [f"{part.of}: {part.short}" for part in self.parts if part.short]
        short += [f"{name}: {why}" for part in self.parts if part.theorems for name, why in part.refused.items()]
        left = ["   Not here, or not whole:", *_listed("     ", short)] if short else []
        said = comment("\n".join([*self.head, *left]))
        if not self.theorems:
            return f"{said}\n"
        asked = assumptions([theorem.name for theorem in self.theorems])
        needed = dict.fromkeys(library for theorem in self.theorems for library in theorem.requires)
        return "\n".join([said, f"{required_line(needed)}\n", *map(str, self.theorems), asked]) + "\n"


def _header_lines(claim: Claim) -> Iterator[str]:
    yield from textwrap.wrap(f"{claim.id}: {claim.says}", _WIDTH - 3, subsequent_indent="   ")
    yield f"   {claim.printed.source}, {claim.printed.place}. Printed:"
    yield from (f"     {line.strip()}" for line in claim.printed.tex.strip().splitlines())
    if claim.restates:
        yield f"   See {claim.restates}, which says the same and has the theorems."
        return
    if claim.under.conditions:
        yield "   Conditions:"
        yield from (f"     {relation}" for relation in claim.under.relations)
        yield from _listed("     in words: ", (member.says for member in claim.under.classes))
    if aside := [lemma.name for lemma in claim.proof if lemma.crosscheck]:
        yield from _listed("   ", [f"Cross-checks, on which nothing rests and which are not here: {', '.join(aside)}."])


def exported(claim: Claim, witness: Mapping[str, Any] | None = None, known: Mapping[str, Claim] | None = None) -> ClaimFile:
    """The theorems of a claim that holds, or those by which its `witness` refutes it.

    `known` holds its premises by id. A lemma has the theorem of the first of its exact checks that can be said in Coq, those first that
    reach furthest. Nothing is raised for what cannot be exported: the file says it.
    """
    file = ClaimFile(claim.id, f"{claim.printed.source}/{name(claim.id)}.v", tuple(_header_lines(claim)), restates=claim.restates)
    if claim.restates:
        return file
    titles = _theorem_titles(claim)
    bearing = [lemma for lemma in claim.proof if not lemma.crosscheck]
    if claim.expect in (Tier.REFUTED, Tier.IMPRECISE, Tier.CORRECTED):
        return replace(
            file, refutes=True, parts=tuple(_refutation_part(titles[lemma.name], lemma, claim, witness, known or {}) for lemma in bearing)
        )
    parts = [_lemma_part(titles[lemma.name], lemma, claim) for lemma in _lemmas_taken(claim, bearing)]
    if claim.follows:
        in_words = sum(step.in_words for step in claim.follows)
        short = f"{in_words} step{'s' * (in_words > 1)} in words" if in_words else "by named theorems: it is read as sentences"
        parts.append(Part(THE_PROOF, (), short, THE_PROOF))
    else:  # a proof by named theorems says itself which premises it takes
        parts += [Part(used, (), "a premise, of which nothing is here", "premise") for used in claim.uses]
    return replace(file, parts=tuple(parts))


def _lemma_part(title: str, lemma: Lemma, claim: Claim) -> Part:
    exact = [check for check in lemma.checks if check.strength is Tier.PROVED]
    if not exact:
        return Part(lemma.name, (), "searched or simulated, which proves nothing", "search")
    reasons, found = [], []
    says = lemma.says or (lemma.name if claim.lemmas else claim.says)
    for check in sorted(exact, key=lambda check: type(check) not in LEMMAS):
        try:
            with listening() as heard:
                theorem = LEMMAS.get(type(check), statements.theorem)(title, lemma.statement, check, lemma.under(claim.under), says)
        except Exception as refused:  # any error: the part that cannot be written is reported, and all others are written
            reasons.append(_refusal_reason(refused, check))
            continue
        short = "the terms without the remainder" if isinstance(lemma.statement, Expansion) else ""
        short = short or _theorem_scope(check, lemma.statement).short_of(claim.ranges)
        short = f"{short} alone" if short else _other_statement(theorem, lemma.statement, check, claim)
        if not short and any(isinstance(said, Derivation) for said in heard):
            short = _FIRST_TERMS
        found.append(Part(lemma.name, (theorem,), short, _check_kind(check)))
        if not short:
            return found[-1]
    return found[0] if found else Part(lemma.name, (), reasons[0], _check_kind(exact[0]))


_FIRST_TERMS = "the first terms of an expansion: that the law expands is not read"


def _other_statement(theorem: CoqTheorem, statement: Any, check: Check, claim: Claim) -> str:
    """What a theorem says instead of the printed line, where it is another statement; "" where it is the printed one."""
    if isinstance(check, HomogeneityCheck) or (isinstance(check, SymbolicIdentity) and of_this_unit(statement, check)):
        return "a check of units"
    if isinstance(check, IdentityInEveryDimension):
        gap = check.gap.between if isinstance(check.gap, OnQuadratics) else check.gap
        return _FIRST_TERMS if isinstance(gap, FirstTerms | ExtrapolatedLinear) else ""
    if type(check) in LEMMAS:
        return ""
    called = getattr(getattr(getattr(check, "truth", None), "__code__", None), "co_names", ())
    printed = "" if claim.follows else claim.printed.tex  # what a proof takes is the lemma, not the printed line
    counted = not isinstance(check, Induction) and any(variable.endswith(" : nat") for variable in theorem.variables)
    if "summation" in called or (counted and _SUM.search(printed)):
        return "after its sum was worked out"
    return "after its limit was worked out" if "limit" in called or (counted and _LIMIT.search(printed)) else ""


def _refutation_part(title: str, lemma: Lemma, claim: Claim, witness: Mapping[str, Any] | None, known: Mapping[str, Claim]) -> Part:
    if not witness:
        return Part(lemma.name, (), "no witness is committed")
    reasons = []
    for check in lemma.checks:
        try:
            refuter = REFUTATIONS.get(type(check), refutations.refutation)
            found = refuter(title, lemma.statement, check, lemma.under(claim.under), witness, lemma.says or claim.says)
        except Exception as refused:  # any error: the part that cannot be written is reported, and all others are written
            reasons.append(_refusal_reason(refused, check))
            continue
        written = found if isinstance(found, tuple) else (found,)
        if isinstance(check, CounterexampleSearch) and claim.corrected in known:
            written += instances.control(title, known[claim.corrected], witness)
        return Part(lemma.name, written, kind=_check_kind(check))
    return Part(lemma.name, (), reasons[0] if reasons else "nothing decides it", _check_kind(lemma.checks[0]) if lemma.checks else "")


def _lemmas_taken(claim: Claim, bearing: Sequence[Lemma]) -> list[Lemma]:
    """The lemmas that a proof takes for granted: those that it names if the kernel of sentences accepts it, else all."""
    kept = table.taken(table.load()).get(claim.id)
    return [lemma for lemma in bearing if not claim.follows or kept is None or lemma.name in kept["lent"]]


def _refusal_reason(refused: Exception, check: Check) -> str:
    """The reason why something is not exported, without what is particular to one claim, so that reasons can be counted."""
    if not isinstance(refused, InvalidInput):
        return f"{BUG}: {type(refused).__name__}"
    if refused.argument == "expression":
        return "is no expression"
    kind = _check_kind(check) if refused.argument == "check" else ""
    return f"{kind} {refused.rule}".strip()


def _check_kind(check: Check) -> str:
    """The kind of a check: its method without what is particular to one claim."""
    return re.split(r" \(|, ", check.method)[0]


def _theorem_scope(check: Check, statement: Any) -> Scope:
    """The scope of a theorem that states what this check decides: clients' numbers, and averages of them, are of dimension one."""
    if isinstance(check, IdentityInEveryDimension):
        return check.covered(statement)
    covers = getattr(check, "covers", None)
    if isinstance(covers, Scope):
        return covers
    if isinstance(check, SymbolicIdentity):
        if check.reading in (on_symbols, on_equal_clients):
            return ONE_DIMENSION
        return statement_scope(check.reading(spelling(statement)), check.truth())
    if isinstance(check, Certificate | SignCheck):
        return statement_scope(*statement)
    if isinstance(check, Induction):
        return statement_scope(spelling(check.sequence)(symbols.H), spelling(statement)(symbols.H))
    return EVERYTHING


def _theorem_titles(claim: Claim) -> dict[str, str]:
    """The title of each lemma's theorem: the lemma's name, or the claim's if it is the only one; all differ, also from the library's
    names."""
    if not claim.lemmas:
        return {lemma.name: claim.id for lemma in claim.proof}
    titles: dict[str, str] = {}
    taken = {name(claim.id), *_library_names()}
    for lemma in claim.proof:
        title = lemma.name
        while name(title) in taken:
            title = f"{title} again" if name(title) in map(name, titles.values()) else f"lemma {title}"
        titles[lemma.name] = title
        taken.add(name(title))
    return titles


@cache
def _library_names() -> Collection[str]:
    return frozenset(found for path in LIBRARY.glob("*.v") for found in NAMED.findall(path.read_text(encoding="utf-8")))


def _listed(before: str, sentences: Iterable[str]) -> Iterator[str]:
    for sentence in sentences:
        yield from textwrap.wrap(before + " ".join(sentence.split()), _WIDTH, subsequent_indent=" " * (len(before) + 2))
