"""Proposition 6, its bias: the first order of FedAvg's bias on quadratics, and the expansions from which its proof draws it.

Two of them are false, and the last display has the other sign; the statement is true, and its remainder has a bound for every H.
"""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats import theorem_1, theorem_2
from proofs_checks.aistats.proofs.proposition_5_paths import powers
from proofs_checks.aistats.proofs.proposition_5_sums import series
from proofs_checks.aistats.proofs.proposition_5_telescoping import FACTORS, Gamma_avg, mean_powers
from proofs_checks.aistats.proofs.theorem_7 import inverse as inverse_of_theorem_7
from proofs_checks.aistats.proofs.theorem_7 import inverse_at_first_order
from proofs_checks.aistats.proposition_1 import RATE, SMALL
from proofs_checks.aistats.quadratic_mean_path import A_c, Gamma_c
from proofs_checks.aistats.quantities import theta_star, x
from proofs_checks.aistats.second_order_path import A
from proofs_checks.aistats.theorem_2 import OF_JETS
from symfed.checks import GrowthCheck, HomogeneityCheck, complete_identity, inequality_search
from symfed.checks.every_dimension import IdentityInEveryDimension, expansion_of
from symfed.checks.expansion import Expansion
from symfed.checks.growth import LowerBound, Step, equal, number
from symfed.checks.identity import as_printed
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, Tier, again, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, h, lam
from symfed.strategies import instances
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.norms import triangle
from symfed.theorems.operators import curvature_at, mean_curvature, ordered_curvatures, spectral
from symfed.theorems.sequences import bounded_by_induction, linear_combination
from symfed.theorems.vocabulary import CURVED, Norm

#: As printed: a pure number, where Theorem 2 has gamma mu H <= 1.
ONE_ROUND = gamma * H <= 1


def where(*relations, classes):
    """Conditions of Proposition 6, and how samples are drawn."""
    return Domain(relations, classes, {str(c): theorem_2.WHERE_DRAWS.get(str(c), "Proposition 6") for c in (*relations, *classes)})


condition = Claim(
    id="aistats-prop6-condition",
    kind="assumption",
    says="Proposition 6 asks for gamma <= 1/L and gamma H <= 1. The second compares with a pure number; Theorem 2, of which this is a part, prints "
    "gamma mu H <= 1. The bias needs no bound on gamma H. What is proved of the second moment has gamma^3 H^3 besides, which is O(gamma^2 H^2) "
    "where gamma H is bounded.",
    printed=printed_at("Proposition 6", r"\gamma\le1/L\text{ and }\gamma H\le1"),
    statement=(gamma * H, 1),
    checks=HomogeneityCheck("gamma H <= 1 when the losses are rescaled"),
    see=("symfed-fedavg-quadratic-bias-remainder", "symfed-fedavg-quadratic-variance-remainder"),
    corrected="symfed-step-condition",
    missing="a curvature beside H, as in gamma mu H <= 1, which Theorem 2 prints",
    erratum=Erratum(LOCAL_SLIP, "The expansions stand or fall alike under it, in whatever unit, and under Theorem 2's gamma mu H <= 1."),
    expect=Tier.IMPRECISE,
)

bias = replace(
    theorem_2.thm2_bias_expansion,
    id="aistats-prop6-bias",
    says="On quadratics the bias is gamma (H-1)/2 b_h up to O(gamma^2 H^2), as Theorem 2 has it: with plus. Its proof ends with minus.",
    printed=printed_at(
        "Proposition 6",
        r"\bar\theta_{sto}^{(\gamma,H)}-\theta^\star=\frac{\gamma(H-1)}{2N}\nabla^2f(\theta^\star)^{-1}\sum_{c=1}^N"
        r"(\nabla^2f_c(\theta^\star)-\nabla^2f(\theta^\star))\nabla f_c(\theta^\star)+O(\gamma^2H^2)",
    ),
    under=where(SMALL, ONE_ROUND, classes=OF_JETS),
    see=("aistats-prop6-leading", "aistats-thm2-bias-expansion"),
    differs={"hal-prop5-bias": "the sign is minus there"},
)

