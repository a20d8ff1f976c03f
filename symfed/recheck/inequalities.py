"""Inequalities with a certificate: a positive multiple of what is claimed is a sum of products of what is known, with coefficients >= 0.

What is trusted: that each symbol has the sign that the file gives it (a symbol in brackets stands for a norm, a mean, an expectation), and
the facts about powers and roots which `facts` spells out. Relations are read where all of their denominators are not zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from symfed.recheck.expressions import MalformedPart, Tree, constant, parsed, related
from symfed.recheck.facts import SIGNS, KnownFacts
from symfed.recheck.ratios import names_in

#: What a relation says of the larger side less the other one: that it is not negative, positive, or zero.
_KINDS = {"<=": ">=", ">=": ">=", "<": ">", ">": ">", "=": "="}
#: Of the root of a count, which is none itself.
_OF_ROOTS = {">= 1": "at least 1", "natural": ">= 0"}
#: The largest depth of nested proofs.
_DEEPEST = 8


Relation = tuple[Tree, str, Tree]


def slack_and_kind(relation: Relation) -> tuple[Tree, str]:
    """The larger side of a relation less the other one as a tree, and what it is: ">=", ">" or "="."""
    left, sign, right = relation
    if sign not in _KINDS:
        raise MalformedPart(f"{sign} is no sign of a fact that can be used")
    high, low = (left, right) if sign in (">", ">=") else (right, left)
    return ("sum", (high, ("product", (parsed("-1"), low)))), _KINDS[sign]


def inequality(part: Mapping[str, Any]) -> str:
    """Check a proof of `goal` from `given` and the `signs` of symbols: return "" or the error. Raises MalformedPart.

    `put` replaces symbols, each by a power of a new one. `known` are facts that follow, in order, each by its factors, by a rule, as a
    square, as a product, or as a sum; `proof` is the certificate of the goal. What stands in `terms`, too, is not given, but proved from
    the others.
    """
    given, terms = {name: related(text) for name, text in part["given"].items()}, part.get("terms", {})
    conditions = {name: fact for name, fact in given.items() if name not in terms}
    wrong = ((name, prove(part["signs"], conditions, given[name], proof)) for name, proof in terms.items())
    return next((f"{name}: {found}" for name, found in wrong if found), "") or prove(part["signs"], given, related(part["goal"]), part)


def prove(signs: Mapping[str, str], given: Mapping[str, Relation], goal: Relation, proof: Mapping[str, Any], depth: int = 0) -> str:
    """Check a proof of a goal from given relations and signs: return "" or the error. `proof` has the rest.

    `first`: relations that are proved before it, each from those that its own `given` names, and given from then on.
    """
    if depth > _DEEPEST:
        raise MalformedPart("is a proof that nests too deeply")
    given = dict(given)
    for one in proof.get("first", ()):
        if one["name"] in given:
            raise MalformedPart(f"{one['name']} is said twice")
        says = related(one["says"])
        if wrong := prove(signs, {name: given[name] for name in one["given"]}, says, one, depth + 1):
            return f"{one['says']}: {wrong}"
        given[one["name"]] = says
    return _certified(signs, given, goal, proof, not depth)


def _certified(signs: Mapping[str, str], given: Mapping[str, Relation], goal: Relation, proof: Mapping[str, Any], whole: bool) -> str:
    """Check a certificate of a goal: return "" or the error. `whole`: the goal is the claim, and no step on the way to it."""
    signs = dict(signs)
    if unknown := set(signs.values()) - set(SIGNS):
        raise MalformedPart(f"{min(unknown)!r} is no sign of a letter")
    slacks = {name: slack_and_kind(text) for name, text in given.items()}
    before = set(signs)
    put = _root_substitutions(signs, proof["put"])
    left, sign, right = goal
    trees = [left, right, *(tree for tree, _ in slacks.values()), *put.values(), *map(parsed, _texts([proof["known"], proof["proof"]]))]
    known = KnownFacts({name: how for name, how in signs.items() if name not in put}, trees)
    known.letters.put = put
    spoken = names_in(left) | names_in(right) | set().union(*(names_in(tree) for tree, _ in slacks.values()))
    for root in set(signs) - before:
        if root in spoken:
            raise MalformedPart(f"{root} is a letter already")
        known.letters.rooted(known.letters.of[root])
    for name, (tree, kind) in slacks.items():
        known.learn(name, known.letters(tree), kind)
    for side in (left, right) if whole else ():
        known.defined(known.letters(side))
    for step in proof["known"]:
        if wrong := _check_fact(known, step):
            return wrong
    return _last_step(known, left, sign, right, proof["proof"])


def _root_substitutions(signs: dict[str, str], steps: Sequence[Sequence[str]]) -> dict[str, Tree]:
    """Symbols that are replaced, each by a power of a root, whose sign is noted."""
    put: dict[str, Tree] = {}
    for name, text, why in steps:
        tree = parsed(text)
        if name in put or names_in(tree) & {name, *put}:
            raise MalformedPart(f"{name} is replaced by itself, or twice")
        root = tree[1] if isinstance(tree, tuple) and tree[0] == "power" and isinstance(tree[1], str) else ""
        whole = constant(tree[2]) if root else None
        if why != "root" or name not in signs or whole is None or whole.q != 1 or whole < 2 or root in signs:
            raise MalformedPart(f"{name} is no power of {text}")
        signs[root] = _OF_ROOTS.get(signs[name], signs[name])
        put[name] = tree
    return put


def _texts(held: Any) -> Iterator[str]:
    """All expressions of a proof's facts and last step, for their symbols."""
    if isinstance(held, Mapping):
        for key, inside in held.items():
            if key in ("says", "base", "exponent", "times"):
                yield inside
            else:
                yield from (coefficient for coefficient, _ in inside) if key in ("factor", "terms") else _texts(inside)
    elif isinstance(held, list | tuple):
        for one in held:
            yield from _texts(one)


