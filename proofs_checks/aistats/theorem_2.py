"""Theorem 2: quadratic clients."""

import sympy as sp

from proofs_checks.aistats import stochastic_round, theorem_1
from proofs_checks.aistats.proposition_1 import SMALL
from proofs_checks.aistats.proposition_2 import SHORT
from proofs_checks.aistats.quadratic_bias_remainder import A5, bias_remainder
from proofs_checks.aistats.quadratic_mean_path import BIAS, MEAN_PATH, OWN, UNROLLED, Gamma_c
from proofs_checks.aistats.quadratic_second_moment import C_c, V
from proofs_checks.aistats.quadratic_variance_remainder import WHERE_DRAWS, rough_remainder, second_moment, smooth_remainder
from proofs_checks.aistats.quantities import A2, on_quadratics, runs, theta_star, x, zeta
from proofs_checks.aistats.rough import heavy_tail, kinked_noise, wrong_on_average
from proofs_checks.aistats.stochastic_round import A1, A3, theta_sto
from symfed.checks import CounterexampleSearch, GrowthCheck, RemainderOrder, SymbolicIdentity
from symfed.checks import classes as shared
from symfed.checks.classes import REGULAR, bent
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of
from symfed.checks.expansion import Expansion
from symfed.checks.proven_remainder import InQuantities, ProvenRemainder
from symfed.checks.readings import exact_bias, on_jets, reference_bias, reference_second_moment
from symfed.claims import RESULT, Claim, Class, Domain, Erratum, Tier, again, crosscheck, printed_at
from symfed.core.symbols import H, gamma, mu, zeta1, zeta2
from symfed.derive.quadratic import stationary_mean
from symfed.strategies import hard_quadratics, instances
from symfed.strategies.standard import heterogeneous_quadratics, multiplicative_quadratics
from symfed.theorems import Apply, Arithmetic, Assumed
from symfed.theorems.norms import zero_norm
from symfed.theorems.vocabulary import CLIENTS_INDEPENDENT, FRESH, QUADRATIC, SMOOTH_COVARIANCE, Mean, Norm, Stated

#: Of jets, and of the laws that a remainder is measured on. A2 says of finitely many clients that they have some zeta_1 and zeta_2.
OF_JETS = (REGULAR, A3, Class(A5.says, shared.QUADRATIC.contains, None, (QUADRATIC,), bent), FRESH)


PRINTED = (A1, A2, A3, A5, FRESH)


def where(*relations, classes=PRINTED):
    """Conditions that Theorem 2 prints, and how samples are drawn."""
    return Domain(relations, classes, {str(c): WHERE_DRAWS.get(str(c), "Theorem 2") for c in (*relations, *classes)})


STEPS = where(SMALL)
SMALL_STEPS = where(SMALL, SHORT)
#: What is known to break a printed remainder, once a condition is dropped.
SAMPLES_OF_OTHERS = (FRESH, GrowthCheck(wrong_on_average, "samples that are wrong on average; N = H = 1", at=((H, 1),)))
NO_MOMENTS = (A3, GrowthCheck(heavy_tail, "noise without a second moment; N = H = 1", at=((H, 1),)))
KINK = GrowthCheck(kinked_noise, "quadratic f, noise with a kink at theta*; N = H = 1, where the printed order is gamma^2", at=((H, 1),))


def printed(p, gamma, H):
    """(Id - Gamma)^-1 mean_c (Id - Gamma_c)(theta* - theta_c*), where A_c (theta* - theta_c*) is client c's gradient at theta*."""
    Gamma_c = p.power(p.identity() - gamma * p.hessians, H)
    displacements = p.solve_each(p.hessians, p.gradients)
    return p.solve(p.identity() - p.mean(Gamma_c), p.mean(p.apply(p.identity() - Gamma_c, displacements)))


def corrected(p, gamma, H):
    """The printed formula with theta_c* - theta* for theta* - theta_c*."""
    return -printed(p, gamma, H)


SEARCH = CounterexampleSearch(instances, exact_bias("fedavg"), on_jets)

