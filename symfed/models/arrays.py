"""Arrays that stay exact: object arrays of flint rationals where every entry is rational, float64 otherwise."""

from __future__ import annotations

import numbers
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np
import sympy as sp
from flint.utils.flint_exceptions import DomainError
from numpy.typing import ArrayLike, NDArray

from symfed.core.errors import InvalidInput
from symfed.core.grammar import number

Array = NDArray[Any]


def rational(value: Any) -> flint.fmpq | None:
    """The value as an exact rational, or None if it is not one (a float never is); a string or Decimal is read as an exact decimal.

    >>> rational("0.05"), rational(0.05)
    (1/20, None)
    """
    if isinstance(value, flint.fmpq):
        return value if type(value) is flint.fmpq else flint.fmpq(value)
    if isinstance(value, str | Decimal):
        spelt = number(str(value))
        return None if spelt is None else flint.fmpq(spelt.numerator, spelt.denominator)
    if isinstance(value, flint.fmpz):
        return flint.fmpq(value)
    if isinstance(value, sp.Rational):
        return flint.fmpq(int(value.p), int(value.q))
    if isinstance(value, numbers.Integral):
        return flint.fmpq(int(value))
    if isinstance(value, Fraction):
        return flint.fmpq(value.numerator, value.denominator)
    # a tracing rational (symfed/coq) is kept as it is
    return value if getattr(value, "keeps_record", False) else None


def as_rational(value: Any) -> Array:
    """Every entry converted exactly to a rational number: a float or mpmath number has its binary value."""

    def one(entry: Any) -> flint.fmpq:
        exact = rational(entry)
        if exact is not None:
            return exact
        if isinstance(entry, mpmath.mpf):
            sign, mantissa, exponent, _ = entry._mpf_
            return flint.fmpq((-1) ** sign * int(mantissa)) * flint.fmpq(2) ** int(exponent)
        return flint.fmpq(*float(entry).as_integer_ratio())

    return np.asarray(np.frompyfunc(one, 1, 1)(value), dtype=object)


def exact_or_float(name: str, value: Any) -> Any:
    """A scalar: exact if it is rational, else a finite float. Raises InvalidInput, which names the argument."""
    exact = rational(value)
    if exact is not None:
        return exact
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise InvalidInput(name, value, "must be a real number") from None
    if not np.isfinite(number):
        raise InvalidInput(name, value, "must be finite")
    return number


def positive(name: str, value: Any) -> Any:
    """`exact_or_float` of a positive number. Raises InvalidInput for any other."""
    number = exact_or_float(name, value)
    if not number > 0:
        raise InvalidInput(name, value, "must be positive")
    return number


