"""Inequalities with a certificate: a positive multiple of what is claimed is a sum of products of what is known, with coefficients >= 0.

What is trusted: that each letter has the sign that the file gives it (a letter in brackets stands for a norm, a mean, an expectation), and
the facts about powers and roots which `facts` spells out. Relations are read where all of their denominators are not zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symfed.recheck.expressions import MalformedPart, Tree, constant, parsed, related
from symfed.recheck.facts import SIGNS, KnownFacts
from symfed.recheck.ratios import LetterSigns, names_in

#: The sides of a relation, turned so that it says 0 <= right - left, and how: not negative, positive, or zero.
_KINDS = {"<=": (">=", 1), ">=": (">=", -1), "<": (">", 1), ">": (">", -1), "=": ("=", 1)}
#: Of the root of a count, which is none itself.
_OF_ROOTS = {">= 1": "at least 1", "natural": ">= 0"}
#: How deeply proofs may stand in proofs.
_DEEPEST = 8


#: A relation, as text or as left side, sign and right side.
Relation = str | tuple[Tree, str, Tree]


def _slack(relation: Relation) -> tuple[Tree, str]:
    """right - left of a relation as a tree, and what it is: ">=", ">" or "="."""
    left, sign, right = related(relation) if isinstance(relation, str) else relation
    if sign not in _KINDS:
        raise MalformedPart(f"{sign} is no sign of a fact that can be used")
    kind, turn = _KINDS[sign]
    high, low = (right, left) if turn == 1 else (left, right)
    return ("sum", (high, ("product", (parsed("-1"), low)))), kind


def inequality(part: Mapping[str, Any]) -> str:
    """What is wrong with a proof of `goal` from `given` and the `signs` of letters; nothing where it is one. Raises MalformedPart.

    `put` replaces letters, one after the other: by what an equation says, or by the square of a new one. `known` are facts that follow, in
    order, each by its factors, by a rule, as a square, as a product, or as a sum; `proof` is the certificate of the goal. What stands in
    `terms`, too, is not given, but proved from the others.
    """
    given, terms = part["given"], part.get("terms", {})
    conditions = {name: text for name, text in given.items() if name not in terms}
    wrong = ((name, prove(part["signs"], conditions, given[name], proof)) for name, proof in terms.items())
    return next((f"{name}: {found}" for name, found in wrong if found), "") or prove(part["signs"], given, part["goal"], part)


def prove(signs: Mapping[str, str], given: Mapping[str, Relation], goal: Relation, proof: Mapping[str, Any], depth: int = 0) -> str:
    """What is wrong with a proof of a goal from given relations and signs; nothing where it is one. `proof` has the rest.

    `first`: relations that are proved before it, each from those that its own `given` names, and given from then on. What is left is a
    certificate; or two proofs, the one given that a relation between polynomials holds (`case`), the other one that it does not.
    """
    if depth > _DEEPEST:
        raise MalformedPart("is a proof that nests too deeply")
    given = dict(given)
    for one in proof.get("first", ()):
        if one["name"] in given:
            raise MalformedPart(f"{one['name']} is said twice")
        if wrong := prove(signs, {name: given[name] for name in one["given"]}, one["says"], one, depth + 1):
            return f"{one['says']}: {wrong}"
        given[one["name"]] = one["says"]
    if "case" not in proof:
        return _certified(signs, given, goal, proof, not depth)
    left, sign, right = related(proof["case"])
    if sign != "<=" or any(not side.below.is_one() for side in map(LetterSigns([left, right]), (left, right))):
        raise MalformedPart("has cases that are not those of a relation <= between polynomials")
    for branch, case in (("yes", (left, "<=", right)), ("no", (left, ">", right))):
        facts = {"case": case, **{name: given[name] for name in proof[branch]["given"] if name != "case"}}
        if wrong := prove(signs, facts, goal, proof[branch], depth + 1):
            return f"where {proof['case']}{' not' * (branch == 'no')}: {wrong}"
    return ""


def _certified(signs: Mapping[str, str], given: Mapping[str, Relation], goal: Relation, proof: Mapping[str, Any], whole: bool) -> str:
    """What is wrong with a certificate of a goal; nothing where it is one. `whole`: the goal is the claim, and no step on the way to it."""
    signs = dict(signs)
    if unknown := set(signs.values()) - set(SIGNS):
        raise MalformedPart(f"{min(unknown)!r} is no sign of a letter")
    slacks = {name: _slack(text) for name, text in given.items()}
    before = set(signs)
    put, dropped = _put(signs, slacks, proof["put"])
    left, sign, right = related(goal) if isinstance(goal, str) else goal
    trees = [left, right, *(tree for tree, _ in slacks.values()), *put.values(), *map(parsed, _texts(proof))]
    known = KnownFacts({name: how for name, how in signs.items() if name not in put}, trees)
    known.letters.put = put
    spoken = names_in(left) | names_in(right) | set().union(*(names_in(tree) for tree, _ in slacks.values()))
    for root in set(signs) - before:
        if root in spoken:
            raise MalformedPart(f"{root} is a letter already")
        known.letters.rooted(known.letters.of[root])
    for name, (tree, kind) in slacks.items():
        if name not in dropped:
            known.learn(name, known.letters(tree), kind)
    for name in put:
        if name in signs and name in dropped.values():
            known.learn(f"sign_{name}", known.letters(name), ">" if SIGNS[signs[name]] else ">=")
    for side in (left, right) if whole else ():
        known.defined(known.letters(side))
    for step in proof["known"]:
        if wrong := _follows(known, step):
            return wrong
    return _closed(known, left, sign, right, proof["proof"])


def _put(signs: dict[str, str], slacks: Mapping[str, Any], steps: Sequence[Sequence[str]]) -> tuple[dict[str, Tree], dict[str, str]]:
    """LetterSigns that are replaced, and the equations by which they are."""
    put: dict[str, Tree] = {}
    dropped: dict[str, str] = {}
    roots: list[str] = []
    for name, text, why in steps:
        tree = parsed(text)
        if name in put or names_in(tree) & {name, *put}:
            raise MalformedPart(f"{name} is replaced by itself, or twice")
        if why == "root":
            root = tree[1] if isinstance(tree, tuple) and tree[0] == "power" and isinstance(tree[1], str) else ""
            whole = constant(tree[2]) if root else None
            if name not in signs or whole is None or whole.q != 1 or whole < 2 or root in signs:
                raise MalformedPart(f"{name} is no power of {text}")
            signs[root] = _OF_ROOTS.get(signs[name], signs[name])
            roots.append(root)
        else:
            slack, kind = slacks[why]
            letters = LetterSigns([slack, tree, name, *put.values()])
            letters.put = put
            for root in roots:
                letters.rooted(letters.of[root])
            gap, own = letters(slack), letters.of[name] - letters(tree)
            if kind != "=" or (gap != own and gap != own * -1) or signs.get(name) in (">= 1", "natural"):
                raise MalformedPart(f"{why} does not give {name}")
            dropped[why] = name
        put[name] = tree
    return put, dropped


def _texts(proof: Mapping[str, Any]) -> list[str]:
    """All expressions of a proof, for their letters."""
    found: list[str] = []

    def look(held: Any) -> None:
        if isinstance(held, Mapping):
            found.extend(held[key] for key in ("says", "base", "exponent", "times") if key in held)
            for key in ("factor", "terms"):
                found.extend(coefficient for coefficient, _ in held.get(key, ()))
            for key in ("sum", "parts", "known", "proof"):
                look(held.get(key))
        elif isinstance(held, list | tuple):
            for one in held:
                look(one)

    look({key: proof[key] for key in ("known", "proof")})
    return found


def _follows(known: KnownFacts, step: Mapping[str, Any]) -> str:
    """What is wrong with a fact that is said to follow; where nothing is, it is learnt."""
    name = step["name"]
    if "rule" in step:
        fact, kind = known.rule(step["rule"], *(known.letters(parsed(step[key])) for key in ("base", "exponent")))
        known.learn(name, fact, kind)
        return ""
    if "of" in step:
        m, (fact, kind) = known.letters(parsed(step["times"])), known.facts[step["of"]]
        if kind != "=" and not known.sign(m):
            return f"a multiplier may be negative: {step['times']}"
        if kind == "=" and not known._defined(m):
            return f"a multiplier may be undefined: {step['times']}"
        known.learn(name, m * fact, "=" if kind == "=" else ">=")
        return ""
    said = known.letters(parsed(step["says"]))
    if step.get("square"):
        known.learn(name, said * said, ">=")
        return ""
    strict = bool(step["strict"])
    wrong = (
        known.adds_up(said, strict, step["sum"]["factor"], step["sum"]["terms"])
        if "sum" in step
        else ""
        if known.sign(said, strict)
        else "unknown"
    )
    if not wrong:
        known.learn(name, said, ">" if strict else ">=")
    return wrong and f"{step['says']} {'>' if strict else '>='} 0: {wrong}"


def _closed(known: KnownFacts, left: Tree, sign: str, right: Tree, proof: Mapping[str, Any]) -> str:
    """What is wrong with the last step; nothing where it shows `left sign right`."""
    if sign in (">=", ">"):
        left, sign, right = right, {">=": "<=", ">": "<"}[sign], left
    how = proof["how"]
    if how == "equal":
        difference = known.reduced(known.letters(left) - known.letters(right))
        return "" if sign in ("=", "<=") and difference == 0 else "the sides are not equal"
    if sign == "=" and how == "both":
        return _closed(known, left, "<=", right, proof["parts"][0]) or _closed(known, right, "<=", left, proof["parts"][1])
    if sign == "!=" and how in ("below", "above"):
        ends = (left, right) if how == "below" else (right, left)
        return _closed(known, ends[0], "<", ends[1], proof["parts"][0])
    if sign == "<=" and how == "abs" and left[:2] == ("call", "Abs"):
        inside, minus = left[2][0], ("product", (parsed("-1"), right))
        return _closed(known, minus, "<=", inside, proof["parts"][0]) or _closed(known, inside, "<=", right, proof["parts"][1])
    if sign == "<=" and how == "one of" and right[:2] == ("call", "Max"):
        return _closed(known, left, "<=", right[2][int(proof["which"])], proof["parts"][0])
    if sign == "<=" and how in ("squares", "cubes"):
        zero, n = parsed("0"), parsed("2" if how == "squares" else "3")
        return _closed(known, zero, "<=", right, proof["parts"][0]) or _closed(
            known, ("power", left, n), "<=", ("power", right, n), proof["parts"][1]
        )
    if sign == "=" and how == "zero":
        gap = ("sum", (left, ("product", (parsed("-1"), right))))
        return _closed(known, ("power", gap, parsed("2")), "<=", parsed("0"), proof["parts"][0])
    if sign in ("<=", "<") and how == "sum":
        return known.adds_up(known.letters(right) - known.letters(left), sign == "<", proof["factor"], proof["terms"])
    raise MalformedPart(f"{how!r:.40} does not end in a relation by {sign}")
