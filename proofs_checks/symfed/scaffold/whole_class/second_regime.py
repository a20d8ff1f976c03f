"""Two local steps in the second regime, gamma L < 1: the exact factor over the class, which a kink attains and no quadratic does.

Scale: s = 1 - gamma mu, t = 1 - gamma L, l = s - t, u = 1 - t, delta = y/2; k = gamma grad f - (1-s) id and v = x - k/l at x_0 = e and x_1, with
v_0 = A, v_1 = B: x_1 = t e + l A - delta and out = u_2 + y = t x_1 + l B + delta. k/l is a subgradient at v of a convex function with minimum 0 at 0,
whose values are m_0 and m_1. Two clients are tight: the quadratic of curvature L (A = B = 0) at delta = -d_2 e, and one with a kink, of curvature mu where it
starts and L where it goes (A = e, B = 0), at delta = d_1 e. Their ends are -o and o times e. Any o serves that is not too small; at one
the coefficients of |e|^2 and |y|^2 are the same.
"""

from dataclasses import replace

import flint
import sympy as sp
from hypothesis import strategies as st

from proofs_checks.symfed.scaffold.whole_class.cases import ADD_UP, SMOOTH_CLIENTS, ClientCase, RoundOfClients
from proofs_checks.symfed.scaffold.whole_class.shorter_steps import interpolated, shifted
from symfed.checks import Certificate, complete_identity, inequality_search
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates, on_coordinates
from symfed.core.symbols import H, L, gamma, mu
from symfed.strategies import Strategy

ONE = flint.fmpq(1)


def reach(s, t):
    """What (1 - t)^2 is at least where the two tight clients decide."""
    return 2 * (s - t) * (s + t + s * t) + 4 * s * t**3


s_mu, t_L = 1 - gamma * mu, 1 - gamma * L
FAR = (gamma * (mu + 2 * L) >= 2, 3 * gamma * mu >= 1, (1 - t_L) ** 2 >= reach(s_mu, t_L))
TWO = Domain((gamma * L < 1, mu < L, H >= 2, H <= 2, *FAR), (SMOOTH_CLIENTS, ADD_UP))


def factor(s, t):
    """rho^2: r^2 = (1-t)^2/4, and a little more."""
    u = 1 - t
    return u**2 * (u**2 - 4 * s * t**3) / (4 * (u**2 - t**2 * (s + t) ** 2))


def loses(i, share=1, factor=factor):
    """V after a round and what it must not exceed."""
    return i.after(), share * factor(1 - i.first.gamma * i.first.mu, 1 - i.first.gamma * i.first.L) * i.before()


# The proof's letters.

s, t, o, e, delta, A, B, p, w = coordinates("s t o e delta A B p w")
m0, m1, k0, k1, alpha, beta, chi = coordinates("m0 m1 k0 k1 alpha beta chi")
l, u = s - t, 1 - t  # noqa: E741 -- the letter of the proof
#: Where the tight clients start, and the weights of (v_1, v_0), (0, v_1) and (0, v_0).
D1, D2 = (o - s * t) / u, (o + t**2) / u


def weights(s, t, o):
    """alpha of the pair (v_1, v_0), beta of (0, v_1), chi of (0, v_0); times l."""
    far = o - s
    back = (s - t) * o * (s + t) / far
    return back, (s - t) * o * (1 - t) / far, t * (s - t) * o - back


def excess(s, t, o):
    """K in out^2 + K (delta - d_1 e)^2, which is also out^2 + K (delta + d_2 e)^2 for the other client."""
    return (1 - t) ** 2 * t * (s - t) / (2 * o - t * (s - t))


def bound(K):
    """What |out|^2 must not exceed, in one coordinate."""
    return (s * t * e + u * delta) ** 2 + K * (delta - D1 * e) ** 2


def rest(V, W, weights):
    """What the inequalities leave, V = A - p of the e-share p that the kink takes, and W = B."""
    back, first, _ = weights(s, t, o)
    return t * l * (2 * o - t * l) * V**2 - 2 * (back + first * l + t * l**2) * V * W + (2 * first - l**2) * W**2


def dual(weights):
    """Zero if the bound is |out|^2, the weighed inequalities and the rest: e = p + w and delta = p d_1 - w d_2."""
    back, first, own = weights(s, t, o)
    x = t * e + l * A - delta
    end = t * x + l * B + delta
    weighed = 2 * first * (x - B) * B + 2 * back * (e - A) * (A - B) + 2 * own * (e - A) * A
    return (bound(excess(s, t, o)) - end**2 - weighed - rest(A - p, B, weights)).subs({e: p + w, delta: p * D1 - w * D2})


