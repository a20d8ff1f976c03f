"""A claim with one thing made false, and whether it still stands as a run of the ledger would judge it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from keyword import iskeyword
from types import FunctionType
from typing import Any

import flint
import sympy as sp
from sympy.core.relational import Relational
from sympy.printing.str import StrPrinter

from symfed.checks.expansion import Expansion
from symfed.checks.premises import undischarged
from symfed.checks.variants import definition, rebuilt
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import Class, Domain
from symfed.core.symbols import TABLE, ClientMean
from symfed.core.verdict import Tier
from symfed.ledger import discover, load
from symfed.ledger.judging import judge, settle
from symfed.prove.accepted import accepted
from symfed.prove.kept import lines_of
from symfed.prove.reading import Acceptance

KINDS = ("statement", "bound", "rate", "assumption", "statistical", "growth", "domain", "remainder", "remainder-H")


@dataclass(frozen=True)
class Altered:
    """One thing of a claim that is made false: in the text of a lemma's statement, of the claim's own (no lemma), or in its conditions.

    `old` stands in that text and `new` takes its place; of an expansion O(...) is the remainder. Of the kind "domain" `old` is a whole
    condition, and `new` a weaker one, or nothing. `why` says why the altered statement is false.
    """

    claim: str
    lemma: str
    kind: str
    old: str
    new: str
    why: str

    def __str__(self) -> str:
        return f"{self.claim}, {self.lemma or 'statement'}: {self.new or 'nothing'} for {self.old} ({self.why})"


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


def in_place(altered: Altered) -> Claim:
    """The claim with the alteration in place of what it alters."""
    claim = claims()[altered.claim]
    if altered.kind == "domain":
        lemmas = tuple(replace(one, given=_without(one.given, altered), assumes=_without(one.assumes, altered)) for one in claim.lemmas)
        return replace(claim, under=_without(claim.under, altered), lemmas=lemmas)
    if not claim.lemmas or not altered.lemma:
        return replace(claim, statement=changed(claim.statement, altered.old, altered.new), wrong={})
    one = claim.lemma(altered.lemma)
    new = replace(one, statement=changed(one.statement, altered.old, altered.new), wrong={})
    return replace(claim, lemmas=tuple(new if lemma is one else lemma for lemma in claim.lemmas))


def _without(domain: Any, altered: Altered) -> Any:
    has = domain is not None and any(str(condition) == altered.old for condition in domain.conditions)
    return _wider(domain, altered) if has else domain


def still_stands(altered: Altered) -> bool:
    """Whether the claim would hold all the same: its lemma holds on, or its proof still reaches the statement.

    It is asked as `judge` asks, and no more: a claim falls if a check of one of its lemmas fails, if none of them holds, or if a step
    breaks. Witnesses are not shrunk, and no variants are made.
    """
    claim = claims()[altered.claim]
    if not altered.lemma:
        return _reaches(claim, altered)
    lemma = claim.lemma(altered.lemma)
    under = lemma.under(claim.under)
    if altered.kind == "domain":
        return _holds(lemma, lemma.statement, _wider(under, altered)) and not (not altered.new and _is_missed(lemma, under, altered.old))
    return _holds(lemma, changed(lemma.statement, altered.old, altered.new), under)


def _reaches(claim: Claim, altered: Altered) -> bool:
    """Whether the proof in steps says the altered statement, too; or rests on no condition that is dropped, and its premises on none."""
    proof = proof_of(claim.id)
    if altered.kind != "domain":
        return proof.says(changed(claim.statement, altered.old, altered.new))
    (dropped,) = (c for c in claim.under.conditions if str(c) == altered.old)
    less = replace(claim, under=_wider(claim.under, altered))
    unmet = any(undischarged(premise, less) != undischarged(premise, claim) for premise in map(claims().__getitem__, claim.uses))
    return not unmet and not (dropped.closure() if isinstance(dropped, Class) else {str(dropped)}) & proof.conditions


@lru_cache(maxsize=4)  # it holds all that the proof speaks of
def proof_of(claim_id: str) -> Acceptance:
    """A claim's proof in steps as the kernel of sentences reads it, the committed lines before others."""
    claim = claims()[claim_id]
    return accepted(claim, {name: claims()[name] for name in claim.uses}, lines_of(claim_id))


def _holds(lemma: Lemma, statement: Any, under: Domain) -> bool:
    """Whether a check holds and none fails. One that sees nothing of what was altered holds as it did."""
    same_terms = isinstance(statement, Expansion) and statement.terms is lemma.statement.terms and statement != lemma.statement
    held = False
    for check in lemma.checks:
        if same_terms and not check.sees_remainder:
            held = True
            continue
        if check.rejects(statement, under):
            return False
        held = held or check.examine(statement, under).holds
    return held


