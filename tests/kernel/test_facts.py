"""Each rule of the kernel makes the fact that its specification says, carries its hypotheses along, and refuses to be misused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from symfed.kernel.arithmetic import CertificatePart
from symfed.kernel.facts import Fact, Kernel
from symfed.kernel.page import kernel
from symfed.kernel.terms import Client, Index, KernelRefusal, Map, Num, Prop, Term, Vec, abstract, app, bound, const, free, lam, normal
from symfed.kernel.text import read

VARIABLES = {
    "u": free("u", Num), "v": free("v", Num), "p": free("p", Vec), "k": free("k", Index), "c": free("c", Client),
}  # fmt: skip
LETTERS = {
    "a": "Num", "b": "Num", "e": "Num", "x": "Vec", "y": "Vec", "A": "Map", "B": "Map", "n": "Index", "t": "Client -> Num",
    "g": "Client -> Vec -> Vec", "f": "Num -> Num", "r": "Index -> Num", "P": "Index -> Prop", "Q": "Num -> Prop",
}  # fmt: skip


class Page:
    """A kernel for a few letters, with its terms written as text."""

    def __init__(self) -> None:
        self.kernel: Kernel = kernel(LETTERS)

    def __call__(self, text: str) -> Term:
        return read(text, {**self.kernel.names, **VARIABLES})

    def assume(self, text: str) -> Fact:
        return self.kernel.assume(self(text))

    def arithmetic(self, goal: str, *parts: tuple[CertificatePart, list[Fact]]) -> Fact:
        return self.kernel.arithmetic(self(goal), list(parts))


@pytest.fixture
def page() -> Page:
    return Page()


def says(fact: Fact, page: Page, prop: str, *hypotheses: str) -> bool:
    return fact.prop is normal(page(prop)) and fact.hypotheses == frozenset(normal(page(h)) for h in hypotheses)


def times(
    coefficient: Any, *facts: Fact, squares: tuple[Term, ...] = (), left: Term | None = None, right: Term | None = None
) -> tuple[CertificatePart, list[Fact]]:
    return CertificatePart(Fraction(coefficient), (), squares, left, right), list(facts)


# assume, sentence, reflexive


def test_an_assumption_is_its_own_hypothesis(page: Page) -> None:
    fact = page.assume("a <= b")
    assert says(fact, page, "a <= b", "a <= b")
    assert fact.rests_on == frozenset()


@pytest.mark.parametrize(
    "term",
    [
        const("a", Num), const("stranger", Prop), bound(0, Prop), app(const("P", Index >> Prop), bound(0, Index)), const("a", Prop),
        lam(Num, const("False", Prop)),
    ],
    ids=["a number", "a stranger", "loose", "loose within", "of another sort", "a function"],
)  # fmt: skip
def test_what_is_no_proposition_of_known_constants_is_not_assumed(page: Page, term: Term) -> None:
    with pytest.raises(KernelRefusal):
        page.kernel.assume(term)


def test_a_sentence_rests_on_itself_and_on_no_hypothesis(page: Page) -> None:
    fact = page.kernel.sentence("squares of vectors")
    assert says(fact, page, "all x: Vec. 0 <= inner(x, x)")
    assert fact.rests_on == {"squares of vectors"}
    with pytest.raises(KernelRefusal):
        page.kernel.sentence("squares of numbers")


def test_a_thing_is_equal_to_itself(page: Page) -> None:
    assert says(page.kernel.reflexive(page("a * u")), page, "a * u = a * u")
    with pytest.raises(KernelRefusal):
        page.kernel.reflexive(const("stranger", Num))
    with pytest.raises(KernelRefusal):
        page.kernel.reflexive(bound(0, Num))


# at, general


def test_what_holds_for_all_holds_of_each(page: Page) -> None:
    fact = page.kernel.at(page.assume("all d e: Num. d <= e"), page("a"), page("u + 1"))
    assert says(fact, page, "a <= u + 1", "all d e: Num. d <= e")


@pytest.mark.parametrize("term", ["x", "n", "t"])
def test_a_variable_is_put_to_terms_of_its_sort_alone(page: Page, term: str) -> None:
    with pytest.raises(KernelRefusal):
        page.kernel.at(page.assume("all d: Num. d <= a"), page(term))


@pytest.mark.parametrize("prop", ["a <= b", "some d: Num. a <= d", "(all d: Num. d <= a) -> a <= b"])
def test_only_what_is_said_of_all_is_said_of_each(page: Page, prop: str) -> None:
    with pytest.raises(KernelRefusal):
        page.kernel.at(page.assume(prop), page("a"))


def test_a_variable_is_not_caught_by_a_binder(page: Page) -> None:
    fact = page.kernel.at(page.assume("all d: Num. some u: Num. d < u"), page("u"))
    assert fact.prop is normal(page("some d: Num. u < d"))
    assert fact.prop is not normal(page("some u: Num. u < u"))


def test_a_loose_term_is_no_value(page: Page) -> None:
    fact = page.assume("all d: Num. some e: Num. d < e")
    with pytest.raises(KernelRefusal):
        page.kernel.at(fact, bound(0, Num))
    with pytest.raises(KernelRefusal):
        page.kernel.at(fact, const("stranger", Num))


def test_what_holds_of_a_free_variable_holds_for_all(page: Page) -> None:
    fact = page.kernel.general(page.kernel.at(page.kernel.sentence("squares of vectors"), page("p + x")), page("p"))
    assert says(fact, page, "all p: Vec. 0 <= inner(p + x, p + x)")
    assert fact.rests_on == {"squares of vectors"}


def test_a_variable_of_a_hypothesis_is_not_generalised(page: Page) -> None:
    with pytest.raises(KernelRefusal):
        page.kernel.general(page.assume("u <= a"), page("u"))
    freed = page.kernel.general(page.kernel.discharge(page.assume("u <= a"), page("u <= a")), page("u"))
    assert says(freed, page, "all u: Num. u <= a -> u <= a")


@pytest.mark.parametrize("text", ["a", "0", "1", "norm", "u + 1", "u + v", "id", "False", "fun d: Num. d"])
def test_nobody_generalises_over_what_is_no_free_variable(page: Page, text: str) -> None:
    fact = page.kernel.reflexive(page("a + u + v + 1 + 0 + norm(x)"))
    with pytest.raises(KernelRefusal):
        page.kernel.general(fact, page(text))


def test_a_namesake_of_another_sort_is_another_variable(page: Page) -> None:
    fact = page.kernel.general(page.assume("u <= a"), free("u", Vec))
    assert fact.prop.two.two is page("u <= a")


# by, discharge


def test_an_implication_whose_hypotheses_are_facts_gives_its_conclusion(page: Page) -> None:
    k = page.kernel
    rule, first, second = page.assume("a <= b -> b <= e -> a <= e"), page.assume("a <= b"), page.assume("b <= e")
    assert says(k.by(rule, first, second), page, "a <= e", "a <= b -> b <= e -> a <= e", "a <= b", "b <= e")
    power = k.by(k.at(k.sentence("positive is not zero"), page("a")), page.assume("0 < a"))
    assert power.rests_on == {"positive is not zero"}


@pytest.mark.parametrize("wrong", ["b <= a", "a < b", "a <= e", "b <= e", "(a <= b) -> b <= e"])
def test_only_the_hypothesis_itself_discharges_it(page: Page, wrong: str) -> None:
    with pytest.raises(KernelRefusal):
        page.kernel.by(page.assume("a <= b -> b <= e -> a <= e"), page.assume(wrong))


@pytest.mark.parametrize("wrong", ["a <= b", "a <= b and b <= e", "all d: Num. d <= a -> d <= b"])
def test_what_is_no_implication_concludes_nothing(page: Page, wrong: str) -> None:
    with pytest.raises(KernelRefusal):
        page.kernel.by(page.assume(wrong), page.assume("a <= b"))


def test_a_hypothesis_becomes_the_left_side(page: Page) -> None:
    k = page.kernel
    both = k.by(page.assume("a <= b -> b <= e"), page.assume("a <= b"))
    assert says(k.discharge(both, page("a <= b")), page, "a <= b -> b <= e", "a <= b -> b <= e")
    two = k.discharge(both, page("a <= b"), page("a <= b -> b <= e"))
    assert says(two, page, "a <= b -> (a <= b -> b <= e) -> b <= e")


def test_discharging_leaves_the_other_hypotheses(page: Page) -> None:
    try:
        weaker = page.kernel.discharge(page.assume("a <= b"), page("b <= a"))
    except KernelRefusal:
        return
    assert says(weaker, page, "b <= a -> a <= b", "a <= b")


# rewrite


def test_equals_stand_for_one_another_where_it_is_said(page: Page) -> None:
    k = page.kernel
    fact = k.rewrite(page.assume("a + a <= e"), page.assume("a = b"), abstract(page("u + a <= e"), page("u")))
    assert says(fact, page, "b + a <= e", "a + a <= e", "a = b")


@pytest.mark.parametrize(
    ("fact", "equation", "where"),
    [
        ("a <= e", "b = a", "u <= e"),  # the other way round
        ("a <= e", "a = b", "u < e"),  # of another proposition
        ("a <= e", "a <= b", "u <= e"),  # no equation
        ("a <= e", "a = b -> b = a", "u <= e"),
        ("a <= e", "a = b or b = a", "u <= e"),
        ("a <= e", "some d: Num. a = d", "u <= e"),
    ],
)
def test_only_an_equation_rewrites_and_only_from_its_left(page: Page, fact: str, equation: str, where: str) -> None:
    with pytest.raises(KernelRefusal):
        page.kernel.rewrite(page.assume(fact), page.assume(equation), abstract(page(where), page("u")))


def test_an_equation_for_all_rewrites_under_a_binder(page: Page) -> None:
    k = page.kernel
    hole = free("hole", Client >> Num)
    where = abstract(app(app(page("a <= mean(t)").one.one, page("a")), app(page("mean(t)").one, hole)), hole)
    fact = k.rewrite(page.assume("a <= mean(t)"), page.assume("all d: Client. t(d) = b"), where)
    assert says(fact, page, "a <= mean(fun d: Client. b)", "a <= mean(t)", "all d: Client. t(d) = b")


def test_an_equation_at_one_value_does_not_rewrite_under_a_binder(page: Page) -> None:
    k = page.kernel
    hole = free("hole", Client >> Num)
    where = abstract(app(app(page("a <= mean(t)").one.one, page("a")), app(page("mean(t)").one, hole)), hole)
    with pytest.raises(KernelRefusal):
        k.rewrite(page.assume("a <= mean(t)"), page.assume("t(c) = b"), where)


# induction


def statement(page: Page, text: str) -> Term:
    return abstract(page(text), page("k"))


def test_induction_goes_from_zero_by_steps_of_one(page: Page) -> None:
    k = page.kernel
    start, step = page.assume("0 <= r(0)"), page.assume("all n: Index. 0 <= r(n) -> 0 <= r(S(n))")
    fact = k.induction(statement(page, "0 <= r(k)"), start, step)
    assert says(fact, page, "all n: Index. 0 <= r(n)", "0 <= r(0)", "all n: Index. 0 <= r(n) -> 0 <= r(S(n))")


@pytest.mark.parametrize(
    ("start", "step"),
    [
        ("0 <= r(1)", "all n: Index. 0 <= r(n) -> 0 <= r(S(n))"),
        ("0 <= r(n)", "all n: Index. 0 <= r(n) -> 0 <= r(S(n))"),
        ("0 <= r(0)", "all m: Index. 0 <= r(n) -> 0 <= r(S(n))"),
        ("0 <= r(0)", "0 <= r(k) -> 0 <= r(S(k))"),
        ("0 <= r(0)", "all n: Index. 0 <= r(S(n)) -> 0 <= r(n)"),
        ("0 <= r(0)", "all n: Index. 0 <= r(n) -> 0 <= r(S(S(n)))"),
        ("0 <= r(0)", "all n: Index. 0 < r(n) -> 0 <= r(S(n))"),
        ("0 <= r(0)", "some n: Index. 0 <= r(n) -> 0 <= r(S(n))"),
    ],
)
def test_induction_from_elsewhere_or_by_other_steps_is_refused(page: Page, start: str, step: str) -> None:
    with pytest.raises(KernelRefusal):
        page.kernel.induction(statement(page, "0 <= r(k)"), page.assume(start), page.assume(step))


# facts of another kernel


def test_a_fact_of_another_kernel_is_none_here(page: Page) -> None:
    k, other = page.kernel, kernel(LETTERS)
    stranger = other.assume(page("a <= b"))
    for attempt in (
        lambda: k.by(page.assume("a <= b -> b <= e"), stranger),
        lambda: k.by(other.assume(page("a <= b -> b <= e")), page.assume("a <= b")),
        lambda: k.discharge(stranger, page("a <= b")),
        lambda: k.general(stranger, page("u")),
        lambda: k.at(other.assume(page("all d: Num. d <= a")), page("a")),
        lambda: k.rewrite(stranger, k.reflexive(page("a")), abstract(page("u <= b"), page("u"))),
        lambda: k.rewrite(page.assume("a <= b"), other.reflexive(page("a")), abstract(page("u <= b"), page("u"))),
        lambda: k.arithmetic(page("a <= b"), [times(1, stranger)]),
        lambda: k.induction(statement(page, "a <= b"), stranger, stranger),
        lambda: k.choose("z", other.assume(page("some d: Num. a <= d"))),
    ):
        with pytest.raises(KernelRefusal):
            attempt()


# arithmetic


def test_a_relation_is_a_sum_of_products_of_facts(page: Page) -> None:
    first, second, third = page.assume("a <= b"), page.assume("b <= e"), page.assume("0 <= e")
    chain = page.arithmetic("a <= e", times(1, first), times(1, second))
    assert says(chain, page, "a <= e", "a <= b", "b <= e")
    product = page.arithmetic("e * a <= e * b", times(1, third, first))
    assert says(product, page, "e * a <= e * b", "0 <= e", "a <= b")
    assert says(page.arithmetic("2 * a * b <= a * a + b * b", times(1, squares=(page("a - b"),))), page, "2 * a * b <= a * a + b * b")
    assert says(page.arithmetic("0 < 1", times(1)), page, "0 < 1")
    equal = page.assume("a = b")
    assert says(page.arithmetic("e * a = e * b", times(1, equal, left=page("e"))), page, "e * a = e * b", "a = b")
    assert says(page.arithmetic("a <= b", times(-1, equal)), page, "a <= b", "a = b")


def test_equations_of_vectors_and_maps_add_up(page: Page) -> None:
    vectors, maps = page.assume("x = y"), page.assume("A = B")
    assert says(page.arithmetic("2 * x = x + y", times(1, vectors)), page, "2 * x = x + y", "x = y")
    assert says(page.arithmetic("A * x = A * y", times(1, vectors, left=page("A"))), page, "A * x = A * y", "x = y")
    assert says(page.arithmetic("A * x = B * x", times(1, maps, right=page("x"))), page, "A * x = B * x", "A = B")


def test_a_coefficient_that_is_rounded_is_refused(page: Page) -> None:
    """1 and 10^16 + 1 are one number to a float, so that 1 <= 0 would add up."""
    one = page.kernel.define("z", [], page("1"))
    with pytest.raises(KernelRefusal):
        page.arithmetic("1 <= 0", (CertificatePart(1e16), [one]), times(-(10**16), one))  # type: ignore[arg-type]


def test_sorts_are_not_mixed(page: Page) -> None:
    assert page("A").sort is Map
    with pytest.raises(KernelRefusal):
        page.kernel.arithmetic(page("a * a = 0"), [times(1, page.assume("x = y"))])
