"""One client's inequality for steps shorter than 1/L, where the first regime reaches further: two quadratics are tight, the weights follow.

Scale: phi = gamma f, s = 1 - gamma mu, t = 1 - gamma L, l = s - t, n = H - 1, delta = y/H; k = grad phi - (1-s) id, v = u - k/l, so that
u_{h+1} = t u_h + l v_h - delta. Two paths: p_{h+1} = s p_h - d from 1 to o = p_H + H d, of the quadratic of curvature mu; and
z_{h+1} = t z_h + 1 from c to O = z_H - H, of curvature L. With e = a + b c and delta = a d - b: X_h = u_h - a p_h - b z_h and V_h = v_h - a p_h.
The weights tau_h of (0, v_h) and (v_h, 0) together with alpha_h of (v_h, v_{h+1}):
tau_h p_h = 2 s^(n-h) o + alpha_{h-1} p_{h-1}, alpha_h z_{h+1} = tau_h z_h + 2 t^(n-h) O. Both paths are then stationary for the dual, and
what is left is a form in V without positive products of different V_h, for which p > 0: squares.
"""

import sympy as sp

from proofs_checks.symfed.scaffold.contraction import q, r
from proofs_checks.symfed.scaffold.whole_class.cases import (
    ADD_UP,
    SMOOTH,
    SMOOTH_CLIENTS,
    rounds,
    short_step_cases,
    tight_rounds,
    tight_short_steps,
)
from proofs_checks.symfed.scaffold.whole_class.one_client import one_client
from symfed.checks import Certificate, complete_identity, inequality_search
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, InWords, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates, on_coordinates
from symfed.core.symbols import H, L, gamma, mu

n = H - 1
s_mu, t_L = 1 - gamma * mu, 1 - gamma * L


def numbers(gamma, H, mu, L):
    """q and r at mu and at L."""
    return q(gamma, H, mu), r(gamma, H, mu), q(gamma, H, L), r(gamma, H, L)


def tilt(q, r, q_L, r_L, H):
    """c, where the path of curvature L starts for delta = -1."""
    return H * (q * r - q_L * r_L) / (q**2 - q_L**2)


def coefficient(q, r, q_L, r_L):
    """B, of |y|^2."""
    return r_L**2 + (q * r - q_L * r_L) ** 2 / (q**2 - q_L**2)


def first_weight(s, t, S, T, r, r_L):
    """What alpha_0 has the sign of, with S = s^(H-1) and T = t^(H-1)."""
    return r * (s * S**2 + t * T**2) - r_L * S * T * (s + t)


AT = numbers(gamma, H, mu, L)
#: Where the weights are not negative; the first holds at gamma L = 1, and wherever L is some times larger than mu.
WEIGHTS = (
    first_weight(s_mu, t_L, s_mu**n, t_L**n, AT[1], AT[3]) >= 0,
    gamma * L * H * (AT[0] * AT[1] - AT[2] * AT[3]) <= AT[0] ** 2 - AT[2] ** 2,
)
STEPS = Domain((gamma * L <= 1, mu < L, H >= 2, *WEIGHTS), (SMOOTH,))
#: B <= q^2: where the first regime's factor is the larger.
FIRST = (AT[0] * AT[1] - AT[2] * AT[3]) ** 2 <= (AT[0] ** 2 - AT[3] ** 2) * (AT[0] ** 2 - AT[2] ** 2)
ROUNDS = Domain((gamma * L <= 1, mu < L, H >= 2, *WEIGHTS, FIRST), (SMOOTH_CLIENTS, ADD_UP))


def bound(i, share=1, coefficient=coefficient):
    """|u_H + y|^2 and what it must not exceed."""
    at, end = numbers(i.gamma, i.H, i.mu, i.L), i.after()
    pairs = [(e, y) for e, y in zip(i.e, i.y, strict=True)]
    return end @ end, sum(share * at[0] ** 2 * e**2 + 2 * at[0] * at[1] * e * y + coefficient(*at) * y**2 for e, y in pairs)


def loses(i, share=1):
    """V after a round and what it must not exceed."""
    return i.after(), share * q(i.first.gamma, i.first.H, i.first.mu) ** 2 * i.before()


def interpolated(f_i, f_j, g_i, g_j, x_i, x_j, s, t):
    """What the inequality of (1-t)-smooth, (1-s)-strongly convex functions says is not negative, of two points."""
    m, M = 1 - s, 1 - t
    dx, dg = x_i - x_j, g_i - g_j
    return f_i - f_j - g_j * dx - (dg**2 / M + m * dx**2 - 2 * m / M * dg * dx) / (2 * (1 - m / M))


