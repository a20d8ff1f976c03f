"""Corollary 1: how close FedAvg-D comes to the optimum."""

import sympy as sp

from proofs_checks.aistats import quantities as q
from proofs_checks.aistats.proposition_1 import RATE
from proofs_checks.aistats.proposition_2 import C_1, SMALL_STEPS
from proofs_checks.aistats.quantities import theta, theta_det, theta_star
from symfed.checks import Certificate
from symfed.claims import Claim, Domain, Tier, crosscheck, printed_at
from symfed.core.symbols import H, gamma, gram_gg, gram_xg, gram_xx, t, zeta1
from symfed.theorems import Apply, Arithmetic
from symfed.theorems.norms import squared_triangle
from symfed.theorems.vocabulary import Norm

UNDER = Domain(SMALL_STEPS.relations, SMALL_STEPS.classes, {str(c): "Corollary 1" for c in SMALL_STEPS.conditions})

split = Claim(
    id="symfed-squared-triangle",
    kind="inequality",
    says="|x + g|^2 <= 2 |x|^2 + 2 |g|^2 in every dimension.",
    printed=printed_at("the first step of the proof of Corollary 1", r"\|x+g\|^2\le2\|x\|^2+2\|g\|^2"),
    statement=(gram_xx + 2 * gram_xg + gram_gg, 2 * gram_xx + 2 * gram_gg),
    checks=Certificate(((1, gram_xx - 2 * gram_xg + gram_gg),)),
    wrong={"constant 19/10": (gram_xx + 2 * gram_xg + gram_gg, 19 * (gram_xx + gram_gg) / 10)},
    expect=Tier.PROVED,
)


def within(floor=2 * gamma**2 * (H - 1) ** 2 * C_1**2, rate=1):
    """The printed bound; the parameters only serve wrong variants."""
    return sp.Le(Norm(theta(t) - theta_star) ** 2, 2 * RATE ** (rate * H * t) * Norm(theta(0) - theta_det) ** 2 + floor)


cor1 = Claim(
    id="aistats-cor1-rate",
    kind="rate",
    says="The iterates reach a ball of squared radius 2 gamma^2 (H-1)^2 C_1^2 around the optimum at a linear rate.",
    printed=printed_at(
        "Corollary 1", r"\|\theta_t-\theta^\star\|^2\le2(1-\gamma\mu)^{Ht}\|\theta_0-\bar\theta_{det}\|^2+2\gamma^2(H-1)^2C_1^2"
    ),
    statement=within(),
    under=UNDER,
    lemmas=crosscheck(
        "rounds",
        within(),
        q.on_quadratics(extremes=q.at_rest),
        wrong={
            "no floor": within(floor=0),
            "mu for L in C_1": within(2 * gamma**2 * (H - 1) ** 2 * zeta1**2),
            "a faster rate": within(rate=4),
        },
    ),
    follows=(
        Apply(squared_triangle, "split", u=theta(t) - theta_det, v=theta_det - theta_star),
        Arithmetic(
            "bias",
            sp.Le(Norm(theta_det - theta_star) ** 2, gamma**2 * (H - 1) ** 2 * C_1**2),
            ("aistats-prop2-bound",),
        ),
        Arithmetic("both", within(), ("split", "aistats-prop1-stationary/3", "bias")),
    ),
    uses=("aistats-prop1-stationary", "aistats-prop2-bound"),
    see=("symfed-squared-triangle",),
    expect=Tier.PROVED,
)
