"""Refutations of a statement about numbers: by one exact instance, at one rational point, or because its two sides do not scale alike.

What is trusted: that the two sides are what the statement says on such an instance, or what the statement and its truth say. Those of an
instance were written down by running the transcription, which stands in the claim's file, on numbers that note what is done to them; the
arithmetic, the printed conditions and each stationary law are found here again, the laws from a round of the rule. Those of a point were
written by SymPy from the transcription and the derivation. `ClientMean(x)` is the mean of x over the clients, each with its own symbols;
outside of means a client's symbol is the first one's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import flint

from symfed.recheck.expressions import MalformedPart, NotDefined, Tree, all_of, constant, holds, number, parsed, parts_of, rational, related
from symfed.recheck.rounds import quadratic_law, sampled_law

_LAWS = {"quadratic": quadratic_law, "sampled": sampled_law}
#: Functions evaluated in balls, which are not finite where the value does not exist.
_BALLS: dict[str, Callable[[flint.arb], flint.arb]] = {"log": flint.arb.log, "exp": flint.arb.exp, "sqrt": flint.arb.sqrt}


def instance(part: Mapping[str, Any]) -> str:
    """Check a refutation by an instance: return "" if it refutes, else the error. Raises MalformedPart for what is no such part.

    `given`: numbers by name. `laws`: stationary laws, whose moments become symbols. `lets`: names for terms, in order. `inside`: the
    printed relations at the instance; `compared`: comparisons that the computation made. `claimed`: what is printed, all of which would
    have to hold; or, where `undefined`, what it divides by, which is zero.
    """
    letters: dict[str, flint.fmpq] = {name: rational(text) for name, text in part["given"].items()}
    for law in part["laws"]:
        _add_names(letters, _LAWS[law["kind"]](law, letters))
    try:
        for name, text in part["lets"]:
            _add_names(letters, {name: number(parsed(text), letters)})
        if false := all_of(part["inside"], letters):
            return f"lies outside the printed condition {false}"
        if false := all_of(part["compared"], letters):
            return f"rests on {false}, which is false there"
        claimed = [(number(left, letters), sign, number(right, letters)) for left, sign, right in map(related, part["claimed"])]
    except NotDefined:
        return "has no value there"
    sides = [side for text in (*part["claimed"], *part["compared"]) for side in related(text)[::2]]
    if not claimed or all(constant(side) is not None for side in sides):
        raise MalformedPart("claims nothing of its instance")
    if part.get("undefined"):
        return "" if all(sign == "=" and left == 0 == right for left, sign, right in claimed) else "is defined there"
    told = ", ".join(f"{left} {sign} {right}" for left, sign, right in claimed[:4])
    return f"holds there: {told}" if all(holds(*one) for one in claimed) else ""


def _add_names(letters: dict[str, flint.fmpq], new: Mapping[str, flint.fmpq]) -> None:
    if again := letters.keys() & new.keys():
        raise MalformedPart(f"{min(again)} is named twice")
    letters.update(new)


def at_point(tree: Tree, shared: Mapping[str, flint.fmpq], clients: Sequence[Mapping[str, flint.fmpq]]) -> flint.fmpq:
    """The value of a tree at a point. Raises MalformedPart where it has none."""

    def at_client(own: Mapping[str, flint.fmpq], inside: Tree) -> flint.fmpq:
        return number(inside, {**shared, **own}, {"ClientMean": mean} if clients else {})

    def mean(inside: Tree) -> flint.fmpq:
        return sum((at_client(own, inside) for own in clients), flint.fmpq(0)) / len(clients)

    return at_client(clients[0] if clients else {}, tree)


def point(part: Mapping[str, Any]) -> str:
    """Check a refutation by a point: return "" if `left sign right` is false and all of `inside` true there, for each client; else the
    error.

    Gradients g of clients have the mean zero, for theta* is where the mean loss is least. Sides with logarithms, exponentials or roots are
    enclosed in balls, which must not meet; what is `inside` is rational.
    """
    shared = {name: rational(text) for name, text in part["given"].items()}
    clients = [{name: rational(text) for name, text in own.items()} for own in part["clients"]]
    if clients and shared.get("N", len(clients)) != len(clients):
        return "has another number of clients"
    if clients and "g" in clients[0] and sum((own["g"] for own in clients), flint.fmpq(0)) != 0:
        return "has clients whose gradients do not vanish in the mean"
    try:
        for own in clients or [{}]:
            for text in part["inside"]:
                left, sign, right = related(text)
                if not holds(at_point(left, {**shared, **own}, clients), sign, at_point(right, {**shared, **own}, clients)):
                    return f"lies outside the condition {text}"
        sides = [parsed(part[side]) for side in ("left", "right")]
        if part["sign"] not in ("=", "<="):
            raise MalformedPart(f"{part['sign']!r} is no sign of a statement")
        if any(map(_in_balls, sides)):
            here = {name: flint.arb(x) for name, x in {**shared, **(clients[0] if clients else {})}.items()}
            left, right = (_ball_value(side, here) for side in sides)
            false = left > right or (part["sign"] == "=" and left < right)
            return "" if false else f"is not seen to be false: {left} {part['sign']} {right}"
        left, right = (at_point(side, shared, clients) for side in sides)
    except NotDefined:
        return "has no value there"
    return f"holds there: {left} {part['sign']} {right}" if holds(left, part["sign"], right) else ""


def _in_balls(tree: Tree) -> bool:
    """Return whether a side has a function whose values at rationals are not rational."""
    return (isinstance(tree, tuple) and tree[0] == "call" and tree[1] in _BALLS) or any(map(_in_balls, parts_of(tree)))


def _ball_value(tree: Tree, letters: Mapping[str, flint.arb]) -> flint.arb:
    """A ball that holds the value of a tree. Raises MalformedPart for what has no value in balls, NotDefined where it has none there."""
    of_trees = {name: lambda inside, ball=ball: ball(_ball_value(inside, letters)) for name, ball in _BALLS.items()}
    found = flint.arb(number(tree, letters, of_trees))
    if not found.is_finite():
        raise NotDefined("has no value in balls")
    return found


def units(part: Mapping[str, Any]) -> str:
    """Check a refutation by units: return "" if the sides scale differently when losses grow by k and gamma shrinks, else the error.

    `weights` says by which power of k each symbol grows; all terms of a side must grow alike.
    """
    weights = {name: int(weight) for name, weight in part["weights"].items()}
    left, right = (_scaling_weight(parsed(part[side]), weights) for side in ("left", "right"))
    return f"scales alike on both sides: k^{left}" if left == right else ""


def _scaling_weight(tree: Tree, weights: Mapping[str, int]) -> flint.fmpq:
    """The power of k by which a tree grows. Raises MalformedPart where its terms disagree."""
    if isinstance(tree, flint.fmpq):
        return flint.fmpq(0)
    if isinstance(tree, str):
        if tree not in weights:
            raise MalformedPart(f"{tree} has no weight")
        return flint.fmpq(weights[tree])
    if tree[0] == "product":
        return sum((_scaling_weight(factor, weights) for factor in tree[1]), flint.fmpq(0))
    if tree[0] == "power":
        if (exponent := constant(tree[2])) is None:
            raise MalformedPart("has letters in an exponent")
        return exponent * _scaling_weight(tree[1], weights)
    parts = {_scaling_weight(part, weights) for part in parts_of(tree)}
    if len(parts) != 1 or (tree[0] == "call" and tree[1] not in ("Max", "Min", "Abs", "sqrt")):
        raise MalformedPart("has terms that scale differently")
    return parts.pop() / (2 if tree[:2] == ("call", "sqrt") else 1)
