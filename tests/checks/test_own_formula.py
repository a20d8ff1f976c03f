"""A formula of one's own: what is right is proved in its scope, what is wrong is refuted by an instance that the law itself confirms."""

from __future__ import annotations

import builtins
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sympy as sp

import symfed as sf
from symfed.checks import own_formula, own_function
from symfed.checks.own_formula import CheckedFormula
from symfed.checks.written_formula import by_powers, read
from symfed.core.errors import InvalidInput, RoadsDisagree, UnknownName
from symfed.core.symbols import C1, C, ClientMean, H, N, a, b, g, gamma
from symfed.models.algorithms import get_algorithm
from tests.core.test_grammar import INJECTIONS
from tests.pieces import pieces

HETEROGENEITY = "gamma*(H-1)/2 * mean(a*g)/mean(a)"
NOISE = "gamma*mean(C)*mean(b)/(4*N*mean(a)**2)"
FEDAVG = f"{HETEROGENEITY} - {NOISE}"
FIXED_POINT = "mean((1-(1-gamma*a)**H)*(-g)/a) / mean(1-(1-gamma*a)**H)"


def replayed(found: CheckedFormula, **own: Any) -> None:
    """The witness's lines run, and their assertion holds."""
    assert found.witness is not None
    exec(found.witness.python, own)  # lines that symfed wrote


@pytest.mark.parametrize(
    ("formula", "algorithm", "quantity", "more"),
    [
        (FEDAVG, "fedavg", "bias", {}),
        (HETEROGENEITY, "fedavg", "bias", {"problems": "quadratic"}),
        (HETEROGENEITY, "fedavg", "bias", {"problems": "noiseless"}),
        (f"-{NOISE}", "fedavg", "bias", {"H": 1}),
        (f"-{NOISE}", "sgd", "bias", {}),
        (f"-{NOISE}", "scaffold", "bias", {}),
        ("gamma*<C>/(2*N*<a>)", "sgd", "second_moment", {}),
        ("0.5*gamma*mean(C)/N/mean(a)", "fedavg", "second_moment", {}),
        ("gamma*C/(2*N*a)", "fedavg", "second_moment", {"problems": "homogeneous"}),
        ("gamma*C/(N*a*(2 - gamma*a))", "sgd", "second_moment", {"problems": ["homogeneous", "quadratic"], "order": 3}),
        (FIXED_POINT, "fedavg", "bias", {"problems": "quadratic", "order": 2}),
        ("0", "scaffold", "bias", {"problems": "quadratic"}),
        (gamma * ClientMean(C) / (2 * N * ClientMean(a)), "scaffold", "second_moment", {}),
    ],
)
def test_what_is_right_is_proved_in_dimension_one(formula: Any, algorithm: str, quantity: str, more: dict[str, Any]) -> None:
    found = sf.check(formula, algorithm, quantity, **more)
    assert found.verdict is sf.Tier.SUPPORTED  # a proof for d = 1, without the remainder, is no more, as in the ledger
    assert found.why.startswith("proved in dimension one: ")
    assert found.holds
    assert found.scope.d == "1"
    assert "not the remainder" in str(found.scope)
    assert found.difference == 0
    assert found.witness is None


@pytest.mark.parametrize("algorithm", ["fedavg", "sgd", "scaffold"])
@pytest.mark.parametrize("quantity", ["bias", "second_moment"])
@pytest.mark.parametrize("order", [1, 2])
def test_what_expand_prints_is_right_and_no_more_than_its_order(algorithm: str, quantity: str, order: int) -> None:
    expansion = sf.expand(algorithm, quantity, order)
    found = sf.check(str(expansion.expr), algorithm, quantity)
    assert (found.verdict, found.order) == (sf.Tier.SUPPORTED, order)
    assert sf.check(expansion, algorithm, quantity).holds
    beyond = sf.check(expansion.expr, algorithm, quantity, order=order + 1)
    assert beyond.verdict is sf.Tier.REFUTED
    assert beyond.witness is not None
    assert beyond.witness.power == str(order + 1)


