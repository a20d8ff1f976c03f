"""The tensor form of a stationary quantity: its terms, which of them vanish when, and what they are in dimension one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.core.symbols import ClientMean
from symfed.derive.diagrams.algebra import Sum, add
from symfed.derive.diagrams.diagram import DERIVATIVE, INVERSE, Diagram, Node
from symfed.derive.diagrams.hierarchy import is_affine, moment, series_of, stationary_law
from symfed.derive.diagrams.shorten import shortened
from symfed.derive.expansion.rule import read_rule
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm

RANKS = {"bias": 1, "second_moment": 2}


class Term(NamedTuple):
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
        """Whether a cumulant of the gradient noise takes part."""
        return any(node.kind > DERIVATIVE for node in self.diagram.nodes)

    @property
    def heterogeneous(self) -> bool:
        """Whether a gradient takes part: the term vanishes for equal clients, each of which is then at its own optimum."""
        return any(node.kind == DERIVATIVE and len(node.legs) == 1 for node in self.diagram.nodes)

    @property
    def curved(self) -> bool:
        """Whether a derivative beyond the second takes part: the term vanishes for quadratic losses."""
        return any(node.kind == DERIVATIVE and len(node.legs) > 2 for node in self.diagram.nodes)

    @property
    def state_dependent(self) -> bool:
        """Whether a derivative of a noise cumulant takes part: the term vanishes for additive noise."""
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
GROUPS: dict[str, Callable[[Term], bool]] = {
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
    terms: tuple[Term, ...]

    def __iter__(self) -> Iterator[Term]:
        return iter(self.terms)

    def __len__(self) -> int:
        return len(self.terms)

    @property
    def rank(self) -> int:
        return RANKS[self.quantity]

    @property
    def in_dimension_one(self) -> sp.Expr:
        """The sum that `symfed.derive.expansion.expand` derives on its own road."""
        return sp.Add(*[term.in_dimension_one * table.gamma**term.power for term in self.terms])

    def only(self, keep: Callable[[Term], bool]) -> TensorForm:
        return replace(self, terms=tuple(filter(keep, self.terms)))

    def where(
        self, *, quadratic: bool = False, additive_noise: bool = False, noiseless: bool = False, homogeneous: bool = False
    ) -> TensorForm:
        """What is left of the form for quadratic losses, for noise that does not depend on theta, without noise, for equal clients.

        For equal clients the average of a product is the product of the averages: blocks fall apart, and terms that become equal, or
        cancel against an inverse Kronecker sum, are merged.

        >>> [str(term.coefficient) for term in tensor_form("fedavg", "second_moment", 2).where(quadratic=True, homogeneous=True)]
        ['1/N', '1/N', '1/(2*N**2)']
        """

        def vanishes(term: Term) -> bool:
            curved, dependent = quadratic and term.curved, additive_noise and term.state_dependent
            return curved or dependent or (noiseless and term.noisy) or (homogeneous and term.heterogeneous)

        left = self.only(lambda term: not vanishes(term))
        if not homogeneous:
            return left
        merged: Sum = {}
        for term in left:
            add(merged, term.power, _apart(term.diagram), term.coefficient)
        return replace(left, terms=_terms(shortened(merged)))

    def groups(self) -> dict[str, TensorForm]:
        """The form by what causes the terms: every term in the first of GROUPS that it fits, groups without a term left out."""
        found = {name: tuple(term for term in self.terms if group_of(term) == name) for name in GROUPS}
        return {name: replace(self, terms=terms) for name, terms in found.items() if terms}

    def at_power(self, power: int) -> TensorForm:
        """The terms with that power of gamma."""
        return self.only(lambda term: term.power == power)


def _apart(diagram: Diagram) -> Diagram:
    """Every node in a block of its own."""
    return diagram._replace(nodes=tuple(node if node.kind == INVERSE else node._replace(block=k) for k, node in enumerate(diagram.nodes)))


def _terms(terms: Sum) -> tuple[Term, ...]:
    """One term for each power of 1/N, sorted for reading: by power of gamma, then what noise does, then size."""
    found = []
    for (power, diagram), coefficient in terms.items():
        for part in sp.collect(sp.expand(coefficient), table.N, evaluate=False).items():
            found.append(Term(power, sp.factor(sp.Mul(*part)), diagram))
    names = list(GROUPS)
    return tuple(sorted(found, key=lambda t: (t.power, names.index(group_of(t)), len(t.diagram.nodes), t.diagram)))


def group_of(term: Term) -> str:
    """The first of GROUPS that the term fits."""
    return next(name for name, fits in GROUPS.items() if fits(term))


def has_tensor_form(algorithm: str | Algorithm) -> bool:
    """Whether the rule is affine in the state and the gradient, and without memory. Raises InvalidInput where it has no expansion."""
    algorithm = get_algorithm(algorithm)
    return not algorithm.keeps_memory and is_affine(read_rule(algorithm, 1))


def tensor_form(algorithm: str | Algorithm, quantity: str, order: int = 1) -> TensorForm:
    """The expansion of the stationary "bias" E[theta] - theta* or "second_moment" E[(theta - theta*)(theta - theta*)ᵀ] in any dimension.

    The coefficients are SymPy expressions in H, N and the algorithm's parameters; N is the number of clients with independent noise. The
    remainder is O(gamma^(order+1)) at fixed H. Raises InvalidInput for an unknown quantity or order, or a rule that is not affine, keeps
    a memory, or moves at gamma = 0.

    >>> [str(term.coefficient) for term in tensor_form("fedavg", "bias", 1)]
    ['(H - 1)/2', '-1/(2*N)']
    """
    if quantity not in RANKS:
        raise InvalidInput("quantity", quantity, f"must be one of {', '.join(RANKS)}")
    if isinstance(order, bool) or not isinstance(order, int) or order < 1:
        raise InvalidInput("order", order, "must be a positive integer")
    rule = series_of(get_algorithm(algorithm), order)
    found = moment(stationary_law(rule, order), RANKS[quantity], order)
    expressions = {key: rule.field.to_sympy(value) for key, value in found.items()}
    return TensorForm(quantity, order, _terms(shortened(expressions)))
