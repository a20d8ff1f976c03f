"""Section 6 of the preprint: the extrapolated iterates and their average."""

import sympy as sp

from proofs_checks.aistats import section_6
from symfed.core.claim import Claim, Lemma
from symfed.core.source import Printed
from symfed.core.symbols import t
from symfed.core.verdict import Tier
from symfed.theorems import Apply, Define
from symfed.theorems.sequences import combination, equal_by_induction, instance
from symfed.theorems.vocabulary import sequence

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

estimator = Claim(
    id="hal-rr-estimator",
    kind="definition",
    says="The iterate 2 theta^(gamma,H) - theta^(2 gamma,H), whose weights keep theta* and cancel what is linear in gamma; and the mean of the first T of "
    "them, which is the extrapolation of the two runs' means.",
    printed=Printed(
        "hal", "Section 6, display", section_6.TEX + r",\quad\bar\vartheta_T^{(\gamma,H)}=\frac1T\sum_{t=0}^{T-1}\vartheta_t^{(\gamma,H)}"
    ),
    statement=AVERAGE,
    under=section_6.definition.under,
    lemmas=(
        Lemma("iterate", section_6.iterate, section_6.definition.checks, wrong=section_6.definition.wrong),
        Lemma("average", section_6.averaged, section_6.average.checks, wrong=section_6.average.wrong, crosscheck=True),
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
        Apply(
            combination,
            "at first",
            u=sum_both(0),
            v=OF_BOTH.subs(t, 0),
            equations=("no sum of both", "no sum of once", "no sum of twice"),
            factors=(1, -2, 1),
        ),
        Apply(
            combination,
            "one more",
            u=LEFT.subs(t, t + 1),
            v=LEFT,
            equations=("sum of both", "an iterate", "sum of once", "sum of twice"),
            factors=(1, 1, -2, 1),
        ),
        Apply(equal_by_induction, "sums", u=sum_both(t), v=OF_BOTH, index=t, factor=sp.S.One),
        Apply(instance, "T sums", relation="sums", at={t: t + 1}),
        Apply(combination, "means", u=AVERAGE.lhs, v=AVERAGE.rhs, equations=("T sums",), factors=(1 / (t + 1),)),
    ),
    see=("aistats-rr-definition", "aistats-rr-averaged-def"),
    expect=Tier.DEFINED,
    differs={"aistats-rr-definition": "", "aistats-rr-averaged-def": ""},
)
