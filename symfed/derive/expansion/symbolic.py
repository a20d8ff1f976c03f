"""The expansion for a problem nobody has named: dimension one, in gamma, H, N, averages over clients and the algorithm's parameters."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.derive.expansion.averages import Averages, Client, OverHessian
from symfed.derive.expansion.averaging import cumulants_from_moments, displacement_of_mean
from symfed.derive.expansion.displacement import after, differences
from symfed.derive.expansion.gradients import gradient_moments
from symfed.derive.expansion.rings import FlintRing, Ring, SympyRing
from symfed.derive.expansion.rule import Rule, read_rule
from symfed.derive.expansion.stationary import stationary_moments
from symfed.derive.powers import falling_binomial
from symfed.models.algorithm import Algorithm

#: Terms that a moment may have. FedAvg's largest has 60,000 at order 5 and would have some 700,000 at order 6.
LARGEST_MOMENT = 100_000
#: Whatever the rule, this order is derived in less than a second; what a higher one would take is estimated from it and the one before.
ALWAYS_IN_REACH = 4
REMEDY = "use numbers: call the formula on a problem, or give its jets to symfed.derive.expansion.coefficients"


def symbolic_moments(algorithm: Algorithm, degree: int, order: int, ring: type[Ring] | None = None) -> list[sp.Expr]:
    """The coefficients of gamma^1, ..., gamma^order of E[(theta - theta*)^degree], d = 1.

    `ring` is FlintRing where the rule does not divide by H or a parameter, else SympyRing.
    """
    averages, moments = moments_in_averages(algorithm, order, ring)
    zero = OverHessian(averages.hessian * 0, 0, averages.hessian)
    return [averages.expression(moments.get(((degree,), j), zero)) for j in range(1, order + 1)]


def moments_in_averages(
    algorithm: Algorithm, order: int, ring: type[Ring] | None = None
) -> tuple[Averages, dict[tuple[tuple[int, ...], int], OverHessian]]:
    """The ring of averages, and in it E[(theta - theta*)^k] at gamma^j, keyed ((k,), j)."""
    rule = read_rule(algorithm, order)
    check_reach(algorithm, order, rule.excess)
    constants = tuple(sorted(set().union(*[c.free_symbols for c in (*rule.constants, rule.steps)]), key=str))
    chosen = (FlintRing if _divides_nothing(rule, constants) else SympyRing) if ring is None else ring
    client = Client(chosen(constants), order, rule.excess)
    number = client.ring.constant
    gradients = gradient_moments(client.derivative, None if algorithm.exact_gradient else client.cumulant, 1, order, rule.excess)
    levels = differences({key: number(c) for key, c in rule.step.items()}, gradients, 1, order)
    moments = after(levels, [number(falling_binomial(rule.steps, n)) for n in range(1, order + 2)])
    cumulants = cumulants_from_moments(moments, 1, order + 1, 2 * order + 2)
    averages = Averages(client, [c for p in cumulants.values() for c in p.values()])
    means = {alpha: {key: averages.of(c) for key, c in p.items()} for alpha, p in cumulants.items()}
    displacement = displacement_of_mean(means, averages.inverse_N, [averages.ring.constant(c) for c in rule.server], 1, order)
    # in units in which a round moves by -gamma <a> s at first order, so that <a> is all that is ever divided by
    scaled = {alpha: {key: averages.ring.over(c, rule.slope) for key, c in p.items()} for alpha, p in displacement.items()}
    one = OverHessian(averages.ring.constant(sp.S.One), 0, averages.hessian)

    def solve(matrix: Sequence[Sequence[OverHessian]], rest: Sequence[OverHessian]) -> list[OverHessian]:
        ((entry,),), (value,) = matrix, rest
        if len(value.numerator) > LARGEST_MOMENT:
            raise InvalidInput("order", order, f"{algorithm.name} needs more than {LARGEST_MOMENT} terms in symbols", REMEDY)
        degree = next(k for k in range(1, 2 * order + 1) if entry.numerator == averages.hessian * k)
        return [value.divided(degree)]

    return averages, stationary_moments(scaled, 1, order, solve, one)


def check_reach(algorithm: Algorithm, order: int, excess: int = 0) -> None:
    """Refuse an order whose symbols or terms are too many, before the work. Raises InvalidInput.

    Terms grow a little less than geometrically with the order, so that the estimate errs upwards, by a tenth at order 5.
    """
    top = table.HIGHEST_SYMBOLIC_ORDER
    if order + excess > top:
        raise InvalidInput("order", order, f"{algorithm.name} needs jets to order {order + excess}, symbols reach to order {top}", REMEDY)
    if order <= ALWAYS_IN_REACH:
        return
    before, last = (_largest_moment(algorithm, k) for k in (ALWAYS_IN_REACH - 1, ALWAYS_IN_REACH))
    expected = last * (last / before) ** (order - ALWAYS_IN_REACH)
    if expected > LARGEST_MOMENT:
        rule = f"{algorithm.name} would need some {float(f'{expected:.1g}'):,.0f} terms in symbols, more than {LARGEST_MOMENT:,}"
        raise InvalidInput("order", order, rule, REMEDY)


def _largest_moment(algorithm: Algorithm, order: int) -> int:
    return max(len(value.numerator) for value in moments_in_averages(algorithm, order)[1].values())


def _divides_nothing(rule: Rule, constants: tuple[sp.Symbol, ...]) -> bool:
    polynomial = all(sp.sympify(c).is_polynomial(*constants) for c in rule.constants)
    # every moment of a displacement is a multiple of H, and of nothing else for sure
    return polynomial and bool(sp.cancel(rule.slope / rule.steps).is_number)
