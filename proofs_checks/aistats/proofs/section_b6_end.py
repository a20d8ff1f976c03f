"""Appendix B.6: equation (57), the bias by way of the second moment, and the end of the expansion of the variance."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats import theorem_1, theorem_3, theorem_4
from proofs_checks.aistats.proofs import section_b6_mean
from proofs_checks.aistats.proofs.section_b6_end_gradients import PLACE
from proofs_checks.aistats.proofs.section_b6_end_variance import TURNED, balance, recursion_bound
from proofs_checks.aistats.quantities import A1
from proofs_checks.aistats.second_order_path import b_het
from proofs_checks.aistats.theorem_2 import VARIANCE_WRONG, variance
from proofs_checks.symfed.remainders.bias import BIAS, BY_HETEROGENEITY, EXACT, D_c, Z, added, beyond, error, gradual, slow_drift
from proofs_checks.symfed.remainders.means import far_of, means
from proofs_checks.symfed.remainders.moments import moments
from proofs_checks.symfed.remainders.second_moment import second_moment_remainder
from proofs_checks.symfed.remainders.setting import CLASSES, LAW, SMALL, at, known, le, nu, part, pull, size, size_of
from proofs_checks.symfed.remainders.sums import SIGMA, A, crossing, grows, rests, rising, sizes, unrolled
from symfed.checks import SymbolicIdentity
from symfed.checks.classes import LIPSCHITZ_THIRD
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of
from symfed.checks.expansion import Expansion
from symfed.checks.proven_remainder import ProvenRemainder
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, Lemma, Tier, again, crosscheck, printed_at
from symfed.core.symbols import H, gamma, h, mu
from symfed.derive.expansion import expand
from symfed.theorems import Apply, Arithmetic, Define, resting_on
from symfed.theorems.norms import jensen, mean_of, scaled_norm
from symfed.theorems.operators import coercive, solvable
from symfed.theorems.sequences import combination, instance, substitution
from symfed.theorems.vocabulary import CLIENTS_INDEPENDENT, FRESH, THRICE, E, Mean, Norm, Outer, Vector

# ---- equation (57)

REMAINDER = theorem_4.REMAINDER
EQ57_TEX = (
    r"\bar\theta_{sto}-\theta^\star=\frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_c(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))"
    r"\nabla f_c(\theta^\star)-\frac1{%s}\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)"
    r"+O(\gamma^{3/2}H+\gamma^2H^2)"
)


def bent(p, second):
    """What the third derivative makes of a matrix."""
    return p.solve(p.hessian, p.contract(p.third_derivative, second))


def printed(p, gamma, H):
    """(57), with the first order of the second moment, gamma/N A C, for the second moment."""
    return theorem_1.printed(p, gamma, H) - bent(p, variance(p, gamma, H)) / (2 * p.N)


def by_first_order(p, gamma, H):
    """The half in place of 1/(2N)."""
    return theorem_1.printed(p, gamma, H) - bent(p, variance(p, gamma, H)) / 2


def by_second_moment(p, gamma, H):
    """The half, and the second moment itself."""
    return theorem_1.printed(p, gamma, H) - bent(p, SIGMA) / 2


b_sigma = Vector("b_sigma", "A b_sigma = -(mean D_c) Sigma: b_s with the second moment for A C")
LEFT = BIAS - gamma * (H - 1) / 2 * b_het - b_sigma / 2


def by_sigma(s):
    """What is left, at most, s bounding how far local paths come from theta*: a third derivative's rest, drift, and how Sigma changes."""
    return at(H, error(pull, s, slow_drift(pull, s))) / mu


