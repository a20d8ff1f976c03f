"""Theorem 3: homogeneous clients."""

import sympy as sp

from proofs_checks.aistats.quadratic_variance_remainder import WHERE_DRAWS
from proofs_checks.aistats.quantities import theta_star
from proofs_checks.aistats.rough import kinked_noise, lipschitz_third_derivative, rough_loss, symmetric_loss
from proofs_checks.aistats.theorem_2 import NO_MOMENTS, SAMPLES_OF_OTHERS, VARIANCE_WRONG, variance
from proofs_checks.symfed.remainders.bias import BIAS, D_c, shared_bias_remainder
from proofs_checks.symfed.remainders.moments import shared_moments
from proofs_checks.symfed.remainders.second_moment import SIGMA, C_c, shared_second_moment_remainder
from symfed.checks import CounterexampleCheck, CounterexampleSearch, GrowthCheck, RemainderOrder, SymbolicIdentity
from symfed.checks.classes import EQUAL_CLIENTS, LIPSCHITZ_THIRD, REGULAR
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of, on_equal_tensors
from symfed.checks.expansion import Expansion
from symfed.checks.identity import as_printed, on_equal_clients
from symfed.checks.proven_remainder import InQuantities, ProvenRemainder
from symfed.checks.readings import first_order, first_order_truth, reference_bias, reference_second_moment
from symfed.claims import ONE_DIMENSION, Claim, Class, Domain, Tier, printed_at
from symfed.core.symbols import C, H, L, N, a, b, gamma, mu
from symfed.derive.expansion import coefficients, expand, expansion_terms
from symfed.derive.symbolic_jets import equal_clients
from symfed.strategies import jet_cases, members
from symfed.strategies.standard import homogeneous_scalars
from symfed.theorems.vocabulary import CLIENTS_INDEPENDENT, FOURTH_MOMENT, FRESH, Mean

STEPS = Domain((9 * gamma * L <= 1, gamma * mu * H <= 1))
#: A3, in the words of its own claim
NOISE = Class(
    "A3: E^(1/p) |eps_c(theta)|^(2p) <= tau^2 (1 + |theta - theta*|^k) for p = 1, 2, 3", members.all_moments, implies=(FOURTH_MOMENT,)
)
DRAWS = (FRESH, CLIENTS_INDEPENDENT)
PRINTED = {str(condition): "Theorem 3" for condition in STEPS.relations} | {
    str(REGULAR): "Theorem 3 (A1)",
    str(NOISE): "Theorem 3 (A3)",
    str(EQUAL_CLIENTS): "Theorem 3 (A6)",
}
UNDER = Domain(STEPS.relations, (REGULAR, NOISE, EQUAL_CLIENTS), lines=PRINTED)
#: What a proven remainder needs besides: how samples are drawn.
SAMPLED = UNDER & Domain((), DRAWS, WHERE_DRAWS)
REMAINDER = gamma**2 * H + gamma ** sp.Rational(3, 2)
B_S_TEX = r"b_s=-\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\mathbf A\mathcal C(\theta^\star)"
BIAS_TEX = r"\bar\theta_{sto}-\theta^\star=\frac\gamma{2N}b_s+O(\gamma^2H+\gamma^{3/2}),\quad " + B_S_TEX


def smoothness(leaves):
    """The words that are missing where third derivatives are bounded and no more, and what that leaves."""
    return f"third derivatives that are Lipschitz near theta* (A1 allows them to be merely bounded, which may leave {leaves})"


SMOOTHNESS = smoothness("gamma^(5/4)")


def b_s(p):
    """The stochasticity bias vector, with the published sign."""
    return -p.solve(p.hessian, p.contract(p.third_derivative, p.lyapunov(p.hessian, p.noise)))


def printed(p, gamma, H):
    return gamma / (2 * p.N) * b_s(p)


def wrong_contraction(p, gamma, H):
    return -gamma / (2 * p.N) * p.solve(p.hessian, p.contract_wrong(p.third_derivative, p.lyapunov(p.hessian, p.noise)))


WRONG = {
    "sign flipped (the preprint's)": lambda p, gamma, H: -printed(p, gamma, H),
    "factor 2": lambda p, gamma, H: 2 * printed(p, gamma, H),
    "1/N dropped": lambda p, gamma, H: p.N * printed(p, gamma, H),
    "extra factor H": lambda p, gamma, H: H * printed(p, gamma, H),
    "noise covariance without the Lyapunov inverse": lambda p, gamma, H: (
        -gamma / (2 * p.N) * p.solve(p.hessian, p.contract(p.third_derivative, p.noise))
    ),
    "transposed third-derivative contraction": wrong_contraction,
}


def one_population(d, N):
    """Jet cases in which all clients are equal."""
    return jet_cases(d, N, homogeneous=True)


