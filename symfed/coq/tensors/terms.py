"""Tensors that print themselves: a transcription `f(p, gamma, H)` runs on them, and its value is a term of Coq that reads like it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import sympy as sp

from symfed.coq.printer import exponent, term
from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression

#: How tightly what stands outermost binds, as in the library's notations.
_ATOM, _APPLIED, _MULTIPLE, _SUM = 0, 10, 40, 50


@dataclass(frozen=True)
class TensorTerm:
    """A term of Coq for a tensor with so many indices; `own`: for client c's.

    `+`, `-`, and `*` and `/` by numbers and by expressions in gamma, H and N. Raises InvalidInput for sums of different ranks.

    >>> p = PrintedJets()
    >>> p.mean(p.apply(p.hessians - p.hessian, p.gradients)) * table.gamma / 2
    (1 / 2) *: (gamma *: average (fun c => apply (A c - average A) (g c)))
    """

    text: str
    rank: int
    own: bool = False
    binding: int = _ATOM

    def __repr__(self) -> str:
        return self.text

    def within(self, loosest: int) -> str:
        """The text, in brackets where it binds less tightly."""
        return self.text if self.binding <= loosest else f"({self.text})"

    def __add__(self, other: Any) -> TensorTerm:
        return self._with(other, "+")

    def __radd__(self, other: Any) -> TensorTerm:
        return self if isinstance(other, int) and other == 0 else self._same(other) + self

    def __sub__(self, other: Any) -> TensorTerm:
        return self._with(other, "-")

    def __rsub__(self, other: Any) -> TensorTerm:
        return self._same(other) - self

    def __neg__(self) -> TensorTerm:
        return self * -1

    def __mul__(self, scalar: Any) -> TensorTerm:
        if isinstance(scalar, TensorTerm):
            raise InvalidInput("factor", scalar, "must be a number", "write product, apply, outer or contract of the jets")
        factor = term(as_expression(scalar))
        factor = factor if factor.isalnum() else f"({factor})"
        return TensorTerm(f"{factor} *: {self.within(_MULTIPLE - 1)}", self.rank, self.own, _MULTIPLE)

    __rmul__ = __mul__

    def __truediv__(self, scalar: Any) -> TensorTerm:
        return self * (1 / as_expression(scalar))

    def _with(self, other: Any, sign: str) -> TensorTerm:
        if isinstance(other, int) and other == 0:
            return self
        second = self._same(other).within(_SUM - 1)
        return TensorTerm(f"{self.text} {sign} {second}", self.rank, self.own or other.own, _SUM)

    def _same(self, other: Any) -> TensorTerm:
        if not isinstance(other, TensorTerm) or other.rank != self.rank:
            raise InvalidInput("summand", other, f"must be a tensor with {self.rank} indices")
        return other


def apply_operation(operation: str, rank: int, *arguments: TensorTerm) -> TensorTerm:
    """An operation of the library on tensors."""
    text = " ".join([operation, *(argument.within(_ATOM) for argument in arguments)])
    return TensorTerm(text, rank, any(argument.own for argument in arguments), _APPLIED)


def letter(name: str, rank: int, own: bool = False, client: str = "c") -> TensorTerm:
    """A tensor by its name; each client's by that of the function, at a client."""
    return TensorTerm(f"{name} {client}", rank, own, _APPLIED) if own or client != "c" else TensorTerm(name, rank)


@dataclass(frozen=True)
class PrintedClient:
    """One client of a pair, as transcriptions `f(one, other, p, gamma, H)` see it."""

    hessian: TensorTerm
    noise: TensorTerm