def steps_to_eq57():
    """From the moments to what is left: the steps to the bias, without those that expand the second moment."""
    s, f = size(h), slow_drift(pull, size(h))
    names = {"optimum": 0, "sampled: stationary/1": 1, "size is": 2, "longest": 3, "sigma": 4, "paths": 5}
    steps, equations, factors = BY_HETEROGENEITY
    ZH, before = at(H, Z), at(H, s)
    follows = (
        *[step for step in LAW if isinstance(step, Define)],
        *unrolled(),
        *grows(s),
        *sizes(pull, s, at(0, s)),
        *rising(s),
        *rests(pull, s),
        *means(pull, s, at(0, s)),
        *crossing(pull, s, at(0, s), far_of(pull, before)),
        *gradual(pull, s),
        *beyond(pull, s, at(0, s), f),
        *added(pull, s, f),
        Apply(instance, "left at H", relation="left", at={h: H}),
        *steps,
        Apply(solvable, "b_sigma", matrix=A, low=mu, right=-Mean(D_c) * SIGMA, solution=b_sigma),
        Apply(
            combination,
            "one part",
            u=sp.expand(A * LEFT),
            v=-Mean(ZH) / H,
            equations=("no mean gradient/1", "b_sigma", *equations),
            factors=(1 / H, -sp.Rational(1, 2), *factors),
        ),
        Apply(mean_of, "left in the mean", relation="left at H"),
        Apply(jensen, "convexity of what is left", v=ZH),
        Apply(scaled_norm, "per step", v=Mean(ZH), factor=-1 / H),
        Apply(coercive, "inverted", by=("mean curvature/1",), matrix=A, low=mu, v=LEFT),
        Arithmetic(
            "bias",
            le(Norm(LEFT), by_sigma(before)),
            ("inverted", "one part/2", "per step", "left in the mean", "convexity of what is left"),
            tuple(k / mu for k in (1, 1, 1, 1 / H, 1 / H)),
        ),
        Apply(instance, "size at H", relation="size is", at={h: H}),
        Apply(substitution, "spelt out", relation="bias", equation="size at H"),
    )
    return resting_on(follows, {name: part(moments, known(pull, nu, s)[k]) for name, k in names.items()})


remainder = Claim(
    id="symfed-fedavg-bias-by-second-moment",
    kind="inequality",
    says="What is left of the bias once gamma (H-1)/2 b_h and half of what third derivatives make of the second moment are taken off: the remainder "
    "of the bias, without that of the second moment. K bounds third derivatives and their change, s how far local paths come from theta*.",
    printed=printed_at(
        "the remainder of equation (57)",
        r"\Big\|\bar\theta_{sto}-\theta^\star-\frac{\gamma(H-1)}2b_h+\frac12\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\bar\Sigma_{sto}\Big\|"
        r"\le\frac1\mu\Big(\frac K6s^3+\gamma LHf+\frac K2\big(2\gamma H(g\delta+Ls^2)+w^2\big)\Big)",
    ),
    statement=le(Norm(LEFT), by_sigma(at(H, size_of(pull, nu)))),
    under=Domain((SMALL,), (*CLASSES, THRICE, LIPSCHITZ_THIRD)),
    lemmas=EXACT,
    follows=steps_to_eq57(),
    uses=("symfed-fedavg-moments",),
    expect=Tier.PROVED_GIVEN,
)
DERIVED = IdentityInEveryDimension(expansion_of("fedavg", "bias"))
#: Letters of dimension one take what tensors do not, the inverse of a difference of Hessians, say.
IN_DIMENSION_ONE = SymbolicIdentity(lambda: expand("fedavg", "bias", 1), scope="d = 1, symbolic jets and H")
UNDER = theorem_4.UNDER & Domain((), theorem_3.DRAWS, theorem_3.WHERE_DRAWS)
#: The bias by way of the second moment does not ask whether clients draw independently; its first order does.
ANY_CLIENTS = theorem_4.UNDER & Domain((), (FRESH, LIPSCHITZ_THIRD), {str(FRESH): theorem_3.WHERE_DRAWS[str(FRESH)]})


def expanded(terms):
    return {name: Expansion(wrong, REMAINDER) for name, wrong in terms.items()}


