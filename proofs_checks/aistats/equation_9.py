"""Equation (9): the operator A and the noise matrix C(theta*)."""

from symfed.checks import CounterexampleSearch
from symfed.checks.classes import DRAWS
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of
from symfed.checks.readings import first_order, first_order_truth
from symfed.claims import TYPO, Claim, Domain, Erratum, Tier, printed_at
from symfed.strategies import jet_cases

SCOPE = "exact jets, first order of the second moment, d <= 3"
TRUTH = first_order_truth("fedavg", "second_moment")


def with_noise(p, gamma, C):
    """gamma/N A C."""
    return gamma / p.N * p.lyapunov(p.hessian, C)


def printed(p, gamma, H):
    """The summand bears the index 1 in place of c: the mean over c is client 1's own noise covariance."""
    return with_noise(p, gamma, p.mean(p.noise_covariance * 0 + p.noise_covariance[0]))


def corrected(p, gamma, H):
    return with_noise(p, gamma, p.mean(p.noise_covariance))


eq9 = Claim(
    id="aistats-eq9-A-and-C",
    kind="definition",
    says="A inverts the Lyapunov operator; C(theta*) is the mean noise covariance, but the printed summand is client 1's whatever c.",
    printed=printed_at(
        "equation (9)",
        r"\mathbf A=(Id\otimes\nabla^2f(\theta^\star)+\nabla^2f(\theta^\star)\otimes Id)^{-1},\quad"
        r"\mathcal C(\theta^\star)=\mathbb E\Big[\frac1N\sum_{c=1}^N\varepsilon_1^1(\theta^\star)^{\otimes2}\Big]",
    ),
    statement=printed,
    see=("aistats-A1-uniqueness-lyapunov",),
    checks=CounterexampleSearch(jet_cases, TRUTH, first_order, scope=SCOPE),
    corrected="symfed-noise-matrix",
    expect=Tier.REFUTED,
    erratum=Erratum(TYPO, "epsilon_1^1 for epsilon_c^{Z_c} in a mean over c; rounds have the noise of each client c"),
)

#: The version on the slides names no sample.
ON_THE_SLIDE = Domain((), DRAWS, {str(condition): "Algorithm 1 of the paper; read, not written, on the slide" for condition in DRAWS})
noise_matrix = Claim(
    id="symfed-noise-matrix",
    kind="expansion",
    says="With C(theta*) the mean of the clients' noise covariances, gamma/N A C is the first order of the second moment, as derived from the rule.",
    printed=printed_at(
        "equation (9) in both versions, with the client's own index",
        r"\mathcal C(\theta^\star)=\frac1N\sum_{c=1}^N\mathbb E[\varepsilon_c^{Z_c}(\theta^\star)^{\otimes2}],\quad"
        r"\text{the first order of }\bar\Sigma_{sto}\text{ in }\gamma\text{ is }\frac\gamma N\mathbf A\mathcal C(\theta^\star)",
    ),
    statement=corrected,
    under=Domain((), DRAWS, dict(zip(map(str, DRAWS), ("Algorithm 1", "Section 2: the states are independent"), strict=True))),
    checks=(
        IdentityInEveryDimension(expansion_of("fedavg", "second_moment")),
        CounterexampleSearch(jet_cases, TRUTH, first_order, scope=SCOPE, examples=10),
    ),
    wrong={
        "sum for mean": lambda p, gamma, H: p.N * corrected(p, gamma, H),
        "1/N twice": lambda p, gamma, H: corrected(p, gamma, H) / p.N,
        "A without its factor 1/2": lambda p, gamma, H: 2 * corrected(p, gamma, H),
        "Hessian product for its inverse": lambda p, gamma, H: gamma / p.N * p.product(p.hessian, p.mean(p.noise_covariance)),
    },
    see=("aistats-thm4-variance",),
    expect=Tier.PROVED,
)