def _is_missed(lemma: Lemma, under: Domain, condition: str) -> bool:
    """Whether an instance outside of a condition, and inside all others, is against the lemma."""
    (dropped,) = (c for c in under.conditions if str(c) == condition)
    return any(check.beyond(lemma.statement, dropped, under.without(dropped)) is not None for check in lemma.checks)


def _wider(domain: Domain, altered: Altered) -> Domain:
    (old,) = (c for c in domain.conditions if str(c) == altered.old)
    wider = domain.without(old)
    return wider & Domain((read(altered.new, _names(old)),)) if altered.new else wider


# text for text


def changed(statement: Any, old: str, new: str) -> Any:
    """The statement with one piece of its text in place of another."""
    if isinstance(statement, Expansion):
        if old.startswith("O("):
            assert f"O({written(statement.remainder)})" == old, f"the remainder is O({written(statement.remainder)})"
            return replace(statement, remainder=read(new[1:], _names(statement.remainder)))
        return replace(statement, terms=changed(statement.terms, old, new))
    text = _exchanged(as_text(statement), old, new)
    if isinstance(statement, FunctionType):
        (node,) = ast.parse(text).body
        tree = node.value if isinstance(node, ast.Expr) else node
        assert isinstance(tree, (ast.FunctionDef, ast.Lambda))
        built = rebuilt(statement, tree)
        assert built is not None, text
        return built
    if isinstance(statement, dict):
        return ast.literal_eval(text)
    if isinstance(statement, flint.fmpq):
        return flint.fmpq(*map(int, text.split("/")))
    if isinstance(statement, Relational):
        return statement.func(*(read(side, _names(statement)) for side in re.split(" <= | == ", text)), evaluate=False)
    if isinstance(statement, tuple):
        parts = [read(part, _names(*statement)) for part in text.split(" <= " if len(statement) == 2 else ", ")]
        return tuple(Fraction(int(p.p), int(p.q)) if isinstance(s, (int, Fraction)) and not isinstance(s, sp.Basic) else p
                     for p, s in zip(parts, statement, strict=True))  # fmt: skip
    return read(text, _names(statement))


def as_text(statement: Any) -> str:
    """The text that an alteration of a statement is an alteration of."""
    if isinstance(statement, flint.fmpq):
        return str(statement)
    if isinstance(statement, FunctionType):
        tree = definition(statement)
        assert tree is not None, f"{statement} has no text"
        return ast.unparse(tree)
    if isinstance(statement, Relational):
        return f"{written(statement.lhs)} {'==' if isinstance(statement, sp.Eq) else '<='} {written(statement.rhs)}"
    if isinstance(statement, tuple):
        return (" <= " if len(statement) == 2 else ", ").join(written(sp.sympify(part)) for part in statement)
    return repr(statement) if isinstance(statement, dict) else written(sp.sympify(statement))


def _exchanged(text: str, old: str, new: str) -> str:
    assert old in text, f"{old!r} does not stand in {text}"
    return text.replace(old, new)


class _Words(StrPrinter):  # type: ignore[misc]  # SymPy is untyped
    """Prints every symbol as an identifier, so that the text can be read again."""

    def _print(self, expr: Any, **kwargs: Any) -> str:
        if not isinstance(expr, sp.Symbol):
            text: str = super()._print(expr, **kwargs)
            return text
        name = ("_" if isinstance(expr, sp.Dummy) else "") + re.sub(r"\W+", "_", expr.name)
        return name + "_" if iskeyword(name) else name


def written(expression: sp.Basic) -> str:
    text: str = _Words().doprint(expression)
    return text


def read(text: str, names: Mapping[str, Any]) -> Any:
    """What `written` wrote; an alteration may use every symbol of the table besides."""
    text = re.sub(r"\blambda\b", "lambda_", text)
    return sp.sympify(text, locals={**{written(info.symbol): info.symbol for info in TABLE.values()}, **names})


def _names(*expressions: Any) -> dict[str, Any]:
    """What the letters and functions in the text of some expressions stand for."""
    found: dict[str, Callable[..., Any] | sp.Symbol] = {"ClientMean": ClientMean}
    for expression in map(sp.sympify, expressions):
        found |= {written(symbol): symbol for symbol in expression.atoms(sp.Symbol)}
        found |= {f.func.__name__: f.func for f in expression.atoms(sp.Function)}
    return found