eq57_corrected = Claim(
    id="symfed-eq57",
    kind="expansion",
    says="Equation (57), the preprint's (35), with 1/2 for 1/(2N) (and in the preprint plus before the first term), for losses with Lipschitz third derivatives: what remains is of the printed order, uniformly in H.",
    printed=printed_at("equation (57) with its factor and its missing condition", EQ57_TEX % "2"),
    under=ANY_CLIENTS,
    lemmas=(
        Lemma(
            "remainder",
            Expansion(by_second_moment, REMAINDER),
            ProvenRemainder(remainder, BIAS, theorem_3.OF_NOISE, (moments,)),
            wrong=expanded(
                {
                    "1/(2N)": lambda p, gamma, H: theorem_1.printed(p, gamma, H) - bent(p, SIGMA) / (2 * p.N),
                    "the preprint's sign of the first term": lambda p, gamma, H: -theorem_1.printed(p, gamma, H) - bent(p, SIGMA) / 2,
                    "not halved": lambda p, gamma, H: theorem_1.printed(p, gamma, H) - bent(p, SIGMA),
                    "sign of the second term": lambda p, gamma, H: theorem_1.printed(p, gamma, H) + bent(p, SIGMA) / 2,
                }
            ),
        ),
        crosscheck(
            "first order",
            Expansion(by_first_order, REMAINDER),
            (DERIVED, IN_DIMENSION_ONE),
            wrong=expanded(
                {"1/(2N)": printed, "H for H-1": lambda p, gamma, H: by_first_order(p, gamma, H) + gamma / 2 * theorem_1.b_h(p)}
            ),
            given=Domain((), (CLIENTS_INDEPENDENT,)),
        ),
    ),
    uses=(remainder.id,),
    see=("symfed-fedavg-bias",),
    expect=Tier.PROVED_GIVEN,
)
eq57 = Claim(
    id="aistats-eq57-bias",
    kind="expansion",
    says="The second moment already holds its 1/N: the factor before it is 1/2, as dividing the display before by its sums gives, not 1/(2N). With N "
    "clients (57) is N times too small in its second term. (It is judged with gamma/N A C for the second moment, which Theorem 4 proves.) "
    "The last display of the proof has the right factor again.",
    printed=printed_at("equation (57)", EQ57_TEX % "2N"),
    statement=Expansion(printed, REMAINDER),
    under=theorem_4.UNDER,
    checks=SymbolicIdentity(lambda: expand("fedavg", "bias", 1)),
    corrected=eq57_corrected.id,
    see=("aistats-thm4-variance", "aistats-thm4-bias"),
    erratum=Erratum(LOCAL_SLIP, "With 1/2 for 1/(2N) it gives the last display of the proof, which is Theorem 4's bias."),
    differs={"hal-eq35": "the first term has the sign minus there"},
    expect=Tier.REFUTED,
)

# ---- the expansion of the variance


def noise_of_a_round(p, gamma, H):
    return gamma**2 * H / p.N * p.noise


NOISE_WRONG = {
    "factor 2": lambda p, gamma, H: 2 * noise_of_a_round(p, gamma, H),
    "1/N dropped": lambda p, gamma, H: p.N * noise_of_a_round(p, gamma, H),
    "noise of one step": lambda p, gamma, H: noise_of_a_round(p, gamma, H) / H,
    "gamma for gamma^2": lambda p, gamma, H: noise_of_a_round(p, gamma, H) / gamma,
}
OF_A_ROUND = gamma**3 * H**3 + gamma ** sp.Rational(5, 2) * H**2


def of_a_round(wrong):
    return {name: Expansion(terms, OF_A_ROUND) for name, terms in wrong.items()}


