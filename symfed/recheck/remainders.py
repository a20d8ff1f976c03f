"""Expansions with a remainder: the terms are the printed ones, and the rest is below the printed O(...), under the printed conditions.

Two kinds. In a `remainder` the terms are those that are derived, an identity of its own, and a theorem that is named says what derived
terms leave, and under which conditions. In a `bound` the terms are those of an inequality that another claim proves for every step size
and number of local steps, and each power of gamma and H on its right side is below the printed ones; or terms of several runs are put
together, each at its step size and number of steps. Powers are compared where gamma and
gamma H are bounded and H >= 1: gamma^k H^m is below gamma^i H^j where i <= k and m - j <= k - i; at fixed H where i <= k.

What is trusted: the theorem or the bound, whose claims have files of their own; what each symbol of a bound is made of.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import flint

from symfed.recheck.expressions import MalformedPart, Tree, closing_bracket, constant, number, parsed, rational, related
from symfed.recheck.identities import identity, words
from symfed.recheck.inequalities import inequality
from symfed.recheck.ratios import LetterSigns, names_in
from symfed.recheck.tensors import tensors

#: A symbol, in brackets or not.
_CALL = re.compile(r"[^\W\d]\w*\(")
_WORD = re.compile(r"\[[^\[\]]*\]|[^\W\d]\w*")
#: Powers of gamma and of H.
Powers = tuple[flint.fmpq, flint.fmpq]
_MOVING = ("gamma", "H")
_TERMS = {"identity": identity, "tensors": tensors}


def remainder(part: Mapping[str, Any]) -> str:
    """Check quantity = terms + O(`remainder`) by a theorem on derived terms: return "" if the theorem implies it, else the error.

    `leaves` is what it says that terms `to` a power of gamma leave under its conditions, the `needs`: at fixed H at most one power more.
    """
    if part["terms"]["kind"] == "derived" and not part["terms"]["says"]:
        raise MalformedPart("does not say which terms are derived")
    if wrong := "" if part["terms"]["kind"] == "derived" else _not_derived(part["terms"]):
        return wrong
    left = powers(part["leaves"])
    if "to" in part and not part["fixed"]:
        return "is of a theorem at fixed H"
    if "to" in part and any(k > rational(part["to"]) + 1 for k, _ in left):
        return f"terms to gamma^{part['to']} leave more than {part['leaves']}"
    return _check_remainder(left, part) or unmet_need(part)


def bound(part: Mapping[str, Any]) -> str:
    """Check that |quantity - terms| <= ... proves quantity = terms + O(`remainder`): return "" if it does, else the error.

    `printed` is quantity - terms, in products of `matrices`: what stands in the bound's norm, or its opposite. A symbol there may be the
    solution of an equation, which `solved` writes out. Symbols on the right are
    constants: what they are `made_of`, by the steps that introduce them, holds neither gamma nor H. Where several `runs` are combined, with
    weights, their terms leave `rest`; the remainder is that of a power of the distance, with `exponent`. If there are `terms`, they are
    the identity of what is printed with what is derived.
    """
    if wrong := _not_derived(part["terms"]) if "terms" in part else "":
        return wrong
    (left, sign, right), (norm, _, _) = related(part["bound"]), part["bound"].rpartition(" <= ")
    if sign != "<=" or left != parsed(norm):
        raise MalformedPart("has a bound that bounds nothing")
    sides, proven = {"matrices": part["matrices"], "left": part["printed"]}, _substituted_text(_norm_argument(norm), part["solved"])
    if all(words({**sides, "right": f"{sign}({proven})"}) for sign in ("", "-")):
        return "is bounded by what is said of other terms"
    runs = part.get("runs", [])
    if wrong := _check_runs(part, runs) if runs else "":
        return wrong
    made, seen = part["made_of"], set[str]()
    ahead = names_in(right).union(*(names_in(parsed(run["terms"])) for run in runs)) - set(_MOVING)
    while ahead:
        name = ahead.pop()
        if name in _MOVING:
            return f"the bound's constant may depend on {name}"
        if name not in made:
            return f"it is not said what {name} is made of"
        seen.add(name)
        ahead |= set(made[name]) - seen
    return _check_remainder(_largest_powers(_tree_powers(right)), part) or unmet_need(part)


def _norm_argument(side: str) -> str:
    """The expression inside the one norm of a side, times the factors beside it, each call in it as one symbol.

    Raises MalformedPart where there is no norm, or more than one.
    """
    before, norm, rest = side.partition("[Norm(")
    end = closing_bracket(rest)
    if not norm or not rest[end:].startswith(")]") or "[Norm(" in rest[end:]:
        raise MalformedPart("has a bound that is of no single norm")
    inside, told = rest[:end], ""
    while call := _CALL.search(inside):
        close = call.end() + closing_bracket(inside[call.end() :]) + 1
        told, inside = f"{told}{inside[: call.start()]}[{inside[call.start() : close]}]", inside[close:]
    return f"{before}({told}{inside}){rest[end + 2 :]}"


def _substituted_text(text: str, solved: Mapping[str, str]) -> str:
    """A text with other texts for some of its symbols; what stands in brackets is a symbol of its own."""
    return _WORD.sub(lambda found: f"({solved[found[0]]})" if found[0] in solved else found[0], text)


def _not_derived(terms: Mapping[str, Any]) -> str:
    if terms["kind"] not in _TERMS:
        raise MalformedPart(f"has terms of the kind {terms['kind']!r:.40}")
    wrong = _TERMS[terms["kind"]](terms)
    return wrong and f"the terms are not the derived ones: {wrong}"


def resting(part: Mapping[str, Any], proof: Mapping[str, Any] | None) -> str:
    """Return why the proof in another file does not prove a part's bound, for each run under the needed conditions; "" if it does."""
    if proof is None:
        return f"rests on {part['claim']}, which is not replayed whole"
    if part["bound"] not in proof["statement"]:
        return f"rests on {part['claim']}, which says something else"
    needs, classes = [need["says"] for need in part["needs"] if not need.get("class")], {*part["classes"]}
    steps = part.get("runs") or [{"gamma": "gamma", "H": "H"}]
    there = (_substituted_text(text, {name: run[name] for name in _MOVING}) for text in proof["conditions"] for run in steps)
    missing = [text for text in there if not any(text == need or _equal_relations(text, need) for need in needs)] + sorted(
        {*proof["classes"]} - classes
    )
    return f"rests on {part['claim']}, which needs {missing[0]}, too" if missing else ""


