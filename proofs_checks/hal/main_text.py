"""The preprint's main text in its order: the published claims, under the preprint's conditions, with what differs.

What needs functions of its own stands in files beside: A1 to A3, Theorems 3, 4 and 5, and Table 1.
"""

import sympy as sp

from proofs_checks.aistats import (
    algorithm_1,
    assumption_5,
    assumption_6,
    corollary_1,
    deterministic_operator,
    equation_1,
    equation_6,
    equation_7,
    equation_8,
    equation_9,
    lemma_9,
    mean_hessian,
    proposition_1,
    proposition_2,
    proposition_3,
    remark_1,
    section_6,
    section_7,
    theorem_1,
    theorem_2,
    theorem_3,
)
from proofs_checks.aistats.proofs import conclusion
from proofs_checks.aistats.proofs import section_7 as loss_of_section_7
from proofs_checks.aistats.proposition_2 import SHORT
from proofs_checks.aistats.quantities import A2
from proofs_checks.aistats.rough import heavy_tail
from proofs_checks.hal import differing, judged_again, printed_again, under
from proofs_checks.hal.conditions import A1, HALF, REGULAR, STRICT, THEOREM_1, THEOREM_5, UNITS
from proofs_checks.hal.theorem_3 import THEOREM_3
from proofs_checks.hal.theorem_4 import THEOREM_4
from symfed.checks import GrowthCheck, HomogeneityCheck
from symfed.checks.homogeneity import ScaleAlike
from symfed.claims import LOCAL_SLIP, RESULT, Claim, Domain, Erratum, Lemma, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, mu, t
from symfed.theorems import Apply, Define, resting_on
from symfed.theorems.sequences import equal_by_induction, instance, linear_combination
from symfed.theorems.vocabulary import CLIENTS_INDEPENDENT, sequence

# Sections 1 to 3

eq1 = differing(
    printed_again(equation_1.eq1, "hal-problem-eq1", "equation (1)"),
    tex=r"\theta^*\in\min_{\theta\in\mathbb R^d}f(\theta)=\frac1N\sum_{c=1}^Nf_c(\theta),\ f_c(\theta)=\mathbb E[F_c^{Z_c}(\theta)]",
    extraction="'arg' is lost before 'min': theta* is a point, and the next page speaks of a unique minimiser",
)
fedavg = printed_again(algorithm_1.alg1, "hal-algo-fedavg", "Algorithm 1")

# Section 4: exact gradients

local_operator = printed_again(deterministic_operator.operator, "hal-local-operator", "Section 4, first two displays")
pseudogradient = printed_again(
    deterministic_operator.pseudogradient, "hal-pseudo-gradient", "Section 4, third display", see=("hal-local-operator",)
)
prop1 = judged_again(proposition_1.prop1, "hal-prop1", "Proposition 1", under("Proposition 1", HALF, A1))
d_bar = differing(
    printed_again(mean_hessian.d_bar, "hal-dbar-def", "Section 4, display before equation (3)"),
    extraction="'f_c(u) T_c' is read as 'f_c(u T_c': the closing parenthesis comes later",
)
eq3 = differing(
    judged_again(proposition_2.eq3, "hal-eq3-products", "equation (3)", under("Proposition 1, which the products stand on", HALF, A1)),
    erratum=Erratum(
        LOCAL_SLIP,
        "the products lack the first local step: they have to run over l = h .. H-1, as in the proof of Theorem 1; the bound of Proposition 2 and Theorem 1 stand",
    ),
)
STEPS = under("Proposition 2", HALF, A1, A2)
SMALL_STEPS = under("Proposition 2", HALF, SHORT, A1, A2)
ONE_STEP = Domain((proposition_2.ONE_STEP,), lines={str(proposition_2.ONE_STEP): "the remark"})
identity = differing(
    judged_again(proposition_2.prop2_identity, "hal-prop2-identity", "Proposition 2 with equation (3)", STEPS),
    tex=proposition_2.TEX,
    see=("hal-prop1",),
    erratum=Erratum(
        RESULT,
        "the identity lacks the factor -gamma, which its proof has, and its products lack the first local step; the bound after it stands",
    ),
)
bound = differing(
    judged_again(proposition_2.prop2_bound, "hal-prop2-bound", "Proposition 2, second display", SMALL_STEPS),
    follows=resting_on(proposition_2.prop2_bound.follows, {"aistats-prop1-stationary": "hal-prop1"}),
    uses=("hal-prop1",),
)
vanish = differing(
    judged_again(proposition_2.prop2_vanish, "hal-prop2-h1-no-bias", "remark after Proposition 2", STEPS & ONE_STEP),
    follows=resting_on(proposition_2.prop2_vanish.follows, {"aistats-prop2-bound": "hal-prop2-bound"}),
    uses=("hal-prop2-bound",),
)
sharp = printed_again(
    theorem_1.sharp, "hal-thm1-sharp-remark", "remark after Proposition 2", see=("hal-thm1", "symfed-first-order-constant")
)
cor1 = differing(
    judged_again(corollary_1.cor1, "hal-cor1", "Corollary 1", under("Corollary 1", *SMALL_STEPS.conditions)),
    follows=resting_on(corollary_1.cor1.follows, {"aistats-prop1-stationary": "hal-prop1", "aistats-prop2-bound": "hal-prop2-bound"}),
    uses=("hal-prop1", "hal-prop2-bound"),
)
thm1 = judged_again(theorem_1.thm1_bias, "hal-thm1", "Theorem 1", THEOREM_1)

