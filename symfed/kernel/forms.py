"""Normal forms: numbers as polynomials, vectors as sums of maps applied to vectors, maps as sums of products, counts as polynomials.

Two terms with one normal form are equal for all values of their symbols. A term that is not a sum, product, power or mean is an
unknown; its arguments are brought to normal form, under binders too. Only this is used: rings and modules, maps that are linear, an inner
product that is bilinear and symmetric, powers with exponents 0, 1, 2, ..., a mean over clients that is linear and fixes what does not
depend on the client. Nothing is cancelled: 1/x is an unknown, and x/x = 1 must be a fact.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import cache
from typing import Any, Final

from symfed.kernel.polynomials import (
    LARGEST_POWER,
    MOST_WORK,
    ONE,
    UNIT,
    Image,
    Polynomial,
    Product,
    Unknown,
    Word,
    limit_terms,
    multiplied,
    plus,
    polynomial_of,
    times,
    to_power,
)
from symfed.kernel.symbols import known, numeral
from symfed.kernel.terms import (
    Index,
    KernelRefusal,
    Map,
    Num,
    Sort,
    Tensor,
    Term,
    Vec,
    abstract,
    app,
    const,
    free,
    normal,
    spine,
    to,
    variables,
)
from symfed.kernel.text import join
from symfed.kernel.written import freeze, order, written

INNER: Final = const("inner", to(Vec, Vec, Num))
OUTER: Final = const("outer", to(Vec, Vec, Map))
IDENTITY: Final = Unknown(("id",), const("id", Map))  # where a tensor is applied to it


# terms whose head is no operation


def open_binder(function: Term) -> tuple[Term, Term]:
    """A fresh variable reserved to the kernel, the same for equal functions, and the function's body at that variable."""
    source = function.sort.source
    assert source is not None
    taken = {v.one for v in variables(function)}
    marker = free(next(name for k in range(len(taken) + 1) if (name := f"%{k}") not in taken), source)
    return marker, normal(app(function, marker))


def form_of(term: Term) -> Any:
    """The normal form of a number, vector, map or count; any other term is an unknown."""
    if term.sort in READERS:
        return READERS[term.sort](term)
    term = normal(term)
    if term not in _forms:
        _forms[term] = _as_unknown(term)
    return _forms[term]


def form_key(term: Term) -> Hashable:
    """A hashable key, the same for all terms with one normal form."""
    form = form_of(term)
    return (term.sort, freeze(form)) if term.sort in READERS else form


def canonical(term: Term) -> Term:
    """The canonical term: the normal form, written out as a term."""
    form = form_of(term)
    return written(form, term.sort) if term.sort in READERS else form.term


@cache
def _canonical_function(function: Term) -> tuple[Term, Hashable, Term]:
    """A function's variable, the key of its body, and its canonical form, the same for functions that are equal at every value."""
    marker, body = open_binder(function)
    inside = canonical(body)
    made = normal(abstract(inside, marker))
    if made is not function:
        return _canonical_function(made)
    return marker, form_key(body), made


def _as_unknown(term: Term) -> Unknown:
    """The unknown for a term whose head is not an operation, its arguments in normal form."""
    if term.kind != "bound" and term.sort.source is not None:  # a named function is known by its values, too
        marker, inside, made = _canonical_function(term)
        return Unknown(("function", marker, inside), made)
    head, arguments = spine(term)
    if head.kind == "bound":
        raise KernelRefusal("a variable that is bound outside")
    return Unknown((head, *map(form_key, arguments)), head(*map(canonical, arguments)))


_forms: dict[Term, Any] = {}


def forget_forms() -> None:
    """Clear the caches of normal forms, so that the order of unknowns does not depend on earlier terms."""
    _forms.clear()
    _canonical_function.cache_clear()
    Unknown.renumber(IDENTITY)


def _cached_reader(sort: Sort) -> Any:
    """Decorator for the normal form of terms of one sort: checks the sort and caches the result by term."""

    def of(read: Any) -> Any:
        def reader(term: Term) -> Any:
            if term.sort is not sort:
                raise KernelRefusal(f"{term} is a {term.sort} and no {sort}")
            term = normal(term)
            if term not in _forms:
                _forms[term] = read(term, *_head_and_arguments(term))
            return _forms[term]

        return reader

    return of


def _head_and_arguments(term: Term) -> tuple[str, tuple[Term, ...]]:
    head, arguments = spine(term)
    return (head.one if head.kind == "const" and known(head) else ""), arguments


@_cached_reader(Num)
def number(term: Term, name: str, arguments: tuple[Term, ...]) -> Polynomial:
    """A number as a polynomial."""
    match name, arguments:
        case "+" | "-", (a, b):
            return plus(number(a), number(b), Fraction(1 if name == "+" else -1))
        case "*", (a, b):
            return multiplied(number(a), number(b))
        case "/", (a, b):
            return multiplied(number(a), _reciprocal(number(b)))
        case "^", (a, n):
            return _number_power(number(a), count(n))
        case "num", (n,):
            return {tuple((unknown, power) for unknown, power in product): Fraction(k) for product, k in count(n).items()}
        case "inner", (u, v):
            return _inner_product(vector(u), vector(v))
        case "mean", (f,):
            return _mean_number(f)
        case _, () if name.isdigit():
            return {ONE: Fraction(int(name))} if name != "0" else {}
    return polynomial_of(_as_unknown(term))


