"""Proof of Theorem 4: the expansion of the bias before (57), in which a round's inverse stands before what third derivatives add in its steps."""

import sympy as sp

from proofs_checks.aistats import theorem_1, theorem_3, theorem_4
from proofs_checks.aistats.lemma_9 import inverse
from proofs_checks.aistats.proofs.section_b6_end import b_sigma, by_sigma
from proofs_checks.aistats.proofs.section_b6_end import remainder as by_second_moment
from proofs_checks.aistats.proofs.section_b6_mean import SUMS, sum_c
from proofs_checks.aistats.proofs.section_b6_paths import from_moments
from proofs_checks.aistats.proofs.theorem_7_inverse import STEPS as INVERTED
from proofs_checks.aistats.proofs.theorem_7_inverse import E_c, noiseless
from proofs_checks.aistats.proposition_1 import RATE
from proofs_checks.aistats.proposition_1 import SMALL as STABLE
from proofs_checks.aistats.proposition_2 import SHORT
from proofs_checks.aistats.quantities import theta_star, x, y
from proofs_checks.aistats.second_order_path import b_het
from proofs_checks.symfed.remainders.bias import BIAS, EXACT, D_c, K
from proofs_checks.symfed.remainders.moments import moments
from proofs_checks.symfed.remainders.setting import CLASSES, SMALL, at, le, nu, pull, size, size_of, tagged
from proofs_checks.symfed.remainders.sums import SIGMA, A, A_c, apart, e, grows
from symfed.checks import inequality_search
from symfed.checks.expansion import Expansion
from symfed.checks.proven_remainder import ProvenRemainder
from symfed.claims import RESULT, Claim, Domain, Erratum, ProofStep, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h, lam, mu
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.norms import jensen, mean_of, scaled_norm, triangle
from symfed.theorems.operators import coercive, minimiser, solvable, spectral, third_near
from symfed.theorems.sequences import banach, bounded_by_induction, instance, linear_combination, substitution
from symfed.theorems.vocabulary import CURVED, FRESH, LIPSCHITZ_THIRD, THRICE, Mean, Norm, Vector, sequence

round_bent = sequence(
    "bent_round", "a round of Id - gamma A_c from a point, and what third derivatives at the stationary second moment add in its steps"
)
bent_bias = Vector("bent_bias", "the point that such a round leaves where it is: minus the second term of the display before (57)")
Z_c = D_c * SIGMA / 2
V = bent_bias - Mean(E_c(H, bent_bias))
U = inverse(V) / (gamma * H)
SUM = sum_c(H, Z_c)
SUMMED = sum_c(h, x)
LEFT_OVER = SUMMED - h * x
BEYOND = SUM - H * Z_c
NEAR = le(Norm(bent_bias - b_sigma / 2), gamma * K * Norm(SIGMA) * (H * L**2 / (2 * mu**2) + (H - 1) * L / (4 * mu)))

