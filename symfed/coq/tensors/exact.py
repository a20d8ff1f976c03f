"""Exact claims on linear rounds: what the algorithm's own steps, run H times by every client, and the clients' mean keep."""

from __future__ import annotations

from symfed.checks.gaps import AtRest, ControlErrors, MeanRound, SettlingPoint, SpreadOverPairs, StationaryMean
from symfed.coq.printer import term
from symfed.coq.tensors.said import CoqQuestion
from symfed.coq.tensors.terms import PrintedJets, TensorTerm, letter
from symfed.coq.theorem import CoqTheorem
from symfed.core import symbols
from symfed.core.errors import InvalidInput
from symfed.derive.lift import control_gain, server_map, step_map
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm

_X = letter("x", 1)
_STEP = "let step (c : client) (x : vector index) := {} in "
_ROUND = "average (fun c => Nat.iter {} (step c) {})"


def _mean_step_rule(algorithm: str | Algorithm) -> Algorithm:
    """A rule whose server takes the mean and whose step is x plus a multiple of the drift. Raises InvalidInput for another."""
    rule = get_algorithm(algorithm)
    server, step = server_map(rule), step_map(rule)
    if (server.state, server.start) != (1, 0) or (step.state, step.start) != (1, 0) or rule.hyper:
        raise InvalidInput("algorithm", rule.name, "is no step along the drift with a mean after it", "not exported yet")
    return rule


def _run_step(rule: Algorithm, drift: TensorTerm, xi: TensorTerm | None = None) -> TensorTerm:
    """The rule's local step, run on terms."""
    stepped: TensorTerm = rule.step(x=_X, g=drift, xi=xi, x_start=_X, gamma=symbols.gamma, H=symbols.H)
    return stepped


def _matrix(rule: Algorithm, p: PrintedJets) -> TensorTerm:
    """By what a local step multiplies distances."""
    return p.identity() + step_map(rule).gradient * p.hessians if rule.hyper else p.identity() - (-step_map(rule).gradient) * p.hessians


def _linear_drift(p: PrintedJets) -> TensorTerm:
    """A_c x - b_c."""
    return p.apply(p.hessians, _X) - p.vectors


def _optimum_term(p: PrintedJets) -> TensorTerm:
    """theta*, where the mean drift vanishes."""
    return p.solve(p.hessian, p.mean(p.vectors))


def _resolvent_symbol(rule: Algorithm, p: PrintedJets) -> str:
    """The symbol for the inverse of Id less the mean of the matrices of a round."""
    return p.inverse(p.identity() - p.mean(p.power(_matrix(rule, p), symbols.H))).text


def stationary_mean(question: CoqQuestion, gap: StationaryMean) -> CoqTheorem:
    """A round keeps the printed distance from theta*, and no other, where the drift is A_c e + g_c at a distance e."""
    p, rule = question.p, _needs_client_count(gap.algorithm)
    rest = -p.solve(p.hessians, p.gradients)
    step = _run_step(rule, p.apply(p.hessians, _X) + p.gradients)
    inverse = _resolvent_symbol(rule, p)
    conclusion = f"{_STEP.format(step)}forall e, {_ROUND.format('H', 'e')} = e <-> e = {question.said}"
    script = (
        f"intros step e. rewrite (kept_by_a_round step {_function(_matrix(rule, p))} {_function(rest)} H {inverse} e); [| | assumption].",
        "- apply same_side. tensors.",
        "- intros c x. unfold step. tensors.",
    )
    return question.theorem("gA", conclusion, script)


