"""Section 6 of the preprint: the extrapolated iterates and their average."""

from proofs_checks.aistats import section_6
from symfed.checks import CounterexampleSearch, Part, SymbolicIdentity
from symfed.checks.estimators import on_expansions
from symfed.core.claim import Claim
from symfed.core.source import Printed
from symfed.core.symbols import theta
from symfed.core.verdict import Tier

estimator = Claim(
    id="hal-rr-estimator",
    kind="definition",
    says="The iterate 2 theta^(gamma,H) - theta^(2 gamma,H), and the mean of the first T of them.",
    printed=Printed(
        "hal", "Section 6, display", section_6.TEX + r",\quad\bar\vartheta_T^{(\gamma,H)}=\frac1T\sum_{t=0}^{T-1}\vartheta_t^{(\gamma,H)}"
    ),
    statement={"iterate": section_6.iterate, "average": section_6.averaged},
    under=section_6.STEPS,
    checks=(
        Part("iterate", SymbolicIdentity(lambda: theta, on_expansions, scope="d = 1, theta* plus FedAvg's first-order bias, all symbolic")),
        Part(
            "average",
            CounterexampleSearch(
                section_6.runs,
                section_6.of_the_averages,
                scope="exact runs, draw by draw, d <= 2",
                sizes=((1, 1), (1, 2), (2, 2)),
                examples=15,
            ),
        ),
    ),
    controls={
        f"{one}; {other}": {"iterate": section_6.WRONG[one], "average": section_6.average.controls[other]}
        for one, other in zip(section_6.WRONG, section_6.average.controls, strict=False)
    },
    expect=Tier.PROVED,
)
