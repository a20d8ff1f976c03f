"""What two solvers agree on is implied, what an exact point contradicts is refuted, and all else is unknown."""

from __future__ import annotations

import subprocess
import sys

import pytest
import sympy as sp

from symfed.core.errors import InvalidInput, NotConverged
from symfed.core.symbols import C, ClientMean, H, L, N, a, g, gamma, gram_gg, gram_xg, gram_xx, lam, mu
from symfed.decide import proof, relations, solvers
from symfed.decide.question import Question
from symfed.decide.relations import decide
from symfed.decide.solvers import coverings

x, y, z = (sp.Dummy(name, real=True) for name in "xyz")
POWER = 1 - gamma * lam
COCOERCIVE = (gram_gg <= L * gram_xg, gram_xg >= mu * gram_xx)
STEP = sp.Le(gram_xx - 2 * gamma * gram_xg + gamma**2 * gram_gg, (1 - gamma * mu) * gram_xx, evaluate=False)
SHORT = (gamma * L <= 1, mu <= L)


def at_most(left: sp.Expr, right: sp.Expr) -> sp.Basic:
    """left <= right, as it stands."""
    return sp.Le(sp.sympify(left), sp.sympify(right), evaluate=False)


IMPLIED = {
    "a square and another": (at_most(0, y**2 + (y - z) ** 2), (), ()),
    "itself": (at_most(x, 3), (x <= 3,), ("x <= 3",)),
    "by two steps": (at_most(gamma * mu, 1), SHORT, ("L*gamma <= 1", "mu <= L")),
    "one local step": (STEP, (*SHORT, *COCOERCIVE), ("L*gamma <= 1", "gram_gg <= L*gram_xg", "gram_xg >= gram_xx*mu")),
    "Cauchy-Schwarz": (at_most(2 * gram_xg, gram_xx + gram_gg), (), ()),
    "an idle assumption": (at_most(gamma * L, 1), SHORT, ("L*gamma <= 1",)),
    "Motzkin's polynomial": (at_most(0, y**4 * z**2 + y**2 * z**4 - 3 * y**2 * z**2 + 1), (), ()),
    "a root": (at_most(2, sp.sqrt(gamma) + 1 / sp.sqrt(gamma)), (), ()),
    "a number": (at_most(sp.exp(-1), sp.Rational(3, 8)), (), ()),
    "an equation": (at_most(x**2, 2), (sp.Eq(x**2, 2),), ("Eq(x**2, 2)",)),
    "client means": (at_most(0, ClientMean(C) * (H - 1) / (N * ClientMean(a))), (), ()),
    "absolute values": (at_most(sp.Abs(y + z), sp.Abs(y) + sp.Abs(z)), (), ()),
    "a step more": (at_most(POWER ** (H + 1), POWER**H), (gamma * lam <= 1,), ("gamma*lambda <= 1",)),
    "a power below one": (at_most(POWER ** (H - 1), 1), (gamma * lam <= 1,), ("gamma*lambda <= 1",)),
    "Bernoulli": (at_most(1 - H * gamma * lam, POWER**H), (gamma * lam <= 1,), ("gamma*lambda <= 1",)),
    "decay": (at_most(POWER**H, sp.exp(-1)), (gamma * lam <= 1, gamma * lam * H > 1), ("gamma*lambda <= 1", "H*gamma*lambda > 1")),
}
REFUTED = {
    "a sign": (at_most(2 * gamma, gamma), ()),
    "one local step, too long": (STEP, (mu <= L, *COCOERCIVE)),
    "far away": (at_most(gamma, 1), (gamma > 1000,)),
    "doubling": (at_most(2 ** (H - 1), 1), ()),
    "an integer between": (at_most(H, 2), (H >= 2,)),
    "a covariance": (at_most(0, ClientMean(a * g)), ()),
    "no decay": (at_most(POWER**H, sp.exp(-1)), (gamma * lam <= 1,)),
}


@pytest.mark.parametrize("name", IMPLIED)
def test_what_follows_names_what_it_needs(name: str) -> None:
    goal, assumptions, needed = IMPLIED[name]
    found = decide(goal, assumptions)
    assert found.kind == "implied"
    assert {text.replace("_", "") for text in found.needed} == {text.replace("_", "") for text in needed}
    assert found.method == "z3 and cvc5 agree" or "a certificate" in found.method


@pytest.mark.parametrize("name", [name for name, (_, _, needed) in IMPLIED.items() if needed])
def test_what_is_needed_cannot_be_dropped(name: str) -> None:
    goal, assumptions, _ = IMPLIED[name]
    needed = decide(goal, assumptions).needed
    for dropped in [relation for relation in assumptions if str(relation) in needed]:
        assert decide(goal, [relation for relation in assumptions if relation is not dropped]).kind != "implied"


