"""Table 1, cell by cell: the leading terms of the bias in four settings."""

from fractions import Fraction

from proofs_checks.aistats import theorem_1, theorem_3
from symfed.checks import CounterexampleSearch, RemainderOrder, SymbolicIdentity
from symfed.checks.instances.cases import heterogeneous_quadratics, heterogeneous_scalars, logistic_planes
from symfed.checks.readings import exact_bias, first_order, first_order_truth, on_jets, reference_bias
from symfed.core.claim import Claim
from symfed.core.source import Printed
from symfed.core.symbols import C, b
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.derive.quadratic import stationary_mean
from symfed.strategies import instances, jet_cases

HETEROGENEITY_TEX = r"\frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_{c=1}^N(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star)"
STOCHASTIC_TEX = r"-\frac{\gamma}{2N}\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\mathbf A\mathcal C(\theta^\star)"
REDUCTION = "a sign and a coefficient are settled by the first order, which is an identity in the clients' jets"


def heterogeneity(p, gamma, H):
    total = p.N * p.mean(p.apply(p.hessians - p.hessian, p.gradients))
    return gamma * (H - 1) / (2 * p.N) * p.solve(p.hessian, total)


def stochastic(p, gamma, H):
    return -gamma / (2 * p.N) * p.solve(p.hessian, p.contract(p.third_derivative, p.lyapunov(p.hessian, p.noise)))


def nothing(p, gamma, H):
    return 0 * p.mean(p.gradients)


def noise_part(expression):
    """What an expansion loses when the noise is switched off."""
    return expression - expression.subs(C, 0).doit()


deterministic = Claim(
    id="aistats-table1-deterministic",
    kind="expansion",
    says="Exact gradients: the bias leads with plus gamma (H-1)/2 times b_h.",
    printed=Printed("aistats", "Table 1, row Deterministic", HETEROGENEITY_TEX),
    statement=heterogeneity,
    under=theorem_1.SMALL_STEPS,
    uses=("aistats-thm1-bias",),
    checks=(
        SymbolicIdentity(lambda: expand("fedavg_deterministic", "bias", 1)),
        CounterexampleSearch(
            jet_cases, first_order_truth("fedavg_deterministic", "bias"), first_order, scope="exact jets, d <= 3", examples=20
        ),
    ),
    controls=theorem_1.WRONG,
    reduction=REDUCTION,
    expect=Tier.PROVED,
)

quadratic_stochastic = Claim(
    id="aistats-table1-quadratic-stochastic",
    kind="expansion",
    says="Quadratic clients: noise adds no bias, at any gamma and H.",
    printed=Printed("aistats", "Table 1, row Quadratic, stochastic bias", r"0"),
    statement=nothing,
    under=theorem_1.SMALL_STEPS,
    checks=(
        SymbolicIdentity(lambda: noise_part(stationary_mean("fedavg")), scope="d = 1 quadratics, symbolic gamma, H, N"),
        CounterexampleSearch(instances, lambda i: exact_bias("fedavg")(i) - exact_bias("fedavg_deterministic")(i), on_jets),
    ),
    controls={
        "gamma C": lambda p, gamma, H: gamma * p.contract(p.identity() * p.third_derivative + 1, p.noise),
        "b_s without its third derivative": lambda p, gamma, H: (
            gamma * p.solve(p.hessian, p.mean(p.apply(p.noise_covariance, p.gradients + 1)))
        ),
    },
    expect=Tier.PROVED,
)

quadratic = Claim(
    id="aistats-table1-quadratic",
    kind="expansion",
    says="Quadratic clients: the bias leads with plus gamma (H-1)/2 times b_h.",
    printed=Printed("aistats", "Table 1, row Quadratic, heterogeneity bias", HETEROGENEITY_TEX),
    statement=heterogeneity,
    under=theorem_1.SMALL_STEPS,
    uses=("aistats-thm2-bias-expansion",),
    checks=(
        SymbolicIdentity(lambda: expand("fedavg", "bias", 1).subs(b, 0).doit(), scope="d = 1 quadratics, symbolic gamma, H, N"),
        RemainderOrder(heterogeneous_quadratics, reference_bias("fedavg"), 2, scope="exact rational, d <= 3"),
    ),
    controls=theorem_1.WRONG,
    reduction=REDUCTION,
    expect=Tier.PROVED,
)

homogeneous = Claim(
    id="aistats-table1-homogeneous",
    kind="expansion",
    says="Equal clients: the bias leads with minus gamma/(2N) times the Hessian's inverse, the third derivative and A C.",
    printed=Printed("aistats", "Table 1, row Homogeneous, stochastic bias", STOCHASTIC_TEX),
    statement=stochastic,
    under=theorem_1.SMALL_STEPS,
    checks=theorem_3.CHECKS,
    controls=theorem_3.WRONG,
    reduction=REDUCTION,
    expect=Tier.PROVED,
)