start = again(
    series,
    "aistats-prop6-start",
    printed_at(
        "proof of Proposition 6, first display",
        r"\bar\theta_{sto}=\theta^\star+(Id-\Gamma^\star)^{-1}\frac1N\sum_c\sum_{h=0}^H\gamma(\Gamma_c^{\star,h+1:H}-\Gamma_{avg}^{\star,h+1:H})"
        r"\bar A_c(\theta^\star-\theta_c^\star)",
    ),
    says="The bias by the inverse of Id - Gamma*, as in Proposition 5's proof: with theta* - theta_c* for theta_c* - theta*, which turns the sign of all "
    "that follows, and a step h = 0 too many.",
    see=("aistats-prop5-neumann", "aistats-prop6-leading"),
    erratum=Erratum(LOCAL_SLIP, "It turns the sign of what the proof ends with; the proposition states the right one."),
)


def one_factor() -> LowerBound:
    """Clients of curvatures 1 and 3, H = 1 and h = 0: one factor each, and none by what is printed."""
    own, mean = 1 - 3 * gamma, 1 - 2 * gamma
    return LowerBound(
        instance={"f_c": "A_c theta^2/2, A = 1 and 3", "constants": "N = 2, mu = 1, L = 3, H = 1, h = 0"},
        bound=gamma,
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step(
                "for the client of curvature 3 (1 - 3 gamma) - (1 - 2 gamma) - gamma (H-h-1) (2 - 3) = -gamma",
                equal(own - mean - gamma * (1 - 0 - number(1)) * (2 - number(3)), -gamma),
            ),
        ),
    )


expansion = Claim(
    id="aistats-prop6-gamma-expansion",
    kind="expansion",
    says="By (48) each product has H - h factors, and begins with Id - gamma (H-h) times its matrix: H-h-1 leaves gamma (A - A_c). The second bracket, of "
    "H - h factors too, is printed without their number. With h from 0 to H-1 for 1 to H the sum over h comes out right all the same.",
    printed=printed_at(
        "proof of Proposition 6",
        r"\Gamma_c^{\star,h+1:H}-\Gamma_{avg}^{\star,h+1:H}=(Id-\gamma(H-h-1)\bar A_c+O(\gamma^2H^2))-(Id-\gamma\bar A+O(\gamma^2H^2))"
        r"=\gamma(H-h-1)(\bar A-\bar A_c)+O(\gamma^2H^2)",
    ),
    statement=gamma**2 * H**2,
    under=where(SMALL, ONE_ROUND, classes=OF_JETS),
    checks=GrowthCheck(one_factor, "two quadratic clients, H = 1", at=((H, 1),)),
    see=("aistats-thm7-digamma-expansion", "aistats-prop6-sumh0"),
    corrected="symfed-prop6-products",
    erratum=Erratum(LOCAL_SLIP, "With h = 0 .. H-1 for 1 .. H in the next display the sum over h is H (H-1)/2, as it should be."),
    expect=Tier.REFUTED,
)


def to_first_order(tag, power, matrix, none, more):
    """So many factors Id - gamma M of a vector, and what is left of them beyond Id - gamma h M: by the equations of none and of one more."""
    after, left = power.xreplace({h: h + 1}), power - x + gamma * h * matrix * x
    moved = Norm(power - x)
    return (
        Apply(spectral, f"{tag}: shrinks", by=("mu <= L",), matrix=matrix, function=1 - gamma * lam, bound=RATE, v=power - x),
        Apply(spectral, f"{tag}: turns x", by=("mu <= L",), matrix=matrix, function=lam, bound=L, v=x),
        Apply(spectral, f"{tag}: turns what moved", by=("mu <= L",), matrix=matrix, function=lam, bound=L, v=power - x),
        linear_combination(f"{tag}: moves", after - x, power - x - gamma * matrix * (power - x) - gamma * matrix * x, (more,)),
        Apply(triangle, f"{tag}: in two", u=power - x - gamma * matrix * (power - x), v=-gamma * matrix * x),
        Arithmetic(
            f"{tag}: one move",
            sp.Le(Norm(after - x), RATE * moved + gamma * L * Norm(x), evaluate=False),
            {f"{tag}: moves/2": 1, f"{tag}: in two": 1, f"{tag}: shrinks": 1, f"{tag}: turns x": gamma},
        ),
        linear_combination(f"{tag}: begins", power.xreplace({h: 0}) - x, 0 * x, (none,)),
        bounded_by_induction(
            f"{tag}: moved",
            moved,
            h,
            gamma * L * h * Norm(x),
            factor=RATE,
            increment=gamma * L * Norm(x),
            by=("mu <= L", f"{tag}: begins/2"),
        ),
        linear_combination(f"{tag}: next", left.xreplace({h: h + 1}), left - gamma * matrix * (power - x), (more,)),
        Apply(triangle, f"{tag}: two parts", u=left, v=-gamma * matrix * (power - x)),
        Arithmetic(
            f"{tag}: one step",
            sp.Le(Norm(left.xreplace({h: h + 1})), Norm(left) + gamma**2 * L**2 * h * Norm(x), evaluate=False),
            {f"{tag}: next/2": 1, f"{tag}: two parts": 1, f"{tag}: turns what moved": gamma, f"{tag}: moved": gamma * L},
        ),
        linear_combination(f"{tag}: nothing left", left.xreplace({h: 0}), 0 * x, (none,)),
        bounded_by_induction(
            f"{tag}: first order",
            Norm(left),
            h,
            gamma**2 * L**2 * h * (h - 1) / 2 * Norm(x),
            increment=gamma**2 * L**2 * h * Norm(x),
            by=(f"{tag}: nothing left/2",),
        ),
    )


