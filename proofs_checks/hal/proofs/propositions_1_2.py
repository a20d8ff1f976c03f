"""Propositions 1 and 2 of the preprint as its appendix restates them, two steps of their proofs, and Corollary 2."""

from dataclasses import replace

import sympy as sp

from proofs_checks.aistats import corollary_1, proposition_1
from proofs_checks.aistats import quantities as q
from proofs_checks.aistats.fixed_point_remainder import NOT_FAR
from proofs_checks.aistats.proofs import equation_14
from proofs_checks.aistats.proofs import proposition_2 as products
from proofs_checks.aistats.proposition_2 import AT_START, DEVIATION, OPTIMUM, PATH
from proofs_checks.aistats.quantities import A2, theta, theta_det, theta_star
from proofs_checks.hal import at, judged_again, under
from proofs_checks.hal import proposition_1 as hal_1
from proofs_checks.hal import proposition_2 as hal_2
from symfed.core.claim import Claim, Lemma, again
from symfed.core.domain import Domain
from symfed.core.erratum import LOCAL_SLIP, Erratum
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, mu, t, zeta1
from symfed.core.verdict import Tier
from symfed.theorems import Apply, Arithmetic, resting_on
from symfed.theorems.norms import squared_triangle
from symfed.theorems.vocabulary import Norm

prop1 = again(hal_1.prop1, "hal-prop1-restated", at("Appendix A.1, Proposition 1 (restated)", hal_1.prop1), see=("hal-lemma2",))
prop2 = again(
    hal_2.identity,
    "hal-prop2-restated",
    Printed(
        "hal",
        "Appendix A.1, Proposition 2 (restated)",
        hal_2.identity.printed.tex + r",\quad\|\bar\theta_{det}-\theta^\star\|\le\gamma(H-1)C_1",
    ),
    says="Proposition 2 again: the identity is false as it stands; the bound that follows it is a row of its own, and holds.",
    see=("hal-prop2-bound", "hal-prop2-proof-fixed-point"),
    differs={"aistats-prop2-identity": ""},
)
fixed_point = judged_again(
    products.prop2_averaged,
    "hal-prop2-proof-fixed-point",
    "proof of Proposition 2, the fixed point put in",
    under("Proposition 2", hal_1.SMALL, hal_1.A1),
    see=("hal-eq3-products",),
    erratum=Erratum(LOCAL_SLIP, "right with products over l = h .. H-1; the bound of Proposition 2 stands"),
)

HALF_STEPS = (hal_1.SMALL, hal_2.SHORT, mu <= L)
chain = replace(
    equation_14.chain2,
    id="hal-prop2-proof-14",
    says="Of the chain (14) the first and the last inequality hold; the second is turned round, as in the published version: by Bernoulli "
    "1 - (1 - gamma mu)^H <= gamma mu H. Its two ends are in order all the same.",
    printed=Printed(
        "hal",
        "equation (14)",
        r"\|\bar\theta_{det}-\theta^\star\|\le\frac{\gamma^2LH(H-1)}{1-(1-\gamma\mu)^H}\frac1N\sum_c\|\nabla f_c(\theta^\star)\|"
        r"\le\frac{\gamma L(H-1)}\mu\frac1N\sum_c\|\nabla f_c(\theta^\star)\|\le\frac{\gamma L(H-1)}\mu\zeta_{\star,1}",
    ),
    under=Domain(HALF_STEPS, (), {str(c): "Proposition 2" for c in HALF_STEPS[:2]} | {str(HALF_STEPS[2]): "A1"}),
    see=("hal-prop2-bound", "aistats-eq14-chain1", "aistats-eq14-chain3"),
    erratum=Erratum(
        LOCAL_SLIP,
        "the second inequality is turned round, and true with a factor 2; the bound of Proposition 2 stands, by another proof",
        power=2,
    ),
    differs={"aistats-eq14-chain1": "", "aistats-eq14-chain2": "", "aistats-eq14-chain3": ""},
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
    says="Corollary 1 with gamma <= 1/L and without gamma mu H <= 1: true, under the A1 and A2 that Corollary 1 names. The published version has it as "
    "Corollary 1 alone, with gamma mu H <= 1, which is idle there.",
    printed=Printed(
        "hal",
        "Appendix A.1, Corollary 2",
        r"\|\theta_t-\theta^\star\|^2\le2(1-\gamma\mu)^{Ht}\|\theta_0-\bar\theta_{det}\|^2+\frac{2\gamma^2L^2(H-1)^2\zeta_{\star,1}^2}{\mu^2}",
    ),
    statement=corollary_1.within(floor=FLOOR),
    under=Domain(
        (proposition_1.SMALL,),
        (hal_1.A1, A2),
        {str(proposition_1.SMALL): "Corollary 2", str(hal_1.A1): "Corollary 1", str(A2): "Corollary 1"},
    ),
    lemmas=(
        Lemma(
            "rounds",
            corollary_1.within(floor=FLOOR),
            (q.on_quadratics(extremes=q.at_rest, examples=2),),
            wrong={
                "no floor": corollary_1.within(floor=0),
                "a faster rate": corollary_1.within(floor=FLOOR, rate=4),
            },
            crosscheck=True,
        ),
    ),
    follows=(
        OPTIMUM,
        *PATH,
        *resting_on(CONVERGES, FROM),
        *NOT_FAR,
        *DEVIATION,
        Arithmetic(
            "bias",
            sp.Le(Norm(AT_START), SHARP, evaluate=False),
            ("divided", "heterogeneity"),
            (1, gamma * (H - 1) * L / mu),
        ),
        Arithmetic("its square", sp.Le(2 * Norm(AT_START) ** 2, FLOOR, evaluate=False), ("bias",), (2 * (Norm(AT_START) + SHARP),)),
        Apply(squared_triangle, "split", u=theta(t) - theta_det, v=theta_det - theta_star),
        Arithmetic("both", corollary_1.within(floor=FLOOR), ("split", "rate", "its square"), (1, 2, 1)),
    ),
    uses=("symfed-fedavg-fixed-point",),
    see=("hal-cor1", "hal-prop2-bound"),
    expect=Tier.PROVED,
    differs={"aistats-cor1-rate": "gamma mu H <= 1 is asked for, which is idle"},
)
