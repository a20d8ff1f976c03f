"""Second orders of a stationary law on linear systems, where noise may be multiplicative: what the rule makes of its first coefficients."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symfed.checks.gaps import ExtrapolatedLinear, FirstTerms, of_linear_systems
from symfed.coq.tensors.orders import gradient_rule, lyapunov_symbol
from symfed.coq.tensors.said import CoqQuestion, question_of
from symfed.coq.tensors.terms import PrintedJets, TensorTerm, apply_operation, letter
from symfed.coq.theorem import CoqTheorem
from symfed.core import symbols
from symfed.core.errors import InvalidInput

#: The clients' data that a stationary law depends on, as arguments of the library's definitions.
_MEANS, _SPREADS = "g A H", "g A C D E H"
_DERIVATIVES = ("D : client -> cubic index", "E : client -> quartic index")


@dataclass
class NoisyJets(PrintedJets):
    """Jets whose noise depends on the point: at theta* + e its covariance is C_c + D_c[e] + E_c[e, e]/2."""

    noise_derivative = letter("D", 3, own=True)
    noise_second_derivative = letter("E", 4, own=True)

    def along(self, T: TensorTerm, v: TensorTerm) -> TensorTerm:
        """The last index of a noise derivative with a vector."""
        if (T.rank, v.rank) != (3, 1):
            raise InvalidInput("tensor", T, "must have three indices, to be taken along a vector", "not exported yet")
        return apply_operation("along", 2, T, v)

    def contract(self, T: TensorTerm, S: TensorTerm) -> TensorTerm:
        """The last two indices with both of S."""
        return apply_operation("spread_along", 2, T, S) if (T.rank, S.rank) == (4, 2) else super().contract(T, S)


def second_terms(title: str, statement: Any, says: str, gap: FirstTerms | ExtrapolatedLinear) -> CoqTheorem:
    """The printed tensor is what the law's first two coefficients add up to, by what the rule does to them; and there are such.

    Raises InvalidInput for what the statement's jets cannot say, and for rules of another kind.
    """
    if isinstance(gap, FirstTerms) and (gap.derived is not of_linear_systems or gap.less or gap.factor != 1 or gap.among):
        raise InvalidInput("gap", gap, "is above the first order", "not exported yet")
    question = question_of(title, statement, says, NoisyJets())
    rule = gradient_rule(gap.algorithm)
    if rule.one_step or rule.exact_gradient:
        raise InvalidInput("algorithm", rule.name, "does not take H noisy steps", "not exported yet")
    spread = isinstance(gap, FirstTerms) and gap.quantity == "second_moment"
    return _covariance_theorem(question) if spread else _bias(question, isinstance(gap, ExtrapolatedLinear))


def _bias(question: CoqQuestion, extrapolated: bool) -> CoqTheorem:
    p, gamma, law = question.p, symbols.gamma, f"second_bias {_MEANS} m n"
    inverse = p.inverse(p.hessian).text
    m, n = letter("m", 1), letter("n", 1)
    bias, other = gamma * m + gamma**2 * n, (2 * gamma) * m + (2 * gamma) ** 2 * n
    conclusion = f"(exists m n, {law}) /\\ (forall m n, {law} -> {2 * bias - other if extrapolated else bias} = {question.said})"
    found = f"second_bias_is {_MEANS} m n {inverse}"
    script = (
        f"assert (law : forall m n, {law} <-> m = first_coefficient {_MEANS} {inverse} /\\ n = second_coefficient {_MEANS} {inverse} m).",
        f"{{ intros m n. apply ({found}); first [assumption | lia]. }}",
        "split.",
        "- do 2 eexists. apply law. split; reflexivity.",
        "- intros m n kept. apply law in kept. destruct kept as [-> ->]. clear law. unfold second_coefficient, first_coefficient.",
        "  rewrite ?squares_applied. tensors.",
    )
    return question.theorem("gA", conclusion, script, given=("average g = null",), library="SecondOrders")


def _covariance_theorem(question: CoqQuestion) -> CoqTheorem:
    p, gamma, law = question.p, symbols.gamma, f"second_spread {_SPREADS} V W"
    inverse = p.inverse(p.hessian).text
    solution = lyapunov_symbol(question)
    spread = gamma * letter("V", 2) + gamma**2 * letter("W", 2)
    conclusion = f"(exists V W, {law}) /\\ (forall V W, {law} -> {spread} = {question.said})"
    script = (
        f"assert (law := fun V W => second_spread_is {_SPREADS} V W {inverse} {solution} given_4 given_2 given_6 given_7).",
        "assert (moved := solution_moved _ _ given_7). assert (turned := lyapunov_transpose _ _ given_7).",
        "assert (even : transpose (average C) = average C) by (rewrite <- average_transpose; apply average_equal; exact given_5).",
        "assert (noises : transpose (average (fun c => product (A c) (C c))) = average (fun c => product (C c) (transpose (A c)))).",
        "{ rewrite <- average_transpose. apply average_equal. intros c. rewrite transpose_product, given_5. reflexivity. }",
        "split.",
        "- do 2 eexists. apply law. split; [reflexivity | apply (proj1 given_7)].",
        "- intros V W kept. apply law in kept. destruct kept as [-> balance]. clear law.",
        "  apply moved_behind in balance. apply (equal_by_balance _ _ given_7).",
        "  unfold source, per_pair, first_coefficient in balance. rewrite ?squares_product, ?squares_behind in balance.",
        f"  match goal with |- context [{solution} ?S] => lazymatch S with average C => fail | _ =>",
        f"    assert (second := moved S); set (Z := {solution} S) in *; clearbody Z end end.",
        "  linear. rewrite balance, ?second, ?moved. clear balance second moved.",
        "  linear. rewrite ?turned, ?even, ?noises. clear turned even noises. tensors.",
    )
    given = ("average g = null", "(forall c, transpose (C c) = C c)")
    return question.theorem("gAC", conclusion, script, given, _DERIVATIVES, "SecondOrders")
