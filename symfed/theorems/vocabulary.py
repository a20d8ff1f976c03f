"""Quantities in any dimension, as SymPy objects: vectors, operators, norms, means over clients, expectations.

A name that ends in `_c` belongs to a client, one in `_w` is random, one in `_cw` both; all others are shared and deterministic.
A random quantity with an index depends on the draws before that index only; a random vector without an index, on none of them.
Equal names are equal quantities, in every claim: a name has one meaning, and giving it a second one is an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.core import supposed, symbols
from symfed.core.domain import Class
from symfed.core.errors import InvalidInput
from symfed.core.supposed import DRAWN_ANEW as DRAWN_ANEW
from symfed.core.supposed import QUADRATIC as QUADRATIC
from symfed.strategies import members

#: Integers over which a statement with them free is universally quantified; what is defined with them takes them as arguments.
INDICES = (symbols.h, symbols.t)

MEANINGS: dict[str, str] = {}
_KINDS: dict[str, str] = {}


def _record(name: str, meaning: str, kind: str) -> str:
    if kind != "sequence" and name in symbols.TABLE:
        raise InvalidInput("name", name, f"is the table's {symbols.TABLE[name].meaning}", "choose another name, or take that symbol")
    if _KINDS.setdefault(name, kind) != kind:
        raise InvalidInput("name", name, f"is a {_KINDS[name]} already", "choose another name")
    if meaning and MEANINGS.setdefault(name, meaning) != meaning:
        raise InvalidInput("name", name, f"means already: {MEANINGS[name]}", "choose another name, or write the same meaning")
    return name


_INTRODUCED: dict[str, dict[str, str]] = {}


def introduce(name: str, how: str, text: str, beside: tuple[str, ...] = ()) -> None:
    """Record how a name is introduced; it cannot be introduced otherwise in another claim, so that claims may use each other.

    `how` tells the parts of one definition apart (a start and a step), `beside` which others it may have. Raises InvalidInput.
    """
    known = _INTRODUCED.setdefault(name, {})
    others = [other for kind, other in known.items() if (other != text if kind == how else kind not in beside)]
    if others:
        raise InvalidInput("name", name, f"is introduced already: {others[0]}", "choose another name")
    known[how] = text


class Quantity(sp.Symbol):  # type: ignore[misc]  # SymPy is untyped
    """A real number with a meaning; nonnegative unless `nonnegative` is False.

    >>> Quantity("D_0", "squared distance at the start") == Quantity("D_0")
    True
    """

    __slots__ = ()

    def __new__(cls, name: str, meaning: str = "", nonnegative: bool = True) -> Quantity:
        made: Quantity = super().__new__(
            cls, _record(name, meaning, "number"), **({"nonnegative": True} if nonnegative else {"real": True})
        )
        return made


class Vector(sp.Symbol):  # type: ignore[misc]
    """A vector of any dimension, or a matrix: products are written matrix first."""

    __slots__ = ()

    def __new__(cls, name: str, meaning: str = "") -> Vector:
        made: Vector = super().__new__(cls, _record(name, meaning, cls.__name__), commutative=False)
        return made


class AnyVector(Vector):
    """A universally quantified vector: a statement with it free holds for every vector."""

    __slots__ = ()


def sequence(name: str, meaning: str = "") -> Any:
    """A vector or matrix as a function of its arguments, such as an index or a starting point.

    >>> theta = sequence("theta")
    >>> theta(symbols.t + 1) - theta(symbols.t)
    -theta(t) + theta(t + 1)
    """
    return sp.Function(_record(name, meaning, "sequence"), commutative=False)


def distance(name: str, meaning: str = "") -> Any:
    """A nonnegative number that depends on an index."""
    return sp.Function(_record(name, meaning, "distance"), nonnegative=True)


def numbers(name: str, meaning: str = "") -> Any:
    """A real number that depends on an index."""
    return sp.Function(_record(name, meaning, "numbers"), real=True)


def owned(x: sp.Basic, by: str) -> bool:
    """Return whether an expression depends on the client (by "c") or is random (by "w"), outside of averages over these."""
    if isinstance(x, _Average):
        return type(x).over != by and owned(x.args[0], by)
    if x in symbols.PER_CLIENT:  # a symbol of the table has its owner without a mark
        return by == "c"
    name = x.name if isinstance(x, sp.Symbol) else type(x).__name__ if isinstance(x, AppliedUndef) else ""
    mark = name.rpartition("_")[2] if "_" in name else ""
    return (mark in ("c", "w", "cw") and by in mark) or any(owned(arg, by) for arg in x.args)


def drawn(x: sp.Basic) -> set[Any]:
    """The random values of sequences in an expression, without those that are random by their arguments only."""
    return {a for a in x.atoms(AppliedUndef) if type(a).__name__.rpartition("_")[2] in ("w", "cw")}


def variables(x: sp.Basic) -> frozenset[Any]:
    """The free variables of an expression: indices, universally quantified vectors, and its owner marks "c", "w"."""
    free = {s for s in x.free_symbols if s in INDICES or isinstance(s, AnyVector)}
    return frozenset(free | {mark for mark in "cw" if owned(x, mark)})


class Norm(sp.Function):  # type: ignore[misc]
    """The Euclidean norm of a vector; positive factors are taken out, and a vector and its opposite have one norm.

    >>> x, y = Vector("one_vector"), Vector("another")
    >>> Norm(2*x - 2*y) - 2*Norm(y - x)
    0
    """

    nargs = 1
    is_commutative = True
    is_nonnegative = True
    is_real = True

    @classmethod
    def eval(cls, v: sp.Expr) -> sp.Expr | None:
        whole = sp.expand(v)
        parts: dict[sp.Expr, sp.Expr] = {}
        for term in sp.Add.make_args(whole):
            scalar, vector = term.args_cnc()
            key = sp.Mul(*vector)
            parts[key] = parts.get(key, sp.S.Zero) + sp.Mul(*scalar)
        parts = {key: value for key, value in parts.items() if sp.expand(value) != 0}
        if not parts:
            return sp.S.Zero
        if sp.S.One in parts:
            raise InvalidInput("vector", v, "is a number, or adds a number to a vector")
        common = reduce(sp.gcd, parts.values())
        first = min(parts, key=sp.default_sort_key)
        rest = {key: sp.cancel(value / common) for key, value in parts.items()}
        if rest[first].could_extract_minus_sign():
            common, rest = -common, {key: -value for key, value in rest.items()}
        inside = sp.expand(sp.Add(*[value * key for key, value in rest.items()]))
        size = common if common.is_nonnegative else -common if common.is_nonpositive else sp.Abs(common)
        return None if inside == v and size == 1 else size * cls(inside)


class Inner(sp.Function):  # type: ignore[misc]
    """The inner product of two vectors, whose arguments are expanded and otherwise compared as written."""

    nargs = 2
    is_commutative = True
    is_real = True

    @classmethod
    def eval(cls, u: sp.Expr, v: sp.Expr) -> sp.Expr | None:
        wide = sp.expand(u), sp.expand(v)
        return None if wide == (u, v) else cls(*wide)


class Outer(sp.Function):  # type: ignore[misc]
    """The matrix u v' of two vectors, linear in each of them.

    >>> u, v = Vector("one_vector"), Vector("another")
    >>> Outer(2*u - v, v) - 2*Outer(u, v) + Outer(v, v)
    0
    """

    nargs = 2
    is_commutative = False

    @classmethod
    def eval(cls, u: sp.Expr, v: sp.Expr) -> sp.Expr | None:
        parts = [[term.args_cnc() for term in sp.Add.make_args(sp.expand(side)) if term != 0] for side in (u, v)]
        if any(not vectors for side in parts for _, vectors in side):
            raise InvalidInput("vector", (u, v), "is a number, or adds a number to a vector")
        terms = [(sp.Mul(*a, *b), sp.Mul(*one), sp.Mul(*other)) for a, one in parts[0] for b, other in parts[1]]
        return None if terms == [(1, u, v)] else sp.Add(*[scalar * cls(one, other) for scalar, one, other in terms])


class OpNorm(Norm):
    """The operator norm of a matrix."""


class Low(sp.Function):  # type: ignore[misc]
    """The smallest eigenvalue of a symmetric matrix; `Low` and `High` are for symmetric matrices only."""

    nargs = 1
    is_commutative = True
    is_real = True


class High(Low):
    """The largest eigenvalue of a symmetric matrix."""


class _Average(sp.Function):  # type: ignore[misc]
    """Linear; a constant is its own average. `over` is the mark of what it averages over."""

    nargs = 1
    over = ""

    @classmethod
    def eval(cls, x: sp.Expr) -> sp.Expr | None:
        if not owned(x, cls.over):
            return x
        whole = sp.expand(x)
        if whole.is_Add:
            return sp.Add(*[cls(term) for term in whole.args])
        scalars, factors = whole.args_cnc()
        outside = [s for s in scalars if not owned(s, cls.over)]
        left, right = 0, len(factors)
        while left < right and not owned(factors[left], cls.over):
            left += 1
        while right > left and not owned(factors[right - 1], cls.over):
            right -= 1
        inside = sp.Mul(*[s for s in scalars if owned(s, cls.over)], *factors[left:right])
        if isinstance(inside, Mean) and cls is E:
            return sp.Mul(*outside, *factors[:left], Mean(E(inside.args[0])), *factors[right:])
        if inside == x:
            return None
        return sp.Mul(*outside, *factors[:left], cls(inside), *factors[right:])

    def _eval_is_commutative(self) -> bool:
        return bool(self.args[0].is_commutative)

    def _eval_is_nonnegative(self) -> bool | None:
        return True if self.args[0].is_nonnegative else None

    def _eval_is_real(self) -> bool | None:
        return True if self.args[0].is_real else None


class Mean(_Average):
    """The mean over clients.

    >>> x_c, y = Vector("own_c"), Vector("another")
    >>> Mean(3*x_c - y)
    -another + 3*Mean(own_c)
    """

    over = "c"


class E(_Average):
    """The expectation over everything drawn by chance; of a mean over clients it is the mean of theirs."""

    over = "w"


class Measure(_Average):
    """The distribution of a random vector as a vector itself, of the space of signed measures; it is not random itself."""

    over = "w"

    @classmethod
    def eval(cls, x: sp.Expr) -> None:
        return None

    def _eval_is_commutative(self) -> bool:
        return False


class Law(sp.Function):  # type: ignore[misc]
    """The distribution of a random vector; equal ones have equal expectations."""

    nargs = 1
    is_commutative = True


#: These are not rational in symbols: to arithmetic they are unknown numbers.
QUANTITIES = (Norm, Inner, Outer, Low, Law, _Average)


@lru_cache(maxsize=20_000)
def letters(x: sp.Basic) -> sp.Basic:
    """Replace every norm, mean and expectation in an expression or relation by a real symbol, the same for equal ones.

    Arithmetic takes only equal normal forms to be equal; that can make a proof fail, never succeed.
    """
    if isinstance(x, QUANTITIES) or (isinstance(x, AppliedUndef) and x.is_commutative):
        return Quantity(f"[{x}]", nonnegative=bool(x.is_nonnegative))
    if not x.args:
        return x
    return x.func(*[letters(arg) for arg in x.args], **({"evaluate": False} if x.is_Relational else {}))


def heads_of(x: sp.Basic) -> set[Any]:
    """The heads of the sequences in an expression."""
    return {value.func for value in x.atoms(AppliedUndef)}


@dataclass(frozen=True, eq=False)
class Stated(Class):
    """A named class with the relations between quantities that it states."""

    relations: tuple[sp.Basic, ...] = ()


#: The gradient and the Hessian of a client's loss, as functions of a point, and what sources assume of all of them.
grad = sequence("grad_c", "gradient of a client's loss")
hess = sequence("hess_c", "Hessian of a client's loss")
sample_grad = sequence("grad_cw", "gradient of the sample loss that is drawn at a step, at a point")
#: Functions that a problem gives: no step introduces them.
GIVEN = frozenset({grad, hess, sample_grad})
CURVED = Class("every client's loss is twice differentiable, and its Hessians have their eigenvalues in [mu, L]")
THRICE = Class("every client's loss is three times differentiable")
LIPSCHITZ_THIRD = Class("every f_c has Lipschitz third derivatives near theta*", members.lipschitz_third)
SHARED = Class("all clients have one and the same mean gradient")
CONVEX_SAMPLES = Class("every sample loss is convex")
LIPSCHITZ_SAMPLES = Class("every sample loss has L-Lipschitz gradients")
SMOOTH_SAMPLES = Class("every sample loss is convex and L-smooth", implies=(CONVEX_SAMPLES, LIPSCHITZ_SAMPLES))
FRESH = Class(
    "every step draws its sample anew, and the mean of the sample gradients is the client's gradient",
    members.drawn_anew,
    implies=(DRAWN_ANEW,),
)
CLIENTS_INDEPENDENT = Class(supposed.CLIENTS_INDEPENDENT.says, members.drawn_anew)
SECOND_MOMENT = Class("the stochastic gradient has a second moment at theta*")
FOURTH_MOMENT = Class("the stochastic gradient has a fourth moment at theta*", implies=(SECOND_MOMENT,))
SMOOTH_COVARIANCE = Class("noise covariances that are twice differentiable at theta*")
