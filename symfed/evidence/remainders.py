"""Expansions with a remainder as data: the identity of their terms, the theorem or the bound that says what they leave, its conditions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import sympy as sp

from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import AsDerived, RemainderAtFixedH, UniformRemainder
from symfed.checks.premises import ALWAYS, PARAMETERS, known_classes
from symfed.checks.proven_combination import ProvenCombination, _read_at, _weights
from symfed.checks.proven_remainder import SETTLED, ProvenRemainder
from symfed.core.check import Check
from symfed.core.claim import Claim
from symfed.core.domain import Class, Condition, Domain
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression, rational_number
from symfed.core.symbols import H, gamma, users_own
from symfed.evidence.inequalities import certificate, conditions, outermost
from symfed.evidence.text import relation_text, text
from symfed.recheck import Part
from symfed.theorems.relations import heads
from symfed.theorems.vocabulary import GIVEN, AnyVector, letters

_TERMS = "the terms without the remainder"


def remainder_part(statement: Any, check: RemainderAtFixedH, under: Domain, terms: Part) -> Part:
    """The part for a theorem on the remainder of derived terms, of part `terms`. Raises InvalidInput where a condition is not shown.

    Where the claim itself is the theorem the terms are all that is left to say.
    """
    if not isinstance(statement, Expansion):
        raise InvalidInput("statement", statement, "states no remainder")
    short = [part for part in terms.pop("short", "").split(", ") if part not in ("", _TERMS)]
    if not check.theorem and terms["kind"] == "derived":
        raise InvalidInput("check", check.method, "is of derived terms, and what they leave is the proof's to show")
    if not check.theorem:
        return {**terms, "short": f"{_TERMS}, which is the proof's to show"}
    uniform = isinstance(check, UniformRemainder)
    leaves = check.most if isinstance(check, UniformRemainder) else gamma ** rational_number(statement.order(None))
    ways = check.wanted(statement.order(None))
    return {
        "kind": "remainder", "quantity": f"{check.quantity.replace('_', ' ')} of {check.algorithm}", "terms": terms,
        "theorem": check.theorem, **({} if uniform else {"to": str(check.order)}), "leaves": text(leaves), **_said(statement),
        **_conditions_part(under, next(filter(None, (_condition_proofs(needs, under) for needs in ways)), None)),
        **({"short": ", ".join(short)} if short else {}),
    }  # fmt: skip


def derived_terms(statement: Any, check: Check, under: Domain) -> Part:
    """Terms that a statement does not write out: the derived ones, by name. Raises InvalidInput where they are not."""
    if not isinstance(check, AsDerived) or not check.examine(statement, under).holds:
        raise InvalidInput("statement", statement, "has terms that are not the derived ones")
    return {"kind": "derived", "says": f"the {check.quantity.replace('_', ' ')} of {check.algorithm} to gamma^{check.order}"}


def bound_part(statement: Any, check: ProvenRemainder, under: Domain) -> Part:
    """The part for the bound of another claim. Raises InvalidInput where the bound is of no norm, or a condition is not shown."""
    if not isinstance(statement, Expansion):
        raise InvalidInput("statement", statement, "states no remainder")
    matrices: dict[str, None] = {}
    said = _matrix_words(check.of - statement(check.p, gamma, H), matrices)
    norm = check.bound.statement.lts
    named = sorted({name for name in norm.free_symbols if check._solved(name) != name}, key=str)
    solved = {name.name: _matrix_words(check._solved(name), matrices) for name in named}
    above = check.bound.statement.gts
    return {
        "kind": "bound", "claim": check.bound.id, "bound": relation_text(letters(check.bound.statement)), "printed": said, "solved": solved,
        "matrices": sorted(matrices), "made_of": _made_of(check, above), **_said(statement),
        **_conditions_part(under & ALWAYS, _needed_conditions(check.bound, under & ALWAYS), check.bound),
    }  # fmt: skip


def _needed_conditions(bound: Claim, under: Domain) -> list[Part] | None:
    """The proofs of the conditions of a bound. One on a symbol of its own is met where it is applied, and must be stated."""
    own = [r for r in bound.under.relations if not r.free_symbols <= PARAMETERS and r not in under.relations]
    return None if own else _condition_proofs(bound.under.conditions, under)


def combined_part(statement: Any, check: ProvenCombination, under: Domain) -> Part:
    """A bound that several runs have at their steps, with their weights. Raises InvalidInput as `bound_part` does."""
    if not isinstance(statement, Expansion):
        raise InvalidInput("statement", statement, "states no remainder")
    single, matrices = check.single, dict[str, None]()
    weights = dict(_weights(statement if check.estimator is None else check.estimator))
    whole = bound_part(replace(statement, terms=check.terms), single, under)
    terms = {run: check._at(*run) for run in weights}
    runs = [
        {"weight": text(w), "gamma": text(s * gamma), "H": text(k * H), "terms": _matrix_words(terms[s, k], matrices)}
        for (s, k), w in weights.items()
    ]
    rest = _matrix_words(check._said(statement), matrices)
    needs: dict[str, Part] = {}
    for run in weights:
        found = _needed_conditions(_read_at(single.bound, *run), under & ALWAYS)
        if found is None:
            raise InvalidInput("conditions", str(under), f"do not show what is needed at {run[0] * gamma} and {run[1] * H}")
        needs |= {need["says"]: need for need in found}
    letters = _made_of(single, single.bound.statement.gts, (single.p.at, check._proven, *terms.values()))
    return {
        **whole, "matrices": sorted({*whole["matrices"], *matrices}), "made_of": letters, "runs": runs, "rest": rest,
        "exponent": str(check.exponent), **_conditions_part(under & ALWAYS, list(needs.values()), single.bound),
    }  # fmt: skip


def _said(statement: Expansion) -> Part:
    return {"remainder": text(as_expression(statement.remainder)), "fixed": bool(statement.fixed)}


def _conditions_part(under: Domain, needs: list[Part] | None, bound: Claim | None = None) -> Part:
    """The conditions that are stated, the classes that are needed, with all that a bound's imply, and how each is met."""
    if needs is None:
        raise InvalidInput("conditions", str(under), "do not show what is needed")
    said = {need["says"] for need in needs if need.get("class")} | (known_classes(bound.under) if bound else set())
    signs = {name: sign for need in needs if "shown" in need for name, sign in need["shown"]["signs"].items()}
    return {
        "signs": signs,
        "conditions": {f"condition {k}": relation_text(relation) for k, relation in enumerate(under.relations, 1)},
        "classes": sorted(said),
        "needs": needs,
    }