homogeneous_heterogeneity = Claim(
    id="aistats-table1-homogeneous-heterogeneity",
    kind="expansion",
    says="Equal clients: local steps add no bias at first order.",
    printed=Printed("aistats", "Table 1, row Homogeneous, heterogeneity bias", r"0"),
    statement=nothing,
    under=theorem_1.SMALL_STEPS,
    checks=(
        SymbolicIdentity(
            lambda: theorem_3.equal_clients(expand("fedavg", "bias", 1) - expand("sgd", "bias", 1)),
            theorem_3.on_equal_clients,
            scope="d = 1, FedAvg with H steps against one step",
        ),
    ),
    controls={
        "gamma (H-1)": lambda p, gamma, H: gamma * (H - 1) * p.hessian,
        "the stochastic bias itself": stochastic,
    },
    expect=Tier.PROVED,
)

heterogeneous_stochastic = Claim(
    id="aistats-table1-heterogeneous-stoch",
    kind="expansion",
    says="General clients: the part of the bias that is due to noise, with a minus sign.",
    printed=Printed("aistats", "Table 1, row Heterogeneous, stochastic bias", STOCHASTIC_TEX),
    statement=stochastic,
    under=theorem_1.SMALL_STEPS,
    checks=(
        SymbolicIdentity(lambda: noise_part(expand("fedavg", "bias", 1))),
        CounterexampleSearch(
            jet_cases,
            lambda case: first_order_truth("fedavg", "bias")(case) - first_order_truth("fedavg_deterministic", "bias")(case),
            first_order,
            scope="exact jets, d <= 3",
        ),
    ),
    controls=theorem_3.WRONG,
    reduction=REDUCTION,
    expect=Tier.PROVED,
)

heterogeneous = Claim(
    id="aistats-table1-heterogeneous-het",
    kind="expansion",
    says="General clients: the part of the bias that is due to heterogeneity, with a plus sign.",
    printed=Printed("aistats", "Table 1, row Heterogeneous, heterogeneity bias", HETEROGENEITY_TEX),
    statement=heterogeneity,
    under=theorem_1.SMALL_STEPS,
    checks=(
        SymbolicIdentity(lambda: expand("fedavg", "bias", 1).subs(C, 0).doit()),
        CounterexampleSearch(
            jet_cases, first_order_truth("fedavg_deterministic", "bias"), first_order, scope="exact jets, d <= 3", examples=20
        ),
    ),
    controls=theorem_1.WRONG,
    reduction=REDUCTION,
    expect=Tier.PROVED,
)

#: A window in which the quadrature in dimension three is good to a thousandth of the remainder, at some seconds a law.
PLANES = RemainderOrder(
    logistic_planes,
    reference_bias("fedavg"),
    2,
    steps=(1, 2),
    first=Fraction(1, 32),
    halvings=3,
    scope="quadrature, non-quadratic clients, d = 2 and 3",
)

table1 = Claim(
    id="aistats-table1",
    kind="expansion",
    says="The whole table: the two parts add up to the bias of the general case.",
    printed=Printed("aistats", "Table 1", STOCHASTIC_TEX + r"\;+\;" + HETEROGENEITY_TEX),
    statement=lambda p, gamma, H: stochastic(p, gamma, H) + heterogeneity(p, gamma, H),
    under=theorem_1.SMALL_STEPS,
    uses=(
        "aistats-table1-deterministic",
        "aistats-table1-heterogeneous-het",
        "aistats-table1-heterogeneous-stoch",
        "aistats-table1-homogeneous",
        "aistats-table1-homogeneous-heterogeneity",
        "aistats-table1-quadratic",
        "aistats-table1-quadratic-stochastic",
    ),
    checks=(
        SymbolicIdentity(lambda: expand("fedavg", "bias", 1)),
        CounterexampleSearch(jet_cases, first_order_truth("fedavg", "bias"), first_order, scope="exact jets, d <= 3", examples=20),
        RemainderOrder(heterogeneous_scalars, reference_bias("fedavg"), 2, scope="certified law, d = 1"),
        PLANES,
    ),
    controls={
        "stochastic sign flipped": lambda p, gamma, H: heterogeneity(p, gamma, H) - stochastic(p, gamma, H),
        "heterogeneity sign flipped (the preprint's)": lambda p, gamma, H: stochastic(p, gamma, H) - heterogeneity(p, gamma, H),
        "both signs flipped": lambda p, gamma, H: -stochastic(p, gamma, H) - heterogeneity(p, gamma, H),
        "H for H-1": lambda p, gamma, H: stochastic(p, gamma, H) + heterogeneity(p, gamma, H + 1),
        "1/N dropped": lambda p, gamma, H: p.N * stochastic(p, gamma, H) + heterogeneity(p, gamma, H),
        "transposed third-derivative contraction": lambda p, gamma, H: (
            theorem_3.wrong_contraction(p, gamma, H) + heterogeneity(p, gamma, H)
        ),
    },
    reduction=REDUCTION,
    expect=Tier.PROVED,
)