RECURSION_TEX = (
    r"\int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)=\Gamma^{\star,H}\int(\theta-\theta^\star)^{\otimes2}\pi^{(\gamma,H)}(d\theta)"
    r"\Gamma^{\star,H}+\frac{\gamma^2H}N\mathcal C(\theta^\star)+O(\gamma^3H^3)+O(\gamma^{5/2}H^2)"
)
recursion = Claim(
    id="aistats-B6-variance-recursion",
    kind="expansion",
    says="The recursion of second moments over a round with the clients' mean Gamma, remainder included, uniformly in H. What it is drawn from, "
    "that the noise along the paths has the covariance C(theta*) + O(gamma H), asks for more than A3: aistats-B6-covariance-along-paths.",
    printed=printed_at(PLACE, RECURSION_TEX),
    statement=Expansion(noise_of_a_round, OF_A_ROUND),
    under=UNDER,
    checks=ProvenRemainder(recursion_bound, SIGMA - E(Outer(TURNED, TURNED)), theorem_3.OF_NOISE, (moments, balance)),
    wrong=of_a_round(NOISE_WRONG),
    uses=(recursion_bound.id,),
    see=("aistats-B6-covariance-along-paths", "aistats-B6-gamma-grad-order"),
    expect=Tier.PROVED_GIVEN,
)
simplify = Claim(
    id="aistats-B6-variance-simplify",
    kind="expansion",
    says="The recursion to first order in gamma H, and what the inverse of the Lyapunov operator, at most 1/(2 mu), makes of it: Theorem 4's second "
    "moment, (7)'s Sigma, remainders included, uniformly in H.",
    printed=printed_at(
        PLACE + ", its end",
        r"\bar\Sigma=\bar\Sigma-\gamma H\nabla^2f(\theta^\star)\bar\Sigma-\gamma H\bar\Sigma\nabla^2f(\theta^\star)+\frac{\gamma^2H}N\mathcal C(\theta^\star)"
        r"+O(\gamma^3H^3)+O(\gamma^{5/2}H^2);\quad\bar\Sigma=\frac\gamma N\mathbf A\mathcal C(\theta^\star)+O(\gamma^2H^2)+O(\gamma^{3/2}H)",
    ),
    under=UNDER,
    lemmas=(
        Lemma(
            "developed",
            Expansion(noise_of_a_round, OF_A_ROUND),
            ProvenRemainder(balance, gamma * H * (A * SIGMA + SIGMA * A), theorem_3.OF_NOISE, (moments,)),
            wrong=of_a_round(NOISE_WRONG),
        ),
        Lemma(
            "solved",
            Expansion(variance, REMAINDER),
            (
                ProvenRemainder(second_moment_remainder, SIGMA, theorem_3.OF_NOISE, (moments,)),
                IdentityInEveryDimension(expansion_of("fedavg", "second_moment")),
            ),
            wrong=expanded(VARIANCE_WRONG),
        ),
    ),
    uses=(balance.id, second_moment_remainder.id),
    see=("aistats-B6-variance-recursion", "aistats-A1-uniqueness-lyapunov", "aistats-thm4-variance"),
    expect=Tier.PROVED_GIVEN,
)

last = again(
    theorem_4.thm4_bias,
    "aistats-B6-last-display",
    printed_at(
        "Appendix B.6, last display",
        r"\bar\theta_{sto}-\theta^\star=\frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_c(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))"
        r"\nabla f_c(\theta^\star)-\frac\gamma{2N}\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\mathbf A\mathcal C(\theta^\star)"
        r"+O(\gamma^2H^2)+O(\gamma^{3/2}H)",
    ),
    says="Theorem 4's bias, written out, without the extra factor 1/N of (57), which with the second moment put in would give 1/N^2. It needs what "
    "Theorem 4 needs.",
    see=("aistats-eq57-bias", "aistats-thm4-bias"),
    differs={"hal-thm4-final": "the first term has the sign minus there, and the second is twice as large"},
)
geometric = replace(
    section_b6_mean.geometric_corrected,
    id="aistats-B6-geometric-again",
    says="The geometric sum where the proof uses it a second time: minus on both sides, as it has to be, unlike before (55).",
    printed=printed_at(
        "Appendix B.6, before equation (57)",
        r"-\gamma\sum_{h=0}^{H-1}\Gamma_c^{\star,H-h-1}=-(Id-\Gamma_c^{\star,H})\nabla^2f_c(\theta^\star)^{-1}",
    ),
    under=Domain((), (A1,), {str(A1): "Theorem 4"}),
    see=("aistats-eq55pre-geometric", "aistats-lem9-usage-inverse"),
    differs={"hal-thm4-proof-lemma9-again": "the left side alone has a minus there"},
)
