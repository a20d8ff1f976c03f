"""One client's inequality over all smooth, strongly convex losses, for every number of local steps: the multipliers and the squares.

Scale: phi = gamma f, which for gamma L <= 1 is 1-smooth, and (1 - s)-strongly convex with s = 1 - gamma mu; delta = y/H, n = H - 1. From
u_0 = e the client goes u_{h+1} = u_h - grad phi(u_h) - delta. With v_h = (u_h - grad phi(u_h))/s the path is u_{h+1} = s v_h - delta, and
k_h = s (u_h - v_h) is a subgradient at v_h of a convex function with minimum 0 at 0, whose value there is m_h. The dual that proves the
inequality weighs its (0, v_h) by alpha_h - alpha_{h-1}, its (v_h, v_{h+1}) by alpha_h and m_n >= 0 by alpha_n = 2n:
alpha_h = 2 o G_h/(s p_h) with p_0 = 1, p_h = s p_{h-1} - d the path of the extremal quadratic, and G_0 = c s^H, G_h = G_{h-1} + s^(H-h).
Gradients at points of one function only: means of Hessians along the steps do not suffice.
"""

import sympy as sp

from proofs_checks.symfed.scaffold.contraction import q, r
from proofs_checks.symfed.scaffold.whole_class.cases import SMOOTH, client_cases, tight_clients
from proofs_checks.symfed.scaffold.whole_class.steps import BOUND, END, ONE_CLIENT, c
from proofs_checks.symfed.scaffold.whole_class.steps import drift as DRIFT_MU
from proofs_checks.symfed.scaffold.whole_class.steps import q as Q_MU
from symfed.checks import Certificate, complete_identity, inequality_search
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, Lemma, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates, on_coordinates
from symfed.core.symbols import H, L, gamma, mu
from symfed.theorems.vocabulary import Norm

STEPS = Domain((gamma * L <= 1, mu < L, H >= 2), (SMOOTH,))
#: c <= 1 and c q <= H r.
TILTED = Domain((sp.Le(c, 1), sp.Le(c * Q_MU, DRIFT_MU)))
ONE_END = sp.Le(Norm(END) ** 2, BOUND, evaluate=False)


def bound(i, share=1, rest=None):
    """|u_H + y|^2 and what it must not exceed; `share` of the first term's constant, `rest` for 1 - 1/H."""
    n, c, end = i.H - 1, i.c, i.after()
    q_mu, r_mu = (f(i.gamma, i.H, i.mu) for f in (q, r))
    g = i.H * r_mu - c * q_mu
    C = q_mu**2 * n**2 / (n**2 - g**2)
    squares = [(e + c * y / i.H, y) for e, y in zip(i.e, i.y, strict=True)]
    last = 1 - 1 / (i.H * type(i.gamma)(1)) if rest is None else rest(i)
    return end @ end, sum(share * C * left**2 + last**2 * y**2 for left, y in squares)


# An interpolation inequality in the letters of the proof.


def interpolated(f_i, f_j, g_i, g_j, x_i, x_j, s):
    """What the inequality of 1-smooth, (1-s)-strongly convex functions says is not negative, of two points."""
    m = 1 - s
    dx, dg = x_i - x_j, g_i - g_j
    return f_i - f_j - g_j * dx - (dg**2 + m * dx**2 - 2 * m * dg * dx) / (2 * s)


def shifted(f_i, f_j, g_i, g_j, x_i, x_j, s, half=2):
    """m_i - m_j - k_j (v_i - v_j)."""

    def v(x, g):
        return (x - g) / s

    def m(f, g, x):
        return f - (1 - s) * x**2 / half - s * (x - v(x, g)) ** 2 / 2

    return m(f_i, g_i, x_i) - m(f_j, g_j, x_j) - s * (x_j - v(x_j, g_j)) * (v(x_i, g_i) - v(x_j, g_j))