X, z = coordinates("X z")


def minor(X):
    """The determinant of the rest, times (X - s t)^2/l^2, at o = X/t."""
    far = X - s * t
    return (2 * X - t**2 * l) * (2 * u * X - l * far) * far - (X * (s + t + u * l) + t * l * far) ** 2


def determinant(o):
    """first last - half^2 of the rest."""
    back, first, _ = weights(s, t, o)
    return t * l * (2 * o - t * l) * (2 * first - l**2) - (back + first * l + t * l**2) ** 2


BY_POWERS = sp.Poly(sp.expand(minor(s + t + s * t + z)), z).all_coeffs()
first_, half_, last_ = coordinates("first half last")
IN_LETTERS = on_coordinates("f_i f_j g_i g_j x_i x_j s t")
ONE_COORDINATE = "one coordinate of vectors in any dimension"
#: o where both coefficients are the same.
O_ = (u**2 - 4 * s * t**3) / (2 * t * l)


# Rounds of such clients.


def tight(s, t, gamma=ONE):
    """Clients of which each attains the bound: so many with a kink, so many quadratics, that their control variates add up to zero."""
    l, u = s - t, 1 - t  # noqa: E741
    o = (u**2 - 4 * s * t**3) / (2 * t * l)
    d1, d2 = (o - s * t) / u, (o + t**2) / u
    share = d2 / (d1 + d2)
    kink = ClientCase(gamma, (1 - s) / gamma, (1 - t) / gamma, 2, (ONE,), (2 * d1,), ((l / gamma, (-ONE,), 0 * ONE),), ONE)
    straight = replace(kink, y=(-2 * d2,), pieces=((l / gamma, (ONE,), flint.fmpq(-10000)),))
    return RoundOfClients((kink,) * int(share.p) + (straight,) * int(share.q - share.p))


POINTS = tuple((flint.fmpq(*a), flint.fmpq(*b)) for a, b in (((1, 2), (1, 4)), ((1, 2), (1, 5)), ((3, 5), (1, 10)), ((1, 3), (1, 4))))


def tight_rounds():
    """A few populations that attain the factor, up to some dozens of clients."""
    return [r for r in (tight(*point) for point in POINTS) if len(r.clients) <= 60]


def rounds(d: int, N: int) -> Strategy:
    """Rounds of N clients with a few slopes, H from 1 to 3; one's y makes them add up to zero."""
    numbers = st.lists(st.integers(-4, 4).map(flint.fmpq), min_size=d, max_size=d).map(tuple)
    bends = st.lists(st.integers(-2, 2), min_size=d, max_size=d).filter(any)
    shares = st.sampled_from([ONE, ONE / 2, 0 * ONE])
    starts = st.sampled_from([flint.fmpq(b) for b in (-20, 0, 0, 1)])

    def built(point, scale, H, e, clients):
        gamma, (s, t) = ONE / scale, point
        own = [
            ClientCase(gamma, (1 - s) / gamma, (1 - t) / gamma, H, e, y, ((part * (s - t) / gamma, tuple(map(flint.fmpq, a)), b),), ONE)
            for y, part, a, b in clients
        ]
        out = [sum((c.y[j] for c in own[1:]), 0 * ONE) for j in range(d)]
        return RoundOfClients((replace(own[0], y=tuple(-v for v in out)), *own[1:]))

    beyond = tuple((flint.fmpq(*a), flint.fmpq(*b)) for a, b in (((9, 10), (1, 10)), ((7, 10), (1, 10)), ((1, 2), (2, 5))))
    client = st.tuples(numbers, shares, bends, starts)
    lists = st.lists(client, min_size=N, max_size=N)
    return st.builds(built, st.sampled_from(POINTS + beyond), st.sampled_from((1, 2)), st.sampled_from((1, 2, 2, 3)), numbers, lists)


