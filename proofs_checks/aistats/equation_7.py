"""Equation (7): the mean and the "covariance" of the stationary law."""

import numpy as np
import sympy as sp

from proofs_checks.aistats.proposition_1 import SMALL
from proofs_checks.aistats.quantities import A1
from symfed.checks import CounterexampleSearch, complete_identity
from symfed.checks.readings import exact_second_moment
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, InWords, Lemma, Tier, crosscheck, printed_at
from symfed.core.coordinates import coordinates
from symfed.reference.exact import stationary_exact
from symfed.strategies import instances
from symfed.strategies.sampled import law_by_rule, sampled_runs


def covariance(i):
    """The stationary covariance matrix, about the stationary mean."""
    law = stationary_exact("fedavg", i.problem, i.gamma, i.H)
    bias = law.mean - i.problem.optimum
    return law.second_moment - np.multiply.outer(bias, bias)


mean_cov = Claim(
    id="aistats-eq7-mean-cov",
    kind="definition",
    says="The text calls Sigma the covariance matrix under the stationary law; the formula is the second moment about theta*.",
    printed=printed_at(
        "equation (7)",
        r"\text{the mean and the covariance matrix: }\bar\theta_{sto}=\int\vartheta\,\pi(d\vartheta),\quad"
        r"\bar\Sigma_{sto}=\int\{\vartheta-\theta^\star\}^{\otimes2}\pi(d\vartheta)",
    ),
    under=Domain((SMALL,), (A1,), {str(c): "Proposition 3, under whose conditions the law is defined" for c in (SMALL, A1)}),
    statement=lambda i: exact_second_moment("fedavg")(i),
    checks=CounterexampleSearch(instances, covariance, scope="exact quadratics, against the covariance about the mean"),
    corrected="symfed-second-moment",
    missing="second moment about theta*, not covariance matrix: the two differ by the squared bias",
    expect=Tier.IMPRECISE,
    erratum=Erratum(LOCAL_SLIP, "'covariance matrix' for the second moment about theta*; the formula is what is meant, and used"),
)


def moments(law):
    """Probabilities, points, mean, and covariance of a finite law given by rows."""
    w, x = law[:, 0], law[:, 1:]
    mean = w @ x
    return w, x, mean, (x - mean).T @ (w[:, None] * (x - mean))


def covariance_plus_bias(i, times=1):
    """Cov + times (E theta - theta*)^(x)2 of the law after one round, theta* the drawn point."""
    _, _, mean, cov = moments(law_by_rule("fedavg", i))
    return cov + times * np.multiply.outer(mean - i.point, mean - i.point)


def about_point(i):
    """E (theta - theta*)^(x)2 of the same law."""
    w, x, _, _ = moments(law_by_rule("fedavg", i))
    return (x - i.point).T @ (w[:, None] * (x - i.point))


def few_draws(d, N):
    return sampled_runs(d, N, steps=(1, 2))


#: Coordinates i and j: E theta_i theta_j, E theta_i, E theta_j, theta*_i, theta*_j.
LETTERS = coordinates("second mean_i mean_j centre_i centre_j")


def entry(second, mean_i, mean_j, centre_i, centre_j, times=1):
    """Entry (i, j) of the covariance matrix plus that of the squared bias."""
    return second - mean_i * mean_j + times * (mean_i - centre_i) * (mean_j - centre_j)


def expanded():
    """E (theta_i - theta*_i)(theta_j - theta*_j), term by term."""
    second, mean_i, mean_j, centre_i, centre_j = LETTERS
    return second - centre_j * mean_i - centre_i * mean_j + centre_i * centre_j


second_moment = Claim(
    id="symfed-second-moment",
    kind="identity",
    says="For any law with second moments, the second moment about theta* is the covariance matrix plus the squared bias.",
    printed=printed_at(
        "equation (7) in both versions, in words that fit its formula",
        r"\int\{\vartheta-\theta^\star\}^{\otimes2}d\pi=\mathrm{Cov}_\pi+(\bar\theta_{sto}-\theta^\star)^{\otimes2}",
    ),
    statement=covariance_plus_bias,
    lemmas=(
        Lemma(
            "one entry",
            entry,
            complete_identity(expanded, lambda statement: sp.sympify(statement(*LETTERS)), scope="moments of any two coordinates"),
            wrong={
                "covariance alone": lambda *moments: entry(*moments, times=0),
                "squared bias subtracted": lambda *moments: entry(*moments, times=-1),
                "squared bias twice": lambda *moments: entry(*moments, times=2),
            },
        ),
        crosscheck(
            "laws of a round",
            covariance_plus_bias,
            CounterexampleSearch(few_draws, about_point, scope="laws of one exact round", sizes=((1, 1), (1, 2), (2, 1)), examples=10),
            wrong={
                "covariance alone": lambda i: covariance_plus_bias(i, times=0),
                "squared bias twice": lambda i: covariance_plus_bias(i, times=2),
            },
        ),
    ),
    follows=InWords("expectations are linear, so that each entry (i, j) of the second moment expands into moments of two coordinates"),
    expect=Tier.PROVED_GIVEN,
)
