"""The slide of the ARGO seminar that announces extrapolation."""

from proofs_checks.aistats import section_6
from symfed.claims import again, printed_at

two_step_sizes = again(
    section_6.definition,
    "argo-rr-two-step-sizes",
    printed_at(
        "slide 'A new Federated Method?'", r"\text{Running FedAvg with step sizes }\eta\text{ and }2\eta\text{, we can correct the bias}"
    ),
    says="Runs at eta and 2 eta correct the bias to first order: 2 theta^(eta) - theta^(2 eta) has none of order eta; what remains is symfed-rr-bias. (The text "
    "of the slide has no formula.)",
    see=("symfed-rr-bias",),
)
