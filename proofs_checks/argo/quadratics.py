"""The slide 'For Quadratics': FedAvg on quadratic clients."""

from dataclasses import replace

import flint
import numpy as np

from proofs_checks.argo.fedlsa import ASSUMPTIONS
from proofs_checks.symfed.lsa.classes import INDEPENDENT, SETTLES
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.classes import QUADRATIC
from symfed.checks.every_dimension import IdentityInEveryDimension, stationary_mean_of
from symfed.checks.readings import exact_bias, first_order, first_order_truth, on_jets
from symfed.claims import EVERYTHING, TYPO, Claim, Class, Domain, Erratum, Lemma, Tier, printed_at
from symfed.derive.expansion import expand
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
    """Differences, as in `slopes`, of the loss whose gradient is the mean field A_c x - b_c of the slide 'Federated LSA', by Simpson's rule."""
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
    printed=printed_at(PLACE, r"f^c(\theta)=(1/2)\theta^\top\bar A^c\theta+\bar b^c\theta"),
    statement=slopes,
    checks=FORM,
    corrected="symfed-lsa-quadratic-form",
    expect=Tier.REFUTED,
    erratum=Erratum(TYPO, "the sign of the linear part, as the slide 'Federated LSA' has A_c theta_c* = b_c; and b_c lacks its transpose"),
)
SYMMETRIC = Class("symmetric A_c")
lsa_form = Claim(
    id="symfed-lsa-quadratic-form",
    kind="definition",
    says="(1/2) theta' A_c theta - b_c' theta has the gradient A_c theta - b_c of linear stochastic approximation, for symmetric A_c. (A "
    "field whose matrix is not symmetric is the gradient of no function.)",
    printed=printed_at(
        "quadratics as linear stochastic approximation", r"f^c(\theta)=\tfrac12\theta^\top\bar A^c\theta-(\bar b^c)^\top\theta"
    ),
    statement=lambda i: slopes(i, linear=-1),
    under=Domain(classes=(SYMMETRIC,)),
    checks=FORM,
    wrong={
        "as printed, plus": slopes,
        "factor 1/2 dropped": lambda i: slopes(i, linear=-1, quadratic=2),
        "no b": lambda i: slopes(i, linear=0),
        "half of b": lambda i: slopes(i, linear=flint.fmpq(-1, 2)),
    },
    expect=Tier.SUPPORTED,
)


def bias(p, gamma, H, sign=1):
    """As printed; the inverse does not depend on c and may stand outside the sum. A_c (theta_c* - theta*) is minus client c's gradient at theta*."""
    q = p.power(p.identity() - gamma * p.hessians, H)
    pulls = p.apply(p.identity() - q, p.solve_each(p.hessians, p.gradients))
    return -sign * p.solve(p.identity() - p.mean(q), p.mean(pulls))


def too_long(d, N):
    """Problems with steps at and beyond those that contract."""
    return instances(d, N).map(lambda i: replace(i, gamma=3 / i.L))


BIAS_WRONG = {
    "theta* - theta_c*": lambda p, gamma, H: bias(p, gamma, H, sign=-1),
    "H + 1 for H": lambda p, gamma, H: bias(p, gamma, H + 1),
    "H - 1 for H": lambda p, gamma, H: bias(p, gamma, H - 1),
    "1/N dropped": lambda p, gamma, H: p.N * bias(p, gamma, H),
}
QUADRATICS = Class(QUADRATIC.says, QUADRATIC.contains)
#: Exponential stability of quadratics with spectra in [mu, L].
CONTRACTS = Class(SETTLES.says, lambda i: i.gamma * i.L < 2, too_long)
DRAWN_ANEW = replace(INDEPENDENT, spoil=None)


def mean_under(name, algorithm, examples):
    """The printed bias is where the mean of a rule's rounds rests: by the rule's own matrices, and by exact laws."""
    checks = (
        IdentityInEveryDimension(
            stationary_mean_of(algorithm), scope=f"{name}'s rule, symbolic gamma, H and N, tensors of any dimension", covers=EVERYTHING
        ),
        CounterexampleSearch(instances, exact_bias(algorithm), on_jets, scope=f"random exact quadratics, {name}'s rule", examples=examples),
    )
    return Lemma(name, bias, checks, BIAS_WRONG)


same_bias = Claim(
    id="argo-quadratic-bias-same",
    kind="identity",
    says="On quadratics with minimisers theta_c* the bias of FedAvg is what the slides print for FedLSA, exactly, and so is FedLSA's there; noise of "
    "mean zero does not change it.",
    printed=printed_at(PLACE, r"\text{The bias is the same as FedLSA: }" + BIAS_TEX),
    under=Domain(
        (),
        (QUADRATICS, CONTRACTS, DRAWN_ANEW),
        {
            str(DRAWN_ANEW): f"{ASSUMPTIONS}: Oracle",
            str(QUADRATICS): PLACE,
            str(CONTRACTS): f"{ASSUMPTIONS}: exponential stability, of one factor on a vector, as it is then used (argo-exp-stability)",
        },
    ),
    lemmas=(mean_under("FedAvg", "fedavg", 20), mean_under("FedLSA", "fedlsa", 8)),
    see=("argo-quadratic-form", "symfed-fedavg-quadratic-bias", "argo-fedlsa-bias"),
    expect=Tier.PROVED,
)


def own_inverse(p, gamma, H):
    """As printed: every client's own inverse Hessian, inside the sum."""
    return gamma * (H - 1) / 2 * p.mean(p.solve_each(p.hessians, p.apply(p.hessians - p.hessian, p.gradients)))


first_order_bias = Claim(
    id="argo-quadratic-first-order",
    kind="expansion",
    says="The first order of the bias on quadratics, with each client's own inverse Hessian where the mean Hessian's inverse must stand.",
    printed=printed_at(
        PLACE,
        r"\theta_\infty^{bias}=\frac{\eta(H-1)}{2N}\sum_{c=1}^N\nabla^2f^c(\theta_\star)^{-1}(\nabla^2f^c(\theta_\star)-\nabla^2f(\theta_\star))"
        r"\nabla f^c(\theta_\star)+O(\eta^2H^2)",
    ),
    statement=own_inverse,
    under=Domain((), (QUADRATICS,), {str(QUADRATICS): PLACE}),
    checks=(
        SymbolicIdentity(lambda: expand("fedavg_deterministic", "bias", 1)),
        CounterexampleSearch(
            jet_cases, first_order_truth("fedavg_deterministic", "bias"), first_order, scope="exact jets, d <= 3", examples=20
        ),
    ),
    corrected="aistats-thm1-bias",
    see=("aistats-thm2-bias-expansion",),
    expect=Tier.REFUTED,
)
