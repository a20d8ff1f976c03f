"""Signs that no tactic proves, written out: sums of products that are not negative."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import methodcaller

import sympy as sp

from symfed.coq.printer import term
from symfed.coq.reals.facts import implied, on_sides, slack, slacks
from symfed.core.domain import Domain
from symfed.core.extras import need
from symfed.core.symbols import is_count
from symfed.tactics.sums_of_products import Given, Letters, Polynomial, SumOfProducts, WeightedProduct, search, squares

#: A sum of more terms than this is left to Coq's own search: it would be read by nobody.
_READABLE = 40


def written_out(expressions: Sequence[sp.Expr], under: Domain, called: str = "written") -> Iterator[str]:
    """Assertions 0 <= factor, for those factors of these expressions in which terms of both signs stand and some product of conditions is
    needed, named written_1 and so on. A factor for which no such sum is found is left to the tactic `sign`."""
    factors = dict.fromkeys(factor for x in expressions for factor in _odd_factors(x) if not factor.is_nonnegative)
    for k, factor in enumerate((factor for factor in factors if not _is_linear(factor, under)), 1):
        letters = _opaque_symbols(factor, under)
        meant = {letter: power for power, letter in letters.items()}
        known = Domain(tuple(on_sides(methodcaller("xreplace", letters), relation) for relation in under.relations))
        if line := _certificate_line(factor.xreplace(letters), known, meant):
            yield f"assert ({called}_{k} : 0 <= {term(factor)}). {{ {line} }}"


def _certificate_line(x: sp.Expr, domain: Domain, meant: dict[sp.Symbol, sp.Expr]) -> str:
    """The line that shows x to be a sum of products of conditions, by linear programming; "" if none is found."""
    cleared = _cleared_denominator(x)
    if cleared is None:
        return ""
    goal, facts = cleared, [fact for known in slacks(domain) if (fact := _cleared_denominator(known))]
    gens = sorted(set().union(*(top.free_symbols for _, top, _ in (goal, *facts))), key=lambda letter: str(letter.name))
    signs = Letters(tuple(1 if letter.is_positive else 0 if letter.is_nonnegative else None for letter in gens))
    counts = [letter for letter in gens if is_count(letter) and letter.is_positive]
    facts += [(count - 1, count - 1, sp.S.One) for count in counts]  # a count is at least one

    def searched(roots: Sequence[sp.Expr] = ()) -> SumOfProducts | None:
        facts.extend((root**2, sp.expand(root**2), sp.S.One) for root in roots)
        wanted, *known = (_as_polynomial(top, gens) for _, top, _ in (goal, *facts))
        return search(wanted, [Given(polynomial) for polynomial in known], signs)

    found = searched()
    if found is None and counts:  # times the squares of counts, which are at least 4 (count - 1)
        bottom = sp.Mul(*(count**2 for count in counts))
        goal = x, sp.expand(goal[1] * bottom), goal[2] * bottom
        found = searched([count - 2 for count in counts])
    elif found is None:
        found = searched([sp.Poly(root, *gens).as_expr() for root in squares(_as_polynomial(goal[1], gens), [])])
    if found is None or len(found.terms) + len(found.factors) > _READABLE:
        return ""
    given = [_product_text([fact, bottom], meant) for fact, _, bottom in facts]

    def written(terms: Sequence[WeightedProduct]) -> str:
        products = []
        for each in terms:
            number = term(sp.Rational(each.coefficient.numerator, each.coefficient.denominator))
            monomial = _product_text([letter**power for letter, power in zip(gens, each.monomial, strict=True)], meant)
            factors = [*([monomial] if monomial else []), *(given[k] for k in each.facts)]
            products.append(" * ".join([*([number] if number != "1" or not factors else []), *factors]))
        return " + ".join(products)

    below = " * ".join(text for text in (f"({written(found.factors)})", _product_text([goal[2]], meant)) if text not in ("(1)", ""))
    return f"apply (by_certificate _ _ (({written(found.terms)}){f' / ({below})' if below else ''})); [identity | sign]."


def _as_polynomial(x: sp.Expr, gens: Sequence[sp.Symbol]) -> Polynomial:
    return {m: Fraction(int(c.p), int(c.q)) for m, c in sp.Poly(x, *gens).terms()}


def _cleared_denominator(x: sp.Expr) -> tuple[sp.Expr, sp.Expr, sp.Expr] | None:
    """x, a polynomial, and a positive denominator of which x is the quotient; None where the denominator is not seen to be positive."""
    top, bottom = sp.fraction(sp.cancel(sp.together(x)))
    top, bottom = (top, bottom) if bottom.is_positive else (-top, -bottom)
    return (x, sp.expand(top), sp.factor(bottom)) if bottom.is_positive and top.is_polynomial(*top.free_symbols) else None


def _product_text(factors: Sequence[sp.Expr], meant: dict[sp.Symbol, sp.Expr]) -> str:
    return " * ".join(f"({term(factor.xreplace(meant))})" for factor in factors if factor != 1)


def _odd_factors(x: sp.Expr) -> Iterator[sp.Expr]:
    for part in sp.Mul.make_args(x):
        base, exponent = part.as_base_exp()
        if base.is_Add and exponent.is_Integer and exponent % 2:
            yield base.primitive()[1] if base.is_polynomial(*base.free_symbols) else base


def _opaque_symbols(factor: sp.Expr, under: Domain) -> dict[sp.Expr, sp.Symbol]:
    """Powers with symbolic exponents, exponentials and the like, and symbols with a condition, each as a symbol of the sign known of it."""
    atoms = sp.Tuple(factor, *under.relations).atoms(sp.Pow, sp.Function, sp.Min, sp.Max)
    opaque = [x for x in atoms if not (x.is_Pow and x.exp.is_Integer)]
    out: dict[sp.Expr, sp.Symbol] = {}
    for k, x in enumerate(sorted(opaque, key=sp.default_sort_key), 1):
        known = implied(sp.Ge(x, 0, evaluate=False), under)
        out[x] = sp.Dummy(f"opaque_{k}", nonnegative=True) if known else sp.Dummy(f"opaque_{k}", real=True)
    for relation in under.relations:
        letter = slack(relation)
        if isinstance(letter, sp.Symbol) and not letter.is_nonnegative:
            out[letter] = sp.Dummy(letter.name, positive=isinstance(relation, sp.Gt | sp.Lt) or None, nonnegative=True)
    return out


def _is_linear(x: sp.Expr, under: Domain) -> bool:
    """Return whether x is a sum of conditions and signs of symbols times positive numbers, which linear arithmetic proves. Floats do, since
    only the choice of script depends on it."""
    signs = [letter - 1 if letter.is_integer else letter for letter in sorted(x.free_symbols, key=str) if letter.is_nonnegative]
    columns = [sp.expand(column).as_coefficients_dict() for column in (*slacks(under), *signs, sp.S.One, x)]
    rows = sorted(set().union(*columns), key=sp.default_sort_key)
    table = [[float(column[row]) for column in columns] for row in rows]
    need("judge", "searching for a proof")
    from scipy.optimize import linprog  # slow to load, and only a search for a proof needs it

    answer = linprog([0.0] * (len(columns) - 1), A_eq=[row[:-1] for row in table], b_eq=[row[-1] for row in table])
    return answer.status == 0
