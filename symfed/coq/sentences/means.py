"""A mean over clients in normal form, as a proof for Coq: factors that no client owns are taken out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any, Final

from symfed.coq.sentences.spelling import spelt_whole, variable
from symfed.kernel.forms import READERS, canonical, open_binder, split_of_mean, tensor_in
from symfed.kernel.polynomials import ONE
from symfed.kernel.symbols import numeral
from symfed.kernel.terms import Map, Num, Sort, Tensor, Term, Vec, abstract, const, free, normal, spine, to
from symfed.kernel.text import join
from symfed.kernel.written import order, written

if TYPE_CHECKING:
    from symfed.coq.sentences.equations import Equations

_SUM: Final = {Num: "mean_sum", Vec: "vmean_sum"}
_PROBE: Final = {Map: free("%probe", Vec), Tensor: free("%probe", Map)}


def mean_is(equations: Equations, term: Term) -> str:
    """The script that proves a mean equal to its canonical form."""
    _, (function,) = spine(term)
    marker, body = open_binder(function)
    right = canonical(term)
    sort = term.sort
    form = READERS[sort](body)
    pieces = [piece for part in sorted(form, key=order) for piece in _mean_pieces(marker, part, form[part], sort)]
    base = Num if sort is Num else Vec
    start = "" if sort not in _PROBE else f"{'by_map_of' if sort is Map else 'by_tensor_of'} {variable(_PROBE[sort])}. "
    zero = "(mean_zero)" if base is Num else "(vmean_zero)"
    made, whole = zero, numeral(0) if base is Num else const("zero", Vec)
    for proof, value in reversed(pieces):
        made, whole = f"({_SUM[base]} {proof} {made})", join("+", value, whole)
    inside = normal(body)
    if sort in _PROBE:
        inside = join("*", body, _PROBE[sort])
        right = join("*", right, _PROBE[sort])
    within = f"{equations.rewritten(inside)}{equations.finish(inside, whole, right)}"
    return (
        f"{start}refine (eq_trans (f_equal _ (functional_extensionality _ _ _)) (eq_trans {made} _)). "
        f"1: {{ intro {variable(marker)}; cbv beta; {within} }} "
        f"{equations.rewritten(whole)}{equations.finish(whole, right)}"
    )


def _mean_of(piece: Term, marker: Term) -> tuple[str, Term]:
    """What is owned by a client, as the text of a function, and its mean."""
    function = normal(abstract(piece, marker))
    return spelt_whole(function), const("mean", to(function.sort, piece.sort))(function)


def _applied(word: Sequence[Any], last: Term) -> Term:
    """The product of unknowns, applied to a term."""
    return reduce(lambda value, unknown: join("*", unknown.term, value), reversed(word), last)


def _mean_pieces(marker: Term, part: Any, coefficient: Any, sort: Sort) -> list[tuple[str, Term]]:
    """For each product of a part: a proof of what the mean of its functions is, and that value."""
    if sort is Num:
        outside, own = split_of_mean(part, marker)
        factor = written({outside: coefficient}, Num)
        if not own:
            return [(f"(mean_of_constant {spelt_whole(factor)})", factor)]
        function, value = _mean_of(written({own: Fraction(1)}, Num), marker)
        return [(f"(mean_times {spelt_whole(factor)} (eq_refl (mean {function})))", join("*", factor, value))]
    found = []
    for product, c in coefficient.items():
        outside, own = split_of_mean(product, marker)
        factor = written({outside: c}, Num)
        proof, value = _module_piece(marker, part, own, sort)
        found.append((f"(vmean_times {spelt_whole(factor)} {proof})", join("*", factor, value)))
    return found


def _module_piece(marker: Term, part: Any, own: Any, sort: Sort) -> tuple[str, Term]:
    word, last = part if sort is Vec else (part, None)
    places = [k for k, unknown in enumerate(word) if marker in unknown.markers]
    first = places[0] if places else len(word)
    mixed = len(places) > 0 and places[0] < places[-1] and places[0] <= tensor_in(word) <= places[-1]
    own_last = last is not None and (mixed or marker in last.markers)
    end = len(word) if own_last or not places else places[-1] + 1
    rest = _PROBE[sort] if last is None else last.term
    one = {own: Fraction(1)}
    if own_last:
        function, value = _mean_of(written({(word[first:], last): one}, Vec), marker)
        proof = f"(eq_refl (vmean {function}))"
    elif places:
        inner = _applied(word[end:], rest)
        matrix = written({word[first:end]: one}, Tensor if sort is Tensor else Map)
        function, mean = _mean_of(matrix, marker)
        proof = f"({'tmean_at' if matrix.sort is Tensor else 'mmean_at'} {function} {spelt_whole(inner)})"
        value = join("*", mean, inner)
    else:
        value = _applied(word, rest)  # nothing of it belongs to a client
        if own == ONE:
            return f"(vmean_of_constant {spelt_whole(value)})", value
        function, mean = _mean_of(written(one, Num), marker)
        return f"(vmean_of_factor {function} {spelt_whole(value)})", join("*", mean, value)
    for unknown in reversed(word[:first]):
        inside = value.sort
        rule = "tapp_of_mean" if unknown.term.sort is Tensor else "app_of_mean" if inside is Vec else "comp_of_mean"
        proof, value = f"({rule} {spelt_whole(unknown.term)} {proof})", join("*", unknown.term, value)
    return proof, value
