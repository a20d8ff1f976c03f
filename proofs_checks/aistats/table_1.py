"""Table 1, cell by cell: the coefficient of gamma in the bias, in four settings, in every dimension.

A cell that says what the coefficient of gamma is, as the update rule has it, is an identity; that the bias is so much up to terms of
higher order is for the theorems.
"""

from dataclasses import replace
from functools import partial

from proofs_checks.aistats import theorem_1, theorem_2, theorem_3
from symfed.checks import CounterexampleSearch, SymbolicIdentity
from symfed.checks.classes import EQUAL_CLIENTS, REGULAR, jets_or_flat
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of, on_equal_tensors
from symfed.checks.expansion import Expansion
from symfed.checks.readings import first_order, first_order_truth
from symfed.claims import Claim, Domain, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import C
from symfed.derive.expansion import coefficients, expand
from symfed.strategies import jet_cases

HETEROGENEITY_TEX = r"\frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_{c=1}^N(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star)"
STOCHASTIC_TEX = r"-\frac{\gamma}{2N}\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\mathbf A\mathcal C(\theta^\star)"


def heterogeneity(p, gamma, H):
    total = p.N * p.mean(p.apply(p.hessians - p.hessian, p.gradients))
    return gamma * (H - 1) / (2 * p.N) * p.solve(p.hessian, total)


def stochastic(p, gamma, H):
    return -gamma / (2 * p.N) * p.solve(p.hessian, p.contract(p.third_derivative, p.lyapunov(p.hessian, p.noise)))


AS_IN_THEOREMS = {str(condition): "Theorems 1 and 2" for condition in theorem_1.SMALL_STEPS.relations}
#: The part that noise makes is stated under A1 and A3, of samples as Algorithm 1 draws them.
ASSUMED = {str(REGULAR): "Table 1 (Theorems 3 and 4, A1)", str(theorem_3.NOISE): "Table 1 (Theorems 3 and 4, A3)"}
SAMPLED = Domain((), (REGULAR, theorem_3.NOISE, *theorem_3.DRAWS), ASSUMED | theorem_3.WHERE_DRAWS)
OF_EQUALS = SAMPLED & Domain((), (EQUAL_CLIENTS,), {str(EQUAL_CLIENTS): "Table 1 (Theorem 3, A6)"})


def noise_part(expression):
    """What an expansion loses when the noise is switched off."""
    return expression - expression.subs(C, 0).doit()


#: Dropping A1 lets clients in that are flat.
CASES, EQUAL_CASES = (partial(jets_or_flat, cases) for cases in (jet_cases, theorem_3.one_population))
EXACT_GRADIENTS = IdentityInEveryDimension(expansion_of("fedavg_deterministic", "bias"))

deterministic = Claim(
    id="aistats-table1-deterministic",
    kind="expansion",
    says="Exact gradients: the first order of the bias is plus gamma (H-1)/2 times b_h.",
    printed=printed_at("Table 1, row Deterministic", HETEROGENEITY_TEX),
    statement=heterogeneity,
    see=("aistats-thm1-bias",),
    checks=(
        EXACT_GRADIENTS,
        CounterexampleSearch(
            jet_cases, first_order_truth("fedavg_deterministic", "bias"), first_order, scope="exact jets, d <= 3", examples=20
        ),
    ),
    wrong=theorem_1.WRONG,
    expect=Tier.PROVED,
)


quadratic = replace(
    theorem_2.thm2_bias_expansion,
    id="aistats-table1-quadratic",
    says="Quadratic clients: the bias leads with plus gamma (H-1)/2 times b_h.",
    printed=printed_at("Table 1, row Quadratic, heterogeneity bias", HETEROGENEITY_TEX),
    statement=Expansion(heterogeneity, theorem_1.REMAINDER),
    see=("aistats-thm2-bias-expansion",),
)

FIRST_ORDER_OF_EQUALS = (
    IdentityInEveryDimension(expansion_of("fedavg", "bias", homogeneous=True), on_equal_tensors),
    CounterexampleSearch(
        EQUAL_CASES, first_order_truth("fedavg", "bias"), first_order, scope="exact jets of equal clients, d <= 3", examples=20
    ),
)

homogeneous = Claim(
    id="aistats-table1-homogeneous",
    kind="expansion",
    says="Equal clients: the first order of the bias is minus gamma/(2N) times the Hessian's inverse, the third derivative and A C.",
    printed=printed_at("Table 1, row Homogeneous, stochastic bias", STOCHASTIC_TEX),
    statement=stochastic,
    under=OF_EQUALS,
    checks=FIRST_ORDER_OF_EQUALS,
    wrong=theorem_3.WRONG,
    expect=Tier.PROVED,
)


def one_step(case):
    """The first-order bias of a single local step: the coefficient of gamma, whatever H is."""
    return coefficients("sgd", case.jets, "bias", 1, 1)[0]


