"""The slide 'For Quadratics': FedAvg on quadratic clients."""

from dataclasses import replace

import numpy as np

from proofs_checks.aistats import theorem_1, theorem_2
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.readings import exact_bias, first_order, first_order_truth, on_jets
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.derive.quadratic import stationary_mean
from symfed.strategies import instances, jet_cases

PLACE = "slide 'For Quadratics'"
BIAS_TEX = (
    r"\theta_\infty^{bias}=\frac1N\sum_{c=1}^N(Id-\bar\Gamma_{t,1:H})^{-1}(Id-(Id-\eta\bar A^c)^H)\{\theta_\star^c-\theta_\star\},\quad"
    r"\bar\Gamma_{t,1:H}=\frac1N\sum_{c=1}^N(Id-\eta\bar A^c)^H"
)


def slopes(i, linear=1, quadratic=1):
    """f^c(v) - f^c(-v) and f^c(v) + f^c(-v) of (quadratic/2) x' A_c x + linear b_c' x, with A_c theta_c* = b_c as the slides have it; (N, 2)."""
    A, v = i.problem.hessian_matrices, i.extra["start"]
    b = (A @ i.problem.optima[..., None])[..., 0]
    return np.stack([2 * linear * (b @ v), quadratic * np.array([v @ A_c @ v for A_c in A], dtype=object)], axis=1)


def lsa_slopes(i):
    """The same differences of the loss whose gradient is the mean field A_c x - b_c of the slide 'Federated LSA', by Simpson's rule."""
    A, v = i.problem.hessian_matrices, i.extra["start"]

    def field(c, x):
        return A[c] @ (x - i.problem.optima[c])

    # a gradient that is affine along a line is integrated exactly by its value in the middle
    up, down = (np.array([v @ field(c, s * v / 2) for c in range(i.N)], dtype=object) for s in (1, -1))
    return np.stack([up + down, up - down], axis=1)


def with_directions(d, N):
    return instances(d, N, noise=False, start=True)


FORM = CounterexampleSearch(with_directions, lsa_slopes, scope="exact symmetric A_c, against the field A_c theta - b_c")
form = Claim(
    id="argo-quadratic-form",
    kind="definition",
    says="Quadratic clients (1/2) theta' A_c theta + b_c' theta. With A_c theta_c* = b_c, as on the slide 'Federated LSA', they are least at -theta_c*.",
    printed=Printed("argo", PLACE, r"f^c(\theta)=(1/2)\theta^\top\bar A^c\theta+\bar b^c\theta"),
    statement=slopes,
    checks=(FORM,),
    corrected="symfed-lsa-quadratic-form",
    expect=Tier.REFUTED,
)
lsa_form = Claim(
    id="symfed-lsa-quadratic-form",
    kind="definition",
    says="(1/2) theta' A_c theta - b_c' theta has the gradient A_c theta - b_c of linear stochastic approximation, for symmetric A_c and no others.",
    printed=Printed(
        "symfed", "quadratics as linear stochastic approximation", r"f^c(\theta)=\tfrac12\theta^\top\bar A^c\theta-(\bar b^c)^\top\theta"
    ),
    statement=lambda i: slopes(i, linear=-1),
    under=Domain((), "symmetric A_c: a field A_c theta - b_c whose matrix is not symmetric is the gradient of no function"),
    checks=(FORM,),
    controls={
        "as printed, plus": slopes,
        "factor 1/2 dropped": lambda i: slopes(i, linear=-1, quadratic=2),
        "no b": lambda i: slopes(i, linear=0),
        "half of b": lambda i: slopes(i, linear=-i.mu / i.mu / 2),
    },
    expect=Tier.SUPPORTED,
)


same_bias = Claim(
    id="argo-quadratic-bias-same",
    kind="identity",
    says="On quadratics the bias of FedAvg is what the slides print for FedLSA, exactly; noise does not change it.",
    printed=Printed("argo", PLACE, r"\text{The bias is the same as FedLSA: }" + BIAS_TEX),
    statement=theorem_2.corrected,
    under=Domain((gamma * L <= 1,), "quadratic clients with minimisers theta_c*"),
    uses=("symfed-fedavg-quadratic-bias",),
    checks=(
        SymbolicIdentity(lambda: stationary_mean("fedavg_deterministic"), scope="d = 1 quadratics, symbolic gamma, H, N and client jets"),
        SymbolicIdentity(lambda: stationary_mean("fedlsa"), scope="the same from FedLSA's rule"),
        CounterexampleSearch(instances, exact_bias("fedavg"), on_jets, examples=20),
    ),
    controls={
        "theta* - theta_c*": lambda p, gamma, H: -theorem_2.corrected(p, gamma, H),
        "H + 1 for H": lambda p, gamma, H: theorem_2.corrected(p, gamma, H + 1),
        "H - 1 for H": lambda p, gamma, H: theorem_2.corrected(p, gamma, H - 1),
        "1/N dropped": lambda p, gamma, H: p.N * theorem_2.corrected(p, gamma, H),
        "half": lambda p, gamma, H: theorem_2.corrected(p, gamma, H) / 2,
    },
    reduction="the inverse, printed inside the sum, is the same for every client. The mean of an affine round is the round of the means, so that "
    "exact gradients, noise and linear stochastic approximation agree",
    expect=Tier.PROVED,
)


def own_inverse(p, gamma, H):
    """As printed: every client's own inverse Hessian, inside the sum."""
    return gamma * (H - 1) / 2 * p.mean(p.solve_each(p.hessians, p.apply(p.hessians - p.hessian, p.gradients)))


FIRST = (
    SymbolicIdentity(lambda: expand("fedavg_deterministic", "bias", 1)),
    CounterexampleSearch(
        jet_cases, first_order_truth("fedavg_deterministic", "bias"), first_order, scope="exact jets, d <= 3", examples=20
    ),
)
first_order_bias = replace(
    theorem_2.thm2_bias_expansion,
    id="argo-quadratic-first-order",
    says="The first order of the bias on quadratics, with each client's own inverse Hessian where the mean Hessian's inverse must stand.",
    printed=Printed(
        "argo",
        PLACE,
        r"\theta_\infty^{bias}=\frac{\eta(H-1)}{2N}\sum_{c=1}^N\nabla^2f^c(\theta_\star)^{-1}(\nabla^2f^c(\theta_\star)-\nabla^2f(\theta_\star))"
        r"\nabla f^c(\theta_\star)+O(\eta^2H^2)",
    ),
    statement=own_inverse,
    under=theorem_1.SMALL_STEPS,
    uses=(),
    checks=FIRST,
    controls={},
    corrected="aistats-thm2-bias-expansion",
    reduction="",
    expect=Tier.REFUTED,
)
