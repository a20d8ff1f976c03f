"""Identities between tensors of every dimension as data: both sides as sums of networks, and an instance where they differ."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count
from string import ascii_lowercase
from typing import Any

from symfed.checks.every_dimension import IdentityInEveryDimension, on_equal_tensors
from symfed.core.errors import InvalidInput
from symfed.core.scope import EVERYTHING, Scope
from symfed.recheck import Part
from symfed.tensors.diagrams.diagram import DERIVATIVE, DIRECTED, NO_BLOCK, Node
from symfed.tensors.instance import TRIED, ScalarInstance
from symfed.tensors.ratio import Ratio
from symfed.tensors.tensor import (
    LEG,
    MARKS,
    OF_CLIENT,
    OF_MEAN,
    OF_POWERS,
    OWN,
    STRANDS,
    VECTOR,
    FreeTensor,
    Network,
    base_kind,
)

_STRANDS = {OF_MEAN: "A", OF_CLIENT: "Ac", OF_POWERS: "P"}


def tensor_part(statement: Any, check: IdentityInEveryDimension, ranges: Scope = EVERYTHING) -> Part:
    """Both sides of what a check compares, of a statement that `ranges` so far. Raises InvalidInput for tensors that have no text."""
    short = check.covered(statement).short_of(ranges)
    return {"kind": "tensors", **_compared_sides(statement, check)} | ({"short": short} if short else {})


def tensor_refutation(statement: Any, check: IdentityInEveryDimension, witness: Mapping[str, Any]) -> Part:
    """Both sides, and the instance in dimension one that a witness names. Raises InvalidInput where it names none."""
    if check.alike or check.reading is on_equal_tensors:
        raise InvalidInput("witness", dict(witness), "is of clients that are alike")
    named = [at for at in TRIED if (witness.get("d"), witness.get("gamma"), witness.get("H")) == ("1", str(at.gamma), str(at.H))]
    if not named:
        raise InvalidInput("witness", dict(witness), "names no instance in dimension one")
    sides = _compared_sides(statement, check)
    return {"kind": "unequal tensors", **sides, **_instance_numbers(named[0], sides)}


def _compared_sides(statement: Any, check: IdentityInEveryDimension) -> Part:
    """The tensor that is stated and the one it is compared with; where the gap is no difference to the former, the gap and nothing."""
    said = check.reading(statement)
    gap = check.gap(said)
    own, terms = len(said.terms), gap.terms
    if _equal_terms(terms[:own], said):
        left, right = terms[:own], (-FreeTensor(gap.rank, terms[own:])).terms
    elif own and _equal_terms(terms[-own:], -said):
        left, right = terms[:-own], said.terms
    else:
        left, right = terms, ()
    directed = {node.kind <= DIRECTED for network, _ in terms for node in network if LEG < node.kind < 0 and node.kind not in MARKS}
    if len(directed) > 1:
        raise InvalidInput("tensor", said, "has symmetric matrices and others")
    return {
        "matrices": "any" if True in directed else "symmetric",
        "legs": [str(k) for k in range(1, gap.rank + 1)],
        **{side: [_term_text(network, ratio) for network, ratio in found] for side, found in (("left", left), ("right", right))},
    }


def _equal_terms(terms: Any, other: FreeTensor) -> bool:
    return len(terms) == len(other.terms) and all(one == two for one, two in zip(terms, other.terms, strict=True))


def _term_text(network: Network, ratio: Ratio) -> list[str]:
    """A coefficient and its factors; open legs are called by their numbers, counted from one, as strands are."""
    marks = {node.block: "own" if node.kind == OWN else "other" for node in network if node.kind in MARKS}
    names, factors, joined = dict[int, str](), list[str](), list[str]()
    for node in network:
        if node.kind <= LEG:
            number, edge = str(LEG - node.kind + 1), node.legs[0]
            if edge in names:  # two open legs at one edge
                joined.append(f"I {names[edge]} {number}")
            else:
                names[edge] = number
    summed = (letter * times for times in count(1) for letter in ascii_lowercase)
    strands = 0
    for node in network:
        if node.kind <= LEG or node.kind in MARKS:
            continue
        strands += node.kind in STRANDS
        names |= {edge: next(summed) for edge in dict.fromkeys(node.legs) if edge not in names}
        client = [] if node.block == NO_BLOCK else [f"@{marks.get(node.block, node.block + 1)}"]
        factors.append(" ".join([_factor_name(node, strands), *(names[edge] for edge in node.legs), *client]))
    counted = re.sub(r"\b([xy])(\d+)", lambda match: f"{match[1]}{int(match[2]) + 1}", repr(ratio))
    return [counted, *factors, *joined]


def _factor_name(node: Node, strands: int) -> str:
    if node.kind in STRANDS:
        return f"{_STRANDS[base_kind(node.kind)]}:{strands}"
    if node.kind == VECTOR:
        return "b"
    if node.kind == DERIVATIVE and len(node.legs) != 2:
        return f"D{len(node.legs)}"
    if DERIVATIVE < node.kind < 10:
        return f"C{node.kind}{chr(39) * (len(node.legs) - node.kind)}"
    raise InvalidInput("tensor", node, "has no text")


def _instance_numbers(at: ScalarInstance, sides: Part) -> Part:
    """The instance: what stands in the terms, a number for each client."""
    used = {factor.split()[0] for side in ("left", "right") for _, *factors in sides[side] for factor in factors}
    clients = []
    for c in range(at.N):
        own = {"A": at.derivatives[1][c]}
        own |= {name: at.derivatives[int(name[1]) - 1][c] for name in sorted(used) if name.startswith("D")}
        nodes = {name: Node(int(name[1]), (0,) * (int(name[1]) + name.count("'"))) for name in sorted(used) if name[0] == "C"}
        own |= {name: int(at.entry(node, c, ())) for name, node in nodes.items()}
        clients.append({name: str(number) for name, number in own.items()})
    return {"given": {"gamma": str(at.gamma), "H": str(at.H)}, "clients": clients}
