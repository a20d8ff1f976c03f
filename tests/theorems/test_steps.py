"""Definitions, arithmetic, the end of a proof; and what a proof must not do."""

import pytest
import sympy as sp

from symfed.checks import SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.core.claim import Claim, InWords, Lemma
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma, h, lam, mu, t
from symfed.core.verdict import Tier
from symfed.theorems import Apply, Arithmetic, Define, fact_of, reaches
from symfed.theorems.discharge import facts_of
from symfed.theorems.operators import mean_value_hessian, spectral
from symfed.theorems.sequences import banach, instance
from symfed.theorems.vocabulary import CURVED, AnyVector, E, High, Low, Mean, Norm, Quantity, Vector, letters, sequence

x, y = AnyVector("x"), AnyVector("y")
u, v, A, A_c, u_c = Vector("u"), Vector("v"), Vector("A"), Vector("A_c"), Vector("u_c")
STEPS = Domain((gamma * L <= 1, mu <= L))


def le(left, right):
    return sp.Le(left, right, evaluate=False)


def eq(left, right):
    return sp.Eq(left, right, evaluate=False)


def test_norms_have_one_form() -> None:
    assert Norm(2 * (u - v)) == 2 * Norm(v - u)
    assert Norm(gamma * u - gamma * A * u) == gamma * Norm(A * u - u)
    assert Norm(u - u) == 0
    assert Norm(A * u) != Norm(u)
    with pytest.raises(InvalidInput, match="adds a number"):
        Norm(u + 1)


def test_means_leave_out_what_is_common() -> None:
    assert Mean(A * u_c + gamma * u) == A * Mean(u_c) + gamma * u
    assert Mean(A_c * u_c) != A * Mean(u_c)
    assert Mean(Mean(u_c)) == Mean(u_c)
    assert E(Mean(u_c)) == Mean(u_c)


def test_equal_names_are_equal_quantities() -> None:
    assert Quantity("a size", "what it is") == Quantity("a size")
    with pytest.raises(InvalidInput, match="means already"):
        Quantity("a size", "what it is not")
    with pytest.raises(InvalidInput, match="is a Vector already"):
        Quantity("u")
    with pytest.raises(InvalidInput, match="the table's step size"):
        Vector("gamma")
    assert letters(le(Norm(x), 1)) != letters(le(Norm(u), 1))


def test_a_name_is_one_thing_in_every_claim() -> None:
    thing = Vector("defined once")
    Define("it", eq(thing, u - v))
    Define("again", eq(thing, u - v))
    with pytest.raises(InvalidInput, match="introduced already"):
        Define("it", eq(thing, u + v))
    step = {"factor": sp.S.Half, "x": x, "y": y, "point": Vector("fixed once")}
    Apply(banach, "first", mapping=sequence("first map"), **step)
    with pytest.raises(InvalidInput, match="introduced already"):
        Apply(banach, "second", mapping=sequence("second map"), **step)


path = sequence("path of tests")


@pytest.mark.parametrize(
    ("equation", "wrong"),
    [
        (eq(path(h), path(h) + u), "speaks of itself"),
        (eq(path(h + 1, x), path(h, x) + y), "leaves y free"),
        (eq(path(h + 1), path(h + 2)), "speaks of itself"),
        (eq(path(h + 1), u_c), "leaves c free"),
        (eq(path(u), v), "said of other things"),
        (eq(path(x, x), v), "said of other things"),
        (eq(u + v, u), "no name alone"),
    ],
)
def test_what_is_no_definition(equation, wrong) -> None:
    with pytest.raises(InvalidInput, match=wrong):
        Define("wrong", equation)


def test_a_sequence_needs_a_start() -> None:
    step = Define("step", eq(sequence("endless")(t + 1), sequence("endless")(t) + u))
    assert "no start" in step.follow({}, Domain())
    Define("start", eq(sequence("endless")(0), u))
    assert step.follow({}, Domain()) == ""


def test_a_letter_for_everything_is_not_what_exists() -> None:
    facts = {"lipschitz": le(Norm(sequence("third map")(x) - sequence("third map")(y)), Norm(x - y) / 2)}
    step = Apply(banach, "fixed", mapping=sequence("third map"), factor=sp.S.Half, x=x, y=y, point=AnyVector("z"))
    assert "a letter for every vector" in step.follow(facts, Domain())


def test_what_exists_shows_what_it_depends_on() -> None:
    assumed = Domain((), (CURVED,))
    hidden = Apply(mean_value_hessian, "D", x=path(h, x), y=u, hessian=sequence("hidden_c")(h))
    assert "does not show that it depends on x" in hidden.follow({}, assumed)
    same_for_all = Apply(mean_value_hessian, "D", x=path(h, x), y=u, hessian=sequence("common")(h, x))
    assert "does not show that it depends on c" in same_for_all.follow({}, assumed)
    facts = {}
    shown = Apply(mean_value_hessian, "D", x=path(h, x), y=u, hessian=sequence("shown_c")(h, x))
    assert shown.follow(facts, assumed) == ""
    assert "is no new name" in shown.follow({"old": facts["D/1"]}, assumed)
    assert "not assumed" in shown.follow({}, Domain())


def test_a_client_is_not_captured_by_a_mean() -> None:
    facts = {"all": le(Norm(Mean(A_c * x) - x), 1)}
    assert Apply(instance, "at u", relation="all", at={x: u}).follow(facts, Domain()) == ""
    assert facts["at u"] == le(Norm(Mean(A_c) * u - u), 1)
    assert Apply(instance, "at u_c", relation="all", at={x: u_c}).follow(facts, Domain()) != ""


