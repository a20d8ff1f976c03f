"""Refutations of a statement about numbers: at one rational point, or because its two sides do not scale alike.

What is trusted: that the two sides are what the statement and its truth say, written by SymPy from the transcription and the derivation.
`ClientMean(x)` is the mean of x over the clients, each with its own symbols; outside of means a client's symbol is the first one's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import flint

from symfed.recheck.expressions import MalformedPart, NotDefined, Tree, holds, number, parsed, rational, related, value

#: Functions evaluated in balls, which are not finite where the value does not exist.
_BALLS: dict[str, Callable[[flint.arb], flint.arb]] = {"log": flint.arb.log, "exp": flint.arb.exp, "sqrt": flint.arb.sqrt}


def at_point(tree: Tree, shared: Mapping[str, flint.fmpq], clients: list[dict[str, flint.fmpq]]) -> flint.fmpq:
    """The value of a tree at a point. Raises MalformedPart where it has none."""
    return number(_without_means(tree, shared, clients), {**shared, **(clients[0] if clients else {})})


def _without_means(tree: Tree, shared: Mapping[str, flint.fmpq], clients: list[dict[str, flint.fmpq]]) -> Tree:
    if not isinstance(tree, tuple):
        return tree
    if tree[0] == "call" and tree[1] == "ClientMean" and clients and len(tree[2]) == 1:
        inside = _without_means(tree[2][0], shared, clients)
        return sum((number(inside, {**shared, **own}) for own in clients), flint.fmpq(0)) / len(clients)
    if tree[0] == "power":
        return ("power", *(_without_means(part, shared, clients) for part in tree[1:]))
    if tree[0] == "call":
        return (*tree[:2], tuple(_without_means(part, shared, clients) for part in tree[2]))
    return tree[0], tuple(_without_means(part, shared, clients) for part in tree[1])


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
            balls = [_ball_value(side, {**shared, **(clients[0] if clients else {})}) for side in sides]
            return _disjoint_balls(balls[0], balls[1], part["sign"])
        left, right = (at_point(side, shared, clients) for side in sides)
    except NotDefined:
        return "has no value there"
    return f"holds there: {left} {part['sign']} {right}" if holds(left, part["sign"], right) else ""


def _in_balls(tree: Tree) -> bool:
    """Return whether a side has a function whose values at rationals are not rational."""
    if not isinstance(tree, tuple):
        return False
    called = tree[0] == "call"
    return (called and tree[1] in _BALLS) or any(map(_in_balls, tree[2] if called else tree[1:] if tree[0] == "power" else tree[1]))


def _ball_value(tree: Tree, letters: Mapping[str, flint.fmpq]) -> flint.arb:
    """A ball that holds the value of a tree. Raises MalformedPart for what has no value in balls, NotDefined where it has none there."""

    def other(node: Tree) -> flint.arb:
        if isinstance(node, str) and node in letters:
            return flint.arb(letters[node])
        if isinstance(node, tuple) and node[0] == "call" and node[1] in _BALLS and len(node[2]) == 1:
            return _BALLS[node[1]](_ball_value(node[2][0], letters))
        raise MalformedPart(f"{node if isinstance(node, str) else node[0:2]!r:.60} has no value")

    found = flint.arb(0) + value(tree, other)
    if not found.is_finite():
        raise NotDefined("has no value in balls")
    return found


def _disjoint_balls(left: flint.arb, right: flint.arb, sign: str) -> str:
    """Return "" if the relation is seen to be false, else the error."""
    false = left > right or (sign == "=" and left < right)
    return "" if false else f"is not seen to be false: {left} {sign} {right}"


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
        exponent = value(tree[2], _no_letter)
        return exponent * _scaling_weight(tree[1], weights)
    parts = {_scaling_weight(part, weights) for part in tree[1 if tree[0] == "sum" else 2]}
    if len(parts) != 1 or (tree[0] == "call" and tree[1] not in ("Max", "Min", "Abs", "sqrt")):
        raise MalformedPart("has terms that scale differently")
    return parts.pop() / (2 if tree[:2] == ("call", "sqrt") else 1)


def _no_letter(node: Tree) -> Any:
    raise MalformedPart("has letters in an exponent")