thm2_exact_bias = Claim(
    id="aistats-thm2-exact-bias",
    kind="identity",
    says="On quadratics the bias of FedAvg is printed as a mean of theta* - theta_c*, weighted by the local contractions: the proof "
    "derives the opposite sign.",
    printed=printed_at(
        "Theorem 2",
        r"\bar\theta_{sto}^{(\gamma,H)}-\theta^\star=\frac1N\sum_{c=1}^N(Id-\Gamma^\star)^{-1}(Id-\Gamma_c^\star)(\theta^\star-\theta_c^\star)",
    ),
    statement=printed,
    under=STEPS,
    checks=SEARCH,
    corrected="symfed-fedavg-quadratic-bias",
    expect=Tier.REFUTED,
    erratum=Erratum(
        RESULT,
        "the sign of the bias: theta* - theta_c* for theta_c* - theta*, which the proof derives; the bound and the expansion of the theorem do not feel it",
    ),
)

quadratic_bias = Claim(
    id="symfed-fedavg-quadratic-bias",
    kind="identity",
    says="Theorem 2 with the sign that makes it true: theta_c* - theta* in place of theta* - theta_c*. It is proved multiplied by Id - Gamma, "
    "which is invertible, as every (Id - gamma A_c)^H is smaller than Id.",
    printed=printed_at(
        "correction of Theorem 2 in both versions",
        r"\bar\theta_{sto}^{(\gamma,H)}-\theta^\star=\frac1N\sum_{c=1}^N(Id-\Gamma^\star)^{-1}(Id-\Gamma_c^\star)(\theta_c^\star-\theta^\star)",
    ),
    statement=sp.Eq(BIAS - Mean(Gamma_c(H, BIAS)), Mean(OWN - Gamma_c(H, OWN)), evaluate=False),
    under=where(SMALL, classes=(A1, A3, A5, FRESH)),
    lemmas=crosscheck(
        "solved",
        corrected,
        (SEARCH, SymbolicIdentity(lambda: stationary_mean("fedavg"), scope="d = 1 quadratics, symbolic gamma, H, N and client jets")),
        wrong={
            "as printed (sign flipped)": printed,
            "H+1 for H": lambda p, gamma, H: corrected(p, gamma, H + 1),
            "1/N dropped": lambda p, gamma, H: p.N * corrected(p, gamma, H),
        },
    ),
    follows=(*MEAN_PATH, *UNROLLED),
    expect=Tier.PROVED,
)

BOUND = sp.Le(Norm(BIAS), gamma * (H - 1) * zeta2 * zeta1 / mu)


def noisy_runs(d, N):
    return runs(d, N, noise=True)


def few_clients():
    """The hard quadratics that are solved in no time."""
    return tuple(i for i in hard_quadratics() if i.problem.num_clients <= 125)


def measured_runs(strategy=noisy_runs, **more):
    """Exact quadratics with noise, their stationary mean solved."""
    return on_quadratics(strategy, "exact quadratics", measures=stochastic_round.MEASURES, **more)


thm2_bound = Claim(
    id="aistats-thm2-bound",
    kind="inequality",
    says="On quadratics the bias is at most gamma (H-1) zeta_2 zeta_1 / mu, by the sharper symfed-prop5-bound, which has no gamma mu H <= 1.",
    printed=printed_at(
        "Theorem 2, second display",
        r"\|\bar\theta_{sto}^{(\gamma,H)}-\theta^\star\|\le\gamma(H-1)\zeta_{\star,2}\zeta_{\star,1}/\mu\quad(\gamma\mu H\le1)",
    ),
    statement=BOUND,
    under=SMALL_STEPS,
    lemmas=crosscheck(
        "exact",
        BOUND,
        measured_runs(extremes=few_clients),
        wrong={
            "half the bound": sp.Le(Norm(BIAS), gamma * (H - 1) * zeta2 * zeta1 / mu / 3),
            "H - 2 for H - 1": sp.Le(Norm(BIAS), gamma * (H - 2) * zeta2 * zeta1 / mu),
        },
    ),
    follows=Arithmetic("bound", BOUND, ("symfed-prop5-bound",)),
    uses=("symfed-prop5-bound",),
    expect=Tier.PROVED,
)