_KEPT = ("mu <= L", "curvature", "curvature of f", "inverse", "products", "linear", "bounded")
#: The optimum; that products at theta* contract and are linear, and what the inverse of Id less their mean is.
INVERSE = (
    Apply(minimiser, "optimum", point=theta_star),
    Apply(third_near, "third", point=theta_star, third=D_c, bound=K, u=x),
    *tagged(INVERTED, "inverted", **{name: name for name in _KEPT}),
)
SOLVED = (
    Define("bent round", sp.Eq(round_bent(x), Mean(E_c(H, x)) - gamma * Mean(SUM))),
    Apply(instance, "bent round of y", relation="bent round", at={x: y}),
    Apply(instance, "linear at H", relation="linear", at={h: H}),
    Apply(mean_of, "linear in the mean", relation="linear at H"),
    Apply(instance, "products at H", relation="products", at={h: H, x: x - y}),
    Apply(mean_of, "products in the mean", relation="products at H"),
    Apply(jensen, "convexity of products", v=E_c(H, x - y)),
    linear_combination(
        "two rounds", round_bent(x) - round_bent(y), Mean(E_c(H, x - y)), {"bent round": 1, "bent round of y": -1, "linear in the mean": 1}
    ),
    Arithmetic(
        "contracts",
        le(Norm(round_bent(x) - round_bent(y)), RATE**H * Norm(x - y)),
        {"two rounds/2": 1, "convexity of products": 1, "products in the mean": 1},
    ),
    Arithmetic("a rate", sp.And(le(0, RATE**H), sp.Lt(RATE**H, 1, evaluate=False)), ("mu <= L",)),
    Apply(banach, "solved", by=("a rate/1", "a rate/2"), mapping=round_bent, factor=RATE**H, x=x, y=y, point=bent_bias),
    Apply(instance, "bent round there", relation="bent round", at={x: bent_bias}),
    linear_combination("V", V, -gamma * Mean(SUM), {"bent round there": 1, "solved/1": -1}),
    Apply(instance, "near", relation="bounded", at={y: bent_bias}),
)
#: Sums of powers are H times the vector, up to gamma L H²/2 of it.
FIRST_ORDER: tuple[ProofStep, ...] = (
    *SUMS,
    linear_combination("no term yet", at(0, SUMMED), 0 * x, ("no term",)),
    Apply(spectral, "sums shrink", by=("mu <= L",), matrix=A_c, function=1 - gamma * lam, bound=sp.S.One, v=SUMMED),
    Apply(spectral, "sums, turned", by=("mu <= L",), matrix=A_c, function=lam, bound=L, v=SUMMED),
    linear_combination("a term more", at(h + 1, SUMMED), SUMMED - gamma * A_c * SUMMED + x, ("one term more",)),
    Apply(triangle, "a term more in two parts", u=SUMMED - gamma * A_c * SUMMED, v=x),
    Arithmetic(
        "a step", le(Norm(at(h + 1, SUMMED)), Norm(SUMMED) + Norm(x)), {"a term more/2": 1, "a term more in two parts": 1, "sums shrink": 1}
    ),
    bounded_by_induction("size of sums", Norm(SUMMED), h, h * Norm(x), increment=Norm(x), by=("no term yet/2",)),
    linear_combination("next", at(h + 1, LEFT_OVER), LEFT_OVER - gamma * A_c * SUMMED, ("one term more",)),
    Apply(triangle, "next in two parts", u=LEFT_OVER, v=-gamma * A_c * SUMMED),
    Arithmetic(
        "next, bounded",
        le(Norm(at(h + 1, LEFT_OVER)), Norm(LEFT_OVER) + gamma * L * h * Norm(x)),
        {"next/2": 1, "next in two parts": 1, "sums, turned": gamma, "size of sums": gamma * L},
    ),
    linear_combination("nothing left", at(0, LEFT_OVER), 0 * x, ("no term",)),
    bounded_by_induction(
        "first order", Norm(LEFT_OVER), h, gamma * L * h * (h - 1) / 2 * Norm(x), increment=gamma * L * h * Norm(x), by=("nothing left/2",)
    ),
    *[
        step
        for name, relation, v in (("sums", "size of sums", SUM), ("rests", "first order", BEYOND))
        for step in (
            Apply(instance, f"{name} of a round", relation=relation, at={h: H, x: Z_c}),
            Apply(mean_of, f"{name} in the mean", relation=f"{name} of a round"),
            Apply(jensen, f"convexity of {name}", v=v),
        )
    ],
)
AT_SIGMA = (
    Apply(instance, "third of it", relation="third/2", at={x: SIGMA}),
    Apply(mean_of, "thirds in the mean", relation="third of it"),
    Apply(solvable, "b_sigma", matrix=A, low=mu, right=-Mean(D_c) * SIGMA, solution=b_sigma),
    Apply(instance, "A u", relation="inverse", at={x: V}),
    linear_combination(
        "apart",
        sp.expand(A * (U - b_sigma / 2)),
        -Mean(BEYOND) / H,
        {"A u": 1 / (gamma * H), "V/1": 1 / (gamma * H), "b_sigma": -sp.Rational(1, 2)},
    ),
    Apply(coercive, "inverted", by=("curvature of f/1",), matrix=A, low=mu, v=U - b_sigma / 2),
    Apply(scaled_norm, "per step", v=Mean(BEYOND), factor=-1 / H),
    Apply(scaled_norm, "V, scaled", v=Mean(SUM), factor=-gamma),
    Arithmetic(
        "size of V",
        le(Norm(V), gamma * H * K / 2 * Norm(SIGMA)),
        {"V/2": 1, "V, scaled": 1, "convexity of sums": gamma, "sums in the mean": gamma, "thirds in the mean": gamma * H / 2},
    ),
    Arithmetic(
        "one part",
        le(Norm(U - b_sigma / 2), gamma * L * (H - 1) * K / (4 * mu) * Norm(SIGMA)),
        ("inverted", "apart/2", "per step", "convexity of rests", "rests in the mean", "thirds in the mean"),
        tuple(k / mu for k in (1, 1, 1, 1 / H, 1 / H, gamma * L * (H - 1) / 4)),
    ),
    Apply(triangle, "two parts", u=bent_bias - U, v=U - b_sigma / 2),
    Arithmetic("bent bias", NEAR, {"two parts": 1, "near": 1, "size of V": L**2 / mu**2, "one part": 1}),
)


