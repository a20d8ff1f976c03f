"""The choice of rewriting rules that bring sums and products of vectors, maps and tensors to polynomials in inner products."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from symfed.coq.sentences.spelling import constant
from symfed.kernel.symbols import known
from symfed.kernel.terms import Term

_OPERATIONS: Final = ("add", "sub", "scale")


def push(*terms: Term, both: bool = False) -> str:
    """Tactics for equations between these terms; `both`: sums stand on the right side of an inner product, too."""
    spelt = {constant(leaf) for term in terms for leaf in term.leaves if leaf.kind == "const" and known(leaf) and leaf.one not in _LOGIC}
    used = [name for name in _OPERATIONS if spelt & {f"v{name}", f"m{name}", f"t{name}"}] + ["zero"]
    inner = [f"inner_{name}{side}" for name in used for side in (("", "_r") if both else ("",))]
    maps = list(_of_maps(spelt, used))
    if "tapp" in spelt or any(name in spelt for name in ("tadd", "tsub", "tscale", "tzero", "tmean")):
        maps += _of_tensors(spelt, used)
    return f"{_rewrite_tactic(maps)}{_rewrite_tactic(inner)}"


_LOGIC: Final = frozenset({"all", "some", "->", "="})


def _rewrite_tactic(rules: Iterable[str]) -> str:
    listed = ", ".join(f"?{rule}" for rule in rules)
    return f"repeat progress rewrite {listed}. " if listed else ""


def _of_maps(spelt: set[str], used: list[str]) -> Iterable[str]:
    yield from (f"m{name}_app" for name in (*_OPERATIONS, "zero") if f"m{name}" in spelt)
    yield from (f"{name}_app" for name in ("comp",) if name in spelt)
    yield from ("mid_app",) if "mid" in spelt else ()
    if spelt & {"app", "comp", "mmean"}:
        yield from (f"app_{name}" for name in used)
    if "outer" in spelt:
        yield from (f"outer_{name}{side}" for name in used for side in ("", "_r"))
        yield "outer_of_app"


def _of_tensors(spelt: set[str], used: list[str]) -> Iterable[str]:
    yield from (f"t{name}_app" for name in (*_OPERATIONS, "zero") if f"t{name}" in spelt)
    yield from (f"tapp_{name}" for name in used)
    if "comp" in spelt or "outer" in spelt:
        yield from (f"comp_{name}{side}" for name in used for side in ("", "_r"))
        yield "comp_assoc"
    if "mid" in spelt:
        yield from ("comp_id", "comp_id_r")