def settling_point(question: CoqQuestion, gap: SettlingPoint) -> CoqTheorem:
    """A round keeps the printed point, and no other; alone, a client's step; control variates being where they rest."""
    p, rule = question.p, _mean_step_rule(gap.algorithm)
    if rule.keeps_memory:
        return _settled_with_controls(question, rule)
    step = _STEP.format(_run_step(rule, _linear_drift(p)))
    if gap.distance:
        return _distance_theorem(question, _needs_client_count(gap.algorithm), step)
    if not rule.one_step:
        raise InvalidInput("algorithm", rule.name, "takes several steps and settles elsewhere than at theta*", "state its bias")
    size = term(step_map(rule).gradient)
    if gap.alone:
        by = f"({size}) (A c) {p.inverse(p.hessians).within(0)} (b c)"
        conclusion = f"{step}forall c x, step c x = x <-> x = {question.said}"
        intro = "intros step c x."
    else:
        by = f"({size}) (average A) {p.inverse(p.hessian).within(0)} (average b)"
        conclusion = f"{step}forall x, {_ROUND.format('1', 'x')} = x <-> x = {question.said}"
        intro = "intros step x."
    script = (
        f"{intro} rewrite (kept_by_a_step {by} x); [| lra | first [assumption | match goal with i : _ |- _ => apply i end] |].",
        "- apply same_side. tensors.",
        "- cbn [Nat.iter nat_rect]. unfold step. tensors.",
    )
    return question.theorem("Ab", conclusion, script)


def _distance_theorem(question: CoqQuestion, rule: Algorithm, step: str) -> CoqTheorem:
    p = question.p
    optimum, rest, inverse = _optimum_term(p), p.solve(p.hessians, p.vectors), _resolvent_symbol(rule, p)
    start = f"({optimum} + e)"
    conclusion = f"{step}forall e, {_ROUND.format('H', start)} = {start[1:-1]} <-> e = {question.said}"
    matrix = _function(_matrix(rule, p))
    script = (
        f"intros step e. rewrite (kept_by_a_round_from step {matrix} {_function(rest)} H {inverse} ({optimum}) e); [| | assumption].",
        "- apply same_side. tensors.",
        "- intros c x. unfold step. tensors.",
    )
    return question.theorem("Ab", conclusion, script)


def _with_controls(rule: Algorithm, p: PrintedJets) -> tuple[str, str]:
    """The rule's step with a control variate xi_c, and that it keeps theta* without noise."""
    step = f"let step (c : client) (xi x : vector index) := {_run_step(rule, _linear_drift(p), letter('xi', 1))} in "
    return step, f"(forall c, step c (xi c) ({_optimum_term(p)}) = {_optimum_term(p)})"


def _settled_with_controls(question: CoqQuestion, rule: Algorithm) -> CoqTheorem:
    p = question.p
    step, resting = _with_controls(rule, p)
    inverse = _resolvent_symbol(rule, p)
    conclusion = f"{step}forall xi, {resting} -> forall x, average (fun c => Nat.iter H (step c (xi c)) x) = x <-> x = {question.said}"
    script = (
        "intros step xi rest x.",
        f"rewrite (kept_where_all_rest (fun c => step c (xi c)) {_function(_matrix(rule, p))} ({_optimum_term(p)}) H {inverse} x);",
        "  [reflexivity | | assumption].",
        "intros c y. rewrite <- (rest c) at 1. unfold step. tensors.",
    )
    return question.theorem("Ab", conclusion, script)


def at_rest(question: CoqQuestion, gap: AtRest) -> CoqTheorem:
    """The printed tensor is what is made of control variates with which a step without noise keeps theta*."""
    p, rule = question.p, _mean_step_rule(gap.algorithm)
    step, resting = _with_controls(rule, p)
    truth: TensorTerm = gap.of(p, symbols.gamma, symbols.H, letter("xi", 1, own=True))
    each = "forall c, " if question.said.own else ""
    conclusion = f"{step}forall xi, {resting} -> {each}{question.said} = {truth}"
    script = (
        "intros step xi rest.",
        f"assert (resting : xi = (fun c => {p.apply(p.hessians, _optimum_term(p)) - p.vectors})%T).",
        "{ extensionality c. assert (kept := rest c). unfold step in kept. apply unmoved in kept. rewrite times_times in kept.",
        "  apply factor_null in kept; [| lra]. symmetry. apply difference_null. rewrite <- kept. tensors. }",
        "clear rest. subst xi.",
        "tensors.",
    )
    return question.theorem("Ab", conclusion, script)