def shifted(f_i, f_j, g_i, g_j, x_i, x_j, s, t, half=2):
    """m_i - m_j - k_j (v_i - v_j)."""

    def k(x, g):
        return g - (1 - s) * x

    def v(x, g):
        return x - k(x, g) / (s - t)

    def m(f, g, x):
        return f - (1 - s) * x**2 / half - k(x, g) ** 2 / (2 * (s - t))

    return m(f_i, g_i, x_i) - m(f_j, g_j, x_j) - k(x_j, g_j) * (v(x_i, g_i) - v(x_j, g_j))


s, t, d, p1, z, P, U, o, O_, a, b, X, V, W, Z, drop, alpha = coordinates("s t d p1 z P U o O a b X V W Z D alpha")
l = s - t  # noqa: E741 -- the letter of the proof


def weights(P, U, o, end, alpha, p1, p, z, z_next):
    """tau_h and alpha_h from alpha_{h-1}, with P = s^(n-h) and U = t^(n-h)."""
    tau = (2 * P * o + alpha * p1) / p
    return tau, (tau * z + 2 * U * end) / z_next


def potential(P, U, alpha, p1, p, z, X, W, Z, drop):
    """Before step h, with P = s^(H-h), U = t^(H-h), alpha = alpha_{h-1}, p1 and p, and W = V_{h-1}; `drop` is b's share of the s-path."""
    of_Z = P * o + d * U * O_ + l * alpha * p1 / 2 - U**2 * (p + d * z)
    own = U**2 * X**2 - l * alpha * W * X + of_Z * Z + l * alpha * p * W**2 / (2 * p1)
    return own + 2 * a * o * P * X + 2 * b * O_ * U * X - l * b * alpha * z * W - 2 * a * b * o * P * drop


def step(weights):
    """Zero if -k_h (tau_h v_h - alpha_{h-1} v_{h-1}) is two squares' sum and the growth of the potential."""
    p, z_next = s * p1 - d, t * z + 1
    tau, now = weights(P, U, o, O_, alpha, p1, p, z, z_next)
    k = l * (b * z + X - V)
    kappa = l * (tau - t * now + 2 * t * U**2)
    squares = kappa / 2 * ((p + d * z) * V**2 / p - 2 * V * X + p * Z) + l * alpha / 2 * p * p1 * (V / p - W / p1) ** 2
    after = potential(P, U, now, p, s * p - d, z_next, t * X + l * V, V, t * Z + l * V**2 / p, s * drop + l * z)
    before = potential(s * P, t * U, alpha, p1, p, z, X, W, Z, drop)
    return -k * (tau * (a * p + V) - alpha * (a * p1 + W)) - squares - after + before


def close(weights):
    """Zero if l alpha_{h-1} p_{h-1} z_h = 2 o s^(H-h) D_h + 2 O t^(H-h) E_h goes on, D and E the s- and t-paths' distances from z and p."""
    p, z_next, far = s * p1 - d, t * z + 1, X
    held = 2 * o * s * P * drop + 2 * O_ * t * U * far
    _, now = weights(P, U, o, O_, held / (l * z * p1), p1, p, z, z_next)
    return l * now * p * z_next - 2 * o * P * (s * drop + l * z) - 2 * O_ * U * (t * far + l * p)


x_, xi_ = coordinates("x xi")
q_, r_, qL_, rL_, e_, y_ = coordinates("q r qL rL e y")
c_ = tilt(q_, r_, qL_, rL_, H)


def last(B):
    """Zero if (a o + b O)^2 + 2 a b o D_H is what the inequality bounds by, at d = 0: o = q, O = q_L c - H r_L, O + D = q c - H r."""
    slope, end = -y_ / H, qL_ * c_ - H * rL_
    start = e_ - slope * c_
    found = (start * q_ + slope * end) ** 2 + 2 * start * slope * q_ * (q_ * c_ - H * r_ - end)
    return found - q_**2 * e_**2 - 2 * q_ * r_ * e_ * y_ - B(q_, r_, qL_, rL_) * y_**2


IN_LETTERS = on_coordinates("f_i f_j g_i g_j x_i x_j s t")
S, T = coordinates("S T")
ONE_COORDINATE = "one coordinate of vectors in any dimension"

