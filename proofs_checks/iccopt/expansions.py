"""FedAvg's covariance and bias on the slides: the printed coefficients and the printed remainder."""

from functools import partial

import sympy as sp

from proofs_checks.aistats import theorem_1, theorem_3, theorem_4
from proofs_checks.aistats.rough import rough_loss
from proofs_checks.aistats.theorem_2 import variance
from proofs_checks.iccopt.contraction import DRAWN, STOCHASTIC
from proofs_checks.iccopt.long_rounds import beyond_first_order, whole_covariance
from symfed.checks import CounterexampleSearch, GrowthCheck
from symfed.checks.classes import jets_or_flat
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of
from symfed.checks.expansion import Expansion
from symfed.checks.readings import first_order, first_order_truth
from symfed.claims import Claim, Printed, Tier, printed_at
from symfed.core.symbols import H, N, gamma
from symfed.strategies import jet_cases

SLIDE = "slide 'FedAvg (with stochastic gradients) converges!'"
CASES = partial(jets_or_flat, jet_cases)  # without a class that keeps clients curved, flat ones too
REMAINDER = gamma ** sp.Rational(3, 2) * H
BOX = "the bars around the term of first order are the box that a slide on Scaffold's variance has there"
HETEROGENEITY_TEX = r"\frac{\gamma(H-1)}{2N}\sum_{c=1}^N\nabla^2f(x^*)^{-1}(\nabla^2f_c(x^*)-\nabla^2f(x^*))\nabla f_c(x^*)"
NOISE_TEX = r"-\frac\gamma{2N}\nabla^2f(x^*)^{-1}\nabla^3f(x^*)\mathbf AC(x^*)"
MEAN_TEX = r"\int x\,\pi^{(\gamma,H)}(dx)=x^*+" + HETEROGENEITY_TEX
UNIFORM = "gamma^2 H^2 in the remainder, as Theorem 4 of the paper prints, or a number of local steps that does not grow as gamma falls"
SECOND_ALONE = "with the second alone gamma^(5/4) is left"
FOURTH = "a fourth moment of the noise at x*, which the slides leave to the paper (A3): " + SECOND_ALONE
SMOOTHNESS = theorem_3.SMOOTHNESS.replace("A1 allows them", "the slide allows them").replace("theta*", "x*")
LONG_ROUNDS = ((H, 1 / gamma),)
LONG = GrowthCheck(beyond_first_order, "H = 1/gamma, where the printed order is gamma^(1/2)", at=LONG_ROUNDS)
ROUGH = GrowthCheck(rough_loss, "bounded, 1/2-Hölder third derivative; N = H = 1, where the printed order is gamma^(3/2)", at=((H, 1),))

covariance = Claim(
    id="iccopt-fedavg-covariance",
    kind="expansion",
    says="The second moment about x* is gamma/N A C, said to be up to O(gamma^(3/2) H): gamma^2 H^2 is left as well. "
    "The functions are read as in iccopt-fedavg-w2-rate.",
    printed=Printed(
        "iccopt", SLIDE, r"\int(x-x^*)(x-x^*)^\top\pi^{(\gamma,H)}(dx)=\frac\gamma N\mathbf AC(x^*)+O(\gamma^{3/2}H)", extraction=BOX
    ),
    under=STOCHASTIC,
    statement=Expansion(variance, REMAINDER),
    checks=GrowthCheck(whole_covariance, "H = 1/gamma, where the printed order is gamma^(1/2)", at=LONG_ROUNDS),
    corrected="aistats-thm4-variance",
    missing=UNIFORM + "; and " + FOURTH,
    expect=Tier.IMPRECISE,
)


def times_clients(p, gamma, H):
    """N times the first order of the second moment, in which no number of clients is left."""
    return gamma * p.lyapunov(p.hessian, p.noise)


#: N times the first order is free of N.
TIMES_N = IdentityInEveryDimension(expansion_of("fedavg", "second_moment").times(N))