# Section 5: stochastic gradients

kernel = printed_again(equation_6.eq6, "hal-kernel", "equation (6) and the kernel's displays")
prop3 = differing(
    judged_again(proposition_3.prop3, "hal-prop3", "Proposition 3", under("Proposition 3", STRICT, REGULAR)),
    tex=r"\text{Assume A1 and }\gamma<1/(2L):\ " + proposition_3.ALL_TEX,
    differs={"aistats-prop3-stationary": "gamma <= 1/L for gamma < 1/(2L)"},
)
larger_H = printed_again(proposition_3.rate_remark, "hal-prop3-rate-remark", "remark after Proposition 3")
comment = differing(
    judged_again(prop3, "hal-prop3-comment", "remark after Proposition 3", under("Proposition 3", REGULAR)),
    tex=r"\text{linear rate }(1-\mu/(2L))\text{, for a step size of }1/(2L)\text{, with the exponent given by }H\times t",
    kind="rate",
    says="At gamma = 1/(2L) the law of the iterates converges to the limiting one at rate 1 - mu/(2L) for every local step.",
    checks=GrowthCheck(heavy_tail, "noise without a second moment, which A1 allows, at any step size; W2 needs the moment to be bounded"),
    missing=proposition_3.MOMENT + "; and gamma = 1/(2L) in place of Proposition 3's gamma < 1/(2L)",
)
eq7 = judged_again(
    equation_7.mean_cov,
    "hal-eq7",
    "equation (7)",
    under("Proposition 3, under whose conditions the law is defined", STRICT, A1),
    erratum=Erratum(LOCAL_SLIP, "'covariance matrix' for the second moment about theta*; the formula is what is meant, and used"),
)
eq8 = printed_again(equation_8.gamma_matrices, "hal-eq8", "equation (8)")
eq9 = printed_again(equation_9.eq9, "hal-eq9", "equation (9)", see=("hal-a1-invertibility",))
a4 = printed_again(assumption_5.quadratic, "hal-a4-quadratic", "A4")
thm2_formula = printed_again(theorem_2.thm2_exact_bias, "hal-thm2-formula", "Theorem 2")
thm2_bound = printed_again(theorem_2.thm2_bound, "hal-thm2-bound", "Theorem 2, second display")
thm2_expansion = printed_again(theorem_2.thm2_bias_expansion, "hal-thm2-expansion", "Theorem 2, third display", see=("hal-thm1",))
thm2_covariance = printed_again(theorem_2.thm2_variance_printed, "hal-thm2-covariance", "Theorem 2, last display", see=("hal-eq9",))
WITH_DRAWS = theorem_2.where(theorem_2.SMALL, theorem_2.SHORT, classes=(*theorem_2.PRINTED, CLIENTS_INDEPENDENT))
thm2_comment = judged_again(
    theorem_2.thm2_bound,
    "hal-thm2-comment",
    "remark after Theorem 2",
    Domain(WITH_DRAWS.relations, WITH_DRAWS.classes, WITH_DRAWS.lines | {str(theorem_2.A5): "Theorem 2 (A4)"}),
    tex=r"\text{no bias if }\zeta_{\star,1}=0\text{ or }\zeta_{\star,2}=0,\text{ no bias when }H=1;\ \text{the variance scales with }\tfrac1N",
    says="On quadratics the bias is at most a product of both heterogeneities and H - 1, so that there is none where one of them is zero; and "
    "the variance scales with 1/N to first order.",
    uses=(*theorem_2.thm2_bound.uses, "aistats-thm2-speedup-remark"),
    expect=theorem_2.thm2_speedup.expect,
    differs={"aistats-thm2-no-het-no-bias": "", "aistats-thm2-speedup-remark": ""},
)
a5 = printed_again(assumption_6.homogeneity, "hal-a5-homogeneity", "A5")
speedup = judged_again(theorem_3.thm3_speedup, "hal-thm3-speedup-remark", "remark after Theorem 3", THEOREM_3, see=("hal-thm3-covariance",))

