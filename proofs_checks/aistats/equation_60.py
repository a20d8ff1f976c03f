"""Equation (60), and the decomposition of the error before it."""

import sympy as sp

from proofs_checks.aistats.quantities import theta_star
from symfed.checks import Certificate, SymbolicIdentity
from symfed.claims import Claim, Tier, crosscheck, printed_at
from symfed.core.coordinates import coordinates, on_coordinates
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.norms import jensen_sum
from symfed.theorems.sequences import linear_combination
from symfed.theorems.vocabulary import Norm, Vector

LETTERS = "theta_t(gamma) mean(gamma) theta_t(2gamma) mean(2gamma) theta*"

single = Vector("theta_gamma", "FedAvg's iterate at the step size gamma")
double = Vector("theta_2gamma", "FedAvg's iterate at the step size 2 gamma")
mean_single = Vector("mean_gamma", "the stationary mean at the step size gamma")
mean_double = Vector("mean_2gamma", "the stationary mean at the step size 2 gamma")
extrapolated = Vector("vartheta", "the extrapolated iterate")
mean_extrapolated = Vector("mean_vartheta", "the extrapolated stationary mean")
PARTS = (2 * single - 2 * mean_single, mean_double - double, mean_extrapolated - theta_star)
DECOMPOSED = (
    Define("iterate", sp.Eq(extrapolated, 2 * single - double)),
    Define("mean", sp.Eq(mean_extrapolated, 2 * mean_single - mean_double)),
    linear_combination("decomposition", extrapolated - theta_star, sp.Add(*PARTS), {"iterate": 1, "mean": -1}),
)

decomposition = Claim(
    id="aistats-thm5-decomposition",
    kind="identity",
    says="The error of the extrapolated iterate is that of each run about its own stationary mean, and the bias of the extrapolated means.",
    printed=printed_at(
        "proof of Theorem 5, display before (60)",
        r"\vartheta_t-\theta^\star=2\theta_t^{(\gamma,H)}-2\bar\theta_{sto}^{(\gamma,H)}-\theta_t^{(2\gamma,H)}+\bar\theta_{sto}^{(2\gamma,H)}"
        r"-\theta^\star+\bar\vartheta_{sto}^{(\gamma,H)}",
    ),
    statement=sp.Eq(
        extrapolated - theta_star, 2 * single - 2 * mean_single - double + mean_double - theta_star + mean_extrapolated, evaluate=False
    ),
    lemmas=crosscheck(
        "one coordinate",
        lambda x, m, y, n, o: (2 * x - 2 * m - y + n - o + (2 * m - n)) - (2 * x - y - o),
        SymbolicIdentity(lambda: sp.S.Zero, on_coordinates(LETTERS), scope="one coordinate of five vectors"),
        wrong={
            "the extrapolated mean subtracted": lambda x, m, y, n, o: (2 * x - 2 * m - y + n - o - (2 * m - n)) - (2 * x - y - o),
            "one mean dropped": lambda x, m, y, n, o: (2 * x - 2 * m - y - o + (2 * m - n)) - (2 * x - y - o),
        },
    ),
    follows=DECOMPOSED,
    see=("aistats-rr-definition",),
    expect=Tier.PROVED,
)

u, v, w = coordinates("u v w")

eq60 = Claim(
    id="aistats-eq60-jensen3",
    kind="inequality",
    says="|u - v + w|^2 <= 3 |u|^2 + 3 |v|^2 + 3 |w|^2 in every dimension.",
    printed=printed_at(
        "equation (60)",
        r"\|\vartheta_t-\theta^\star\|^2\le3\|2\theta_t^{(\gamma)}-2\bar\theta_{sto}^{(\gamma,H)}\|^2"
        r"+3\|\theta_t^{(2\gamma)}-\bar\theta_{sto}^{(2\gamma,H)}\|^2+3\|\bar\vartheta_{sto}-\theta^\star\|^2",
    ),
    statement=sp.Le(Norm(extrapolated - theta_star) ** 2, 3 * sp.Add(*[Norm(part) ** 2 for part in PARTS])),
    lemmas=crosscheck(
        "one coordinate",
        ((u - v + w) ** 2, 3 * (u**2 + v**2 + w**2)),
        Certificate(((1, (u + v) ** 2), (1, (v + w) ** 2), (1, (u - w) ** 2)), scope="one coordinate"),
        wrong={"constant 3 on two terms": ((u - v + w) ** 2, 3 * (u**2 + v**2) + w**2)},
    ),
    follows=(
        *DECOMPOSED,
        Apply(jensen_sum, "three parts", vectors=PARTS),
        Arithmetic(
            "equation (60)",
            sp.Le(Norm(extrapolated - theta_star) ** 2, 3 * sp.Add(*[Norm(part) ** 2 for part in PARTS])),
            ("decomposition/2", "three parts"),
        ),
    ),
    see=("aistats-thm5-decomposition",),
    expect=Tier.PROVED,
)
