"""The classes of callable formulas: of plain parameters, and of a problem."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import flint
import mpmath
import numpy as np
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.formula import Formula
from symfed.core.letters import legend_of, letters_named, signed_terms
from symfed.core.symbols import TABLE
from symfed.formulas.arguments import floats, in_number_system, jets_for, local_steps, parsed_text, require, step_sizes
from symfed.formulas.averages_in_tex import aligned_rows, broken_lines
from symfed.formulas.evaluation import arguments_of, on_clients
from symfed.models.arrays import Array, as_rational, exact_face
from symfed.models.jets import Jets
from symfed.models.problems.problem import Problem, check_problem
from symfed.numeric import compile_expression, has_digits
from symfed.numeric.balls import to_digits
from symfed.numeric.multiprecision import GUARD_DIGITS, numbers
from symfed.numeric.source_code import source_code

_NUMBERS = "Numbers, strings that spell one ('1/20'), or arrays that broadcast"
_BACKENDS = (
    "backend: 'float64' (default), 'numba', 'c', 'jax', 'exact', 'mpmath' with digits=30, 'ball' with digits=30 for a proven enclosure.\n"
    "check=False evaluates outside of the domain, too."
)
_PARTS = "Also: .expr .legend .latex() .code(language) .compile(backend) .domain .remainder .source"
#: Values for examples, in every formula's domain.
_VALUES = {"gamma": 0.001, "H": 10, "mu": 1, "L": 10, "N": 10}


def _digits_option(backend: str, digits: int | None) -> dict[str, int | None]:
    """The `digits` option, for a backend with a requested number of digits. Raises InvalidInput if another backend gets it."""
    if has_digits(backend):
        return {"digits": digits}
    if digits is not None:
        raise InvalidInput("digits", digits, f"are not what backend={backend!r} computes with", "write backend='mpmath' or backend='ball'")
    return {}


@dataclass(frozen=True, eq=False, repr=False)
class ScalarFormula(Formula):
    """A formula of parameters such as gamma, H, mu, L, called by position or by keyword."""

    def __call__(self, *args: Any, backend: str = "float64", digits: int | None = None, check: bool = True, **kwargs: Any) -> Any:
        """The value, of the broadcast shape of the parameters.

        Raises InvalidInput for a missing, unknown or non-positive parameter, OutsideDomain outside of the formula's domain
        (`check=False` evaluates it anyway).
        """
        values = self._bind(args, kwargs)
        for symbol in self.variables:
            value = values[symbol.name]
            if symbol.is_integer:
                local_steps(value, False, self.name)
            elif symbol.is_positive and not (floats(symbol.name, value) > 0).all():
                raise InvalidInput(symbol.name, value, "must be positive")
        if check:
            require(self.domain, values)
        return exact_face(self.compile(backend, digits)(*values.values()))

    def usage(self) -> str:
        own = "\n".join(f"{symbol.name}: {TABLE[symbol.name].meaning}." for symbol in self.variables if symbol.name in TABLE)
        return f"{own}\n{_NUMBERS}; the answer has their shape.\n{_BACKENDS}\n{_PARTS}"

    def example(self) -> list[str]:
        values = ", ".join(f"{symbol.name}={_VALUES.get(symbol.name, 1)}" for symbol in self.variables)
        return [f"from symfed.formulas import {self.name}", f"{self.name}({values})"]

    @property
    def __signature__(self) -> inspect.Signature:
        """The parameters by name, for help(), editors and `inspect.signature`."""
        names = [inspect.Parameter(symbol.name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for symbol in self.variables]
        options = [part for part in inspect.signature(type(self).__call__).parameters.values() if part.kind is part.KEYWORD_ONLY]
        return inspect.Signature([*names, *options])

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        names = [symbol.name for symbol in self.variables]
        call = f"write {self.call()}"
        if len(args) > len(names):
            raise InvalidInput("arguments", len(args), f"{self.name} takes {len(names)} parameters", call)
        values = dict(zip(names, args, strict=False))
        for name, value in kwargs.items():
            if name not in names or name in values:
                raise InvalidInput(name, value, f"{self.name} has no such parameter" if name not in names else "is given twice", call)
            values[name] = value
        missing = [name for name in names if name not in values]
        if missing:
            raise InvalidInput(missing[0], None, f"{self.name} needs a value for it", call)
        values = {name: values[name] for name in names}
        # an array of numbers is kept: a million objects would take longer than the formula
        return {
            name: v if isinstance(v, np.ndarray) and v.dtype.kind in "fiu" else parsed_text(name, np.asarray(v, dtype=object))[()]
            for name, v in values.items()
        }

    def compile(self, backend: str = "float64", digits: int | None = None) -> Any:
        """A plain callable of the variables, in their order, without any checks."""
        options = _digits_option(backend, digits)
        return compile_expression(self.expr, self.variables, backend, **options)

    def code(self, language: str = "python") -> str:
        """The expression as a function in "c", "julia", "numpy" or "python"."""
        notes = [*self.notes(), *(f"{letter}: {meaning}" for letter, meaning in self.legend.items())]
        return source_code(self.name, self.expr, {symbol.name: symbol for symbol in self.variables}, language, notes)


def on_averages(formula: Formula, expression: sp.Expr, arguments: dict[str, sp.Expr], language: str) -> str:
    """The code of a formula in dimension one, with averages over clients as arguments, and the meaning of every symbol above it."""
    averages = [f"{name}: average over clients of {mean.args[0]}" for name, mean in arguments.items() if not mean.is_Symbol]
    letters = [f"{letter}: {meaning}" for letter, meaning in legend_of(arguments.values()).items() if letter != "<x>"]
    return source_code(formula.name, expression, arguments, language, [*formula.notes("in dimension one"), *averages, *letters])


Function = Callable[[Any, Any], Array]


@dataclass(frozen=True, eq=False, repr=False)
class ProblemFormula(Formula):
    """A formula of (problem, gamma, H), with `expr` in averages over clients for dimension one.

    `rank` is 1 for a vector (d,) and 2 for a matrix (d, d). `one_step`: the algorithm communicates after every step, H is 1 and may be
    left out.
    """

    rank: int = 1
    one_step: bool = False

    def __call__(
        self,
        problem: Problem,
        gamma: Any,
        H: Any = None,
        order: int | None = None,
        backend: str = "float64",
        digits: int | None = None,
        check: bool = True,
    ) -> Array:
        """The value on a problem, shape broadcast(gamma, H) + (d,) or (d, d).

        gamma and H are scalars or arrays that broadcast. `order` is for expansions. Backends: "float64"; "numba", "c" and "jax" (compiled,
        for many points); "exact" (an exact problem and rational gamma, fmpq entries); "ball" (the same; balls that contain the value, to
        `digits`); "mpmath" (`digits` decimal digits). Raises OutsideDomain outside of the formula's domain (`check=False`
        evaluates it anyway) and InvalidInput for a bad argument.
        """
        if not hasattr(problem, "jets"):  # the only attribute that a formula needs
            check_problem(problem)
        step_sizes(gamma)
        steps = local_steps(H, self.one_step, self.name)
        if check:
            require(self.domain, {"gamma": gamma, "H": steps, "mu": problem.mu, "L": problem.L})
            self.check_problem(problem)
        return exact_face(np.asarray(self.compile(backend, problem, order, digits)(gamma, steps)))  # type: ignore[no-any-return]

    def usage(self) -> str:
        shape = "(d,)" if self.rank == 1 else "(d, d)"
        H = "" if self.one_step else "H: number of local steps in a round.\n"
        return (
            f"problem: a QuadraticProblem, LogisticProblem or another, of any dimension d.\ngamma: step size.\n"
            f"{H}{_NUMBERS}; the answer has shape broadcast(gamma, H) + {shape}.\n{_BACKENDS}\n{_PARTS}"
        )

    def example(self) -> list[str]:
        return [
            "import symfed as sf",
            f"from symfed.formulas import {self.name}",
            "problem = sf.QuadraticProblem(hessians=[[[1]], [[3]]], optima=[[0], [4]], noise=[[1]])",
            f"{self.name}(problem, gamma=0.01{'' if self.one_step else ', H=10'})",
        ]

    def call(self) -> str:
        return f"{self.name}(problem, gamma)" if self.one_step else f"{self.name}(problem, gamma, H)"

    def check_problem(self, problem: Problem) -> None:
        """Raise OutsideDomain if the formula does not apply to problems of this kind."""

    def at_order(self, order: int | None) -> sp.Expr:
        """The expression up to a power of gamma. Raises InvalidInput for an exact formula, which has no orders."""
        if order is not None:
            raise InvalidInput("order", order, f"{self.name} is exact and has no orders", "leave it out")
        return self.expr

    def jets_order(self, dim: int, order: int | None) -> int:
        """The order in gamma needed of the jets of a problem in that dimension."""
        return 1

    def by_numbers(self, dim: int, order: int | None) -> bool:
        """True if a value is computed by `in_any_dimension`, as it must be for d > 1."""
        return dim > 1

    def in_any_dimension(self, jets: Jets, backend: str, order: int | None) -> Function:
        """The evaluation from numeric jets of any dimension; for d > 1 they are float64 or exact."""
        raise InvalidInput("problem", jets.dim, f"{self.name} is known in dimension one only")

    def compile(self, backend: str = "float64", problem: Problem | None = None, order: int | None = None, digits: int | None = None) -> Any:
        """A plain callable for hot loops, without any checks.

        With a problem: a function of (gamma, H), everything that depends on the problem alone computed beforehand. Without: a function
        of gamma, H, N and the averages over clients of dimension one, in the order of `arguments(order)`.
        """
        options = _digits_option(backend, digits)
        if problem is None:
            return compile_expression(self.at_order(order), tuple(self.arguments(order).values()), backend, **options)
        if backend == "mpmath":
            return self._many_digits(problem, order, mpmath.mp.dps if digits is None else digits)
        if backend == "ball":
            return self._enclosed(problem, order, digits)
        return self._on(self._jets(problem, backend, order), backend, order)

    def _jets(self, problem: Problem, backend: str, order: int | None, digits: int = 0) -> Jets:
        return jets_for(problem, backend, digits, self.jets_order(problem.dim, order))

    def _many_digits(self, problem: Problem, order: int | None, digits: int) -> Function:
        if problem.dim > 1:
            # linear systems are solved exactly over the rationals, and rounded at the end
            exact = self._on(self._jets(problem, "exact", order), "exact", order)
            inner: Function = lambda gamma, H: exact(as_rational(gamma), H)  # noqa: E731  # named for readability
        else:
            with mpmath.workdps(digits + GUARD_DIGITS):
                jets = self._jets(problem, "mpmath", order, digits)
            inner = self._on(jets, "mpmath", order, lambda: mpmath.workdps(digits + GUARD_DIGITS))

        def rounded(gamma: Any, H: Any = 1) -> Array:
            value = inner(gamma, H)
            with mpmath.workdps(digits):
                return np.asarray(numbers(+value if problem.dim == 1 else value), dtype=object)

        return rounded

    def _enclosed(self, problem: Problem, order: int | None, digits: int | None) -> Function:
        # linear systems are solved over the rationals: balls appear only in the last rounding
        exactly = self.by_numbers(problem.dim, order)
        inner = self._on(self._jets(problem, "exact", order), "exact" if exactly else "ball", order)

        def enclosed(gamma: Any, H: Any = 1) -> Array:
            if exactly:
                value = inner(gamma, H)
                return np.asarray(to_digits(lambda: np.frompyfunc(flint.arb, 1, 1)(value), digits), dtype=object)
            return np.asarray(to_digits(lambda: inner(gamma, H), digits), dtype=object)

        return enclosed

    def _on(
        self, jets: Jets, backend: str, order: int | None, precision: Callable[[], AbstractContextManager[Any]] = nullcontext
    ) -> Function:
        if self.by_numbers(jets.dim, order):
            function = self.in_any_dimension(jets, backend, order)
        else:
            scalar = on_clients(self.at_order(order), jets, backend)
            function = lambda gamma, H: scalar(gamma, H)[(...,) + (None,) * self.rank]  # noqa: E731  # one of two equal branches

        def evaluate(gamma: Any, H: Any = 1) -> Array:
            with precision():
                return function(in_number_system("gamma", gamma, backend), in_number_system("H", H, backend))

        return evaluate

    def latex(self, letters: str = "short") -> str:
        """The expression of dimension one in TeX, in "short" notation or the "paper"'s, long sums broken into lines."""
        names = letters_named(letters, self.expr)
        return aligned_rows(broken_lines(signed_terms(sp.latex(term, symbol_names=names) for term in sp.Add.make_args(self.expr))))

    def arguments(self, order: int | None = None) -> dict[str, sp.Expr]:
        """The arguments of generated code: name -> symbol or average over clients, in dimension one."""
        return arguments_of(self.at_order(order), self.variables)

    def code(self, language: str = "python", order: int | None = None) -> str:
        """The expression of dimension one as a function in "c", "julia", "numpy" or "python", averages over clients as arguments."""
        return on_averages(self, self.at_order(order), self.arguments(order), language)
