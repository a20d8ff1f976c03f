"""Appendix A of the preprint in its order: Propositions 1 and 2, Corollary 2 and Theorem 6, the published Theorem 7, with their proofs."""

import flint
import numpy as np
import sympy as sp

from proofs_checks.aistats import corollary_1, proposition_1, theorem_1
from proofs_checks.aistats import quantities as q
from proofs_checks.aistats.fixed_point_remainder import NOT_FAR
from proofs_checks.aistats.proofs import (
    equation_14,
    lemma_1,
    lemma_2,
    proposition_2,
    proposition_2_bound,
    proposition_2_centred,
    proposition_2_path,
    theorem_7,
    theorem_7_sums,
)
from proofs_checks.aistats.proofs.theorem_7 import one_client
from proofs_checks.aistats.proposition_2 import AT_START, DEVIATION, OPTIMUM, PATH, SHORT
from proofs_checks.aistats.quantities import A2, theta, theta_det, theta_star
from proofs_checks.hal import differing, judged_again, main_text, printed_again, under
from proofs_checks.hal.conditions import A1, HALF, REGULAR
from symfed.checks import CounterexampleSearch
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, Tier, crosscheck, printed_at
from symfed.core.symbols import H, L, gamma, mu, t, zeta1
from symfed.models.problems import QuadraticProblem
from symfed.strategies import Instance
from symfed.theorems import Apply, Arithmetic, resting_on
from symfed.theorems.norms import squared_triangle
from symfed.theorems.vocabulary import Norm

# A.1: Lemmas 1 and 2, Propositions 1 and 2

lemma1 = judged_again(
    lemma_1.lem1_contraction, "hal-lemma1", "Lemma 1", under("Lemma 1", proposition_1.SMALL, A1), see=("symfed-local-step-contraction",)
)
lemma2 = differing(
    judged_again(lemma_2.lem2_contraction, "hal-lemma2", "Lemma 2 with equation (10)", under("Lemma 2", proposition_1.SMALL, A1)),
    see=("hal-lemma1", "hal-prop1"),
)
prop1 = printed_again(main_text.prop1, "hal-prop1-restated", "Appendix A.1, Proposition 1 (restated)", see=("hal-lemma2",))
prop2 = differing(
    printed_again(main_text.identity, "hal-prop2-restated", "Appendix A.1, Proposition 2 (restated)"),
    says="Proposition 2 again: the identity is false as it stands; the bound that follows it is a row of its own, and holds.",
    see=("hal-prop2-bound", "hal-prop2-proof-fixed-point"),
    differs={"aistats-prop2-identity": ""},
)
OF_PROP_2 = under("Proposition 2", HALF, A1)
STANDS = Erratum(LOCAL_SLIP, "right with the products of Theorem 1's proof; the bound of Proposition 2 stands")
unrolled = differing(
    judged_again(proposition_2.prop2_unrolled, "hal-prop2-proof-unrolled", "proof of Proposition 2, after equation (11)", OF_PROP_2),
    see=("hal-prop2-proof-products",),
    erratum=STANDS,
)
products = judged_again(
    proposition_2.eq3app, "hal-prop2-proof-products", "proof of Proposition 2, the products", OF_PROP_2, see=("hal-eq3-products",)
)
fixed_point = differing(
    judged_again(proposition_2.prop2_averaged, "hal-prop2-proof-fixed-point", "proof of Proposition 2, the fixed point put in", OF_PROP_2),
    see=("hal-eq3-products",),
    erratum=STANDS,
)
eq13 = judged_again(proposition_2_centred.eq13, "hal-eq13", "equation (13)", OF_PROP_2, see=("hal-prop2-proof-products",), erratum=STANDS)
telescoping = differing(
    judged_again(proposition_2_bound.telescoping, "hal-prop2-proof-telescoping", "proof of Proposition 2, after equation (13)", OF_PROP_2),
    see=("hal-lemma9",),
)
contraction = judged_again(
    proposition_2.prop2_contraction,
    "hal-prop2-proof-contraction",
    "proof of Proposition 2, before equation (14)",
    OF_PROP_2,
    see=("hal-prop2-proof-products",),
)
HALF_STEPS = (HALF, SHORT, mu <= L)
chain = judged_again(
    equation_14.chain2,
    "hal-prop2-proof-14",
    "equation (14)",
    Domain(HALF_STEPS, (), {str(c): "Proposition 2" for c in HALF_STEPS[:2]} | {str(HALF_STEPS[2]): "A1"}),
    tex=r"\|\bar\theta_{det}-\theta^\star\|\le\frac{\gamma^2LH(H-1)}{1-(1-\gamma\mu)^H}\frac1N\sum_c\|\nabla f_c(\theta^\star)\|"
    r"\le\frac{\gamma L(H-1)}\mu\frac1N\sum_c\|\nabla f_c(\theta^\star)\|\le\frac{\gamma L(H-1)}\mu\zeta_{\star,1}",
    says="Of the chain (14) the first and the last inequality hold; the second is turned round, as in the published version: by Bernoulli "
    "1 - (1 - gamma mu)^H <= gamma mu H. Its two ends are in order all the same.",
    see=("hal-prop2-bound", "aistats-eq14-chain1", "aistats-eq14-chain3"),
    erratum=Erratum(
        LOCAL_SLIP,
        "the second inequality is turned round, and true with a factor 2; the bound of Proposition 2 stands, by another proof",
        power=2,
    ),
    differs={"aistats-eq14-chain1": "", "aistats-eq14-chain2": "", "aistats-eq14-chain3": ""},
)
eq15 = judged_again(proposition_2_path.identity, "hal-eq15", "equation (15), the equality", OF_PROP_2)
local_iterates = judged_again(
    proposition_2_path.local_iterates,
    "hal-prop2-proof-local-iterates",
    "proof of Proposition 2, last display",
    under("Proposition 2", HALF, A1, A2),
)

