"""Assumptions A2 and A3 of the preprint, and the last sentence of A3, which lacks a square."""

from proofs_checks.aistats import assumption_2, assumption_3
from proofs_checks.aistats.assumption_3 import ALLOWED, two_point_noise
from proofs_checks.hal import differing, printed_again
from symfed.checks import inequality_search
from symfed.claims import LOCAL_SLIP, Claim, Domain, Erratum, Tier, printed_at

a2 = differing(
    printed_again(assumption_2.heterogeneity_measure, "hal-a2", "A2"),
    tex=assumption_2.TEX,
    extraction="the sign > between the two zetas and 0 is lost; the published version has it",
)
a3 = printed_again(assumption_3.variance, "hal-a3", "A3")


def growing(d, N):
    """Noise with k > 0: it is not the case k = 0 alone that is against the sentence."""
    return two_point_noise(d, N, powers=(1, 2))


a3_particular = Claim(
    id="hal-a3-particular",
    kind="inequality",
    says="At theta* the noise covariance, a square, is said to be at most tau; also with k > 0 only tau^2 follows.",
    printed=printed_at("last sentence of A3", r"\|\mathbb E[\varepsilon_c^{Z_c}(\theta^\star)^{\otimes2}]\|\le\tau"),
    under=Domain((), (ALLOWED,), lines={str(ALLOWED): "A3"}),
    statement=lambda noise: (noise.second_moment_norm, noise.tau),
    checks=inequality_search(growing, scope="two-point noise that satisfies A3 with k > 0"),
    corrected="symfed-noise-at-optimum",
    expect=Tier.REFUTED,
    erratum=Erratum(LOCAL_SLIP, "tau for tau^2, which takes k > 0; the lemmas have tau^2"),
    differs={"aistats-A3-consequence": "tau^2 for tau"},
)
