"""Equations that normal forms make silently, as lemmas for Coq: each term equals its canonical form, from the inside to the outside."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Final

from symfed.coq.sentences.means import mean_is
from symfed.coq.sentences.pushing import push
from symfed.coq.sentences.spelling import binders_of, spelt_whole, variable
from symfed.kernel.forms import READERS, canonical, count, open_binder, vector
from symfed.kernel.polynomials import ONE, UNIT
from symfed.kernel.symbols import known
from symfed.kernel.terms import Client, Index, Map, Num, Tensor, Term, Vec, abstract, normal, spine, variables
from symfed.kernel.written import order, written

_EXTENDED: Final = {Vec: "by_vectors. ", Map: "by_maps. ", Tensor: "by_tensors. "}


def parts_of(term: Term) -> tuple[str, tuple[Term, ...]]:
    """The known constant that a term begins with, or nothing, and its arguments."""
    head, arguments = spine(term)
    return (head.one if head.kind == "const" and known(head) else ""), arguments


def is_canonical(term: Term) -> bool:
    """True for a term that has the same text as its canonical form."""
    right = canonical(term)
    return right is term or spelt_whole(right) == spelt_whole(term)


class Equations:
    """Lemmas of one file, each once. `lines` are their texts."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._names: dict[tuple[str, str], str] = {}

    def lemma(self, left: Term, right: Term, script: str) -> str:
        """States left = right, and gives it at its own variables."""
        free = sorted(variables(left) | variables(right), key=variable)
        texts = spelt_whole(left), spelt_whole(right)
        if texts not in self._names:
            name = self._names[texts] = f"n{len(self._names)}"
            self.lines.append(f"Lemma {name} {binders_of(free)} : {texts[0]} = {texts[1]}.\nProof. {script} Qed.")
        return f"({' '.join([self._names[texts], *map(variable, free)])})"

    def canonical(self, term: Term) -> str:
        """Proof that a term equals its canonical form."""
        term = normal(term)
        right = canonical(term)
        if is_canonical(term):
            return f"(eq_refl {spelt_whole(term)})"
        known = (spelt_whole(term), spelt_whole(right)) in self._names
        return self.lemma(term, right, "" if known else self._script(term))

    def equal(self, left: Term, right: Term) -> str:
        """Proof that two terms with one normal form are equal."""
        return self.lemma(left, right, self.rewritten(left, right) + self.finish(left, right))

    def finish(self, *terms: Term) -> str:
        """The tactics that close an equation between polynomials, or sums of vectors, in canonical unknowns."""
        if terms[0].sort is Index:
            return "counted."
        rich = any(leaf.kind == "const" and leaf.one == "/" for term in terms for leaf in term.leaves)
        extended = _EXTENDED.get(terms[0].sort, "")
        replaced = [canonical(atom) for term in terms for atom in self.atoms(normal(term))]
        pushed = push(*terms, *replaced) if extended else ""
        return f"{extended}{pushed}{'divided' if rich else 'added'}."

    def rewritten(self, *terms: Term) -> str:
        """Bring the terms in polynomials to canonical form, the largest first; terms that occur only in larger ones are gone then."""
        found = {spelt_whole(atom): atom for term in terms for atom in self.atoms(normal(term))}
        return "".join(f"try rewrite {self.canonical(atom)}. " for atom in sorted(found.values(), key=lambda atom: -atom.size))

    def atoms(self, term: Term) -> Iterable[Term]:
        """The parts of a term that are no sums or products, and not canonical."""
        name, arguments = parts_of(term)
        inside: tuple[Term, ...] = (term,)
        if term.sort in READERS:
            if name in ("+", "-", "*", "outer", "S") and term.sort.source is None:
                inside = arguments
            elif (name == "/" or (name == "^" and term.sort is Num)) and arguments[1].kind == "const" and arguments[1].one.isdigit():
                inside = arguments[:1]
            elif not arguments and (name in ("zero", "id") or name.isdigit()):
                inside = ()
        if inside == (term,):
            return [] if is_canonical(term) else [term]
        return [atom for part in inside for atom in self.atoms(part)]

    def _script(self, term: Term) -> str:
        """The script that proves a term equal to its canonical form."""
        name, arguments = parts_of(term)
        right = canonical(term)
        if term.kind != "bound" and term.sort.source is not None:
            return self._function(term)
        if term not in self.atoms(term):
            return self.rewritten(term) + self.finish(term, right)
        if name == "inner":
            return self._inner(arguments[0], arguments[1], right)
        if name == "mean" and arguments[0].sort.source is Client:
            return mean_is(self, term)
        if name == "/":
            turned = _canonicalized_arguments(self, arguments[1])
            return f"unfold Rdiv at 1. {turned}{self.rewritten(arguments[0])}divided."
        if name == "^" and term.sort is Num:
            return f"{_canonicalized_arguments(self, *reversed(arguments))}{_split_powers(arguments)}powers. divided."
        if name == "^":
            return f"{_canonicalized_arguments(self, *arguments)}{_split_map_powers(arguments[1])}map_powers. {self.finish(right)}"
        if name == "num":
            return f"{_canonicalized_arguments(self, arguments[0])}counts. added."
        return f"exact {self.congruence(term)}."

    def congruence(self, term: Term) -> str:
        """Proof that a head at arguments is the one at canonical arguments."""
        head, arguments = spine(term)
        made = f"(eq_refl {spelt_whole(head)})"
        for argument in arguments:
            made = f"(app_equal {made} {self.canonical(argument)})"
        return made

    def _function(self, function: Term) -> str:
        marker, body = open_binder(function)
        inside = canonical(body)
        made = normal(abstract(inside, marker))
        own = f"fun {variable(marker)} => {self.canonical(body)}"
        first = f"(functional_extensionality {spelt_whole(function)} {spelt_whole(made)} ({own}))"
        return f"exact {first}." if made is canonical(function) else f"exact (eq_trans {first} {self.canonical(made)})."

    def _inner(self, u: Term, v: Term, right: Term) -> str:
        turned = []
        for one, other in product(vector(u), vector(v)):
            pair = [written({image: UNIT}, Vec) for image in (one, other)]
            if order(one) > order(other):
                turned.append(f"try rewrite (inner_sym {spelt_whole(pair[0])} {spelt_whole(pair[1])}). ")
        terms = right, canonical(u), canonical(v)
        closed = self.finish(*terms).split(" ")[-1]
        return f"{_canonicalized_arguments(self, u, v)}{push(*terms, both=True)}{''.join(dict.fromkeys(turned))}{closed}"


