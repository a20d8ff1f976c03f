"""Which proofs in steps the kernel accepts, and on what each then rests.

The kernel runs every line as it is found, so that what is found is a fact. Written as data, a proof is read again by a kernel of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from symfed.core.claim import Claim
from symfed.kernel.facts import Fact
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
    classes by what they say. open: hypotheses that no condition of the claim states. letters: their sorts. found: what its searches found,
    in order. says: whether another statement is among its facts. data: the proof, read again; raises NotSaid where it says something else.
    """

    statement: str
    under: tuple[str, ...]
    lent: Mapping[str, str]
    sentences: tuple[str, ...]
    conditions: frozenset[str]
    open: tuple[str, ...]
    letters: Mapping[str, str]
    found: tuple[str, ...]
    says: Callable[[Any], bool]
    data: Callable[[], Mapping[str, Any]]


def accepted(claim: Claim, premises: Mapping[str, Claim], recalled: Sequence[str] | None = None) -> Acceptance:
    """The claim's proof in steps. Raises NotSaid with the first step that has no lines, or that the kernel refuses.

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
        line = translation.run()
    except (KernelRefusal, RecursionError) as wrong:
        raise NotSaid(f"{type(wrong).__name__}: {wrong}") from None
    fact = line.fact
    return Acceptance(
        statement=show(fact.prop),
        under=tuple(sorted(map(show, fact.hypotheses))),
        lent={name: show(prop) for name, prop in translation.lent.items() if translation.rests_on(prop, line)},
        sentences=tuple(sorted(fact.rests_on)),
        conditions=translation.conditions_of(line),
        open=tuple(sorted(map(show, translation.open_in(line)))),
        letters={name: str(letter.sort) for name, letter in sorted(translation.letters.items())},
        found=recalled or tuple(translation.memory.found),
        says=translation.says,
        data=partial(_data, translation, fact),
    )


def _data(translation: Translation, fact: Fact) -> Mapping[str, Any]:
    try:
        data = translation.proof.data(short=True)
        again = replay(kernel_with(dict(translation.letters)), data)
    except (KernelRefusal, RecursionError) as wrong:
        raise NotSaid(f"{type(wrong).__name__}: {wrong}") from None
    if show(again.prop) != show(fact.prop) or set(map(show, again.hypotheses)) != set(map(show, fact.hypotheses)):
        raise NotSaid(f"replayed it says {again} and not {fact}")
    return data
