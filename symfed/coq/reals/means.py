"""Client means as they are written: a client's symbol is a function of its number, and only a script expands anything.

`ClientMean` expands by linearity and drops the mean gradient as soon as it is made, so that Coq would never see these laws used. Here a
transcription runs without SymPy's evaluation, and a `WrittenMean` keeps what stands under it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.core.grammar import rational_number
from symfed.core.symbols import PER_CLIENT, ClientMean

#: A client's number: of each client, under a mean; of the one client of which a statement speaks outside of means.
EACH, ONE = sp.Dummy("c"), sp.Dummy("c0")
#: Errors of readings that do more than arithmetic, which SymPy cannot do without evaluating.
_UNREADABLE = (ArithmeticError, TypeError, ValueError, AttributeError, RecursionError)


class WrittenMean(sp.Function):  # type: ignore[misc]  # SymPy is untyped
    """The mean over c of an expression in functions of c; it stays as it is."""

    nargs = 1

    @property
    def free_symbols(self) -> set[sp.Basic]:
        return set(self.args[0].free_symbols) - {EACH}

    def _eval_is_positive(self) -> bool | None:
        return True if self.args[0].is_positive else None

    def _eval_is_nonnegative(self) -> bool | None:
        return True if self.args[0].is_nonnegative else None

    def _eval_is_real(self) -> bool | None:
        known: bool | None = self.args[0].is_real
        return known


def as_written(reading: Callable[[], Any]) -> Any:
    """The result of a reading before SymPy simplifies it: brackets, signs and client means as they were typed.

    Where a reading does more than arithmetic, or where evaluating what was typed gives another expression, what it gives otherwise.
    """
    simplified = reading()  # first: what it keeps for later use has to be evaluated
    try:
        with sp.evaluate(False), _nothing_expanded():
            written = reading()
        return written if evaluated(written) == simplified else simplified
    except _UNREADABLE:
        return simplified


@contextmanager
def _nothing_expanded() -> Iterator[None]:
    """SymPy's `expand` and `series` are refused in this context: without evaluation the one need not end, and the other takes minutes."""

    def refused(*_: Any, **__: Any) -> NoReturn:
        raise ValueError("nothing is expanded without evaluation")

    expand, series = sp.Expr.expand, sp.Expr.series
    sp.Expr.expand = sp.Expr.series = refused
    try:
        yield
    finally:
        sp.Expr.expand, sp.Expr.series = expand, series


def evaluated(x: Any) -> Any:
    """An expression, simplified as SymPy does when it makes one."""
    return x.func(*map(evaluated, x.args)) if x.args else x


def by_client(left: sp.Expr, right: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Two sides with their client means in the numbers of clients; sides without means are about numbers, and stay."""
    if not (left.has(ClientMean) or right.has(ClientMean)):
        return left, right
    return _for_each_client(left), _for_each_client(right)


def _for_each_client(side: sp.Expr) -> sp.Expr:
    with sp.evaluate(bool(evaluated(side) == side)):
        return _at_client(side, ONE)


def _at_client(x: sp.Basic, client: sp.Symbol) -> sp.Basic:
    if isinstance(x, ClientMean):
        return WrittenMean(_at_client(x.args[0], EACH))
    if x in PER_CLIENT:
        return sp.Function(x.name, **x.assumptions0)(client)
    return x.func(*(_at_client(part, client) for part in x.args)) if x.args else x


def in_letters(x: sp.Expr) -> sp.Expr:
    """An expression, evaluated, with symbols of the same signs for client means and for clients' functions."""
    found = [*means_in(x), *x.atoms(AppliedUndef)]
    return evaluated(x.xreplace({part: sp.Dummy(real=True, positive=part.is_positive, nonnegative=part.is_nonnegative) for part in found}))


def owned_by_clients(*expressions: sp.Basic) -> tuple[AppliedUndef, ...]:
    """The functions of a client that occur in some expressions, at client `EACH`, sorted by name."""
    found = {function.func(EACH) for x in expressions for function in x.atoms(AppliedUndef)}
    return tuple(sorted(found, key=lambda function: str(function.func)))


def has_single_client(*expressions: sp.Basic) -> bool:
    """Return whether a single client occurs in some expression, outside of means."""
    return any(ONE in x.free_symbols for x in expressions)


def means_in(x: sp.Basic) -> list[WrittenMean]:
    """The means in an expression, each before those that stand under it."""
    return sorted(x.atoms(WrittenMean), key=lambda mean: (-len(mean.atoms(WrittenMean)), sp.default_sort_key(mean)))


def mean_as_sum(mean: WrittenMean) -> tuple[tuple[sp.Expr, sp.Expr], ...]:
    """A mean as a sum: pairs of a factor and the term it multiplies, which is one or a product of clients' functions."""
    kept = {inner: sp.Dummy(real=True) for inner in means_in(mean.args[0])}
    meant = {letter: inner for inner, letter in kept.items()}
    sums: dict[sp.Expr, sp.Expr] = {}
    for part in sp.Add.make_args(sp.expand(evaluated(mean.args[0].xreplace(kept)))):
        factor, owned = part.as_independent(EACH, as_Add=False)
        sums[owned] = sums.get(owned, sp.S.Zero) + factor
    return tuple((factor.xreplace(meant), owned) for owned, factor in sums.items())


def at_clients(x: sp.Expr, clients: Sequence[Mapping[str, Any]]) -> sp.Expr:
    """An expression where each client owns the numbers of one of these, the first being the one of which it speaks outside of means."""

    def owned(x: sp.Expr, client: Mapping[str, Any]) -> sp.Expr:
        values = {f: rational_number(client.get(str(f.func), 0)) for f in x.atoms(AppliedUndef)}
        return x.xreplace(values)

    if isinstance(x, WrittenMean):
        inside = [owned(_means_evaluated(x.args[0], clients), client) for client in clients]
        return sp.Add(*inside) / len(clients)
    return owned(_means_evaluated(x, clients), clients[0]) if clients else x


def _means_evaluated(x: sp.Expr, clients: Sequence[Mapping[str, Any]]) -> sp.Expr:
    """An expression whose means are numbers."""
    if isinstance(x, WrittenMean):
        return at_clients(x, clients)
    return x.func(*(_means_evaluated(part, clients) for part in x.args)) if x.args and not isinstance(x, AppliedUndef) else x