m_, m1_, k_, v_, v1_, tau_, alpha_ = coordinates("m m1 k v v1 tau alpha")
#: A weight tau - alpha >= 0 of (0, v), alpha >= 0 of (v1, v): tau m - alpha m1 <= k (tau v - alpha v1).
TWO_INEQUALITIES = Domain((m_ <= k_ * v_, m_ + k_ * (v1_ - v_) <= m1_, alpha_ >= 0, alpha_ <= tau_))

s_, d_, c_, o_, p_, P_, G_, a_, b_ = coordinates("s d c o p P G a b")


def coupling(o, G, p, s):
    """alpha_h, the weight of the pair (v_h, v_{h+1})."""
    return 2 * o * G / (s * p)


def potential(alpha, P, p, G, v):
    """Q_h at v_h = v, with P = s^(H-1-h); e = a + b c and delta = a d - b."""
    V = v - a_ * p
    return s_ * (P * o_ - d_ * alpha / 2) * V**2 / p + (2 * a_ * o_ * s_ * P - s_ * b_ * alpha) * V - 2 * a_ * b_ * o_ * G


def next_step(weight):
    """Zero if -k_h (alpha_h v_h - alpha_{h-1} v_{h-1}) is a square and Q_h - Q_{h-1}, for h >= 1."""
    p, G = s_ * p_ - d_, G_ + s_ * P_
    before, now = weight(o_, G_, p_, s_), weight(o_, G, p, s_)
    k = s_ * (s_ * v1_ - (a_ * d_ - b_) - v_)
    square = s_ * (before + s_ * now) / 2 * p * p_ * (v_ / p - v1_ / p_) ** 2
    return -k * (now * v_ - before * v1_) - square - potential(now, P_, p, G, v_) + potential(before, s_ * P_, p_, G_, v1_)


def first_step(weight):
    """Zero if -tau_0 k_0 v_0 is a square and Q_0, with tau_0 = 2 s^n o and P = s^n."""
    G, tau = c_ * s_ * P_, 2 * P_ * o_
    alpha = weight(o_, G, 1, s_)
    k = s_ * (a_ + b_ * c_ - v_)
    return -tau * k * v_ - s_ * (tau + d_ * alpha) / 2 * (v_ - a_) ** 2 - potential(alpha, P_, 1, G, v_)


n_, q_, Hr_, g_ = coordinates("n q Hr g")
D = n_**2 - Hr_ * g_


def drift(q, g, Hr, n):
    """d, of the extremal quadratic's path."""
    return q * g / (n**2 - Hr * g)


def end_of_it(q, g, Hr, n):
    """o = q + H r d, where that path ends."""
    return q * n**2 / (n**2 - Hr * g)


def constant(q, g, n):
    """C, of the first square."""
    return q**2 * n**2 / (n**2 - g**2)


def lowest(q, g, Hr, n):
    """s p_n = o - n d, for the path's last point before its end."""
    return q * n * (n - g) / (n**2 - Hr * g)


def last(C):
    """Zero if |u_H + y|^2 - Q_n is what the inequality bounds by, with alpha_n = 2n, G_n = n - g and H r = g + c q."""
    Hr = g_ + c_ * q_
    d, p = drift(q_, g_, Hr, n_), lowest(q_, g_, Hr, n_) / s_
    delta = a_ * d - b_
    found = (s_ * v_ + n_ * delta) ** 2 - potential(2 * n_, 1, p, n_ - g_, v_).subs({d_: d, o_: end_of_it(q_, g_, Hr, n_)})
    return found - C(q_, g_, n_) * (a_ + b_ * c_ + c_ * delta) ** 2 - n_**2 * delta**2


s_mu = 1 - gamma * mu


def path_of_it(h, d):
    """p_h, the path of curvature mu from 1 with the drift d."""
    return s_mu**h - d * (1 - s_mu**h) / (1 - s_mu)


