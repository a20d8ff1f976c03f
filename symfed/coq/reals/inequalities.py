"""Scripts that prove inequalities between real numbers: signs of factors, and certificates of non-negative multipliers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations

import sympy as sp
from sympy.core.relational import Relational

from symfed.checks import Certificate, SignCheck
from symfed.checks.spelt import spelt_out
from symfed.coq.printer import symbols_of, term
from symfed.coq.reals.facts import implied, in_roots, needed_facts, powers, roots
from symfed.coq.reals.signs import written_out
from symfed.core import symbols
from symfed.core.domain import Domain


def inequality(conclusion: Relational, check: Certificate | SignCheck, under: Domain) -> Iterator[str]:
    """left <= right, by the check's own certificate or by the factors of right - left."""
    terms = check.terms if isinstance(check, Certificate) else ()
    pairs = [(spelt_out(multiplier), spelt_out(assumed)) for multiplier, assumed in terms]
    if squares := roots(conclusion, *under.relations):
        lines, conclusion, under = in_roots(squares, conclusion, under)
        yield from lines
        pairs = [(m.subs(squares), a.subs(squares)) for m, a in pairs]
    yield from chained_conditions(under)
    yield from powers(conclusion, *under.relations)
    gap = conclusion.rhs - conclusion.lhs
    lines, under = needed_facts([x for pair in pairs for x in pair] or [gap], under)
    yield from lines
    pairs = pairs or [(sp.S.One, product(gap, under))]
    yield from written_out([x for pair in pairs for x in pair], under)
    yield from _gram_squares(x for pair in pairs for x in pair)
    certified = "apply (by_certificate _ _ ({})); [identity | sign]"
    if sp.Tuple(conclusion, *under.relations).atoms(sp.Min, sp.Max):
        certified = f"extremes; ({certified})"
    sum_of = " + ".join(
        f"({term(multiplier)}) * ({term(assumed)})" if multiplier != 1 else f"({term(assumed)})" for multiplier, assumed in pairs
    )
    yield f"{certified.format(sum_of)}."


def chained_conditions(under: Domain) -> Iterator[str]:
    """Consequences of conditions where one symbol is at most another: 0 <= c (b - a) from a <= b and b c <= 1, and so on down."""
    slacks = [condition.gts - condition.lts for condition in under.relations if isinstance(condition, sp.Ge | sp.Le)]
    ordered = [(low, high) for slack in slacks for low, high in permutations(symbols_of(slack), 2) if slack == high - low]
    todo = [part.as_coeff_Mul()[1] for slack in slacks for part in sp.Add.make_args(sp.expand(slack))]
    seen: list[sp.Expr] = []
    while todo:
        monomial = todo.pop(0)
        for low, high in ordered:
            rest = monomial / high
            if rest != 1 and high not in rest.free_symbols and rest.is_nonnegative and rest * (high - low) not in seen:
                seen.append(rest * (high - low))
                todo.append(rest * low)
                yield f"assert (chain_{len(seen)} : 0 <= {term(seen[-1])}) by sign."


def _gram_squares(expressions: Iterable[sp.Expr]) -> Iterator[str]:
    """|p x + q g|^2 where it is spelt out in Gram scalars: it is not negative."""
    for k, form in enumerate(expressions, 1):
        xx, xg, gg = (sp.expand(form).coeff(scalar) for scalar in (symbols.gram_xx, symbols.gram_xg, symbols.gram_gg))
        if xg == 0:
            continue
        p, q = (sp.sqrt(sp.factor(square)).replace(sp.Abs, lambda x: x) for square in (xx, gg))
        q = -q if sp.expand(2 * p * q + xg) == 0 else q
        if sp.expand(2 * p * q - xg) == 0:
            yield f"assert (square_{k} := square_of_sum ({term(p)}) ({term(q)}) gram_xx gram_xg gram_gg ltac:(lra) ltac:(lra) ltac:(lra))."


def product(gap: sp.Expr, under: Domain) -> sp.Expr:
    """A gap in factors none of which is negative, as far as the signs are known: Coq checks both the product and the signs."""
    spread = sp.expand_power_exp(gap)
    # `factor` would draw (-1)^H out of a power
    letters = {power: sp.Dummy() for power in spread.atoms(sp.Pow, sp.exp) if power.exp.free_symbols or isinstance(power, sp.exp)}
    sign, factors = sp.factor(spread.xreplace(letters)).as_coeff_Mul()
    meant = {letter: power for power, letter in letters.items()}
    kept = []
    for part in (factor.xreplace(meant) for factor in sp.Mul.make_args(factors)):
        if implied(sp.Le(part, 0, evaluate=False), under):
            base, exponent = part.as_base_exp()
            sign, part = -sign, sp.expand(-base) ** exponent
        kept.append(part)
    return sp.Mul(sign, *kept)
