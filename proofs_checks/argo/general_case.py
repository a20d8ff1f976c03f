"""The slide 'In the General Case': the first order of FedAvg's bias, and what the slide 'A new Federated Method?' says of Scaffold."""

from dataclasses import replace

from proofs_checks.aistats import equation_9, table_1, theorem_1, theorem_3, theorem_4
from proofs_checks.hal import table_1 as preprint
from proofs_checks.iccopt import scaffold_moments
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.readings import first_order, first_order_truth
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.strategies import jet_cases

PLACE = "slide 'In the General Case'"
HETEROGENEITY_TEX = r"\frac{\eta(H-1)}{2N}\sum_{c=1}^N\nabla^2f^c(\theta_\star)^{-1}(\nabla^2f^c(\theta_\star)-\nabla^2f^c(\theta_\star))\nabla f^c(\theta_\star)"
NOISE_TEX = r"\frac\eta{2N}\nabla^2f^c(\theta_\star)^{-1}\nabla^3f(\theta_\star)\mathbf A\mathcal C(\theta_\star)"
REMAINDER_TEX = r"O(\eta^{3/2}H+\eta^2H^2)"
SMOOTH = Domain((), "strongly convex and smooth f_c; the step size tends to zero at fixed H")


def heterogeneity(p, gamma, H):
    """As printed: a client's Hessian less itself, so nothing."""
    difference = p.hessians - p.hessians
    return gamma * (H - 1) / 2 * p.mean(p.solve_each(p.hessians, p.apply(difference, p.gradients)))


def printed(p, gamma, H):
    """The index c of the last inverse is bound by no sum: read as the mean Hessian's, as everywhere else in the sources."""
    return heterogeneity(p, gamma, H) + preprint.stochastic(p, gamma, H)


bias = replace(
    theorem_4.smooth_bias,
    id="argo-general-bias",
    says="The bias in general: a first part in which a client's Hessian is taken from itself, which is zero, and a second with the wrong sign.",
    printed=Printed("argo", PLACE, r"\theta_\infty^{bias}=" + HETEROGENEITY_TEX + "+" + NOISE_TEX + "+" + REMAINDER_TEX),
    statement=printed,
    under=SMOOTH,
    uses=(),
    controls={},
    corrected="symfed-fedavg-bias",
    reduction="",
    expect=Tier.REFUTED,
)


def without_noise(d, N):
    """Clients that differ, without third derivatives: what is left of the first order is the part by heterogeneity."""
    return jet_cases(d, N).map(lambda i: replace(i, jets=_flat(i.jets)))


def _flat(jets):
    return type(jets).of(jets.gradients, jets.hessians, 0 * jets.third_derivatives, jets.noise_covariance)


het_part = Claim(
    id="argo-general-bias-het-part",
    kind="expansion",
    says="The part by heterogeneity as this slide prints it is zero: both Hessians in the bracket are client c's.",
    printed=Printed(
        "argo",
        PLACE,
        HETEROGENEITY_TEX,
    ),
    statement=heterogeneity,
    under=SMOOTH,
    checks=(
        SymbolicIdentity(lambda: expand("fedavg_deterministic", "bias", 1), scope="d = 1, no noise: this part alone"),
        CounterexampleSearch(
            without_noise, first_order_truth("fedavg", "bias"), first_order, scope="exact jets without third derivatives", examples=20
        ),
    ),
    corrected="aistats-thm1-bias",
    expect=Tier.REFUTED,
)

stoch_part = replace(
    table_1.heterogeneous_stochastic,
    id="argo-general-bias-stoch-part",
    says="The part by noise, printed with a plus sign as in the preprint, and with an inverse whose client nobody names.",
    printed=Printed("argo", PLACE, "+" + NOISE_TEX),
    statement=preprint.stochastic,
    under=SMOOTH,
    controls={},
    corrected="aistats-table1-heterogeneous-stoch",
    reduction="",
    expect=Tier.REFUTED,
)

two_parts = Claim(
    id="argo-general-two-parts",
    kind="expansion",
    says="To first order the bias is a sum of two: one by heterogeneity, which noise and third derivatives leave alone and one local step removes, "
    "and one by noise, which H and the clients' own gradients and Hessians leave alone. Neither is the other's.",
    printed=Printed("argo", PLACE, r"\text{Bias is in two parts!}"),
    statement=theorem_4.printed,
    under=theorem_4.smooth_bias.under,
    uses=("symfed-fedavg-bias", "aistats-thm1-bias", "symfed-fedavg-homogeneous-bias"),
    checks=(
        SymbolicIdentity(
            lambda: expand("fedavg_deterministic", "bias", 1) + expand("sgd", "bias", 1),
            scope="d = 1: FedAvg-D's first order plus SGD's, all symbolic",
        ),
        SymbolicIdentity(lambda: expand("fedavg", "bias", 1)),
        CounterexampleSearch(jet_cases, first_order_truth("fedavg", "bias"), first_order, scope="exact jets, d <= 3", examples=15),
    ),
    controls={
        "heterogeneity alone": theorem_1.printed,
        "noise alone": theorem_3.printed,
        "noise's part times H": lambda p, gamma, H: theorem_1.printed(p, gamma, H) + H * theorem_3.printed(p, gamma, H),
        "their difference": lambda p, gamma, H: theorem_1.printed(p, gamma, H) - theorem_3.printed(p, gamma, H),
    },
    reduction="the first order is an identity in the clients' jets; the remainder is that of symfed-fedavg-bias",
    expect=Tier.PROVED,
)

operators = replace(
    equation_9.noise_matrix,
    id="argo-def-a-operator",
    kind="definition",
    says="A inverts X -> f'' X + X f'', and C is the covariance of the gradients' noise at theta*, the mean of the clients': with these gamma/N A C "
    "is the first order of the second moment.",
    printed=Printed(
        "argo",
        PLACE,
        r"\mathbf A=(Id\otimes\nabla^2f(\theta_\star)+\nabla^2f(\theta_\star)\otimes Id)^{-1},\quad"
        r"\mathcal C(\theta_\star)\text{ is the gradient's covariance at }\theta_\star",
    ),
    uses=("symfed-noise-matrix",),
    reduction="'the gradient' is read as one client's stochastic gradient, averaged over clients: the slide divides by N where it uses C",
)

scaffold = replace(
    scaffold_moments.still_biased,
    id="argo-scaffold-cannot-correct",
    says="Scaffold keeps the bias by noise: to first order its bias is that part of FedAvg's, unchanged.",
    printed=Printed("argo", "slide 'A new Federated Method?'", r"\text{it seems Scaffold cannot correct bias due to stochasticity!}"),
    under=scaffold_moments.smooth_bias.under,
    uses=("symfed-scaffold-first-order-bias", "symfed-scaffold-second-order-bias"),
)
