"""The slide 'In the General Case': the first order of FedAvg's bias, and what the slide 'A new Federated Method?' says of Scaffold."""

from dataclasses import replace
from functools import partial

import sympy as sp

from proofs_checks.aistats import equation_9
from proofs_checks.aistats.table_1 import EXACT_GRADIENTS, WHAT_NOISE_ADDS
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.classes import jets_or_flat, less_curved
from symfed.checks.every_dimension import IdentityInEveryDimension, leading_moment_of_controls
from symfed.checks.expansion import Expansion
from symfed.checks.readings import first_order, first_order_truth
from symfed.claims import Claim, Class, Domain, Lemma, Tier, printed_at
from symfed.core.symbols import H, gamma
from symfed.derive.expansion import expand
from symfed.strategies import jet_cases, members
from symfed.theorems.vocabulary import CLIENTS_INDEPENDENT, FRESH

PLACE = "slide 'In the General Case'"
HETEROGENEITY_TEX = r"\frac{\eta(H-1)}{2N}\sum_{c=1}^N\nabla^2f^c(\theta_\star)^{-1}(\nabla^2f^c(\theta_\star)-\nabla^2f^c(\theta_\star))\nabla f^c(\theta_\star)"
NOISE_TEX = r"\frac\eta{2N}\nabla^2f^c(\theta_\star)^{-1}\nabla^3f(\theta_\star)\mathbf A\mathcal C(\theta_\star)"
REMAINDER_TEX = r"O(\eta^{3/2}H+\eta^2H^2)"
SMOOTH = Class("strongly convex and smooth functions f^c, three times differentiable at theta_*", members.curved, spoil=less_curved)
UNDER = Domain((), (SMOOTH,), {str(SMOOTH): f"{PLACE}, whose formula has the third derivative"})
#: The slide names no sample; how they are drawn is read from the slide where the talk draws any.
READ = "read, not written: the slide 'In the General Case' has the gradient's covariance, and the talk's oracle (slide 'Federated LSA', Assumptions) draws i.i.d. samples"
DRAWN = UNDER & Domain((), (FRESH, CLIENTS_INDEPENDENT), {str(FRESH): READ, str(CLIENTS_INDEPENDENT): READ})
JETS = "exact jets, d <= 3"
CASES = partial(jets_or_flat, jet_cases)  # without a class that keeps clients curved, flat ones too


def difference(p, gamma, H):
    """As printed: a client's Hessian less itself, so nothing."""
    return gamma * (H - 1) / 2 * p.mean(p.solve_each(p.hessians, p.apply(p.hessians - p.hessians, p.gradients)))


def noise(p, gamma, H, sign=1):
    """The index c of the last inverse is bound by no sum: read as the mean Hessian's, as everywhere else in the sources."""
    return sign * gamma / (2 * p.N) * p.solve(p.hessian, p.contract(p.third_derivative, p.lyapunov(p.hessian, p.mean(p.noise_covariance))))


def printed(p, gamma, H):
    return difference(p, gamma, H) + noise(p, gamma, H)


def heterogeneity(p, gamma, H):
    """The part by heterogeneity as it must read."""
    return gamma * (H - 1) / 2 * p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))


def noise_part(p, gamma, H):
    """The part by noise with the sign that the rules have."""
    return noise(p, gamma, H, sign=-1)


def noise_alone(case):
    """What of the first order the exact gradients leave out."""
    return first_order_truth("fedavg", "bias")(case) - first_order_truth("fedavg_deterministic", "bias")(case)


def symbolic_noise():
    return expand("fedavg", "bias", 1) - expand("fedavg_deterministic", "bias", 1)


BY_HETEROGENEITY = (
    SymbolicIdentity(lambda: expand("fedavg_deterministic", "bias", 1), scope="d = 1, exact gradients: this part alone"),
    CounterexampleSearch(
        CASES, first_order_truth("fedavg_deterministic", "bias"), first_order, scope=f"{JETS}, exact gradients", examples=12
    ),
    EXACT_GRADIENTS,
)
BY_NOISE = (
    SymbolicIdentity(symbolic_noise, scope="d = 1, what exact gradients leave out"),
    CounterexampleSearch(CASES, noise_alone, first_order, scope=f"{JETS}, what exact gradients leave out", examples=12),
    WHAT_NOISE_ADDS,
)