def mean_round(question: CoqQuestion, gap: MeanRound) -> CoqTheorem:
    """Between two starts, a round multiplies the distance by the printed matrix."""
    p, rule = question.p, _needs_client_count(gap.algorithm)
    step = _STEP.format(_run_step(rule, p.apply(p.hessians, _X) + p.gradients))
    conclusion = f"{step}forall x y, {_ROUND.format('H', 'x')} - {_ROUND.format('H', 'y')} = {p.apply(question.said, _X - letter('y', 1))}"
    script = (
        f"intros step x y. rewrite (round_difference step {_function(_matrix(rule, p))}).",
        "- tensors.",
        "- intros c u v. unfold step. tensors.",
    )
    return question.theorem("gA", conclusion, script)


def control_errors(question: CoqQuestion, gap: ControlErrors) -> CoqTheorem:
    """The printed vector is y_c after the rule's round from anywhere, y_c being by how much a control variate is off, over its gain."""
    p, rule = question.p, get_algorithm(gap.algorithm)
    gain = control_gain(rule)
    y, end = p.gradients, letter("end_of", 1, own=True)
    step = _run_step(rule, p.apply(p.hessians, _X), gain * y)
    after: TensorTerm = rule.control(gain * y, end, letter("e", 1), p.mean(end), symbols.gamma, symbols.H)
    conclusion = f"forall e, {_STEP.format(step)}let end_of c := Nat.iter H (step c) e in forall c, {after} = {gain * question.said}"
    rest = p.solve(p.hessians, -step_map(rule).control / step_map(rule).gradient * gain * y)
    script = (
        "intros e step end_of.",
        f"assert (ends : forall c, end_of c = ({rest} + apply (power ({_matrix(rule, p)}) H) (e - {rest}))%T).",
        "{ intros c. apply steps_about. intros x. unfold step. tensors. }",
        "intros c. rewrite (average_equal _ _ ends), ends. tensors.",
    )
    return question.theorem("gA", conclusion, script, given=("average g = null",))


def _needs_client_count(algorithm: str | Algorithm) -> Algorithm:
    rule = _mean_step_rule(algorithm)
    if rule.one_step or rule.keeps_memory:
        raise InvalidInput("algorithm", rule.name, "must take H steps without control variates", "not exported yet")
    return rule


def _function(each: TensorTerm) -> str:
    return f"(fun c => {each})%T"


def spread_over_pairs(question: CoqQuestion, gap: SpreadOverPairs) -> CoqTheorem:
    """The trace of the printed matrix is half the mean squared distance between two clients' gradients, or Hessians."""
    said = question.p.trace(question.said)
    pairs = "average (fun c => average (fun k => {}))"
    if gap.order == 1:
        conclusion = f"{said} = (1 / 2) *: {pairs.format('inner (g c - g k) (g c - g k)')}"
        squares = "average (fun c => {} (g c) (g c))"
        script = (
            f"assert (same : trace ({squares.format('outer')}) = {squares.format('inner')}) by (rewrite <- average_trace; reflexivity).",
            "linear. rewrite same. tensors.",
        )
        return question.theorem("g", conclusion, script, given=("average g = null",))
    squared, straight = (pairs.format(f"trace (product (A c - A k) ({turned}))") for turned in ("transpose (A c - A k)", "A c - A k"))
    steps = (
        f"transitivity ((1 / 2) *: {straight})%T; [tensors |].",
        "f_equal. apply average_equal. intros c. apply average_equal. intros k.",
        "rewrite transpose_plus, transpose_times, !given_4. reflexivity.",
    )
    return question.theorem("A", f"{said} = (1 / 2) *: {squared}", steps, given=("(forall c, transpose (A c) = A c)",))
