"""Replay the committed witnesses. Those that can be rebuilt are evaluated again; only symbolic points are looked for again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.counterexample import UNDEFINED, holds
from symfed.checks.spelt import spelling, spelt_out
from symfed.checks.written_instance import written_instance
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput, unknown_name
from symfed.core.grammar import rational_number
from symfed.core.symbols import PER_CLIENT, TABLE, N
from symfed.decide.points import Point
from symfed.ledger.discovery import Claims
from symfed.ledger.store import load
from symfed.ledger.witness import is_exact, texts
from symfed.strategies import Instance, JetCase, draw, text


@dataclass(frozen=True)
class Replay:
    """The result of evaluating one witness again."""

    id: str
    ok: bool
    detail: str


def recheck(
    package: str = "proofs_checks", ids: Sequence[str] = (), on_replay: Callable[[int, int], object] = lambda done, total: None
) -> list[Replay]:
    """Put every committed witness, or those of the claims named, back into the statement that it refutes.

    `on_replay(done, total)` is called before the first and after each. Raises UnknownName for an id without a committed witness, and
    SymfedError without a committed ledger in order.
    """
    claims, replayed = Claims(package), list[Replay]()
    rows, asked = {row["id"]: row for row in load() if row["witness"]}, (ids,) if isinstance(ids, str) else ids
    for claim_id in asked:
        if claim_id not in rows:
            raise unknown_name("witness of", claim_id, rows, "symfed list")
    chosen = [row for row in rows.values() if not asked or row["id"] in asked]
    on_replay(0, len(chosen))
    for row in chosen:
        replayed.append(_replay_row(row, claims.get(row["id"])))
        on_replay(len(replayed), len(chosen))
    return replayed


def _replay_row(row: Mapping[str, Any], claim: Claim | None) -> Replay:
    if claim is None:
        return Replay(row["id"], False, "no such claim any more")
    witness, complaint = texts(row["witness"]), "none is asked"
    fallen = {lemma["name"] for lemma in row["lemmas"] if lemma["tier"] is None}
    for lemma in (lemma for lemma in claim.proof if lemma.name in fallen):
        for check in lemma.checks:
            if not (complaint := check.replay(lemma.statement, witness, lemma.under(claim.under))):
                return Replay(row["id"], True, f"refuted again by {check.method}")
    return Replay(row["id"], False, f"no check of this claim refutes it with this witness: {complaint}")


#: The entries of every quadratic instance; its noise, and further data of a statement, are optional.
_QUADRATIC = frozenset({"gamma", "H", "hessians", "optima"})


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
        """True if they refute the printed statement: it fails inside its own assumptions."""
        return self.inside and not self.hold

    def __str__(self) -> str:
        told = ", ".join(f"{name}: {value}" for name, value in zip(self.names, self.values, strict=True))
        where = "inside" if self.inside else "outside"
        return f"{told} ({self.names[0]} {self.relation} {self.names[1]} is {str(self.hold).lower()}, {where} the printed assumptions)"


def evaluate(claim_id: str, instance: Mapping[str, Any], package: str = "proofs_checks") -> Sides:
    """Both sides of a claim's statement at an exact instance, which is written as in its witness: the sides themselves are left out.

    Numbers are integers, fractions or strings such as "1/2" or "0.5", arrays nested lists of them; or all of an array is one string.

    The printed side is our transcription; the true one comes from where the claim's check has it: the algorithm's own rule, an exact
    law, or a derivation. Of several checks, the first that the instance refutes answers, else the first that can read it. Raises
    InvalidInput if no check of the claim reads such an instance or a number is none that its symbol allows (H = 0), UnknownName for an id
    that no claim has.
    """
    claims = Claims(package)
    if claim_id not in claims:
        raise unknown_name("claim", claim_id, claims.names, "`symfed list`")
    held = {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in instance.items()}
    claim, written = claims[claim_id], {name: _DECIMAL.sub(_decimal_fraction, value) for name, value in texts(held).items()}
    for name, value in written.items():
        _check_allowed(name, value)
    asked = [(check, lemma.statement, lemma.under(claim.under)) for lemma in claim.proof for check in lemma.checks]
    found = [sides for check, statement, under in asked if (sides := _evaluate_sides(check, statement, written, under))]
    if not found:
        rule = f"must be written as the witness of {claim_id}, where that one is exact"
        raise InvalidInput("instance", ", ".join(instance), rule, f"symfed show {claim_id} prints it")
    return next((sides for sides in found if sides.refute), found[0])


#: A decimal, which is the fraction that it spells.
_DECIMAL = re.compile(r"\d+\.\d+", re.ASCII)


def _decimal_fraction(decimal: re.Match[str]) -> str:
    return str(Fraction(decimal.group()))


def _check_allowed(name: str, written: str) -> None:
    """Refuses a number that the symbol of this name never stands for: no statement is about half a local step, or none."""
    if name not in TABLE or not is_exact(written):
        return
    symbol = TABLE[name].symbol
    try:
        value = Fraction(written)
    except ZeroDivisionError:
        raise InvalidInput(name, written, "must have a denominator other than 0") from None
    if symbol.is_integer and value.denominator != 1:
        raise InvalidInput(name, written, "must be an integer")
    if symbol.is_positive and value <= 0:
        raise InvalidInput(name, written, "must be positive")


def _evaluate_sides(check: Any, statement: Any, inputs: Mapping[str, str], under: Domain) -> Sides | None:
    """Both sides as one check sees them; None if it reads no such instance."""
    if isinstance(check, SymbolicIdentity):
        printed, derived = check.reading(spelling(statement)), spelt_out(check.truth())
        point = _or_none(_built_point, inputs, (printed - derived).atoms(sp.Symbol), under)
        if point is None:
            return None
        at = point.evaluate(printed), point.evaluate(derived)
        return Sides(("printed", "derived"), (str(at[0]), str(at[1])), "==", bool(sp.simplify(at[0] - at[1]) == 0), point.inside(under))
    if not isinstance(check, CounterexampleSearch):
        return None
    instance = _or_none(_built_instance, check, inputs)
    if instance is None:
        return None
    names = ("printed", "true") if check.truth else ("left", "right")
    inside = under.admits(instance) and not under.unsaid(instance)
    try:
        read = check.reading(statement, instance)
        left, right = (read, check.truth(instance)) if check.truth else read
    except UNDEFINED:
        return Sides(names, ("undefined", "not compared"), check.relation, False, inside)
    told = tuple(text(np.asarray(side, dtype=object)) for side in (left, right))
    return Sides(names, (told[0], told[1]), check.relation, holds(left, right, check.relation), inside)


def _or_none(reader: Callable[..., Any], *arguments: Any) -> Any:
    """The answer of a reader; None where a text is no number or array, or one of another shape."""
    try:
        return reader(*arguments)
    except InvalidInput:
        raise  # what was read breaks a rule of problems
    except (ValueError, TypeError, AttributeError, IndexError, ZeroDivisionError, RecursionError):
        return None


def _built_instance(check: CounterexampleSearch, inputs: Mapping[str, str]) -> Any:
    """The instance that these texts describe; None if the check draws no such instances."""
    sample: Any = next(iter(draw(check.strategy(*check.sizes[0]), 1)), None)
    if isinstance(sample, Instance) and _QUADRATIC <= set(inputs):
        return Instance.written(inputs) if set(inputs) <= _QUADRATIC | {"noise"} | set(sample.extra) else None
    if isinstance(sample, JetCase) and {"gradients", "hessians", "third_derivatives", "noise_covariance", "H"} <= set(inputs):
        return JetCase.written(inputs)
    return written_instance(check, inputs)


def _built_point(inputs: Mapping[str, str], needed: set[sp.Symbol], under: Domain) -> Point | None:
    """The point of a symbolic identity; None unless every name is one of its or its domain's symbols and those it needs have values."""
    clients = [dict(_name_value_pairs(one)) for one in re.findall(r"\(([^()]*)\)", inputs.get("clients", ""))]
    common = {name: value for name, value in inputs.items() if name != "clients"}
    symbols = {symbol.name: symbol for symbol in {N, *PER_CLIENT, *under.symbols, *needed}}
    names = {*common, *(name for client in clients for name in client)}
    if not {symbol.name for symbol in needed} <= names <= set(symbols):
        return None
    values, *own = ({symbols[name]: rational_number(value, name) for name, value in told.items()} for told in (common, *clients))
    return Point(values, tuple(own))


def _name_value_pairs(client: str) -> Iterator[tuple[str, str]]:
    """`a = 1, g = -1` as pairs."""
    for pair in client.split(", "):
        name, _, value = pair.partition(" = ")
        yield name, value