def _equal_relations(one: str, other: str) -> bool:
    """Return whether two relations have the same sign and the same difference of their sides."""
    (a, sign, b), (c, other_sign, d) = map(related, (one, other))
    letters = LetterSigns([a, b, c, d])
    return sign == other_sign and letters(a) - letters(b) == letters(c) - letters(d)


def _check_runs(part: Mapping[str, Any], runs: Sequence[Mapping[str, Any]]) -> str:
    """Check runs at multiples of gamma and H whose weighted terms are the rest, with bounded weights that sum to one: "" or the error."""
    for run in runs:
        for name, text in (("gamma", run["gamma"]), ("H", run["H"])):
            if names_in(parsed(text)) != {name} or powers(text) != powers(name) or number(parsed(text), {name: flint.fmpq(1)}) <= 0:
                return f"has a run at {text}"
        if not all(j <= 0 <= i for i, j in powers(run["weight"])):
            return f"has a weight {run['weight']} that is not bounded"
    if identity({"left": " + ".join(f"({run['weight']})" for run in runs), "right": "1"}):
        return "has weights that do not add up to one"
    whole = " + ".join(f"({run['weight']})*({run['terms']})" for run in runs)
    left_over = words({"matrices": part["matrices"], "left": whole, "right": part["rest"]})
    return left_over and "leaves something else in the weighted terms"