def first_order_checks(quantity):
    """The coefficient of gamma: exactly in the clients' jets in dimension one, on exact jets beyond."""
    return (
        SymbolicIdentity(
            lambda: equal_clients(expand("fedavg", quantity, 1)), on_equal_clients, scope="d = 1, symbolic gamma, H, N, equal clients"
        ),
        CounterexampleSearch(
            one_population, first_order_truth("fedavg", quantity), first_order, scope="exact jets of equal clients, d <= 3", examples=20
        ),
    )


def with_remainder(wrong, remainder):
    """Wrong terms, with the remainder that is printed."""
    return {name: Expansion(terms, remainder) for name, terms in wrong.items()}


def remainder_check(reference, *without):
    return RemainderOrder(
        lambda: homogeneous_scalars()[1:],
        reference,
        steps=(5,),
        halvings=3,
        scope="certified law, two equal clients, d = 1",
        without=without,
    )


ROUGH = GrowthCheck(
    rough_loss, "bounded, 1/2-Hölder third derivative, b_s = 0; N = H = 1, where the printed order is gamma^(3/2)", at=((H, 1),)
)
NOT_LIPSCHITZ = (LIPSCHITZ_THIRD, ROUGH)

#: The jets at theta* in the vocabulary of proofs.
OF_NOISE = InQuantities(theta_star, noise=Mean(C_c), third=lambda S: Mean(D_c) * S)

#: Smooth problems leave gamma^2; what the statements allow reaches gamma^(3/2).
HALF_POWER_OF_BIAS = GrowthCheck(
    lipschitz_third_derivative, "third derivative with a kink at theta*, b_s = 0; N = H = 1", attains=True, at=((H, 1),)
)
HALF_POWER_OF_SECOND_MOMENT = GrowthCheck(kinked_noise, "noise with a kink at theta*; N = H = 1", attains=True, at=((H, 1),))

thm3_bias = Claim(
    id="aistats-thm3-bias",
    kind="expansion",
    says="With equal clients the bias is gamma/(2N) b_s, said to be up to O(gamma^2 H + gamma^(3/2)): third derivatives that are merely bounded, "
    "as in A1, leave gamma^(5/4).",
    printed=printed_at("Theorem 3, bias", BIAS_TEX),
    statement=Expansion(printed, REMAINDER),
    under=UNDER,
    checks=ROUGH,
    corrected="symfed-fedavg-homogeneous-bias",
    missing=SMOOTHNESS,
    expect=Tier.IMPRECISE,
)

smooth_bias = Claim(
    id="symfed-fedavg-homogeneous-bias",
    kind="expansion",
    says="The bias of Theorem 3 (AISTATS and preprint), bar theta_sto being the stationary mean, for a loss that all clients share and whose third derivatives "
    "are Lipschitz near theta*.",
    printed=printed_at("Theorem 3 with its missing condition", BIAS_TEX),
    statement=Expansion(printed, REMAINDER),
    under=SAMPLED & Domain((), (LIPSCHITZ_THIRD,)),
    uses=("symfed-fedavg-homogeneous-bias-remainder",),
    checks=(
        ProvenRemainder(shared_bias_remainder, BIAS, OF_NOISE, (shared_moments,)),
        IdentityInEveryDimension(expansion_of("fedavg", "bias", homogeneous=True), on_equal_tensors),
        first_order_checks("bias")[1],
        remainder_check(reference_bias("fedavg"), NOT_LIPSCHITZ, SAMPLES_OF_OTHERS),
        HALF_POWER_OF_BIAS,
    ),
    wrong=with_remainder(WRONG, REMAINDER)
    | {
        "O(gamma^2 + gamma^(3/2)), without H": Expansion(printed, gamma**2 + gamma ** sp.Rational(3, 2)),
        "O(gamma^2 H), without the half power": Expansion(printed, gamma**2 * H),
        "O(gamma^3 H)": Expansion(printed, gamma**3 * H),
    },
    expect=Tier.PROVED_GIVEN,
)

thm3_variance = Claim(
    id="aistats-thm3-variance",
    kind="expansion",
    says="With equal clients the second moment about theta* is gamma/N A C up to O(gamma^2 H + gamma^(3/2)).",
    printed=printed_at("Theorem 3, variance", r"\bar\Sigma_{sto}=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H+\gamma^{3/2})"),
    statement=Expansion(variance, REMAINDER),
    under=SAMPLED,
    uses=("symfed-fedavg-homogeneous-second-moment-remainder",),
    checks=(
        ProvenRemainder(shared_second_moment_remainder, SIGMA, OF_NOISE, (shared_moments,)),
        IdentityInEveryDimension(expansion_of("fedavg", "second_moment")),
        first_order_checks("second_moment")[1],
        remainder_check(reference_second_moment("fedavg"), NO_MOMENTS, SAMPLES_OF_OTHERS),
        HALF_POWER_OF_SECOND_MOMENT,
    ),
    wrong=with_remainder(VARIANCE_WRONG, REMAINDER)
    | {
        "O(gamma^2 H), without the half power": Expansion(variance, gamma**2 * H),
        "O(gamma^(5/2))": Expansion(variance, gamma ** sp.Rational(5, 2)),
    },
    expect=Tier.PROVED_GIVEN,
)

