"""Replay the committed witnesses. Those that can be rebuilt are evaluated again; only symbolic points are looked for again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import wraps
from typing import Any, TypeVar, cast

import numpy as np
import sympy as sp

from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.counterexample import UNDEFINED, holds
from symfed.checks.spelt import spelling, spelt_out
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import PER_CLIENT, N
from symfed.derive.points import Point
from symfed.ledger.discovery import Claims
from symfed.ledger.store import load
from symfed.ledger.witness import texts
from symfed.strategies import Instance, JetCase, draw, exact_array, text


@dataclass(frozen=True)
class Replay:
    """One witness looked at again."""

    id: str
    ok: bool
    detail: str


def recheck(
    package: str = "proofs_checks", ids: Sequence[str] = (), on_replay: Callable[[int, int], object] = lambda done, total: None
) -> list[Replay]:
    """Every committed witness, or those of the claims named, put back into the statement that it refutes.

    `on_replay(done, total)` is called before the first and after each. Raises SymfedError without a committed ledger in order.
    """
    claims, replayed = Claims(package), list[Replay]()
    rows = [row for row in load() if row["witness"] and (not ids or row["id"] in ids)]
    on_replay(0, len(rows))
    for row in rows:
        replayed.append(_replay(row, claims.get(row["id"])))
        on_replay(len(replayed), len(rows))
    return replayed


def _replay(row: Mapping[str, Any], claim: Claim | None) -> Replay:
    if claim is None:
        return Replay(row["id"], False, "no such claim any more")
    witness, complaint = texts(row["witness"]), "no check of this claim refutes it with this witness"
    for lemma in claim.proof:
        under = lemma.under(claim.under)
        for check in lemma.checks:
            answer = check.replay(lemma.statement, witness, under)
            if answer == "":
                return Replay(row["id"], True, f"refuted again by {check.method}")
            if answer is None and check.examine(lemma.statement, under).witness == witness:
                return Replay(row["id"], True, f"found again by {check.method}")
            complaint = answer or complaint
    return Replay(row["id"], False, complaint)


#: Instances of one size that are looked through for one which cannot be built from its text.
_DRAWN = 500


@dataclass(frozen=True)
class Sides:
    """Both sides of a statement at one exact instance, as text. `names` is what they are, as in witnesses.

    `inside`: whether the instance meets the printed assumptions; one outside says nothing about what is printed.
    """

    names: tuple[str, str]
    values: tuple[str, str]
    relation: str
    hold: bool
    inside: bool

    @property
    def refute(self) -> bool:
        """Whether they refute the printed statement: it fails inside its own assumptions."""
        return self.inside and not self.hold

    def __str__(self) -> str:
        told = ", ".join(f"{name}: {value}" for name, value in zip(self.names, self.values, strict=True))
        where = "inside" if self.inside else "outside"
        return f"{told} ({self.names[0]} {self.relation} {self.names[1]} is {str(self.hold).lower()}, {where} the printed assumptions)"


def evaluate(claim_id: str, instance: Mapping[str, Any], package: str = "proofs_checks") -> Sides:
    """Both sides of a claim's statement at an exact instance, which is written as in its witness: the sides themselves are left out.

    Numbers are integers, fractions or strings such as "1/2", arrays nested lists of them; or all of an array is one string.

    The printed side is our transcription; the true one comes from where the claim's check has it: the algorithm's own rule, an exact
    law, or a derivation. Of several checks, the first that the instance refutes answers, else the first that can read it. Raises
    InvalidInput if no check of the claim reads such an instance.
    """
    claim, written = Claims(package)[claim_id], texts(instance)
    asked = [(check, lemma.statement, lemma.under(claim.under)) for lemma in claim.proof for check in lemma.checks]
    found = [sides for check, statement, under in asked if (sides := _sides(check, statement, written, under))]
    if not found:
        raise InvalidInput("instance", ", ".join(instance), f"must be written as the witness of {claim_id}, where that one is exact")
    return next((sides for sides in found if sides.refute), found[0])


def _sides(check: Any, statement: Any, inputs: Mapping[str, str], under: Domain) -> Sides | None:
    """Both sides as one check sees them; None if it reads no such instance."""
    if isinstance(check, SymbolicIdentity):
        printed, derived = check.reading(spelling(statement)), spelt_out(check.truth())
        point = _point(inputs, (printed - derived).atoms(sp.Symbol), under)
        if point is None:
            return None
        at = point.evaluate(printed), point.evaluate(derived)
        return Sides(("printed", "derived"), (str(at[0]), str(at[1])), "==", bool(sp.simplify(at[0] - at[1]) == 0), point.inside(under))
    if not isinstance(check, CounterexampleSearch):
        return None
    instance = _instance(check, inputs)
    if instance is None:
        return None
    names, inside = ("printed", "true") if check.truth else ("left", "right"), under.admits(instance)
    try:
        read = check.reading(statement, instance)
        left, right = (read, check.truth(instance)) if check.truth else read
    except UNDEFINED:
        return Sides(names, ("undefined", "not compared"), check.relation, False, inside)
    told = tuple(text(np.asarray(side, dtype=object)) for side in (left, right))
    return Sides(names, (told[0], told[1]), check.relation, holds(left, right, check.relation), inside)


Reader = TypeVar("Reader", bound=Callable[..., Any])


def _or_none(reader: Reader) -> Reader:
    """The reader, answering None where a text is no number or array, or one of another shape."""

    @wraps(reader)
    def reads(*arguments: Any) -> Any:
        try:
            return reader(*arguments)
        except InvalidInput:
            raise  # what was read breaks a rule of problems
        except (ValueError, TypeError, AttributeError, IndexError, ZeroDivisionError, RecursionError):
            return None

    return cast("Reader", reads)


@_or_none
def _instance(check: CounterexampleSearch, inputs: Mapping[str, str]) -> Any:
    """The instance that these texts write down; None if this check draws no such things."""
    sample: Any = next(iter(draw(check.strategy(*check.sizes[0]), 1)), None)
    if isinstance(sample, Instance) and {"gamma", "H", "hessians", "optima"} <= set(inputs):
        return Instance.written(inputs)
    if isinstance(sample, JetCase) and {"gradients", "hessians", "third_derivatives", "noise_covariance", "H"} <= set(inputs):
        return JetCase.written(inputs)
    if sample is None or set(sample.describe()) != set(inputs):
        return None
    own = {field.name for field in fields(sample)} & set(inputs)
    built = replace(sample, **{name: _like(getattr(sample, name), inputs[name]) for name in own})
    if built.describe() == inputs:
        return built
    # some of what the texts say is no field of its own, so that only an instance which is drawn alike will do
    drawn = (one for d, N in check.sizes for one in draw(check.strategy(d, N), _DRAWN))
    return next((one for one in drawn if one.describe() == inputs), None)


def _like(sample: Any, written: str) -> Any:
    """A text read as the kind of thing that the sample is."""
    if isinstance(sample, (int, str)):
        return type(sample)(written)
    value = exact_array(written)
    if isinstance(sample, np.ndarray):
        return np.vectorize(int, otypes=[object])(value) if isinstance(sample.flat[0], int) else value
    return type(sample)(value) if isinstance(sample, (list, tuple)) else value.item()


@_or_none
def _point(inputs: Mapping[str, str], needed: set[sp.Symbol], under: Domain) -> Point | None:
    """The point of a symbolic identity; None unless every name is one of its or its domain's symbols and those it needs have values."""
    clients = [dict(_pairs(one)) for one in re.findall(r"\(([^()]*)\)", inputs.get("clients", ""))]
    common = {name: value for name, value in inputs.items() if name != "clients"}
    symbols = {symbol.name: symbol for symbol in {N, *PER_CLIENT, *under.symbols, *needed}}
    names = {*common, *(name for client in clients for name in client)}
    if not {symbol.name for symbol in needed} <= names <= set(symbols):
        return None
    values, *own = ({symbols[name]: sp.Rational(value) for name, value in told.items()} for told in (common, *clients))
    return Point(values, tuple(own))


def _pairs(client: str) -> Iterator[tuple[str, str]]:
    """`a = 1, g = -1` as pairs."""
    for pair in client.split(", "):
        name, _, value = pair.partition(" = ")
        yield name, value
