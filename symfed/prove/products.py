"""Integrable powers of nonnegative numbers: of sums, by Minkowski's inequality, lower ones by Jensen's, and products."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product as all_of
from typing import TYPE_CHECKING

from symfed.kernel.forms import canonical, number
from symfed.kernel.symbols import NEXT, equal, numeral
from symfed.kernel.terms import Index, Num, Term, app, normal, spine
from symfed.kernel.text import join
from symfed.kernel.written import written
from symfed.prove.bounded import moment_facts, power_of_norm
from symfed.prove.lower import lower_power, moment_root
from symfed.prove.named import NoProof, equation_sides
from symfed.prove.of_matrices import conjunction_parts
from symfed.prove.pieces import function_of, pieces
from symfed.tactics.arithmetic import solve_exactly
from symfed.tactics.proof import ProductOfFacts, ProofLine, closed_subterms
from symfed.tactics.substitution import known_values, put_in
from symfed.theorems.notation import DRAW

if TYPE_CHECKING:
    from symfed.prove.words import Words

#: A number that is nonnegative for every draw, and the fact that it is.
Sized = tuple[Term, ProofLine]


def open_power(t: Words, v: Term, n: int) -> ProofLine:
    """|v|^n is integrable, where no class says how draws depend on their points: from a known power, else an open hypothesis."""
    lines = [(line, power_of_norm(normal(app(spine(line.prop)[1][0], DRAW)))) for line in (*moment_facts(t), *t.chance.noted.values())]
    known = [(line, *power) for line, power in lines if power]
    norm, opposite = t.symbol("norm"), join("*", join("-", numeral(0), numeral(1)), v)
    alike = {canonical(v), canonical(opposite)}
    high, x, order = next(
        (one for one in known if one[2] >= n and canonical(one[1]) in alike), (None, v, max([n, *(k for _, _, k in known)]))
    )
    if high is None:
        high = t.assume_open(t.symbol("integrable")(function_of(join("^", norm(v), numeral(order, Index)))))
        t.chance.note_integrable(high)
    elif x is not v:
        high = t.chance.transfer(high, t.arithmetic(equal(*(join("^", norm(y), numeral(order, Index)) for y in (x, v)))))
    return high if order == n else lower_power(t, norm(v), t.proof.use("norms", v), high, n, order - n)


def sum_power(t: Words, parts: Sequence[Sized], n: int) -> tuple[Term, ProofLine, ProofLine]:
    """A sum of numbers with integrable n-th powers, with the facts that it is nonnegative and that its n-th power is integrable."""
    less = numeral(n - 1, Index)
    (total, sign), *others = parts
    high = t.integrable(function_of(join("^", total, NEXT(less))))
    for x, own in others:
        both = (total, sign, high), (x, own, t.integrable(function_of(join("^", x, NEXT(less)))))
        sizes = [moment_root(t, y, s, n, NEXT(less), whole) for y, s, whole in both]
        signs = [t.proof.general(s, DRAW) for _, s, _ in both]
        given = *signs, *(size[1] for size in sizes), *(whole for _, _, whole in both), *(size[2] for size in sizes)
        made = t.proof.use("Minkowski", *(function_of(y) for y, _, _ in both), *(size[0] for size in sizes), less, *given)
        high, total = next(conjunction_parts(t, made)), join("+", total, x)
        sign = t.proof.arithmetic(join("<=", numeral(0), total), ProductOfFacts((sign,)), ProductOfFacts((own,)))
    return total, sign, high


def _sum_of_squares(t: Words, x: Term) -> list[Sized]:
    """The terms of a sum of squared norms with coefficients, each with its sign. Raises NoProof for any other number."""
    found = []
    for coefficient, piece in pieces(x):
        v, order = power_of_norm(piece) or (x, 0)
        if order != 2:
            raise NoProof(f"{x} is no sum of squares")
        positive = t.arithmetic(join("<=", numeral(0), coefficient))
        part = join("*", coefficient, piece)
        sign = t.proof.arithmetic(join("<=", numeral(0), part), ProductOfFacts((positive,), squares=(t.symbol("norm")(v),)))
        found.append((part, sign))
    return found


def _same_value(t: Words, known: Term, body: Term, facts: Sequence[ProofLine]) -> ProofLine:
    rest, parts = put_in(number(join("-", known, body)), known_values(facts, powers=True))
    if rest:
        raise NoProof(f"{known} is not known to be {body}")
    return t.proof.arithmetic(equal(known, body), *parts)


def _of_root(t: Words, root: Term, n: int) -> tuple[ProofLine, ProofLine]:
    """r^n is integrable, for the root r of a sum of squares; and r r is that sum."""
    (inside,), half = spine(root)[1], (n + 1) // 2
    total, sign, high = sum_power(t, _sum_of_squares(t, inside), half)
    value = t.proof.use("root", inside, t.proof.arithmetic(join("<=", numeral(0), inside), ProductOfFacts((sign,))))
    power, even = join("^", total, NEXT(numeral(half - 1, Index))), join("^", root, numeral(2 * half, Index))
    known = t.chance.transfer(high, _same_value(t, power, even, [value]))
    return lower_power(t, root, t.proof.use("roots", inside), known, n, 1) if n % 2 else known, value


def power_of_sum(t: Words, body: Term) -> ProofLine | None:
    """A power of a sum of squares, or of the root of one, is integrable; None for any other number."""
    head, of = spine(body)
    roots = list(dict.fromkeys(x for x in closed_subterms(body) if spine(x)[0].one == "sqrt" and DRAW in x.leaves))
    try:
        if not roots and head.one == "^" and spine(of[0])[0].one == "+" and of[1].kind == "const":
            total, _, high = sum_power(t, _sum_of_squares(t, of[0]), n := int(of[1].one))
            return t.chance.transfer(high, _same_value(t, join("^", total, NEXT(numeral(n - 1, Index))), body, []))
        for inside in (spine(root)[1][0] for root in roots if len(roots) == 1 and len(number(spine(root)[1][0])) > 1):
            for k in range(4):
                if number(join("*", join("^", inside, numeral(k, Index)), roots[0])) == number(body):
                    high, value = _of_root(t, roots[0], 2 * k + 1)
                    return t.chance.transfer(high, _same_value(t, join("^", roots[0], numeral(2 * k + 1, Index)), body, [value]))
    except NoProof:
        return None
    return None


def with_mean(t: Words, body: Term) -> ProofLine:
    """A product of inner products, powers of norms and roots (even powers of names for such) is integrable. Raises NoProof."""
    factors = [(u.term, power) for product in number(body) for u, power in product]
    odd = len(factors) > 1 and all(spine(x)[0].one in ("norm", "sqrt") for x, _ in factors)
    atoms, wanted, facts = list[Term](), numeral(1), list[ProofLine]()
    for x, power in factors:
        said = _definition_of(t, x)
        head, of = spine(x if said is None else equation_sides(said.prop)[1])
        if head.one == "sqrt" and len(factors) == 1:
            root = head(*of)
            high = _of_root(t, root, power)[0]
            return high if said is None else t.chance.transfer(high, _same_value(t, join("^", root, numeral(power, Index)), body, [said]))
        if head.one == "inner":  # 4 <u, v> = |u + v|^2 - |u - v|^2
            own = [t.symbol("norm")(join(sign, *of)) for sign in "+-"]
            value = join("/", join("-", *(join("^", norm, numeral(2, Index)) for norm in own)), numeral(4))
            squares = [
                ProductOfFacts((t.proof.use("norm", spine(norm)[1][0]),), Fraction(k, 4)) for norm, k in zip(own, (-1, 1), strict=True)
            ]
            facts.append(t.proof.arithmetic(equal(x, value), *squares, *([] if said is None else [ProductOfFacts((said,))])))
        elif head.one in ("norm", "sqrt") and (odd or power % 2 == 0):
            own, value = [x], x
        else:
            raise NoProof(f"{body} is not known to be integrable")
        atoms, wanted = list(dict.fromkeys([*atoms, *own])), join("*", wanted, join("^", value, numeral(power, Index)))
    return _by_polarisation(t, atoms, wanted, body, facts)


def _by_polarisation(t: Words, atoms: Sequence[Term], wanted: Term, body: Term, facts: Sequence[ProofLine]) -> ProofLine:
    """A product of powers of nonnegative numbers as a combination of powers of their sums, or of sums of their squares."""
    products = list(number(wanted))
    by = 1 if any(k % 2 for product in products for _, k in product) else 2
    n = sum(k for _, k in products[0]) // by
    grid = [weights for weights in all_of(range(n + 1), repeat=len(atoms)) if sum(weights) == n]
    if len(grid) > 21:
        raise NoProof(f"{body} is not known to be integrable: a product of too many powers")
    signs = {x: t.proof.use("norms" if spine(x)[0].one == "norm" else "roots", spine(x)[1][0]) for x in atoms if by == 1}
    parts = []
    for weights in grid:
        sized = []
        for weight, atom in ((w, atom) for w, atom in zip(weights, atoms, strict=True) if w):
            part = join("*", numeral(weight), join("^", atom, numeral(by, Index)))
            sign = ProductOfFacts((signs[atom],), Fraction(weight)) if by == 1 else ProductOfFacts((), Fraction(weight), squares=(atom,))
            sized.append((part, t.proof.arithmetic(join("<=", numeral(0), part), sign)))
        total, _, high = sum_power(t, sized, n)
        parts.append((join("^", total, NEXT(numeral(n - 1, Index))), high))
    forms = [number(power) for power, _ in parts]
    shares = solve_exactly(number(wanted), forms)
    if shares is None:
        raise NoProof(f"{body} is no combination of powers")
    used = [(written({(): share}, Num), power, high) for share, (power, high) in zip(shares, parts, strict=True) if share]
    whole, made = t.chance.combine_integrable([(share, function_of(power), high) for share, power, high in used])
    return t.chance.transfer(made, _same_value(t, normal(app(whole, DRAW)), body, facts))


def _definition_of(t: Words, x: Term) -> ProofLine | None:
    """The defining equation of a name or a value of a sequence, with its index as written here; None for others."""
    head, of = spine(x)
    if head not in t.values and head not in t.sequences:
        return None
    said = t.defined_before(head, of)
    return t.proof.arithmetic(equal(x, equation_sides(said.prop)[1]), ProductOfFacts((said,)))