thm2_bias_expansion = Claim(
    id="aistats-thm2-bias-expansion",
    kind="expansion",
    says="On quadratics the bias is gamma (H-1)/2 b_h up to O(gamma^2 H^2): noise does not enter.",
    printed=printed_at("Theorem 2, third display", r"\bar\theta_{sto}-\theta^\star=\frac{\gamma(H-1)}2b_h+O(\gamma^2H^2)"),
    statement=Expansion(theorem_1.printed, theorem_1.REMAINDER),
    under=where(SMALL, SHORT, classes=OF_JETS),
    uses=("symfed-fedavg-quadratic-bias-remainder",),
    see=("aistats-thm1-bias",),
    checks=(
        ProvenRemainder(bias_remainder, BIAS, InQuantities(theta_star)),
        IdentityInEveryDimension(expansion_of("fedavg", "bias", quadratic=True)),
        RemainderOrder(heterogeneous_quadratics, reference_bias("fedavg"), scope="exact rational, d <= 3", without=(SAMPLES_OF_OTHERS,)),
    ),
    wrong={name: Expansion(wrong, theorem_1.REMAINDER) for name, wrong in theorem_1.WRONG.items()}
    | {"O(gamma^2 H)": Expansion(theorem_1.printed, gamma**2 * H), "O(gamma^3 H^3)": Expansion(theorem_1.printed, gamma**3 * H**3)},
    expect=Tier.PROVED,
)


def variance(p, gamma, H):
    return gamma / p.N * p.lyapunov(p.hessian, p.noise)


VARIANCE_WRONG = {
    "sign flipped": lambda p, gamma, H: -variance(p, gamma, H),
    "factor 2": lambda p, gamma, H: 2 * variance(p, gamma, H),
    "1/N dropped": lambda p, gamma, H: p.N * variance(p, gamma, H),
    "extra factor H": lambda p, gamma, H: H * variance(p, gamma, H),
}
REMAINDER = gamma**2 * H**2 + gamma**2 * H
SMOOTH_NOISE = SMOOTH_COVARIANCE
SECOND_MOMENT = (
    IdentityInEveryDimension(expansion_of("fedavg", "second_moment", quadratic=True)),
    RemainderOrder(
        heterogeneous_quadratics,
        reference_second_moment("fedavg"),
        scope="exact rational, d <= 3",
        without=(SAMPLES_OF_OTHERS, NO_MOMENTS, (SMOOTH_NOISE, KINK)),
    ),
)

thm2_variance = Claim(
    id="symfed-fedavg-quadratic-variance",
    kind="expansion",
    says="On quadratics with smooth noise covariance the second moment about theta* is gamma/N A C up to O(gamma^2 H^2 + gamma^2 H).",
    printed=printed_at(
        "Theorem 2, last display, with its missing condition",
        r"\bar\Sigma_{sto}=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2+\gamma^2H)",
    ),
    statement=Expansion(variance, REMAINDER),
    under=where(SMALL, SHORT, classes=(*OF_JETS, CLIENTS_INDEPENDENT)) & Domain((), (SMOOTH_NOISE,)),
    uses=(smooth_remainder.id,),
    checks=(
        ProvenRemainder(smooth_remainder, V, InQuantities(theta_star, noise=Mean(C_c)), (second_moment,)),
        *SECOND_MOMENT,
        RemainderOrder(
            multiplicative_quadratics, reference_second_moment("fedavg"), steps=(), scope="multiplicative noise, certified law, d = 1"
        ),
    ),
    wrong={name: Expansion(wrong, REMAINDER) for name, wrong in VARIANCE_WRONG.items()}
    | {"O(gamma^3 H^3)": Expansion(variance, gamma**3 * H**3)},
    expect=Tier.PROVED_GIVEN,
)

thm2_variance_printed = Claim(
    id="aistats-thm2-variance-expansion",
    kind="expansion",
    says="On quadratics the second moment about theta* is gamma/N A C, said to be up to O(gamma^2 H^2 + gamma^2 H): a kink in the noise "
    "covariance, which A1 and A3 allow, leaves gamma^(3/2).",
    printed=printed_at(
        "Theorem 2, last display", r"\bar\Sigma_{sto}=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2+\gamma^2H)"
    ),
    statement=Expansion(variance, REMAINDER),
    under=where(SMALL, SHORT, classes=OF_JETS),
    checks=KINK,
    corrected="symfed-fedavg-quadratic-variance",
    see=("aistats-eq9-A-and-C",),
    missing="a noise covariance that is twice differentiable at theta* (A1 and A3 allow a kink there, which leaves gamma^(3/2))",
    expect=Tier.IMPRECISE,
)


