"""Section 6 of the preprint: the extrapolated iterates and their average."""

from proofs_checks.aistats import section_6
from symfed.core.claim import Claim, Lemma
from symfed.core.source import Printed
from symfed.core.verdict import Tier

estimator = Claim(
    id="hal-rr-estimator",
    kind="definition",
    says="The iterate 2 theta^(gamma,H) - theta^(2 gamma,H), and the mean of the first T of them.",
    printed=Printed(
        "hal", "Section 6, display", section_6.TEX + r",\quad\bar\vartheta_T^{(\gamma,H)}=\frac1T\sum_{t=0}^{T-1}\vartheta_t^{(\gamma,H)}"
    ),
    lemmas=(
        Lemma("iterate", section_6.iterate, section_6.definition.checks, wrong=section_6.definition.wrong),
        Lemma("average", section_6.averaged, section_6.average.checks, wrong=section_6.average.wrong),
    ),
    see=("aistats-rr-definition", "aistats-rr-averaged-def"),
    expect=Tier.SUPPORTED,
)
