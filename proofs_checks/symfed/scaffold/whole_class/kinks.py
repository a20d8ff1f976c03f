"""What two kinds of clients on the line make of V at worst, for every H: one with a kink at the optimum and the quadratic of curvature L, in the right shares.

Scale: t = 1 - gamma L > 0, s = 1 - gamma mu, n = H - 1, r = r(L), y = H delta. From e = 1 the kink (curvature mu for x > 0, L for x < 0) goes one step with mu and, as
delta >= s, all others with L: it ends at q_1 + r y, q_1 = s t^n; the quadratic at q_2 + r y, q_2 = t^H. With y_1 = (o - q_1)/r and y_2 = -(o + q_2)/r both ends are
of length o; shares p and 1 - p make the y add up to zero, and V is 1 + p y_1^2 + (1-p) y_2^2 = 1 - y_1 y_2. The best o: 2 (r^2 - q_1 q_2)/(q_1 - q_2).
"""

from dataclasses import replace

import sympy as sp

from proofs_checks.symfed.scaffold.contraction import r
from proofs_checks.symfed.scaffold.whole_class.cases import ADD_UP, SMOOTH_CLIENTS
from proofs_checks.symfed.scaffold.whole_class.refuted import kink
from symfed.checks import Certificate, complete_identity
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, gamma, mu

r_, q1, q2, o, y1, y2, s, u = coordinates("r q1 q2 o y1 y2 s u")


def factor(r, q_1, q_2):
    """rho^2."""
    return 4 * r**2 * (r**2 - q_1 * q_2) / (4 * r**2 - (q_1 + q_2) ** 2)


def best(r, q_1, q_2):
    """o."""
    return 2 * (r**2 - q_1 * q_2) / (q_1 - q_2)


def gained(o):
    """V^+/V with both ends of length o."""
    return o**2 / (1 + (o - q1) * (o + q2) / r_**2)


s_mu, t_L, r_L = 1 - gamma * mu, 1 - gamma * L, r(gamma, H, L)
SHARE = -y2 / (y1 - y2)
T = t_L ** (H - 1)
#: delta_1 >= s: the kink's first step ends on the other side.
Q1, Q2 = s_mu * T, t_L * T
FAR = 2 * (r_L**2 - Q1 * Q2) >= (Q1 - Q2) * (Q1 + H * r_L * s_mu)

kinks = Claim(
    id="symfed-scaffold-kink-factor",
    kind="identity",
    says="How much a kink makes of V at worst, for every H and gamma L < 1: a share of clients with a kink and a share of quadratic ones of curvature L multiply V by rho^2 > r(L)^2. "
    "No factor of the class is smaller; for H = 2 it is the factor (symfed-scaffold-whole-class-two-steps). By solver it is the class's for H = 2 to 6 in the second "
    "regime, away from the crossing, to seven digits.",
    printed=printed_at(
        "Scaffold beyond quadratics, a kink at worst",
        r"\sup V^+/V\ge\rho^2=\frac{4r^2(r^2-q_1q_2)}{4r^2-(q_1+q_2)^2},\quad r=1-\frac{1-(1-\gamma L)^H}{\gamma LH},\ q_1=(1-\gamma\mu)(1-\gamma L)^{H-1},\ q_2=(1-\gamma L)^H",
    ),
    under=Domain((gamma * L < 1, mu < L, H >= 2, FAR), (SMOOTH_CLIENTS, ADD_UP)),
    statement=factor,
    lemmas=(
        *(replace(kink.lemma(name), assumes=Domain()) for name in ("the path", "its end")),
        standalone_lemma(
            "V before the round",
            1 - y1 * y2,
            complete_identity(lambda: 1 + SHARE * y1**2 + (1 - SHARE) * y2**2, as_printed, scope="p y_1 + (1-p) y_2 = 0"),
            wrong={"sign": 1 + y1 * y2},
        ),
        standalone_lemma(
            "V after it",
            factor,
            complete_identity(
                lambda: gained(best(r_, q1, q2)), lambda f: f(r_, q1, q2), scope="V^+ = o^2, y_1 = (o - q_1)/r, y_2 = -(o + q_2)/r"
            ),
            wrong={
                "r^2": lambda r, q_1, q_2: r**2,
                "q_1 + q_2 without a square": lambda r, q_1, q_2: 4 * r**2 * (r**2 - q_1 * q_2) / (4 * r**2 - q_1 - q_2),
            },
        ),
        standalone_lemma(
            "no o does more",
            (
                gained(o) * (1 + (o - q1) * (o + q2) / r_**2) * (4 * r_**2 - (q1 + q2) ** 2),
                4 * r_**2 * (r_**2 - q1 * q2) * (1 + (o - q1) * (o + q2) / r_**2),
            ),
            Certificate(((1, (2 * (r_**2 - q1 * q2) - (q1 - q2) * o) ** 2),), scope="rho^2 V - V^+, times 4 r^2 - (q_1 + q_2)^2"),
            wrong={
                "0.99 rho^2": (
                    gained(o) * (1 + (o - q1) * (o + q2) / r_**2) * (4 * r_**2 - (q1 + q2) ** 2),
                    sp.Rational(99, 25) * r_**2 * (r_**2 - q1 * q2) * (1 + (o - q1) * (o + q2) / r_**2),
                )
            },
        ),
        standalone_lemma(
            "far enough",
            (q1 + u * s, best(r_, q1, q2)),
            Certificate(
                ((1 / (q1 - q2), 2 * (r_**2 - q1 * q2) - (q1 - q2) * (q1 + u * s)),), scope="s <= delta_1 = (o - q_1)/(H r), u = H r"
            ),
            wrong={"twice": (2 * (q1 + u * s), best(r_, q1, q2))},
            given=Domain((q1 > q2, 2 * (r_**2 - q1 * q2) >= (q1 - q2) * (q1 + u * s))),
        ),
        *(
            Lemma(name, sides, Certificate((part,)), wrong={"less a half": (sides[0] + sp.S.Half, sides[1])}, assumes=Domain((relation,)))
            for name, sides, part, relation in (
                ("the condition", (FAR.rhs, FAR.lhs), (1, FAR.lhs - FAR.rhs), FAR),
                ("t >= 0", (sp.S.Zero, t_L), (1, 1 - gamma * L), gamma * L < 1),
                ("t <= s", (t_L, s_mu), (gamma, L - mu), mu < L),
            )
        ),
    ),
    follows=(
        InWords(
            "the kink goes from e = 1 to s - delta_1 <= 0 and stays below, as in symfed-scaffold-kink; the quadratic is the kink of slopes L and L"
        ),
        InWords(
            "V^+ is the mean of both squared ends, o^2; the share p is between 0 and 1, and for an irrational one many clients come as near as one likes"
        ),
    ),
    see=("symfed-scaffold-kink", "symfed-scaffold-whole-class-two-steps", "symfed-scaffold-whole-class-conjecture"),
    expect=Tier.PROVED_GIVEN,
)
