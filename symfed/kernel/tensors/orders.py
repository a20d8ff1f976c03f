"""First orders of a stationary law in gamma: what the rule makes of the moments' first coefficients, and when that is what they were."""

from __future__ import annotations

from symfed.checks.gaps import FirstTerms, Gap, of_controls, of_controls_on_linear_systems, of_linear_systems
from symfed.core import symbols
from symfed.core.errors import InvalidInput
from symfed.derive.lift import local_map, server_map
from symfed.derive.tensors.truths import for_equal_gradients, for_equal_hessians
from symfed.kernel.printer import term
from symfed.kernel.tensors.said import Question
from symfed.kernel.tensors.terms import letter
from symfed.kernel.theorem import Theorem
from symfed.models.algorithms import get_algorithm

_NONE = "(fun _ => null)"
#: What clients of some kind have in common.
_ALIKE: dict[Gap, str] = {for_equal_gradients: "(forall c, g c = null)", for_equal_hessians: "(forall c, A c = average A)"}
#: All clients being one.
EQUAL = ("(forall c, g c = null)", *(f"(forall c, {letter} c = average {letter})" for letter in "ATC"))


def first_terms(question: Question, gap: FirstTerms, given: tuple[str, ...] = ()) -> Theorem:
    """The printed tensor is gamma times the first coefficient of the stationary law, by what its rule does to it, and is no other."""
    if gap.order != 1:
        raise InvalidInput("order", gap.order, "is above the first", "not exported yet")
    if gap.among is not None:
        given = (*given, _ALIKE[gap.among])
    if gap.derived in (of_controls, of_controls_on_linear_systems):
        return _with_controls(question, gap, given)
    data = _data(gap, gap.algorithm)
    p, word = question.p, {"bias": "first_bias", "second_moment": "first_spread"}[gap.quantity]
    mean, spread = p.inverse(p.hessian).text, _lyapunov(question)
    given = ("average g = null", *given)
    factor = term(symbols.gamma * gap.factor)
    if gap.less:
        other = _data(gap, gap.less)
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


def _lyapunov(question: Question) -> str:
    """The letter for the solutions of A X + X A' = C, A being the mean Hessian."""
    p = question.p
    return p.lyapunov(p.hessian, letter("C", 2)).text.split()[0]


def _data(gap: FirstTerms, algorithm: str) -> str:
    """Hessians, third derivatives, noise, number of steps and gradients as the library's words take them."""
    rule, step, server = get_algorithm(algorithm), local_map(algorithm), server_map(algorithm)
    if (server.state, server.start, step.state, step.start) != (1, 0, 1, 0) or step.gradient != -symbols.gamma:
        raise InvalidInput("algorithm", rule.name, "is no step of size gamma along the gradient with a mean after it", "not exported yet")
    straight = "quadratic" in gap.classes or gap.derived is of_linear_systems
    cubic, noise = _NONE if straight else "T", _NONE if rule.exact_gradient else "C"
    return f"A {cubic} {noise} {'1' if rule.one_step else 'H'} g"


def _with_controls(question: Question, gap: FirstTerms, given: tuple[str, ...]) -> Theorem:
    raise InvalidInput("gap", gap, "is of a rule with control variates", "not exported yet")