def _check_remainder(left: set[Powers], part: Mapping[str, Any]) -> str:
    """Check that the terms left over are below the printed remainder: return "" or the error."""
    p = rational(part.get("exponent", "1"))
    said = {(i / p, j / p) for i, j in powers(part["remainder"])}  # (a + b)^p <= 2^(p-1) (a^p + b^p)
    if not isinstance(part["fixed"], bool) or not said or not left:
        raise MalformedPart("leaves nothing, or does not say whether H is fixed")
    for k, m in sorted(left):
        if not any(i <= k and (part["fixed"] or m - j <= k - i) for i, j in said):
            return f"leaves gamma^{k} H^{m}, which is not below O({part['remainder']})"
    return ""


def unmet_need(part: Mapping[str, Any]) -> str:
    """Return the first of the `needs` that neither the stated classes and conditions nor a proof from these meets; "" if all are met."""
    conditions = set(part["conditions"].values())
    for need in part["needs"]:
        says = need["says"]
        if says in part["classes"] if need.get("class") else says in conditions:
            continue
        shown = need.get("shown")
        if shown is None:
            return f"needs {says}"
        if shown["goal"] != says or shown["signs"] != {name: part["signs"].get(name) for name in shown["signs"]}:
            return f"shows something else than {says}"
        if not set(shown["given"].values()) <= conditions or shown.get("terms"):
            return f"shows {says} from what is not stated"
        if wrong := inequality(shown):
            return f"{says}: {wrong}"
    return ""


def powers(text: str) -> set[Powers]:
    """The largest powers of gamma and H in a sum, whatever stands with them. Raises MalformedPart for what has no such powers.

    >>> sorted(powers("M*gamma*(1/H + gamma + sqrt(gamma)*H*L)/mu"))
    [(1, -1), (3/2, 1)]
    """
    return _largest_powers(_tree_powers(parsed(text)))


def _tree_powers(tree: Tree) -> set[Powers]:
    zero, one = flint.fmpq(0), flint.fmpq(1)
    if isinstance(tree, flint.fmpq):
        return {(zero, zero)} if tree else set()
    if tree in _MOVING:
        return {(one, zero) if tree == "gamma" else (zero, one)}
    if not names_in(tree) & set(_MOVING):
        return {(zero, zero)}
    if tree[0] == "sum":
        return _largest_powers(set[Powers]().union(*map(_tree_powers, tree[1])))
    if tree[0] == "product":
        found = {(zero, zero)}
        for factor in tree[1]:
            found = _largest_powers({(k + i, m + j) for k, m in found for i, j in _tree_powers(factor)})
        return found
    base, exponent = (tree[1], constant(tree[2])) if tree[0] == "power" else (tree[2][0], flint.fmpq(1, 2))
    if exponent is None or (tree[0] == "call" and (tree[1] != "sqrt" or len(tree[2]) != 1)):
        raise MalformedPart("has powers of gamma and H that are no numbers")
    inside = _tree_powers(base)
    if exponent <= 0 and _has_moving_sum(base):
        raise MalformedPart("divides by a sum in which gamma or H stands")
    # (a + b)^p <= 2^p (a^p + b^p) for positive a, b and p
    return {(k * exponent, m * exponent) for k, m in inside}


def _has_moving_sum(tree: Tree) -> bool:
    """Return whether a sum with gamma or H occurs in a tree, outside of constants."""
    if not isinstance(tree, tuple) or not names_in(tree) & set(_MOVING):
        return False
    return tree[0] == "sum" or any(map(_has_moving_sum, tree[1:2] if tree[0] == "power" else tree[-1]))


def _largest_powers(found: set[Powers]) -> set[Powers]:
    """The powers that are not below others."""

    def is_below(one: Powers, other: Powers) -> bool:
        return one != other and other[0] <= one[0] and one[1] - other[1] <= one[0] - other[0]

    return {one for one in found if not any(is_below(one, other) for other in found)}
