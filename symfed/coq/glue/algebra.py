"""Equations between products of random matrices and rows, of which steps take known equations: theorems about every algebra.

A column and a row are square matrices of which all else is zero. E(x y) stands for itself: `expect` is any map that makes an element of a
random one, since nothing is used of it here; that the expectation of a sum is a sum was used when the statement was written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sympy as sp

from symfed.coq.arithmetic import inference
from symfed.coq.glue.names import called
from symfed.coq.glue.parts import Whole, folded
from symfed.coq.glue.steps import Steps
from symfed.coq.printer import name, relation, term
from symfed.coq.theorem import comment
from symfed.core.claim import Claim, as_relation
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.theorems.discharge import conjuncts, same
from symfed.theorems.sorts import mark
from symfed.theorems.steps import Apply, Assumed
from symfed.theorems.vocabulary import E, Vector, owned


def in_algebra(claim: Claim, premises: Mapping[str, Claim], lemmas: Mapping[str, Any] | None = None) -> Whole:
    """The theorem that is the claim. Raises InvalidInput for steps that are more than combinations, and as `inference` does."""
    known: dict[str, sp.Basic] = {}
    given: list[tuple[str, sp.Basic]] = []
    found: list[tuple[sp.Basic, tuple[Any, ...], tuple[Any, ...]]] = []
    for step in claim.follows:
        if isinstance(step, Assumed) and len(step.condition.relations) == 1:
            known[step.name] = step.condition.relations[0]
            given.append((name(step.name), known[step.name]))
        elif isinstance(step, Apply) and step.theorem.name == "combination":
            said = Steps.arguments(step, known)
            found.append((step.theorem.apply(**said)[1][0], said["equations"], said["factors"]))
        else:
            raise InvalidInput("step", str(step), "is more than a combination of equations")
    statement = as_relation(claim.statement)
    if statement is None or claim.uses:
        raise InvalidInput("claim", claim.id, "is no relation, or uses others")
    before: list[str] = []
    script: list[list[str]] = []
    said_parts: list[str] = []
    numbers: set[sp.Symbol] = set()
    for part in conjuncts(statement):
        if all(side.is_commutative for side in part.args):
            title = f"{name(claim.id)}_of_numbers_{len(before) + 1}"
            lemma = inference(title, part, {f"given_{k}": r for k, r in enumerate(claim.under.relations, 1)})
            before.append(str(lemma.theorem))
            numbers |= part.free_symbols
            letters = " ".join(called(str(x)) for x in lemma.letters)
            script.append([f"apply ({lemma.theorem.name} {letters}); assumption."])
            said_parts.append(f"({term(part.lts)} <= {term(part.gts)})%R" if isinstance(part, sp.Le) else str(part))
            continue
        equation = next((e for e in found if same(part, e[0])), None)
        if equation is None:
            raise InvalidInput("statement", part, "is concluded by no step")
        labels = {r: label for label, r in given}
        lines = [
            f"less_in (regular W) ({_text(as_expression(f))})%words {labels[r]}." for r, f in zip(equation[1], equation[2], strict=True)
        ]
        script.append([*lines, "words."])
        said_parts.append(_equation(part))
    relations = [part for part in (*conjuncts(statement), *(r for _, r in given)) if not all(side.is_commutative for side in part.args)]
    vectors = sorted({s for part in relations for s in part.free_symbols if isinstance(s, Vector)}, key=lambda s: s.name)
    conditions = [(f"given_{k}", relation(r)) for k, r in enumerate(claim.under.relations, 1) if r.free_symbols <= numbers]
    conditions = [(f"{called(s.name)}_positive", f"0 < {called(s.name)}") for s in sorted(numbers, key=str) if s.is_positive] + conditions
    free = " ".join(v for v in "cw" if any(owned(part, v) for part in relations))
    binder = f"forall {' '.join(f'({v} : ' + ('nat)' if v == 'c' else 'draw)') for v in free.split())}, " if free else ""
    variables = ["(W : Algebra)", "(draw : Type)", "(expect : (draw -> W) -> W)", *(f"({called(v.name)} : {_type(v)})" for v in vectors)]
    variables += [f"({called(s.name)} : R)" for s in sorted(numbers, key=str)]
    hypotheses = [*conditions, *((label, _equation(r)) for label, r in given)]
    intro = " ".join([*(v.partition(" : ")[0].strip("(") for v in variables), *(label for label, _ in hypotheses)])
    proof = [f"intros {intro}.", *([f"intros {free}."] if free else [])]
    for k, lines in enumerate(script):
        proof += ["split. { " + " ".join(lines) + " }"] if k + 1 < len(script) else lines
    body = binder + " /\\ ".join(f"({part})" if len(said_parts) > 1 else part for part in said_parts)
    text = [comment(f"{claim.id}: {claim.says}"), f"Theorem {name(claim.id)} :"]
    text += folded([f"  forall {' '.join(variables)},", *(f"  ({written}) ->" for _, written in hypotheses), f"  {body}."])
    text += ["Proof.", *folded(f"  {line}" for line in proof), "Qed.", ""]
    return Whole(name(claim.id), "\n".join([*before, *text]), len(claim.follows), (), ("Arithmetic", "Words"))


def _type(v: Vector) -> str:
    return " -> ".join([*("nat" if owner == "c" else "draw" for owner in mark(v)), "W"])


def _equation(r: sp.Basic) -> str:
    return f"({_text(r.lhs)})%words = ({_text(r.rhs)})%words"


def _text(x: sp.Expr) -> str:
    """Products in their order, sums of them. Raises InvalidInput for what is neither."""
    return " + ".join(_terms(x)) or "0"


def _terms(x: sp.Expr) -> Iterator[str]:
    for part in sp.Add.make_args(x):
        scalars, factors = part.args_cnc()
        if part == 0:
            continue
        number = sp.Mul(*scalars)
        word = " * ".join(_factor(f) for f in factors) or "1"
        yield word if number == 1 else f"({term(number)})%R *: ({word})"


def _factor(x: sp.Expr) -> str:
    if isinstance(x, E):
        return f"expect (fun w => ({_text(x.args[0])})%words)"
    if isinstance(x, Vector):
        return f"{called(x.name)} {' '.join(mark(x))}" if mark(x) else called(x.name)
    if x.is_Add:
        return f"({_text(x)})"
    raise InvalidInput("statement", x, "is no product of letters")
