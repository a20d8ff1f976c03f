"""FedAvg run at several step sizes or numbers of local steps and extrapolated: the bias that is left, and the spread."""

from __future__ import annotations

from functools import cache

import sympy as sp

from symfed.core.domain import Class, Domain
from symfed.core.formula import remainder_in_gamma
from symfed.core.symbols import H, L, gamma, mu
from symfed.formulas.coupled_quadratic import coupled_formula, rule_named
from symfed.formulas.expansion_formula import ExpansionFormula, smooth_enough
from symfed.models.arrays import Array
from symfed.models.jets import Jets

#: What FedAvg's own domain says of the run with the largest step, and of the one with the longest round.
TWICE_THE_STEP = Domain((2 * gamma * L <= 1, 2 * gamma * mu * H <= 1))
TWICE_THE_ROUND = Domain((gamma * L <= 1, 2 * gamma * mu * H <= 1))
FOUR_TIMES_THE_STEP = Domain((4 * gamma * L <= 1, 4 * gamma * mu * H <= 1))
_STABLE = Domain((gamma * L <= 1,), (Class("quadratic clients with additive noise"),))
_TWICE_STABLE = Domain((2 * gamma * L <= 1,), (Class("quadratic clients with additive noise"),))

_MEAN = r"\lim_{T\to\infty} T \operatorname{Cov}\left[\tfrac{1}{T}\textstyle\sum_{t<T} "
_PAIR = r"2\theta^{(\gamma,H)} - \theta^{(2\gamma,H)}"


def _bias(name: str, says: str, rule: str, order: int, domain: Domain, left: str, source: str) -> ExpansionFormula:
    @cache
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

    return ExpansionFormula(
        name=name, says=says, derive=lambda: series(order), variables=(gamma, H), domain=domain & smooth_enough(order),
        remainder=remainder_in_gamma(order + 1),
        source=source, left=left, rank=1, series=series, coefficients=coefficients, order=order,
    )  # fmt: skip


richardson_romberg_bias = _bias(
    "richardson_romberg_bias",
    "What 2 theta(gamma, H) - theta(2 gamma, H) keeps of FedAvg's bias, shape (d,): minus twice its second order, to that order.",
    "two_point",
    2,
    TWICE_THE_STEP,
    rf"\mathbb{{E}}\left[{_PAIR}\right] - \theta^\star",
    "the estimator is in aistats and hal, Theorem 5; derived here from the update rule",
)

richardson_romberg_h_bias = _bias(
    "richardson_romberg_h_bias",
    "What ((2H-1) theta(gamma, H) - (H-1) theta(gamma, 2H))/H keeps of FedAvg's bias, shape (d,): at first order the part made by noise.",
    "in_local_steps",
    1,
    TWICE_THE_ROUND,
    r"\mathbb{E}\left[\tfrac{2H-1}{H}\theta^{(\gamma,H)} - \tfrac{H-1}{H}\theta^{(\gamma,2H)}\right] - \theta^\star",
    "the idea is in aistats and hal, Remark 1, with other weights; derived here from the update rule",
)

three_point_bias = _bias(
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
