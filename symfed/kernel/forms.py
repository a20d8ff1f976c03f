"""Normal forms: numbers as polynomials, vectors as sums of maps applied to vectors, maps as sums of products, counts as polynomials.

Two terms with one normal form are equal, whatever their letters stand for. What is no sum, product, power or mean is an unknown; its
arguments are brought to normal form, under binders too. Only this is used: rings and modules, maps that are linear, an inner product that
is bilinear and symmetric, powers with exponents 0, 1, 2, ..., a mean over clients that is linear and leaves alone what no client owns.
Nothing is cancelled: 1/x is an unknown, of which facts must say that x/x = 1.
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
    checked,
    multiplied,
    of,
    plus,
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
from symfed.kernel.written import frozen, order, written

INNER: Final = const("inner", to(Vec, Vec, Num))
OUTER: Final = const("outer", to(Vec, Vec, Map))
IDENTITY: Final = Unknown(("id",), const("id", Map))  # where a tensor is applied to it


# what is no operation


def opened(function: Term) -> tuple[Term, Term]:
    """A function's body at a variable of the kernel's own that the function does not speak of: equal functions choose the same one."""
    source = function.sort.source
    assert source is not None
    taken = {v.one for v in variables(function)}
    marker = free(next(name for k in range(len(taken) + 1) if (name := f"%{k}") not in taken), source)
    return marker, normal(app(function, marker))


def form_of(term: Term) -> Any:
    """The normal form of a number, vector, map or count; of another term the unknown that it is."""
    if term.sort in READERS:
        return READERS[term.sort](term)
    term = normal(term)
    if term not in _forms:
        _forms[term] = _unknown(term)
    return _forms[term]


def key(term: Term) -> Hashable:
    """What equal terms share."""
    form = form_of(term)
    return (term.sort, frozen(form)) if term.sort in READERS else form


def canonical(term: Term) -> Term:
    """The term of a term's normal form."""
    form = form_of(term)
    return written(form, term.sort) if term.sort in READERS else form.term


@cache
def _function(function: Term) -> tuple[Term, Hashable, Term]:
    """A function's variable, the form of its body, and itself written out: functions that are equal at every value are one."""
    marker, body = opened(function)
    inside = canonical(body)
    made = normal(abstract(inside, marker))
    if made is not function:
        return _function(made)
    return marker, key(body), made


def _unknown(term: Term) -> Unknown:
    """A term whose head is no operation, with its arguments in normal form."""
    if term.kind != "bound" and term.sort.source is not None:  # a named function is what it does, too
        marker, inside, made = _function(term)
        return Unknown(("function", marker, inside), made)
    head, arguments = spine(term)
    if head.kind == "bound":
        raise KernelRefusal("a variable that is bound outside")
    return Unknown((head, *map(key, arguments)), head(*map(canonical, arguments)))


_forms: dict[Term, Any] = {}


def forget() -> None:
    """Forgets all normal forms: the order of what is met from now on does not depend on what was read before."""
    _forms.clear()
    _function.cache_clear()
    Unknown.forget(IDENTITY)


def _remembered(sort: Sort) -> Any:
    """A reader of one sort, which reads each term once."""

    def of(read: Any) -> Any:
        def reader(term: Term) -> Any:
            if term.sort is not sort:
                raise KernelRefusal(f"{term} is a {term.sort} and no {sort}")
            term = normal(term)
            if term not in _forms:
                _forms[term] = read(term, *_parts(term))
            return _forms[term]

        return reader

    return of


def _parts(term: Term) -> tuple[str, tuple[Term, ...]]:
    head, arguments = spine(term)
    return (head.one if head.kind == "const" and known(head) else ""), arguments


@_remembered(Num)
def number(term: Term, name: str, arguments: tuple[Term, ...]) -> Polynomial:
    """A number as a polynomial."""
    match name, arguments:
        case "+" | "-", (a, b):
            return plus(number(a), number(b), Fraction(1 if name == "+" else -1))
        case "*", (a, b):
            return multiplied(number(a), number(b))
        case "/", (a, b):
            return multiplied(number(a), _inverse(number(b)))
        case "^", (a, n):
            return _power(number(a), count(n))
        case "num", (n,):
            return {tuple((unknown, power) for unknown, power in product): Fraction(k) for product, k in count(n).items()}
        case "inner", (u, v):
            return _inner(vector(u), vector(v))
        case "mean", (f,):
            return _mean_number(f)
        case _, () if name.isdigit():
            return {ONE: Fraction(int(name))} if name != "0" else {}
    return of(_unknown(term))