# Corollary 2: neither gamma <= 1/(2L) nor gamma mu H <= 1, which Corollary 1 asks for.

#: Without Banach's theorem, the third step: the premise has the fixed point.
CONVERGES = proposition_1.ROUNDS_CONVERGE[:2] + proposition_1.ROUNDS_CONVERGE[3:]
SHARP = gamma * (H - 1) * L / mu * zeta1
FLOOR = 2 * gamma**2 * L**2 * (H - 1) ** 2 * zeta1**2 / mu**2
FROM = {"fixed point": "symfed-fedavg-fixed-point", "a round contracts": "symfed-fedavg-fixed-point/2"}

corollary_2 = Claim(
    id="hal-cor2",
    kind="rate",
    says="Corollary 1 with gamma <= 1/L and without gamma mu H <= 1: true, under the A1 and A2 that Corollary 1 names. It is printed of FedAvg, and "
    "meant of FedAvg-D, as its proof by Propositions 1 and 2 shows. The published version has it as Corollary 1 alone, with gamma mu H <= 1, which "
    "is idle there.",
    printed=printed_at(
        "Corollary 2",
        r"\|\theta_t-\theta^\star\|^2\le2(1-\gamma\mu)^{Ht}\|\theta_0-\bar\theta_{det}\|^2+\frac{2\gamma^2L^2(H-1)^2\zeta_{\star,1}^2}{\mu^2}",
    ),
    statement=corollary_1.within(floor=FLOOR),
    under=Domain(
        (proposition_1.SMALL,),
        (A1, A2),
        {str(proposition_1.SMALL): "Corollary 2", str(A1): "Corollary 1", str(A2): "Corollary 1"},
    ),
    lemmas=crosscheck(
        "rounds",
        corollary_1.within(floor=FLOOR),
        q.on_quadratics(extremes=q.at_rest, examples=2),
        wrong={
            "no floor": corollary_1.within(floor=0),
            "a faster rate": corollary_1.within(floor=FLOOR, rate=4),
        },
    ),
    follows=(
        OPTIMUM,
        *PATH,
        *resting_on(CONVERGES, FROM),
        *NOT_FAR,
        *DEVIATION,
        Arithmetic("bias", sp.Le(Norm(AT_START), SHARP, evaluate=False), {"divided": 1, "heterogeneity": gamma * (H - 1) * L / mu}),
        Arithmetic("its square", sp.Le(2 * Norm(AT_START) ** 2, FLOOR, evaluate=False), {"bias": 2 * (Norm(AT_START) + SHARP)}),
        Apply(squared_triangle, "split", u=theta(t) - theta_det, v=theta_det - theta_star),
        Arithmetic("both", corollary_1.within(floor=FLOOR), {"split": 1, "rate": 2, "its square": 1}),
    ),
    uses=("symfed-fedavg-fixed-point",),
    see=("hal-cor1", "hal-prop2-bound"),
    expect=Tier.PROVED,
    differs={"aistats-cor1-rate": "gamma mu H <= 1 is asked for, which is idle"},
)

# A.2: Theorem 6, which restates Theorem 1

