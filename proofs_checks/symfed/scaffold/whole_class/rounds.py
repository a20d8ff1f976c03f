"""Whole rounds of Scaffold for all smooth, strongly convex clients: up to sqrt(kappa) local steps cost nothing but their gradients."""

import sympy as sp

from proofs_checks.symfed.scaffold.contraction import q, r
from proofs_checks.symfed.scaffold.whole_class.cases import ADD_UP, SMOOTH_CLIENTS, rounds, tight_rounds
from proofs_checks.symfed.scaffold.whole_class.one_client import constant
from proofs_checks.symfed.scaffold.whole_class.round_steps import A_ROUND, SHRINKS
from symfed.checks import Certificate, Induction, complete_identity, inequality_search
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, Lemma, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, gamma, mu
from symfed.models.algorithms import get_algorithm

#: As many local steps as the root of the condition number of gamma mu, which is kappa at gamma = 1/L.
FEW = Domain((gamma * L <= 1, mu < L, H >= 2, H**2 * gamma * mu <= 1), (SMOOTH_CLIENTS, ADD_UP))


def loses(i, share=1, power=2):
    """V after a round and what it must not exceed."""
    return i.after(), share * q(i.first.gamma, i.first.H, i.first.mu) ** power * i.before()


w = 1 - gamma * mu
q_, r_, e_, y_, m_ = coordinates("q r e y m")
n = H - 1


FOUR_NINTHS = sp.Rational(4, 9)


def below(h, second=FOUR_NINTHS):
    """What (1 - gamma mu)^h is at least, its sign changed."""
    return -(1 - h * gamma * mu + second * h * (h - 1) * (gamma * mu) ** 2)


def above(h, second=sp.S.Half):
    """What (1 - gamma mu)^h is at most."""
    return 1 - h * gamma * mu + second * h * (h - 1) * (gamma * mu) ** 2


theta_, u_, g_star_, g_, end_, next_ = coordinates("theta u g_star g end next")


def by_the_rule(u, y, g, end, after, gamma):
    """A local step, and the control variate after the round: both from where they rest, the latter times gamma H."""
    return u - gamma * g - y / H, y + end - after


def what_the_rule_does():
    """A local step and the renewed control by the rule, from theta* + u with the gradient g_star + g and the control variate -g_star + y/(gamma H)."""
    scaffold, xi = get_algorithm("scaffold"), -g_star_ + y_ / (gamma * H)
    moved = scaffold.step(x=theta_ + u_, g=g_star_ + g_, xi=xi, gamma=gamma, H=H) - theta_
    renewed = scaffold.control(xi=xi, x_end=theta_ + end_, x_start=theta_, x_next=theta_ + next_, gamma=gamma, H=H) + g_star_
    return moved + m_ * gamma * H * renewed


def told_apart(rule):
    """Step and update as one expression, m telling them apart."""
    moved, renewed = rule(u_, y_, g_, end_, next_, gamma)
    return moved + m_ * renewed


#: What q and r obey for H^2 gamma mu <= 1, m = gamma mu: r <= (H-1) m/2, and q as above.
OF_FEW = Domain((H**2 * m_ <= 1, r_ >= 0, 2 * r_ <= n * m_, 1 - H * m_ + FOUR_NINTHS * H * n * m_**2 <= q_))
ROOM = q_ - 1 + H * m_ - FOUR_NINTHS * H * n * m_**2
MORE_THAN = q_ - (1 - 1 / H)

