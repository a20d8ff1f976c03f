"""First orders of a stationary law in gamma: what the rule makes of the moments' first coefficients, and when that is what they were."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symfed.checks.gaps import FirstTerms, Gap, of_controls, of_controls_on_linear_systems, of_linear_systems
from symfed.coq.printer import term
from symfed.coq.tensors.said import CoqQuestion
from symfed.coq.tensors.terms import letter
from symfed.coq.theorem import CoqTheorem
from symfed.core import symbols
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.derive.lift import control_gain, local_map, server_map, step_map
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.tensors.truths import for_equal_gradients, for_equal_hessians

_NONE = "(fun _ => null)"
#: The condition that clients of each kind satisfy.
_ALIKE: dict[Gap, str] = {for_equal_gradients: "(forall c, g c = null)", for_equal_hessians: "(forall c, A c = average A)"}
#: By moment of a law with control variates: the library's word, the coefficient's name, how many control variates are in it.
_OF_CONTROLS = {
    "bias": ("controls_bias", "bias", 0),
    "second_moment": ("controls_spread", "spread", 0),
    "state_control_moment": ("controls_cross", "cross", 1),
    "control_second_moment": ("controls_own", "drifts", 2),
    "control_cross_moment": ("controls_own", "drifts", 2),
}
#: All clients being one.
EQUAL = ("(forall c, g c = null)", *(f"(forall c, {letter} c = average {letter})" for letter in "ATC"))


def first_terms(question: CoqQuestion, gap: FirstTerms, given: tuple[str, ...] = ()) -> CoqTheorem:
    """The printed tensor is gamma times the first coefficient of the stationary law, by what its rule does to it, and is no other."""
    if gap.order != 1:
        raise InvalidInput("order", gap.order, "is above the first", "not exported yet")
    if gap.among is not None:
        given = (*given, _ALIKE[gap.among])
    if gap.derived in (of_controls, of_controls_on_linear_systems):
        return _with_controls(question, gap, given)
    data = _client_data(gap, gap.algorithm)
    p, word = question.p, {"bias": "first_bias", "second_moment": "first_spread"}[gap.quantity]
    mean, spread = p.inverse(p.hessian).text, lyapunov_symbol(question)
    given = ("average g = null", *given)
    factor = _script_number(symbols.gamma * gap.factor)
    if gap.less:
        other = _client_data(gap, gap.less)
        conclusion = (
            f"forall one other, {word} {data} one -> {word} {other} other -> "
            f"{symbols.gamma * (letter('one', 1) - letter('other', 1))} = {question.said}"
        )
        apart = (
            "intros one other first second.",
            f"rewrite ({word}_is {data} one {mean} {spread}) in first by first [assumption | lia].",
            f"rewrite ({word}_is {other} other {mean} {spread}) in second by first [assumption | lia].",
            "rewrite first, second. clear first second. tensors.",
        )
        return question.theorem("gATC", conclusion, apart, given)
    name = "bias" if gap.quantity == "bias" else "spread"
    multiple = symbols.gamma * gap.factor * letter(name, question.said.rank)
    conclusion = f"forall {name}, {word} {data} {name} <-> {multiple} = {question.said}"
    script = (
        f"intros {name}. rewrite ({word}_is {data} {name} {mean} {spread}) by first [assumption | lia].",
        f"rewrite (times_moved ({factor})) by nonzero_product. apply same_side. tensors.",
    )
    return question.theorem("gATC", conclusion, script, given)


def lyapunov_symbol(question: CoqQuestion) -> str:
    """The symbol for the solutions of A X + X A' = C, A being the mean Hessian."""
    p = question.p
    return p.lyapunov(p.hessian, letter("C", 2)).text.split()[0]


def gradient_rule(algorithm: str) -> Algorithm:
    """A rule without control variates whose step is x - gamma g, with the clients' mean after it. Raises InvalidInput for another."""
    rule, step, server = get_algorithm(algorithm), local_map(algorithm), server_map(algorithm)
    if (server.state, server.start, step.state, step.start) != (1, 0, 1, 0) or step.gradient != -symbols.gamma:
        raise InvalidInput("algorithm", rule.name, "is no step of size gamma along the gradient with a mean after it", "not exported yet")
    return rule


def _client_data(gap: FirstTerms, algorithm: str) -> str:
    """Hessians, third derivatives, noise, number of steps and gradients as the library's words take them."""
    rule = gradient_rule(algorithm)
    straight = "quadratic" in gap.classes or gap.derived is of_linear_systems
    cubic, noise = _NONE if straight else "T", _NONE if rule.exact_gradient else "C"
    return f"A {cubic} {noise} {'1' if rule.one_step else 'H'} g"


def _with_controls(question: CoqQuestion, gap: FirstTerms, given: tuple[str, ...]) -> CoqTheorem:
    """First terms of moments of theta and of control variates, which a drift that is left of them, over `sign`, stands for."""
    rule, step, server = get_algorithm(gap.algorithm), step_map(get_algorithm(gap.algorithm)), server_map(gap.algorithm)
    sign = sp.cancel(step.control / step.gradient)
    gain = sp.cancel(sign * control_gain(rule) * symbols.gamma * symbols.H)
    if (server.state, server.start, step.state, step.start, step.gradient, gain) != (1, 0, 1, 0, -symbols.gamma, 1) or rule.one_step:
        raise InvalidInput(
            "algorithm", rule.name, "is no rule whose control variates learn what drift is left, per step", "not exported yet"
        )
    p, said = question.p, question.said
    mean, spread = p.inverse(p.hessian).text, lyapunov_symbol(question)
    data = f"A {_NONE if gap.derived is of_controls_on_linear_systems else 'T'} {_NONE if rule.exact_gradient else 'C'} H"
    if gap.less or gap.quantity not in _OF_CONTROLS:
        raise InvalidInput("quantity", gap.quantity, "is not exported yet")
    word, name, power = _OF_CONTROLS[gap.quantity]
    solved = f"({word}_is {data} {mean} {spread})"
    multiple = gap.factor * symbols.gamma ** int(power < 2) * sign**-power
    known = f"intros {name}. rewrite {solved} by first [assumption | lia]."
    if power == 0:
        conclusion = f"forall {name}, {word} {data} {name} <-> {multiple * letter(name, said.rank)} = {said}"
        script = (known, f"rewrite (times_moved ({_script_number(multiple)})) by nonzero_product. apply same_side. tensors.")
    elif power == 1:
        conclusion = f"forall {name}, {word} {data} {name} -> forall c, {multiple * letter(name, 2, own=True)} = {said}"
        script = (known, "intros ->. intros c. cbv beta. tensors.")
    else:
        two = gap.quantity == "control_cross_moment"
        one, other, apart = ("one", "other", "one <> other -> ") if two else ("c", "c", "")
        clients = "one other" if two else "c"
        moment = multiple * letter(f"({name} {one} {other})", 2)
        conclusion = f"forall {name}, {word} {data} {name} -> forall {clients}, {apart}{moment} = {said}"
        names, by = ("one other different", "only_other by exact different") if two else ("c", "only_same")
        script = (known, f"intros -> {names}. cbv beta. rewrite {by}. tensors.")
    return question.theorem("ATC", conclusion, script, given, library="Controls")


def _script_number(factor: Any) -> str:
    """A number in a script, where the number of clients has its value."""
    return term(as_expression(factor)).replace("INR N", "INR (number client)")