def _canonicalized_arguments(equations: Equations, *terms: Term) -> str:
    """Whole arguments become canonical, the largest first: rewriting a smaller one may change what a larger one is found by."""
    found = {spelt_whole(normal(term)): normal(term) for term in terms}
    ordered = sorted(found.values(), key=lambda term: -term.size)
    return "".join(f"try rewrite {equations.canonical(term)}. " for term in ordered if not is_canonical(term))


def _split_powers(arguments: tuple[Term, ...]) -> str:
    """a ^ (k * n) with a number k as (a ^ n) ^ k."""
    parts = [(k, spelt_whole(written({part: 1}, Index))) for part, k in count(arguments[1]).items() if part != ONE]
    if all(k == 1 for k, _ in parts):
        return ""
    summed = [one if k == 1 else f"(Nat.mul {k} {one})" for k, one in parts]
    summed += [spelt_whole(written({ONE: k}, Index)) for part, k in count(arguments[1]).items() if part == ONE]
    shape = summed[0]
    for one in summed[1:]:
        shape = f"(Nat.add {shape} {one})"
    apart = "".join(f"rewrite ?(power_of {k} {one}). " for k, one in parts if k > 1)
    return f"replace {spelt_whole(canonical(arguments[1]))} with {shape} by counted. rewrite ?pow_add. {apart}"


def _split_map_powers(exponent: Term) -> str:
    """Powers of one map in the order of the normal form: those of unknown exponents first."""
    found = [
        spelt_whole(written({part: 1} if part != ONE else {part: k}, Index))
        for part, k in sorted(count(exponent).items(), key=lambda pair: order(pair[0]), reverse=True)
        for _ in range(k if part != ONE else 1)
    ]
    ordered = found[-1]
    for one in reversed(found[:-1]):
        ordered = f"(Nat.add {one} {ordered})"
    return f"replace {spelt_whole(canonical(exponent))} with {ordered} by counted. "
