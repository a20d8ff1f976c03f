"""Which proofs in steps the kernel accepts, and on what each then rests: found, written as data, and read again by a kernel of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symfed.core.claim import Claim
from symfed.kernel.forms import forget
from symfed.kernel.page import kernel_with
from symfed.kernel.script import replay
from symfed.kernel.terms import KernelRefusal
from symfed.kernel.text import show
from symfed.prove.claim import Translation
from symfed.prove.memory import Memory, Stale
from symfed.prove.named import NotSaid


@dataclass(frozen=True)
class Acceptance:
    """A claim's proof as the kernel read it.

    statement: what it proves, as text. under: its open hypotheses, the claim's conditions among them. lent: what it takes of lemmas and
    premises, as text. sentences: those of the page that it rests on. conditions: those of the claim's that it uses, relations as text and
    classes by what they say. open: hypotheses that no condition of the claim states. data: the proof. letters: their sorts. found: what
    its searches found, in order. says: whether another statement is among its facts.
    """

    statement: str
    under: tuple[str, ...]
    lent: Mapping[str, str]
    sentences: tuple[str, ...]
    conditions: frozenset[str]
    open: tuple[str, ...]
    data: Mapping[str, Any]
    letters: Mapping[str, str]
    found: tuple[str, ...]
    says: Callable[[Any], bool]


def accepted(claim: Claim, premises: Mapping[str, Claim], recalled: Sequence[str] | None = None) -> Acceptance:
    """The claim's proof in steps, found and replayed. Raises NotSaid with the first step that has no lines, or that the kernel refuses.

    recalled: what the searches of this proof found before, which spares them; where it does not fit, everything is searched anew.
    """
    if not claim.follows:
        raise NotSaid("no proof in steps")
    if recalled is not None:
        try:
            return _read(Translation(claim, premises, Memory(recalled)), tuple(recalled))
        except (Stale, NotSaid):
            return _read(Translation(claim, premises), ())
    return _read(Translation(claim, premises), ())


def _read(translation: Translation, recalled: tuple[str, ...]) -> Acceptance:
    forget()  # certificates name candidates by their places, which the order of unknowns decides
    try:
        found = translation.run()
        data = translation.proof.data(short=True)
        letters = {name: constant for name, constant in translation.letters.items()}
        again = replay(kernel_with(letters), data)
    except (KernelRefusal, RecursionError) as wrong:
        raise NotSaid(f"{type(wrong).__name__}: {wrong}") from None
    if show(again.prop) != show(found.prop) or set(map(show, again.hypotheses)) != set(map(show, found.fact.hypotheses)):
        raise NotSaid(f"replayed it says {again} and not {found.fact}")
    return Acceptance(
        statement=show(found.prop),
        under=tuple(sorted(map(show, again.hypotheses))),
        lent={name: show(prop) for name, prop in translation.lent.items() if translation.rests_on(prop, found)},
        sentences=tuple(sorted(again.rests_on)),
        conditions=translation.conditions_of(found),
        open=tuple(sorted(map(show, translation.open_in(found)))),
        data=data,
        letters={name: str(letter.sort) for name, letter in sorted(letters.items())},
        found=recalled or tuple(translation.memory.found),
        says=translation.says,
    )
