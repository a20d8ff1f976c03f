"""Strings from outside are read by a grammar; none is ever run as code."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy as sp

import symfed
from symfed.checks.certificate import Certificate
from symfed.checks.coefficient_match import CoefficientMatch
from symfed.checks.expansion import Expansion
from symfed.checks.homogeneity import HomogeneityCheck
from symfed.checks.identity import SymbolicIdentity, as_printed
from symfed.checks.induction import Induction
from symfed.checks.remainder import RemainderOrder
from symfed.checks.series import typed
from symfed.checks.sign import SignCheck
from symfed.checks.variants import variants
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.errors import InvalidInput, RuleError
from symfed.core.grammar import number, parse
from symfed.core.symbols import ClientMean, H, L, a, gamma
from symfed.core.verdict import Outcome
from symfed.derive.extrapolation import extrapolation
from symfed.ledger import evaluate
from symfed.models.algorithm import Algorithm, _unpickled_algorithm
from symfed.models.problems import QuadraticProblem, ScalarProblem
from symfed.numeric import compile_expression
from symfed.reference import simulate, stationary

RUN = "__import__('builtins').__dict__.__setitem__('symfed_was_run', 1)"
INJECTIONS = (
    RUN,
    f"({RUN}, 1)[1]",
    f"[{RUN}]",
    f"{{{RUN}: 1}}",
    f"1 if {RUN} else 2",
    f"(lambda: {RUN})()",
    f"f'{{{RUN}}}'",
    f"exp({RUN})",
    f"theta**2 + 0*({RUN} or 1)",
    f"theta + [0 for _ in [{RUN}]][0]",
    f"(x := {RUN})",
    f"exec({RUN!r})",
    f"eval({RUN!r})",
    f"sympify({RUN!r})",
    f"lambdify(theta, {RUN!r})(1)",
    "().__class__.__base__.__subclasses__()",
    "theta.__class__",
    "print(theta)",
    "open('symfed_was_run', 'w')",
    "exp(*[theta])",
    "exp(x=theta)",
    "theta[0]",
    "theta; theta",
    "import os",
    "9**9**9**9",
    "theta < 1",
    "1e999999999",
    "'1'*10**9",
    "1" * 5000,
    "(" * 500,
    "-" * 40_000 + "1",
    "theta\0",
    "",
    "__import__",
)


def _sgd(**more: Any) -> Algorithm:
    return Algorithm("own", local_step=lambda x, g, gamma, rho: x - gamma * rho * g, hyper=("rho",), **more)


def _quadratic() -> QuadraticProblem:
    return QuadraticProblem([[[1]], [[3]]], [[0], [4]])


@dataclass(frozen=True)
class Zero:
    """A reference that says nothing, at once."""

    def __call__(self, problem: Any, gamma: Any, H: int) -> Any:
        return np.array([mpmath.mpf(0)], dtype=object)

    def error(self, problem: Any, gamma: Any, H: int) -> float:
        return 0.0


def _one_loss() -> list[Any]:
    return [ScalarProblem([["theta**2/2"]])]


COEFFICIENTS = CoefficientMatch(_one_loss, Zero(), 1, reading=typed)
ORDERS = RemainderOrder(_one_loss, Zero(), 2, reading=typed)
INSTANCE = {"gamma": "1", "H": "1", "hessians": [[["1"]]], "optima": [["0"]]}

DOORS: dict[str, Callable[[str], Any]] = {
    "the grammar": parse,
    "Domain.contains": lambda text: Domain((gamma <= 1,)).contains(gamma=text),
    "Domain.contains, in a list": lambda text: Domain((gamma <= 1,)).contains(gamma=[text]),
    "ScalarProblem": lambda text: ScalarProblem([[text]]),
    "ScalarProblem's weights": lambda text: ScalarProblem([["theta**2", "theta**2/2"]], [[text, text]]),
    "Algorithm.bind": lambda text: _sgd().bind(rho=text),
    "Algorithm.bind, in a list": lambda text: _sgd().bind(rho=[text]),
    "Algorithm": lambda text: _sgd(values={"rho": text}),
    "an Algorithm's pickle": lambda text: _unpickled_algorithm({"name": "own", "local_step": (("x", "g", "gamma"), text)}),
    "QuadraticProblem": lambda text: QuadraticProblem([[[text]]], [[0]]),
    "simulate": lambda text: simulate("fedavg", _quadratic(), text, 2, 3),
    "stationary": lambda text: stationary("fedavg", _quadratic(), text, 2),
    "a claim's statement, an identity": lambda text: SymbolicIdentity(lambda: gamma, reading=as_printed).examine(text, ANYWHERE),
    "a claim's statement, a bound": lambda text: SignCheck().examine((text, text), ANYWHERE),
    "a claim's statement, a change of scale": lambda text: HomogeneityCheck().examine((text, text), ANYWHERE),
    "a claim's statement, its variants": lambda text: list(variants((text, text))),
    "a claim's transcription": lambda text: SymbolicIdentity(lambda: gamma).examine(lambda p, gamma, H: text, ANYWHERE),
    "a derived side": lambda text: SymbolicIdentity(lambda: text, reading=as_printed).examine(gamma, ANYWHERE),
    "a claim's statement, certified": lambda text: Certificate(((gamma, gamma),)).examine((gamma, text), ANYWHERE),
    "a claim's statement, certified on the left": lambda text: Certificate(((gamma, gamma),)).examine((text, gamma), ANYWHERE),
    "a multiplier": lambda text: Certificate(((text, gamma),)).examine((0, gamma**2), ANYWHERE),
    "an assumed term": lambda text: Certificate(((gamma, text),)).examine((0, gamma**2), ANYWHERE),
    "a claim's statement, by induction": lambda text: Induction(lambda n: gamma**n, gamma).examine(text, ANYWHERE),
    "a bound for all H": lambda text: Induction(lambda n: gamma**n, gamma).examine(lambda n: text, ANYWHERE),
    "a bound for all H, as a fact": lambda text: Induction(lambda n: gamma**n, gamma).concludes(lambda n: text),
    "a sequence": lambda text: Induction(lambda n: text, gamma).examine(lambda n: gamma, ANYWHERE),
    "a sequence's factor": lambda text: Induction(lambda n: gamma**n, text).examine(lambda n: gamma, ANYWHERE),
    "a sequence's increment": lambda text: Induction(lambda n: gamma**n, gamma, text).examine(lambda n: gamma, ANYWHERE),
    "an expansion's remainder": lambda text: Expansion(gamma, text),
    "an expansion's terms": lambda text: SymbolicIdentity(lambda: gamma, reading=as_printed).examine(Expansion(text, gamma**2), ANYWHERE),
    "an expansion, called": lambda text: SymbolicIdentity(lambda: gamma).examine(Expansion(lambda *_: text, gamma**2), ANYWHERE),
    "an expansion, measured": lambda text: ORDERS.examine(Expansion(text, gamma**2), ANYWHERE),
    "an expansion's coefficients": lambda text: COEFFICIENTS.examine(text, ANYWHERE),
    "an instance": lambda text: evaluate("aistats-eq3-products", {**INSTANCE, "hessians": text}),
    "an instance, in a list": lambda text: evaluate("aistats-eq3-products", {**INSTANCE, "gamma": [text]}),
    "an instance, in a record": lambda text: evaluate("aistats-eq3-products", {**INSTANCE, "optima": [{"a": text}]}),
    "a formula to be checked": lambda text: symfed.check(text, "fedavg", "bias"),
    "a compiled expression": lambda text: compile_expression(text, (gamma,)),
    "extrapolation": lambda text: extrapolation([(text, 1), (1, 1)], [gamma]),
    "extrapolation's terms": lambda text: extrapolation([(1, 1), (2, 1)], [text]),
}


@pytest.mark.parametrize("door", DOORS)
def test_no_string_is_run_as_code(door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some hundred injections at every door: each is refused, and none has run."""
    monkeypatch.setattr(builtins, "symfed_was_run", 0, raising=False)

    def evaluated(*_: Any, **__: Any) -> None:
        raise AssertionError("SymPy was asked to evaluate a string")

    monkeypatch.setattr("sympy.parsing.sympy_parser.eval_expr", evaluated)
    for text in INJECTIONS:
        with pytest.raises((InvalidInput, RuleError, SyntaxError, ValueError)):
            DOORS[door](text)
        assert vars(builtins)["symfed_was_run"] == 0, f"{door} ran {text}"


