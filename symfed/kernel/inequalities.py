"""Scripts that prove inequalities between real numbers: signs of factors, and certificates of non-negative multipliers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import sympy as sp
from sympy.core.relational import Relational

from symfed.checks import Certificate, SignCheck
from symfed.checks.spelt import spelt_out
from symfed.core import symbols
from symfed.core.domain import Domain
from symfed.derive.arithmetic import decide
from symfed.kernel.printer import is_count, name, symbols_of, term


def inequality(conclusion: Relational, check: Certificate | SignCheck, under: Domain) -> Iterator[str]:
    """left <= right, by the check's own certificate or by the factors of what is to spare."""
    yield from chains(under)
    yield from powers(conclusion)
    pairs = check.terms if isinstance(check, Certificate) else ((sp.S.One, product(conclusion.rhs - conclusion.lhs, under)),)
    yield from _certified([(spelt_out(m), spelt_out(a)) for m, a in pairs])


def chains(under: Domain) -> Iterator[str]:
    """What conditions say together where one letter is at most another: from a <= b and b c <= 1 that 0 <= c (b - a), and so on down."""
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


def _certified(pairs: Sequence[tuple[sp.Expr, sp.Expr]]) -> Iterator[str]:
    """An inequality whose gap is the sum of the products of these pairs, none negative."""
    products = []
    for k, (multiplier, assumed) in enumerate(pairs, 1):
        yield f"assert (m{k} : 0 <= {term(multiplier)}) by sign."
        yield f"assert (a{k} : 0 <= {term(assumed)}){_square(assumed) or ' by sign.'}"
        yield f"assert (p{k} := Rmult_le_pos _ _ m{k} a{k})."
        products.append(f"({term(multiplier)}) * ({term(assumed)})")
    yield f"apply (by_certificate _ _ ({' + '.join(products)}))."
    yield "- identity."
    yield f"- {' '.join(f'apply Rplus_le_le_0_compat; [| exact p{k}].' for k in range(len(pairs), 1, -1))} exact p1.".replace("-  ", "- ")


def _square(form: sp.Expr) -> str:
    """How |p x + q g|^2 is seen not to be negative where it is spelt out in Gram scalars; empty for what is no such square."""
    xx, xg, gg = (sp.expand(form).coeff(scalar) for scalar in (symbols.gram_xx, symbols.gram_xg, symbols.gram_gg))
    if xg == 0:
        return ""
    p, q = (sp.sqrt(sp.factor(square)).replace(sp.Abs, lambda x: x) for square in (xx, gg))
    q = -q if sp.expand(2 * p * q + xg) == 0 else q
    if sp.expand(2 * p * q - xg) != 0:
        return ""
    scalars = "gram_xx gram_xg gram_gg"
    return f". {{ assert (square := square_of_sum ({term(p)}) ({term(q)}) {scalars} ltac:(lra) ltac:(lra) ltac:(lra)). lra. }}"


def product(gap: sp.Expr, under: Domain) -> sp.Expr:
    """A gap in factors none of which is negative, as far as that is seen: Coq checks both the product and the signs."""
    spread = sp.expand_power_exp(gap)
    # `factor` would draw (-1)^H out of a power
    letters = {power: sp.Dummy() for power in spread.atoms(sp.Pow) if power.exp.free_symbols}
    sign, factors = sp.factor(spread.xreplace(letters)).as_coeff_Mul()
    meant = {letter: power for power, letter in letters.items()}
    kept = []
    for part in (factor.xreplace(meant) for factor in sp.Mul.make_args(factors)):
        if decide(sp.Le(part, 0, evaluate=False), under.relations).kind == "implied":
            base, exponent = part.as_base_exp()
            sign, part = -sign, sp.expand(-base) ** exponent
        kept.append(part)
    return sp.Mul(sign, *kept)


def powers(*expressions: sp.Basic) -> Iterator[str]:
    """What is known of each base is known of its powers."""
    powers = set().union(*(x.atoms(sp.Pow) for x in expressions))
    found = {(power.base, count) for power in powers for count in power.exp.free_symbols if is_count(count)}
    for base, count in sorted(found, key=sp.default_sort_key):
        yield f"powers_between ({term(base)}) {name(count.name)}."
