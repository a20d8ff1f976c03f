"""Terms by their definitions: what is known of a term before it is walked, and abstraction that leaves out what it need not walk."""

from __future__ import annotations

from random import Random
from typing import Any
from weakref import WeakValueDictionary

import pytest

from symfed.kernel import terms
from symfed.kernel.terms import Num, Sort, Term, Vec, abstract, app, bound, const, free, lam, substitute_bound

SORTS = (Num, Vec, Num >> Vec)


def drawn(r: Random, around: tuple[Sort, ...], sort: Sort, deep: int) -> Term:
    """A random term of a sort; around: the sorts of the binders around it, the nearest one first."""
    bound_here = [bound(k, one) for k, one in enumerate(around) if one is sort]
    if deep == 0 or r.random() < 0.2:
        return r.choice([*bound_here, free(r.choice("xy"), sort), const(r.choice("xc"), sort)])
    if sort.source is not None and sort.result is not None and r.random() < 0.6:
        return lam(sort.source, drawn(r, (sort.source, *around), sort.result, deep - 1))
    source = r.choice(SORTS)
    return app(drawn(r, around, source >> sort, deep - 1), drawn(r, around, source, deep - 1))


def parts(term: Term) -> list[Term]:
    inside = {"app": (term.one, term.two), "lam": (term.two,)}.get(term.kind, ())
    return [term, *(part for one in inside for part in parts(one))]


def loose(term: Term, depth: int = 0) -> set[int]:
    """The distances of its loose variables, walked anew."""
    if term.kind == "bound":
        return {term.one - depth} if term.one >= depth else set()
    if term.kind == "app":
        return loose(term.one, depth) | loose(term.two, depth)
    return loose(term.two, depth + 1) if term.kind == "lam" else set()


def replaced(term: Term, of: Term, depth: int = 0) -> Term:
    """Abstraction as it is defined: every part is looked at."""
    if term is of:
        return bound(depth, of.sort)
    if term.kind == "bound":
        return bound(term.one + 1, term.sort) if term.one >= depth else term
    if term.kind == "app":
        return app(replaced(term.one, of, depth), replaced(term.two, of, depth))
    return lam(term.one, replaced(term.two, of, depth + 1)) if term.kind == "lam" else term


@pytest.mark.parametrize("seed", range(8))
def test_what_is_abstracted_of_a_random_term(seed: int) -> None:
    composite = 0
    for number in range(100 * seed, 100 * seed + 100):
        r = Random(number)
        term = drawn(r, (Num, Vec)[: r.randint(0, 2)], r.choice(SORTS), r.randint(1, 6))
        assert term.reach == 1 + max(loose(term), default=-1)
        assert term.leaves == {part for part in parts(term) if part.kind in ("free", "const")}
        for of in {part for part in parts(term) if not part.loose}:
            function = abstract(term, of)
            assert function is lam(of.sort, replaced(term, of))
            assert substitute_bound(function.two, of) is term
            composite += of.kind in ("app", "lam")
    assert composite > 100


def test_a_leaf_is_complete_before_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was interrupted in between would be free in no term, and generalised over under its own hypotheses."""

    class Looked(WeakValueDictionary[Any, Term]):
        def __setitem__(self, key: Any, made: Term) -> None:
            assert made.leaves == {made}
            super().__setitem__(key, made)

    monkeypatch.setattr(terms, "_MADE", Looked())
    assert free("nobody_s", Num) is free("nobody_s", Num)
