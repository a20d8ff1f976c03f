"""Check that an expansion, remainder included, follows from a bound that is proved by named theorems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.symbol import Str

from symfed.checks.expansion import Expansion, Powers
from symfed.checks.premises import PARAMETERS, undischarged
from symfed.core import symbols
from symfed.core.check import Check
from symfed.core.claim import Claim, ProofStep
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, gamma
from symfed.core.verdict import Evidence, Tier
from symfed.theorems import Apply, Define, New
from symfed.theorems.operators import lyapunov, solvable
from symfed.theorems.relations import heads
from symfed.theorems.vocabulary import GIVEN, AnyVector, Mean, Norm, Quantity, Vector, grad, hess

#: A bound of so many symbols is written out in a row; of a longer one the claim is named.
_SHORT = 120


class Solved(sp.Function):  # type: ignore[misc]  # SymPy is untyped
    """The solution of a linear equation, by the theorem that says that it has one, its matrix and its right side; linear in the latter.

    >>> from symfed.theorems.vocabulary import Vector
    >>> u, v, A = Vector("one_side"), Vector("other_side"), Vector("a_matrix")
    >>> Solved.by(solvable, A, 2*u + v) - 2*Solved.by(solvable, A, u)
    Solved(solvable, a_matrix, other_side)
    """

    nargs = 3
    is_commutative = False

    @classmethod
    def by(cls, theorem: Any, matrix: sp.Expr, right: sp.Expr) -> sp.Expr:
        """With a theorem for its name."""
        return cls(Str(theorem.name), matrix, right)

    @classmethod
    def eval(cls, name: Str, matrix: sp.Expr, right: sp.Expr) -> sp.Expr | None:
        whole, wide = sp.expand(matrix), sp.expand(right)
        if wide == 0:
            return sp.S.Zero
        if wide.is_Add:
            return sp.Add(*[cls(name, whole, term) for term in wide.args])
        scalars, rest = wide.args_cnc()
        inside = sp.Mul(*rest)
        return None if (whole, inside) == (matrix, right) else sp.Mul(*scalars) * cls(name, whole, inside)


#: Symbols of the table that are the problem's alone: an accuracy that is asked for, or a rate at one step size, is not.
SETTLED = {symbols.mu, symbols.L, symbols.N}


def _head_of(name: Any) -> Any:
    return name.func if isinstance(name, AppliedUndef) else name


@dataclass(frozen=True)
class InQuantities:
    """The argument p of a transcription `f(p, gamma, H)`, in the vocabulary of proofs.

    at: the point of the jets. noise: the mean of the clients' noise covariances there. third: from a matrix S to the third derivative
    of the mean loss with both its last legs at S. A transcription that asks for one that is not given is not read.
    """

    at: sp.Expr
    noise: Any = None
    third: Any = None
    N = symbols.N

    @property
    def gradients(self) -> sp.Expr:
        return grad(self.at)

    @property
    def hessians(self) -> sp.Expr:
        return hess(self.at)

    @property
    def hessian(self) -> sp.Expr:
        return Mean(hess(self.at))

    @property
    def third_derivative(self) -> Any:
        return self.third

    def mean(self, own: sp.Expr) -> sp.Expr:
        return Mean(own)

    def apply(self, matrix: sp.Expr, v: sp.Expr) -> sp.Expr:
        return sp.expand(matrix * v)

    def solve(self, matrix: sp.Expr, right: sp.Expr) -> sp.Expr:
        return Solved.by(solvable, matrix, right)

    def lyapunov(self, matrix: sp.Expr, right: sp.Expr) -> sp.Expr:
        return Solved.by(lyapunov, matrix, right)

    def contract(self, third: Any, matrix: sp.Expr) -> sp.Expr:
        return third(matrix)


@dataclass(frozen=True)
class ProvenRemainder(Check):
    """The terms of an `Expansion` are those of a bound, and each term of that bound is below the stated remainder.

    bound: a claim |of - terms| <= a sum of constants times powers of gamma and H. Both sides of the equation that ties them are read in
    the vocabulary of proofs: the transcription runs there (`InQuantities`), and a vector of the bound that one of its steps introduced as
    a solution is that solution. Whatever else the bound names must be free of gamma and H, by the steps that introduce it, its own or
    those of the `premises` that it uses. gamma^k H^m is below gamma^i H^j where i <= k and m - j <= k - i: gamma and gamma H are bounded,
    H >= 1. Of a remainder that is not reached, and without a condition of the bound, nothing is said. The claim must rest on the bound
    (`rests_on`).
    """

    bound: Claim
    of: sp.Expr
    p: InQuantities
    premises: tuple[Claim, ...] = ()
    strength = Tier.PROVED
    sees_remainder = proves_remainder = True

    @property
    def _steps(self) -> tuple[ProofStep, ...]:
        """The steps of the bound, after those of the premises that it uses."""
        resting = [premise for premise in self.premises if premise.id in self.bound.uses]
        return tuple(step for claim in (*resting, self.bound) for step in claim.follows)

    @property
    def method(self) -> str:
        return f"proven remainder ({self.bound.id})"

    @property
    def rests_on(self) -> tuple[str, ...]:
        return (self.bound.id,)

    def unmet(self, premises: Mapping[str, Claim]) -> str:
        """Return "" if the bound is the claim of that name, else the reason; another claim may have the same name."""
        return "" if premises.get(self.bound.id, self.bound) == self.bound else f"its bound is not the claim {self.bound.id}"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        if not isinstance(statement, Expansion):
            return self.unknown("states no remainder")
        try:
            left = Norm(self.of - statement(self.p, gamma, H))
        except (InvalidInput, AttributeError, TypeError) as refused:
            return self.unknown(f"not read in quantities: {refused}")
        proven = self._solved(self.bound.statement.lts)
        if sp.expand(left - proven) != 0:
            return self.doubts("the bound is of other terms", {"stated": str(left), "proven": str(proven)})
        if moving := self.moving(self.bound.statement.gts):
            return self.unknown(f"the bound's constant holds {moving}, which is not known to be free of gamma and H")
        try:
            above = [powers for powers in _bound_orders(self.bound.statement.gts) if not statement.bounds(powers)]
        except ValueError as refused:
            return self.unknown(str(refused))
        if above:
            return self.unknown(f"proven is a term gamma^{above[0][0]} H^{above[0][1]}, which is not below O({statement.remainder})")
        if lacking := self._lacking(under):
            return self.unknown(f"the bound needs {lacking[0]}")
        needed = tuple(str(condition) for condition, wider in under.dropped() if self._lacking(wider))
        long = len(said := str(self.bound.statement.gts)) > _SHORT
        return self.holds(f"{f'the bound of {self.bound.id}' if long else said} is proven, for all H", needed=needed)

    def _lacking(self, under: Domain) -> tuple[str, ...]:
        relations, classes = undischarged(self.bound, replace(self.bound, under=under))
        # a condition on a symbol of the bound's own is none that is met where the bound is applied: it restricts gamma or H
        own = (r for r in self.bound.under.relations if not r.free_symbols <= PARAMETERS and r not in under.relations)
        return relations + tuple(map(str, own)) + classes

    def introduced(self) -> dict[Any, list[Any]]:
        """The values that each name of the steps is defined as, or was introduced for."""
        made: dict[Any, list[Any]] = {}
        for step in self._steps:
            if isinstance(step, Define):
                left, right = step.equation.args
                made.setdefault(_head_of(left), []).append(right)
            elif isinstance(step, Apply) and step.theorem.introduces:
                said = dict(step.arguments)
                if not any(isinstance(value, str) for value in said.values()):  # names that it brings along, too
                    for new in step.theorem.apply(**said)[0]:
                        if isinstance(new, New):
                            made.setdefault(_head_of(new.name), []).extend(new.depends_on)
                made.setdefault(_head_of(said.pop(step.theorem.introduces)), []).extend(said.values())
        return made

    def moving(self, value: sp.Expr) -> str:
        """The part that may depend on gamma and H beside their powers, by definition or by what it was introduced for; "" if there is
        none."""
        made = self.introduced()
        ahead: list[Any] = [value.xreplace({gamma: sp.Dummy(), H: sp.Dummy()})]
        seen: set[Any] = set()
        while ahead:
            value = ahead.pop()
            letters = value.free_symbols if isinstance(value, sp.Basic) else set()
            if any(not isinstance(letter, (Vector, Quantity, sp.Dummy)) for letter in letters - SETTLED):
                return str(value)
            new = (heads(value) if isinstance(value, sp.Basic) else {value}) - seen - GIVEN
            seen |= new
            for name in new:
                if name not in made and not isinstance(name, AnyVector | str):
                    return str(name)
                ahead += made.get(name, [])
        return ""

    def _solved(self, side: sp.Expr) -> sp.Expr:
        """One side of the bound with the solutions that its steps introduced, in the order of the steps."""
        known: dict[sp.Basic, sp.Expr] = {}
        for step in self._steps:
            if isinstance(step, Apply) and step.theorem in (solvable, lyapunov):
                said = dict(step.arguments)
                known[said["solution"]] = Solved.by(step.theorem, said["matrix"], said["right"].xreplace(known))
        return side.xreplace(known)


@cache
def _bound_orders(bound: sp.Expr) -> tuple[Powers, ...]:
    """The powers of gamma and H in the terms of a sum. Raises ValueError for a term that is no such power times a constant."""
    powers = [term.as_independent(gamma, H, as_Add=False)[1] for term in sp.Add.make_args(sp.expand(bound))]
    return tuple(dict.fromkeys(order for power in powers for order in Expansion(0, power).orders))