@pytest.mark.parametrize(
    ("formula", "problems"),
    [
        (f"{HETEROGENEITY} + {NOISE}", "all"),  # a sign
        (f"{HETEROGENEITY} - 2*{NOISE}", "all"),  # a factor
        (f"{HETEROGENEITY} - {NOISE}*mean(a)", "all"),  # an exponent
        (FEDAVG.replace("(H-1)", "H"), "all"),
        (f"{HETEROGENEITY} - {NOISE}*N", "all"),  # what noise no longer averages out
        (FEDAVG.replace("mean(C)*mean(b)", "mean(C*b)"), "all"),  # an average of a product
        (HETEROGENEITY.replace("mean(a*g)/mean(a)", "mean(g)"), "quadratic"),
        (HETEROGENEITY.replace("mean(a*g)/mean(a)", "mean(a**2*g)/mean(a)**2"), "quadratic"),
        (f"1 + {HETEROGENEITY}", "quadratic"),  # a constant
        (f"{HETEROGENEITY} + gamma**(3/2)", "quadratic"),  # half a power
        (FIXED_POINT.replace("(-g)", "g"), "quadratic"),
    ],
)
def test_what_is_wrong_is_refuted_and_the_law_confirms_the_witness(formula: str, problems: str) -> None:
    found = sf.check(formula, "fedavg", "bias", problems=problems)
    assert found.verdict is sf.Tier.REFUTED
    assert not found.holds
    assert found.difference != 0
    assert found.witness is not None
    assert found.witness.law, "some reference knows the law of so small an instance"
    assert found.witness.stated != found.witness.derived
    assert len(found.witness.python.splitlines()) == 5
    replayed(found)


def test_a_second_order_term_is_felt_where_no_law_is_simple() -> None:
    right = str(sf.expand("fedavg", "bias", 2).expr)
    for letter, other in (("K3", "K4"), ("C1", "C"), ("ClientMean(r)", "ClientMean(q)")):
        found = sf.check(right.replace(letter, other, 1), "fedavg", "bias")
        assert found.verdict is sf.Tier.REFUTED
        assert found.witness is not None
        assert found.witness.power == "2"
        replayed(found)


def test_the_witness_is_a_population_that_exists() -> None:
    found = sf.check(f"{FEDAVG} + gamma*mean(K4*g)", "fedavg", "bias")
    assert found.witness is not None
    assert found.witness.instance["clients"].count("C = ") == found.witness.instance["clients"].count("K4 = "), "no noise without variance"
    assert dict(found.witness.instance)["N"] == "2"


def test_the_difference_is_in_the_letters_of_the_formula() -> None:
    found = sf.check(HETEROGENEITY, "fedavg", "bias")
    assert sp.simplify(found.difference - gamma * ClientMean(C) * ClientMean(b) / (4 * N * ClientMean(a) ** 2)) == 0
    assert found.holds_for == ("quadratic", "noiseless")
    assert "holds for: problems='quadratic'" in repr(found)
    told = json.loads(json.dumps(found.as_dict()))
    assert told["verdict"] == "REFUTED"
    corrected = sf.check(f"{HETEROGENEITY} - ({told['difference']})", "fedavg", "bias")
    assert corrected.holds, "what is told can be given back"
    assert sf.check(told["derived"], "fedavg", "bias").holds


def test_the_third_order_can_be_pasted() -> None:
    third = str(sf.expand("fedavg", "bias", 3).expr)
    assert len(third) > 10_000
    assert sf.check(third, "fedavg", "bias").holds


def test_the_exact_fixed_point_is_right_to_order_four() -> None:
    answers = []
    # five pieces; by derivatives of the quotient it took minutes
    assert pieces(lambda: answers.append(sf.check(FIXED_POINT, "fedavg", "bias", order=4, problems="quadratic"))) < 100
    assert answers[0].holds


@pytest.mark.parametrize(
    "text",
    [
        "exp(gamma*mean(a))",
        "sqrt(1 + gamma*mean(a*exp(gamma*b)))",
        "log(1+gamma) * mean((1-gamma*a)**H/(1+gamma*b))",
        "(1+gamma*H)**(1+gamma)",
    ],
)
def test_a_series_put_together_is_that_of_the_derivatives(text: str) -> None:
    formula = read(text, get_algorithm("fedavg"))
    for power, coefficient in by_powers(formula, 3).items():
        derivative = sp.diff(formula, gamma, int(power)) if power else formula
        assert sp.simplify(derivative.xreplace({gamma: sp.S.Zero}) / sp.factorial(power) - coefficient) == 0