def _inverse(base: Polynomial) -> Polynomial:
    if set(base) == {ONE}:
        return {ONE: 1 / base[ONE]}
    return of(Unknown(("/", frozen(base)), join("/", numeral(1), written(base, Num))))


def _power(base: Polynomial, exponent: dict[Product, int]) -> Polynomial:
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
                root, inner = (unknown.key[1], times(unknown.key[2], exponent)) if nested else (frozen(of(unknown)), exponent)
                found = multiplied(found, to_power(_root_power(root, inner), power))
            return found
        if coefficient == 1:
            return base
    return _root_power(frozen(base), exponent)


def _root_power(root: Any, exponent: Product) -> Polynomial:
    return of(Unknown(("^", root, exponent), join("^", written(dict(root), Num), written({exponent: 1}, Index))))


def _inner(u: dict[Image, Polynomial], v: dict[Image, Polynomial]) -> Polynomial:
    found: Polynomial = {}
    for one, a in u.items():
        for other, b in v.items():
            pair = sorted((one, other), key=order)
            unknown = Unknown(("inner", *pair), INNER(*(written({image: UNIT}, Vec) for image in pair)))
            found = plus(found, multiplied(multiplied(a, b), of(unknown)))
    return found


def split_of_mean(product: Product, marker: Term) -> tuple[Product, Product]:
    """The factors that do not depend on a binder's variable, and those that do."""
    own = tuple(pair for pair in product if marker in pair[0].markers)
    return tuple(pair for pair in product if pair not in own), own


def _mean_number(function: Term) -> Polynomial:
    marker, body = opened(function)
    found: Polynomial = {}
    for product, coefficient in number(body).items():
        outside, own = split_of_mean(product, marker)
        mean: Polynomial = {ONE: Fraction(1)}
        if own:
            mean = of(_mean_of(written({own: Fraction(1)}, Num), marker))
        found = plus(found, multiplied({outside: coefficient}, mean))
    return found


def _mean_of(piece: Term, marker: Term) -> Unknown:
    """The mean over clients of what has nothing to take out of it."""
    function = normal(abstract(piece, marker))
    own, inside, made = _function(function)
    return Unknown(("mean", own, inside), app(const("mean", to(function.sort, piece.sort)), made))


def _added(found: Any, other: Any, factor: Polynomial) -> Any:
    """Sums of vectors, or of maps: coefficients are polynomials."""
    found = dict(found)
    for part, coefficient in other.items():
        value = plus(found.get(part, {}), multiplied(coefficient, factor))
        if value:
            found[part] = value
        else:
            found.pop(part, None)
    return checked(found)


def _linear(term: Term, name: str, arguments: tuple[Term, ...], read: Any) -> Any:
    """Sums and multiples, of vectors or of maps; None for what is neither."""
    match name, arguments:
        case "+", (u, v):
            return _added(read(u), read(v), UNIT)
        case "-", (u, v):
            return _added(read(u), read(v), {ONE: Fraction(-1)})
        case "*", (a, v) if a.sort is Num:
            return _added({}, read(v), number(a))
        case "zero", ():
            return {}
        case "mean", (f,):
            return _mean_linear(f, read)
    return None


@_remembered(Vec)
def vector(term: Term, name: str, arguments: tuple[Term, ...]) -> dict[Image, Polynomial]:
    """A vector as a sum of products of maps applied to unknown vectors."""
    found = _linear(term, name, arguments, vector)
    if found is None and name == "*" and len(arguments) == 2:
        one, other = arguments
        images = vector(other) if other.sort is Vec else {(w[:-1], w[-1]) if w else ((), IDENTITY): a for w, a in matrix(other).items()}
        found = {}
        for word, a in (matrix(one) if one.sort is Map else tensor(one)).items():
            for (inside, unknown), b in images.items():
                found = _added(found, {(word + inside, unknown): multiplied(a, b)}, UNIT)
    return {((), _unknown(term)): dict(UNIT)} if found is None else found


