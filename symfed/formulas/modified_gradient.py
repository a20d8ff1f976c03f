"""The modified gradient of one round, and the modified loss if there is one: on any problem, in TeX, and as pictures of trees."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property, singledispatch
from html import escape
from itertools import count
from typing import TYPE_CHECKING, Any

import flint
import mpmath
import numpy as np
import sympy as sp

from symfed.core.domain import Class, Domain
from symfed.core.errors import InvalidInput
from symfed.core.formula import Formula, remainder_in_gamma
from symfed.core.letters import letters_named, signed_terms, tex_of
from symfed.core.symbols import H, gamma
from symfed.formulas.arguments import in_number_system, local_steps, step_sizes
from symfed.formulas.averages_in_tex import aligned_rows, broken_lines
from symfed.formulas.evaluation import arguments_of
from symfed.formulas.kinds import on_averages
from symfed.models.algorithm import Algorithm
from symfed.models.arrays import Array, to_float, zeros
from symfed.models.problems import LinearProblem, LogisticProblem, Problem, QuadraticProblem, ScalarProblem
from symfed.models.problems.noise_jets import finite_jets
from symfed.models.problems.problem import check_problem
from symfed.models.rings import BIG_FLOATS, FLOATS, Ring
from symfed.numeric import compile_expression, get_backend
from symfed.numeric.multiprecision import GUARD_DIGITS, numbers

if TYPE_CHECKING:
    from symfed.derive.trees import Terms, Tree


STEP, LEVEL, RADIUS, MARGIN, CHARACTER = 26, 30, 6, 14, 7.2  # pixels
COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377")


def picture(powers: Sequence[Terms], is_loss: bool = False) -> str:
    """SVG text: a row for each power of gamma, with each tree above its coefficient. The root is at the bottom, as in the literature.

    Nodes of one colour with solid edges belong to one client; a dashed edge leads to a block that is averaged separately.
    """
    from symfed.derive.trees import TEXT, write_tree

    shapes: list[str] = []
    width = top = 0.0
    for power, terms in enumerate(powers):
        height = LEVEL * max((_depth(tree) for tree in terms), default=1)
        left = float(MARGIN)
        shapes.append(f'<text x="{left:g}" y="{top + MARGIN + height - LEVEL / 2:g}" font-weight="bold">γ{_gamma_power(power)}</text>')
        left += 3 * CHARACTER + MARGIN
        for tree, coefficient in terms.items():
            label = re.sub(r"\*\*(\d+)", lambda power: _gamma_power(int(power[1])), str(coefficient)).replace("*", " ")
            wide = max(STEP * _leaves(tree), CHARACTER * len(label))
            shift = left + (wide - STEP * _leaves(tree)) / 2
            shapes.append(f"<g><title>{escape(write_tree(tree, TEXT, is_loss))}</title>")
            shapes += _tree_shapes(tree, shift, top + MARGIN + height - LEVEL / 2)
            middle, under = left + wide / 2, top + MARGIN + height + 6
            shapes.append(f'<text x="{middle:g}" y="{under:g}" text-anchor="middle">{escape(label)}</text></g>')
            left += wide + MARGIN
        width, top = max(width, left), top + height + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="Trees with coefficients" width="{width:g}" height="{top:g}" '
        f'viewBox="0 0 {width:g} {top:g}" font-family="sans-serif" font-size="12" fill="currentColor">{"".join(shapes)}</svg>'
    )


def _gamma_power(power: int) -> str:
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(power))


def _depth(tree: Tree) -> int:
    return 1 + max((_depth(child) for children in tree for child in children), default=0)


def _leaves(tree: Tree) -> int:
    return sum(_leaves(child) for children in tree for child in children) or 1


def _tree_shapes(tree: Tree, left: float, bottom: float) -> list[str]:
    """Edges, then the nodes drawn over them."""
    edges: list[str] = []
    nodes: list[str] = []
    blocks = count()

    def place(node: Tree, x: float, y: float, block: int) -> float:
        middle = x + STEP * _leaves(node) / 2
        colour = COLOURS[block % len(COLOURS)]
        for outer, children in enumerate(node):
            for child in children:
                end = place(child, x, y - LEVEL, next(blocks) if outer else block)
                style = 'stroke-dasharray="3 3"' if outer else 'stroke-width="2.5"'
                edges.append(f'<path d="M{middle:g} {y:g} L{end:g} {y - LEVEL:g}" stroke="currentColor" {style}/>')
                x += STEP * _leaves(child)
        nodes.append(f'<circle cx="{middle:g}" cy="{y:g}" r="{RADIUS}" fill="{colour}" stroke="currentColor"/>')
        return middle

    place(tree, left, bottom, next(blocks))
    return edges + nodes


_RINGS = {"float64": FLOATS, "mpmath": BIG_FLOATS, "exact": Ring("exact rationals", flint.fmpq, {})}


def point_derivatives(problem: Problem, theta: Any, order: int, backend: str = "float64") -> list[Array]:
    """A list whose entry m, up to `order`, is every client's m-th derivative at theta, shape (N,) + (d,)*m; entry 0 holds the losses.

    theta is (d,); a float of the problem's data has its binary value. Raises InvalidInput for a theta of the wrong shape,
    a problem of a kind not known here or, with the backend "exact", one whose derivatives are not rational.

    >>> point_derivatives(QuadraticProblem([[[2]], [[4]]], [[0], [1]]), [2], 1)[1]
    array([[4.],
           [4.]])
    """
    point = np.asarray(in_number_system("theta", theta, backend))
    if point.shape != (problem.dim,):
        raise InvalidInput("theta", theta, f"must have shape (d,) = ({problem.dim},)")
    return _derivatives(problem, point, order, _RINGS[backend])


@singledispatch
def _derivatives(problem: Problem, theta: Array, order: int, ring: Ring) -> list[Array]:
    raise InvalidInput("problem", problem, "has no derivatives at a general point")


@_derivatives.register
def _quadratic(problem: QuadraticProblem, theta: Array, order: int, ring: Ring) -> list[Array]:
    _require_exact(problem, ring)
    A, away = _into_ring(ring, problem.hessian_matrices), theta - _into_ring(ring, problem.optima)
    slopes = (A * away[:, None, :]).sum(axis=-1)
    return _affine((slopes * away).sum(axis=-1) / 2, slopes, A, order)


@_derivatives.register
def _linear(problem: LinearProblem, theta: Array, order: int, ring: Ring) -> list[Array]:
    _require_exact(problem, ring)
    A = _into_ring(ring, problem.mean_matrices)
    # no loss has these gradients
    return _affine(np.full(len(A), np.nan), (A * theta).sum(axis=-1) - _into_ring(ring, problem.mean_vectors), A, order)


@_derivatives.register
def _scalar(problem: ScalarProblem, theta: Array, order: int, ring: Ring) -> list[Array]:
    clients = range(problem.num_clients)
    return [
        np.array([problem.client_derivative(c, m, theta[0], ring) for c in clients]).reshape((-1,) + (1,) * m) for m in range(order + 1)
    ]


@_derivatives.register
def _logistic(problem: LogisticProblem, theta: Array, order: int, ring: Ring) -> list[Array]:
    if "exp" not in ring.functions:
        raise InvalidInput("problem", problem, "has no rational derivatives", "use the backend 'float64' or 'mpmath'")
    functions = [ring.functions[name] for name in ("exp", "log", "Abs")]
    exp, log, size = functions if ring is FLOATS else [np.frompyfunc(function, 1, 1) for function in functions]
    l2, losses, clients = ring(problem.l2), [], []
    for features, labels in zip(problem.features, problem.labels, strict=True):
        rows = -labels[:, None] * _into_ring(ring, features)
        s = (rows * theta).sum(axis=-1)
        losses.append(((s + size(s)) / 2 + log(1 + exp(-size(s)))).sum() / len(rows))  # log(1 + exp(s)) without overflow
        clients.append(problem.taylor(rows, theta, l2, ring, max(order - 1, 1), 0))
    return [np.array(losses) + l2 * (theta * theta).sum() / 2, *finite_jets(clients, order, ()).derivatives]


def _affine(losses: Array, slopes: Array, A: Array, order: int) -> list[Array]:
    flat = [zeros((len(A),) + A.shape[1:2] * m, A) for m in range(3, order + 1)]
    return [losses, slopes, A, *flat][: order + 1]


def _into_ring(ring: Ring, array: Array) -> Array:
    return to_float(array) if ring is FLOATS else np.asarray(np.frompyfunc(ring, 1, 1)(array))


def _require_exact(problem: Problem, ring: Ring) -> None:
    if ring.name == "exact rationals" and not problem.exact:
        raise InvalidInput("problem", problem, "is not exact", "enter it with integers and fractions, or use the backend 'float64'")


HIGHEST_ORDER = 6  # 601 trees up to this order, and 2,058 of the next alone
QUANTITIES = {
    "modified_gradient": (r"\tilde{g}(\theta)", "the field g~, shape (d,), of which a round is the flow theta' = -g~ for time gamma H"),
    "modified_loss": (r"\tilde{f}(\theta)", "the loss f~ of which a round is the flow theta' = -grad f~ for time gamma H"),
}


@dataclass(frozen=True, eq=False, repr=False)
class ModifiedFormula(Formula):
    """The field, or loss, whose flow one round with exact gradients follows, in the powers gamma^0 .. gamma^(order-1).

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
        """{tree: coefficient in H and parameters} for gamma^0, gamma^1, ..., derived on first access."""
        return self.derive_terms()

    def usage(self) -> str:
        shape = "" if self.is_loss else " + (d,)"
        return (
            f"theta: a point, shape (d,). gamma, H: numbers, or arrays that broadcast; the answer has shape broadcast(gamma, H){shape}.\n"
            "backend: 'float64' (default), 'exact', or 'mpmath' with digits=30.\n"
            "Also: .expr .legend .latex() .picture() .code(language) .domain .remainder .source"
        )

    def call(self) -> str:
        return f"{self.name}(problem, theta, gamma)" if self.one_step else f"{self.name}(problem, theta, gamma, H)"

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

    def _check_parameters(self) -> None:
        if free := set().union(*[scale.free_symbols for scale, _ in self._summands]) - {gamma, H}:
            name = min(map(str, free))
            raise InvalidInput(name, None, f"{self.name} needs a value for it", f"expand algorithm.bind({name}=...)")

    def _scaled(self, backend: str) -> list[tuple[Callable[..., Any], Any]]:
        return [(compile_expression(scale, (gamma, H), backend), tree) for scale, tree in self._summands]

    @property
    def _summands(self) -> list[tuple[sp.Expr, Tree]]:
        return [(coefficient * gamma**power, tree) for power, terms in enumerate(self.terms) for tree, coefficient in terms.items()]

    def latex(self, letters: str = "short") -> str:
        """The terms in TeX, with derivatives as nabla; every pair of angle brackets averages over its own client c; f is the mean loss.

        In dimension one (`scalar`) letters are "short" or "paper", the papers' notation.
        """
        return aligned_rows(broken_lines(signed_terms(self._terms_in_tex(letters))))

    def _terms_in_tex(self, letters: str) -> list[str]:
        names = letters_named(letters, self.expr if self.scalar else sp.S.Zero)
        if not self.scalar:
            from symfed.derive.trees import TEX, write_tree

            pairs = [(scale, write_tree(tree, TEX, self.is_loss)) for scale, tree in self._summands]
            return [tex if scale == 1 else f"{sp.latex(scale)} \\, {tex}" for scale, tex in pairs]
        powers = sorted(sp.Add.make_args(self.expr), key=lambda term: term.as_coeff_exponent(gamma)[1])
        return [sp.latex(term, symbol_names=names) for term in powers]

    def equation(self) -> str:
        *rows, last = broken_lines(signed_terms(self._terms_in_tex("short")))
        return aligned_rows([*rows, f"{last} + {self.remainder.tex}"], f"{self.left} {self.remainder.relation} ")

    def shown_letters(self, letters: str = "short") -> dict[str, str]:
        if self.scalar:
            return super().shown_letters(letters)
        means = {
            r"\langle x_c \rangle": "average of $x_c$ over the clients",
            r"\nabla^k f_c": "derivatives of a client's loss at $\\theta$",
        }
        return {tex_of("gamma"): "step size", tex_of("H"): "number of local steps in a round", **means, "f": "the mean loss"}

    def code(self, language: str = "python") -> str:
        """The expression of dimension one as a function in "c", "julia", "numpy" or "python", averages over clients as arguments."""
        return on_averages(self, self.expr, arguments_of(self.expr, self.variables), language)

    def picture(self) -> str:
        """The trees as an SVG text: a row for each power of gamma, a colour and solid edges for each block, dashed edges between."""
        return picture(self.terms, self.is_loss)


def modified_formula(rule: Algorithm, quantity: str, order: int, scalar: bool) -> ModifiedFormula:
    """The formula behind `expand(algorithm, "modified_gradient" | "modified_loss", order, dim)`."""
    if order > HIGHEST_ORDER:
        raise InvalidInput("order", order, f"must be at most {HIGHEST_ORDER} for {quantity}", "ask for fewer powers of gamma")
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
