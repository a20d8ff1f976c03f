"""New names are conservative: a definition, a recursion and a choice make nothing true that was not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symfed.kernel.facts import Fact
from symfed.kernel.page import kernel
from symfed.kernel.terms import Client, KernelRefusal, Num, Outcome, Term, Vec, app, const, free, lam
from symfed.kernel.text import read, show
from tests.kernel.test_facts import VARIABLES, Page, page, says

__all__ = ["page"]  # a fixture


def refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except KernelRefusal:
        return True
    return False


def define(page: Page, name: str, parameters: str, value: str) -> Fact:
    return page.kernel.define(name, [page(p) for p in parameters.split()], page(value))


# definitions


def test_a_definition_is_an_equation_for_all_its_parameters(page: Page) -> None:
    fact = define(page, "z", "u p", "u * a + inner(p, x)")
    assert says(fact, page, "all u: Num, p: Vec. z(u, p) = u * a + inner(p, x)")
    assert says(define(page, "one", "", "a + 1"), page, "one = a + 1")
    assert says(define(page, "more", "u", "z(u, x) + one"), page, "all u: Num. more(u) = z(u, x) + one")


@pytest.mark.parametrize(
    "name",
    ["a", "x", "norm", "0", "1", "=", "->", "", "z z", "u-v", "z:", "#0", "fun", "and", "or", "all", "some"],
)  # fmt: skip
def test_a_name_that_means_something_is_not_defined_anew(page: Page, name: str) -> None:
    assert refused(lambda: define(page, name, "", "a + 1"))
    assert refused(lambda: page.kernel.recursion(name, [], page("a"), page("fun m: Index. fun d: Num. d + 1")))
    assert refused(lambda: page.kernel.choose(name, some_number(page)))


@pytest.mark.parametrize(
    ("name", "parameters", "value"),
    [
        ("mean", "T", "0"), ("E", "W", "0"), ("id", "", "zero(Map)"), ("S", "k", "k"), ("num", "k", "0"), ("False", "", "0 <= 1"),
        ("<", "u v", "u <= v"), ("inner", "p q", "0"), ("zero", "", "x"), ("norm", "p", "0"), ("sqrt", "u", "u"), ("1", "", "0"),
    ],
)  # fmt: skip
def test_what_is_known_is_not_defined(page: Page, name: str, parameters: str, value: str) -> None:
    names = {**VARIABLES, "T": free("T", Client >> Num), "W": free("W", Outcome >> Num), "q": free("q", Vec)}
    assert refused(lambda: page.kernel.define(name, [names[p] for p in parameters.split()], page(value)))


@pytest.mark.parametrize("name", ["mean", "E", "id", "S", "False", "Num", "z"])
def test_what_a_definition_prints_reads_back(page: Page, name: str) -> None:
    if not refused(lambda: define(page, name, "", "a + 1")):
        prop = app(app(page("a = b").one.one, const(name, Num)), page("a + 1"))
        assert read(show(prop), page.kernel.names) is prop


def test_a_name_is_defined_once(page: Page) -> None:
    define(page, "z", "", "a + 1")
    assert refused(lambda: define(page, "z", "", "a + 2"))
    assert refused(lambda: define(page, "z", "", "x"))
    assert refused(lambda: define(page, "z", "u", "u"))
    assert refused(lambda: page.kernel.recursion("z", [], page("a"), page("fun m: Index. fun d: Num. d + 1")))
    assert refused(lambda: page.kernel.choose("z", some_number(page)))


def test_a_definition_does_not_speak_of_itself(page: Page) -> None:
    assert refused(lambda: page.kernel.define("z", [], const("z", Num)))
    assert refused(lambda: page.kernel.define("z", [], read("z + 1", {"z": const("z", Num)})))
    assert refused(lambda: page.kernel.define("z", [page("u")], read("z(u) + 1", {**VARIABLES, "z": const("z", Num >> Num)})))


def test_whatever_a_definition_depends_on_is_its_parameter(page: Page) -> None:
    assert refused(lambda: define(page, "z", "", "u"))
    assert refused(lambda: define(page, "z", "u", "u + v"))
    assert refused(lambda: page.kernel.define("z", [], free("z", Num)))


@pytest.mark.parametrize("parameters", ["u u", "a", "1", "f(u)"])
def test_parameters_are_variables_each_once(page: Page, parameters: str) -> None:
    assert refused(lambda: define(page, "z", parameters, "1"))


def test_nobody_generalises_over_a_defined_name(page: Page) -> None:
    fact = define(page, "z", "", "a + 1")
    assert refused(lambda: page.kernel.general(fact, page("z")))
    assert refused(lambda: page.kernel.general(fact, const("z", Num)))


# recursions


def recursion(page: Page, name: str, parameters: str, start: str, step: str) -> tuple[Fact, Fact]:
    return page.kernel.recursion(name, [page(p) for p in parameters.split()], page(start), page(step))


def test_a_recursion_says_how_it_starts_and_goes_on(page: Page) -> None:
    begins, goes_on = recursion(page, "z", "p u", "p", "fun m: Index. fun d: Vec. d - u * r(m) * x")
    assert says(begins, page, "all p: Vec, u: Num. z(p, u, 0) = p")
    assert says(goes_on, page, "all p: Vec, u: Num, m: Index. z(p, u, S(m)) = z(p, u, m) - u * r(m) * x")


def test_a_recursion_depends_on_its_parameters_alone(page: Page) -> None:
    assert refused(lambda: recursion(page, "z", "", "p", "fun m: Index. fun d: Vec. d"))
    assert refused(lambda: recursion(page, "z", "", "x", "fun m: Index. fun d: Vec. d + p"))
    assert refused(lambda: recursion(page, "z", "k", "r(k)", "fun m: Index. fun d: Num. d * u"))


@pytest.mark.parametrize(
    ("start", "step"),
    [
        ("x", "fun m: Index. fun d: Num. d"), ("a", "fun m: Num. fun d: Num. d"), ("a", "fun m: Index. x"),
        ("a", "fun m: Index. fun d: Num. x"), ("a", "a"),
    ],
)  # fmt: skip
def test_a_recursion_is_of_one_sort(page: Page, start: str, step: str) -> None:
    assert refused(lambda: recursion(page, "z", "", start, step))


def test_a_recursion_does_not_speak_of_itself(page: Page) -> None:
    z = {"z": const("z", page("r").sort)}
    assert refused(lambda: page.kernel.recursion("z", [], page("a"), read("fun m: Index. fun d: Num. z(S(m)) + 1", z)))


# choices


def some_number(page: Page) -> Fact:
    """Some number is a, without a hypothesis."""
    exists = page.kernel.at(page.kernel.sentence("a number with it"), page("fun d: Num. d = a"), page("a"))
    return page.kernel.by(exists, page.kernel.reflexive(page("a")))


def test_a_choice_has_what_was_shown_to_exist(page: Page) -> None:
    k = page.kernel
    assert says(k.choose("z", some_number(page)), page, "z = a")
    own = k.choose("least", k.sentence("curved: a minimiser of its own"))
    assert says(own, page, "all g: Vec -> Vec, m l: Num. Curved(g, m, l) -> 0 < m -> g(least(g, m, l)) = zero(Vec)")
    under = "all d: Num. 0 < d -> some e: Num. d < e"
    above = k.choose("above", k.discharge(page.assume(under), page(under)))
    assert says(above, page, f"({under}) -> all d: Num. 0 < d -> d < above(d)")


def test_a_choice_under_a_hypothesis_keeps_it(page: Page) -> None:
    supposed = page.assume("some d: Num. 1 <= 0 and d = a")
    if not refused(lambda: page.kernel.choose("z", supposed)):
        assert page.kernel.choose("z1", supposed).hypotheses == supposed.hypotheses


def test_a_choice_depends_on_all_that_its_sentence_speaks_of(page: Page) -> None:
    # one number for every u would make all numbers equal
    exists = page.kernel.by(
        page.kernel.at(page.kernel.sentence("a number with it"), page("fun d: Num. d = u"), page("u")), page.kernel.reflexive(page("u"))
    )
    assert refused(lambda: page.kernel.choose("z", exists))
    supposed = page.assume("some d: Num. d = u")
    assert refused(lambda: page.kernel.choose("z", supposed))
    whole = page.kernel.choose("z", page.kernel.general(exists, page("u")))
    assert says(whole, page, "all u: Num. z(u) = u")


@pytest.mark.parametrize(
    "prop",
    ["a <= a", "all d: Num. d <= a", "(some d: Num. d <= a) and a <= b", "a <= b or some d: Num. a < d", "some d: Num. u < d"],
)  # fmt: skip
def test_only_what_exists_is_chosen(page: Page, prop: str) -> None:
    assert refused(lambda: page.kernel.choose("z", page.assume(prop)))


def test_two_choices_are_two_names(page: Page) -> None:
    exists = some_number(page)
    first, second = page.kernel.choose("z", exists), page.kernel.choose("z1", exists)
    assert first.prop is not second.prop
    assert refused(lambda: page.arithmetic("z = z1"))
    assert refused(lambda: page.kernel.general(first, page("z")))


@pytest.mark.parametrize("name", ["norm", "0", "fun", "and", "all", "#0", "", "z z", "0 <= 1", "0 <= 1 and a"])
def test_a_letter_is_a_word_of_one_meaning(name: str) -> None:
    """Otherwise a proposition that is printed is not the one that is meant."""
    assert refused(lambda: kernel({name: "Prop"}))


def test_a_step_may_be_any_known_function(page: Page) -> None:
    step: Term = lam(page("n").sort, page("f"))
    _, goes_on = page.kernel.recursion("z", [], page("a"), step)
    assert says(goes_on, page, "all m: Index. z(S(m)) = f(z(m))")
