"""Find the claims of a package: all of them by importing its modules, or those that are asked for by importing theirs alone."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

from symfed.core.errors import SymfedError
from symfed.core.source import sources

if TYPE_CHECKING:
    from symfed.core.claim import Claim

_QUOTED = re.compile(r"""["']([^\s"']+)["']""")
#: What makes a quoted word the name of a claim: `id="..."`, `Claim("..."` or `again(other, "..."`. Each pattern begins with letters, which
#: are looked for ten times as fast as alternatives are.
_NAMED = tuple(re.compile(before + _QUOTED.pattern) for before in (r"id\s*=\s*", r"Claim\(\s*", r"again\(\s*[\w.]+\s*,\s*"))


def discover(package: str = "proofs_checks") -> dict[str, Claim]:
    """All claims by id, sorted.

    Raises SymfedError for an id used twice or computed, a link to a claim that does not exist, a difference from a claim that is of no
    other version of the document, or a circle of `uses`.
    """
    root = importlib.import_module(package)
    found: dict[str, Claim] = {}
    for info in pkgutil.walk_packages(root.__path__, f"{package}."):
        for claim in _claims_of(info.name):
            if found.setdefault(claim.id, claim) is not claim:
                raise SymfedError(f"claim id {claim.id} is used twice (second time in {info.name})")
    try:
        TopologicalSorter({claim.id: claim.uses for claim in found.values()}).prepare()
    except CycleError as circle:
        raise SymfedError("claims use each other in a circle: " + " -> ".join(reversed(circle.args[1]))) from circle
    written = Claims(package).written
    known = sources(package)
    for claim in found.values():
        if claim.printed.source not in known:
            there = ", ".join(known)
            raise SymfedError(f"claim {claim.id} is printed in {claim.printed.source!r}, which no folder declares (there are {there})")
        for link in filter(None, (*claim.uses, *claim.see, claim.corrected, claim.restates, *claim.differs)):
            if link not in found:
                raise SymfedError(f"claim {claim.id} refers to {link}, which does not exist")
        mine = claim.printed.source
        for other in claim.differs:
            if (theirs := found[other].printed.source) not in (known[mine].became, *(key for key in known if known[key].became == mine)):
                raise SymfedError(f"claim {claim.id} differs from {other}, but {theirs} is no other version of {mine}")
        if claim.restates and found[claim.restates].restates:
            raise SymfedError(f"claim {claim.id} restates {claim.restates}, which restates another one: name that one")
        if claim.id not in written:
            raise SymfedError(f"claim id {claim.id} is computed: write it out, so that it is found without importing every claim")
    return dict(sorted(found.items()))


class Claims(Mapping[str, "Claim"]):
    """The claims of a package by id, each found when it is asked for: no module is imported but those that write its id.

    Only `discover` sees all of them and what is wrong between them; iterating discovers. An id stands in quotes in the module that makes
    the claim, which is looked for first; modules that refer to it come after.
    """

    def __init__(self, package: str = "proofs_checks") -> None:
        self.package = package
        self._found: dict[str, Claim] = {}

    @cached_property
    def written(self) -> dict[str, list[str]]:
        """Every quoted word of the package, with the modules in which it occurs, first those that seem to define a claim of that name."""
        found: dict[str, list[str]] = {}
        for pattern in (*_NAMED, _QUOTED):
            for module, text in self._texts.items():
                for word in set(pattern.findall(text)):
                    found.setdefault(word, []).append(module)
        return found

    @cached_property
    def names(self) -> frozenset[str]:
        """The texts that look like names of claims; nothing is imported."""
        return frozenset(name for text in self._texts.values() for pattern in _NAMED for name in pattern.findall(text))

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {module: path.read_text(encoding="utf-8") for module, path in _files(self.package)}

    def __getitem__(self, claim_id: str) -> Claim:
        for module in () if claim_id in self._found else self.written.get(claim_id, ()):
            self._found |= {claim.id: claim for claim in _claims_of(module)}
            if claim_id in self._found:
                break
        return self._found[claim_id]

    def __iter__(self) -> Iterator[str]:
        return iter(discover(self.package))

    def __len__(self) -> int:
        return len(discover(self.package))


@cache
def claims_at_hand(package: str = "proofs_checks") -> Claims:
    """The claims of a package, each imported once per process."""
    return Claims(package)


def _claims_of(module: str) -> Iterator[Claim]:
    """The claims that a module names, its own and those that it imports."""
    from symfed.core.claim import Claim

    return (value for value in vars(importlib.import_module(module)).values() if isinstance(value, Claim))


def _files(package: str) -> Iterator[tuple[str, Path]]:
    """The modules of a package and of those inside it, with their files; none is imported."""
    spec = importlib.util.find_spec(package)
    for folder in (spec.submodule_search_locations if spec else None) or ():
        for path in sorted(Path(folder).rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            yield ".".join((package, *(parts[:-1] if parts[-1] == "__init__" else parts))), path
