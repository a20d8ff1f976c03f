"""The tensor that a first-order term of dimension one stands for, in any dimension.

In dimension one every product commutes, so a term such as <b><C>/<a>**2 says which objects meet but not how. At first order only one
way of meeting is possible for each; it is written down here once, as TeX for the reader and as a contraction for the machine. What
multiplies a tensor (its dependence on gamma, H, N and the sign) is always read from the derived expression.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sympy as sp

from symfed.core.errors import UnknownName
from symfed.core.symbols import C, ClientMean, a, b, g
from symfed.models.arrays import Array
from symfed.models.jets import Jets


@dataclass(frozen=True)
class Tensor:
    """`monomial`, in dimension one, equals `factor` times the tensor `value(jets)`, which `tex` prints."""

    monomial: sp.Expr
    factor: sp.Expr
    tex: str
    value: Callable[[Jets], Array]


_A = r"\nabla^2 f(\theta^\star)"
_LYAPUNOV = r"\mathbf{A}\mathcal{C}(\theta^\star)"

TENSORS = (
    Tensor(
        ClientMean(a * g) / ClientMean(a),
        sp.Integer(1),
        rf"{_A}^{{-1}} \frac{{1}}{{N}} \sum_{{c=1}}^{{N}} \nabla^2 f_c(\theta^\star) \nabla f_c(\theta^\star)",
        lambda p: p.solve(p.hessian, p.mean(p.apply(p.hessians, p.gradients))),
    ),
    # A X + X A = C gives X = C/(2a) in dimension one: hence the factor 2, here and below
    Tensor(
        ClientMean(b) * ClientMean(C) / ClientMean(a) ** 2,
        sp.Integer(2),
        rf"{_A}^{{-1}} \nabla^3 f(\theta^\star) \left[{_LYAPUNOV}\right]",
        lambda p: p.solve(p.hessian, p.contract(p.third_derivative, p.lyapunov(p.hessian, p.noise))),
    ),
    Tensor(
        ClientMean(C) / ClientMean(a),
        sp.Integer(2),
        _LYAPUNOV,
        lambda p: p.lyapunov(p.hessian, p.noise),
    ),
)


def covers(expression: sp.Expr) -> bool:
    """Whether every term of the expression has a tensor form here."""
    known = {tensor.monomial for tensor in TENSORS}
    return all(term.as_independent(ClientMean, as_Add=False)[1] in known for term in sp.Add.make_args(sp.expand(expression)) if term != 0)


def split(expression: sp.Expr) -> list[tuple[sp.Expr, Tensor]]:
    """The expression as a sum of coefficient times tensor, coefficients free of client averages.

    Raises UnknownName for a term whose tensor this vocabulary does not hold.
    """
    known = {tensor.monomial: tensor for tensor in TENSORS}
    coefficients: dict[sp.Expr, sp.Expr] = {}
    for term in sp.Add.make_args(sp.expand(expression)):
        coefficient, monomial = term.as_independent(ClientMean, as_Add=False)
        if term != 0:
            coefficients[monomial] = coefficients.get(monomial, sp.S.Zero) + coefficient
    out = []
    for monomial, coefficient in coefficients.items():
        if monomial not in known:
            raise UnknownName(
                f"the term {monomial} has no tensor form in symfed.formulas.tensors, which knows "
                f"{', '.join(map(str, known))}; add a Tensor there"
            )
        out.append((sp.factor(coefficient * known[monomial].factor), known[monomial]))
    return sorted(out, key=lambda pair: TENSORS.index(pair[1]))


def latex(expression: sp.Expr) -> str:
    """The tensor form in TeX."""
    return join([f"{sp.latex(coefficient)} \\, {tensor.tex}" for coefficient, tensor in split(expression)])


def join(terms: Sequence[str]) -> str:
    """A sum in TeX of terms that may begin with a minus sign."""
    text = " ".join(f"- {term[1:].lstrip()}" if term.startswith("-") else f"+ {term}" for term in terms)
    return text.removeprefix("+ ") or "0"
