"""Section 7 of the preprint: experiments whose data are described in words, and so cannot be run again."""

from dataclasses import replace

from proofs_checks.aistats import section_7
from symfed.core.source import Printed

setup = replace(section_7.setup, id="hal-experiment-setup", printed=Printed("hal", "Section 7", section_7.setup.printed.tex))
conclusions = replace(
    section_7.outperforms,
    id="hal-experiment-conclusions",
    says="Extrapolated FedAvg is at least as good as FedAvg; it removes heterogeneity bias in part and noise bias where Scaffold fails.",
    printed=Printed(
        "hal",
        "Section 7",
        r"\text{performs at least as good as vanilla FedAvg}\ldots\text{can only partly remove the bias due to heterogeneity}\ldots"
        r"\text{can reduce the bias, while Scaffold fails}",
    ),
)
