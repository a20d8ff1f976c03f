"""What derives, refers and checks, with one function of it wrong: true claims fall, or their wrong variants survive."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

import pytest

from symfed.decide.signs import Decision
from tests.noticed.change import Change, claims, elsewhere, verified

#: What a wrong function is made of: the right one.
Wrong = Callable[[Callable[..., Any]], Callable[..., Any]]


def broken(module: str, name: str, wrong: Wrong, claim: str) -> str:
    """What is said of a claim where a function, or a method, is another one."""
    place = import_module(module)
    *path, last = name.split(".")
    for part in path:
        place = getattr(place, part)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(place, last, wrong(getattr(place, last)))
        return verified(claim)


def said(module: str, name: str, wrong: Wrong, claim: str) -> str:
    claims()[claim]
    return elsewhere(partial(broken, module, name, wrong, claim))


def always(answer: Any) -> Wrong:
    return lambda right: lambda *_, **__: answer


def after(change: Callable[[Any], Any]) -> Wrong:
    return lambda right: lambda *given, **more: change(right(*given, **more))


def commuting(right: Any) -> Any:
    """The letters of two sides commute."""

    def examine(self: Any, statement: Any, under: Any) -> Any:
        return right(self, lambda *letters: statement(*[letter.func(letter.name) for letter in letters]), under)

    return examine


SURVIVED, LOST = "wrong variants survived every check", "was PROVED, now"
UNLIKE, UNKNOWN = "was DEFINED, now REFUTED", always(Decision("unknown", "who knows"))
UNSIGNED = after(lambda found: replace(found, kind="unknown"))
HALF_A_SLOPE = after(lambda found: replace(found, slope=found.slope / 2))
#: A module and what of it is wrong, how, in words, the claim that is asked, and what is said of that.
WRONG: list[tuple[str, str, Wrong, str, str, str]] = [
    ("checks.sign", "decide_sign", always(Decision("nonnegative", "so")), "yes to all", "aistats-prop4-8L-check", SURVIVED),
    ("checks.sign", "decide_sign", UNKNOWN, "no answer", "aistats-prop4-8L-check", LOST),
    ("checks.counterexample", "holds", always(True), "all sides agree", "flta-scaffold-algo", SURVIVED),
    ("checks.counterexample", "holds", always(False), "no sides agree", "flta-scaffold-algo", "now REFUTED"),
    ("checks.identity", "_derived", after(lambda found: found + 1), "one more", "symfed-sum-of-steps", LOST),
    ("checks.free_algebra", "FreeIdentity.examine", commuting, "matrices commute", "symfed-telescoping", SURVIVED),
    ("checks.lemma", "variants", always([]), "no variant is made", "symfed-sum-of-steps", "variants was"),
    ("checks.induction", "_nonnegative", UNSIGNED, "no factor is positive", "symfed-power-bound", LOST),
    ("tensors.truths", "client_round", HALF_A_SLOPE, "half of what a round keeps", "argo-fedlsa-local-systems", UNLIKE),
    ("checks.identity", "decide_zero", UNKNOWN, "no answer", "symfed-sum-of-steps", LOST),
    ("tensors.truths", "averaged", after(lambda found: found + found), "a mean is doubled", "argo-fedlsa-system", UNLIKE),
    (
        "reference.setting",
        "_coefficients",
        after(lambda found: [found[0] / 2, *found[1:]]),
        "half of each step's first coefficient",
        "argo-fedlsa-local-systems",
        UNLIKE,
    ),
]
CHANGES = [
    Change("engine", f"{module}.{name}: {what}, asked of {claim}", "verify", reason, partial(said, f"symfed.{module}", name, wrong, claim))
    for module, name, wrong, what, claim, reason in WRONG
]
UNCHANGED = [
    partial(verified, name) for name in ("aistats-prop4-8L-check", "flta-scaffold-algo", "symfed-lsa-one-step", "symfed-sum-of-steps")
]