one_client_shorter = Claim(
    id="symfed-scaffold-one-client-shorter-steps",
    kind="inequality",
    says="One client's round of Scaffold over all L-smooth, mu-strongly convex losses, for steps shorter than 1/L too; the quadratics of curvature mu "
    "and of curvature L are tight. The condition on s and t holds at gamma L = 1, and in general unless mu is a large share of L.",
    printed=printed_at(
        "Scaffold beyond quadratics, one client and shorter steps",
        r"|u_H+y|^2\le q^2|e|^2+2qr\langle e,y\rangle+B|y|^2,\quad B=r_L^2+\frac{(qr-q_Lr_L)^2}{q^2-q_L^2},\quad\text{if }"
        r"r(s^{2H-1}+t^{2H-1})\ge r_L(st)^{H-1}(s+t),\ \gamma LH\frac{qr-q_Lr_L}{q^2-q_L^2}\le1;\quad s=1-\gamma\mu,\ t=1-\gamma L",
    ),
    under=STEPS,
    statement=bound,
    lemmas=(
        standalone_lemma(
            "interpolation, shifted",
            shifted,
            complete_identity(lambda: IN_LETTERS(interpolated), IN_LETTERS, scope=f"{ONE_COORDINATE}; products are inner products"),
            wrong={"no half": lambda *x: shifted(*x, half=1)},
        ),
        one_client.lemma("what two inequalities give"),
        standalone_lemma(
            "a local step",
            weights,
            complete_identity(lambda: sp.S.Zero, step, scope=f"{ONE_COORDINATE}; any h"),
            wrong={
                "alpha halved": lambda *x: (weights(*x)[0], weights(*x)[1] / 2),
                "tau without alpha": lambda P, U, o, end, alpha, *x: weights(P, U, o, end, 0, *x),
            },
        ),
        standalone_lemma(
            "the second square",
            (2 * x_ * xi_ * V * X, xi_**2 * V**2 + x_**2 * xi_ * Z),
            Certificate(
                ((1, (xi_ * V - x_ * X) ** 2), (x_**2, xi_ * Z - X**2)), scope="xi V^2/p - 2 V X + p Z >= 0, times p xi; xi = p + d z"
            ),
            wrong={"twice": (4 * x_ * xi_ * V * X, xi_**2 * V**2 + x_**2 * xi_ * Z)},
            given=Domain((xi_ * Z >= X**2,)),
        ),
        standalone_lemma(
            "X^2 <= xi Z goes on",
            t**2 * (xi_ * Z - X**2) + t * l * (xi_ * V**2 / x_ - 2 * V * X + x_ * Z),
            complete_identity(
                lambda: (t * xi_ + l * x_) * (t * Z + l * V**2 / x_) - (t * X + l * V) ** 2,
                as_printed,
                scope="from h to h + 1; both are zero at h = 0",
            ),
            wrong={"t for t^2": t * (xi_ * Z - X**2) + t * l * (xi_ * V**2 / x_ - 2 * V * X + x_ * Z)},
        ),
        standalone_lemma(
            "the last alpha",
            weights,
            complete_identity(lambda: sp.S.Zero, close, scope="any h"),
            wrong={"alpha halved": lambda *x: (weights(*x)[0], weights(*x)[1] / 2)},
        ),
        standalone_lemma(
            "it is zero",
            sp.S.Zero,
            complete_identity(
                lambda: q_ * (q_ * c_ - H * r_ - (qL_ * c_ - H * rL_)) + (qL_ * c_ - H * rL_) * (q_ - qL_),
                as_printed,
                scope="o D_H + O E_H at d = 0: D_H = q c - H r - O, E_H = q - q_L",
            ),
            wrong={"q^2": q_**2},
        ),
        standalone_lemma(
            "the end",
            coefficient,
            complete_identity(lambda: sp.S.Zero, last, scope=ONE_COORDINATE),
            wrong={
                "r_L^2": lambda q, r, q_L, r_L: r_L**2,
                "0.99 B": lambda *x: sp.Rational(99, 100) * coefficient(*x),
                "lambda at L": lambda q, r, q_L, r_L: r_L**2 + (q * r + q_L * r_L) ** 2 / (q**2 - q_L**2),
            },
        ),
        standalone_lemma(
            "the sign of the first alpha",
            first_weight,
            complete_identity(
                lambda: ((q_ * S * c_ + T * (qL_ * c_ - H * rL_)) * (q_**2 - qL_**2) / (H * q_)).subs({q_: s * S, qL_: t * T}),
                lambda f: f(s, t, S, T, r_, rL_),
                scope="(o s^n c + O t^n) (q^2 - q_L^2)/(H q), with s^n and t^n as letters",
            ),
            wrong={"H for H - 1": lambda s, t, S, T, r, r_L: first_weight(s, t, s * S, t * T, r, r_L)},
        ),
        standalone_lemma(
            "the L-path ends below",
            (q_ * (qL_ * r_ - rL_ * q_), sp.S.Zero),
            Certificate(((q_ * rL_, q_ - qL_), (q_ * qL_, rL_ - r_)), scope="O (q^2 - q_L^2)/H; q falls and r grows with the curvature"),
            wrong={"half of it": (q_ * (qL_ * r_ - rL_ * q_ / 2), sp.S.Zero)},
            given=Domain((q_ >= 0, qL_ >= 0, rL_ >= 0, qL_ <= q_, r_ <= rL_)),
        ),
        standalone_lemma(
            "one change of sign",
            z - x_,
            complete_identity(
                lambda: (z**2 - (t * z + 1) * x_).subs(z, t * x_ + 1) + z - (t * x_ + 1),
                as_printed,
                scope="z_h^2 - z_{h+1} z_{h-1} = z_h - z_{h-1}, with x for z_{h-1}",
            ),
            wrong={"sign": x_ - z},
        ),
        crosscheck(
            "exact clients",
            bound,
            inequality_search(
                short_step_cases,
                scope="piecewise linear gradients, d <= 2",
                sizes=((1, 1), (2, 1)),
                examples=20,
                extremes=tight_short_steps,
            ),
            wrong={
                "0.9 q^2": lambda i: bound(i, share=type(i.gamma)(9) / 10),
                "0 for B": lambda i: bound(i, coefficient=lambda *x: 0),
            },
        ),
    ),
    follows=(
        InWords(
            "phi = gamma f, of which theta* = 0, grad phi(0) = 0 and phi(0) = 0 may be taken, is (1-t)-smooth and (1-s)-strongly convex: the interpolation "
            "inequalities hold between any two points (Taylor, Hendrickx and Glineur 2017, theorem 4)"
        ),
        InWords(
            "d = 0, p_h = s^h: the steps added up, with potential zero before the first and |u_H + y|^2 less the bound after the last, where alpha is zero: the "
            "difference is at most - sum_h (tau_h - alpha_h) m_h <= 0 by the inequalities, less squares"
        ),
        InWords(
            "signs: l alpha_h p_h z_{h+1}/2 is the sum over i <= h of l (o s^(n-i) z_i + O t^(n-i) s^i), whose first term is not negative and whose sum over all "
            "is zero; z grows (z_{h+1} - z_h = t (z_h - z_{h-1}), the first not negative as (1-t) c <= 1), so z is log-concave, and so is the quotient of the two parts: "
            "once below 1 it stays below; so alpha_h >= 0. Then tau_h > 0, alpha_h z_{h+1} <= tau_h z_h <= tau_h z_{h+1}, and tau_h >= alpha_{h-1} p_{h-1}/p_h >= alpha_{h-1}"
        ),
    ),
    uses=("symfed-scaffold-factors",),
    see=("symfed-scaffold-one-client",),
    expect=Tier.PROVED_GIVEN,
)

