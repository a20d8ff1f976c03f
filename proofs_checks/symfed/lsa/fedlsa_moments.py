"""FedLSA by orders in the step size: bias and second moment for matrices without symmetry, under multiplicative noise.

A transcription speaks of p.gradients, which are A_c theta* - b_c here, p.hessians, which are the mean matrices A_c, and of the covariance
C_c(e) = C_c + C_c'[e] + C_c''[e, e]/2 of A_c(Z) theta - b_c(Z) at theta* + e.
"""

from functools import cache

import numpy as np

from proofs_checks.symfed.lsa.classes import INDEPENDENT, STATIONARY
from proofs_checks.symfed.lsa.readings import on_linear_problem
from symfed.checks import CoefficientMatch
from symfed.checks.every_dimension import IdentityInEveryDimension, linear_expansion_of, on_linear_tensors
from symfed.checks.gaps import ExtrapolatedLinear
from symfed.checks.readings import fine_bias, fine_second_moment
from symfed.claims import Claim, Domain, Lemma, Tier, crosscheck, printed_at
from symfed.models.problems import LinearProblem

LAW = Domain((), (STATIONARY, INDEPENDENT))


@cache
def drawn_systems():
    """Exact problems of two clients with two samples each, on the line and in the plane, where no matrix is symmetric."""
    found = []
    for d in (1, 2):
        rng = np.random.default_rng(d)
        matrices, vectors = rng.integers(-2, 3, size=(2, 2, d, d)) + 5 * np.eye(d, dtype=int), rng.integers(-3, 4, size=(2, 2, d))
        found.append(LinearProblem([A.tolist() for A in matrices], [b.tolist() for b in vectors]))
    return found


def in_all_dimensions(quantity, order):
    return IdentityInEveryDimension(
        linear_expansion_of("fedlsa", quantity, order), on_linear_tensors, scope="a round's moments, all d, N and H, multiplicative noise"
    )


def against_laws(quantity, order, steps=(2, 5)):
    """Exact laws, of which the derivation knows nothing."""
    law = {"bias": fine_bias, "second_moment": fine_second_moment}[quantity]("fedlsa")
    return CoefficientMatch(
        drawn_systems,
        law,
        order,
        on_linear_problem,
        steps=steps,
        nodes=6,
        scope="exact laws of exact systems, d <= 2, multiplicative noise",
    )


def drift(p, gamma, H):
    """The first order of the bias."""
    return p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients))) * gamma * (H - 1) / 2


def spread(p, gamma, H):
    """gamma/N X with A X + X A' = <C_c>."""
    return gamma / p.N * p.lyapunov(p.hessian, p.noise)


def turned_drift(p, gamma, H):
    return gamma * (H - 1) / 2 * p.solve(p.transpose(p.hessian), p.mean(p.apply(p.hessians - p.hessian, p.gradients)))


def own_drift(p, gamma, H):
    return gamma * (H - 1) / 2 * p.mean(p.solve_each(p.hessians, p.apply(p.hessians - p.hessian, p.gradients)))


