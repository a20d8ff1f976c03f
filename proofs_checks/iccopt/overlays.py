"""The overlays on the slide with FedAvg's bias: when heterogeneity's part vanishes, and what A and C stand for."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats import equation_9, theorem_1
from proofs_checks.iccopt.expansions import FUNCTIONS
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.checks.readings import first_order
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import ClientMean, H, a, b, g, gamma, lam
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.derive.symbolic_jets import SymbolicJets
from symfed.models.jets import Jets
from symfed.strategies import JetCase, jet_cases

OVERLAY = "slide 'FedAvg (with stochastic gradients) converges!', overlay"


def changed(case, **parts):
    """The case with other derivatives."""
    names = ("gradients", "hessians", "third_derivatives", "noise_covariance")
    return JetCase(Jets.of(**{name: getattr(case.jets, name) for name in names} | parts), case.H)


def equal_hessians(d, N):
    """Jet cases in which all clients have the mean Hessian."""
    return jet_cases(d, N).map(lambda case: changed(case, hessians=0 * case.jets.hessians + case.jets.hessian))


def equal_gradients(d, N):
    """Jet cases in which all clients have the mean gradient at theta*, which is zero."""
    return jet_cases(d, N).map(lambda case: changed(case, gradients=0 * case.jets.gradients))


def no_bias(value, case):
    """The stated value in every direction."""
    return value + 0 * case.jets.gradients[0]


def vanishes(id, where, tex, symbolic, cases):
    """The claim that heterogeneity's part of the first order is zero on such clients, given by their symbols and as exact cases."""
    return Claim(
        id=id,
        kind="identity",
        says=f"Heterogeneity's part of the first order is zero when all clients have {where}.",
        printed=Printed("iccopt", OVERLAY, tex),
        statement=0,
        under=FUNCTIONS,
        uses=("iccopt-het-bias",),
        checks=(
            SymbolicIdentity(lambda: theorem_1.printed(symbolic, gamma, H), as_printed, scope="d = 1, symbolic gamma, H, N and clients"),
            CounterexampleSearch(
                cases, lambda case: first_order(theorem_1.printed, case), no_bias, scope="exact jets, d <= 3", examples=10
            ),
        ),
        controls={"one": 1, "minus one": -1},
        expect=Tier.PROVED,
    )


hessians = vanishes(
    "iccopt-het-bias-vanishes-equal-hessians",
    "the same Hessian at theta*",
    r"\text{vanishes when }\nabla^2f_c(x^*)=\nabla^2f(x^*)",
    SymbolicJets(hessians=lam),
    equal_hessians,
)
gradients = vanishes(
    "iccopt-het-bias-vanishes-equal-gradients",
    "the same gradient at theta*",
    r"\text{or when }\nabla f_c(x^*)=\nabla f(x^*)",
    SymbolicJets(gradients=sp.S.Zero),
    equal_gradients,
)

NEXT_ORDER = -(gamma**2) * (H - 1) * (2 * H - 1) * ClientMean(b * g**2) / (12 * lam)

next_order = Claim(
    id="symfed-fedavg-equal-hessians-next-order",
    kind="expansion",
    says="Clients with equal Hessians at theta* keep a heterogeneity bias of order gamma^2, through their third derivatives.",
    printed=Printed(
        "symfed",
        "what the slides' overlay 'Heterogeneity bias' leaves out, d = 1",
        r"\bar\theta_{det}-\theta^\star=-\gamma^2\frac{(H-1)(2H-1)}{12\,\partial^2f(\theta^\star)}"
        r"\frac1N\sum_c\partial^3f_c(\theta^\star)(\partial f_c(\theta^\star))^2+O(\gamma^3),\quad\partial^2f_c(\theta^\star)=\partial^2f(\theta^\star)",
    ),
    statement=NEXT_ORDER,
    under=Domain((), "equal Hessians at theta*, exact gradients"),
    uses=("symfed-fedavg-second-order-bias",),
    checks=(
        SymbolicIdentity(lambda: expand("fedavg_deterministic", "bias", 2).subs(a, lam), as_printed, scope="d = 1, symbolic gamma, H, N"),
    ),
    controls={
        "nothing": sp.S.Zero,
        "sign turned": -NEXT_ORDER,
        "H for H - 1": NEXT_ORDER.subs(H, H + 1),
        "factor 2": 2 * NEXT_ORDER,
    },
    expect=Tier.PROVED,
)

operator = replace(
    equation_9.noise_matrix,
    id="iccopt-operator-a",
    kind="definition",
    says="A inverts M -> M A_f + A_f M, A_f the Hessian of f: with it gamma/N A C is the first order of the second moment.",
    printed=Printed("iccopt", OVERLAY, r"\mathbf A=(I\otimes\nabla^2f(x^*)+\nabla^2f(x^*)\otimes I)^{-1}"),
    uses=("aistats-A1-uniqueness-lyapunov",),
)
covariance_of_noise = replace(
    equation_9.noise_matrix,
    id="iccopt-noise-cov-c",
    kind="definition",
    says="C is the covariance of a client's sample gradient, averaged over clients: not that of the clients' mean, nor a random client's.",
    printed=Printed("iccopt", OVERLAY, r"C(x^*)\text{ is }\nabla F^Z\text{'s covariance at }x^*"),
    uses=(),
    controls=equation_9.noise_matrix.controls
    | {
        "covariance of the mean of the clients' gradients": lambda p, gamma, H: equation_9.corrected(p, gamma, H) / p.N,
        "covariance of a random client's gradient": lambda p, gamma, H: equation_9.with_noise(
            p, gamma, p.mean(p.noise_covariance + p.outer(p.gradients, p.gradients))
        ),
    },
    reduction=equation_9.noise_matrix.reduction
    + "; F^Z names no client: read with the later slide 'Expansion of Covariance', which prints the mean of the clients' covariances",
)
