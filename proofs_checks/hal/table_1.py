"""Table 1 of the preprint, cell by cell, against what the update rule says."""

from proofs_checks.aistats import table_1, theorem_3
from proofs_checks.hal import theorem_3 as homogeneous_clients
from proofs_checks.hal import theorem_4 as general_clients
from proofs_checks.hal.theorem_3 import stochastic
from symfed.core.claim import Claim, again
from symfed.core.erratum import RESULT, TYPO, Erratum
from symfed.core.source import Printed
from symfed.core.verdict import Tier

STOCHASTIC_TEX = r"\frac{\gamma}{2N}\nabla^2f(\theta^\star)^{-1}\nabla^3f(\theta^\star)\mathbf A\mathcal C(\theta^\star)"


def heterogeneity_of_general_clients(p, gamma, H):
    total = p.N * p.mean(p.apply(p.hessians - p.hessian, p.gradients))
    return -gamma * (H - 1) / (2 * p.N) * p.solve(p.hessian, total)


deterministic = again(
    table_1.deterministic,
    id="hal-table1-deterministic",
    printed=Printed("hal", "Table 1, row Deterministic", table_1.HETEROGENEITY_TEX),
    see=("hal-thm1",),
)
quadratic = again(
    table_1.quadratic,
    id="hal-table1-quadratic",
    printed=Printed("hal", "Table 1, row Quadratic", table_1.HETEROGENEITY_TEX),
    see=("hal-thm2-expansion",),
)
homogeneous = Claim(
    id="hal-table1-homogeneous",
    kind="expansion",
    says="Equal clients: the bias is printed to lead with plus gamma/(2N) times the Hessian's inverse, the third derivative and A C; minus is right.",
    printed=Printed("hal", "Table 1, row Homogeneous", STOCHASTIC_TEX),
    statement=stochastic,
    under=homogeneous_clients.UNDER,
    checks=theorem_3.first_order_checks("bias"),
    corrected="aistats-table1-homogeneous",
    expect=Tier.REFUTED,
    erratum=Erratum(RESULT, "the sign of the bias: minus for plus"),
    differs={"aistats-table1-homogeneous": "a minus sign"},
)
heterogeneous_stochastic = Claim(
    id="hal-table1-heterogeneous-stoch",
    kind="expansion",
    says="General clients: the part of the bias that is due to noise, printed with a plus sign; minus is right.",
    printed=Printed("hal", "Table 1, row Heterogeneous, stochastic bias", STOCHASTIC_TEX),
    statement=stochastic,
    under=general_clients.UNDER,
    checks=table_1.heterogeneous_stochastic.checks,
    corrected="aistats-table1-heterogeneous-stoch",
    expect=Tier.REFUTED,
    erratum=Erratum(RESULT, "the sign of the stochastic bias: minus for plus"),
    differs={"aistats-table1-heterogeneous-stoch": "a minus sign"},
)
heterogeneous = Claim(
    id="hal-table1-heterogeneous-het",
    kind="expansion",
    says="General clients: the part of the bias that is due to heterogeneity, printed with a minus sign; plus is right.",
    printed=Printed("hal", "Table 1, row Heterogeneous, heterogeneity bias", "-" + table_1.HETEROGENEITY_TEX),
    statement=heterogeneity_of_general_clients,
    under=general_clients.UNDER,
    checks=table_1.heterogeneous.checks,
    corrected="aistats-table1-heterogeneous-het",
    expect=Tier.REFUTED,
    erratum=Erratum(TYPO, "the sign: plus for minus; Theorem 1 has b_h with a plus sign"),
    differs={"aistats-table1-heterogeneous-het": "a plus sign"},
)