def test_a_statement_may_be_typed_in_the_letters_of_the_table() -> None:
    steps = Domain((gamma * L <= 1,))
    assert SignCheck().examine(("gamma*L", "1"), steps).outcome is Outcome.HOLDS
    assert Certificate((("1", "1 - gamma*L"),)).examine(("gamma*L", "1"), steps).outcome is Outcome.HOLDS
    assert Induction(lambda n: "0*H", "1").examine(lambda n: "gamma", steps).outcome is Outcome.HOLDS
    assert SymbolicIdentity(lambda: gamma * ClientMean(a), reading=as_printed).examine("mean(gamma*a)", steps).outcome is Outcome.HOLDS
    assert Expansion("gamma*H", "gamma**2*H").orders == Expansion(gamma * H, gamma**2 * H).orders
    with pytest.raises(InvalidInput, match="unknown name gama"):
        SignCheck().examine(("gama*L", "1"), steps)


def test_a_loss_may_be_typed() -> None:
    theta = sp.Symbol("theta")
    typed = ScalarProblem([["0.5*theta**2", "log(1 + exp(theta)) + theta**2/4"]])
    assert typed.samples == ScalarProblem([[theta**2 / 2, sp.log(1 + sp.exp(theta)) + theta**2 / 4]]).samples


@pytest.mark.parametrize(
    ("text", "value"),
    [("0.05", Fraction(1, 20)), (" -1/3 ", Fraction(-1, 3)), ("5e-2", Fraction(1, 20)), (".5", Fraction(1, 2)), ("7", Fraction(7))],
)
def test_a_number_is_what_it_spells(text: str, value: Fraction) -> None:
    assert number(text) == value
    assert parse(text) == sp.Rational(value.numerator, value.denominator)


@pytest.mark.parametrize("text", ["", "x", "1/0", "nan", "inf", "1_000", "0x10", "1e9999", "٣", "1 2"])
def test_what_spells_no_number(text: str) -> None:
    assert number(text) is None


def test_names_are_those_given() -> None:
    assert parse("2*gamma", {"gamma": gamma}) == 2 * gamma
    with pytest.raises(InvalidInput, match=r"unknown name gama; known are gamma"):
        parse("2*gama", {"gamma": gamma})


def test_a_string_in_a_domain_is_its_decimal() -> None:
    assert Domain((gamma <= sp.Rational(1, 10),)).contains(gamma="0.1")
    assert not Domain((gamma < sp.Rational(1, 10),)).contains(gamma="0.1")
