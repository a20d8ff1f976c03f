"""Terms as texts with shared parts: a part that several of them have is written once, and referred to by its place, #k."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from symfed.kernel.terms import Term, app, const, lam, normal, spine
from symfed.kernel.text import show

#: The least length in characters of a part with a place of its own.
LEAST = 32


def texts_of(terms: Sequence[Term]) -> tuple[list[str], list[int]]:
    """Texts that the kernel reads one after the other, and the place of each term among them."""
    terms = [normal(term) for term in terms]
    sharing = _Sharing(terms)
    return sharing.texts, [sharing.place_of(term) for term in terms]


class _Sharing:
    """Texts by place. `uses`: in how many parts, or as how many terms, a part stands."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self.texts: list[str] = []
        self.uses = Counter(terms)
        self._places: dict[Term, int] = {}
        self._shorter: dict[Term, Term] = {}
        ahead = list(self.uses)
        while ahead:
            for part in _direct_subterms(ahead.pop()):
                self.uses[part] += 1
                if self.uses[part] == 1:
                    ahead.append(part)

    def place_of(self, term: Term) -> int:
        if term not in self._places:
            text = show(self._shortened_term(term))
            self._places[term] = len(self.texts)
            self.texts.append(text)
        return self._places[term]

    def _shortened_term(self, term: Term) -> Term:
        """The term with shared parts replaced by constants, whose names are their places."""
        if term not in self._shorter:
            made = term
            if term.kind == "lam":
                made = lam(term.one, self._shared_part(term.two))
            elif term.kind == "app":
                made, arguments = spine(term)
                for argument in arguments:
                    made = app(made, self._shortened_term(argument) if _is_quantifier(term) else self._shared_part(argument))
            self._shorter[term] = made
        return self._shorter[term]

    def _shared_part(self, part: Term) -> Term:
        made = self._shortened_term(part)
        if part.loose or self.uses[part] < 2 or made.size < 4 or len(show(made)) < LEAST:
            return made
        return const(f"#{self.place_of(part)}", part.sort)


def _is_quantifier(term: Term) -> bool:
    """Return whether a term is a quantifier over a lambda, whose function has no text of its own."""
    head, arguments = spine(term)
    return head.one in ("all", "some") and len(arguments) == 1 and arguments[0].kind == "lam"


def _direct_subterms(term: Term) -> Iterator[Term]:
    """The direct subterms of a term, as they are printed."""
    if term.kind == "lam":
        yield term.two
    elif term.kind == "app":
        yield from (spine(term)[1][0].two,) if _is_quantifier(term) else spine(term)[1]
