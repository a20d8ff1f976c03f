"""Expansions in gamma of the stationary mean and second moment of any algorithm, a user's own included."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

import flint
import numpy as np
import sympy as sp

from symfed.core.domain import Class, Domain
from symfed.core.errors import InvalidInput, UnknownName
from symfed.core.formula import remainder_in_gamma
from symfed.core.letters import legend_of, letters_named, signed_terms
from symfed.core.supposed import remembered
from symfed.core.symbols import NOISE, H, L, N, gamma, mu
from symfed.formulas import tensors
from symfed.formulas.arguments import local_steps
from symfed.formulas.averages_in_tex import (
    LONGEST_ON_ONE_LINE,
    Summand,
    Written,
    aligned_rows,
    broken_lines,
    by_powers,
    written,
)
from symfed.formulas.evaluation import combination
from symfed.formulas.kinds import Function, ProblemFormula
from symfed.formulas.modified_gradient import QUANTITIES, ModifiedFormula, modified_formula
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, exact_or_float, integer
from symfed.models.jets import Jets
from symfed.models.problems.problem import Problem

if TYPE_CHECKING:
    from symfed.formulas.enclosures.enclosure import Enclosure

__all__ = ["expand"]

#: The default algorithm.
USUAL = "fedavg"
#: Algorithms whose stationary moments have proven enclosures.
_ENCLOSED = ("fedavg", "sgd", "scaffold")
#: The order of the enclosures that bound a remainder: none is wider than one of a lower order.
ENCLOSED_TO = 2
RANKS = {"bias": 1, "second_moment": 2}
LEFT = {
    "bias": r"\mathbb{E}_{\pi}[\theta] - \theta^\star",
    "second_moment": r"\mathbb{E}_{\pi}\left[(\theta - \theta^\star)(\theta - \theta^\star)^{\top}\right]",
}
SMALL_STEPS = Domain((gamma * L <= 1,))
SMALL_ROUNDS = Domain((gamma * L <= 1, gamma * mu * H <= 1))
_NO_NOISE = {symbol: sp.S.Zero for symbol in NOISE}
#: Up to here a value in dimension one comes from the expression in averages; the next order's has more than two thousand terms.
HIGHEST_IN_AVERAGES = 3
#: Terms that a notebook shows; FedAvg's bias has 271 to the third order and 2,550 to the fourth.
MOST_ON_A_PAGE = 500


check_order = partial(integer, "order")


def smooth_enough(order: int) -> Domain:
    """The smoothness for the remainder, whose coefficient of gamma^(order + 1) contains derivatives up to 2 order + 3.

    With fewer it can be larger: for Lipschitz third derivatives order 1 leaves gamma^(3/2).
    """
    return Domain((), (Class(f"sample losses {2 * order + 3} times differentiable, these derivatives bounded"),))


def without_noise(jets: Jets) -> Jets:
    """The jets with full gradients in place of stochastic ones."""
    return replace(jets, cumulants=tuple(tuple(0 * part for part in parts) for parts in jets.cumulants))


def alone(steps: int) -> Sequence[tuple[Any, Any, Any]]:
    """A single run as a list of (weight, multiple of gamma, multiple of H)."""
    return [(1, 1, 1)]


@dataclass(frozen=True, eq=False, repr=False)
class ExpansionFormula(ProblemFormula):
    """A sum of powers gamma^1 .. gamma^order.

    `series` derives it to any order in averages over clients of dimension one; `coefficients(jets, order, H)` gives the coefficients of
    the powers for numeric jets in any dimension. The first order is evaluated by its tensor form. `tensor_text` gives the terms of the
    whole as tensors in TeX, none if there is no such form to print. encloses: the quantity of FedAvg that can be enclosed, "" if
    none can, for each of the `runs(H)`, which are weights and multiples of gamma and H.
    """

    algorithm: str | Algorithm = USUAL
    series: Callable[[int], sp.Expr] = lambda order: sp.S.Zero
    coefficients: Callable[[Jets, int, int], list[Array]] = lambda jets, order, H: []
    order: int = 1
    scalar: bool = False
    tensor_text: Callable[[], list[str]] = list
    encloses: str = ""
    runs: Callable[[int], Sequence[tuple[Any, Any, Any]]] = alone

    def __post_init__(self) -> None:
        object.__setattr__(self, "remainder", replace(self.remainder, bound=self._bound))
        super().__post_init__()

    @property
    def proven_bound(self) -> str:
        return super().proven_bound if self.encloses else ""

    def _bound(self, problem: Problem, gamma: Any, H: Any = None, order: int | None = None) -> float:
        """The value of `remainder(problem, gamma, H, order)`: a proven bound of |truth - formula(problem, gamma, H, order)|."""
        return self.enclose(problem, gamma, H, ENCLOSED_TO).distance(self(problem, gamma, H, order))

    def enclose(self, problem: Problem, gamma: Any, H: Any = None, order: int = 1) -> Enclosure:
        """A set that provably contains the true stationary value, not the expansion's: `.center`, `.radius`, `.norm`, `.contains(x)`.

        FedAvg's and SGD's bias and second moment, for quadratic, least-squares, linear and logistic problems of any dimension and for
        scalar ones, the bias of extrapolated runs, and Scaffold's for linear gradients. Raises InvalidInput for other formulas,
        problems and orders, OutsideDomain if no set is found.
        """
        from symfed.formulas.enclosures.enclosure import combined, enclose

        if not self.encloses:
            from symfed.formulas import all_formulas

            known = [name for name, one in all_formulas().items() if getattr(one, "encloses", "")]
            raise InvalidInput("formula", self.name, "no enclosure is known for it", f"enclosures are of {', '.join(known)}")
        if isinstance(H, bool) or local_steps(H, self.one_step, self.name).ndim:
            raise InvalidInput("H", H, "must be one positive integer")
        steps = 1 if H is None else H
        if self.runs is alone:
            found = enclose(problem, gamma, steps, self.encloses, order, self.algorithm)
            certified = get_algorithm(self.algorithm) != get_algorithm("scaffold")  # Scaffold's enclosures have no certificate
            return replace(found, asked=(problem, gamma, steps, order)) if certified else found
        size = exact_or_float("gamma", gamma)
        exact = flint.fmpq(*size.as_integer_ratio()) if isinstance(size, float) else size  # no multiple of it is rounded
        return combined([(w, enclose(problem, by * exact, int(n * steps), self.encloses, order)) for w, by, n in self.runs(int(steps))])

    def usage(self) -> str:
        return f"{super().usage()}\norder: the highest power of gamma (default {self.order}); the remainder is of the power after it."

    def at_order(self, order: int | None) -> sp.Expr:
        return self.expr if order is None or order == self.order else self.series(check_order(order))

    def jets_order(self, dim: int, order: int | None) -> int:
        from symfed.derive.expansion import jets_order

        if self._wanted(order) == 1 and tensors.covers(self.at_order(1), self.rank):
            return 1  # tensors are evaluated on the jets, in any dimension
        return jets_order(self.algorithm, self._wanted(order), dim)

    def by_numbers(self, dim: int, order: int | None) -> bool:
        return dim > 1 or self._wanted(order) > HIGHEST_IN_AVERAGES

    def _wanted(self, order: int | None) -> int:
        return self.order if order is None else check_order(order)

    def in_any_dimension(self, jets: Jets, backend: str, order: int | None) -> Function:
        wanted = self._wanted(order)
        if wanted == 1 and tensors.covers(self.at_order(1), self.rank) and tensors.apply_to(jets):
            return self._by_tensors(jets, backend)
        powers = cache(lambda steps: self.coefficients(jets, wanted, steps))
        combined = combination([gamma**k for k in range(1, wanted + 1)], (gamma,), (jets.dim,) * self.rank, backend)

        def evaluate(gamma_values: Any, H_values: Any) -> Array:
            steps, counts = np.broadcast_arrays(gamma_values, np.asarray(H_values).astype(int))
            out = np.empty(steps.shape + (jets.dim,) * self.rank, dtype=jets.hessians.dtype)
            for count in np.unique(counts):
                out[counts == count] = combined((steps[counts == count],), powers(int(count)))
            return out

        return evaluate

    def _by_tensors(self, jets: Jets, backend: str) -> Function:
        pairs = tensors.split(self.at_order(1), self.rank)
        nothing = 0 * (jets.gradients[0] if self.rank == 1 else jets.hessians[0])
        values = [tensor.value(jets) for _, tensor in pairs] or [nothing]
        scales = [scale for scale, _ in pairs] or [sp.S.Zero]
        combined = combination(scales, (gamma, H, N), (jets.dim,) * self.rank, backend)
        return lambda gamma_values, H_values: combined((gamma_values, H_values, jets.N), values)

    @property
    def legend(self) -> dict[str, str]:
        """The meaning of every symbol of `expr`; <x> if averages over clients occur."""
        terms = [term for _, terms in self._powers for term in terms]
        scales = {factor for term in terms for factor in term.scale} | ({N} if any(term.clients for term in terms) else set())
        return legend_of({gamma, *self._means}.union(*(scale.atoms(sp.Symbol) for scale in scales)))

    def latex(self, letters: str = "short") -> str:
        """The tensor form in TeX; averages in dimension one if `scalar`, too long to be read, or for a rule without tensor form.

        More than a few terms are collected by powers of gamma, N and H and broken into lines; the averages of more than some hundreds get
        a symbol each, defined in the last lines. letters: "short" or, in dimension one, "paper", the notation that tensors always have.
        """
        tex = self._in_lines(letters=letters)
        return aligned_rows([*tex.rows, *tex.legend])

    def shown_letters(self, letters: str = "short") -> dict[str, str]:
        return super().shown_letters("paper" if self._tensors() else letters)

    def equation(self) -> str:
        return self._as_equation(self._in_lines())

    def shown(self) -> str:
        """The equation; powers of gamma beyond some hundreds of terms are replaced by their number of terms."""
        return self._as_equation(self._in_lines(MOST_ON_A_PAGE))

    def remark(self) -> str:
        left_out = self._in_lines(MOST_ON_A_PAGE).left_out
        said = f"{left_out} terms are counted here and not shown: `latex()` writes all, `code(language)` and `expr` hold them."
        return said if left_out else ""

    def _as_equation(self, tex: Written) -> str:
        left = f"{self.left} {self.remainder.relation} " if self.left else ""
        last = tex.rows[-1] + (f" + {self.remainder.tex}" if self.remainder.tex else "")
        return aligned_rows([*tex.rows[:-1], last, *tex.legend], left)

    @property
    def _means(self) -> sp.Tuple:
        """The averages over clients; cached, as traversing a long sum takes seconds."""
        return sp.Tuple(*{mean for _, terms in self._powers for term in terms for mean, _ in term.averages})

    @cached_property
    def _powers(self) -> list[tuple[int, list[Summand]]]:
        return by_powers(self.expr)

    def _tensors(self) -> list[str]:
        return [] if self.scalar else tensors.latex(self.expr, self.rank) if self.order == 1 else self.tensor_text()

    def _in_lines(self, most_terms: int | None = None, letters: str = "short") -> Written:
        terms = self._tensors()
        names = letters_named(letters, sp.S.Zero if terms else self._means)
        if terms:
            return Written(broken_lines(signed_terms(terms)), [])
        if sum(len(terms) for _, terms in self._powers) > LONGEST_ON_ONE_LINE:
            return written(self._powers, most_terms, letters)
        powers = sorted(sp.Add.make_args(self.expr), key=lambda term: term.as_coeff_exponent(gamma)[1])
        return Written(broken_lines(signed_terms(sp.latex(power, symbol_names=names) for power in powers)), [])


def expansion_formula(
    name: str, says: str, algorithm: str | Algorithm, quantity: str, *, part: str = "whole", order: int = 1, source: str = "",
    domain: Domain = SMALL_ROUNDS, scalar: bool = False, one_step: bool = False,
) -> ExpansionFormula:  # fmt: skip
    """The expansion of an algorithm's "bias" or "second_moment", derived on first access.

    part: "whole", "heterogeneity" (the part without gradient noise) or "stochastic" (the rest).
    """

    @remembered
    def series(to_order: int) -> sp.Expr:
        from symfed.derive.expansion import expand

        whole = expand(algorithm, quantity, to_order)
        if part == "whole":
            return whole
        quiet = whole.xreplace(_NO_NOISE)
        return quiet if part == "heterogeneity" else sp.expand(whole - quiet)

    def coefficients(jets: Jets, to_order: int, steps: int) -> list[Array]:
        from symfed.derive.expansion import coefficients as engine

        if part == "whole":
            return engine(algorithm, jets, quantity, to_order, steps)
        quiet = engine(algorithm, without_noise(jets), quantity, to_order, steps)
        if part == "heterogeneity":
            return quiet
        return [whole - calm for whole, calm in zip(engine(algorithm, jets, quantity, to_order, steps), quiet, strict=True)]

    marks = {"whole": "", "heterogeneity": r"\Big|_{\text{heterogeneity}}", "stochastic": r"\Big|_{\text{noise}}"}
    return ExpansionFormula(
        name=name, says=says, derive=lambda: series(order), variables=(gamma,) if one_step else (gamma, H),
        domain=domain & smooth_enough(order),
        remainder=remainder_in_gamma(order + 1), source=source, left=LEFT[quantity] + marks[part], rank=RANKS[quantity],
        one_step=one_step, algorithm=algorithm, series=series, coefficients=coefficients, order=order, scalar=scalar,
        tensor_text=lambda: tensors.latex_to_order(algorithm, quantity, order, part),
        encloses=quantity if part == "whole" and get_algorithm(algorithm) in map(get_algorithm, _ENCLOSED) else "",
    )  # fmt: skip


def expand(algorithm: str | Algorithm, quantity: str, order: int = 1, dim: int = 1) -> ExpansionFormula | ModifiedFormula:
    """The sum of the powers gamma^1 .. gamma^order of the stationary "bias" or "second_moment" (about theta*) of an algorithm.

    `expr` is of dimension one: symbolic in gamma, H, N and averages over clients, to any order the engine supports. Called on a problem,
    the formula is evaluated in the problem's own dimension. With dim > 1 `latex()` is the tensor form, which is the same
    in every dimension and is available up to second order; an expansion without one is refused. The formula is derived when its `expr`
    is first accessed. Raises InvalidInput for a bad argument, UnknownName for an unknown algorithm or quantity.

    "modified_gradient" and "modified_loss" are of another kind: the field, or loss, whose flow one round with exact gradients follows,
    with the powers gamma^0 .. gamma^(order-1), at any point theta and not at theta* alone; see ModifiedFormula.

    Source: symfed; the first order is in aistats, Theorem 4.

    >>> expand("fedavg", "bias", 1).remainder.order
    2
    """
    rule, order = get_algorithm(algorithm), check_order(order)
    known = [*RANKS, *QUANTITIES]
    if quantity not in known:
        if quantity in ("covariance", "variance"):
            hint = "'second_moment', which is about theta*: less the bias times its transpose it is the covariance"
        else:
            hint = " or ".join(map(repr, difflib.get_close_matches(str(quantity), known) or known))
        raise UnknownName(f"quantity {quantity!r} is not known; did you mean {hint}?")
    integer("dim", dim)
    if quantity in QUANTITIES:
        modified = modified_formula(rule, quantity, order, scalar=dim == 1)
        modified.had_by(expand, rule, quantity, order, dim)
        return modified
    if dim > 1:
        tensors.refuse_unless_written(rule, quantity, order, dim)
    shape = "(d,)" if quantity == "bias" else "(d, d)"
    formula = expansion_formula(
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
    formula.had_by(expand, rule, quantity, order, dim)
    return formula
