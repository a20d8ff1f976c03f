"""The factor of a round over the whole class at gamma L = 1, exactly: three numbers, and a triangle between two regimes."""

import sympy as sp

from proofs_checks.symfed.scaffold.contraction import q, r
from proofs_checks.symfed.scaffold.whole_class.cases import ADD_UP, SMOOTH_CLIENTS, corner_rounds, rounds
from proofs_checks.symfed.scaffold.whole_class.one_client import constant, drift, end_of_it
from symfed.checks import Certificate, Induction, complete_identity, inequality_search
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, gamma, mu

STEPS = Domain((gamma * L <= 1, mu < L, H >= 2), (SMOOTH_CLIENTS, ADD_UP))
n = H - 1
s = 1 - gamma * mu
q_, r_, k_, r1_ = coordinates("q r k r1")


def circle(q, r, r1):
    """The squared diameter of the circle around a triangle with these sides: of a right triangle, the squared longest side."""
    return 4 * q**2 * r**2 * r1**2 / (4 * q**2 * r**2 - (q**2 + r**2 - r1**2) ** 2)


def factor(case, middle=circle):
    """rho^2: the largest squared side of an obtuse triangle, `middle` of an acute one."""
    q_mu, r_mu, r1 = (
        q(case.gamma, case.H, case.mu),
        r(case.gamma, case.H, case.mu),
        case.gamma / case.gamma - case.gamma / (case.gamma * case.H),
    )
    if q_mu**2 >= r1**2 + r_mu**2:
        return q_mu**2
    if r1**2 >= q_mu**2 + r_mu**2:
        return r1**2
    return middle(q_mu, r_mu, r1)


def loses(i, share=1, factor=factor):
    """V after a round and what it must not exceed."""
    return i.after(), share * factor(i.first) * i.before()


def squared_side(q, r, k):
    """r_1^2 by the law of cosines, k the cosine between q and r."""
    return q**2 + r**2 - 2 * q * r * k


def over_sine(q, r, k):
    """r_1^2/sin^2."""
    return squared_side(q, r, k) / (1 - k**2)


def first_constant(q, r, k):
    """C at c = H k, with n = H r_1 and r_1 by the law of cosines."""
    return constant(q, H * r - H * k * q, H * r1_).subs(r1_**2, squared_side(q, r, k))


#: H r <= (H-1)(1 - q), and r_1 = 1 - 1/H.
DRIFT = H * r_ <= n * (1 - q_)
SIDE = 1 - 1 / H
CORNER = Domain((DRIFT, H >= 2, r_ >= 0, q_**2 + r_**2 >= SIDE**2))
g_, n_, Hr_ = coordinates("g n Hr")

