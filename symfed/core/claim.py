"""A claim: the printed statement, its transcription, its conditions, and the proof that decides it, lemma by lemma."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

import sympy as sp

from symfed.core.check import Check
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.erratum import Erratum
from symfed.core.scope import EVERYTHING, Scope
from symfed.core.several import Several
from symfed.core.source import Printed
from symfed.core.verdict import Tier
from symfed.core.vocabulary import KINDS


def as_relation(statement: Any) -> sp.Basic | None:
    """A statement as a relation: a pair means "at most", an expression "equals zero", a conjunction is kept; None for anything else.

    >>> from symfed.core.symbols import gamma
    >>> as_relation((gamma, 2*gamma)), as_relation(lambda i: i)
    (gamma <= 2*gamma, None)
    """
    if isinstance(statement, tuple) and len(statement) == 2 and all(isinstance(side, (sp.Expr, int)) for side in statement):
        return sp.Le(*statement, evaluate=False)
    if isinstance(statement, sp.Expr):
        return sp.Eq(statement, 0, evaluate=False)
    if isinstance(statement, (sp.core.relational.Relational, sp.And)):
        return statement
    return None


@dataclass(frozen=True)
class Lemma:
    """One step of a proof that a machine decides.

    `checks` may decide it; the strongest that holds does. `wrong` are variants of the statement written by hand, by name:
    each must be rejected by a check of this lemma, and each check must reject one. `given` are hypotheses of the lemma alone (a
    curvature between mu and L, a case that is split off), `by` other lemmas of the same proof whose conclusions it uses. `assumes` are
    the claim's conditions that it uses; None means all of them. `crosscheck`: a second method for what other lemmas show; it must
    hold, and no verdict relies on it.
    """

    name: str
    statement: Any
    checks: Several[Check] = Several(required=True)
    wrong: Mapping[str, Any] = field(default_factory=dict)
    says: str = ""
    given: Domain = ANYWHERE
    assumes: Domain | None = None
    crosscheck: bool = False
    by: tuple[Lemma, ...] = ()

    def under(self, whole: Domain) -> Domain:
        """The conditions under which it is judged."""
        return (whole if self.assumes is None else self.assumes) & self.given & Domain(self.cited)

    @property
    def concludes(self) -> Any:
        """The conclusion that other lemmas may use, as its checks read the statement; None if they read it differently."""
        if not self.checks:
            return self.statement
        first, *others = (check.concludes(self.statement) for check in self.checks)
        return first if all(type(one) is type(first) and one == first for one in others) else None

    @property
    def cited(self) -> tuple[sp.Basic, ...]:
        """The conclusions of other lemmas that it uses. Raises ValueError if one of them is no relation."""
        relations = {lemma.name: as_relation(lemma.concludes) for lemma in self.by}
        if loose := [name for name, relation in relations.items() if relation is None]:
            raise ValueError(f"lemma {self.name!r} rests on {loose[0]!r}, which concludes no relation between quantities")
        return tuple(relations.values())


#: A second road to what other lemmas show: it must hold, and no verdict rests on it.
crosscheck = partial(Lemma, crosscheck=True)
#: A lemma that uses none of the claim's conditions, but its own hypotheses at most.
standalone_lemma = partial(Lemma, assumes=ANYWHERE)


class ProofStep(Protocol):
    """One step from the lemmas to the statement: an application of a named theorem, arithmetic, or words."""

    @property
    def in_words(self) -> bool: ...

    def describe(self) -> str: ...


@dataclass(frozen=True)
class InWords:
    """A step in words, covered by no listed theorem: a reader must accept it. It is counted and shown wherever the verdict is."""

    says: str
    in_words: bool = field(default=True, init=False)

    def describe(self) -> str:
        return self.says


@dataclass(frozen=True)
class Claim:
    """One statement to be judged, in reading order: the printed text, its transcription, the lemmas, and how it follows from them.

    A claim that one lemma states whole needs `checks` and `wrong` only. With `lemmas` and no `statement`, the statement is their
    conjunction; with both, `follows` must say how it is reached. `uses` are premises: a claim is no stronger than they are, and their
    conditions must follow from its own. `see` are related claims on which nothing rests. `ranges` is what the printed statement ranges
    over. `corrected` names the claim that states it correctly. `missing` holds the words the source leaves out: with it, a statement that
    is false as printed is IMPRECISE instead of REFUTED. `reason` says why a statement has nothing for a machine to check. `restates` is
    the id of the claim that makes the same statement in another place and is judged for both. `erratum` is a reader's assessment of
    the consequence of a false statement: by default it follows from the statement's place. `differs` maps claims that make the same
    statement in another version of the document to the difference, a clause; an empty clause means none. `formulas` are the names of
    formulas of the library that are printed here: no page shows them without this verdict.
    """

    id: str
    kind: str
    says: str
    printed: Printed
    expect: Tier
    under: Domain = ANYWHERE
    statement: Any = None
    ranges: Scope = EVERYTHING
    checks: Several[Check] = Several()
    wrong: Mapping[str, Any] = field(default_factory=dict)
    lemmas: Several[Lemma] = Several()
    follows: Several[ProofStep] = Several()
    uses: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    corrected: str = ""
    missing: str = ""
    reason: str = ""
    restates: str = ""
    erratum: Erratum | None = None
    differs: Mapping[str, str] = field(default_factory=dict)
    formulas: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.printed.source:
            object.__setattr__(self, "printed", replace(self.printed, source=self.id.partition("-")[0]))
        if self.kind not in KINDS:
            raise ValueError(f"claim {self.id}: kind {self.kind!r} is not one of {KINDS}")
        if self.checks and self.lemmas:
            raise ValueError(f"claim {self.id}: has both checks of its own and lemmas: put the checks into a lemma")
        if not self.proof and not self.reason:
            raise ValueError(f"claim {self.id}: has neither checks nor a reason for having none")
        if self.checks and self.statement is None:
            raise ValueError(f"claim {self.id}: has checks but no statement to examine")
        if self.missing and not self.corrected:
            raise ValueError(f"claim {self.id}: names missing words but no claim that states them and is checked")
        if self.erratum and self.expect not in (Tier.REFUTED, Tier.CORRECTED, Tier.IMPRECISE):
            raise ValueError(f"claim {self.id}: has an erratum, and is expected to be {self.expect}, not to fall")
        names = [lemma.name for lemma in self.lemmas]
        if len(set(names)) < len(names):
            raise ValueError(f"claim {self.id}: two lemmas have one name: {names}")
        if self.lemmas and self.statement is not None and not self.follows:
            raise ValueError(f"claim {self.id}: does not say how its statement follows from its lemmas")

    @property
    def proof(self) -> tuple[Lemma, ...]:
        """The lemmas; a claim that has only checks counts as its own lemma."""
        return self.lemmas or ((Lemma("statement", self.statement, self.checks, self.wrong),) if self.checks else ())

    def lemma(self, name: str) -> Lemma:
        """One lemma by its name. Raises KeyError."""
        return {lemma.name: lemma for lemma in self.proof}[name]


def again(
    claim: Claim,
    id: str,
    printed: Printed,
    says: str = "",
    see: Sequence[str] = (),
    erratum: Erratum | None = None,
    differs: Mapping[str, str] | None = None,
) -> Claim:
    """A claim printed in another place too: one proof, judged once, with a row of its own; its erratum applies there too."""
    return replace(
        claim, id=id, printed=printed, says=says or claim.says, see=tuple(see), restates=claim.restates or claim.id,
        erratum=erratum or claim.erratum, differs=differs or {},
    )  # fmt: skip
