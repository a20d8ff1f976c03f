"""The overlays on the slide with FedAvg's bias: when heterogeneity's part vanishes, and what A and C stand for."""

from functools import partial

import sympy as sp
from hypothesis import strategies as st

from proofs_checks.aistats import assumption_1, equation_9, theorem_3
from proofs_checks.iccopt.contraction import DRAWN, STOCHASTIC
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.classes import MEAN_CURVED, jets_or_flat, smooth_clients
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import RemainderAtFixedH
from symfed.checks.identity import as_printed
from symfed.checks.readings import first_order, first_order_truth
from symfed.claims import ONE_DIMENSION, Claim, Class, Domain, Tier, printed_at
from symfed.core.symbols import ClientMean, H, a, b, g, gamma, lam
from symfed.derive.expansion import expand
from symfed.models.jets import Jets
from symfed.strategies import JetCase, jet_cases
from symfed.tensors.truths import for_equal_gradients, for_equal_hessians

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


def agree(name):
    """Whether the clients of a case agree in these derivatives; None where an instance has none."""

    def known(instance):
        jets = getattr(instance, "jets", None)
        stack = None if jets is None else getattr(jets, name)
        return None if stack is None else bool((stack == stack[0]).all())

    return known


HESSIANS = Class("all clients have the same Hessian at x*", agree("hessians"), jet_cases)
GRADIENTS = Class("all clients have the same gradient at x*", agree("gradients"), jet_cases)


def vanishes(id, alike, tex, on_such, cases):
    """The claim that the whole first order is the noise's part on such clients, given by what becomes of a tensor and as exact cases."""
    return Claim(
        id=id,
        kind="identity",
        says=f"Where {alike} the first order of the bias is the noise's part alone.",
        printed=printed_at(OVERLAY, tex),
        under=STOCHASTIC & DRAWN & Domain((), (alike,), lines={str(alike): OVERLAY}),
        statement=theorem_3.printed,
        checks=(
            IdentityInEveryDimension(expansion_of("fedavg", "bias").where(on_such), alike=True),
            CounterexampleSearch(
                partial(jets_or_flat, lambda d, N: st.one_of(cases(d, N), jet_cases(d, N))),
                first_order_truth("fedavg", "bias"),
                first_order,
                scope="exact jets, d <= 3",
                examples=20,
            ),
        ),
        wrong={name: theorem_3.WRONG[name] for name in ("sign flipped (the preprint's)", "1/N dropped", "extra factor H")}
        | {"N + 1 for N": lambda p, gamma, H: p.N * theorem_3.printed(p, gamma, H) / (p.N + 1)},
        see=("iccopt-het-bias",),
        expect=Tier.PROVED,
    )


hessians = vanishes(
    "iccopt-het-bias-vanishes-equal-hessians",
    HESSIANS,
    r"\text{vanishes when }\nabla^2f_c(x^*)=\nabla^2f(x^*)",
    for_equal_hessians,
    equal_hessians,
)
gradients = vanishes(
    "iccopt-het-bias-vanishes-equal-gradients",
    GRADIENTS,
    r"\text{or when }\nabla f_c(x^*)=\nabla f(x^*)",
    for_equal_gradients,
    equal_gradients,
)


NEXT_ORDER = -(gamma**2) * (H - 1) * (2 * H - 1) * ClientMean(b * g**2) / (12 * lam)


def of_equal_hessians(algorithm, quantity, order):
    """The check of an expansion for clients that share the Hessian."""
    return SymbolicIdentity(lambda: expand(algorithm, quantity, order).subs(a, lam), as_printed, scope="d = 1, symbolic gamma, H, N")


def cubed(terms):
    """Terms to order gamma^2, and what they leave at a fixed number of local steps."""
    return Expansion(terms, gamma**3, fixed=(H,))


FIXED_POINTS = "symfed-expansion-remainder-exact-gradients"

