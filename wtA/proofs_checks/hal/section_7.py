"""Section 7 of the preprint: experiments whose data are described in words, and so cannot be run again."""

from proofs_checks.aistats import section_7
from symfed.core.claim import Claim, again
from symfed.core.source import Printed
from symfed.core.verdict import Tier

setup = again(section_7.setup, "hal-experiment-setup", Printed("hal", "Section 7", section_7.setup.printed.tex))
conclusions = Claim(
    id="hal-experiment-conclusions",
    kind="statistical",
    says="Extrapolated FedAvg is at least as good as FedAvg; it removes heterogeneity bias in part and noise bias where Scaffold fails.",
    printed=Printed(
        "hal",
        "Section 7",
        r"\text{performs at least as good as vanilla FedAvg}\ldots\text{can only partly remove the bias due to heterogeneity}\ldots"
        r"\text{can reduce the bias, while Scaffold fails}",
    ),
    reason=section_7.outperforms.reason,
    expect=Tier.NOT_CHECKED,
)