LEFT_OVER = Gamma_c(h, x) - Gamma_avg(h, x) + gamma * h * (A_c - A) * x
NEAR = sp.Le(Norm(LEFT_OVER), gamma**2 * L**2 * h * (h - 1) * Norm(x), evaluate=False)


def measured_difference(i, fewer=0, share=1):
    """Squared, for a vector of ones: what H factors of each kind leave beyond H - fewer times gamma (A - A_c), and a share of the bound."""
    one = 1 + 0 * i.problem.optima
    turn = i.problem.hessian_matrices - i.problem.hessian
    left = powers(i, i.H) - mean_powers(i, i.H) + (i.H - fewer) * i.gamma * turn
    gap = i.problem.jets.apply(left, one)
    return (gap**2).sum(axis=1), (share * i.gamma**2 * i.L**2 * i.H * (i.H - 1)) ** 2 * (one**2).sum(axis=1)


products = Claim(
    id="symfed-prop6-products",
    kind="inequality",
    says="So many factors Id - gamma A_c less as many Id - gamma A are gamma times their number times A - A_c, up to (gamma L)^2 n (n-1); n is H - h.",
    printed=printed_at(
        "the products in the proof of Proposition 6",
        r"\big\|\Gamma_c^{\star,h+1:H}-\Gamma_{avg}^{\star,h+1:H}-\gamma(H-h)(\bar A-\bar A_c)\big\|\le\gamma^2L^2(H-h)(H-h-1)",
    ),
    statement=NEAR,
    under=Domain((SMALL,), (CURVED,), {str(c): "Proposition 6" for c in (SMALL, CURVED)}),
    lemmas=crosscheck(
        "quadratics",
        lambda i: measured_difference(i),
        inequality_search(
            lambda d, N: instances(d, N, noise=False), scope="exact quadratics, H factors", sizes=((1, 2), (2, 2)), examples=8
        ),
        wrong={
            "H - 1 for H factors, as printed": lambda i: measured_difference(i, fewer=1),
            "a twentieth": lambda i: measured_difference(i, share=i.mu / i.mu / 20),
        },
    ),
    follows=(
        Apply(ordered_curvatures, "mu <= L"),
        Apply(curvature_at, "curvature", point=theta_star),
        Apply(mean_curvature, "mean curvature", matrix=A_c),
        *FACTORS,
        Define("no mean factor", sp.Eq(Gamma_avg(0, x), x)),
        Define("mean factor", sp.Eq(Gamma_avg(h + 1, x), Gamma_avg(h, x) - gamma * A * Gamma_avg(h, x))),
        *to_first_order("own", Gamma_c(h, x), A_c, "no factor", "factor"),
        *to_first_order("mean", Gamma_avg(h, x), A, "no mean factor", "mean factor"),
        Apply(triangle, "both", u=Gamma_c(h, x) - x + gamma * h * A_c * x, v=-(Gamma_avg(h, x) - x + gamma * h * A * x)),
        Arithmetic("difference", NEAR, {"both": 1, "own: first order": 1, "mean: first order": 1}),
    ),
    see=("symfed-product-first-order",),
    expect=Tier.PROVED,
)

