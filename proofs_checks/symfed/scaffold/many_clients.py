"""What of Scaffold's bias does not vanish as the number of clients grows, d = 1, and the term of the slides' rate that covers it."""

import sympy as sp

from proofs_checks.symfed.scaffold.bias import SEVEN, THEOREM, cubed
from symfed.checks import SignCheck, SymbolicIdentity
from symfed.checks.classes import AVERAGES_STAY, DRAWS, MEAN_CURVED, ZERO_SUM
from symfed.checks.fixed_steps import RemainderAtFixedH
from symfed.checks.identity import as_printed
from symfed.claims import ONE_DIMENSION, Claim, Domain, Lemma, Tier, printed_at
from symfed.core.symbols import C, ClientMean, H, N, a, b, gamma, mu
from symfed.derive.expansion import expand

FLOOR = -(gamma**2) * (H - 1) * (5 * H - 1) * ClientMean(b * C) / (12 * H * ClientMean(a))
SQUARE = (gamma * mu * (H - 1) ** 2 * (5 * H - 1) ** 2, 25 * H**3)


def left_by_many_clients():
    """What of Scaffold's bias to second order does not vanish as N grows, the averages over clients staying as they are."""
    return sp.Add(*[sp.limit(term, N, sp.oo) for term in sp.expand(expand("scaffold", "bias", 2)).args])


def in_the_limit(algorithm, quantity, order):
    """The check of what does not vanish."""
    return SymbolicIdentity(left_by_many_clients, as_printed, scope="d = 1, symbolic H: the second order as N grows")


LEAVING_CUBES = RemainderAtFixedH("scaffold", "bias", 2, THEOREM, in_the_limit, given=(AVERAGES_STAY,))


floor = Claim(
    id="symfed-scaffold-many-clients-bias",
    kind="limit",
    says="Infinitely many clients keep a bias of order gamma^2 H under Scaffold, through their own third derivatives, even if those of f vanish. "
    "The third term of the slides' rate covers it.",
    printed=printed_at(
        "the rate of the slides, third term, d = 1",
        r"\lim_{N\to\infty}\bar x-x^\star=-\gamma^2\frac{(H-1)(5H-1)}{12H}\frac{\langle\partial^3f_c\,C_c\rangle}{\partial^2f}+O(\gamma^3),\quad"
        r"\Big(\gamma^2\frac{(H-1)(5H-1)}{12H}\frac{Q\sigma^2}\mu\Big)^2\le\frac{25}{144}\cdot\frac{\gamma^3HQ^2\sigma^4}{\mu^3}"
        r"\qquad(\gamma\mu H\le1,\ |\partial^3f_c|\le Q)",
    ),
    under=Domain((gamma * mu * H <= 1,), (MEAN_CURVED, SEVEN, *DRAWS, ZERO_SUM, AVERAGES_STAY)),
    ranges=ONE_DIMENSION,
    lemmas=(
        Lemma(
            "bias",
            cubed(FLOOR),
            LEAVING_CUBES,
            {
                "FedAvg's": cubed(-(gamma**2) * (H - 1) * ClientMean(b * C) / (4 * ClientMean(a))),
                "third derivative of f": cubed(FLOOR.subs(ClientMean(b * C), ClientMean(b) * ClientMean(C))),
                "sign turned": cubed(-FLOOR),
            },
        ),
        Lemma(
            "square",
            SQUARE,
            SignCheck("both sides divided by gamma^3 Q^2 sigma^4/(144 H^2 mu^3)"),
            {"H^2 for H^3": (SQUARE[0], 25 * H**2), "9 for 25": (SQUARE[0], 9 * H**3)},
        ),
    ),
    uses=(THEOREM, "symfed-scaffold-second-order-bias"),
    see=("symfed-fedavg-bias-floor",),
    expect=Tier.PROVED_GIVEN,
)
