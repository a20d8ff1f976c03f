"""The modified gradient of one round, and the modified loss where there is one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import mpmath
import numpy as np
import sympy as sp

from symfed.core.domain import Class, Domain
from symfed.core.errors import InvalidInput
from symfed.core.formula import Formula, remainder_in_gamma
from symfed.core.symbols import H, gamma
from symfed.formulas.arguments import in_number_system, local_steps, step_sizes
from symfed.formulas.point_derivatives import point_derivatives
from symfed.formulas.tensors import join
from symfed.formulas.tree_picture import picture
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array
from symfed.models.problems.problem import Problem, check_problem
from symfed.numeric import compile_expression, get_backend
from symfed.numeric.multiprecision import GUARD_DIGITS, numbers

if TYPE_CHECKING:
    from symfed.derive.trees import Terms

HIGHEST_ORDER = 6  # 601 trees up to this order, and 2,058 of the next alone
QUANTITIES = {
    "modified_gradient": (r"\tilde{g}(\theta)", "the field g~, shape (d,), of which a round is the flow theta' = -g~ for time gamma H"),
    "modified_loss": (r"\tilde{f}(\theta)", "the loss f~ of which a round is the flow theta' = -grad f~ for time gamma H"),
}


@dataclass(frozen=True, eq=False, repr=False)
class ModifiedFormula(Formula):
    """What one round with exact gradients really follows: powers gamma^0 .. gamma^(order-1) of a field, or of a loss.

    `terms` holds {tree: coefficient} for each power (`symfed.derive.trees`). `expr` is of dimension one, in averages of the clients'
    derivatives D0, D1, D2, ... at theta.
    """

    derive_terms: Callable[[], list[Terms]] = list
    is_loss: bool = False
    one_step: bool = False
    scalar: bool = False
    order: int = 1

    @cached_property
    def terms(self) -> list[Terms]:
        """{tree: coefficient in H and parameters} for gamma^0, gamma^1, ..., derived on first touch."""
        return self.derive_terms()

    def __call__(
        self, problem: Problem, theta: Any, gamma: Any, H: Any = None, backend: str = "float64", digits: int | None = None
    ) -> Array:
        """The value at the point theta (d,) of a problem: shape broadcast(gamma, H) + (d,), or broadcast(gamma, H) for a loss.

        Backends: "float64"; "exact" (an exact problem, rational theta and gamma); "mpmath" (`digits` decimal digits). Raises
        InvalidInput for a bad argument, or a parameter of the algorithm without a value.
        """
        from symfed.derive.trees import on_arrays

        check_problem(problem)
        get_backend(backend)
        step_sizes(gamma)
        steps = local_steps(H, self.one_step, self.name)
        self._check_parameters()
        precise: AbstractContextManager[Any] = nullcontext()
        wanted = mpmath.mp.dps if digits is None else digits
        if backend == "mpmath":
            precise = mpmath.workdps(wanted + GUARD_DIGITS)
        with precise:
            derivatives = point_derivatives(problem, theta, self.order, backend)
            if self.is_loss and derivatives[0].dtype == float and np.isnan(derivatives[0]).any():
                raise InvalidInput("problem", problem, "has gradients that belong to no loss", "use the quantity 'modified_gradient'")
            at = in_number_system("gamma", gamma, backend), in_number_system("H", steps, backend)
            total: Any = 0
            for scale, tree in self._scaled(backend):
                factor = np.asarray(scale(*at))
                total = total + (factor if self.is_loss else factor[..., None]) * on_arrays(tree, derivatives, self.is_loss)
        if backend != "mpmath":
            return np.asarray(total)
        with mpmath.workdps(wanted):
            return np.asarray(numbers(total) + 0)

    def _scaled(self, backend: str) -> list[tuple[Callable[..., Any], Any]]:
        return [
            (compile_expression(coefficient * gamma**power, (gamma, H), backend), tree)
            for power, terms in enumerate(self.terms)
            for tree, coefficient in terms.items()
        ]

    def _check_parameters(self) -> None:
        free = set().union(*[c.free_symbols for terms in self.terms for c in terms.values()]) - {H}
        if free:
            name = min(map(str, free))
            raise InvalidInput(name, None, f"{self.name} needs a value for it", f"expand algorithm.bind({name}=...)")

    def latex(self) -> str:
        """Derivatives as nabla, every pair of angle brackets averaging over a client c of its own; f is the mean loss."""
        if not self.scalar:
            from symfed.derive.trees import TEX, write

            pairs = [(c * gamma**k, write(tree, TEX, self.is_loss)) for k, terms in enumerate(self.terms) for tree, c in terms.items()]
            return join([tex if scale == 1 else f"{sp.latex(scale)} \\, {tex}" for scale, tex in pairs])
        powers = sorted(sp.Add.make_args(self.expr), key=lambda term: term.as_coeff_exponent(gamma)[1])
        return join([sp.latex(term) for term in powers])

    def picture(self) -> str:
        """The trees as an SVG text: a row for each power of gamma, a colour and solid edges for each block, dashed edges between."""
        return picture(self.terms, self.is_loss)


def modified_formula(rule: Algorithm, quantity: str, order: int, scalar: bool) -> ModifiedFormula:
    """The formula behind `expand(algorithm, "modified_gradient" | "modified_loss", order, dim)`."""
    if order > HIGHEST_ORDER:
        raise InvalidInput("order", order, f"must be at most {HIGHEST_ORDER} for {quantity}")
    is_loss = quantity == "modified_loss"
    left, meaning = QUANTITIES[quantity]

    def terms() -> list[Terms]:
        from symfed.derive.trees import modified_gradient, modified_loss

        return (modified_loss if is_loss else modified_gradient)(rule, order)

    def expression() -> sp.Expr:
        from symfed.derive.trees import in_client_means

        total: dict[sp.Expr, sp.Expr] = {}
        for power, part in enumerate(formula.terms):
            for tree, coefficient in part.items():
                means = gamma**power * in_client_means(tree, is_loss)
                total[means] = total.get(means, 0) + coefficient
        return sp.Add(*[sp.factor(coefficient) * means for means, coefficient in total.items()])

    formula = ModifiedFormula(
        name=f"{rule.name}_{quantity}_order_{order}",
        says=f"For {rule.name} with exact gradients: {meaning}, up to O(gamma^{order + 1}).",
        derive=expression,
        variables=(gamma,) if rule.one_step else (gamma, H),
        domain=Domain((), (Class(f"every client {order + 1} times continuously differentiable"),)),
        remainder=remainder_in_gamma(order),
        source=f"derived from the update rule ({rule.source})" if rule.source else "derived from the update rule",
        left=left,
        derive_terms=terms,
        is_loss=is_loss,
        one_step=rule.one_step,
        scalar=scalar,
        order=order,
    )
    return formula
