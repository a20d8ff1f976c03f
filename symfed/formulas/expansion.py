"""The expansion of any algorithm's stationary moments, a user's own included."""

from __future__ import annotations

import difflib

from symfed.core.errors import InvalidInput, UnknownName
from symfed.formulas.expansion_formula import RANKS, SMALL_ROUNDS, SMALL_STEPS, ExpansionFormula, check_order, expansion_formula
from symfed.formulas.modified_gradient import QUANTITIES, ModifiedFormula, modified_formula
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm


def expand(algorithm: str | Algorithm, quantity: str, order: int, dim: int = 1) -> ExpansionFormula | ModifiedFormula:
    """The sum of the powers gamma^1 .. gamma^order of the stationary "bias" or "second_moment" (about theta*) of an algorithm.

    `expr` is of dimension one: symbolic in gamma, H, N and averages over clients, to any order the engine serves. Called on a problem,
    the formula is evaluated in the problem's own dimension. dim > 1 prints the tensor form up to second order;
    above it, where the form has more than a thousand terms, `latex()` is of dimension one whatever dim says. The formula is derived when
    its `expr` is first touched. Raises InvalidInput for a bad argument, UnknownName for an algorithm or quantity that is not known.

    "modified_gradient" and "modified_loss" are of another kind: what the flow of one round with exact gradients follows, with the powers
    gamma^0 .. gamma^(order-1), at any point theta and not at theta* alone; see ModifiedFormula.

    Source: symfed; the first order is in aistats, Theorem 4.

    >>> expand("fedavg", "bias", 1).remainder.order
    2
    """
    rule, order = get_algorithm(algorithm), check_order(order)
    known = [*RANKS, *QUANTITIES]
    if quantity not in known:
        near = difflib.get_close_matches(str(quantity), known) or known
        raise UnknownName(f"quantity {quantity!r} is not known; did you mean {' or '.join(map(repr, near))}?")
    if isinstance(dim, bool) or not isinstance(dim, int) or dim < 1:
        raise InvalidInput("dim", dim, "must be a positive integer")
    if quantity in QUANTITIES:
        return modified_formula(rule, quantity, order, scalar=dim == 1)
    shape = "(d,)" if quantity == "bias" else "(d, d)"
    return expansion_formula(
        f"{rule.name}_{quantity}_order_{order}",
        f"The stationary {quantity.replace('_', ' ')} of {rule.name}, shape {shape}, with the powers of gamma up to {order}.",
        rule,
        quantity,
        order=order,
        source=f"derived from the update rule ({rule.source})" if rule.source else "derived from the update rule",
        domain=SMALL_STEPS if rule.one_step else SMALL_ROUNDS,
        scalar=dim == 1,
        one_step=rule.one_step,
    )
