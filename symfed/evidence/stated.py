"""Compare a replay file with its claim, certificates apart: the statement of each part is written anew, and nothing is searched for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symfed.core.claim import Claim
from symfed.evidence.arguments import ARGUMENT
from symfed.evidence.claim import possible_parts, refutes
from symfed.evidence.search import SOUGHT, is_sought, without_search
from symfed.recheck import MALFORMED, Part


def unlike(held: Mapping[str, Any], claim: Claim, witness: Mapping[str, Any] | None, known: Mapping[str, Claim]) -> str:
    """The first statement in which a file and its claim differ; "" where they agree.

    A certificate may use less than is given for it. What is left out for want of one is left out, with its reason.
    """
    with without_search():
        stated = possible_parts(claim, witness, known)
    try:
        return _first_difference(held, claim, stated)
    except MALFORMED as error:
        return f"is malformed: {type(error).__name__}: {error}"


def _first_difference(held: Mapping[str, Any], claim: Claim, stated: Sequence[Sequence[Part]]) -> str:
    if held["refutes"] != refutes(claim):
        return f"{'refutes' if held['refutes'] else 'proves'} what the claim says to be otherwise"
    names, parts = [found[0]["of"] for found in stated], held["parts"]
    if [part["of"] for part in parts] != names:
        return f"has the parts {[part['of'] for part in parts]}, and the claim {names}"
    return next(
        (f"{part['of']} states something else" for part, found in zip(parts, stated, strict=True) if not _is_one_of(part, found)), ""
    )


def _is_one_of(part: Part, found: Sequence[Part]) -> bool:
    if "kind" not in part and set(part) == {"of", "why"}:
        return part in found or any(map(is_sought, found))
    return any(_data_agree(part, one) for one in found)


def _data_agree(held: Any, stated: Any) -> bool:
    """Return whether data agree, certificates apart: the placeholder of one that is not searched for agrees with anything."""
    if isinstance(held, list) and isinstance(stated, list | tuple):
        return len(held) == len(stated) and all(map(_data_agree, held, stated))
    if not isinstance(held, Mapping) or not isinstance(stated, Mapping):
        return type(held) is type(stated) and bool(held == stated)
    if stated.get("proof") == SOUGHT:
        return _agree_without_proof(held, stated)
    return _same_entries(held, stated, {"signs", *(("lines",) if stated.get("kind") == "proof" else ())}) and _is_within(
        held.get("signs", {}), stated.get("signs", {})
    )


def _agree_without_proof(held: Mapping[str, Any], stated: Mapping[str, Any]) -> bool:
    """Return whether one inequality is stated, by one that uses some of the given facts; one that is proved in `terms` there is so here."""
    given, terms = held.get("given", {}), stated.get("terms", {})
    within = _is_within(given, stated.get("given", {})) and _is_within(held.get("signs", {}), stated.get("signs", {}))
    proved = {name: proof for name, proof in terms.items() if name in given}
    apart = {*ARGUMENT, "given", "signs", "terms"}
    return within and _data_agree(held.get("terms", {}), proved) and _same_entries(held, stated, apart)


def _is_within(some: Mapping[str, Any], all_: Mapping[str, Any]) -> bool:
    return all(name in all_ and all_[name] == said for name, said in some.items())


def _same_entries(held: Mapping[str, Any], stated: Mapping[str, Any], apart: set[str]) -> bool:
    names = set(stated) - apart
    return set(held) - apart == names and all(_data_agree(held[name], stated[name]) for name in names)