def _reciprocal(base: Polynomial) -> Polynomial:
    if set(base) == {ONE}:
        return {ONE: 1 / base[ONE]}
    return polynomial_of(Unknown(("/", freeze(base)), join("/", numeral(1), written(base, Num))))


def _number_power(base: Polynomial, exponent: dict[Product, int]) -> Polynomial:
    """base^(c + k m + ...) = base^c (base^m)^k ..., where base^m is an unknown for a product m of unknown counts."""
    found = to_power(base, exponent.get(ONE, 0))
    for product, k in exponent.items():
        if product != ONE:
            found = multiplied(found, to_power(_unknown_power(base, product), k))
    return found


def _unknown_power(base: Polynomial, exponent: Product) -> Polynomial:
    if len(base) == 1:  # (c a b^2)^m = c^m a^m (b^m)^2, and (a^k)^m = a^(k m)
        ((product, coefficient),) = base.items()
        if product != ONE:
            found = _unknown_power({ONE: coefficient}, exponent)
            for unknown, power in product:
                nested = isinstance(unknown.key, tuple) and unknown.key[0] == "^"
                root, inner = (unknown.key[1], times(unknown.key[2], exponent)) if nested else (freeze(polynomial_of(unknown)), exponent)
                found = multiplied(found, to_power(_root_power(root, inner), power))
            return found
        if coefficient == 1:
            return base
    return _root_power(freeze(base), exponent)


def _root_power(root: Any, exponent: Product) -> Polynomial:
    return polynomial_of(Unknown(("^", root, exponent), join("^", written(dict(root), Num), written({exponent: 1}, Index))))


def _inner_product(u: dict[Image, Polynomial], v: dict[Image, Polynomial]) -> Polynomial:
    found: Polynomial = {}
    for one, a in u.items():
        for other, b in v.items():
            pair = sorted((one, other), key=order)
            unknown = Unknown(("inner", *pair), INNER(*(written({image: UNIT}, Vec) for image in pair)))
            found = plus(found, multiplied(multiplied(a, b), polynomial_of(unknown)))
    return found


def split_of_mean(product: Product, marker: Term) -> tuple[Product, Product]:
    """The factors that do not depend on a binder's variable, and those that do."""
    own = tuple(pair for pair in product if marker in pair[0].markers)
    return tuple(pair for pair in product if pair not in own), own


def _mean_number(function: Term) -> Polynomial:
    marker, body = open_binder(function)
    found: Polynomial = {}
    for product, coefficient in number(body).items():
        outside, own = split_of_mean(product, marker)
        mean = polynomial_of(_mean_of(written({own: Fraction(1)}, Num), marker)) if own else UNIT
        found = plus(found, multiplied({outside: coefficient}, mean))
    return found


def _mean_of(piece: Term, marker: Term) -> Unknown:
    """The mean over clients of a piece with no factor to take out, as an unknown."""
    function = normal(abstract(piece, marker))
    own, inside, made = _canonical_function(function)
    return Unknown(("mean", own, inside), app(const("mean", to(function.sort, piece.sort)), made))


def _add_multiple(found: Any, other: Any, factor: Polynomial) -> Any:
    """found + factor * other, for normal forms of vectors or of maps, whose coefficients are polynomials."""
    found = dict(found)
    for part, coefficient in other.items():
        value = plus(found.get(part, {}), multiplied(coefficient, factor))
        if value:
            found[part] = value
        else:
            found.pop(part, None)
    return limit_terms(found)


def _linear_form(term: Term, name: str, arguments: tuple[Term, ...], read: Any) -> Any:
    """The normal form of a sum, difference, multiple, zero or mean of vectors or maps; any other term is an unknown."""
    match name, arguments:
        case "+", (u, v):
            return _add_multiple(read(u), read(v), UNIT)
        case "-", (u, v):
            return _add_multiple(read(u), read(v), {ONE: Fraction(-1)})
        case "*", (a, v) if a.sort is Num:
            return _add_multiple({}, read(v), number(a))
        case "zero", ():
            return {}
        case "mean", (f,):
            return _mean_linear(f, read)
    unknown = _as_unknown(term)
    return {((), unknown) if read is vector else (unknown,): dict(UNIT)}


@_cached_reader(Vec)
def vector(term: Term, name: str, arguments: tuple[Term, ...]) -> dict[Image, Polynomial]:
    """A vector as a sum of products of maps applied to unknown vectors."""
    if name != "*" or arguments[0].sort is Num:
        return _linear_form(term, name, arguments, vector)
    one, other = arguments
    if other.sort is Vec:
        words = {(*inside, unknown): a for (inside, unknown), a in vector(other).items()}
    else:
        words = {word or (IDENTITY,): a for word, a in matrix(other).items()}
    found = _compose_maps(matrix(one) if one.sort is Map else tensor(one), words)
    return {(word[:-1], word[-1]): a for word, a in found.items()}


