"""The rule arithmetic as a proof for Coq: a relation is a sum of products of facts; other steps of normal forms are lemmas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from symfed.coq.sentences.equations import Equations
from symfed.coq.sentences.spelling import spelt_whole
from symfed.kernel.arithmetic import CertificatePart, relation, weighted_product
from symfed.kernel.facts import Fact
from symfed.kernel.symbols import numeral
from symfed.kernel.terms import Index, Num, Term, const, to
from symfed.kernel.text import join

#: The known sign of a number: zero, not negative, positive, or none.
_ZERO, _AT_LEAST, _POSITIVE, _NOTHING = range(4)
_OF: Final = {"<=": ("of_at_most", _AT_LEAST), "<": ("of_less", _POSITIVE), "=": ("of_equal", _ZERO)}
_TO: Final = {"<=": "to_at_most", "<": "to_less", "=": "to_equal"}
_LETTER: Final = {"Vec": "v", "Map": "m", "Tensor": "t"}
#: The text of a fact's proof where it is used.
Shown = Callable[[Fact], str]


def script(equations: Equations, goal: Term, parts: Sequence[tuple[CertificatePart, Sequence[Fact]]], shown: Shown) -> str:
    """The script that proves a goal from a certificate."""
    kind, left, right = relation(goal)
    if left.sort is Index:
        return f"exact {equations.equal(left, right)}."
    difference = join("-", left, right) if kind == "=" else join("-", right, left)
    if left.sort is Num:
        return _of_numbers(equations, kind, difference, parts, shown)
    return _of_vectors(equations, difference, parts, shown)


def _rational_term(value: Fraction) -> Term:
    whole = numeral(abs(value.numerator))
    made = whole if value.denominator == 1 else join("/", whole, numeral(value.denominator))
    return made if value >= 0 else join("*", join("-", numeral(0), numeral(1)), made)


def _of_numbers(
    equations: Equations, kind: str, difference: Term, parts: Sequence[tuple[CertificatePart, Sequence[Fact]]], shown: Shown
) -> str:
    terms, proofs = [], []
    for part, facts in parts:
        related = [relation(fact.prop) for fact in facts]
        _, product = weighted_product(part, related, Num)
        known = [] if part.left is None else [(_NOTHING, "")]
        known += [(_OF[name][1], f"({_OF[name][0]} _ _ {shown(fact)})") for (name, _, _), fact in zip(related, facts, strict=True)]
        known += [(_AT_LEAST, f"(of_square {spelt_whole(square)})") for square in part.squares]
        known += [] if part.right is None else [(_NOTHING, "")]
        known = known or [(_POSITIVE, "Rlt_0_1")]
        sign, proof = known[0]
        for other in known[1:]:
            sign, proof = _sign_of_product(sign, proof, *other)
        coefficient = Fraction(part.coefficient)
        if sign == _ZERO:
            proofs.append((_ZERO, f"(zero_right {spelt_whole(_rational_term(coefficient))} _ {proof})"))
        else:
            proofs.append(_sign_of_product(_POSITIVE, f"(ltac:(lra) : 0 < {spelt_whole(_rational_term(coefficient))})", sign, proof))
        terms.append(join("*", _rational_term(coefficient), product))
    if not terms:
        terms, proofs = [numeral(0)], [(_ZERO, "(eq_refl 0)")]
    whole, (sign, proof) = terms[-1], proofs[-1]
    for term, other in zip(reversed(terms[:-1]), reversed(proofs[:-1]), strict=True):
        whole, (sign, proof) = join("+", term, whole), _sign_of_sum(*other, sign, proof)
    if kind != "=":
        proof = _at_least(sign, proof) if kind == "<=" else proof
    same = equations.equal(difference, whole)
    return f"apply {_TO[kind]}. refine (eq_ind_r {_SAYS[kind]} _ {same}). exact {proof}."


_SAYS: Final = {"=": "(fun x => x = 0)", "<=": "(fun x => 0 <= x)", "<": "(fun x => 0 < x)"}


def _at_least(sign: int, proof: str) -> str:
    return {_ZERO: f"(Req_le_sym _ _ {proof})", _POSITIVE: f"(Rlt_le _ _ {proof})"}.get(sign, proof)


def _sign_of_product(sign: int, proof: str, other_sign: int, other: str) -> tuple[int, str]:
    if sign == _ZERO:
        return _ZERO, f"(zero_left _ _ {proof})"
    if other_sign == _ZERO:
        return _ZERO, f"(zero_right _ _ {other})"
    if _NOTHING in (sign, other_sign):
        return _NOTHING, ""
    if sign == other_sign == _POSITIVE:
        return _POSITIVE, f"(Rmult_lt_0_compat _ _ {proof} {other})"
    return _AT_LEAST, f"(Rmult_le_pos _ _ {_at_least(sign, proof)} {_at_least(other_sign, other)})"


def _sign_of_sum(sign: int, proof: str, other_sign: int, other: str) -> tuple[int, str]:
    if sign == other_sign == _ZERO:
        return _ZERO, f"(zero_sum _ _ {proof} {other})"
    if sign == _POSITIVE:
        return _POSITIVE, f"(Rplus_lt_le_0_compat _ _ {proof} {_at_least(other_sign, other)})"
    if other_sign == _POSITIVE:
        return _POSITIVE, f"(Rplus_le_lt_0_compat _ _ {_at_least(sign, proof)} {other})"
    return _AT_LEAST, f"(Rplus_le_le_0_compat _ _ {_at_least(sign, proof)} {_at_least(other_sign, other)})"


def _of_vectors(equations: Equations, difference: Term, parts: Sequence[tuple[CertificatePart, Sequence[Fact]]], shown: Shown) -> str:
    """Each product holds a difference of equal things, and is zero."""
    sort, letter = difference.sort, _LETTER[difference.sort.text]
    scale, zero = const("*", to(Num, sort, sort)), const("zero", sort)
    whole, proof, lines = zero, "eq_refl", list[str]()
    for number, (part, facts) in enumerate(parts):
        related = [relation(fact.prop) for fact in facts]
        _, product = weighted_product(part, related, sort)
        place = next(k for k, (name, _, _) in enumerate(related) if name == "=")
        of = _LETTER.get(related[place][1].sort.text, "")
        lines.append(f"assert (P{number} : {spelt_whole(product)} = {spelt_whole(zero)}).")
        lines.append(f"{{ rewrite ({of}of_equal _ _ {shown(facts[place])}). {equations.finish(product, zero)} }}")
        factor = _rational_term(Fraction(part.coefficient))
        whole = join("+", whole, scale(factor, product))
        proof = f"({letter}zero_sum _ _ {proof} ({letter}zero_times {spelt_whole(factor)} _ P{number}))"
    lines.append(f"exact ({letter}to_equal _ _ (eq_trans {equations.equal(difference, whole)} {proof})).")
    return " ".join(lines)
