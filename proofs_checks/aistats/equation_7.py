"""Equation (7): the mean and the "covariance" of the stationary law."""

import numpy as np

from symfed.checks import CounterexampleSearch
from symfed.checks.instances.sampled import law_by_rule, sampled_runs
from symfed.checks.readings import exact_second_moment
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma
from symfed.core.verdict import Tier
from symfed.reference.exact import stationary_exact
from symfed.strategies import instances


def covariance(i):
    """The stationary covariance matrix, about the stationary mean."""
    law = stationary_exact("fedavg", i.problem, i.gamma, i.H)
    bias = law.mean - i.problem.optimum
    return law.second_moment - np.multiply.outer(bias, bias)


mean_cov = Claim(
    id="aistats-eq7-mean-cov",
    kind="definition",
    says="The text calls Sigma the covariance matrix under the stationary law; the formula is the second moment about theta*.",
    printed=Printed(
        "aistats",
        "equation (7)",
        r"\text{the mean and the covariance matrix: }\bar\theta_{sto}=\int\vartheta\,\pi(d\vartheta),\quad"
        r"\bar\Sigma_{sto}=\int\{\vartheta-\theta^\star\}^{\otimes2}\pi(d\vartheta)",
    ),
    statement=lambda i: exact_second_moment("fedavg")(i),
    under=Domain((gamma * L <= 1,)),
    checks=(CounterexampleSearch(instances, covariance, scope="exact quadratics, against the covariance about the mean"),),
    corrected="symfed-second-moment",
    missing="second moment about theta*, not covariance matrix: the two differ by the squared bias",
    expect=Tier.IMPRECISE,
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


second_moment = Claim(
    id="symfed-second-moment",
    kind="identity",
    says="For any law, the second moment about theta* is the covariance matrix plus the squared bias.",
    printed=Printed(
        "symfed",
        "equation (7) in both versions, in words that fit its formula",
        r"\int\{\vartheta-\theta^\star\}^{\otimes2}d\pi=\mathrm{Cov}_\pi+(\bar\theta_{sto}-\theta^\star)^{\otimes2}",
    ),
    statement=covariance_plus_bias,
    checks=(CounterexampleSearch(few_draws, about_point, scope="laws of one exact round", sizes=((1, 1), (1, 2), (2, 1)), examples=10),),
    controls={
        "covariance alone": lambda i: covariance_plus_bias(i, times=0),
        "squared bias subtracted": lambda i: covariance_plus_bias(i, times=-1),
        "squared bias twice": lambda i: covariance_plus_bias(i, times=2),
    },
    expect=Tier.SUPPORTED,
)
