"""Wrong variants of an expression: one node changed, by rules for mistakes that are easy to make in this field."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import sympy as sp

from symfed.core.symbols import ClientMean, H, N, a, g, gamma
from symfed.mutants.subject import Variant

#: A node of an expression -> what may wrongly stand in its place.
Rule = Callable[[sp.Expr], Iterable[sp.Expr]]


def everywhere(expression: sp.Expr, rule: Rule) -> Iterator[sp.Expr]:
    """The expression with one node replaced: once for every node and every replacement that the rule offers."""
    yield from rule(expression)
    for k, argument in enumerate(expression.args):
        for changed in everywhere(argument, rule):
            yield expression.func(*expression.args[:k], changed, *expression.args[k + 1 :])


def _each_term(change: Callable[[sp.Expr], sp.Expr]) -> Rule:
    def rule(node: sp.Expr) -> Iterator[sp.Expr]:
        if node.is_Add:
            for k, term in enumerate(node.args):
                yield sp.Add(*node.args[:k], change(term), *node.args[k + 1 :])

    return rule


def _short_by_one(node: sp.Expr) -> Iterator[sp.Expr]:
    """H for H - 1, H - 1 for H - 2 and so on."""
    if node.is_Add and node.has(H) and any(term.is_Integer for term in node.args):
        yield node + 1


def _one_step_off(node: sp.Expr) -> Iterator[sp.Expr]:
    if node == H:
        yield from (H - 1, H + 1)


def _clients_dropped(node: sp.Expr) -> Iterator[sp.Expr]:
    if node == N:
        yield sp.S.One
    elif node.is_Pow and node.base == N and node.exp != -1:
        yield node * N


def _mean_of_product(node: sp.Expr) -> Iterator[sp.Expr]:
    """The product of two means where the mean of the product stands."""
    if isinstance(node, ClientMean):
        factors = sp.Mul.make_args(node.args[0])
        for factor in factors:
            if len(factors) > 1:
                yield ClientMean(factor) * ClientMean(node.args[0] / factor)
        base, exponent = node.args[0].as_base_exp()
        if exponent.is_Integer and exponent > 1:
            yield ClientMean(base) ** exponent


def _product_of_means(node: sp.Expr) -> Iterator[sp.Expr]:
    """The mean of the product where the product of two means stands."""
    if node.is_Mul:
        means = [factor for factor in node.args if isinstance(factor, ClientMean)]
        for i, one in enumerate(means):
            for other in means[i + 1 :]:
                yield node / one / other * ClientMean(one.args[0] * other.args[0])
    if node.is_Pow and isinstance(node.base, ClientMean) and node.exp.is_Integer and abs(node.exp) > 1:
        yield ClientMean(node.base.args[0] ** abs(node.exp)) ** sp.sign(node.exp)


def _heterogeneity_swapped(node: sp.Expr) -> Iterator[sp.Expr]:
    """Gradients where Hessians should differ, and the reverse."""
    if isinstance(node, ClientMean):
        yield ClientMean(node.args[0].xreplace({g: a, a: g}))


def _power_of_mean(node: sp.Expr) -> Iterator[sp.Expr]:
    if isinstance(node, ClientMean):
        yield node**2
    if node.is_Pow and isinstance(node.base, ClientMean) and node.exp.is_Integer:
        yield from (node * node.base, node / node.base)


#: kind -> its rule, and what it does to the expression as a whole (None: nothing of its own).
KINDS: Mapping[str, tuple[Rule, Callable[[sp.Expr], sp.Expr] | None]] = {
    "H for H-1": (_short_by_one, None),
    "H off by one": (_one_step_off, lambda x: x.xreplace({H: H - 1})),
    "1/N dropped": (_clients_dropped, None),
    "1/N added": (_each_term(lambda x: x / N), lambda x: x / N),
    "sign": (_each_term(lambda x: -x), lambda x: -x),
    "factor 2": (_each_term(lambda x: 2 * x), lambda x: 2 * x),
    "factor 1.01": (_each_term(lambda x: x * sp.Rational(101, 100)), lambda x: x * sp.Rational(101, 100)),
    "one gamma more": (_each_term(lambda x: x * gamma), lambda x: x * gamma),
    "one gamma less": (_each_term(lambda x: x / gamma), lambda x: x / gamma),
    "product of means": (_mean_of_product, None),
    "mean of products": (_product_of_means, None),
    "gradients and Hessians swapped": (_heterogeneity_swapped, None),
    "power of a mean": (_power_of_mean, None),
    "term dropped": (_each_term(lambda x: sp.S.Zero), lambda x: sp.S.Zero),
}


def wrong_expressions(expression: sp.Expr) -> list[Variant]:
    """Every variant by every rule that is written differently; equal texts are kept once, under the first kind that makes them.

    >>> from symfed.core.symbols import H, gamma
    >>> [variant.statement for variant in wrong_expressions(gamma*H) if variant.kind == "H off by one"]
    [gamma*(H - 1), gamma*(H + 1)]
    """
    variants: list[Variant] = []
    seen = {expression}
    for kind, (rule, whole) in KINDS.items():
        found = [] if whole is None else [whole(expression)]
        for changed in [*found, *everywhere(expression, rule)]:
            if changed not in seen and not changed.has(sp.zoo, sp.nan):
                seen.add(changed)
                variants.append(Variant(kind, str(sum(variant.kind == kind for variant in variants) + 1), changed))
    return variants