bias = Claim(
    id="argo-general-bias",
    kind="expansion",
    says="The bias in general: a first part in which a client's Hessian is taken from itself, which is zero, and a second with the wrong sign.",
    printed=printed_at(PLACE, r"\theta_\infty^{bias}=" + HETEROGENEITY_TEX + "+" + NOISE_TEX + "+" + REMAINDER_TEX),
    statement=Expansion(printed, gamma ** sp.Rational(3, 2) * H + gamma**2 * H**2),
    under=UNDER,
    checks=(
        SymbolicIdentity(lambda: expand("fedavg", "bias", 1)),
        CounterexampleSearch(jet_cases, first_order_truth("fedavg", "bias"), first_order, scope=JETS, examples=20),
    ),
    corrected="symfed-fedavg-bias",
    expect=Tier.REFUTED,
)

het_part = Claim(
    id="argo-general-bias-het-part",
    kind="expansion",
    says="The part by heterogeneity as this slide prints it is zero: both Hessians in the bracket are client c's, as is that of the inverse.",
    printed=printed_at(PLACE, HETEROGENEITY_TEX),
    statement=difference,
    under=UNDER,
    checks=BY_HETEROGENEITY,
    corrected="aistats-thm1-bias",
    expect=Tier.REFUTED,
)

stoch_part = Claim(
    id="argo-general-bias-stoch-part",
    kind="expansion",
    says="The part by noise, printed with a plus sign as in the preprint, and with an inverse whose client nobody names.",
    printed=printed_at(PLACE, "+" + NOISE_TEX),
    statement=noise,
    under=UNDER,
    checks=BY_NOISE,
    corrected="aistats-table1-heterogeneous-stoch",
    expect=Tier.REFUTED,
)

two_parts = Claim(
    id="argo-general-two-parts",
    kind="expansion",
    says="The first order of the bias, as the rule has it, is a sum of two: one by heterogeneity, which noise and third derivatives leave alone and one local step removes, "
    "and one by noise, which H and the clients' own gradients and Hessians leave alone. Neither is the other's.",
    printed=printed_at(PLACE, r"\text{Bias is in two parts!}"),
    under=DRAWN,
    lemmas=(
        Lemma(
            "by heterogeneity",
            heterogeneity,
            BY_HETEROGENEITY,
            {"H for H - 1": lambda p, gamma, H: heterogeneity(p, gamma, H + 1), "nothing, as printed": difference},
        ),
        Lemma(
            "by noise",
            noise_part,
            BY_NOISE,
            {"times H": lambda p, gamma, H: H * noise_part(p, gamma, H), "plus, as printed": noise},
        ),
    ),
    see=("symfed-fedavg-bias", "aistats-thm1-bias", "symfed-fedavg-homogeneous-bias"),
    expect=Tier.PROVED,
)

operators = replace(
    equation_9.noise_matrix,
    id="argo-def-a-operator",
    kind="definition",
    says="A inverts X -> M X + X M, M the Hessian of f at theta*, and C is the covariance of the gradients' noise at theta*, the mean of the clients', one stochastic gradient each, for "
    "the slide divides by N where it uses C: with these eta/N A C is the first order of the second moment.",
    printed=printed_at(
        PLACE,
        r"\mathbf A=(Id\otimes\nabla^2f(\theta_\star)+\nabla^2f(\theta_\star)\otimes Id)^{-1},\quad"
        r"\mathcal C(\theta_\star)\text{ is the gradient's covariance at }\theta_\star",
    ),
    under=equation_9.ON_THE_SLIDE,
    see=("symfed-noise-matrix",),
    expect=Tier.DEFINED,
)

scaffold = Claim(
    id="argo-scaffold-cannot-correct",
    kind="expansion",
    says="Scaffold does not correct the bias by noise: the first order of Scaffold's bias and that part of FedAvg's are one expression, which is not zero "
    "in general.",
    printed=printed_at("slide 'A new Federated Method?'", r"\text{it seems Scaffold cannot correct bias due to stochasticity!}"),
    under=DRAWN,
    lemmas=(
        Lemma(
            "Scaffold's bias",
            noise_part,
            (
                IdentityInEveryDimension(
                    leading_moment_of_controls("scaffold", "bias"),
                    scope="Scaffold's rule, symbolic gamma, H and N, tensors of any dimension",
                ),
                CounterexampleSearch(
                    jet_cases, first_order_truth("scaffold", "bias"), first_order, scope=f"Scaffold's rule, {JETS}", examples=12
                ),
            ),
            {
                "none": lambda p, gamma, H: 0 * noise(p, gamma, H),
                "with FedAvg's other part": lambda p, gamma, H: heterogeneity(p, gamma, H) + noise_part(p, gamma, H),
            },
        ),
        Lemma("FedAvg's by noise", noise_part, BY_NOISE, {"the other sign": noise}),
    ),
    see=("symfed-scaffold-first-order-bias", "symfed-scaffold-second-order-bias", "argo-general-two-parts"),
    expect=Tier.PROVED,
)