@pytest.mark.parametrize("name", REFUTED)
def test_a_witness_is_an_exact_point_of_the_assumptions(name: str) -> None:
    goal, assumptions = REFUTED[name]
    found = decide(goal, assumptions)
    assert found.kind == "refuted"
    assert found.point is not None
    values = found.point.values
    assert all(value.is_Rational for value in values.values())
    assert all(value.is_Integer for symbol, value in values.items() if symbol.is_integer)
    assert all(relation.subs(values) == sp.true for relation in assumptions)
    assert goal.has(ClientMean) or goal.subs(values) == sp.false


def test_the_step_that_is_too_long_is_found() -> None:
    witness = decide(STEP, (mu <= L, *COCOERCIVE)).witness
    assert witness is not None
    assert sp.Rational(witness["gamma"]) * sp.Rational(witness["L"]) > 1


@pytest.mark.parametrize(
    ("goal", "assumptions"),
    [
        (at_most(x, 1), (sp.Eq(x**2, 2), x > 0)),  # false, and at an irrational point only
        (at_most(0, sp.Function("opaque")(x)), ()),
        (at_most(H * (3 - H), 2), (H > 1, H < 3, sp.Ne(H, 2))),  # no integer is left, which a relaxation does not see
    ],
    ids=["irrational", "opaque", "integers"],
)
def test_unknown_is_neither(goal: sp.Basic, assumptions: tuple[sp.Basic, ...]) -> None:
    found = decide(goal, assumptions)
    assert (found.kind, found.witness) == ("unknown", None)


def test_assumptions_that_contradict_one_another_prove_nothing() -> None:
    found = decide(at_most(gamma, mu), (gamma < mu, gamma > L, L > mu))
    assert found.kind != "refuted"
    nothing = decide(at_most(x, 1), (y < z, y > z))
    assert nothing.kind == "unknown"
    assert "contradict" in nothing.method


def test_a_pole_is_no_value() -> None:
    """1/x >= 0 needs x > 0, and x/x = 1 nothing."""
    assert decide(at_most(0, 1 / x), ()).kind == "refuted"
    assert decide(at_most(0, 1 / x), (x >= 0,)).kind == "implied"
    assert decide(at_most(1, 1 / (1 - x)), (x >= 0, x < 1)).needed == ("_x >= 0", "_x < 1")


def test_powers_of_a_base_that_may_vanish_are_not_divided_by_it() -> None:
    """(1 - gamma lambda)^(H-1) is one at H = 1 and gamma lambda = 1, where the base is zero."""
    assert decide(at_most(POWER ** (H - 1), 0), (sp.Eq(gamma * lam, 1), sp.Eq(H, 1))).kind != "implied"
    assert decide(at_most(POWER**H * POWER, POWER ** (H + 1)), ()).kind == "implied"


def test_one_solver_alone_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asker = proof.asker
    monkeypatch.setattr(proof, "asker", lambda solver, asked: asker(solver, asked) if solver == "z3" else lambda *_: "unknown")
    monkeypatch.setattr(proof, "coverings", lambda constraints: "unknown")
    relations._decide_cached.cache_clear()  # it remembers answers that both solvers gave
    certified = decide(at_most(gamma * mu, 1), SHORT)
    assert certified.kind == "implied"
    assert certified.method.startswith("z3, and a certificate")
    monkeypatch.setattr(proof, "prove_nonnegative", lambda *rest: "")
    relations._decide_cached.cache_clear()
    assert decide(at_most(gamma * mu, 1), SHORT).kind == "unknown"
    relations._decide_cached.cache_clear()


def test_coverings_agree_in_a_process_of_their_own() -> None:
    goal, assumptions, _ = IMPLIED["by two steps"]
    constraints = Question().constraints(goal, assumptions)
    assert coverings(constraints) == "unsat"
    assert coverings(constraints[1:]) == "sat"


def test_coverings_answer_by_count_and_never_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    constraints = Question().constraints(sp.Ge(x**2 + y**2, 2 * x * y, evaluate=False), ())
    assert 'setOption("rlimit-per"' in solvers._CHILD
    monkeypatch.setattr(solvers, "_CHILD", solvers._CHILD.replace(str(solvers._COVERINGS_LIMIT), "1"))
    assert coverings(constraints) == "unknown"
    monkeypatch.setattr(solvers, "_CHILD", "import os, signal; os.kill(os.getpid(), signal.SIGXCPU)")
    with pytest.raises(NotConverged, match="cvc5's coverings were ended"):
        coverings(constraints)


def test_what_is_no_relation_is_refused() -> None:
    with pytest.raises(InvalidInput, match="evaluate=False"):
        decide(gamma > 0)
    with pytest.raises(InvalidInput, match=r"Rational\(1, 10\)"):
        decide(at_most(gamma, sp.Float("0.1")))


def test_the_same_answer_twice() -> None:
    for goal, assumptions, _ in IMPLIED.values():
        assert decide(goal, assumptions) == decide(goal, assumptions)


def test_solvers_are_loaded_when_asked() -> None:
    code = "import sys, symfed, symfed.checks; print(*{'z3', 'cvc5'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == ""
