"""The slide of the ARGO seminar that announces extrapolation."""

from dataclasses import replace

from proofs_checks.aistats import section_6
from symfed.core.source import Printed

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