inverse = replace(
    inverse_of_theorem_7,
    id="aistats-prop6-inverse",
    says="The inverse is (gamma H A)^-1 up to a matrix that is bounded, by L^2/mu^2, not up to one of order gamma H: at H = 2 and curvature one 1/4 is left. "
    "That it is bounded is enough for what follows.",
    printed=printed_at(
        "proof of Proposition 6", r"(Id-\Gamma^\star)^{-1}=(Id-(Id-\gamma H\bar A+O(\gamma^2H^2)))^{-1}=(\gamma H\bar A)^{-1}+O(\gamma H)"
    ),
    under=where(SMALL, ONE_ROUND, classes=OF_JETS),
    checks=GrowthCheck(
        lambda: inverse_at_first_order("(1 - Gamma*)^-1 - 1/(gamma H A)", "theta* = 0"), "one quadratic client, H = 2", at=((H, 2),)
    ),
    see=("aistats-thm7-inverse-expansion", "aistats-prop6-leading"),
    erratum=Erratum(LOCAL_SLIP, "It multiplies what is of order gamma^2 H^2: a bounded rest leaves the remainder as it is."),
)

sum_h = Claim(
    id="aistats-prop6-sumh0",
    kind="identity",
    says="The sum of H - h - 1 over h = 0 .. H-1 is H (H-1)/2, which the third display uses.",
    printed=printed_at("proof of Proposition 6, the expansions plugged in", r"\sum_{h=0}^{H-1}(H-h-1)=\frac{H(H-1)}2"),
    statement=H * (H - 1) / 2,
    checks=complete_identity(lambda: sp.summation(H - h - 1, (h, 0, H - 1)), as_printed, scope="symbolic H"),
    wrong={"one step more": H * (H + 1) / 2, "one less a term": H * (H - 3) / 2, "not halved": H * (H - 1)},
    see=("symfed-sum-of-steps", "aistats-thm7-sum-h"),
    expect=Tier.PROVED,
)


def plugged_in(p, gamma, H):
    """(gamma H A)^-1 times the mean of gamma^2 H (H-1)/2 (A - A_c) A_c (theta* - theta_c*), where the last three are client c's gradient."""
    turned = p.mean(p.apply(p.hessian - p.hessians, p.gradients))
    return gamma * (H - 1) / 2 * p.solve(p.hessian, turned)


leading = Claim(
    id="aistats-prop6-leading",
    kind="expansion",
    says="The first order with the other sign: A_c (theta* - theta_c*) is grad f_c(theta*), so that this is minus what the proposition states. The sign comes "
    "from the display that the proof starts with. The step from the first line to O(gamma^2 H^2) stands with an inverse up to O(1).",
    printed=printed_at(
        "proof of Proposition 6, the expansions plugged in",
        r"\bar\theta_{sto}=\theta^\star+\big((\gamma H\bar A)^{-1}+O(\gamma H)\big)\frac1N\sum_c\sum_{h=0}^{H-1}\gamma\big(\gamma(H-h-1)(\bar A-\bar A_c)+O(\gamma^2H^2)\big)"
        r"\bar A_c(\theta^\star-\theta_c^\star)=\theta^\star+(\gamma H\bar A)^{-1}\frac1N\sum_c\Big\{\gamma^2\frac{H(H-1)}2(\bar A-\bar A_c)\bar A_c(\theta^\star-\theta_c^\star)\Big\}"
        r"+O(\gamma^2H^2)=\theta^\star-\frac{\gamma(H-1)}{2N}\bar A^{-1}\sum_c\{(\bar A_c-\bar A)\bar A_c(\theta^\star-\theta_c^\star)\}+O(\gamma^2H^2)",
    ),
    statement=Expansion(plugged_in, theorem_1.REMAINDER),
    under=bias.under,
    checks=IdentityInEveryDimension(expansion_of("fedavg", "bias", quadratic=True)),
    see=("aistats-prop6-start", "aistats-prop6-inverse", "symfed-inverse-first-order"),
    corrected="aistats-prop6-bias",
    erratum=Erratum(LOCAL_SLIP, "The proposition itself has the right sign, as the first order in Theorem 2 has."),
    expect=Tier.REFUTED,
)