next_order = Claim(
    id="symfed-fedavg-equal-hessians-next-order",
    kind="expansion",
    says="Clients with equal Hessians at theta* keep a heterogeneity bias of order gamma^2, through their third derivatives.",
    printed=printed_at(
        "what the slides' overlay 'Heterogeneity bias' leaves out, d = 1",
        r"\bar\theta_{det}-\theta^\star=-\gamma^2\frac{(H-1)(2H-1)}{12\,\partial^2f(\theta^\star)}"
        r"\frac1N\sum_c\partial^3f_c(\theta^\star)(\partial f_c(\theta^\star))^2+O(\gamma^3),\quad\partial^2f_c(\theta^\star)=\partial^2f(\theta^\star)",
    ),
    under=Domain((), (HESSIANS, MEAN_CURVED, smooth_clients(4))),
    uses=(FIXED_POINTS,),
    statement=cubed(NEXT_ORDER),
    ranges=ONE_DIMENSION,
    checks=RemainderAtFixedH("fedavg_deterministic", "bias", 2, FIXED_POINTS, of_equal_hessians, given=(HESSIANS,)),
    wrong={
        "nothing": cubed(sp.S.Zero),
        "sign turned": cubed(-NEXT_ORDER),
        "H for H - 1": cubed(NEXT_ORDER.subs(H, H + 1)),
        "mean third derivative": cubed(NEXT_ORDER.subs(ClientMean(b * g**2), ClientMean(b) * ClientMean(g**2))),
    },
    see=("symfed-fedavg-second-order-bias",),
    expect=Tier.PROVED_GIVEN,
)

operator = Claim(
    id="iccopt-operator-a",
    kind="definition",
    says="A inverts X -> M X + X M, M the Hessian of f at the optimum, which can be inverted: the eigenvalues are sums of two of M.",
    printed=printed_at(OVERLAY, r"\mathbf A=(I\otimes\nabla^2f(x^*)+\nabla^2f(x^*)\otimes I)^{-1}"),
    under=Domain((), (assumption_1.BETWEEN,), {str(assumption_1.BETWEEN): "above the slides: L-smooth, mu-strongly convex functions"}),
    statement=sp.And(*assumption_1.INVERTIBLE),
    lemmas=assumption_1.uniqueness.lemmas,
    follows=assumption_1.uniqueness.follows[:2] + assumption_1.uniqueness.follows[-3:],
    see=("aistats-A1-uniqueness-lyapunov",),
    expect=Tier.DEFINED,
)
covariance_of_noise = Claim(
    id="iccopt-noise-cov-c",
    kind="definition",
    says="C is the covariance of a client's sample gradient, averaged over clients (F^Z names no client; a later slide prints the mean): with it "
    "gamma/N A C is the first order of the second moment, with that of the clients' mean or of a random client it is not.",
    printed=printed_at(OVERLAY, r"C(x^*)\text{ is }\nabla F^Z\text{'s covariance at }x^*"),
    statement=equation_9.corrected,
    under=DRAWN,
    checks=(
        IdentityInEveryDimension(expansion_of("fedavg", "second_moment")),
        CounterexampleSearch(
            jet_cases, first_order_truth("fedavg", "second_moment"), first_order, scope="exact jets, first order, d <= 3", examples=10
        ),
    ),
    wrong={
        "sum for mean": lambda p, gamma, H: p.N * equation_9.corrected(p, gamma, H),
        "A without its factor 1/2": lambda p, gamma, H: 2 * equation_9.corrected(p, gamma, H),
        "covariance of the mean of the clients' gradients": lambda p, gamma, H: equation_9.corrected(p, gamma, H) / p.N,
        "covariance of a random client's gradient": lambda p, gamma, H: equation_9.with_noise(
            p, gamma, p.mean(p.noise_covariance + p.outer(p.gradients, p.gradients))
        ),
    },
    see=("symfed-noise-matrix", "iccopt-def-cc"),
    expect=Tier.DEFINED,
)
