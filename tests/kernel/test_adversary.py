"""The kernel against attempts to have it prove what is false: each is refused for its own reason, and at once."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from types import FrameType

import pytest

from symfed.kernel.arithmetic import CertificatePart
from symfed.kernel.forms import form_of, written
from symfed.kernel.page import kernel
from symfed.kernel.symbols import equal, numeral
from symfed.kernel.terms import Client, Index, KernelRefusal, Map, Num, Term, Vec, abstract, app, const, free, lam, normal, to
from symfed.kernel.text import read, show
from tests.kernel import values as v
from tests.kernel.adversary import (
    binders,
    bombs,
    certificates,
    data,
    declarations,
    definitions,
    hypotheses,
    identities,
    names,
    two_clients,
    unsound_rules,
)
from tests.kernel.adversary.attempt import Attempt
from tests.kernel.adversary.models import Odd, Writer

MODULES = (binders, hypotheses, definitions, certificates, identities, two_clients, names, data, unsound_rules, declarations, bombs)
ATTEMPTS = [attempt for module in MODULES for attempt in module.ATTEMPTS]
LONGEST = 2.0  # seconds of the processor's time that an attempt may take


class TookLong(Exception):
    """An attempt that was neither refused nor accepted in time."""


@contextmanager
def at_once() -> Iterator[None]:
    """Raises TookLong for what takes more of the processor's time than an attempt may."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TookLong(f"more than {LONGEST} seconds")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.mark.parametrize("attempt", [pytest.param(attempt, id=attempt.name[:60]) for attempt in ATTEMPTS])
def test_what_is_false_is_refused_for_its_reason(attempt: Attempt) -> None:
    said = None
    with at_once():
        try:
            made = attempt.run()
        except KernelRefusal as refused:
            said = str(refused)
    assert said is not None, f"{attempt.statement} was accepted, and {attempt.why}: {made}"
    assert any(part in said for part in attempt.refusal.split("|")), f"refused for another reason: {said}"


def test_every_false_claim_of_the_older_language_is_said_again() -> None:
    assert len(unsound_rules.ATTEMPTS) + len(declarations.ATTEMPTS) == 47
    assert len({attempt.name for attempt in ATTEMPTS}) == len(ATTEMPTS) >= 197


@pytest.mark.parametrize("seed", range(8))
def test_a_normal_form_has_the_value_of_its_term(seed: int) -> None:
    """In models of two clients in the plane, with a 1/0 that is seven and an E that is not linear."""
    for number in range(250 * seed, 250 * seed + 250):
        term = normal(Writer(number).term((Num, Vec, Map, Index)[number % 4], (4, 6, 8, 10)[number % 5 % 4]))
        form = written(form_of(term), term.sort)
        for place in range(3):
            model = Odd(7 * number + place)
            assert v.same(model.value(form), model.value(term)) is True, f"{term} is not {form}"


_ONE, _TWO = numeral(1, Index), numeral(2, Index)
_PLUS = const("+", to(Index, Index, Index))
_LETTERS = {"s": "Num", "f": "(Vec -> Vec) -> Num", "path": "Index -> Vec", "M": "Map", "G": "((Client -> Num) -> Num) -> Num"}


def _scaling(sort_: str) -> Term:
    return read(f"(fun u: {sort_}. s * u) = (fun u: {sort_}. s * u)", kernel(_LETTERS).names)


@pytest.mark.parametrize(
    "term",
    [
        pytest.param(numeral(0, Index), id="a numeral that is a count"),
        pytest.param(equal(_ONE, _TWO), id="an equation of counts"),
        pytest.param(app(const("path", to(Index, Vec)), app(app(_PLUS, _ONE), _ONE)), id="a sum of counts within a path"),
        pytest.param(normal(_scaling("Vec")), id="a multiple of a vector, as a function"),
        pytest.param(normal(_scaling("Map")), id="a multiple of a map, as a function"),
        pytest.param(normal(read("f(fun u: Vec. s * u)", kernel(_LETTERS).names)), id="a multiple as an argument"),
        pytest.param(
            normal(read("(fun K: Map. M * K) = (fun B: Map. M * B)", kernel(_LETTERS).names)), id="a product of maps, as a function"
        ),
        pytest.param(normal(read("all r: Num. s = r", kernel(_LETTERS).names)), id="for all that is equal"),
        pytest.param(normal(read("G(fun a: Client -> Num. mean(a))", kernel(_LETTERS).names)), id="a mean, as a function"),
        pytest.param(normal(lam(Vec, abstract(const("zero", Vec), free("u", Vec)).two)), id="a zero vector, as a function"),
    ],
)
def test_what_is_printed_reads_back(term: Term) -> None:
    assert normal(read(show(term), kernel(_LETTERS).names)) is term


def test_a_kernel_leaves_no_trace_in_another() -> None:
    """A power of the zero map that was looked at first changes nothing for powers of zero."""
    letters = {"first": "Index", "h": "Num -> Num"}
    one, other = kernel(letters), kernel(letters)
    one.arithmetic(read("zero(Map) ^ first = zero(Map) ^ first", one.names), [])
    assert other.arithmetic(read("h(0 ^ first) = h(0 ^ first + 0)", other.names), [])


def test_a_coefficient_is_a_fraction_and_a_square_is_a_term() -> None:
    """A wrong value from Python is refused by name: nothing is computed with it."""
    k = kernel({})
    for part in (
        CertificatePart(0.5),
        CertificatePart(True),
        CertificatePart("1"),
        CertificatePart(Fraction(1), (), (2,)),
        CertificatePart(Fraction(1), (), (), 3),
    ):  # type: ignore[arg-type]
        with pytest.raises(KernelRefusal):
            k.arithmetic(read("0 <= 1", {}), [(part, [])])
    assert free("c", Client) is not const("c", Client)
