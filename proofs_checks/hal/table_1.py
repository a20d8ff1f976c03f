"""Table 1 of the preprint, cell by cell, against what the update rule says: three of its signs are wrong."""

from proofs_checks.aistats import table_1, theorem_3
from proofs_checks.hal import judged_again, misprinted, printed_again
from proofs_checks.hal.theorem_3 import THEOREM_3, stochastic
from proofs_checks.hal.theorem_4 import THEOREM_4
from symfed.claims import RESULT, TYPO, Erratum

STOCHASTIC_TEX = table_1.STOCHASTIC_TEX.removeprefix("-")


def heterogeneity_of_general_clients(p, gamma, H):
    total = p.N * p.mean(p.apply(p.hessians - p.hessian, p.gradients))
    return -gamma * (H - 1) / (2 * p.N) * p.solve(p.hessian, total)


deterministic = printed_again(table_1.deterministic, "hal-table1-deterministic", "Table 1, row Deterministic", see=("hal-thm1",))
quadratic = printed_again(table_1.quadratic, "hal-table1-quadratic", "Table 1, row Quadratic", see=("hal-thm2-expansion",))


homogeneous = misprinted(
    judged_again(table_1.homogeneous, "hal-table1-homogeneous", "Table 1, row Homogeneous", THEOREM_3),
    tex=STOCHASTIC_TEX,
    differs={"aistats-table1-homogeneous": "a minus sign"},
    statement=stochastic,
    says="Equal clients: the bias is printed to lead with plus gamma/(2N) times the Hessian's inverse, the third derivative and A C; minus is right.",
    checks=theorem_3.first_order_checks("bias"),
    erratum=Erratum(RESULT, "the sign of the bias: plus for minus"),
)
heterogeneous_stochastic = misprinted(
    judged_again(
        table_1.heterogeneous_stochastic, "hal-table1-heterogeneous-stoch", "Table 1, row Heterogeneous, stochastic bias", THEOREM_4
    ),
    tex=STOCHASTIC_TEX,
    differs={"aistats-table1-heterogeneous-stoch": "a minus sign"},
    statement=stochastic,
    says="General clients: the part of the bias that is due to noise, printed with a plus sign; minus is right.",
    erratum=Erratum(RESULT, "the sign of the stochastic bias: plus for minus"),
)
heterogeneous = misprinted(
    judged_again(table_1.heterogeneous, "hal-table1-heterogeneous-het", "Table 1, row Heterogeneous, heterogeneity bias", THEOREM_4),
    tex="-" + table_1.HETEROGENEITY_TEX,
    differs={"aistats-table1-heterogeneous-het": "a plus sign"},
    statement=heterogeneity_of_general_clients,
    says="General clients: the part of the bias that is due to heterogeneity, printed with a minus sign; plus is right.",
    erratum=Erratum(TYPO, "the sign: minus for plus; Theorem 1 has b_h with a plus sign"),
)