@_remembered(Map)
def matrix(term: Term, name: str, arguments: tuple[Term, ...]) -> dict[Word, Polynomial]:
    """A linear map as a sum of products of unknown maps."""
    found = _linear(term, name, arguments, matrix)
    if found is None and name == "*" and len(arguments) == 2:
        found = _composed(matrix(arguments[0]), matrix(arguments[1]))
    if found is None and name == "outer" and len(arguments) == 2:
        found = _outer(vector(arguments[0]), vector(arguments[1]))
    if found is None and name == "id" and not arguments:
        found = {(): dict(UNIT)}
    if found is None and name == "^" and len(arguments) == 2:
        found = _map_power(*arguments)
    return {(_unknown(term),): dict(UNIT)} if found is None else found


@_remembered(Tensor)
def tensor(term: Term, name: str, arguments: tuple[Term, ...]) -> dict[Word, Polynomial]:
    """What takes maps to vectors as a sum of unknowns."""
    found = _linear(term, name, arguments, tensor)
    return {(_unknown(term),): dict(UNIT)} if found is None else found


def tensor_in(word: Word) -> int:
    """Where a tensor stands in a product, or the product's length."""
    return next((k for k, unknown in enumerate(word) if unknown.term.sort is Tensor), len(word))


def _outer(u: dict[Image, Polynomial], v: dict[Image, Polynomial]) -> dict[Word, Polynomial]:
    """(A u) v' = A (u v'), linear in each."""
    found: dict[Word, Polynomial] = {}
    for (word, last), a in u.items():
        k = tensor_in(word)
        for other, b in v.items():
            pair = (word[k:], last), other
            unknown = Unknown(("outer", *pair), OUTER(*(written({image: UNIT}, Vec) for image in pair)))
            found = _added(found, {(*word[:k], unknown): multiplied(a, b)}, UNIT)
    return found


def _composed(one: dict[Word, Polynomial], other: dict[Word, Polynomial]) -> dict[Word, Polynomial]:
    found: dict[Word, Polynomial] = {}
    for a, x in one.items():
        for b, y in other.items():
            found = _added(found, {a + b: multiplied(x, y)}, UNIT)
    return found


def _map_power(base: Term, exponent: Term) -> dict[Word, Polynomial]:
    """A^(n + c) = A^n A^c, with A^n unknown; powers of one map commute, so that their order is ours to choose."""
    steps, form = count(exponent), matrix(base)
    found: dict[Word, Polynomial] = {(): dict(UNIT)}
    for product, k in sorted(steps.items(), key=lambda pair: order(pair[0]), reverse=True):
        if k > LARGEST_POWER:
            raise KernelRefusal(f"a power above {LARGEST_POWER}")
        factor = form
        if product != ONE:
            term = join("^", written(form, Map), written({product: 1}, Index))
            factor = {(Unknown(("map ^", frozen(form), product), term),): dict(UNIT)}
        if len(factor) > 1 and len(factor) ** k > MOST_WORK // 10:
            raise KernelRefusal(f"a power of a sum that is too long: {len(factor)} terms to the {k}")
        for _ in range(k):
            found = _composed(found, factor)
    return found


def _mean_linear(function: Term, read: Any) -> Any:
    """The mean over clients of a sum of vectors or maps: what no client owns stands outside."""
    marker, body = opened(function)
    found: Any = {}
    for part, coefficient in read(body).items():
        word, last = part if read is vector else (part, None)
        places = [k for k, unknown in enumerate(word) if marker in unknown.markers]
        first = places[0] if places else len(word)
        # a tensor and the maps beside it are no map: the mean is of all that follows, too
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
                factor = multiplied(factor, of(_mean_of(written({own: Fraction(1)}, Num), marker)))
            found = _added(found, {moved: factor}, UNIT)
    return found


@_remembered(Index)
def count(term: Term, name: str, arguments: tuple[Term, ...]) -> dict[Product, int]:
    """A count as a polynomial with coefficients 1, 2, 3, ..."""
    match name, arguments:
        case "S", (n,):
            return _whole(plus(_rational(count(n)), UNIT))
        case "+", (m, n):
            return _whole(plus(_rational(count(m)), _rational(count(n))))
        case "*", (m, n):
            return _whole(multiplied(_rational(count(m)), _rational(count(n))))
        case _, () if name.isdigit():
            return {ONE: int(name)} if name != "0" else {}
    return {((_unknown(term), 1),): 1}


def _rational(form: dict[Product, int]) -> Polynomial:
    return {product: Fraction(k) for product, k in form.items()}


def _whole(form: Polynomial) -> dict[Product, int]:
    return {product: int(k) for product, k in form.items()}


READERS: Final[dict[Sort, Any]] = {Num: number, Vec: vector, Map: matrix, Tensor: tensor, Index: count}
