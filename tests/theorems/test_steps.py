"""Notation, definitions and arithmetic; and what the kernel of sentences does not read in a proof."""

import pytest
import sympy as sp

from symfed.checks import SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma, h, mu, t
from symfed.core.verdict import Tier
from symfed.theorems import Apply, Arithmetic, Define, fact_of
from symfed.theorems.operators import mean_value_hessian
from symfed.theorems.relations import facts_of
from symfed.theorems.sequences import banach, bounded_by_induction, combination, induction, instance, linear_combination
from symfed.theorems.vocabulary import CURVED, AnyVector, E, Mean, Norm, Quantity, Vector, grad, letters, sequence
from tests.theorems.reading import stopped

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


def test_nothing_is_said_of_a_start_that_no_step_defines() -> None:
    ends = sequence("endless")
    step = Define("step", eq(ends(t + 1), ends(t) + u))
    assert stopped(eq(ends(0), u), step)
    assert stopped(eq(ends(0), u), Define("start", eq(ends(0), u)), step) == ""


def test_a_letter_for_everything_is_not_what_exists() -> None:
    third = sequence("third map")
    known = {"lipschitz": le(Norm(third(x) - third(y)), Norm(x - y) / 2)}
    assert stopped(eq(third(x), x), Apply(banach, "fixed", mapping=third, factor=sp.S.Half, x=x, y=y, point=x), known=known)


def test_what_exists_shows_what_it_depends_on() -> None:
    """A Hessian on a segment is another one for every start, every client: none is one for all."""
    assumed = Domain((), (CURVED,))
    for hessian in (sequence("hidden_c")(h), sequence("common")(h, x)):
        step = Apply(mean_value_hessian, "D", x=path(h, x), y=u, hessian=hessian)
        assert stopped(eq(grad(path(h, x)) - grad(u), hessian * (path(h, x) - u)), step, under=assumed)
    shown = sequence("shown_c")(h, x)
    step = Apply(mean_value_hessian, "D", x=path(h, x), y=u, hessian=shown)
    goal = eq(grad(path(h, x)) - grad(u), shown * (path(h, x) - u))
    assert stopped(goal, step, under=assumed) == ""
    assert stopped(goal, step, known={"old": le(Norm(shown * u), 1)}, under=assumed)
    assert "not assumed" in stopped(goal, step)


def test_a_client_is_not_captured_by_a_mean() -> None:
    known = {"all": le(Norm(Mean(A_c * x) - x), 1)}
    assert stopped(le(Norm(Mean(A_c) * u - u), 1), Apply(instance, "at u", relation="all", at={x: u}), known=known) == ""
    assert stopped(le(Norm(Mean(A_c * u_c) - u_c), 1), Apply(instance, "at u_c", relation="all", at={x: u_c}), known=known)


@pytest.mark.parametrize("at", [{gamma: 2 * gamma}, {u: v}, {h: sp.Integer(-1)}, {h: sp.S.Half}])
def test_only_what_is_free_is_specialised(at) -> None:
    known = {"all": le(Norm(path(h, u)), gamma)}
    assert stopped(le(Norm(path(h, u)), gamma).xreplace(at), Apply(instance, "at", relation="all", at=at), known=known)


def test_arithmetic_concludes_what_follows() -> None:
    known = {"a": le(Norm(u), gamma * Norm(v)), "b": le(Norm(v), L)}
    for bound, by, follows in ((1, ("a", "b"), True), (sp.Rational(9, 10), ("a", "b"), False), (1, ("a",), False), (1, ("z",), False)):
        goal = le(Norm(u), bound)
        assert (stopped(goal, Arithmetic("c", goal, by), known=known, under=STEPS) == "") is follows


def test_arithmetic_with_multipliers() -> None:
    known = {"a": le(Norm(u), gamma * Norm(v)), "b": le(Norm(v), L)}
    goal, half = le(Norm(u), gamma * L), le(Norm(u), gamma * L / 2)
    assert stopped(goal, Arithmetic("c", goal, ("a", "b"), (1, gamma)), known=known, under=STEPS) == ""
    assert stopped(half, Arithmetic("c", half, ("a", "b"), (1, gamma)), known=known, under=STEPS)


def test_a_denominator_that_may_vanish_is_not_overlooked() -> None:
    slack, some = Quantity("slack of tests"), Quantity("divisor of tests")
    goal = le(Norm(u), slack)
    assert stopped(goal, Arithmetic("b", goal, ("a",)), known={"a": sp.Le(Norm(u) / some, slack / some, evaluate=False)})


def test_the_end_must_be_the_statement() -> None:
    square, known = le(Norm(u) ** 2, 4 * gamma**2), {"known": le(Norm(u), 2 * gamma)}
    step = Arithmetic("end", square, ("known",))
    assert stopped(le(Norm(u) ** 2, (2 * gamma) ** 2), step, known=known) == ""
    for wrong in (4 * gamma, 4 * gamma**3, sp.Rational(36, 10) * gamma**2):
        assert stopped(le(Norm(u) ** 2, wrong), step, known=known)
    assert stopped(sp.And(square, known["known"], evaluate=False), step, known=known) == ""
    assert stopped(sp.And(square, le(Norm(u), gamma), evaluate=False), step, known=known)


def test_an_expression_is_no_equation_but_to_the_check_that_compares_it() -> None:
    twice = SymbolicIdentity(lambda: 2 * gamma, as_printed, scope="")
    assert fact_of(Lemma("twice", gamma + gamma, (twice,))) == sp.Eq(2 * gamma, 2 * gamma, evaluate=False)
    assert fact_of(Lemma("read", lambda p, gamma, H: gamma, (SymbolicIdentity(lambda: gamma),))) is None
    premise = Claim("premise", "identity", "", Printed("symfed", "here", "tex"), Tier.PROVED, statement=2 * gamma, checks=(twice,))
    assert "premise" not in facts_of(premise, {"premise": premise})


def test_a_lemma_of_its_own_hypotheses_is_used_where_other_facts_meet_them() -> None:
    many = sp.Implies(le(1, gamma), le(mu, 2), evaluate=False)
    step = Arithmetic("uses it", le(mu, 3), ("many",))
    assert stopped(le(mu, 3), step, known={"many": many}, under=Domain((le(2, gamma),))) == ""
    assert stopped(le(mu, 3), step, known={"many": many}, under=Domain((le(0, gamma),)))


def test_the_commonest_steps_are_applied_theorems() -> None:
    at_once = Apply(combination, "sum", u=u, v=v, equations=("first", "second"), factors=(1, -gamma))
    assert linear_combination("sum", u, v, {"first": 1, "second": -gamma}) == at_once
    assert linear_combination("sum", u, v, ("first",)) == Apply(combination, "sum", u=u, v=v, equations=("first",), factors=(1,))
    stepwise = Apply(induction, "steps", ("begins",), u=Norm(u), index=h, factor=mu, increment=gamma, bound=L)
    assert bounded_by_induction("steps", Norm(u), h, L, factor=mu, increment=gamma, by=("begins",)) == stepwise
    kept = Apply(induction, "kept", u=Norm(u), index=h, factor=sp.S.One, bound=L)
    assert bounded_by_induction("kept", Norm(u), h, L) == kept


def test_arithmetic_takes_a_table_of_facts_and_multipliers() -> None:
    goal = le(gamma * mu, 1)
    assert Arithmetic("short", goal, {"gamma L <= 1": 1, "mu <= L": gamma}) == Arithmetic(
        "short", goal, ("gamma L <= 1", "mu <= L"), (1, gamma)
    )