two_steps = Claim(
    id="symfed-scaffold-whole-class-two-steps",
    kind="inequality",
    says="The exact factor of a round of two local steps in the second regime, for steps shorter than 1/L, over all smooth, strongly convex clients: a little more "
    "than r^2, r = gamma L/2. A share of clients of curvature L and a share with a kink (curvature mu where they start, L where they go) attain it, on the "
    "line; no quadratics do. Near the crossing of both regimes, and for short steps, others are worse.",
    printed=printed_at(
        "Scaffold beyond quadratics, two steps in the second regime",
        r"H=2:\ V^+\le\rho^2V,\quad\rho^2=\frac{4r^2(r^2-st^3)}{4r^2-t^2(s+t)^2},\quad s=1-\gamma\mu,\ t=1-\gamma L>0,\ r=\tfrac{1-t}2;\quad"
        r" s+2t\le1,\ s\le\tfrac23,\ (1-t)^2\ge2(s-t)(s+t+st)+4st^3",
    ),
    under=TWO,
    statement=loses,
    lemmas=(
        standalone_lemma(
            "interpolation, shifted",
            shifted,
            complete_identity(lambda: IN_LETTERS(interpolated), IN_LETTERS, scope=f"{ONE_COORDINATE}; inner products"),
            wrong={"no half": lambda *x: shifted(*x, half=1)},
        ),
        standalone_lemma(
            "what five inequalities give",
            (-chi * k0 * A, alpha * k0 * (A - B) + beta * k1 * B),
            Certificate(
                ((alpha, m1 - m0 - k0 * (B - A)), (chi, k0 * A - m0), (beta, k1 * B - m1), (alpha + chi, m0), (beta - alpha, m1)),
                scope="the weights times products that are not negative in the sum",
            ),
            wrong={
                "the pair turned round": (-chi * k0 * A, alpha * k0 * (B - A) + beta * k1 * B),
                "twice alpha": (-chi * k0 * A, 2 * alpha * k0 * (A - B) + beta * k1 * B),
            },
            given=Domain(
                (m0 >= 0, m1 >= 0, m0 <= k0 * A, m1 <= k1 * B, m0 + k0 * (B - A) <= m1, alpha >= 0, chi >= 0, beta >= alpha),
            ),
        ),
        standalone_lemma(
            "the dual",
            weights,
            complete_identity(lambda: sp.S.Zero, dual, scope=f"{ONE_COORDINATE}; any o"),
            wrong={
                "alpha halved": lambda *x: (weights(*x)[0] / 2, *weights(*x)[1:]),
                "beta is alpha": lambda *x: (weights(*x)[0], weights(*x)[0], weights(*x)[2]),
                "H for two": lambda s, t, o: weights(s, t, 2 * o),
            },
        ),
        Lemma(
            "alpha <= beta",
            (s_mu + t_L, 1 - t_L),
            Certificate(((1, gamma * (mu + 2 * L) - 2),), scope="both times l o/(o - s)"),
            wrong={"twice t": (s_mu + 2 * t_L, 1 - t_L)},
            assumes=Domain((gamma * (mu + 2 * L) >= 2,)),
        ),
        Lemma(
            "chi >= 0",
            (2 * (s_mu - t_L) * (s_mu + t_L + s_mu * t_L), (1 - t_L) ** 2 - 4 * s_mu * t_L**3),
            Certificate(((1, (1 - t_L) ** 2 - reach(s_mu, t_L)),), scope="s + t + s t <= t o, both times 2 l"),
            wrong={"a third more": (3 * (s_mu - t_L) * (s_mu + t_L + s_mu * t_L), (1 - t_L) ** 2 - 4 * s_mu * t_L**3)},
            assumes=Domain(((1 - t_L) ** 2 >= reach(s_mu, t_L),)),
        ),
        Lemma(
            "t >= 0",
            (sp.S.Zero, t_L),
            Certificate(((1, 1 - gamma * L),)),
            wrong={"t >= 1/2": (sp.S.Half, t_L)},
            assumes=Domain((gamma * L < 1,)),
        ),
        Lemma(
            "s >= t",
            (t_L, s_mu),
            Certificate(((gamma, L - mu),)),
            wrong={"s >= t + 1/2": (t_L + sp.S.Half, s_mu)},
            assumes=Domain((mu < L,)),
        ),
        Lemma(
            "s <= 2/3",
            (3 * s_mu, sp.Integer(2)),
            Certificate(((1, 3 * gamma * mu - 1),)),
            wrong={"1/2": (2 * s_mu, sp.S.One)},
            assumes=Domain((3 * gamma * mu >= 1,)),
        ),
        standalone_lemma(
            "the determinant of the rest",
            lambda X: l**2 * minor(X) / (X - s * t) ** 2,
            complete_identity(lambda: determinant(X / t), lambda f: f(X), scope="of the form in V and W, o = X/t"),
            wrong={"X for X - s t": lambda X: l**2 * minor(X) / X**2},
        ),
        standalone_lemma(
            "it is not negative",
            (-minor(s + t + s * t + z), sp.S.Zero),
            Certificate(
                tuple((z**k, sp.factor(part)) for k, part in enumerate(reversed(BY_POWERS))),
                scope="t o = s + t + s t + z; its powers in turn",
            ),
            wrong={"s + t for s + t + s t": (-minor(s + t + z), sp.S.Zero), "half": (-minor((s + t + s * t) / 2 + z), sp.S.Zero)},
            given=Domain((t >= 0, s >= t, 3 * s <= 2, z >= 0)),
        ),
        standalone_lemma(
            "its first coefficient",
            (t**2 * l, 2 * X),
            Certificate(((2, X - s - t - s * t), (t + s * t + s * (1 - t**2), sp.S.One), (t**3 + t + s + s * t, sp.S.One))),
            wrong={"X for 2 X, three times": (3 * t**2 * l + 2 * X, 2 * X)},
            given=Domain((t >= 0, t <= 1, s >= t, X >= s + t + s * t)),
        ),
        standalone_lemma(
            "a form with both",
            (sp.S.Zero, first_ * (first_ * p**2 + 2 * half_ * p * w + last_ * w**2)),
            Certificate(((1, (first_ * p + half_ * w) ** 2), (w**2, first_ * last_ - half_**2))),
            wrong={"three times the middle": (sp.S.Zero, first_ * (first_ * p**2 + 6 * half_ * p * w + last_ * w**2))},
            given=Domain((first_ * last_ >= half_**2,)),
        ),
        standalone_lemma(
            "the coefficient of |y|^2",
            factor,
            complete_identity(lambda: (u**2 + excess(s, t, O_)) / 4, lambda f: f(s, t), scope="y = 2 delta"),
            wrong={"r^2": lambda s, t: (1 - t) ** 2 / 4},
        ),
        standalone_lemma(
            "the coefficient of |e|^2",
            factor,
            complete_identity(lambda: s**2 * t**2 + excess(s, t, O_) * ((O_ - s * t) / u) ** 2, lambda f: f(s, t), scope="at this o"),
            wrong={"r^2": lambda s, t: (1 - t) ** 2 / 4},
        ),
        standalone_lemma(
            "both are tight",
            lambda s, t, o: o**2,
            complete_identity(
                lambda: bound(excess(s, t, o)).subs({e: 1, delta: -D2}),
                lambda f: f(s, t, o),
                scope="the bound at e = 1, delta = -d_2, where t^2 e + u delta = -o; with d_1 the second square vanishes, and s t + u d_1 = o",
            ),
            wrong={"o": lambda s, t, o: o},
        ),
        crosscheck(
            "rounds of exact clients",
            loses,
            inequality_search(
                rounds,
                scope="piecewise linear gradients, d <= 2",
                sizes=((1, 1), (1, 2), (1, 3), (2, 2)),
                examples=12,
                extremes=tight_rounds,
            ),
            wrong={
                "r^2": lambda i: loses(i, factor=lambda s, t: (1 - t) ** 2 / 4),
                "0.9999 of it": lambda i: loses(i, share=flint.fmpq(9999, 10000)),
            },
        ),
    ),
    follows=(
        InWords(
            "gamma f, of which theta* = 0, grad f(0) = 0 and f(0) = 0 may be taken, is (1-t)-smooth and (1-s)-strongly convex; the interpolation inequalities of the "
            "pairs (v_0, 0), (0, v_0), (v_1, 0), (0, v_1) and (v_1, v_0) hold (Taylor, Hendrickx and Glineur 2017, theorem 4)"
        ),
        InWords(
            "so in every coordinate's sum |out|^2 <= the bound: with o as in the coefficients, t o >= s + t + s t makes all weights non-negative (o > s > 0, l > 0), "
            "and the rest, a form with a non-negative first coefficient and determinant"
        ),
        InWords(
            "V^+ = mean |u_{c,2} + y_c|^2 is at most rho^2 |e|^2 + rho^2 mean |y_c|^2 and a multiple of <e, mean y_c> = 0; clients that are all tight, with "
            "a share d_2/(d_1 + d_2) of kinks, attain it, for irrational shares as near as one likes"
        ),
    ),
    see=("symfed-scaffold-kink", "symfed-scaffold-whole-class-factor", "symfed-scaffold-whole-class-conjecture"),
    expect=Tier.PROVED_GIVEN,
)
