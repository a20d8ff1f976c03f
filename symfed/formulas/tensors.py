"""The tensors that the terms of an expansion represent in any dimension, read from the derived diagrams.

In dimension one every product commutes, so a term such as <b><C>/<a>**2 shows its factors but not their contractions. At first order
only one contraction is possible for each, so that a first-order expression, a wrong one included, has a tensor form of its own; at higher
order the form is that of the algorithm (`latex_to_order`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import sympy as sp

from symfed.core.errors import InvalidInput, UnknownName
from symfed.core.symbols import ClientMean, gamma
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, is_symmetric
from symfed.models.jets import ContractedJets, Jets

if TYPE_CHECKING:
    from symfed.tensors.diagrams.diagram import Diagram

#: The third order has more than a thousand terms.
HIGHEST_PRINTED_ORDER = 2


@dataclass(frozen=True)
class Tensor:
    """A tensor, given by a diagram: in dimension one, `monomial` equals `factor` times the tensor."""

    monomial: sp.Expr
    factor: sp.Expr
    diagram: Diagram

    def value(self, jets: Jets) -> Array:
        from symfed.tensors.diagrams.evaluate import tensor

        if isinstance(jets, ContractedJets) and any(len(node.legs) == 3 for node in self.diagram.nodes):  # a third derivative
            return jets.solve(jets.hessian, jets.third_contracted(jets.lyapunov(jets.hessian, jets.noise)))
        return tensor(self.diagram, jets)


@cache
def first_order() -> tuple[Tensor, ...]:
    """Every tensor of an affine rule's bias or second moment at first order."""
    from symfed.tensors.diagrams.form import RANKS, DiagramTerm, tensor_form

    found = []
    for quantity in RANKS:
        for term in tensor_form("fedavg", quantity, 1):
            value = DiagramTerm(1, sp.S.One, term.diagram).in_dimension_one
            number, monomial = value.as_independent(ClientMean, as_Add=False)
            found.append(Tensor(monomial, 1 / number, term.diagram))
    return tuple(found)


def covers(expression: sp.Expr, rank: int) -> bool:
    """True if every term of a bias (rank 1) or second moment (rank 2) has a tensor form here."""
    known = _of_rank(rank)
    return all(term.as_independent(ClientMean, as_Add=False)[1] in known for term in sp.Add.make_args(sp.expand(expression)) if term != 0)


def apply_to(jets: Jets) -> bool:
    """True if the diagrams can be evaluated on these jets: they need symmetric Hessians, which a LinearProblem may not have."""
    return all(map(is_symmetric, jets.hessians))


def _of_rank(rank: int) -> dict[sp.Expr, Tensor]:
    # <C>/<a> is a matrix in a second moment, and a vector in the bias of a rule with g²
    return {tensor.monomial: tensor for tensor in first_order() if len(tensor.diagram.out) == rank}


def split(expression: sp.Expr, rank: int) -> list[tuple[sp.Expr, Tensor]]:
    """A bias (rank 1) or second moment (rank 2) as a sum of coefficient times tensor, coefficients free of client averages.

    Raises UnknownName for a term without a first-order tensor form.
    """
    known = _of_rank(rank)
    coefficients: dict[sp.Expr, sp.Expr] = {}
    for term in sp.Add.make_args(sp.expand(expression)):
        coefficient, monomial = term.as_independent(ClientMean, as_Add=False)
        if term != 0:
            coefficients[monomial] = coefficients.get(monomial, sp.S.Zero) + coefficient
    out = []
    for monomial, coefficient in coefficients.items():
        if monomial not in known:
            raise UnknownName(
                f"the term {monomial} has no tensor form of rank {rank} in symfed.formulas.tensors, which knows those of first order: "
                f"{', '.join(map(str, known))}"
            )
        out.append((sp.factor(coefficient * known[monomial].factor), known[monomial]))
    return sorted(out, key=lambda pair: first_order().index(pair[1]))


def latex(expression: sp.Expr, rank: int) -> list[str]:
    """The terms of the tensor form of a first-order bias (rank 1) or second moment (rank 2) in TeX."""
    from symfed.tensors.diagrams.latex import tensor_latex

    return [rf"{sp.latex(coefficient)} \, {tensor_latex(tensor.diagram)}" for coefficient, tensor in split(expression, rank)]


def latex_to_order(algorithm: str | Algorithm, quantity: str, order: int, part: str = "whole") -> list[str]:
    """The terms of the tensor form of an algorithm's expansion in TeX, none above HIGHEST_PRINTED_ORDER and for a rule that has none.

    part: "whole", "heterogeneity" (the terms without noise) or "stochastic" (the rest).
    """
    from symfed.tensors.diagrams.form import has_tensor_form, tensor_form
    from symfed.tensors.diagrams.latex import tensor_latex

    if order > HIGHEST_PRINTED_ORDER or not has_tensor_form(algorithm):
        return []
    form = tensor_form(algorithm, quantity, order)
    chosen = form if part == "whole" else form.only(lambda term: term.noisy == (part == "stochastic"))
    return [rf"{sp.latex(coefficient * gamma**power)} \, {tensor_latex(diagram)}" for power, coefficient, diagram in chosen]


def refuse_unless_written(algorithm: Algorithm, quantity: str, order: int, dim: int) -> None:
    """Raise InvalidInput, before any long derivation, if an expansion has no tensor form to print in more than one dimension."""
    from symfed.derive.expansion import expand
    from symfed.tensors.diagrams.form import RANKS, has_tensor_form

    if order > HIGHEST_PRINTED_ORDER:
        why = f"tensors are written to order {HIGHEST_PRINTED_ORDER}, and not to order {order}: nobody would read them"
    elif has_tensor_form(algorithm) or (order == 1 and covers(expand(algorithm, quantity, 1), RANKS[quantity])):
        return
    else:
        why = f"the rule of {algorithm.name} has no tensor form to order {order}"
    instead = "leave it out: `expr` and `latex()` are then of dimension one, and a call on a problem is in the problem's own dimension"
    raise InvalidInput("dim", dim, why, instead)