def path_goes(path):
    """Zero if the path starts at 1 and goes on, and its end, H d added, is q + H r d."""
    h = H - 1
    goes = path(0, d_) - 1 + path(H, d_) - s_mu * path(h, d_) + d_
    return goes + m_ * (path(H, d_) + H * d_ - q(gamma, H, mu) - H * r(gamma, H, mu) * d_)


def added(h, c):
    """G_h."""
    return c * s_mu**H + (s_mu ** (H - h) - s_mu**H) / (1 - s_mu)


def adds_up(sums):
    """Zero if G_0 = c s^H, every next G adds s^(H-h), and G_n = n - (H r - c q)."""
    h = alpha_
    starts = sums(0, c_) - c_ * s_mu**H
    goes = sums(h + 1, c_) - sums(h, c_) - s_mu ** (H - h - 1)
    return starts + m_ * goes + m1_ * (sums(H - 1, c_) - (H - 1) + H * r(gamma, H, mu) - c_ * q(gamma, H, mu))


ANY_COORDINATE = "one coordinate of vectors in any dimension"
IN_LETTERS = on_coordinates("f_i f_j g_i g_j x_i x_j s")

one_client = Claim(
    id="symfed-scaffold-one-client",
    kind="inequality",
    says="One client's round of Scaffold over all smooth, strongly convex losses, any H >= 2 and any dimension: e is where it starts and y is "
    "gamma H times its control variate, both from where they rest. For every c in [0, min(1, H r/q)]; equality at the quadratics of curvature "
    "mu, and of curvature 1/gamma. No step is longer than 1/L.",
    printed=printed_at(
        "Scaffold beyond quadratics, one client",
        r"|u_H+y|^2\le C\,\big|e+\tfrac cHy\big|^2+\big(1-\tfrac1H\big)^2|y|^2,\quad C=\frac{q^2(H-1)^2}{(H-1)^2-(Hr-cq)^2},\quad "
        r"u_0=e,\ u_{h+1}=u_h-\gamma\nabla f(u_h)-\tfrac yH;\quad q=(1-\gamma\mu)^H,\ r=1-\frac{1-q}{\gamma\mu H}",
    ),
    under=STEPS & TILTED,
    statement=ONE_END,
    lemmas=(
        Lemma(
            "interpolation, shifted",
            shifted,
            complete_identity(lambda: IN_LETTERS(interpolated), IN_LETTERS, scope=f"{ANY_COORDINATE}; products are inner products"),
            wrong={
                "no half": lambda *x: shifted(*x, half=1),
                "points exchanged": lambda f, f1, g, g1, x, x1, s: shifted(f1, f, g1, g, x1, x, s),
            },
        ),
        standalone_lemma(
            "what two inequalities give",
            (tau_ * m_ - alpha_ * m1_, k_ * (tau_ * v_ - alpha_ * v1_)),
            Certificate(
                ((tau_ - alpha_, k_ * v_ - m_), (alpha_, m1_ - m_ - k_ * (v1_ - v_))),
                scope="their sum over steps leaves m_n >= 0 times alpha_n, and m_0 times tau_0 - alpha_0",
            ),
            wrong={"twice alpha": (tau_ * m_ - 2 * alpha_ * m1_, k_ * (tau_ * v_ - 2 * alpha_ * v1_))},
            given=TWO_INEQUALITIES,
        ),
        Lemma(
            "the first step",
            coupling,
            complete_identity(lambda: sp.S.Zero, first_step, scope=ANY_COORDINATE),
            wrong={"half of it": lambda *x: coupling(*x) / 2, "s left out": lambda o, G, p, s: coupling(o, G, p, 1)},
        ),
        Lemma(
            "every next step",
            coupling,
            complete_identity(lambda: sp.S.Zero, next_step, scope=f"{ANY_COORDINATE}; from any h - 1 to h"),
            wrong={
                "half of it": lambda *x: coupling(*x) / 2,
                "s left out": lambda o, G, p, s: coupling(o, G, p, 1),
                "constant": lambda o, G, p, s: 2 * o / s,
            },
        ),
        Lemma(
            "the end",
            constant,
            complete_identity(lambda: sp.S.Zero, last, scope=ANY_COORDINATE),
            wrong={
                "0.99 C": lambda *x: sp.Rational(99, 100) * constant(*x),
                "q^2": lambda q, g, n: q**2,
                "H for H - 1": lambda q, g, n: constant(q, g, n + 1),
            },
        ),
        Lemma(
            "the extremal path",
            path_of_it,
            complete_identity(lambda: sp.S.Zero, path_goes, scope="symbolic H"),
            wrong={"a step late": lambda h, d: path_of_it(h - 1, d), "sign of the drift": lambda h, d: path_of_it(h, -d)},
        ),
        Lemma(
            "the sums of powers",
            added,
            complete_identity(lambda: sp.S.Zero, adds_up, scope="symbolic H and h"),
            wrong={"c left out": lambda h, c: added(h, 0), "a step late": lambda h, c: added(h - 1, c)},
        ),
        Lemma(
            "the last weight is 2n",
            2 * n_ * lowest(q_, g_, Hr_, n_),
            complete_identity(lambda: 2 * end_of_it(q_, g_, Hr_, n_) * (n_ - g_), as_printed, scope="2 o G_n = 2n s p_n, G_n = n - g"),
            wrong={"n": n_ * lowest(q_, g_, Hr_, n_), "2H": (2 * n_ + 2) * lowest(q_, g_, Hr_, n_)},
        ),
        Lemma(
            "the path ends above zero",
            lowest,
            complete_identity(
                lambda: end_of_it(q_, g_, Hr_, n_) - n_ * drift(q_, g_, Hr_, n_),
                lambda f: f(q_, g_, Hr_, n_),
                scope="s p_n, where n - g = G_n > 0; as p_{h-1} = (p_h + d)/s, every p_h is positive, and they fall",
            ),
            wrong={"H for H - 1": lambda q, g, Hr, n: lowest(q, g, Hr, n) * (n + 1) / n},
        ),
        standalone_lemma(
            "no denominator vanishes",
            (n_ * (n_ - g_), D),
            Certificate(((g_, n_ - Hr_),), scope="0 <= g, H r <= n = H - 1"),
            wrong={"twice": (2 * n_ * (n_ - g_), D)},
            given=Domain((g_ >= 0, Hr_ <= n_)),
        ),
        standalone_lemma(
            "weights grow",
            (G_ * (s_ * p_ - d_), (G_ + s_ * P_) * p_),
            Certificate(((s_ * P_, p_), ((1 - s_) * G_, p_), (G_, d_)), scope="alpha_{h-1} <= alpha_h, both times s p_{h-1} p_h/(2 o)"),
            wrong={"twice as fast": (2 * G_ * (s_ * p_ - d_), (G_ + s_ * P_) * p_)},
            given=Domain((s_ >= 0, s_ <= 1, P_ >= 0, p_ >= 0, G_ >= 0, d_ >= 0)),
        ),
        crosscheck(
            "exact clients",
            bound,
            inequality_search(
                client_cases, scope="piecewise linear gradients, d <= 2", sizes=((1, 1), (2, 1)), examples=30, extremes=tight_clients
            ),
            wrong={
                "0.99 C": lambda i: bound(i, share=type(i.gamma)(99) / 100),
                "1 - 1/(H-1) for 1 - 1/H": lambda i: bound(i, rest=lambda i: 1 - 1 / ((i.H - 1) * type(i.gamma)(1))),
                "r(mu) for 1 - 1/H": lambda i: bound(i, rest=lambda i: r(i.gamma, i.H, i.mu)),
            },
        ),
    ),
    follows=ONE_CLIENT,
    expect=Tier.PROVED,
)