FIRST_BIAS_TEX = r"\frac{\eta(H-1)}2\bar A^{-1}\frac1N\sum_{c=1}^N(\bar A^c-\bar A)\bar A^c(\theta_\star-\theta_\star^c)"
first_order = Claim(
    id="symfed-fedlsa-first-order",
    kind="expansion",
    says="The first coefficients in eta, at fixed H, of FedLSA's bias and of its second moment about theta*: of the noise only its covariance at theta* "
    "enters, of the matrices no symmetry. The slides bound the moment's trace.",
    printed=printed_at(
        "ARGO 'Analysis of FedLSA', first order",
        r"\theta_\infty^{\mathrm{bias}}=" + FIRST_BIAS_TEX + r"+\dots,\quad\mathbb E(\theta-\theta_\star)(\theta-\theta_\star)^\top="
        r"\frac\eta NX+\dots,\quad\bar AX+X\bar A^\top=\frac1N\sum_{c=1}^N\mathrm{Cov}(\varepsilon^c_\star),\ "
        r"\varepsilon^c_\star=A^c(Z)\theta_\star-b^c(Z)",
    ),
    under=LAW,
    lemmas=(
        Lemma(
            "bias",
            drift,
            in_all_dimensions("bias", 1),
            {
                "each client's own inverse": own_drift,
                "the inverse transposed": turned_drift,
                "H for H - 1": lambda p, gamma, H: drift(p, gamma, H + 1),
                "the mean's commutator left out": lambda p, gamma, H: (
                    gamma * (H - 1) / 2 * p.mean(p.apply(p.hessians - p.hessian, p.solve(p.hessian, p.gradients)))
                ),
            },
        ),
        Lemma(
            "second moment",
            spread,
            in_all_dimensions("second_moment", 1),
            {
                "X A for X A'": lambda p, gamma, H: gamma / p.N / 2 * p.product(p.power(p.hessian, -1), p.noise),
                "A' X + X A": lambda p, gamma, H: gamma / p.N * p.lyapunov(p.transpose(p.hessian), p.noise),
                "times H": lambda p, gamma, H: H * spread(p, gamma, H),
                "without 1/N": lambda p, gamma, H: p.N * spread(p, gamma, H),
            },
        ),
        crosscheck("laws, bias", drift, against_laws("bias", 1), {"H for H - 1": lambda p, gamma, H: drift(p, gamma, H + 1)}),
        crosscheck(
            "laws, second moment",
            spread,
            against_laws("second_moment", 1),
            {"A' X + X A": lambda p, gamma, H: gamma / p.N * p.lyapunov(p.transpose(p.hessian), p.noise)},
        ),
    ),
    see=("argo-fedlsa-bias", "symfed-fedlsa-variance"),
    expect=Tier.PROVED,
)


def second_drift(p, H, steps=1, mean=None):
    """The coefficient of gamma² in the bias; `mean` stands for that of the squared matrices."""
    squares = p.power(p.hessians, 2)
    along = p.apply(p.mean(squares) if mean is None else mean, drift(p, 1, H))
    alone = p.mean(p.apply(squares, p.gradients))
    return p.solve(p.hessian, (H - 1) * along / 2 - (H - 1) * (H - 1 - steps) * alone / 6)


def to_second_order(p, gamma, H, **changed):
    return drift(p, gamma, H) + gamma**2 * second_drift(p, H, **changed)


def second_spread(p, H, turned=False, noise=1, sampled=1):
    """The coefficient of gamma² in the second moment, V = gamma X/N being the first; the other parameters only serve wrong variants."""
    A, X, x = p.hessian, p.lyapunov(p.hessian, p.noise), drift(p, 1, H)
    squares = p.product(p.mean(p.power(p.hessians, 2)), X)
    clients = p.mean(p.product(p.transpose(p.hessians) if turned else p.hessians, p.noise_covariance))
    steps = squares + p.transpose(squares) - clients - p.transpose(clients) - p.mean(p.along(p.noise_derivative, p.gradients)) * noise
    sampling = p.contract(p.mean(p.noise_second_derivative), X) / (2 * p.N) * sampled
    whole = H * p.product(A, p.product(X, p.transpose(A))) + (H - 1) * steps / 2 + p.along(p.mean(p.noise_derivative), x) + sampling
    return p.lyapunov(A, whole) / p.N + p.outer(x, x)


def spread_to_second_order(p, gamma, H, **changed):
    return spread(p, gamma, H) + gamma**2 * second_spread(p, H, **changed)


