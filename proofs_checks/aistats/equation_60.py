"""Equation (60), and the decomposition of the error before it."""

import sympy as sp

from symfed.checks import Certificate, SymbolicIdentity
from symfed.checks.instances.coordinates import coordinates, on_coordinates
from symfed.core.claim import Claim
from symfed.core.source import Printed
from symfed.core.verdict import Tier

LETTERS = "theta_t(gamma) mean(gamma) theta_t(2gamma) mean(2gamma) theta*"

decomposition = Claim(
    id="aistats-thm5-decomposition",
    kind="identity",
    says="The error of the extrapolated iterate is that of each run about its own stationary mean, and the bias of the extrapolated means.",
    printed=Printed(
        "aistats",
        "proof of Theorem 5, display before (60)",
        r"\vartheta_t-\theta^\star=2\theta_t^{(\gamma,H)}-2\bar\theta_{sto}^{(\gamma,H)}-\theta_t^{(2\gamma,H)}+\bar\theta_{sto}^{(2\gamma,H)}"
        r"-\theta^\star+\bar\vartheta_{sto}^{(\gamma,H)}",
    ),
    statement=lambda x, m, y, n, o: (2 * x - 2 * m - y + n - o + (2 * m - n)) - (2 * x - y - o),
    uses=("aistats-rr-definition",),
    checks=(SymbolicIdentity(lambda: sp.S.Zero, on_coordinates(LETTERS), scope="one coordinate of five vectors"),),
    controls={
        "the extrapolated mean subtracted": lambda x, m, y, n, o: (2 * x - 2 * m - y + n - o - (2 * m - n)) - (2 * x - y - o),
        "one mean dropped": lambda x, m, y, n, o: (2 * x - 2 * m - y - o + (2 * m - n)) - (2 * x - y - o),
    },
    expect=Tier.PROVED,
)

u, v, w = coordinates("u v w")

eq60 = Claim(
    id="aistats-eq60-jensen3",
    kind="inequality",
    says="|u - v + w|^2 <= 3 |u|^2 + 3 |v|^2 + 3 |w|^2 in every dimension.",
    printed=Printed(
        "aistats",
        "equation (60)",
        r"\|\vartheta_t-\theta^\star\|^2\le3\|2\theta_t^{(\gamma)}-2\bar\theta_{sto}^{(\gamma,H)}\|^2"
        r"+3\|\theta_t^{(2\gamma)}-\bar\theta_{sto}^{(2\gamma,H)}\|^2+3\|\bar\vartheta_{sto}-\theta^\star\|^2",
    ),
    statement=((u - v + w) ** 2, 3 * (u**2 + v**2 + w**2)),
    uses=("aistats-thm5-decomposition",),
    checks=(
        Certificate(((1, (u + v) ** 2), (1, (v + w) ** 2), (1, (u - w) ** 2)), scope="one coordinate; squared norms are sums of them"),
    ),
    controls={
        "constant 2": ((u - v + w) ** 2, 2 * (u**2 + v**2 + w**2)),
        "constant 3 on two terms": ((u - v + w) ** 2, 3 * (u**2 + v**2) + w**2),
    },
    expect=Tier.PROVED,
)