def test_both_sides_at_numbers() -> None:
    found = sf.check(gamma * H * ClientMean(a * g), "fedavg", "bias", problems="quadratic")
    assert found.at([{"a": 1, "g": -1}, {"a": 2, "g": 1}], H=3) == {"1": ("3/2", "1/3")}
    assert sf.check("0", "sgd", "bias").at([{"a": 1, "C": 1, "b": "1/2"}]) == {"1": ("0", "-1/8")}


def test_an_algorithm_of_ones_own() -> None:
    twice = sf.Algorithm("twice", local_step=lambda x, g, gamma: x - 2 * gamma * g)
    assert sf.check("gamma*(H-1) * mean(a*g)/mean(a)", twice, "bias", problems="quadratic").holds
    found = sf.check(HETEROGENEITY, twice, "bias", problems="quadratic")
    assert found.verdict is sf.Tier.REFUTED
    replayed(found, algorithm=twice)
    found = sf.check("gamma*rho*mean(C)/(2*N*mean(a))", "fedprox", "second_moment")
    assert found.verdict is sf.Tier.REFUTED
    replayed(found)


@pytest.mark.parametrize("letter", ["strength", "eta"])
@pytest.mark.parametrize(("quantity", "right", "more", "problems"), [
    ("second_moment", "gamma*{}*mean(C)/(2*N*mean(a))", "gamma*mean(C)", "quadratic"),
    ("second_moment", "gamma*{}*mean(C)/(2*N*mean(a))", "gamma**2*mean(C)*{}", "quadratic"),
    ("bias", "-gamma*{}*mean(C)*mean(b)/(4*N*mean(a)**2)", "gamma*(H-1)*mean(b)*mean(C)", "homogeneous"),
    ("bias", "-gamma*{}*mean(C)*mean(b)/(4*N*mean(a)**2)", "gamma*mean(C1)", "homogeneous"),
])  # fmt: skip
def test_a_near_miss_with_a_letter_of_the_rule_s_own(letter: str, quantity: str, right: str, more: str, problems: str) -> None:
    """The letter cancels in the difference, so that the point on which the sides differ says nothing of it."""
    scope: dict[str, Any] = {letter: None}
    exec(f"def step(x, g, gamma, {letter}): return x - gamma * {letter} * g", scope)
    rule = sf.Algorithm("scaled", local_step=scope["step"], hyper=(letter,))
    assert sf.check(right.format(letter), rule, quantity, problems=problems).holds
    found = sf.check(f"{right} + {more}".format(*[letter] * 2), rule, quantity, problems=problems)
    assert found.verdict is sf.Tier.REFUTED
    replayed(found, algorithm=rule)


def test_sides_that_floats_cannot_tell_apart_are_told_apart_by_the_exact_law() -> None:
    found = sf.check(f"{HETEROGENEITY}*(1 + 1/10**25)", "fedavg", "bias", problems="quadratic")
    assert found.verdict is sf.Tier.REFUTED
    replayed(found)