# The step sizes of Theorems 1, 3 and 4, which are compared with a pure number.

condition_3 = Claim(
    id="hal-thm3-condition",
    kind="assumption",
    says="Theorem 3 asks for gamma <= 1/(8L) and gamma <= 1/H.",
    printed=printed_at("Theorem 3", r"\gamma\le1/(8L)\wedge1/H"),
    statement=(gamma, 1 / H),
    checks=HomogeneityCheck("gamma <= 1/H when the losses are rescaled"),
    corrected="symfed-step-condition",
    missing=UNITS,
    expect=Tier.IMPRECISE,
    differs={"aistats-thm3-variance": "gamma mu H <= 1 for gamma H <= 1, and 1/(9L) for 1/(8L)"},
)
condition_4 = differing(
    printed_again(condition_3, "hal-thm4-condition", "Theorem 4"),
    tex=r"\gamma\le1/(25L)\wedge1/H",
    says="Theorem 4 asks for gamma <= 1/(25L) and gamma <= 1/H.",
    differs={"aistats-thm4-variance": "gamma mu H <= 1 for gamma H <= 1, and 1/(45L) for 1/(25L)"},
)
condition_1 = differing(
    printed_again(condition_3, "hal-thm1-condition", "Theorem 1"),
    tex=r"\gamma\le1/(2L)\wedge1/H",
    says="Theorem 1 asks for gamma <= 1/(2L) and gamma <= 1/H, of which its remainder does not need the second. Theorem 6, which "
    "restates it, asks for gamma mu H <= 1.",
    see=("hal-thm1",),
    differs={"aistats-thm1-bias": "gamma mu H <= 1 for gamma H <= 1, and 1/L for 1/(2L)"},
)
homogeneous = Claim(
    id="symfed-step-condition",
    kind="assumption",
    says="The condition gamma mu H <= 1 means the same in every unit. The bound by 1/L that is printed beside it stays.",
    printed=printed_at("Theorems 1, 3 and 4 of the preprint, as the published version mends them", r"\gamma\mu H\le1"),
    statement=ScaleAlike(gamma * mu * H, 1),
    checks=HomogeneityCheck(),
    wrong={
        "gamma against 1/H": ScaleAlike(gamma, 1 / H),
        "mu against 1/H": ScaleAlike(mu, 1 / H),
        "gamma mu^2 H": ScaleAlike(gamma * mu**2 * H, 1),
    },
    expect=Tier.PROVED,
)

# Section 6: extrapolation

#: For one outcome of the draws: iterates at gamma, at 2 gamma and the extrapolated ones, and the sums of the first so many of them.
RUNS = {
    name: (
        sequence(f"rr_{name}", f"the {what} iterate after so many rounds"),
        sequence(f"rr_sum_{name}", f"the sum of the first {what} iterates"),
    )
    for name, what in (("once", "step size gamma"), ("twice", "step size 2 gamma"), ("both", "extrapolated"))
}
(once, sum_once), (twice, sum_twice), (both, sum_both) = RUNS.values()
OF_BOTH = 2 * sum_once(t) - sum_twice(t)
LEFT = sum_both(t) - OF_BOTH
#: The mean of the first t + 1 extrapolated iterates is the extrapolation of the two runs' means.
AVERAGE = sp.Eq(sum_both(t + 1) / (t + 1), OF_BOTH.subs(t, t + 1) / (t + 1), evaluate=False)