@pytest.mark.parametrize("at", [{gamma: 2 * gamma}, {u: v}, {h: -1}, {h: sp.S.Half}])
def test_only_what_is_free_is_specialised(at) -> None:
    facts = {"all": le(Norm(path(h, u)), gamma)}
    assert Apply(instance, "at", relation="all", at={k: sp.sympify(value) for k, value in at.items()}).follow(facts, Domain()) != ""


def test_a_lemma_about_curvatures_discharges_a_hypothesis_about_all_of_them() -> None:
    said = {"matrix": A, "function": 1 - gamma * lam, "bound": 1 - gamma * mu, "v": v}
    bounds = {"low": le(mu, Low(A)), "high": le(High(A), L)}
    statement = le(sp.Abs(1 - gamma * lam), 1 - gamma * mu)
    for relations, wanted in (((mu <= lam, lam <= L), True), ((mu <= lam, lam <= L, 2 * gamma * L <= 1), False)):
        lemma = Lemma("curvatures", statement, (), given=Domain(relations))
        facts = bounds | {"curvatures": fact_of(lemma)}
        # gamma mu <= 1 is not among the conditions, so that only the lemma can tell
        problem = Apply(spectral, "all", **said).follow(facts, Domain((mu <= L,)))
        assert (problem == "") is wanted


def test_arithmetic_concludes_what_follows() -> None:
    facts = {"a": le(Norm(u), gamma * Norm(v)), "b": le(Norm(v), L)}
    assert Arithmetic("c", le(Norm(u), 1), ("a", "b")).follow(facts, STEPS) == ""
    assert "is false at" in Arithmetic("d", le(Norm(u), sp.Rational(9, 10)), ("a", "b")).follow(dict(facts), STEPS)
    assert "is false at" in Arithmetic("e", le(Norm(u), 1), ("a",)).follow(dict(facts), STEPS)
    assert "no fact is called" in Arithmetic("f", le(Norm(u), 1), ("z",)).follow(dict(facts), STEPS)
    assert "is taken" in Arithmetic("a", le(Norm(u), 1), ("a", "b")).follow(dict(facts), STEPS)


def test_arithmetic_with_multipliers() -> None:
    facts = {"a": le(Norm(u), gamma * Norm(v)), "b": le(Norm(v), L)}
    assert Arithmetic("c", le(Norm(u), gamma * L), ("a", "b"), (1, gamma)).follow(dict(facts), STEPS) == ""
    assert Arithmetic("c", le(Norm(u), gamma * L), ("a", "b"), (1, -gamma)).follow(dict(facts), STEPS) != ""
    assert Arithmetic("c", le(Norm(u), gamma * L / 2), ("a", "b"), (1, gamma)).follow(dict(facts), STEPS) != ""


def test_a_denominator_that_may_vanish_is_not_overlooked() -> None:
    slack = Quantity("slack of tests")
    facts = {"a": le(Norm(u), (1 - gamma * mu) * slack / (1 - gamma * mu))}
    facts["a"] = sp.Le(Norm(u) / (1 - gamma * mu), slack / (1 - gamma * mu), evaluate=False)
    assert "divides by" in Arithmetic("b", le(Norm(u), slack), ("a",)).follow(facts, STEPS)


def claim(statement, *follows):
    lemma = Lemma("known", le(Norm(u), 2 * gamma), ())
    return Claim("x", "inequality", "", Printed("symfed", "", ""), Tier.PROVED, STEPS, statement, lemmas=(lemma,), follows=follows)


def test_the_end_must_be_the_statement() -> None:
    steps = (Arithmetic("end", le(Norm(u) ** 2, 4 * gamma**2), ("known",)),)
    facts = {"known": le(Norm(u), 2 * gamma)}
    assert [step.follow(facts, STEPS) for step in steps] == [""]
    assert reaches(claim(le(Norm(u) ** 2, (2 * gamma) ** 2), *steps), facts) == ""
    for wrong in (4 * gamma, 4 * gamma**3, sp.Rational(36, 10) * gamma**2, 5 * gamma**2):
        assert reaches(claim(le(Norm(u) ** 2, wrong), *steps), facts) != ""
    assert reaches(claim(sp.And(le(Norm(u) ** 2, 4 * gamma**2), le(Norm(u), 2 * gamma), evaluate=False), *steps), facts) == ""
    assert reaches(claim(sp.And(le(Norm(u) ** 2, 4 * gamma**2), le(Norm(u), gamma), evaluate=False), *steps), facts) != ""
    assert "no relation" in reaches(claim(lambda i: i, *steps), facts)
    assert reaches(claim(lambda i: i, *steps, InWords("so it is")), facts) == ""


def test_an_expression_is_no_equation_but_to_the_check_that_compares_it() -> None:
    twice = SymbolicIdentity(lambda: 2 * gamma, as_printed, scope="")
    assert fact_of(Lemma("twice", gamma + gamma, (twice,))) == sp.Eq(2 * gamma, 2 * gamma, evaluate=False)
    assert fact_of(Lemma("read", lambda p, gamma, H: gamma, (SymbolicIdentity(lambda: gamma),))) is None
    premise = Claim("premise", "identity", "", Printed("symfed", "here", "tex"), Tier.PROVED, statement=2 * gamma, checks=(twice,))
    assert "premise" not in facts_of(premise, {"premise": premise})


def test_a_lemma_of_its_own_hypotheses_is_used_where_other_facts_meet_them() -> None:
    many = sp.Implies(le(1, gamma), le(mu, 2), evaluate=False)
    step = Arithmetic("uses it", le(mu, 3), ("many", "gamma"))
    facts = {"many": many, "gamma": le(2, gamma)}
    assert step.follow(facts, Domain()) == ""
    assert "further conditions" in step.follow({"many": many, "gamma": le(0, gamma)}, Domain())
