"""Section 7 of the preprint: experiments whose data are described in words, and one sentence that sums them up."""

from dataclasses import replace

from proofs_checks.aistats import section_7
from proofs_checks.hal import at
from symfed.core.claim import Claim
from symfed.core.source import Printed
from symfed.core.verdict import Tier

setup = replace(
    section_7.setup,
    id="hal-experiment-setup",
    printed=at("Section 7", section_7.setup),
    reason="parameters of an experiment: they assert nothing (at H = 100 gamma H is 1, where Theorem 5 asks for 1/2 at most)",
)
conclusions = Claim(
    id="hal-experiment-conclusions",
    kind="statistical",
    says="Extrapolated FedAvg is at least as good as FedAvg in all results (on a noisy set of the printed description it is not); it removes "
    "heterogeneity bias in part, and noise bias where Scaffold fails (so it does: aistats-exp-rr-partial-het, aistats-exp-scaffold-noise).",
    printed=Printed(
        "hal",
        "Section 7",
        r"\text{performs at least as good as vanilla FedAvg}\ldots\text{can only partly remove the bias due to heterogeneity}\ldots"
        r"\text{can reduce the bias, while Scaffold fails}",
    ),
    statement=section_7.outperforms.statement,
    checks=section_7.outperforms.checks,
    corrected=section_7.outperforms.corrected,
    see=("aistats-exp-rr-vs-fedavg", "aistats-exp-rr-partial-het", "aistats-exp-scaffold-noise"),
    missing=section_7.GAIN_WORDS,
    expect=Tier.IMPRECISE,
    differs={"aistats-exp-rr-vs-fedavg": "'consistently outperforms' for 'at least as good'"},
)
