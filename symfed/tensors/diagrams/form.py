"""The tensor form of a stationary quantity: from an update rule to cumulants as sums of diagrams, order by order in gamma.

A form has its terms, the conditions under which they vanish, and their value in dimension one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import factorial
from typing import Any, NamedTuple

import sympy as sp
from sympy.polys.orderings import lex
from sympy.polys.rings import PolyRing

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.supposed import EQUAL_CLIENTS, QUADRATIC, suppose
from symfed.core.symbols import ClientMean
from symfed.derive.expansion.rule import Rule, read_rule
from symfed.derive.powers import faulhaber
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import integer
from symfed.tensors.diagrams.diagram import (
    DERIVATIVE,
    ERROR,
    INVERSE,
    START,
    Diagram,
    Node,
    Sum,
    add_term,
    canonical_form,
    glue_cumulants,
    in_one_block,
    shorten_sum,
    side_by_side,
)

_MEAN_HESSIAN = Diagram((Node(DERIVATIVE, (0, 1), 0),), out=(0,), error=(1,))


@dataclass(frozen=True)
class AffineSeries:
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
    """Return whether a step is affine in the state and the gradient, and so independent of coordinates."""
    return all(p + q == 1 for _, p, q in rule.step)


def series_of(algorithm: Algorithm, order: int) -> AffineSeries:
    """Raises InvalidInput for a rule that has no expansion, or that has no tensor form."""
    if algorithm.keeps_memory:
        raise InvalidInput("algorithm", algorithm.name, "keeps control variates, which the tensor form does not follow")
    rule = read_rule(algorithm, order)
    if not is_affine(rule):
        text = algorithm.text["local_step"]
        raise InvalidInput(f"{algorithm.name}.local_step", text, "must be affine in the state and the gradient to have a tensor form")
    constants = set().union(*[as_expression(c).free_symbols for c in rule.constants]) | {table.H, table.N}
    field = sp.QQ.frac_field(*sorted(constants, key=str))

    def numbers(coefficients: list[Any]) -> list[Any]:
        padded = [*coefficients, *[0] * (order + 2 - len(coefficients))]
        return [field.from_sympy(as_expression(c)) for c in padded]

    gradient = numbers([rule.step.get((i, 0, 1), 0) for i in range(order + 2)])
    pull = numbers([rule.step.get((i, 1, 0), 0) for i in range(order + 2)])
    return AffineSeries(
        gradient, pull, numbers(rule.server), field, field.from_sympy(as_expression(rule.steps)), not algorithm.exact_gradient
    )


def client_round(rule: AffineSeries, weight: int) -> Sum:
    """The generating function of a client's end point given the round's start; coefficients are polynomials in H.

    That of h steps is a polynomial in h at every weight; each pass below makes it correct up to one more power of gamma.
    """
    ring = PolyRing([table.h], rule.field, lex)
    step = {key: ring.ground_new(value) for key, value in _local_step(rule, weight).items()}
    cumulants: Sum = {(0, START): ring.one}
    for _ in range(weight // 2):
        moves, cumulants = glue_cumulants(step, cumulants, weight), {(0, START): ring.one}
        for (power, diagram), coefficient in moves.items():
            add_term(cumulants, power, in_one_block(diagram), _sum_over_steps(coefficient, ring))
    return {key: value.evaluate(ring.gens[0], rule.steps) for key, value in cumulants.items()}


def _sum_over_steps(polynomial: Any, ring: Any) -> Any:
    """The sum over steps 0, ..., h - 1."""
    out = ring.zero
    for (k,), coefficient in polynomial.terms():
        out += ring.from_expr(faulhaber(table.h**k, table.h)) * coefficient
    return out


def _local_step(rule: AffineSeries, weight: int) -> Sum:
    """The generating function of one local step, without the term of the unchanged error."""
    out: Sum = {}
    highest = weight // 2
    for power, scale in enumerate(rule.pull):
        add_term(out, power, ERROR, scale)
        add_term(out, power, START, -scale)
    for cumulant in range(1, highest + 1 if rule.noisy else 2):
        for power, scale in enumerate(_series_power(rule.gradient, cumulant)):
            for degree in range(weight - 2 * power + 1):
                legs = tuple(range(cumulant + degree))
                diagram = Diagram((Node(cumulant, legs, 0),), out=legs[:cumulant], error=legs[cumulant:])
                add_term(out, power, diagram, scale / (factorial(cumulant) * factorial(degree)))
    return out


def _series_power(series: list[Any], exponent: int) -> list[Any]:
    """A power of a series, to the same length."""
    out = series
    for _ in range(exponent - 1):
        out = [sum((out[i] * series[n - i] for i in range(n + 1)), start=0 * series[0]) for n in range(len(series))]
    return out


def mean_round(rule: AffineSeries, weight: int) -> Sum:
    """The generating function of a round's end given its start, less the start itself, with error legs for the start.

    Clients are independent given the start, so cumulant k of their mean is N^(1-k) times the client mean of cumulants k.
    """
    out: Sum = {}
    share = 1 / rule.field.from_sympy(table.N)
    for (power, diagram), coefficient in client_round(rule, weight).items():
        if holds_mean_gradient(diagram):
            continue
        legs = len(diagram.out)
        for more, scale in enumerate(_series_power(rule.server, legs)):
            if 2 * (power + more) + len(diagram.start) <= weight:
                waiting = diagram._replace(error=diagram.start, start=())
                add_term(out, power + more, waiting, coefficient * scale * share ** (legs - 1))
    for power, scale in enumerate(rule.server):
        add_term(out, power, ERROR, -scale)
    return out


def holds_mean_gradient(diagram: Diagram) -> bool:
    """Return whether a gradient is alone in its average over clients, which is zero as theta* minimises the mean loss."""
    return any(len(members) == 1 and members[0].kind == DERIVATIVE and len(members[0].legs) == 1 for members in diagram.blocks.values())


def stationary_cumulants(rule: AffineSeries, order: int) -> Sum:
    """The generating function of the stationary error up to gamma^order.

    Cumulant k begins at gamma^max(k-1, 1). Of the unknowns at gamma^j, the balance of gamma^(j+1) in cumulant k holds those of degree k and
    above only, and that of degree k through the mean Hessian on each of its legs: an inverse Kronecker sum solves for it.
    """
    round_ = mean_round(rule, 2 * order + 2)
    slope = -round_[1, canonical_form(_MEAN_HESSIAN)]
    cumulants: Sum = {}
    for j in range(1, order + 1):
        for k in range(j + 1, 0, -1):
            balance = glue_cumulants(round_, cumulants, 2 * order + 2, (j + 1, k))
            for (_, diagram), coefficient in balance.items():
                add_term(cumulants, j, apply_inverse(diagram), coefficient / slope)
    return cumulants


def apply_inverse(diagram: Diagram) -> Diagram:
    """The inverse Kronecker sum applied to the legs of the value."""
    fresh = tuple(range(diagram.edges, diagram.edges + len(diagram.out)))
    return diagram._replace(nodes=(*diagram.nodes, Node(INVERSE, fresh + diagram.out)), out=fresh)


def moment(cumulants: Sum, rank: int, order: int) -> Sum:
    """The stationary mean error (rank 1) or second moment (rank 2: cumulant 2 and the square of cumulant 1) up to gamma^order."""
    out: Sum = {}
    for (power, diagram), coefficient in cumulants.items():
        if len(diagram.out) == rank and power <= order:
            add_term(out, power, diagram, coefficient * rank)
    if rank == 2:
        means = [(power, diagram, coefficient) for (power, diagram), coefficient in cumulants.items() if len(diagram.out) == 1]
        for power, left, scale in means:
            for more, right, factor in means:
                if power + more <= order:
                    add_term(out, power + more, side_by_side([left, right]), scale * factor)
    return out


RANKS = {"bias": 1, "second_moment": 2}


class DiagramTerm(NamedTuple):
    """gamma^power times `coefficient`, in H, N and the algorithm's parameters, times the tensor that the diagram draws.

    The tensor is symmetrised over its open legs; every block of the diagram is averaged over clients by itself.
    """

    power: int
    coefficient: sp.Expr
    diagram: Diagram

    @property
    def inverse_N(self) -> int:
        """The power of 1/N."""
        return -int(self.coefficient.as_coeff_exponent(table.N)[1])

    @property
    def noisy(self) -> bool:
        """True if a cumulant of the gradient noise occurs."""
        return any(node.kind > DERIVATIVE for node in self.diagram.nodes)

    @property
    def heterogeneous(self) -> bool:
        """True if a gradient occurs: the term vanishes for equal clients, each of which is then at its own optimum."""
        return any(node.kind == DERIVATIVE and len(node.legs) == 1 for node in self.diagram.nodes)

    @property
    def curved(self) -> bool:
        """True if a derivative beyond the second occurs: the term vanishes for quadratic losses."""
        return any(node.kind == DERIVATIVE and len(node.legs) > 2 for node in self.diagram.nodes)

    @property
    def state_dependent(self) -> bool:
        """True if a derivative of a noise cumulant occurs: the term vanishes for additive noise."""
        return any(len(node.legs) > node.kind > DERIVATIVE for node in self.diagram.nodes)

    @property
    def in_dimension_one(self) -> sp.Expr:
        """The term without its power of gamma, in averages over clients."""
        value = self.coefficient
        for members in self.diagram.blocks.values():
            value *= ClientMean(sp.Mul(*[symbol_of(node) for node in members]))
        for node in self.diagram.nodes:
            if node.kind == INVERSE:
                value /= len(node.strands) * ClientMean(table.a)
        return value


def symbol_of(node: Node) -> sp.Symbol:
    """The symbol of a derivative or cumulant in dimension one."""
    degree = len(node.legs) - node.kind
    return table.derivative(degree + 1) if node.kind == DERIVATIVE else table.cumulant(node.kind, degree)


#: The parts by which a long form is read, in reading order.
GROUPS: dict[str, Callable[[DiagramTerm], bool]] = {
    "heterogeneity only": lambda term: not term.noisy,
    "noise that more clients do not average out": lambda term: term.inverse_N == 0,
    "noise only, 1/N": lambda term: not term.heterogeneous and term.inverse_N == 1,
    "noise only, 1/N^2": lambda term: not term.heterogeneous and term.inverse_N == 2,
    "heterogeneity and noise": lambda term: True,
}


@dataclass(frozen=True)
class TensorForm:
    """A sum of terms in any dimension; iterating gives (power of gamma, coefficient, diagram)."""

    quantity: str
    order: int
    terms: tuple[DiagramTerm, ...]

    def __iter__(self) -> Iterator[DiagramTerm]:
        return iter(self.terms)

    def __len__(self) -> int:
        return len(self.terms)

    @property
    def rank(self) -> int:
        return RANKS[self.quantity]

    @property
    def in_dimension_one(self) -> sp.Expr:
        """The value in dimension one, which `symfed.derive.expansion.expand` derives by another method."""
        return sp.Add(*[term.in_dimension_one * table.gamma**term.power for term in self.terms])

    def only(self, keep: Callable[[DiagramTerm], bool]) -> TensorForm:
        return replace(self, terms=tuple(filter(keep, self.terms)))

    def where(
        self, *, quadratic: bool = False, additive_noise: bool = False, noiseless: bool = False, homogeneous: bool = False
    ) -> TensorForm:
        """The form restricted to quadratic losses, to noise that does not depend on theta, to no noise, to equal clients.

        For equal clients the average of a product is the product of the averages: blocks split, and terms that become equal, or
        cancel against an inverse Kronecker sum, are merged.

        >>> [str(term.coefficient) for term in tensor_form("fedavg", "second_moment", 2).where(quadratic=True, homogeneous=True)]
        ['1/N', '1/N', '1/(2*N**2)']
        """

        def vanishes(term: DiagramTerm) -> bool:
            curved, dependent = quadratic and term.curved, additive_noise and term.state_dependent
            return curved or dependent or (noiseless and term.noisy) or (homogeneous and term.heterogeneous)

        suppose(*[one for one, wanted in ((QUADRATIC, quadratic), (EQUAL_CLIENTS, homogeneous)) if wanted])
        left = self.only(lambda term: not vanishes(term))
        if not homogeneous:
            return left
        merged: Sum = {}
        for term in left:
            add_term(merged, term.power, _separate_blocks(term.diagram), term.coefficient)
        return replace(left, terms=_sorted_terms(shorten_sum(merged)))

    def groups(self) -> dict[str, TensorForm]:
        """The form split by causes: every term in the first of GROUPS that it fits; empty groups are left out."""
        found = {name: tuple(term for term in self.terms if group_of(term) == name) for name in GROUPS}
        return {name: replace(self, terms=terms) for name, terms in found.items() if terms}

    def at_power(self, power: int) -> TensorForm:
        """The terms with that power of gamma."""
        return self.only(lambda term: term.power == power)


def _separate_blocks(diagram: Diagram) -> Diagram:
    """Every node in a block of its own."""
    return diagram._replace(nodes=tuple(node if node.kind == INVERSE else node._replace(block=k) for k, node in enumerate(diagram.nodes)))


def _sorted_terms(terms: Sum) -> tuple[DiagramTerm, ...]:
    """One term for each power of 1/N, sorted for reading: by power of gamma, then group, then size."""
    found = []
    for (power, diagram), coefficient in terms.items():
        for part in sp.collect(sp.expand(coefficient), table.N, evaluate=False).items():
            found.append(DiagramTerm(power, sp.factor(sp.Mul(*part)), diagram))
    names = list(GROUPS)
    return tuple(sorted(found, key=lambda t: (t.power, names.index(group_of(t)), len(t.diagram.nodes), t.diagram)))


def group_of(term: DiagramTerm) -> str:
    """The first of GROUPS that the term fits."""
    return next(name for name, fits in GROUPS.items() if fits(term))


def has_tensor_form(algorithm: str | Algorithm) -> bool:
    """Return whether the rule is affine in state and gradient, and without memory. Raises InvalidInput where it has no expansion."""
    algorithm = get_algorithm(algorithm)
    return not algorithm.keeps_memory and is_affine(read_rule(algorithm, 1))


def tensor_form(algorithm: str | Algorithm, quantity: str, order: int = 1) -> TensorForm:
    """The expansion of the stationary "bias" E[theta] - theta* or "second_moment" E[(theta - theta*)(theta - theta*)ᵀ] in any dimension.

    The coefficients are SymPy expressions in H, N and the algorithm's parameters; N is the number of clients with independent noise. The
    remainder is O(gamma^(order+1)) at fixed H. Raises InvalidInput for an unknown quantity or order, or a rule that is not affine, keeps
    control variates, or moves at gamma = 0.

    >>> [str(term.coefficient) for term in tensor_form("fedavg", "bias", 1)]
    ['(H - 1)/2', '-1/(2*N)']
    """
    if quantity not in RANKS:
        raise InvalidInput("quantity", quantity, f"must be one of {', '.join(RANKS)}")
    rule = series_of(get_algorithm(algorithm), integer("order", order))
    found = moment(stationary_cumulants(rule, order), RANKS[quantity], order)
    expressions = {key: rule.field.to_sympy(value) for key, value in found.items()}
    return TensorForm(quantity, order, _sorted_terms(shorten_sum(expressions)))