extrapolated = Claim(
    id="hal-rr-estimator",
    kind="definition",
    says="The iterate 2 theta^(gamma,H) - theta^(2 gamma,H), whose weights keep theta* and cancel what is linear in gamma; and the mean of the first T of "
    "them, which is the extrapolation of the two runs' means.",
    printed=printed_at(
        "Section 6, display", section_6.TEX + r",\quad\bar\vartheta_T^{(\gamma,H)}=\frac1T\sum_{t=0}^{T-1}\vartheta_t^{(\gamma,H)}"
    ),
    statement=AVERAGE,
    under=section_6.definition.under,
    lemmas=(
        Lemma("iterate", section_6.iterate, section_6.definition.checks, wrong=section_6.definition.wrong),
        crosscheck("average", section_6.averaged, section_6.average.checks, wrong=section_6.average.wrong),
    ),
    follows=(
        Define("an iterate", sp.Eq(both(t), 2 * once(t) - twice(t))),
        *(
            step
            for name, (run, total) in RUNS.items()
            for step in (
                Define(f"no sum of {name}", sp.Eq(total(0), 0)),
                Define(f"sum of {name}", sp.Eq(total(t + 1), total(t) + run(t))),
            )
        ),
        linear_combination("at first", sum_both(0), OF_BOTH.subs(t, 0), {"no sum of both": 1, "no sum of once": -2, "no sum of twice": 1}),
        linear_combination(
            "one more", LEFT.subs(t, t + 1), LEFT, {"sum of both": 1, "an iterate": 1, "sum of once": -2, "sum of twice": 1}
        ),
        Apply(equal_by_induction, "sums", u=sum_both(t), v=OF_BOTH, index=t, factor=sp.S.One),
        Apply(instance, "T sums", relation="sums", at={t: t + 1}),
        linear_combination("means", AVERAGE.lhs, AVERAGE.rhs, {"T sums": 1 / (t + 1)}),
    ),
    see=("aistats-rr-definition", "aistats-rr-averaged-def"),
    expect=Tier.DEFINED,
    differs={"aistats-rr-definition": "", "aistats-rr-averaged-def": ""},
)

SEVERAL = THEOREM_5 & Domain((remark_1.LONG,), lines={str(remark_1.LONG): "Remark 1"})
estimator = differing(
    judged_again(remark_1.definition, "hal-remark1-estimator", "Remark 1, definition", SEVERAL),
    tex=remark_1.DEFINITION_TEX,
    kind="definition",
    says=remark_1.definition.says + " (In the line that corrects it b_s has the minus sign that it has to carry.)",
    see=("hal-bs-def",),
    erratum=Erratum(RESULT, "the estimator: runs with H and 2H local steps, with weights (2H-1)/H and -(H-1)/H"),
)
limit = differing(
    judged_again(remark_1.limit, "hal-remark1-limit", "Remark 1, limit", SEVERAL),
    tex=remark_1.LIMIT_TEX,
    kind="expansion",
    says=remark_1.limit.says + " (b_s with the minus sign that it has to carry.)",
    see=("hal-bs-def",),
)

# Sections 7 and 8

loss = printed_again(loss_of_section_7.logistic, "hal-logreg-objective", "Section 7")
setup = differing(
    judged_again(section_7.setup, "hal-experiment-setup", "Section 7 and the caption of Figure 1"),
    reason="parameters of an experiment: they assert nothing (at H = 100 gamma H is 1, where Theorem 5 asks for 1/2 at most)",
)
conclusions = differing(
    judged_again(section_7.outperforms, "hal-experiment-conclusions", "Section 7"),
    tex=r"\text{In all results, FedAvg with Richardson-Romberg performs at least as good as vanilla FedAvg}\ldots\text{can only partly remove the bias due to heterogeneity}\ldots"
    r"\text{can reduce the bias, while Scaffold fails}",
    says="Extrapolated FedAvg is at least as good as FedAvg in all results, whose data are not given; it removes heterogeneity bias in part, and "
    "reduces noise bias where Scaffold fails (so it does: aistats-exp-rr-partial-het, aistats-exp-scaffold-noise).",
    see=("aistats-exp-rr-vs-fedavg", "aistats-exp-rr-partial-het", "aistats-exp-scaffold-noise"),
    differs={"aistats-exp-rr-vs-fedavg": "'consistently outperforms' for 'at least as good'"},
)
bias_in_clients = judged_again(
    conclusion.bias_in_clients, "hal-conclusion-bias-1overN", "Section 8", THEOREM_4, see=("hal-thm4-bias", "hal-thm4-h-order")
)

# Appendix C

lemma9 = printed_again(lemma_9.lemma9, "hal-lemma9", "Lemma 9 and Section 1, Notation")
