"""FedAvg run at several step sizes or numbers of local steps and extrapolated: the remaining bias, the spread, and the best choice.

`compare_extrapolations` says which rule to run, and at which step size, when rounds and gradients are limited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

import flint
import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from symfed.core.domain import Class, Domain
from symfed.core.errors import InvalidInput
from symfed.core.formula import remainder_in_gamma
from symfed.core.supposed import remembered
from symfed.core.symbols import H, L, gamma, mu
from symfed.formulas.arguments import jets_for
from symfed.formulas.expansion import ExpansionFormula, smooth_enough
from symfed.formulas.quadratic import QuadraticRun, QuadraticRuns, coupled_formula, rule_named
from symfed.models.arrays import Array, as_array, integer, to_float
from symfed.models.jets import Jets
from symfed.models.problems.problem import Problem

__all__ = [
    "best_extrapolation",
    "compare_extrapolations",
    "fedavg_averaged_variance",
    "richardson_romberg_averaged_variance",
    "richardson_romberg_averaged_variance_independent",
    "richardson_romberg_bias",
    "richardson_romberg_h_bias",
    "richardson_romberg_variance",
    "richardson_romberg_variance_independent",
    "three_point_bias",
]

#: FedAvg's own domain for the run with the largest step, and for the one with the longest round.
TWICE_THE_STEP = Domain((2 * gamma * L <= 1, 2 * gamma * mu * H <= 1))
TWICE_THE_ROUND = Domain((gamma * L <= 1, 2 * gamma * mu * H <= 1))
FOUR_TIMES_THE_STEP = Domain((4 * gamma * L <= 1, 4 * gamma * mu * H <= 1))
_STABLE = Domain((gamma * L <= 1,), (Class("quadratic clients with additive noise"),))
_TWICE_STABLE = Domain((2 * gamma * L <= 1,), (Class("quadratic clients with additive noise"),))

_MEAN = r"\lim_{T\to\infty} T \operatorname{Cov}\left[\tfrac{1}{T}\textstyle\sum_{t<T} "
_PAIR = r"2\theta^{(\gamma,H)} - \theta^{(2\gamma,H)}"


def _bias_formula(name: str, says: str, rule: str, order: int, domain: Domain, left: str, source: str) -> ExpansionFormula:
    @remembered
    def series(to_order: int) -> sp.Expr:
        from symfed.derive.extrapolation import extrapolated_terms

        terms = extrapolated_terms(rule_named(rule), "fedavg", to_order)
        return sp.Add(*[term * gamma**j for j, term in enumerate(terms, start=1)])

    def coefficients(jets: Jets, to_order: int, steps: int) -> list[Array]:
        from symfed.derive.expansion import coefficients as engine

        runs = rule_named(rule).with_local_steps(steps).runs
        found = [engine("fedavg", jets, "bias", to_order, int(run.local * steps)) for run in runs]
        one = jets.hessians.flat[0] * 0 + 1
        sums = []
        for j in range(to_order):
            factors = [run.weight * run.step ** (j + 1) for run in runs]
            terms = [own[j] * (one * int(f.p) / int(f.q)) for own, f in zip(found, factors, strict=True)]
            sums.append(sum(terms[1:], terms[0]))
        return sums

    def runs(steps: int) -> list[tuple[Any, Any, Any]]:
        parts = [(run.weight, run.step, run.local) for run in rule_named(rule).with_local_steps(steps).runs]
        return [tuple(flint.fmpq(int(part.p), int(part.q)) for part in run) for run in parts]  # type: ignore[misc]

    return ExpansionFormula(
        name=name, says=says, derive=lambda: series(order), variables=(gamma, H), domain=domain & smooth_enough(order),
        encloses="bias", runs=runs,
        remainder=remainder_in_gamma(order + 1),
        source=source, left=left, rank=1, series=series, coefficients=coefficients, order=order,
    )  # fmt: skip


richardson_romberg_bias = _bias_formula(
    "richardson_romberg_bias",
    "What 2 theta(gamma, H) - theta(2 gamma, H) keeps of FedAvg's bias, shape (d,): minus twice its second order, to that order.",
    "two_point",
    2,
    TWICE_THE_STEP,
    rf"\mathbb{{E}}\left[{_PAIR}\right] - \theta^\star",
    "the estimator is in aistats and hal, Theorem 5; derived here from the update rule",
)

richardson_romberg_h_bias = _bias_formula(
    "richardson_romberg_h_bias",
    "What ((2H-1) theta(gamma, H) - (H-1) theta(gamma, 2H))/H keeps of FedAvg's bias, shape (d,): at first order the part made by noise.",
    "in_local_steps",
    1,
    TWICE_THE_ROUND,
    r"\mathbb{E}\left[\tfrac{2H-1}{H}\theta^{(\gamma,H)} - \tfrac{H-1}{H}\theta^{(\gamma,2H)}\right] - \theta^\star",
    "the idea is in aistats and hal, Remark 1, with other weights; derived here from the update rule",
)

three_point_bias = _bias_formula(
    "three_point_bias",
    "What 8/3 theta(gamma) - 2 theta(2 gamma) + 1/3 theta(4 gamma) keeps of FedAvg's bias, shape (d,): 8 times its third order.",
    "three_point",
    3,
    FOUR_TIMES_THE_STEP,
    r"\mathbb{E}\left[\tfrac{8}{3}\theta^{(\gamma,H)} - 2\theta^{(2\gamma,H)} + \tfrac{1}{3}\theta^{(4\gamma,H)}\right] - \theta^\star",
    "symfed",
)

richardson_romberg_variance = coupled_formula(
    "richardson_romberg_variance",
    "The stationary covariance of 2 theta(gamma, H) - theta(2 gamma, H) when both runs draw the same noise, shape (d, d), exact.",
    "two_point",
    shared=True,
    averaged=False,
    domain=_TWICE_STABLE,
    left=rf"\operatorname{{Cov}}\left[{_PAIR}\right]_{{\text{{shared noise}}}}",
    source="symfed",
)

richardson_romberg_variance_independent = coupled_formula(
    "richardson_romberg_variance_independent",
    "The stationary covariance of 2 theta(gamma, H) - theta(2 gamma, H) when the runs are independent, shape (d, d), exact.",
    "two_point",
    shared=False,
    averaged=False,
    domain=_TWICE_STABLE,
    left=rf"\operatorname{{Cov}}\left[{_PAIR}\right]_{{\text{{independent runs}}}}",
    source="symfed",
)

richardson_romberg_averaged_variance = coupled_formula(
    "richardson_romberg_averaged_variance",
    "The limit of T times the covariance of the mean of T rounds of 2 theta(gamma, H) - theta(2 gamma, H), noise shared, shape (d, d).",
    "two_point",
    shared=True,
    averaged=True,
    domain=_TWICE_STABLE,
    left=rf"{_MEAN}{_PAIR}\right]_{{\text{{shared noise}}}}",
    source="symfed; the rate that aistats, section 6, leaves open, on quadratic clients",
)

richardson_romberg_averaged_variance_independent = coupled_formula(
    "richardson_romberg_averaged_variance_independent",
    "The limit of T times the covariance of the mean of T rounds of 2 theta(gamma, H) - theta(2 gamma, H), runs independent, shape (d, d).",
    "two_point",
    shared=False,
    averaged=True,
    domain=_TWICE_STABLE,
    left=rf"{_MEAN}{_PAIR}\right]_{{\text{{independent}}}}",
    source="symfed; the rate that aistats, section 6, leaves open, on quadratic clients",
)

fedavg_averaged_variance = coupled_formula(
    "fedavg_averaged_variance",
    "The limit of T times the covariance of the mean of T rounds of FedAvg, shape (d, d), exact on quadratic clients.",
    "plain",
    shared=True,
    averaged=True,
    domain=_STABLE,
    left=rf"{_MEAN}\theta_t\right]",
    source="symfed",
)


RULES = ("plain", "two_point", "in_local_steps", "three_point")
_HALVINGS = 20  # of the largest step: the best step, which balances bias and variance, is well above a millionth of it
_GOLDEN = (np.sqrt(5) - 1) / 2
_REFINEMENTS = 15  # golden sections of a factor 4: the step is then accurate to 4^(0.618^15) - 1 = 0.1 percent


@dataclass(frozen=True)
class Choice:
    """A rule with its numbers, and the error that the model predicts for the mean of its iterates over burn_in <= t < rounds.

    rule: a name in `symfed.derive.extrapolation`. shared: all runs draw the same noise. rounds: of each run. bias (d,): of the mean, with
    the remaining effect of the start. margin: the next power of gamma's effect on its length, if it is gamma L H times the last known one.
    variance: the trace of the covariance.
    """

    rule: str
    shared: bool
    gamma: float
    H: int
    rounds: int
    burn_in: int
    bias: Array
    margin: float
    variance: float

    @property
    def mean_squared(self) -> float:
        """The predicted E |estimator - theta*|², with the full margin."""
        return (float(np.linalg.norm(self.bias)) + self.margin) ** 2 + self.variance

    @property
    def runs(self) -> list[tuple[float, int, float]]:
        """(gamma, H, weight) of every run."""
        runs = rule_named(self.rule).with_local_steps(self.H).runs
        return [(float(run.step) * self.gamma, int(run.local * self.H), float(run.weight)) for run in runs]


class _Model:
    """A model of the error of an averaged sum of FedAvg's runs: the bias by its expansion, the rest as for quadratic clients."""

    def __init__(self, problem: Problem, start: Array, order: int) -> None:
        from symfed.derive.expansion import coefficients_in_H

        powers = coefficients_in_H("fedavg", problem.jets_to_order(order), "bias", order)
        self.powers = [[to_float(np.asarray(part)) for part in parts] for parts in powers]
        self.jets, self.error, self.L = jets_for(problem, "float64", 0), start - to_float(problem.optimum), problem.L

    def terms(self, gamma: float, H: int) -> list[Array]:
        """The terms of the stationary bias of one run, (d,) each."""
        return [gamma**j * np.asarray(sum(part * float(H) ** k for k, part in enumerate(parts))) for j, parts in enumerate(self.powers, 1)]

    def predicted(self, choice: Choice) -> Choice:
        """The choice with its bias, margin and variance."""
        runs = [QuadraticRun(*run) for run in choice.runs]
        chains, mean, next_term = QuadraticRuns(self.jets, runs, choice.shared), np.zeros(len(self.error)), np.zeros(len(self.error))
        for r, run in enumerate(runs):
            terms = self.terms(run.gamma, run.H)
            bias = np.asarray(sum(terms))
            mean += run.weight * (bias + chains.transient(self.error - bias, r, choice.rounds, choice.burn_in))
            next_term += run.weight * terms[-1] * run.gamma * self.L * run.H
        covariance = chains.summed(lambda r, s: chains.averaged(r, s, choice.rounds, choice.burn_in))
        return replace(choice, bias=mean, margin=float(np.linalg.norm(next_term)), variance=float(np.trace(covariance)))