homogeneous_heterogeneity = Claim(
    id="aistats-table1-homogeneous-heterogeneity",
    kind="expansion",
    says="Equal clients: local steps add no bias at first order: that of H steps is that of one, and without noise there is none.",
    printed=printed_at("Table 1, row Homogeneous, heterogeneity bias", r"0"),
    under=OF_EQUALS,
    lemmas=(
        Lemma(
            "H steps",
            lambda p, gamma, H: stochastic(p, gamma, 1),
            FIRST_ORDER_OF_EQUALS,
            wrong={
                "as much again a step": lambda p, gamma, H: H * stochastic(p, gamma, 1),
                "a hundredth of that": lambda p, gamma, H: (99 + H) * stochastic(p, gamma, 1) / 100,
            },
        ),
        Lemma(
            "exact gradients",
            lambda p, gamma, H: 0 * heterogeneity(p, gamma, H),
            IdentityInEveryDimension(expansion_of("fedavg_deterministic", "bias", homogeneous=True), on_equal_tensors),
            wrong={"a hundredth of the noise's": lambda p, gamma, H: (H - 1) * stochastic(p, gamma, H) / 100},
        ),
        crosscheck(
            "one step",
            one_step,
            CounterexampleSearch(
                theorem_3.one_population,
                first_order_truth("fedavg", "bias"),
                sizes=((1, 1), (1, 2), (2, 2), (3, 2)),
                scope="exact jets of equal clients, H steps and one, d <= 3",
                examples=12,
            ),
            wrong={
                "as much again a step": lambda case: case.H * one_step(case),
                "a hundredth of that": lambda case: (99 + case.H) * one_step(case) / 100,
            },
        ),
    ),
    expect=Tier.PROVED,
)

WHAT_NOISE_ADDS = IdentityInEveryDimension(expansion_of("fedavg", "bias").less_that_of("fedavg_deterministic"))

heterogeneous_stochastic = Claim(
    id="aistats-table1-heterogeneous-stoch",
    kind="expansion",
    says="General clients: the part of the bias that is due to noise, with a minus sign.",
    printed=printed_at("Table 1, row Heterogeneous, stochastic bias", STOCHASTIC_TEX),
    statement=stochastic,
    see=("aistats-eq9-A-and-C",),
    under=SAMPLED,
    checks=(
        SymbolicIdentity(lambda: noise_part(expand("fedavg", "bias", 1))),
        CounterexampleSearch(
            CASES,
            lambda case: first_order_truth("fedavg", "bias")(case) - first_order_truth("fedavg_deterministic", "bias")(case),
            first_order,
            scope="exact jets, d <= 3",
            examples=20,
        ),
        WHAT_NOISE_ADDS,
    ),
    wrong=theorem_3.WRONG,
    expect=Tier.PROVED,
)

heterogeneous = Claim(
    id="aistats-table1-heterogeneous-het",
    kind="expansion",
    says="General clients: the part of the bias that is due to heterogeneity, with a plus sign.",
    printed=printed_at("Table 1, row Heterogeneous, heterogeneity bias", HETEROGENEITY_TEX),
    statement=heterogeneity,
    checks=(
        SymbolicIdentity(lambda: expand("fedavg_deterministic", "bias", 1)),
        CounterexampleSearch(
            jet_cases, first_order_truth("fedavg_deterministic", "bias"), first_order, scope="exact jets, d <= 3", examples=20
        ),
        EXACT_GRADIENTS,
    ),
    wrong=theorem_1.WRONG,
    expect=Tier.PROVED,
)


def total(p, gamma, H):
    return stochastic(p, gamma, H) + heterogeneity(p, gamma, H)


WRONG = {
    "stochastic sign flipped": lambda p, gamma, H: heterogeneity(p, gamma, H) - stochastic(p, gamma, H),
    "heterogeneity sign flipped (the preprint's)": lambda p, gamma, H: stochastic(p, gamma, H) - heterogeneity(p, gamma, H),
    "both signs flipped": lambda p, gamma, H: -stochastic(p, gamma, H) - heterogeneity(p, gamma, H),
    "H for H-1": lambda p, gamma, H: stochastic(p, gamma, H) + heterogeneity(p, gamma, H + 1),
    "1/N dropped": lambda p, gamma, H: p.N * stochastic(p, gamma, H) + heterogeneity(p, gamma, H),
    "transposed third-derivative contraction": lambda p, gamma, H: theorem_3.wrong_contraction(p, gamma, H) + heterogeneity(p, gamma, H),
}

table1 = Claim(
    id="aistats-table1",
    kind="expansion",
    says="The two parts of the table add up to the first order of the bias in the general case; every cell but the N/A is a row of its own.",
    printed=printed_at("Table 1", STOCHASTIC_TEX + r"\;+\;" + HETEROGENEITY_TEX),
    statement=total,
    under=Domain(theorem_1.SMALL_STEPS.relations, lines=AS_IN_THEOREMS) & SAMPLED,
    see=(
        "aistats-table1-deterministic",
        "aistats-table1-heterogeneous-het",
        "aistats-table1-heterogeneous-stoch",
        "aistats-table1-homogeneous",
        "aistats-table1-homogeneous-heterogeneity",
        "aistats-table1-quadratic",
        "aistats-table1-quadratic-stochastic",
    ),
    checks=(
        IdentityInEveryDimension(expansion_of("fedavg", "bias")),
        CounterexampleSearch(CASES, first_order_truth("fedavg", "bias"), first_order, scope="exact jets, d <= 3", examples=20),
    ),
    wrong=WRONG,
    expect=Tier.PROVED,
)
