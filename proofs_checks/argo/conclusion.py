"""The slide 'Conclusion and Perspectives': its summary. What it asks for the future states nothing."""

from proofs_checks.argo import general_case
from proofs_checks.argo.fedlsa import STABLE
from proofs_checks.symfed.lsa import fedlsa_moments, scafflsa_moments
from symfed.claims import Claim, Lemma, Tier, again, printed_at

PLACE = "slide 'Conclusion and Perspectives'"
spread = fedlsa_moments.spread
WRONG = {
    "no speed-up": lambda p, gamma, H: p.N * spread(p, gamma, H),
    "1/N²": lambda p, gamma, H: spread(p, gamma, H) / p.N,
    "H times": lambda p, gamma, H: H * spread(p, gamma, H),
}

speedup = Claim(
    id="argo-summary-linear-speedup",
    kind="rate",
    says="Linear speed-up, up to bias: the first order in the step size, at fixed H, of both methods' second moment about theta* is eta/N X: X "
    "solves the Lyapunov equation of the mean matrix, with the mean of the clients' noise covariances at theta* on its right side, for any matrices and "
    "under multiplicative noise. FedLSA's squared bias is of second order. "
    "Bounds at a finite step size are symfed-fedlsa-variance and symfed-scafflsa-mean-square-error.",
    printed=printed_at(PLACE, r"\text{We showed that both methods have linear speed-up (up to bias)}"),
    under=STABLE,
    lemmas=(
        Lemma(
            "FedLSA", spread, (fedlsa_moments.in_all_dimensions("second_moment", 1), fedlsa_moments.against_laws("second_moment", 1)), WRONG
        ),
        Lemma("SCAFFLSA", spread, scafflsa_moments.in_all_dimensions("second_moment"), WRONG),
    ),
    see=(
        "symfed-fedlsa-variance",
        "symfed-scafflsa-mean-square-error",
        "symfed-scafflsa-algorithm",
        "symfed-scafflsa-first-order",
        "symfed-scaffold-linear-speedup",
    ),
    expect=Tier.PROVED,
)

bias = again(
    general_case.two_parts,
    "argo-summary-first-order-bias",
    printed_at(PLACE, r"\text{We proved first-order expansion of FedAvg's bias}"),
    says="FedAvg's bias has a first order: by heterogeneity and by noise, as the rule has them. The formula that the talk prints for it is argo-general-bias.",
    see=("argo-general-bias", "symfed-fedavg-bias"),
)