def integer(name: str, value: Any, least: int = 1) -> int:
    """The value as an integer. Raises InvalidInput unless it is one of Python's or NumPy's, and at least 1, or 0."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise InvalidInput(name, value, f"must be a {'positive' if least else 'non-negative'} integer")
    return int(value)


def one_for_each(name: str, value: Any) -> list[Any]:
    """The entries of a sequence, one for each client. Raises InvalidInput for a value without length or order, as a set or an iterator."""
    ordered = all(hasattr(type(value), part) for part in ("__len__", "__getitem__")) and not isinstance(value, str | bytes | Mapping)
    if not ordered or getattr(value, "shape", None) == ():
        raise InvalidInput(name, value, "must be a list with one entry for each client")
    return list(value)


#: The remedy for an array whose first axis is missing.
_ONE_SHORT = {"N": "for one client put it into a list, for d = 1 each of its entries", "n_c": "write a list with an array for each client"}


def as_array(name: str, value: ArrayLike, shape: tuple[str, ...], sizes: tuple[int, ...] = (), match: str = "") -> Array:
    """A checked array with one axis per entry of `shape`; object of fmpq if all entries are rational, else float64.

    sizes: those of the axes, if known, by the argument `match`. Raises InvalidInput for a ragged, empty, non-numeric or non-finite value,
    or another shape.
    """
    out = _checked_array(name, value, shape)
    if sizes and out.shape != sizes:
        letters = ", ".join(shape) + "," * (len(shape) == 1)
        raise InvalidInput(name, out.shape, f"must have shape ({letters}) = {sizes}" + (f" to match {match}" if match else ""))
    return out


def _checked_array(name: str, value: ArrayLike, shape: tuple[str, ...]) -> Array:
    expected = f"must have shape ({', '.join(shape)})"
    floating = isinstance(value, np.ndarray) and value.dtype == float  # a large one is not inspected entry by entry
    try:
        raw = np.asarray(value, dtype=None if floating else object)
    except ValueError:
        raise InvalidInput(name, value, expected) from None
    if raw.ndim != len(shape) or (raw.size and isinstance(raw.flat[0], (list, tuple, np.ndarray))):
        one_short = _ONE_SHORT.get(shape[0], "") if raw.ndim == len(shape) - 1 else ""
        raise InvalidInput(name, value, f"{expected}, has {raw.ndim} axes", one_short)
    if raw.size == 0:
        raise InvalidInput(name, value, f"{expected}, none of them empty")
    exact = [] if floating else [rational(entry) for entry in raw.flat]
    if not floating and all(entry is not None for entry in exact):
        return np.array(exact, dtype=object).reshape(raw.shape)
    try:
        floats = raw.astype(float)
    except (TypeError, ValueError):
        raise InvalidInput(name, value, "must hold real numbers") from None
    bad = np.argwhere(~np.isfinite(floats))
    if bad.size:
        where = tuple(int(i) for i in bad[0])
        raise InvalidInput(f"{name}[{', '.join(map(str, where))}]", float(floats[where]), "must be finite")
    return floats


_NO_RATIONAL = (TypeError, DomainError)  # raised by flint and NumPy for a function that has no rational value


class Exact(flint.fmpq):  # type: ignore[misc]  # flint's classes are not typed
    """A single entry of an ExactArray: exact with rationals and fractions, compared exactly with floats, a float where one is added.

    >>> third = Exact(1, 3)
    >>> third + Fraction(1, 6), third - 0.25, third < 0.5, f"{third:.3f}"
    (1/2, 0.08333333333333331, True, '0.333')
    """

    __slots__ = ()
    __hash__ = flint.fmpq.__hash__  # that of the equal Fraction and float

    def __format__(self, form: str) -> str:
        return format(float(self), form) if form else str(self)

    def __reduce__(self) -> tuple[type[Exact], tuple[int, int]]:
        return Exact, (int(self.p), int(self.q))

    @property
    def numerator(self) -> int:  # type: ignore[override]  # of a Rational of Python's, an int
        return int(self.p)

    @property
    def denominator(self) -> int:  # type: ignore[override]  # likewise
        return int(self.q)

    def __neg__(self) -> Exact:
        return Exact(flint.fmpq.__neg__(self))

    def __abs__(self) -> Exact:
        return Exact(flint.fmpq.__abs__(self))

    def __round__(self, digits: int | None = None) -> Any:
        return round(Fraction(int(self.p), int(self.q))) if digits is None else Exact(flint.fmpq.__round__(self, digits))

    def sqrt(self) -> Any:
        """The square root: exact if it is rational, else a float."""
        try:
            return Exact(flint.fmpq.sqrt(self))
        except DomainError:
            return float(self) ** 0.5


def _mixed_operator(name: str) -> Callable[[Exact, Any], Any]:
    exactly, comparing = getattr(flint.fmpq, name), name in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")

    def method(self: Exact, other: Any) -> Any:
        if isinstance(other, float | np.floating | complex):
            kind: Any = complex if isinstance(other, complex) else float
            return getattr(Fraction(int(self.p), int(self.q)) if comparing else kind(float(self)), name)(kind(other))
        if isinstance(other, Fraction | Decimal):
            other = rational(other)
        found = exactly(self, other)
        return Exact(found) if type(found) is flint.fmpq else found

    return method


_ARITHMETIC = [f"__{side}{name}__" for name in ("add", "sub", "mul", "truediv", "pow") for side in ("", "r")]
for _name in (*_ARITHMETIC, "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"):
    setattr(Exact, _name, _mixed_operator(_name))


numbers.Rational.register(Exact)  # what Fraction takes


class ExactArray(np.ndarray[Any, Any]):
    """The user-facing array of exact rationals: an object array of fmpq that becomes float64 when combined with floats.

    Operations among such arrays stay exact. An irrational result (a square root, a norm, eigenvalues) is a float. A single entry, and
    the sum of all, is an `Exact`, which also combines with floats; for JSON write float(entry) or str(entry).

    >>> x = exact_face(as_array("x", ["1/3"], ("d",)))
    >>> x + x, x + 0.5, np.sqrt(x), x[0] - 0.5
    (array([2/3], dtype=object), array([0.83333333]), array([0.57735027]), -0.16666666666666669)
    """

    def __getitem__(self, key: Any) -> Any:
        return exact_face(super().__getitem__(key))

    def item(self, *place: Any) -> Any:
        return exact_face(super().item(*place))

    def tolist(self) -> Any:
        return np.asarray(np.frompyfunc(exact_face, 1, 1)(np.asarray(self))).tolist()

    def trace(self, *args: Any, **options: Any) -> Any:
        return exact_face(super().trace(*args, **options))

    def std(self, *args: Any, **options: Any) -> Any:
        return to_float(np.asarray(self)).std(*args, **options)

    def var(self, *args: Any, **options: Any) -> Any:
        return to_float(np.asarray(self)).var(*args, **options)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if "out" in options:
            options["out"] = tuple(np.asarray(x) if isinstance(x, ExactArray) else x for x in options["out"])
        operate, plain = getattr(ufunc, method), [np.asarray(x) if isinstance(x, ExactArray) else x for x in inputs]
        floating = any(isinstance(x, float | complex) or getattr(x, "dtype", np.dtype(object)).kind in "fc" for x in plain)
        # other objects (balls, mpmath numbers) decide themselves whether they combine with rationals: rounding would spoil their precision
        may_round = "out" not in options and not any(
            isinstance(x, np.ndarray) and x.dtype.kind == "O" for x in inputs if not isinstance(x, ExactArray)
        )
        if not (floating and may_round):
            try:
                return exact_face(operate(*plain, **options))
            except _NO_RATIONAL:
                if not may_round:
                    raise
        return operate(*map(_rounded, inputs), **options)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        try:
            found = super().__array_function__(function, types, args, options)
            mixed = isinstance(found, np.ndarray) and found.dtype == object and any(isinstance(x, float) for x in found.flat)
            return to_float(np.asarray(found)) if mixed else exact_face(found)
        except _NO_RATIONAL:
            return function(*map(_rounded, args), **options)

    def astype(self, *args: Any, **options: Any) -> Any:
        return np.asarray(self).astype(*args, **options)

    def __repr__(self) -> str:
        return repr(np.asarray(self))


def exact_face(value: Any) -> Any:
    """An array of rationals as an ExactArray, a rational as an Exact; any other value unchanged."""
    if type(value) is flint.fmpq:
        return Exact(value)
    shown = isinstance(value, np.ndarray) and value.dtype == object and value.size and isinstance(value.flat[0], flint.fmpq)
    return value.view(ExactArray) if shown else value


def _rounded(value: Any) -> Any:
    return to_float(np.asarray(value)) if isinstance(value, ExactArray) else value


def is_exact(*arrays: Array) -> bool:
    return all(array.dtype == object for array in arrays)


def to_float(array: Array) -> Array:
    return array.astype(float) if array.dtype == object else array


def like(array: Array, other: Array) -> Array:
    """The array unchanged if the other one is exact, else as float64."""
    return array if is_exact(other) else to_float(array)


def same_kind(*arrays: Array) -> tuple[Array, ...]:
    """The arrays unchanged if all are exact, else all as float64."""
    return arrays if is_exact(*arrays) else tuple(to_float(array) for array in arrays)


def zeros(shape: tuple[int, ...], like: Array) -> Array:
    return np.full(shape, like.flat[0] * 0, dtype=object) if is_exact(like) else np.zeros(shape)  # zero of whatever number type it holds


def identity(d: int, like: Array) -> Array:
    out = zeros((d, d), like)
    out[np.diag_indices(d)] += 1
    return out


def solve(A: Array, b: Array) -> Array:
    """A⁻¹ b for a (d, d) matrix and a (d,) or (d, k) right-hand side, exact if both are exact."""
    if len(A) == 1 and A.dtype == object:
        return b / A[0, 0]  # any number type: rationals, balls, mpmath, symbols
    A, b = same_kind(A, b)
    if not is_exact(A):
        return np.linalg.solve(A, b)
    columns = b.reshape(len(b), -1)
    left = flint.fmpq_mat(len(A), len(A), list(A.flat))
    right = flint.fmpq_mat(len(columns), columns.shape[1], list(columns.flat))
    out = np.empty(columns.shape, dtype=object)
    try:
        out.flat[:] = left.solve(right).entries()
    except ZeroDivisionError:
        raise np.linalg.LinAlgError("Singular matrix") from None
    return out.reshape(b.shape)


def inverse(A: Array) -> Array:
    return solve(A, identity(len(A), A))


def matrix_power(A: Array, n: int) -> Array:
    """Aⁿ by repeated squaring, n >= 0."""
    result, base = identity(len(A), A), A
    while n:
        if n & 1:
            result = result @ base
        base, n = base @ base, n >> 1
    return result


def lyapunov(A: Array, C: Array) -> Array:
    """X with A X + X A = C, by the Kronecker sum: the sources' bold A applied to C, for symmetric A."""
    d = len(A)
    if d == 1:
        return C / (2 * A)  # any number type
    A, C = same_kind(A, C)
    eye = identity(d, A)
    system = np.einsum("ij,kl->ikjl", A, eye).reshape(d * d, d * d) + np.einsum("ij,kl->ikjl", eye, A).reshape(d * d, d * d)
    return solve(system, C.reshape(d * d)).reshape(d, d)