speedup = Claim(
    id="iccopt-fedavg-linear-speedup",
    kind="rate",
    says="The first order of the second moment about x*, to which the overlay points, is proportional to gamma and to 1/N. What it leaves out is "
    "judged with the display (iccopt-fedavg-covariance).",
    printed=Printed(
        "iccopt",
        SLIDE + ", overlay on the covariance",
        r"\text{Linear speed-up! variance decreases in }1/N,\text{ variance scales in }\gamma",
        extraction="the overlay's words are mixed with those of the slide under it",
    ),
    under=STOCHASTIC & DRAWN,
    statement=times_clients,
    checks=(
        TIMES_N,
        CounterexampleSearch(
            CASES,
            lambda case: case.jets.N * first_order_truth("fedavg", "second_moment")(case),
            first_order,
            scope="exact jets, N times the first order, d <= 3",
            examples=20,
        ),
    ),
    wrong={
        "1/N^2": lambda p, gamma, H: times_clients(p, gamma, H) / p.N,
        "no speed-up": lambda p, gamma, H: times_clients(p, gamma, H) * p.N,
        "C without A": lambda p, gamma, H: gamma * p.noise,
    },
    see=("symfed-noise-matrix", "aistats-thm2-speedup-remark"),
    expect=Tier.PROVED,
)

bias = Claim(
    id="iccopt-fedavg-bias-expansion",
    kind="expansion",
    says="The bias is a heterogeneity part and a noise part, both of first order in gamma, said to be up to O(gamma^(3/2) H): gamma^2 H^2 and "
    "rough third derivatives leave more.",
    printed=printed_at(SLIDE + ", bias", MEAN_TEX + NOISE_TEX + r"+O(\gamma^{3/2}H)"),
    under=STOCHASTIC,
    statement=Expansion(theorem_4.printed, REMAINDER),
    checks=(ROUGH, LONG),
    see=("iccopt-het-bias", "iccopt-stoch-bias"),
    corrected="symfed-fedavg-bias",
    missing=UNIFORM + "; " + SMOOTHNESS + "; and " + FOURTH,
    expect=Tier.IMPRECISE,
)

remainder = Claim(
    id="iccopt-bias-remainder-order",
    kind="expansion",
    says="What the bias's first order leaves out is said to be O(gamma^(3/2) H): gamma^2 H^2 and rough third derivatives leave more. "
    "(With bounded fifth derivatives and all moments of the noise no half power is left.)",
    printed=printed_at(SLIDE + ", remainder of the bias", r"O(\gamma^{3/2}H)"),
    under=STOCHASTIC,
    statement=Expansion(theorem_4.printed, REMAINDER),
    checks=(LONG, ROUGH),
    see=("symfed-fedavg-integer-powers",),
    corrected="symfed-fedavg-bias",
    missing=bias.missing,
    expect=Tier.IMPRECISE,
)

heterogeneity = Claim(
    id="iccopt-het-bias",
    kind="expansion",
    says="The first line, labelled 'Heterogeneity bias', is the first order of the bias that exact gradients leave, gamma (H-1)/2 b_h, and so not the noise's. "
    "The whole display, with its remainder, is iccopt-fedavg-bias-expansion.",
    printed=printed_at(SLIDE + ", overlay on the first line of the bias", r"\text{Heterogeneity bias: }" + HETEROGENEITY_TEX),
    under=STOCHASTIC,
    statement=theorem_1.printed,
    checks=(
        IdentityInEveryDimension(expansion_of("fedavg_deterministic", "bias")),
        CounterexampleSearch(
            CASES, first_order_truth("fedavg_deterministic", "bias"), first_order, scope="exact jets, d <= 3", examples=20
        ),
    ),
    wrong=theorem_1.WRONG,
    see=("aistats-thm1-bias", "iccopt-fedavg-bias-expansion"),
    expect=Tier.PROVED,
)

noise = Claim(
    id="iccopt-stoch-bias",
    kind="expansion",
    says="Where the first line is zero, for one client say, the bias is the printed second line, with its minus sign, said to be up to O(gamma^(3/2) H): "
    "rough third derivatives leave gamma^(5/4).",
    printed=printed_at(SLIDE + ", second line of the bias", NOISE_TEX + r"+O(\gamma^{3/2}H)"),
    under=STOCHASTIC,
    statement=Expansion(theorem_3.printed, REMAINDER),
    checks=ROUGH,
    corrected="symfed-fedavg-homogeneous-bias",
    missing=SMOOTHNESS + "; equal clients, or " + UNIFORM + "; and " + FOURTH,
    expect=Tier.IMPRECISE,
)
