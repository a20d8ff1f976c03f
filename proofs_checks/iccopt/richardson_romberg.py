"""The slides of ICCOPT on extrapolation."""

from proofs_checks.aistats import section_6
from symfed.claims import Claim, Printed, Tier, again, printed_at

algorithm = again(
    section_6.definition,
    id="iccopt-fedrr-algo",
    says="FedAvg is run twice, at gamma and 2 gamma; the weights of 2 x_gamma - x_2gamma keep x* and cancel what is linear in gamma.",
    printed=Printed(
        "iccopt", "slide 'Correcting the Bias'", r"\chi_{RR}^{(t)}=2x_\gamma^{(t)}-x_{2\gamma}^{(t)}", extraction="chi_RR is x_RR"
    ),
)
experiment = Claim(
    id="iccopt-fedrr-experiment",
    kind="statistical",
    says="A plot: FedAvg in blue, Scaffold in orange, extrapolated FedAvg in green.",
    printed=printed_at(
        "slide 'Numerical Illustration: FedAvg'", r"\text{Blue: FedAvg, Orange: Scaffold, Green: Federated Richardson-Romberg}"
    ),
    reason="a legend: the slide states no numbers and no conclusion",
    expect=Tier.NOT_CHECKED,
)