whole_class_factor = Claim(
    id="symfed-scaffold-whole-class-factor",
    kind="inequality",
    says="The factor of a round over all smooth, strongly convex clients, for every H, N and d: with q and r at mu and r_1 = 1 - 1/H the largest of the "
    "three numbers, unless the triangle with these sides is acute: then the diameter of the circle around it, a little more. At gamma L = 1 it cannot "
    "be smaller for all N: quadratic clients of the two end curvatures attain it in the right proportions.",
    printed=printed_at(
        "Scaffold beyond quadratics, the factor",
        r"V^+\le\rho^2V:\quad\rho=q\ (q^2\ge r_1^2+r^2),\quad\rho=r_1\ (r_1^2\ge q^2+r^2),\quad"
        r"\rho^2=\frac{4q^2r^2r_1^2}{4q^2r^2-(q^2+r^2-r_1^2)^2}\text{ else};\quad q=(1-\gamma\mu)^H,\ r=1-\frac{1-q}{\gamma\mu H},\ r_1=1-\frac1H",
    ),
    under=STEPS,
    statement=loses,
    lemmas=(
        Lemma(
            "C in an acute triangle",
            over_sine,
            complete_identity(lambda: first_constant(q_, r_, k_), lambda f: f(q_, r_, k_), scope="c = H k, k the cosine opposite r_1"),
            wrong={"cosine for sine": lambda q, r, k: squared_side(q, r, k) / k**2, "r_1^2": squared_side},
        ),
        Lemma(
            "the coefficient of |y|^2 is the same",
            lambda q, r, k: over_sine(q, r, k) * k**2 + squared_side(q, r, k),
            complete_identity(lambda: over_sine(q_, r_, k_), lambda f: f(q_, r_, k_), scope="C c^2/H^2 + r_1^2 = C"),
            wrong={"without r_1": lambda q, r, k: over_sine(q, r, k) * k**2},
        ),
        Lemma(
            "it is the circle's",
            circle,
            complete_identity(
                lambda: r1_**2 / (1 - ((q_**2 + r_**2 - r1_**2) / (2 * q_ * r_)) ** 2),
                lambda f: f(q_, r_, r1_),
                scope="k by the law of cosines",
            ),
            wrong={"radius for diameter": lambda *x: circle(*x) / 4, "the longest side": lambda q, r, r1: r1**2},
        ),
        Lemma(
            "H r <= (H-1)(1 - q)",
            lambda h: -(1 + (h - 1) * s**h),
            Induction(lambda k: -k * (1 - r(gamma, k, mu)), s, -sp.S.One, scope="H (1 - r), a sum of powers, is at least 1 + (H-1) q"),
            wrong={"H for H - 1": lambda h: -(1 + h * s**h)},
            assumes=Domain((gamma * L <= 1, mu < L)),
        ),
        standalone_lemma(
            "H r <= q if q >= r_1",
            (H * r_, q_),
            Certificate(
                ((1, n * (1 - q_) - H * r_), (H, q_ - SIDE)), scope="so that c = H r/q <= 1, and in an acute triangle c = H k <= H r/q"
            ),
            wrong={"2 H r": (2 * H * r_, q_)},
            given=Domain((DRIFT, q_ >= SIDE)),
        ),
        standalone_lemma(
            "q is not small in the corner",
            (2 * SIDE**2 * q_, q_**2 * (1 + SIDE**2)),
            Certificate(
                ((1, q_**2 + r_**2 - SIDE**2), (1 / H**2, (n * (1 - q_) - H * r_) * (n * (1 - q_) + H * r_))),
                scope="q <= r_1 and the triangle not obtuse at r_1",
            ),
            wrong={"3 for 2": (3 * SIDE**2 * q_, q_**2 * (1 + SIDE**2))},
            given=CORNER & Domain((n * (1 - q_) + H * r_ >= 0,)),
        ),
        standalone_lemma(
            "H r <= 2 q in the corner",
            (H * r_, 2 * q_),
            Certificate(
                ((1, n * (1 - q_) - H * r_), (H + 1, q_ - 2 * n**2 / (H**2 + n**2)), (n / (H**2 + n**2), 2 * n - 1)),
                scope="q (r_1^2 + 1) >= 2 r_1^2",
            ),
            wrong={"H r <= q/4": (H * r_, q_ / 4)},
            given=Domain((H >= 2, DRIFT, q_ >= 2 * n**2 / (H**2 + n**2))),
        ),
        standalone_lemma(
            "c <= 1 in the corner",
            (H * (q_**2 + r_**2 - SIDE**2), 2 * q_ * r_),
            Certificate(((r_, 2 * q_ - H * r_), (H, SIDE**2 - q_**2)), scope="c = H k"),
            wrong={"2 c": (2 * H * (q_**2 + r_**2 - SIDE**2), 2 * q_ * r_)},
            given=Domain((r_ >= 0, H * r_ <= 2 * q_, q_**2 <= SIDE**2)),
        ),
        standalone_lemma(
            "at c = 0 the second regime",
            (q_**2, r1_**2 - r_**2),
            Certificate(((1, r1_**2 - q_**2 - r_**2),), scope="C = q^2 r_1^2/(r_1^2 - r^2) <= r_1^2"),
            wrong={"2 q^2": (2 * q_**2, r1_**2 - r_**2)},
            given=Domain((q_**2 + r_**2 <= r1_**2,)),
        ),
        Lemma(
            "both end quadratics are tight",
            end_of_it,
            complete_identity(
                lambda: constant(q_, g_, n_) * (1 + (Hr_ - g_) / q_ * drift(q_, g_, Hr_, n_)) ** 2 + n_**2 * drift(q_, g_, Hr_, n_) ** 2,
                lambda f: f(q_, g_, Hr_, n_) ** 2,
                scope="(q e + r y)^2 at e = 1, y = H d; with curvature 1/gamma, u_H + y = r_1 y where e + c y/H = 0",
            ),
            wrong={"q": lambda q, g, Hr, n: q},
        ),
        crosscheck(
            "rounds of exact clients",
            loses,
            inequality_search(
                rounds,
                scope="piecewise linear gradients, d <= 2",
                sizes=((1, 1), (1, 2), (1, 3), (2, 2)),
                examples=12,
                extremes=corner_rounds,
            ),
            wrong={
                "the larger of q and r_1": lambda i: loses(i, factor=lambda case: factor(case, middle=lambda q, r, r1: max(q, r1) ** 2)),
                "0.999 of it": lambda i: loses(i, share=type(i.first.gamma)(999) / 1000),
            },
        ),
    ),
    follows=(
        InWords(
            "V^+ = mean |u_{c,H} + y_c|^2, at most C |e|^2 + (C c^2/H^2 + r_1^2) mean |y_c|^2 for every c in [0, min(1, H r/q)] "
            "(symfed-scaffold-one-client; the y_c have mean zero): take c = H r/q, where C = q^2 and the other coefficient is r^2 + r_1^2, in the first regime, "
            "c = 0 in the second, c = H k between, k >= 0 and k <= r/q there because neither q nor r_1 is opposite an obtuse angle"
        ),
        InWords(
            "at gamma L = 1 a share p of clients of curvature mu with y = H d e and a share 1-p of curvature L with y = -(H/c) e, p d c = 1 - p, are all tight, and "
            "their y have mean zero: V^+ = rho^2 V; for irrational p as near as one likes with many clients"
        ),
    ),
    uses=("symfed-scaffold-one-client", "symfed-scaffold-factors"),
    see=("symfed-scaffold-whole-class", "symfed-scaffold-contraction", "symfed-scaffold-attained"),
    expect=Tier.PROVED_GIVEN,
)