def _asymmetric_entries(matrix: Array) -> list[tuple[int, int]]:
    """Entries that differ from those across the diagonal: exactly, or for floats by 1e-12 of the largest entry (rounding of A'A)."""
    if is_exact(matrix):
        return [(i, j) for i in range(len(matrix)) for j in range(i) if matrix[i, j] != matrix[j, i]]
    slack = 1e-12 * max(1.0, float(np.abs(matrix).max()))
    return [(int(i), int(j)) for i, j in np.argwhere(np.abs(matrix - matrix.T) > slack)]


def is_symmetric(matrix: Array) -> bool:
    return not _asymmetric_entries(matrix)


def check_symmetric(name: str, matrix: Array) -> None:
    """Raise InvalidInput, naming an entry, unless a matrix is symmetric."""
    for i, j in _asymmetric_entries(matrix):
        raise InvalidInput(name, f"entries [{i}, {j}] = {matrix[i, j]} and [{j}, {i}] = {matrix[j, i]}", "must be symmetric")


def smallest_eigenvalue(matrix: Array) -> float:
    return float(np.linalg.eigvalsh(to_float(matrix))[0])


def largest_eigenvalue(matrix: Array) -> float:
    return float(np.linalg.eigvalsh(to_float(matrix))[-1])


def is_positive_definite(matrix: Array) -> bool:
    """True if a symmetric matrix is positive definite: by Sylvester's criterion if exact, by the smallest eigenvalue if float."""
    if not is_exact(matrix):
        return smallest_eigenvalue(matrix) > 0
    minors = ([getattr(one, "value", one) for one in matrix[:k, :k].flat] for k in range(1, len(matrix) + 1))
    return all(flint.fmpq_mat(k, k, minor).det() > 0 for k, minor in enumerate(minors, 1))


def is_positive_semidefinite(matrix: Array) -> bool:
    """True if a symmetric matrix is positive semi-definite: exact by the characteristic polynomial, float to 1e-12 of the largest entry."""
    if not is_exact(matrix):
        return smallest_eigenvalue(matrix) >= -1e-12 * max(1.0, float(np.abs(matrix).max()))
    d = len(matrix)
    coefficients = list(flint.fmpq_mat(d, d, list(matrix.flat)).charpoly())
    # all roots >= 0 (they are real) iff the coefficients alternate in sign, zeros allowed
    return all((-1) ** (d - k) * coefficients[k] >= 0 for k in range(d + 1))