_error = attrgetter("mean_squared")


def _initial_choices(
    problem: Problem, rule: str, shared: bool, local_steps: Iterable[int], rounds: int, evaluations: int, burn_in: float
) -> Iterator[Choice]:
    """The rule at each H, at the largest gamma for which all its runs are in FedAvg's domain, with the rounds that the budget permits."""
    for steps in local_steps:
        runs = rule_named(rule).with_local_steps(steps).runs
        each = min(rounds // len(runs), evaluations // int(sum(run.local for run in runs) * steps))
        if each and all(run.weight != 0 for run in runs):
            longest, largest = max(float(run.step * run.local) for run in runs), max(float(run.step) for run in runs)
            gamma = min(1 / (largest * problem.L), 1 / (longest * problem.mu * steps))
            yield Choice(rule, shared, gamma, steps, each, int(burn_in * each), np.zeros(problem.dim), 0.0, 0.0)


def _with_best_step(model: _Model, openings: Iterable[Choice]) -> Iterator[Choice]:
    """The best of all openings at their largest step or a smaller one: by halving the step, then by golden section."""
    halved = [model.predicted(replace(one, gamma=one.gamma / 2**k)) for one in openings for k in range(_HALVINGS)]
    if not halved:
        return
    best = min(halved, key=_error)
    top = max(one.gamma for one in halved if one.H == best.H)
    at = lambda exponent: model.predicted(replace(best, gamma=2.0**exponent))  # noqa: E731  # used twice below
    low, high = np.log2(best.gamma) - 1, min(np.log2(best.gamma) + 1, np.log2(top))
    inner = [at(high - _GOLDEN * (high - low)), at(low + _GOLDEN * (high - low))]
    for _ in range(_REFINEMENTS):
        if _error(inner[0]) < _error(inner[1]):
            high = np.log2(inner[1].gamma)
            inner = [at(high - _GOLDEN * (high - low)), inner[0]]
        else:
            low = np.log2(inner[0].gamma)
            inner = [inner[1], at(low + _GOLDEN * (high - low))]
    yield min([best, *inner], key=_error)


def best_extrapolation(problem: Problem, rounds: int, evaluations: int, start: ArrayLike, **options: Any) -> Choice:
    """The choice of smallest predicted mean squared error within a budget; see `compare_extrapolations` for arguments and errors.

    Source: symfed; the two-point rule is in aistats, Section 6.

    >>> from symfed.models.problems import QuadraticProblem
    >>> best_extrapolation(QuadraticProblem([[[1]], [[3]]], [[0], [4]], noise=[[1]]), rounds=200, evaluations=2000, start=[0]).rule
    'two_point'
    """
    return compare_extrapolations(problem, rounds, evaluations, start, **options)[0]


def compare_extrapolations(
    problem: Problem,
    rounds: int,
    evaluations: int,
    start: ArrayLike,
    *,
    local_steps: Iterable[int] | None = None,
    rules: Iterable[str] = RULES,
    sharing: Iterable[bool] = (True, False),
    order: int = 3,
    burn_in: float = 0.1,
) -> list[Choice]:
    """Every rule, with shared and with independent noise, at its best gamma and H; smallest predicted error first.

    Budget: `rounds` communications in all, which the runs of a rule divide among them, and `evaluations` gradients per client in all.
    local_steps: values of H to try (default: powers of two as far as both budgets can be spent). burn_in: share of the rounds that the
    average omits. The model: (|bias + remaining effect of the start| + margin)² + variance, with the bias expanded to `order` and the
    rest exact for quadratic clients with the problem's Hessians and noise at theta*; on quadratics only the bias is truncated, and the
    margin keeps gamma in a range where that matters little. Raises InvalidInput for an argument that breaks its rule or a budget that no
    rule can spend.

    Source: symfed; the two-point rule is in aistats, Section 6.

    >>> from symfed.models.problems import QuadraticProblem
    >>> problem = QuadraticProblem([[[1]], [[3]]], [[0], [4]], noise=[[1]])
    >>> choices = compare_extrapolations(problem, rounds=200, evaluations=2000, start=[0], local_steps=[1, 10])
    >>> choices[0].mean_squared <= choices[-1].mean_squared
    True
    """
    rules, sharing = list(rules), list(sharing)
    integer("rounds", rounds)
    integer("evaluations", evaluations)
    tried = [2**k for k in range(max(evaluations // rounds, 1).bit_length())] if local_steps is None else list(local_steps)
    for steps in tried:
        integer("local_steps", steps)
    if not 0 <= burn_in < 1:
        raise InvalidInput("burn_in", burn_in, "must be at least 0 and less than 1")
    if unknown := [rule for rule in rules if rule not in RULES]:
        raise InvalidInput("rules", unknown[0], f"must be among {', '.join(RULES)}")
    point = to_float(as_array("start", start, ("d",), (problem.dim,)))
    model = _Model(problem, point, order)
    found = [
        choice
        for rule in rules
        for shared in (sharing if rule != "plain" else [False])
        for choice in _with_best_step(model, _initial_choices(problem, rule, shared, tried, rounds, evaluations, burn_in))
    ]
    if not found:
        raise InvalidInput("rounds", rounds, f"is too small a budget, with {evaluations} evaluations, for any rule")
    return sorted(found, key=_error)