thm3_biased = Claim(
    id="aistats-thm3-biased-unless-quadratic",
    kind="limit",
    says="FedAvg is said to be biased on every loss that is not quadratic: it is not where loss and noise are symmetric about theta*.",
    printed=printed_at("remark after Theorem 3", r"\text{FedAvg is biased whenever the function }f\text{ is not quadratic}"),
    statement="f is not quadratic implies E theta is not theta*",
    under=UNDER,
    checks=CounterexampleCheck(symmetric_loss, "a symmetric loss with symmetric noise"),
    corrected="symfed-fedavg-homogeneous-bias",
    missing="to first order in gamma, and if the third derivative of f at theta*, applied to A C, is not zero",
    expect=Tier.IMPRECISE,
)

SPEEDUP_TEX = r"\text{as long as }\gamma H\text{ is small enough, both the bias and the variance decrease inversely proportional to }N"


def second_order_many_clients():
    """What is left of the bias's gamma^2 coefficient when equal clients become infinitely many."""
    return sp.limit(equal_clients(expansion_terms("fedavg", "bias", 2)[1]), N, sp.oo)


thm3_speedup = Claim(
    id="aistats-thm3-speedup-remark",
    kind="rate",
    says="For small gamma H the bias with equal clients is said to fall like 1/N: drift inside a round leaves a part of order gamma^2 (H-1) that "
    "no number of clients removes.",
    printed=printed_at("remark after Theorem 3", SPEEDUP_TEX),
    statement=sp.S.Zero,
    under=UNDER,
    see=("aistats-thm3-variance",),
    checks=SymbolicIdentity(second_order_many_clients, as_printed, scope="d = 1: the gamma^2 term as N grows, symbolic H"),
    corrected="symfed-fedavg-bias-floor",
    missing="gamma (H-1) small compared with 1/N: drift inside a round leaves a bias of order gamma^2 (H-1) that no number of clients removes",
    expect=Tier.IMPRECISE,
)

bias_floor = Claim(
    id="symfed-fedavg-bias-floor",
    kind="limit",
    says="As equal clients become many, gamma^2's coefficient in the bias tends to -(H-1) b C/(4 a), in dimension one, with a = f''(theta*) and "
    "b = f'''(theta*): zero only for H = 1 or b C = 0.",
    printed=printed_at(
        "what Theorem 3 leaves in its remainder, d = 1",
        r"\lim_{N\to\infty}[\gamma^2]\big(\bar\theta_{sto}-\theta^\star\big)=-\frac{(H-1)\,f^{(3)}(\theta^\star)\,C(\theta^\star)}{4f^{(2)}(\theta^\star)}",
    ),
    statement=-(H - 1) * b * C / (4 * a),
    under=Domain((), (EQUAL_CLIENTS, *DRAWS)),
    ranges=ONE_DIMENSION,
    checks=SymbolicIdentity(second_order_many_clients, as_printed, scope="d = 1: the gamma^2 term as N grows, symbolic H"),
    wrong={
        "sign flipped": (H - 1) * b * C / (4 * a),
        "H for H-1": -H * b * C / (4 * a),
        "factor 2": -(H - 1) * b * C / (2 * a),
        "nothing": sp.S.Zero,
    },
    expect=Tier.PROVED,
)

thm3_sgd = Claim(
    id="aistats-thm3-sgd-consistency",
    kind="identity",
    says="With one client the first order of the bias is that of SGD, as SGD's own rule has it.",
    printed=printed_at("remark after Theorem 3", r"\text{It is very similar to the bias of SGD given in Dieuleveut et al. (2020) for }N=1"),
    statement=lambda p, gamma, H: printed(p, gamma, H) * p.N,
    under=Domain((), (EQUAL_CLIENTS, *DRAWS), {str(EQUAL_CLIENTS): "Theorem 3 (A6)", **WHERE_DRAWS}),
    checks=(
        IdentityInEveryDimension(
            expansion_of("sgd", "bias", homogeneous=True).times(N),
            on_equal_tensors,
            scope="SGD's own rule, tensors of any dimension",
        ),
        CounterexampleSearch(
            one_population,
            lambda case: case.jets.N * coefficients("sgd", case.jets, "bias", 1, 1)[0],
            first_order,
            scope="exact jets of equal clients, SGD's own rule, d <= 3",
            examples=20,
        ),
    ),
    wrong={
        "sign flipped": lambda p, gamma, H: -printed(p, gamma, H) * p.N,
        "factor 2": lambda p, gamma, H: 2 * printed(p, gamma, H) * p.N,
        "1/N left": printed,
        "A C without the Lyapunov inverse": lambda p, gamma, H: WRONG["noise covariance without the Lyapunov inverse"](p, gamma, H) * p.N,
    },
    expect=Tier.PROVED,
)