def _check_fact(known: KnownFacts, step: Mapping[str, Any]) -> str:
    """Check that a fact follows from those known, and add it: return "" or the error."""
    name = step["name"]
    if "rule" in step:
        fact, kind = known.rule(step["rule"], *(known.letters(parsed(step[key])) for key in ("base", "exponent")))
        known.learn(name, fact, kind)
        return ""
    if "of" in step:
        m, (fact, kind) = known.letters(parsed(step["times"])), known.facts[step["of"]]
        if wrong := known.wrong_multiplier(m, step["times"], kind == "="):
            return wrong
        known.learn(name, m * fact, "=" if kind == "=" else ">=")
        return ""
    said = known.letters(parsed(step["says"]))
    if step.get("square"):
        known.learn(name, said * said, ">=")
        return ""
    strict = bool(step["strict"])
    if "sum" in step:
        wrong = known.adds_up(said, strict, step["sum"]["factor"], step["sum"]["terms"])
    else:
        wrong = "" if known.sign(said, strict) else "unknown"
    if not wrong:
        known.learn(name, said, ">" if strict else ">=")
    return wrong and f"{step['says']} {'>' if strict else '>='} 0: {wrong}"


def _last_step(known: KnownFacts, left: Tree, sign: str, right: Tree, proof: Mapping[str, Any]) -> str:
    """Check that the last step shows `left sign right`, by a sum, or by squares where `right` is not negative: return "" or the error."""
    if sign in (">=", ">"):
        left, sign, right = right, {">=": "<=", ">": "<"}[sign], left
    how = proof["how"]
    if sign == "<=" and how == "squares":
        one, other = (("power", side, parsed("2")) for side in (left, right))
        return _last_step(known, parsed("0"), "<=", right, proof["parts"][0]) or _last_step(known, one, "<=", other, proof["parts"][1])
    if sign in ("<=", "<") and how == "sum":
        return known.adds_up(known.letters(right) - known.letters(left), sign == "<", proof["factor"], proof["terms"])
    raise MalformedPart(f"{how!r:.40} does not end in a relation by {sign}")