second_order = Claim(
    id="symfed-fedlsa-second-order",
    kind="expansion",
    says="The coefficients of eta², at fixed H: of FedLSA's bias, x being eta times the first; and of its second moment, where multiplicative noise is felt "
    "for the first time: C_c(e) = C_c + C_c'[e] + C_c''[e, e]/2 is the covariance of A_c(Z) theta - b_c(Z) at theta* + e, g_c = Abar^c theta* - bbar^c, X "
    "the first order's.",
    printed=printed_at(
        "ARGO 'Analysis of FedLSA', second order",
        r"\bar A^{-1}\Big(\frac{H-1}2\langle(\bar A^c)^2\rangle x-\frac{(H-1)(H-2)}6\langle(\bar A^c)^2g_c\rangle\Big),\quad xx^\top+\frac1NY,\quad"
        r"\bar AY+Y\bar A^\top=H\bar AX\bar A^\top+\frac{H-1}2\big(\langle(\bar A^c)^2\rangle X+X\langle(\bar A^c)^2\rangle^\top-\langle\bar A^cC_c+"
        r"C_c(\bar A^c)^\top\rangle-\langle C_c'[g_c]\rangle\big)+\langle C_c'\rangle[x]+\frac1{2N}\langle C_c''\rangle[X]",
    ),
    under=LAW,
    lemmas=(
        Lemma(
            "bias",
            to_second_order,
            in_all_dimensions("bias", 2),
            {
                "square of the mean": lambda p, gamma, H: to_second_order(p, gamma, H, mean=p.power(p.hessian, 2)),
                "(H-1)²": lambda p, gamma, H: to_second_order(p, gamma, H, steps=0),
            },
        ),
        Lemma(
            "second moment",
            spread_to_second_order,
            in_all_dimensions("second_moment", 2),
            {
                "a client's matrix transposed": lambda p, gamma, H: spread_to_second_order(p, gamma, H, turned=True),
                "noise as at theta*": lambda p, gamma, H: spread_to_second_order(p, gamma, H, noise=0),
                "additive noise in the mean": lambda p, gamma, H: spread_to_second_order(p, gamma, H, sampled=0),
            },
        ),
        crosscheck(
            "laws, bias",
            to_second_order,
            against_laws("bias", 2, (3,)),
            {"(H-1)²": lambda p, gamma, H: to_second_order(p, gamma, H, steps=0)},
        ),
        crosscheck(
            "laws, second moment",
            spread_to_second_order,
            against_laws("second_moment", 2, (3,)),
            {"noise as at theta*": lambda p, gamma, H: spread_to_second_order(p, gamma, H, noise=0)},
        ),
    ),
    see=("symfed-fedlsa-first-order",),
    expect=Tier.PROVED,
)


def left_over(p, gamma, H):
    return -2 * gamma**2 * second_drift(p, H)


extrapolated = Claim(
    id="symfed-fedlsa-extrapolated-bias",
    kind="expansion",
    says="Richardson-Romberg on FedLSA, twice the mean at eta less that at 2 eta: its bias has no first order, and -2 eta² times the second coefficient.",
    printed=printed_at(
        "ARGO 'A new Federated Method?' for FedLSA",
        r"2\theta_\infty^{\mathrm{bias}}(\eta)-\theta_\infty^{\mathrm{bias}}(2\eta)=-2\eta^2\bar A^{-1}\Big(\frac{H-1}2\langle(\bar A^c)^2\rangle x-"
        r"\frac{(H-1)(H-2)}6\langle(\bar A^c)^2g_c\rangle\Big)+\dots",
    ),
    statement=left_over,
    under=LAW,
    checks=IdentityInEveryDimension(
        ExtrapolatedLinear("fedlsa", 2),
        on_linear_tensors,
        scope="the bias to eta² at eta and 2 eta, all d, N and H",
    ),
    wrong={
        "a first order is left": lambda p, gamma, H: left_over(p, gamma, H) + drift(p, gamma, H),
        "plus": lambda p, gamma, H: -left_over(p, gamma, H),
        "the second order unchanged": lambda p, gamma, H: -left_over(p, gamma, H) / 2,
    },
    see=("symfed-fedlsa-second-order",),
    expect=Tier.PROVED,
)
