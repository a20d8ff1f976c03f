"""From an update rule to the cumulants of the stationary law as sums of diagrams, order by order in gamma."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from typing import Any

import sympy as sp
from sympy.polys.orderings import lex
from sympy.polys.rings import PolyRing

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.derive.diagrams.algebra import ERROR, START, Sum, add, glued, in_one_block, joined
from symfed.derive.diagrams.diagram import DERIVATIVE, INVERSE, Diagram, Node, canonical
from symfed.derive.expansion.rule import Rule, read_rule
from symfed.derive.powers import faulhaber
from symfed.models.algorithm import Algorithm

_MEAN_HESSIAN = Diagram((Node(DERIVATIVE, (0, 1), 0),), out=(0,), error=(1,))


@dataclass(frozen=True)
class Series:
    """A rule's Taylor series in gamma, in a field of fractions of H, N and the algorithm's parameters.

    A step moves by sum_i gamma^i (gradient[i] g + pull[i] (x - x_start)), the server by sum_i gamma^i server[i] times the clients' mean
    displacement.
    """

    gradient: list[Any]
    pull: list[Any]
    server: list[Any]
    field: Any
    steps: Any
    noisy: bool


def is_affine(rule: Rule) -> bool:
    """Whether a step is affine in the state and the gradient, so that it means the same in all coordinates."""
    return all(p + q == 1 for _, p, q in rule.step)


def series_of(algorithm: Algorithm, order: int) -> Series:
    """Raises InvalidInput for a rule that has no expansion, or that has no tensor form."""
    if algorithm.keeps_memory:
        raise InvalidInput("algorithm", algorithm.name, "keeps control variates, which the tensor form does not follow")
    rule = read_rule(algorithm, order)
    if not is_affine(rule):
        text = algorithm.text["local_step"]
        raise InvalidInput(f"{algorithm.name}.local_step", text, "must be affine in the state and the gradient to have a tensor form")
    constants = set().union(*[sp.sympify(c).free_symbols for c in rule.constants]) | {table.H, table.N}
    field = sp.QQ.frac_field(*sorted(constants, key=str))

    def numbers(coefficients: list[Any]) -> list[Any]:
        padded = [*coefficients, *[0] * (order + 2 - len(coefficients))]
        return [field.from_sympy(sp.sympify(c)) for c in padded]

    gradient = numbers([rule.step.get((i, 0, 1), 0) for i in range(order + 2)])
    pull = numbers([rule.step.get((i, 1, 0), 0) for i in range(order + 2)])
    return Series(gradient, pull, numbers(rule.server), field, field.from_sympy(sp.sympify(rule.steps)), not algorithm.exact_gradient)


def client_round(rule: Series, weight: int) -> Sum:
    """The generating function of a client's end point given the round's start; coefficients are polynomials in H.

    That of h steps is a polynomial in h at every weight, and every pass below makes it right up to one more power of gamma.
    """
    ring = PolyRing([table.h], rule.field, lex)
    step = {key: ring.ground_new(value) for key, value in _local_step(rule, weight).items()}
    law: Sum = {(0, START): ring.one}
    for _ in range(weight // 2):
        moves, law = glued(step, law, weight), {(0, START): ring.one}
        for (power, diagram), coefficient in moves.items():
            add(law, power, in_one_block(diagram), _summed(coefficient, ring))
    return {key: value.evaluate(ring.gens[0], rule.steps) for key, value in law.items()}


def _summed(polynomial: Any, ring: Any) -> Any:
    """The sum over steps 0, ..., h - 1."""
    out = ring.zero
    for (k,), coefficient in polynomial.terms():
        out += ring.from_expr(faulhaber(table.h**k, table.h)) * coefficient
    return out


def _local_step(rule: Series, weight: int) -> Sum:
    """The generating function of one local step, without the term that passes the error on."""
    out: Sum = {}
    highest = weight // 2
    for power, scale in enumerate(rule.pull):
        add(out, power, ERROR, scale)
        add(out, power, START, -scale)
    for cumulant in range(1, highest + 1 if rule.noisy else 2):
        for power, scale in enumerate(_power(rule.gradient, cumulant)):
            for degree in range(weight - 2 * power + 1):
                legs = tuple(range(cumulant + degree))
                diagram = Diagram((Node(cumulant, legs, 0),), out=legs[:cumulant], error=legs[cumulant:])
                add(out, power, diagram, scale / (factorial(cumulant) * factorial(degree)))
    return out


def _power(series: list[Any], exponent: int) -> list[Any]:
    """A power of a series, to the same length."""
    out = series
    for _ in range(exponent - 1):
        out = [sum((out[i] * series[n - i] for i in range(n + 1)), start=0 * series[0]) for n in range(len(series))]
    return out


def mean_round(rule: Series, weight: int) -> Sum:
    """The generating function of a round's end given its start, less the start itself, with error legs for the start.

    Clients are independent given the start, so cumulant k of their mean is N^(1-k) times the client mean of cumulants k.
    """
    out: Sum = {}
    share = 1 / rule.field.from_sympy(table.N)
    for (power, diagram), coefficient in client_round(rule, weight).items():
        if is_zero(diagram):
            continue
        legs = len(diagram.out)
        for more, scale in enumerate(_power(rule.server, legs)):
            if 2 * (power + more) + len(diagram.start) <= weight:
                waiting = diagram._replace(error=diagram.start, start=())
                add(out, power + more, waiting, coefficient * scale * share ** (legs - 1))
    for power, scale in enumerate(rule.server):
        add(out, power, ERROR, -scale)
    return out


def is_zero(diagram: Diagram) -> bool:
    """Whether a gradient stands alone in its average over clients: theta* minimises the mean loss."""
    return any(len(members) == 1 and members[0].kind == DERIVATIVE and len(members[0].legs) == 1 for members in diagram.blocks.values())


def stationary_law(rule: Series, order: int) -> Sum:
    """The generating function of the stationary error up to gamma^order.

    Cumulant k begins at gamma^max(k-1, 1). Of the unknowns at gamma^j, the balance of gamma^(j+1) in cumulant k holds those of degree k and
    above only, and that of degree k through the mean Hessian on each of its legs: an inverse Kronecker sum solves for it.
    """
    round_ = mean_round(rule, 2 * order + 2)
    slope = -round_[1, canonical(_MEAN_HESSIAN)]
    law: Sum = {}
    for j in range(1, order + 1):
        for k in range(j + 1, 0, -1):
            balance = glued(round_, law, 2 * order + 2, (j + 1, k))
            for (_, diagram), coefficient in balance.items():
                add(law, j, solved(diagram), coefficient / slope)
    return law


def solved(diagram: Diagram) -> Diagram:
    """The inverse Kronecker sum applied to the legs of the value."""
    fresh = tuple(range(diagram.edges, diagram.edges + len(diagram.out)))
    return diagram._replace(nodes=(*diagram.nodes, Node(INVERSE, fresh + diagram.out)), out=fresh)


def moment(law: Sum, rank: int, order: int) -> Sum:
    """The stationary mean error (rank 1) or second moment (rank 2: cumulant 2 and the square of cumulant 1) up to gamma^order."""
    out: Sum = {}
    for (power, diagram), coefficient in law.items():
        if len(diagram.out) == rank and power <= order:
            add(out, power, diagram, coefficient * rank)
    if rank == 2:
        means = [(power, diagram, coefficient) for (power, diagram), coefficient in law.items() if len(diagram.out) == 1]
        for power, left, scale in means:
            for more, right, factor in means:
                if power + more <= order:
                    add(out, power + more, joined([left, right]), scale * factor)
    return out
