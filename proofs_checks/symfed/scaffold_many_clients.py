"""What of Scaffold's bias does not vanish as the number of equal clients grows, d = 1, and the term of the slides' rate that covers it."""

import sympy as sp

from symfed.checks import Part, SignCheck, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import C, H, N, a, b, gamma, mu
from symfed.core.verdict import Tier
from symfed.derive.expansion import expand
from symfed.derive.symbolic_jets import equal_clients

FLOOR = -(gamma**2) * (H - 1) * (5 * H - 1) * b * C / (12 * H * a)
SQUARE = (gamma * mu * (H - 1) ** 2 * (5 * H - 1) ** 2, 25 * H**3)


def left_by_many_clients():
    """What of Scaffold's bias to second order, equal clients, does not vanish as N grows."""
    return sp.Add(*[sp.limit(term, N, sp.oo) for term in sp.expand(equal_clients(expand("scaffold", "bias", 2))).args])


floor = Claim(
    id="symfed-scaffold-many-clients-bias",
    kind="limit",
    says="Infinitely many equal clients keep a bias of order gamma^2 H under Scaffold, up to 5/3 of FedAvg's; the third term with Q covers it.",
    printed=Printed(
        "symfed",
        "the rate of the slides, third term, d = 1",
        r"\lim_{N\to\infty}\bar x-x^\star=-\gamma^2\frac{(H-1)(5H-1)}{12H}\frac{\partial^3f\,C}{\partial^2f}+O(\gamma^3),\quad"
        r"\Big(\gamma^2\frac{(H-1)(5H-1)}{12H}\frac{Q\sigma^2}\mu\Big)^2\le\frac{25}{144}\cdot\frac{\gamma^3HQ^2\sigma^4}{\mu^3}\qquad(\gamma\mu H\le1)",
    ),
    statement={"bias": FLOOR, "square": SQUARE},
    under=Domain((gamma * mu * H <= 1,), "equal clients with smooth losses"),
    uses=("symfed-fedavg-bias-floor",),
    checks=(
        Part("bias", SymbolicIdentity(left_by_many_clients, as_printed, scope="d = 1, symbolic H: the second order as N grows")),
        Part("square", SignCheck("both sides divided by gamma^3 Q^2 sigma^4/(144 H^2 mu^3)")),
    ),
    controls={
        "FedAvg's; 1 for 25": {"bias": -(gamma**2) * (H - 1) * b * C / (4 * a), "square": (SQUARE[0], H**3)},
        "sign turned; H^2 for H^3": {"bias": -FLOOR, "square": (SQUARE[0], 25 * H**2)},
        "nothing": {"bias": sp.S.Zero, "square": (SQUARE[0], sp.S.Zero)},
    },
    expect=Tier.PROVED,
)
