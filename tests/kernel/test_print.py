"""What is printed of a term reads back to it."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from symfed.kernel.page import constants, kernel, sentences
from symfed.kernel.script import replay
from symfed.kernel.symbols import OVERLOADED
from symfed.kernel.terms import (
    Client,
    Index,
    KernelRefusal,
    Map,
    Num,
    Outcome,
    Prop,
    Sort,
    Term,
    Vec,
    abstract,
    app,
    const,
    free,
    normal,
    to,
)
from symfed.kernel.text import read, show
from symfed.tactics.proof import ProofWriter
from tests.kernel.writer import LETTERS

PAGE: Final = kernel(LETTERS)
_FREE = (free("a1", Num), free("f1", Num >> Num), free("c", Client), free("w", Outcome), free("k1", Index), free("p", Prop))
#: named like the variables that a printer may invent
VARIABLES: Final = {v.one: v for v in _FREE}
NAMES: Final = {**PAGE.names, **VARIABLES}
_SORTS: Final = (Num, Vec, Map, Client, Outcome, Index, Prop, Num >> Num)
_KNOWN = [const(name, sort) for name, sorts in OVERLOADED.items() for sort in sorts]
_QUANTIFIERS = [const(q, (s >> Prop) >> Prop) for q in ("all", "some") for s in _SORTS]
_EQUALITIES = [const("=", to(s, s, Prop)) for s in _SORTS]
#: numerals that count have a test of their own
_NUMERALS = [const(str(n), Num) for n in (0, 1, 2, 10)]
CONSTANTS: Final = [*_NUMERALS, *_KNOWN, *_QUANTIFIERS, *_EQUALITIES, *constants().values(), *PAGE.names.values(), *_FREE]


def heads(sort: Sort, depth: int) -> list[tuple[Term, tuple[Sort, ...]]]:
    """Constants that give a term of this sort, with the sorts of the arguments that they still ask for; few of them at the end."""
    found = []
    for constant in CONSTANTS:
        of, asked = constant.sort, list[Sort]()
        while of is not sort and of.source is not None and of.result is not None:
            asked.append(of.source)
            of = of.result
        if of is sort:
            found.append((constant, tuple(asked)))
    least = min(len(asked) for _, asked in found) if found else 0
    return [one for one in found if depth > 0 or len(one[1]) == least]


_LOCAL: Final = {s: [free(f"bound {s} {i}", s) for i in range(2)] for s in _SORTS}


@st.composite
def terms(draw: Any, sort: Sort, depth: int) -> Term:
    """A closed term of a sort: constants applied, and functions of what stands in them."""
    if sort.source is not None and (draw(st.booleans()) or not heads(sort, 1)):
        variable = draw(st.sampled_from(_LOCAL.get(sort.source, [free(f"bound {sort.source} 0", sort.source)])))
        assert sort.result is not None
        return abstract(draw(inside(sort.result, depth - 1, variable)), variable)
    head, asked = draw(st.sampled_from(heads(sort, depth)))
    for one in asked:
        head = app(head, draw(terms(one, depth - 1)))
    return head


@st.composite
def inside(draw: Any, sort: Sort, depth: int, variable: Term) -> Term:
    """A term in which a variable may stand."""
    if sort is variable.sort and draw(st.booleans()):
        return variable
    if sort.source is not None:
        return draw(terms(sort, depth))
    head, asked = draw(st.sampled_from(heads(sort, depth)))
    for one in asked:
        head = app(head, draw(inside(one, depth - 1, variable)))
    return head


def reads_back(term: Term) -> bool:
    try:
        return read(show(term), NAMES) is term
    except KernelRefusal:
        return False


@pytest.mark.parametrize("sort", [Prop, Num, Vec, Map, Index, Num >> Prop, Client >> Vec], ids=str)
def test_what_is_printed_reads_back(sort: Sort) -> None:
    @settings(max_examples=60)
    @given(terms(sort, 3))
    def whatever(term: Term) -> None:
        printed = show(normal(term))
        assume(not re.search(r"[-+*^=]\(", printed))  # an operator with one side has a test of its own
        assert reads_back(normal(term)), printed

    whatever()


@pytest.mark.parametrize("name", sentences())
def test_a_sentence_reads_back(name: str) -> None:
    assert reads_back(sentences()[name])
    assert reads_back(normal(sentences()[name]))


@pytest.mark.parametrize(
    "text",
    [
        "all d: Num. a <= d", "mean(fun d: Client. t(d)) = a", "all d: Prop. 0 <= 1 -> d", "all d: Prop. 0 <= 1 and d",
        "r(S(0) + 1) = a", "r(0 + 1 * n) = a", "all d: Index. num(d) = a", "h = fun d: Num. a / d", "a - (b - e) = a - b - e",
        "(a / b) / e = a / (b / e)", "(0 - a) ^ 2 = 0 - a ^ 2", "(a ^ n) ^ m = a ^ (n * m)", "(0 <= a -> 0 <= b) -> 0 <= e",
        "(all d: Num. d <= a) -> 0 <= b", "all d: Num. (d <= a -> 0 <= b)", "(0 <= a or 0 <= b) and 0 <= e",
        "(all d: Num. d <= a) and 0 <= b",
        "all d: Num. some e: Num. d < e and all d: Num. d < e",
        "r(2) = a ^ 3", "S(2) = n", "num(2) = 2", "1 + n = m",
    ],
)  # fmt: skip
def test_a_proposition_reads_back(text: str) -> None:
    assert reads_back(normal(read(text, NAMES)))


@pytest.mark.parametrize(
    "text",
    [
        "all d: Num. a = d", "some d: Vec. x = d", "all d: Client. c = d", "all d: Num -> Num. h = d", "Smooth(fun d: Vec. A * d, a)",
        "Smooth(fun d: Vec. a * d, a)", "Smooth(fun d: Vec. x + d, a)", "Smooth(fun d: Vec. x - d, a)", "h = fun d: Num. a * d",
        "h = fun d: Num. a + d", "h = fun d: Num. a - d", "r = fun d: Index. a ^ d", "all d: Num. a <= d", "t = fun d: Client. a + t(d)",
    ],
)  # fmt: skip
def test_an_operator_with_one_side_reads_back(text: str) -> None:
    assert reads_back(normal(read(text, NAMES)))


@pytest.mark.parametrize("counts", [(0, 0), (1, 2)])
def test_a_sum_of_counts_that_are_numerals_reads_back(counts: tuple[int, int]) -> None:
    first, second = (const(str(n), Index) for n in counts)
    plus = const("+", to(Index, Index, Index))
    assert reads_back(app(PAGE.names["r"], app(app(plus, first), second)))
    equal = const("=", to(Index, Index, Prop))
    assert reads_back(app(app(equal, first), second))
    assert reads_back(app(app(equal, first), app(app(plus, first), second)))
    assert reads_back(app(app(equal, first), free("k1", Index)))


def test_a_count_is_replayed_where_it_is_put() -> None:
    proof = ProofWriter(kernel(LETTERS))
    proof.at(proof.sentence("counts"), const("2", Index))
    assert replay(kernel(LETTERS), proof.data()).prop is read("0 <= num(2)", NAMES)