OF_THM_6 = under("Theorem 6", HALF, SHORT, A1, A2)
THM_6_REGULAR = under("Theorem 6", HALF, SHORT, REGULAR)
thm6 = differing(
    judged_again(theorem_1.thm1_bias, "hal-thm6", "Theorem 6, expansion", THM_6_REGULAR),
    tex=theorem_7_sums.TEX_GIVEN.split(r",\ \text{where")[0] + r",\ \mathcal R(\bar\theta_{det})=O(\gamma H)",
    differs={"aistats-thm1-bias": ""},
    says="Theorem 1 with gamma mu H <= 1 for its gamma <= 1/H. Neither is needed for the remainder's order. (That (19) gives R is hal-thm6-given-in-19.)",
)
given = differing(
    judged_again(theorem_7_sums.given, "hal-thm6-given-in-19", "Theorem 6, last clause", OF_THM_6),
    tex=theorem_7_sums.TEX_GIVEN,
    differs={"aistats-thm7-given-in-19": ""},
    says=theorem_7_sums.given.says.replace("Theorem 7", "Theorem 6"),
    corrected="hal-thm6",
    see=("hal-thm6", "hal-thm6-plug-in"),
)
eq17 = judged_again(theorem_7.hessian, "hal-eq17", "equation (17) and before", under("Theorem 6 (A1)", A1))
product_expansions = differing(
    judged_again(theorem_7.digamma, "hal-thm6-product-expansions", "proof of Theorem 6, before equation (18)", OF_THM_6),
    tex=theorem_7.digamma.printed.tex + r",\quad(Id-\Gamma^\star)^{-1}=(\gamma H\nabla^2f(\theta^\star))^{-1}+\mathcal R_1",
    says="Products over l = h .. H-1, a client's and those of mean Hessians, have H - h factors, and begin with Id - gamma (H-h) Hess; "
    "what the inverse leaves is bounded, and not of order gamma H, as it would be by (18) and Proposition 2.",
    see=("aistats-thm7-inverse-expansion",),
    erratum=Erratum(
        LOCAL_SLIP, "the products have H - h factors, the inverse's remainder is bounded, not O(gamma H); the expansion of Theorem 6 stands"
    ),
    differs={"aistats-thm7-digamma-expansion": "", "aistats-thm7-inverse-expansion": ""},
)
eq18 = differing(
    judged_again(theorem_7.eq18, "hal-eq18", "equation (18)", OF_THM_6),
    see=("hal-thm6-product-expansions",),
    erratum=Erratum(
        LOCAL_SLIP,
        "the remainders of the products are no multiple of |theta_det - theta*|; they are O(gamma H) once H - h factors are counted, and the expansion of Theorem 6 stands",
        power=2,
    ),
)
plug_in = differing(
    judged_again(theorem_7_sums.plugin, "hal-thm6-plug-in", "proof of Theorem 6, the expansions plugged in", THM_6_REGULAR),
    says="The sum of H - h - 1 over h = 1 .. H is H (H-3)/2: the display has gamma (H-3)/2 b_h where gamma (H-1)/2 b_h is true. In one place it writes "
    "f_avg, which is not defined, for f; the published version writes f.",
    see=("hal-thm6-sum-h", "hal-thm6"),
    erratum=Erratum(
        LOCAL_SLIP, "H - h - 1 for H - h; the wrong sum in the next sentence makes up for it, and the expansion of Theorem 6 stands"
    ),
    differs={"aistats-thm7-plugin": "f for f_avg, which is not defined"},
)
sum_h = printed_again(theorem_7_sums.sum_h, "hal-thm6-sum-h", "proof of Theorem 6, after equation (19)", see=("hal-thm6-plug-in",))


def vanishing_bias():
    """The published clients, half as curved: gamma = 1, H = 3, and the sum of (3 - 3 a + a^2) g is zero, so that theta_det = theta*; b_h is not zero."""
    a = [flint.fmpq(k, 6) for k in (1, 2, 3)]
    u = [3 - 3 * k + k * k for k in a]
    g = [u[1] - u[2], u[2] - u[0], u[0] - u[1]]
    optima = np.array([[-pull / curve] for pull, curve in zip(g, a, strict=True)], dtype=object)
    return (Instance(QuadraticProblem(np.array(a, dtype=object).reshape(3, 1, 1), optima), flint.fmpq(1), 3, a[0], a[2]),)


final = judged_again(
    theorem_7_sums.final,
    "hal-thm6-final-sup",
    "end of the proof of Theorem 6",
    OF_THM_6,
    checks=CounterexampleSearch(one_client, scope="exact quadratics without bias", sizes=((1, 1),), examples=4, extremes=vanishing_bias),
    see=("hal-eq18", "hal-thm1"),
)