def _condition_proofs(needs: Iterable[Condition], under: Domain) -> list[Part] | None:
    """The proof of each condition; None where one is not proved."""
    found: list[Part] = []
    known = known_classes(under)
    for need in needs:
        if isinstance(need, Class):
            if need.says not in known:
                return None
            found.append({"says": need.says, "class": True})
        elif need in under.relations:
            found.append({"says": relation_text(need)})
        else:
            try:
                shown = certificate(need, conditions(under))
            except InvalidInput:
                return None
            found.append({"says": shown["goal"], "shown": {key: value for key, value in shown.items() if key != "kind"}})
    return found


def _calls_as_symbols(x: sp.Expr) -> sp.Expr:
    """With norms, means and all that is called for one symbol each."""
    return x.xreplace({call: users_own(f"[{sp.sstr(call)}]") for call in outermost(sp.Function, x)})


def _matrix_words(x: sp.Expr, matrices: dict[str, None]) -> str:
    """A sum of products of matrices, each factor one symbol; the symbols are noted."""
    terms = []
    for term in sp.Add.make_args(sp.expand(x)):
        scalars, factors = term.args_cnc()
        spelt = []
        for factor in factors:
            base, times = factor.as_base_exp()
            letter = base.name if isinstance(base, sp.Symbol) else f"[{sp.sstr(base)}]"
            if not (times.is_Integer and times > 0) or base.is_Add:
                raise InvalidInput("term", factor, "is no product of matrices")
            matrices[letter] = None
            spelt += [letter] * int(times)
        terms.append("*".join([f"({text(_calls_as_symbols(sp.Mul(*scalars)))})", *spelt]))
    return " + ".join(sorted(terms)) or "0"


def _made_of(check: ProvenRemainder, above: sp.Expr, also: Iterable[sp.Expr] = ()) -> dict[str, list[str]]:
    """The names that each name in a bound is made of, by the steps that define or introduce them; likewise for those names.

    Raises InvalidInput for a name that no step introduces.
    """
    called = [call for x in (above, *also) for call in outermost(sp.Function, x)]
    made, ahead = check.introduced(), [*(x for one in (above, *also) for x in one.free_symbols - {gamma, H}), *called]
    found = {f"[{sp.sstr(call)}]": sorted(map(str, _named_in(call))) for call in called}
    while ahead:
        for name in _named_in(ahead.pop()):
            if str(name) in found:
                continue
            settled = name in GIVEN or name in SETTLED or isinstance(name, AnyVector)
            if not settled and name not in made:
                raise InvalidInput("bound", str(name), "is introduced by no step")
            values = [] if settled else [value for value in made[name] if isinstance(value, sp.Basic)]
            found[str(name)] = sorted(set[str]().union(*(map(str, _named_in(value)) for value in values)))
            ahead += values
    return dict(sorted(found.items()))


def _named_in(x: sp.Basic) -> set[Any]:
    """The names in an expression: heads of sequences, and symbols except those in brackets, whose contents are searched."""
    return {name for name in (*heads(x), *x.free_symbols) if not str(name).startswith("[")}
