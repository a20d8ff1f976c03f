"""The slide of the ARGO seminar that announces extrapolation."""

from dataclasses import replace

from proofs_checks.aistats import section_6
from symfed.core.claim import Claim
from symfed.core.source import Printed
from symfed.core.verdict import Tier

two_step_sizes = replace(
    section_6.definition,
    id="argo-rr-two-step-sizes",
    says="Runs at eta and 2 eta correct the bias: 2 theta^(eta) - theta^(2 eta) has none of order eta. (The slide shows a plot, no formula.)",
    printed=Printed(
        "argo",
        "slide 'A new Federated Method?'",
        r"\text{Running FedAvg with step sizes }\eta\text{ and }2\eta\text{, we can correct the bias}",
    ),
    reduction="'correct' is read as 'to first order': a bias of second order remains (symfed-rr-bias)",
    uses=("symfed-rr-bias",),
)
scaffold = Claim(
    id="argo-rr-scaffold-bias",
    kind="statistical",
    says="It seems that Scaffold cannot correct the bias that noise causes.",
    printed=Printed("argo", "slide 'A new Federated Method?'", r"\text{it seems Scaffold cannot correct bias due to stochasticity!}"),
    reason="read off a plot whose data are not given; that Scaffold keeps a bias by noise is a statement about its expansion, judged with it",
    expect=Tier.NOT_CHECKED,
)