def _one_vanishes(i):
    p = i.problem.jets
    return not zeta(i, p.gradients - p.mean(p.gradients)) or not zeta(i, p.hessians - p.hessian)


def one_vanishes(d, N):
    """Clients that differ in their optima only, or in their Hessians only: one of zeta_1 and zeta_2 is zero."""
    return instances(d, N, shared="hessians") | instances(d, N, shared="optima")


NO_HETEROGENEITY = Stated("zeta_1 = 0 or zeta_2 = 0", _one_vanishes, noisy_runs, relations=(sp.Eq(zeta1 * zeta2, 0),))

thm2_no_bias = Claim(
    id="aistats-thm2-no-het-no-bias",
    kind="identity",
    says="On quadratics there is no bias when all client Hessians, or all client gradients at the optimum, agree.",
    printed=printed_at(
        "remark after Theorem 2", r"\zeta_{\star,1}=0\ \text{or}\ \zeta_{\star,2}=0\ \Rightarrow\ \bar\theta_{sto}=\theta^\star"
    ),
    statement=sp.Eq(theta_sto - theta_star, 0 * x, evaluate=False),
    under=STEPS & Domain((), (NO_HETEROGENEITY,), {str(NO_HETEROGENEITY): "the remark"}),
    lemmas=crosscheck(
        "exact",
        sp.Eq(theta_sto, theta_star, evaluate=False),
        measured_runs(one_vanishes, extremes=None),
        wrong={"a tenth farther": sp.Eq(theta_sto, 11 * theta_star / 10, evaluate=False)},
    ),
    follows=(
        Assumed("no heterogeneity", NO_HETEROGENEITY),
        Arithmetic("no distance", sp.Le(Norm(BIAS), 0, evaluate=False), ("symfed-prop5-bound", "no heterogeneity")),
        Apply(zero_norm, "no bias", v=BIAS, by=("no distance",)),
    ),
    uses=("symfed-prop5-bound",),
    expect=Tier.PROVED,
)

thm2_refines = again(
    thm2_bound,
    "aistats-thm2-bound-refines",
    printed_at("remark after Theorem 2", r"\|\bar\theta_{sto}-\theta^\star\|\le\gamma(H-1)\zeta_{\star,2}\zeta_{\star,1}/\mu"),
    says="The bias on quadratics is bounded by the product of the two heterogeneities. That earlier bounds are refined is not judged.",
)

#: What is printed in Theorem 4, of higher order than gamma; a kink in the noise covariance leaves gamma^(3/2).
HIGHER_ORDER = gamma**2 * H**2 + gamma ** sp.Rational(3, 2) * H
thm2_speedup = Claim(
    id="aistats-thm2-speedup-remark",
    kind="rate",
    says="On quadratics the stationary variance is 1/N times what does not depend on N, to first order in gamma; this needs no smooth noise covariance.",
    printed=printed_at("remark after Theorem 2", r"\bar\Sigma_{sto}\ \text{scales with}\ \tfrac1N\ \text{up to higher order terms}"),
    statement=Expansion(variance, HIGHER_ORDER),
    under=where(SMALL, SHORT, classes=(*OF_JETS, CLIENTS_INDEPENDENT)),
    uses=(rough_remainder.id,),
    see=("symfed-fedavg-quadratic-variance", "aistats-thm4-variance"),
    checks=(
        ProvenRemainder(rough_remainder, V, InQuantities(theta_star, noise=Mean(C_c)), (second_moment,)),
        *SECOND_MOMENT,
        GrowthCheck(kinked_noise, "noise with a kink at theta*; N = H = 1", attains=True, at=((H, 1),)),
    ),
    wrong={
        "1/N^2": Expansion(lambda p, gamma, H: variance(p, gamma, H) / p.N, HIGHER_ORDER),
        "no speed-up": Expansion(lambda p, gamma, H: variance(p, gamma, H) * p.N, HIGHER_ORDER),
        "O(gamma^2 H^2), without the half power": Expansion(variance, gamma**2 * H**2),
    },
    expect=Tier.PROVED_GIVEN,
)