def sums_on_quadratics(i, share=1, factor=1):
    """For vectors of ones, squared: (Id - Gamma)^-1 gamma mean of the clients' sums of powers, less A^-1 of it, and its bound."""
    p, v = i.problem.jets, 1 + 0 * i.problem.optimum
    keep = p.identity() - i.gamma * p.hessians
    total = sum((p.power(keep, k) for k in range(1, i.H)), p.power(keep, 0))
    left = p.solve(p.identity() - p.mean(p.power(keep, i.H)), i.gamma * p.apply(p.mean(total), v)) - factor * p.solve(p.hessian, v)
    bound = i.gamma * (i.H * i.L**2 / i.mu**2 + (i.H - 1) * i.L / (2 * i.mu))
    return (left**2).sum(), (share * bound) ** 2 * (v**2).sum()


near_b_sigma = Claim(
    id="symfed-bent-bias-first-order",
    kind="inequality",
    says="What third derivatives at the stationary second moment Sigma add in the steps of a round, taken through the round's inverse, is -A^-1 D Sigma/2 up "
    "to a multiple of gamma H |Sigma|, A and D the second and third derivatives of f at theta*.",
    printed=printed_at(
        "the second term of the display before (57)",
        r"\Big\|(Id-\Gamma^{\star,H})^{-1}\frac\gamma{2N}\sum_{c,h}\Gamma_c^{\star,H-h-1}\nabla^3f_c(\theta^\star)\bar\Sigma_{sto}-\tfrac12\nabla^2f^{-1}\nabla^3f"
        r"\,\bar\Sigma_{sto}\Big\|\le\gamma K\Big(\frac{HL^2}{2\mu^2}+\frac{(H-1)L}{4\mu}\Big)\|\bar\Sigma_{sto}\|",
    ),
    statement=NEAR,
    under=Domain((STABLE, SHORT), (CURVED, LIPSCHITZ_THIRD)),
    lemmas=crosscheck(
        "matrices",
        sums_on_quadratics,
        inequality_search(noiseless, scope="exact Hessians", sizes=((1, 1), (2, 1), (1, 2)), examples=8),
        wrong={"nothing": lambda i: sums_on_quadratics(i, share=0), "twice A^-1": lambda i: sums_on_quadratics(i, factor=2)},
    ),
    follows=(*INVERSE, *SOLVED, *FIRST_ORDER, *AT_SIGMA),
    see=("symfed-inverse-first-order",),
    expect=Tier.PROVED,
)

# the display itself