rate = Claim(
    id="symfed-scaffold-whole-class",
    kind="inequality",
    says="Communication acceleration for every smooth, strongly convex client, quadratic or not, any N and d: with H^2 gamma mu <= 1 a round of H "
    "local steps shrinks V as much as H gradient steps on one client would, by (1 - gamma mu)^(2H); quadratics attain it. At gamma = 1/L and "
    "H = sqrt(kappa) that is about exp(-2 kappa^(-1/2)) a round, no drift being left. (For H = 1 it is a gradient step.)",
    printed=printed_at(
        "Scaffold beyond quadratics",
        r"\gamma L\le1,\ H^2\gamma\mu\le1:\quad V^+\le(1-\gamma\mu)^{2H}V,\quad "
        r"V=|\theta-\theta_\star|^2+\frac{(\gamma H)^2}N\sum_c|\xi_c+\nabla f_c(\theta_\star)|^2",
    ),
    under=FEW,
    statement=SHRINKS,
    lemmas=(
        Lemma(
            "by the rule",
            by_the_rule,
            complete_identity(what_the_rule_does, told_apart, scope="one coordinate; step and update"),
            wrong={
                "sign of y": lambda u, y, *x: by_the_rule(u, -y, *x),
                "the start for the end": lambda u, y, g, end, after, gamma: by_the_rule(u, y, g, u, after, gamma),
            },
        ),
        Lemma(
            "C at c = H r/q",
            q_**2,
            complete_identity(lambda: constant(q_, 0, m_), as_printed, scope="g = 0"),
            wrong={"q": q_},
        ),
        Lemma(
            "its first square",
            (q_ * e_ + r_ * y_) ** 2,
            complete_identity(lambda: constant(q_, 0, m_) * (e_ + H * r_ / q_ / H * y_) ** 2, as_printed, scope="one coordinate"),
            wrong={"without r": q_**2 * e_**2 + 0 * y_, "r for q": (r_ * e_ + q_ * y_) ** 2},
        ),
        Lemma(
            "q from below",
            below,
            Induction(lambda k: -(w**k), w, scope="H^2 gamma mu <= 1"),
            wrong={"3/5 for 4/9": lambda h: below(h, sp.Rational(3, 5)), "first order of one step more": lambda h: below(h) - gamma * mu},
            assumes=Domain((H**2 * gamma * mu <= 1,)),
        ),
        Lemma(
            "q from above",
            above,
            Induction(lambda k: w**k, w, scope="gamma mu <= 1"),
            wrong={"one third": lambda h: above(h, sp.Rational(1, 3)), "first order": lambda h: above(h, 0)},
            assumes=Domain((gamma * L <= 1, mu < L)),
        ),
        Lemma(
            "r <= (H-1) gamma mu/2",
            (2 * gamma * mu * H * r(gamma, H, mu), gamma * mu * H * n * gamma * mu),
            Certificate(((2, above(H) - q(gamma, H, mu)),), scope="times 2 gamma mu H"),
            wrong={"a third": (3 * gamma * mu * H * r(gamma, H, mu), gamma * mu * H * n * gamma * mu)},
            given=Domain((q(gamma, H, mu) <= above(H),)),
        ),
        standalone_lemma(
            "H r <= q",
            (H * r_, q_),
            Certificate(
                (
                    (H / 2, n * m_ - 2 * r_),
                    (1, ROOM),
                    ((H + 1) / (2 * H), 1 - H**2 * m_),
                    (1 / (2 * H), n),
                    (FOUR_NINTHS, H * n * m_**2),
                ),
                scope="so that c = H r/q <= 1",
            ),
            wrong={"4 H r": (4 * H * r_, q_)},
            given=OF_FEW,
        ),
        standalone_lemma(
            "the other coefficient",
            (r_**2 + (1 - 1 / H) ** 2, q_**2),
            Certificate(
                (
                    (1, MORE_THAN**2),
                    (2 * n / H, ROOM),
                    (2 * n / H**2, 1 - H**2 * m_),
                    (sp.Rational(23, 36), n**2 * m_**2),
                    (sp.Rational(1, 4), (n * m_ - 2 * r_) * (n * m_ + 2 * r_)),
                ),
                scope="of mean |y_c|^2",
            ),
            wrong={"2 r^2": (8 * r_**2 + (1 - 1 / H) ** 2, q_**2), "1": (r_**2 + 1, q_**2)},
            given=OF_FEW,
        ),
        crosscheck(
            "rounds of exact clients",
            loses,
            inequality_search(
                rounds,
                scope="piecewise linear gradients, d <= 2",
                sizes=((1, 1), (1, 2), (1, 3), (2, 2)),
                examples=20,
                extremes=tight_rounds,
            ),
            wrong={
                "0.99 of it": lambda i: loses(i, share=type(i.first.gamma)(99) / 100),
                "twice as fast": lambda i: loses(i, power=4),
            },
        ),
    ),
    follows=A_ROUND,
    see=("symfed-scaffold-one-client", "symfed-scaffold-contraction", "symfed-scaffold-attained"),
    expect=Tier.PROVED,
)