@dataclass
class PrintedJets:
    """The interface of `symfed.tensors.jets.TensorJets`, in symbols: g, A, T, C, b of a client c, as functions of it.

    An inverse is a symbol of its own, of which is assumed what makes it one: `inverses` and `lyapunovs` have them by the matrix that they
    belong to, those of each client's matrix as functions of c. Matrices are not taken for symmetric.
    Raises InvalidInput for what no theorem has needed so far: geometric and other sums of powers, Stein's equation, higher derivatives.
    """

    shared: bool = False
    inverses: dict[TensorTerm, str] = field(default_factory=dict)
    lyapunovs: dict[TensorTerm, str] = field(default_factory=dict)

    N: sp.Symbol = table.N

    gradients = letter("g", 1, own=True)
    third_derivatives = letter("T", 3, own=True)
    noise_covariance = letter("C", 2, own=True)
    #: b_c of a linear system.
    vectors = letter("b", 1, own=True)

    product = staticmethod(partial(apply_operation, "product", 2))
    apply = staticmethod(partial(apply_operation, "apply", 1))
    outer = staticmethod(partial(apply_operation, "outer", 2))
    inner = staticmethod(partial(apply_operation, "inner", 0))
    transpose = staticmethod(partial(apply_operation, "transpose", 2))
    trace = staticmethod(partial(apply_operation, "trace", 0))
    identity = staticmethod(partial(letter, "identity", 2))

    def client(self, name: str) -> PrintedClient:
        """One client by name, outside of means."""
        return PrintedClient(letter("A", 2, client=name), letter("C", 2, client=name))

    @property
    def hessians(self) -> TensorTerm:
        return letter("A", 2) if self.shared else letter("A", 2, own=True)

    @property
    def hessian(self) -> TensorTerm:
        return self.mean(self.hessians)

    @property
    def third_derivative(self) -> TensorTerm:
        return self.mean(self.third_derivatives)

    @property
    def noise(self) -> TensorTerm:
        return self.mean(self.noise_covariance)

    def mean(self, each: TensorTerm) -> TensorTerm:
        """(1/N) sum over clients."""
        if not each.own:
            return TensorTerm(f"average (fun _ : client => {each.text})", each.rank, binding=_APPLIED)
        name, _, client = each.text.rpartition(" ")
        inside = name if client == "c" and name.isidentifier() else f"(fun c => {each.text})"
        return TensorTerm(f"average {inside}", each.rank, binding=_APPLIED)

    def contract(self, T: TensorTerm, S: TensorTerm) -> TensorTerm:
        """The last two indices of a third derivative with both of S."""
        return self._contracted("contract", T, S)

    def contract_wrong(self, T: TensorTerm, S: TensorTerm) -> TensorTerm:
        """A wrong contraction, for wrong variants."""
        return self._contracted("contract_wrong", T, S)

    def third_contracted(self, S: TensorTerm) -> TensorTerm:
        return self.contract(self.third_derivative, S)

    def _contracted(self, operation: str, T: TensorTerm, S: TensorTerm) -> TensorTerm:
        if (T.rank, S.rank) != (3, 2):
            raise InvalidInput("tensor", T, "must be a third derivative, to be contracted with a matrix")
        return apply_operation(operation, 1, T, S)

    def power(self, A: TensorTerm, n: Any) -> TensorTerm:
        """Aⁿ, n a count."""
        return apply_operation("power", 2, A, TensorTerm(exponent(as_expression(n)), 0))

    def inverse(self, A: TensorTerm) -> TensorTerm:
        """The symbol that stands for A⁻¹."""
        return letter(self._named(self.inverses, A, "inverse"), 2, A.own)

    def solve(self, A: TensorTerm, v: TensorTerm) -> TensorTerm:
        """A⁻¹ v, v a vector or a matrix."""
        return apply_operation("product" if v.rank == 2 else "apply", v.rank, self.inverse(A), v)

    solve_each = solve

    def lyapunov(self, A: TensorTerm, C: TensorTerm) -> TensorTerm:
        """X with A X + X A' = C."""
        if A.own:
            raise InvalidInput("matrix", A, "must be the same for all clients in a Lyapunov equation", "not exported yet")
        return apply_operation(self._named(self.lyapunovs, A, "lyapunov"), 2, C)

    def _named(self, names: dict[TensorTerm, str], A: TensorTerm, word: str) -> str:
        if A not in names:
            number = sum(known.own == A.own for known in names) + 1
            names[A] = f"{word}{'s' if A.own else ''}{f'_{number}' if number > 1 else ''}"
        return names[A]

    def variables(self) -> tuple[str, ...]:
        """The symbols that stand for inverses, with their types."""
        return tuple(f"{name} : {'client -> ' if A.own else ''}{kind}" for name, kind, _, A in self._solvers())

    def conditions(self) -> tuple[str, ...]:
        """The conditions which say that these symbols are inverses."""
        return tuple(
            f"(forall c, {law} {A.within(_ATOM)}%T ({name} c))" if A.own else f"{law} {A.within(_ATOM)}%T {name}"
            for name, _, law, A in self._solvers()
        )

    def _solvers(self) -> Iterator[tuple[str, str, str, TensorTerm]]:
        yield from ((name, "matrix index", "inverse_of", A) for A, name in self.inverses.items())
        yield from ((name, "matrix index -> matrix index", "lyapunov_of", A) for A, name in self.lyapunovs.items())

    def __getattr__(self, name: str) -> Any:
        raise InvalidInput("statement", name, "is not exported yet", "the jets' first derivatives, means, products and inverses are")