@_cached_reader(Map)
def matrix(term: Term, name: str, arguments: tuple[Term, ...]) -> dict[Word, Polynomial]:
    """A linear map as a sum of products of unknown maps."""
    match name, arguments:
        case "*", (a, b) if a.sort is Map:
            return _compose_maps(matrix(a), matrix(b))
        case "outer", (u, v):
            return _outer_product(vector(u), vector(v))
        case "id", ():
            return {(): dict(UNIT)}
        case "^", (a, n):
            return _map_power(a, n)
    return _linear_form(term, name, arguments, matrix)


@_cached_reader(Tensor)
def tensor(term: Term, name: str, arguments: tuple[Term, ...]) -> dict[Word, Polynomial]:
    """A tensor, a linear function from maps to vectors, as a sum of unknowns."""
    return _linear_form(term, name, arguments, tensor)


def tensor_in(word: Word) -> int:
    """The position of the tensor in a product, or the product's length where there is none."""
    return next((k for k, unknown in enumerate(word) if unknown.term.sort is Tensor), len(word))


def _outer_product(u: dict[Image, Polynomial], v: dict[Image, Polynomial]) -> dict[Word, Polynomial]:
    """(A u) v' = A (u v'), linear in each."""
    found: dict[Word, Polynomial] = {}
    for (word, last), a in u.items():
        k = tensor_in(word)
        for other, b in v.items():
            pair = (word[k:], last), other
            unknown = Unknown(("outer", *pair), OUTER(*(written({image: UNIT}, Vec) for image in pair)))
            found = _add_multiple(found, {(*word[:k], unknown): multiplied(a, b)}, UNIT)
    return found


def _compose_maps(one: dict[Word, Polynomial], other: dict[Word, Polynomial]) -> dict[Word, Polynomial]:
    found: dict[Word, Polynomial] = {}
    for a, x in one.items():
        for b, y in other.items():
            found = _add_multiple(found, {a + b: multiplied(x, y)}, UNIT)
    return found


def _map_power(base: Term, exponent: Term) -> dict[Word, Polynomial]:
    """A^(n + c) = A^n A^c, with A^n unknown; powers of one map commute, so that their order may be chosen."""
    steps, form = count(exponent), matrix(base)
    found: dict[Word, Polynomial] = {(): dict(UNIT)}
    for product, k in sorted(steps.items(), key=lambda pair: order(pair[0]), reverse=True):
        if k > LARGEST_POWER:
            raise KernelRefusal(f"a power above {LARGEST_POWER}")
        factor = form
        if product != ONE:
            term = join("^", written(form, Map), written({product: 1}, Index))
            factor = {(Unknown(("map ^", freeze(form), product), term),): dict(UNIT)}
        if len(factor) > 1 and len(factor) ** k > MOST_WORK // 10:
            raise KernelRefusal(f"a power of a sum that is too long: {len(factor)} terms to the {k}")
        for _ in range(k):
            found = _compose_maps(found, factor)
    return found


def _mean_linear(function: Term, read: Any) -> Any:
    """The mean over clients of a sum of vectors or maps; factors that do not depend on the client are taken out."""
    marker, body = open_binder(function)
    found: Any = {}
    for part, coefficient in read(body).items():
        word, last = part if read is vector else (part, None)
        places = [k for k, unknown in enumerate(word) if marker in unknown.markers]
        first = places[0] if places else len(word)
        # a tensor times maps is no map: the mean includes all that follows, too
        mixed = len(places) > 0 and places[0] < places[-1] and places[0] <= tensor_in(word) <= places[-1]
        own_last = last is not None and (mixed or marker in last.markers)
        end = len(word) if own_last or not places else places[-1] + 1
        for product, c in coefficient.items():
            outside, own = split_of_mean(product, marker)
            factor: Polynomial = {outside: c}
            moved = part
            if own_last:
                piece = written({(word[first:], last): {own: Fraction(1)}}, Vec)
                moved = (word[:first], _mean_of(piece, marker))
            elif places:
                mean = _mean_of(written({word[first:end]: {own: Fraction(1)}}, Map), marker)
                several = (*word[:first], mean, *word[end:])
                moved = (several, last) if read is vector else several
            elif own:
                factor = multiplied(factor, polynomial_of(_mean_of(written({own: Fraction(1)}, Num), marker)))
            found = _add_multiple(found, {moved: factor}, UNIT)
    return found


@_cached_reader(Index)
def count(term: Term, name: str, arguments: tuple[Term, ...]) -> dict[Product, int]:
    """A count as a polynomial with coefficients 1, 2, 3, ..."""
    match name, arguments:
        case "S", (n,):
            return plus(count(n), {ONE: 1})
        case "+", (m, n):
            return plus(count(m), count(n))
        case "*", (m, n):
            return multiplied(count(m), count(n))
        case _, () if name.isdigit():
            return {ONE: int(name)} if name != "0" else {}
    return {((_as_unknown(term), 1),): 1}


READERS: Final[dict[Sort, Any]] = {Num: number, Vec: vector, Map: matrix, Tensor: tensor, Index: count}
