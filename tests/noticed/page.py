"""Sentences of the kernel's page and rules of the kernel, changed: committed proofs make something else, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from symfed.kernel import page
from symfed.kernel.facts import Kernel
from tests.noticed.change import Change, elsewhere
from tests.noticed.files import rechecked, swapped, told


def said_otherwise(sentence: str, old: str, new: str, read: Callable[..., str], *asked: str) -> str:
    """What a reader says where a sentence says something else."""
    page.SENTENCES[sentence] = (swapped(old, new)(page.SENTENCES[sentence][0]), "")
    page.sentences.cache_clear()
    return read(*asked)


def ruled_otherwise(rule: str, wrong: Callable[[Any], Any], claim: str) -> str:
    setattr(Kernel, rule, wrong(getattr(Kernel, rule)))
    return rechecked(claim)


def nothing_new(right: Any) -> Any:
    """What holds of a variable is not said of all."""
    return lambda self, fact, *names: fact


def the_other_way(right: Any) -> Any:
    """An equation is read from right to left."""
    return lambda self, fact, equation, where: right(self, equation, fact, where)


def forgetful(right: Any) -> Any:
    """A conclusion forgets the hypotheses of what it is drawn from."""
    return lambda self, *given: self._fact(frozenset(), right(self, *given).prop, frozenset())


def said(change: Callable[..., str], *given: Any) -> str:
    return elsewhere(partial(change, *given))


ASKS, NORMS = "asks for", "aistats-A2-holds-remark"
#: A sentence, a piece of it, and what is put there: the lines that use it are no proof any more.
SENTENCES = [
    ("smooth: cocoercive", "<= l *", "<= l / 2 *", "symfed-cocoercivity", "does not add up"),
    ("smooth: cocoercive", "Smooth(g, l) -> ", "", "symfed-cocoercivity", "line 4"),
    ("norm", "inner(x, x)", "2 * inner(x, x)", "symfed-cocoercivity", "does not add up"),
    ("norms", "0 <=", "1 <=", NORMS, "does not add up"),
    ("mean of relations", "f(c) <= g(c)", "f(c) = g(c)", NORMS, ASKS),
    ("Jensen for numbers", "mean(f) ^ S(p) <=", "mean(f) ^ p <=", "aistats-eq14-chain3", "does not add up"),
    ("curved: a minimiser", "0 < m -> ", "0 <= m -> ", "aistats-eq14-chain3", ASKS),
]


def of_sentence(sentence: str, old: str, new: str, claim: str, reader: str, reason: str, read: Callable[..., str], *asked: str) -> Change:
    where = f"{sentence}: {new or 'nothing'} for {old}, asked of {claim}"
    return Change("kernel", where, reader, reason, partial(said, said_otherwise, sentence, old, new, read, *asked))


CHANGES = [
    *(of_sentence(*sentence, claim, "recheck", reason, rechecked, claim) for *sentence, claim, reason in SENTENCES),
    # what is stronger: the lines that use it are a proof as before
    of_sentence("norms", "0 <=", "0 <", NORMS, "proofs", f"changed: {NORMS}: accepted, and committed otherwise", told, "proofs", NORMS),
    *(
        Change("kernel", f"the rule {rule}: {wrong.__doc__}", "recheck", reason, partial(said, ruled_otherwise, rule, wrong, claim))
        for rule, wrong, claim, reason in [
            ("general", nothing_new, "argo-homogeneous-average", "line"),
            ("rewrite", the_other_way, "argo-homogeneous-average", "line"),
            ("arithmetic", forgetful, "symfed-cocoercivity", "or of other hypotheses"),
            ("assume", forgetful, "symfed-cocoercivity", "or of other hypotheses"),
        ]
    ),
]
UNCHANGED = [
    partial(rechecked, name)
    for name in ("symfed-cocoercivity", "aistats-A2-holds-remark", "aistats-eq14-chain3", "argo-homogeneous-average")
]