B_ = coordinates("B")[0]
rate_of_shorter_steps = Claim(
    id="symfed-scaffold-whole-class-shorter-steps",
    kind="inequality",
    says="The first regime for steps shorter than 1/L, where it allows for more local steps: a round shrinks V by q^2 = (1 - gamma mu)^(2H) for all L-smooth, "
    "mu-strongly convex clients if B <= q^2, which the two end quadratics ask for, and if the weights are not negative. L may be replaced by anything "
    "larger, up to 1/gamma.",
    printed=printed_at(
        "Scaffold beyond quadratics, shorter steps", r"V^+\le(1-\gamma\mu)^{2H}V\quad\text{if }r_L^2+\frac{(qr-q_Lr_L)^2}{q^2-q_L^2}\le q^2"
    ),
    under=ROUNDS,
    statement=loses,
    lemmas=(
        standalone_lemma(
            "a client's share",
            (q_**2 * e_**2 + B_ * y_**2, q_**2 * (e_**2 + y_**2)),
            Certificate(((q_**2 - B_, y_**2),), scope="without the product, whose mean over clients is zero"),
            wrong={"half of it": (q_**2 * e_**2 + B_ * y_**2, q_**2 * (e_**2 + y_**2) / 2)},
            given=Domain((B_ <= q_**2,)),
        ),
        crosscheck(
            "rounds of exact clients",
            loses,
            inequality_search(
                rounds, scope="piecewise linear gradients, d <= 2", sizes=((1, 1), (1, 2)), examples=10, extremes=tight_rounds
            ),
            wrong={"0.99 of it": lambda i: loses(i, share=type(i.first.gamma)(99) / 100)},
        ),
    ),
    follows=InWords(
        "V^+ = mean |u_{c,H} + y_c|^2, each at most q^2 |e|^2 + 2 q r <e, y_c> + B |y_c|^2 (symfed-scaffold-one-client-shorter-steps), the y_c having mean zero"
    ),
    uses=("symfed-scaffold-one-client-shorter-steps",),
    see=("symfed-scaffold-whole-class", "symfed-scaffold-whole-class-factor"),
    expect=Tier.PROVED_GIVEN,
)