LEFT = BIAS - gamma * (H - 1) / 2 * b_het - bent_bias
START = at(0, size(h))
MORE = gamma * K * (H * L**2 / (2 * mu**2) + (H - 1) * L / (4 * mu))
BY_SIGMA = by_sigma(at(H, size_of(pull, nu)))
update_remainder = Claim(
    id="symfed-fedavg-bias-by-round",
    kind="inequality",
    says="What is left of the bias once gamma (H-1)/2 b_h and the round's inverse of what third derivatives add in its steps are taken off: the remainder of "
    "(57), and a multiple of gamma H times the second moment, of which s_0^2 is a bound.",
    printed=printed_at(
        "the remainder of the display before (57)",
        r"\Big\|\bar\theta_{sto}-\theta^\star-\frac{\gamma(H-1)}2b_h+(Id-\Gamma^{\star,H})^{-1}\frac\gamma{2N}\sum_{c,h}\Gamma_c^{\star,H-h-1}\nabla^3f_c(\theta^\star)"
        r"\bar\Sigma_{sto}\Big\|\le R+\gamma K\Big(\frac{HL^2}{2\mu^2}+\frac{(H-1)L}{4\mu}\Big)s_0^2,\ s_0=\tfrac{4\sqrt{\gamma L}\,\nu}\mu+\gamma\tfrac{HL}\mu g",
    ),
    statement=le(Norm(LEFT), BY_SIGMA + MORE * at(0, size_of(pull, nu)) ** 2),
    under=Domain((SMALL, SHORT), (*CLASSES, THRICE, LIPSCHITZ_THIRD)),
    lemmas=EXACT,
    follows=from_moments(
        Apply(instance, "there: start", relation="sampled: start", at={x: e + theta_star}),
        *grows(size(h)),
        *apart("start squared", e, e, START, START, 4),
        Apply(triangle, "two parts", u=BIAS - gamma * (H - 1) / 2 * b_het - b_sigma / 2, v=b_sigma / 2 - bent_bias),
        Arithmetic(
            "in letters",
            le(Norm(LEFT), BY_SIGMA + MORE * START**2),
            {"two parts": 1, by_second_moment.id: 1, near_b_sigma.id: 1, "start squared": MORE},
        ),
        Apply(substitution, "update", relation="in letters", equation="size at 0"),
    ),
    uses=(by_second_moment.id, near_b_sigma.id, moments.id),
    expect=Tier.PROVED_GIVEN,
)


def by_round(p, gamma, H):
    """The display before (57): the heterogeneity's part, and what third derivatives add, through the round's inverse."""
    return theorem_1.printed(p, gamma, H) + bent_bias


UPDATE_TEX = (
    r"\bar\theta_{sto}-\theta^\star=\frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_c(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star)"
    r"+O(\gamma^2H^2)-\frac\gamma{2N}(Id-\Gamma^{\star,H})^{-1}\sum_{c,h}\Gamma_c^{\star,H-h-1}\nabla^3f_c(\theta^\star)\int(\theta-\theta^\star)^{\otimes2}\pi"
    r"+O(\gamma^{3/2}H+\gamma^2H^2)"
)
UNDER = theorem_4.UNDER & Domain((), (FRESH,), {str(FRESH): "Algorithm 1"})
update = Claim(
    id="aistats-B6-global-update",
    kind="expansion",
    says="The expansion of the bias with the second moment in it, and a round's inverse: true, with the sign of its first term that (55) has not, where third "
    "derivatives are Lipschitz near theta*; without, as Theorem 4 itself, it may lack gamma^(5/4).",
    printed=printed_at("Appendix B.6, 'Expression of the Global Update'", UPDATE_TEX),
    statement=Expansion(by_round, theorem_4.REMAINDER),
    under=UNDER,
    checks=theorem_3.ROUGH,
    missing=theorem_3.SMOOTHNESS,
    see=("aistats-eq57-bias", "aistats-thm4-bias"),
    corrected="symfed-B6-global-update",
    erratum=Erratum(RESULT, "Theorem 4 needs the same condition: third derivatives that are Lipschitz near theta*."),
    differs={"hal-thm4-proof-global": "the first term has the sign minus there"},
    expect=Tier.IMPRECISE,
)
update_corrected = Claim(
    id="symfed-B6-global-update",
    kind="expansion",
    says="The expansion of the bias before (57), the preprint's (35), for losses with Lipschitz third derivatives, uniformly in H.",
    printed=printed_at("the display before (57) with its missing condition", UPDATE_TEX),
    statement=Expansion(by_round, theorem_4.REMAINDER),
    under=UNDER & Domain((), (LIPSCHITZ_THIRD,)),
    checks=ProvenRemainder(update_remainder, BIAS, theorem_3.OF_NOISE, (by_second_moment, near_b_sigma, moments)),
    wrong={
        "minus before the first term, as in the preprint": Expansion(
            lambda p, gamma, H: bent_bias - theorem_1.printed(p, gamma, H), theorem_4.REMAINDER
        ),
        "twice the second term": Expansion(lambda p, gamma, H: theorem_1.printed(p, gamma, H) + 2 * bent_bias, theorem_4.REMAINDER),
        "without the second term": Expansion(theorem_1.printed, theorem_4.REMAINDER),
    },
    uses=(update_remainder.id,),
    expect=Tier.PROVED_GIVEN,
)
