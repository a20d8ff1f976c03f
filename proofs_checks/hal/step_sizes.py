"""The step-size conditions of Theorems 1, 3 and 4 of the preprint, which compare gamma with a pure number."""

from symfed.checks import HomogeneityCheck
from symfed.checks.homogeneity import ScaleAlike
from symfed.core.claim import Claim, again
from symfed.core.source import Printed
from symfed.core.symbols import H, gamma, mu
from symfed.core.verdict import Tier

UNITS = "a curvature beside H, as in gamma mu H <= 1, which the published version prints"

thm3 = Claim(
    id="hal-thm3-condition",
    kind="assumption",
    says="Theorem 3 asks for gamma <= 1/(8L) and gamma <= 1/H.",
    printed=Printed("hal", "Theorem 3", r"\gamma\le1/(8L)\wedge1/H"),
    statement=(gamma, 1 / H),
    checks=(HomogeneityCheck("gamma <= 1/H when the losses are rescaled"),),
    corrected="symfed-step-condition",
    missing=UNITS,
    expect=Tier.IMPRECISE,
    differs={"aistats-thm3-variance": "gamma mu H <= 1 for gamma H <= 1, and 1/(9L) for 1/(8L)"},
)
thm4 = again(
    thm3,
    "hal-thm4-condition",
    Printed("hal", "Theorem 4", r"\gamma\le1/(25L)\wedge1/H"),
    says="Theorem 4 asks for gamma <= 1/(25L) and gamma <= 1/H.",
    differs={"aistats-thm4-variance": "gamma mu H <= 1 for gamma H <= 1, and 1/(45L) for 1/(25L)"},
)
thm1 = again(
    thm3,
    "hal-thm1-condition",
    Printed("hal", "Theorem 1", r"\gamma\le1/(2L)\wedge1/H"),
    says="Theorem 1 asks for gamma <= 1/(2L) and gamma <= 1/H, of which its remainder does not need the second.",
    see=("hal-thm1",),
    differs={"aistats-thm1-bias": "gamma mu H <= 1 for gamma H <= 1, and 1/L for 1/(2L)"},
)
homogeneous = Claim(
    id="symfed-step-condition",
    kind="assumption",
    says="The condition gamma mu H <= 1 means the same in every unit.",
    printed=Printed("symfed", "Theorems 1, 3 and 4 of the preprint, as the published version mends them", r"\gamma\mu H\le1"),
    statement=ScaleAlike(gamma * mu * H, 1),
    checks=(HomogeneityCheck(),),
    wrong={
        "gamma against 1/H": ScaleAlike(gamma, 1 / H),
        "mu against 1/H": ScaleAlike(mu, 1 / H),
        "gamma mu^2 H": ScaleAlike(gamma * mu**2 * H, 1),
    },
    expect=Tier.PROVED,
)