def test_the_law_is_asked_before_a_formula_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a wrong derivation a right formula is not refuted: the law denies the witness, or a second derivation does."""

    def derive_wrongly(changed: dict[sp.Symbol, sp.Expr]) -> None:
        def wrong(*asked: Any) -> Any:
            return type("Wrong", (), {"expr": sf.expand(*asked).expr.xreplace(changed)})

        monkeypatch.setattr(own_formula, "expand", wrong)

    derive_wrongly({gamma: 2 * gamma})
    with pytest.raises(RoadsDisagree, match=r"by the exact law at gamma = 1/\d+: this is a bug of symfed's"):
        sf.check(HETEROGENEITY, "fedavg", "bias", problems="quadratic")
    derive_wrongly({C1: 2 * C1})
    with pytest.raises(RoadsDisagree, match="when it is derived anew on these numbers: this is a bug of symfed's"):
        sf.check(sf.expand("fedavg", "bias", 2), "fedavg", "bias")


def test_the_law_is_asked_before_a_function_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    right = own_function.coefficients
    monkeypatch.setattr(own_function, "coefficients", lambda *asked: [2 * part for part in right(*asked)])
    for formula in (tensor_bias(1, "own"), lambda problem, gamma, H: gamma * (H - 1) / 2 * problem.jets.solve(
        problem.jets.hessian, problem.jets.mean(problem.jets.apply(problem.jets.hessians, problem.jets.gradients))
    )):  # fmt: skip
        with pytest.raises(RoadsDisagree, match="by the exact law"):
            sf.check(formula, "fedavg", "bias", problems="quadratic")


def test_no_verdict_where_no_law_confirms_that_a_function_is_wrong() -> None:
    rule = sf.Algorithm("bent", local_step=lambda x, g, gamma: x - gamma * g * (1 + gamma * g))
    found = sf.check(lambda problem, gamma, H: 0 * problem.gradients[0], rule, "bias", problems="quadratic")
    assert found.verdict is sf.Tier.UNDECIDED
    assert "no law of the references confirms" in found.why


def test_several_powers_of_gamma_in_a_plane() -> None:
    """The law of a semi-implicit step on noisy quadratics, to second order: H = 1, so that a step is (1 - gamma + gamma^2) gradients."""
    rule = sf.Algorithm("damped", local_step=lambda x, g, gamma: x - gamma * g + gamma * gamma * g)

    def second_moment(problem: Any, gamma: Any, H: int) -> Any:
        step, jets = gamma - gamma * gamma, problem.jets
        first = jets.lyapunov(jets.hessian, jets.noise) / problem.num_clients
        bent = np.asarray(jets.hessian) @ np.asarray(first) @ np.asarray(jets.hessian)
        return step * first + gamma * gamma * jets.lyapunov(jets.hessian, bent)

    assert sf.check(second_moment, rule, "second_moment", 2, problems="quadratic", H=1).holds


@pytest.mark.parametrize(
    ("formula", "algorithm", "quantity", "more", "error", "said"),
    [
        ("gamma", "fedavgg", "bias", {}, UnknownName, "did you mean fedavg"),
        ("gamma", "fedavg", "biass", {}, UnknownName, "known are bias, second_moment"),
        ("gamma*a", "fedavg", "bias", {}, InvalidInput, r"write mean\(a\)"),
        ("gamma*zeta", "fedavg", "bias", {}, InvalidInput, "holds the unknown name zeta; write gamma, H, N"),
        ("gamma*H", "sgd", "bias", {}, InvalidInput, "unknown name H"),
        ("gamma/mean(g)", "fedavg", "bias", {}, InvalidInput, "divides by zero"),
        ("gamma*mean(C)/mean(b)", "fedavg", "bias", {"problems": "quadratic"}, InvalidInput, "divides by zero for quadratic"),
        ("log(gamma)", "fedavg", "bias", {}, InvalidInput, "no power series"),
        ("gamma", "fedavg", "bias", {"order": 0}, InvalidInput, "positive integer"),
        ("gamma", "fedavg", "bias", {"order": 12}, InvalidInput, "symbols reach to order 6"),
        ("gamma", "fedavg", "bias", {"problems": "quadratics"}, InvalidInput, "quadratic, noiseless, homogeneous"),
        ("gamma", "sgd", "bias", {"H": 2}, InvalidInput, "H must be 1"),
        (0.5 * gamma, "fedavg", "bias", {}, InvalidInput, "decimal number"),
        (sp.Symbol("gamma"), "fedavg", "bias", {}, InvalidInput, "from symfed.core.symbols import gamma"),
        (["gamma"], "fedavg", "bias", {}, InvalidInput, "must be a number, a SymPy expression or a string"),
        (sp.Eq(gamma, H, evaluate=False), "fedavg", "bias", {}, InvalidInput, "must be an expression"),
    ],
)
def test_bad_input_is_refused_with_what_to_write(
    formula: Any, algorithm: str, quantity: str, more: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        sf.check(formula, algorithm, quantity, **more)


def test_no_string_is_run_as_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, "symfed_was_run", 0, raising=False)
    for text in INJECTIONS:
        with pytest.raises(InvalidInput):
            sf.check(text, "fedavg", "bias")
        with pytest.raises(InvalidInput):
            sf.check(f"mean({text})", "fedavg", "bias")
        assert vars(builtins)["symfed_was_run"] == 0, f"{text} was run"


def tensor_bias(shift: int, matrices: str) -> Callable[..., Any]:
    """gamma (H - shift)/2 Abar^-1 mean(A_c g_c), or with other matrices for A_c."""

    def formula(problem: Any, gamma: Any, H: int) -> Any:
        each = problem.hessians if matrices == "own" else np.stack([problem.hessian] * problem.num_clients)
        force = np.einsum("cij,cj->i", each, problem.gradients) / problem.num_clients
        return gamma * (H - shift) / 2 * np.linalg.solve(np.asarray(problem.hessian, dtype=float), np.asarray(force, dtype=float))

    return formula


def test_a_function_is_supported_in_dimensions_one_to_three() -> None:
    found = sf.check(tensor_bias(1, "own"), "fedavg", "bias", problems="quadratic")
    assert found.verdict is sf.Tier.SUPPORTED
    assert found.scope.d == "1, 2, 3"
    assert found.instances >= 10
    assert sf.check(tensor_bias(1, "own"), "fedavg", "bias", problems="noiseless").holds


@pytest.mark.parametrize(("shift", "matrices", "problems"), [(0, "own", "quadratic"), (1, "mean", "quadratic"), (1, "own", "all")])
def test_a_wrong_function_is_refuted_and_the_law_moves_away(shift: int, matrices: str, problems: str) -> None:
    formula = tensor_bias(shift, matrices)
    found = sf.check(formula, "fedavg", "bias", problems=problems)
    assert found.verdict is sf.Tier.REFUTED
    replayed(found, formula=formula)


def test_what_only_dimension_two_can_tell() -> None:
    """A_c Abar^-1 for Abar^-1 A_c is right in dimension one: products commute there."""

    def turned(problem: Any, gamma: Any, H: int) -> Any:
        inverse = np.linalg.inv(np.asarray(problem.hessian, dtype=float))
        each = [A @ (inverse @ v) for A, v in zip(problem.hessians.astype(float), problem.gradients.astype(float), strict=True)]
        return gamma * (H - 1) / 2 * np.mean(each, axis=0)

    found = sf.check(turned, "fedavg", "bias", problems="quadratic")
    assert found.verdict is sf.Tier.REFUTED
    assert found.witness is not None
    assert "], [" in found.witness.instance["hessians"].split("]]")[0], "two rows"
    replayed(found, formula=turned)


def test_exact_functions_are_compared_exactly() -> None:
    def rational(problem: Any, gamma: Any, H: int) -> Any:
        return gamma * problem.jets.lyapunov(problem.jets.hessian, problem.jets.noise) / problem.num_clients

    assert sf.check(rational, "fedavg", "second_moment", problems="quadratic", H=2).holds

    def nearly(problem: Any, gamma: Any, H: int) -> Any:
        return rational(problem, gamma, H) * (1 + sp.Rational(1, 10**20))

    found = sf.check(nearly, "fedavg", "second_moment", problems="quadratic")
    assert found.verdict is sf.Tier.REFUTED
    replayed(found, formula=nearly)
    wrong = sf.check(lambda p, step, H: 1 + rational(p, step, H), "fedavg", "second_moment", problems="quadratic")
    assert wrong.witness is not None
    assert wrong.witness.power == "0"


def test_a_function_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"must return shape \(2,\)|must return shape \(1,\)"):
        sf.check(lambda problem, gamma, H: np.zeros(5), "fedavg", "bias")
    with pytest.raises(ZeroDivisionError) as raised:
        sf.check(lambda problem, gamma, H: 1 / 0, "fedavg", "bias")
    assert any("QuadraticProblem" in note for note in raised.value.__notes__)
