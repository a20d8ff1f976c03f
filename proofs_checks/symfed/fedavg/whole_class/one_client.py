"""What one client of FedAvg does to the distance from theta*, over all smooth, strongly convex losses: the multipliers and the squares.

Scale: phi = gamma (f - <g, .>) with g = grad f(theta*), 1-smooth and (1 - s)-strongly convex for s = 1 - gamma mu, with its minimum at
theta* = 0; delta = gamma g, n = H - 1, sigma = 1 + s + ... + s^(H-2). From u_0 = e the client goes u_{h+1} = u_h - grad phi(u_h) - delta:
Scaffold's client with the control variate y/(gamma H) = g, so that its points v_h = (u_h - grad phi(u_h))/s and subgradients
k_h = s (u_h - v_h) of a convex function are those of Scaffold's one-client inequality. What is new is the direction: <e, u_H + y> and not
|u_H + y|^2 is bounded, because only the mean of the u_H + y over clients is the next point.

The worst client moves in a plane: v_0 = (e + f)/2 is on one ray and v_h = p_h f on another with f = z e - rho delta, p_{h+1} = s p_h + b and
p_0 = (1+z)/2. Weights: tau_0 of (0, v_0), (v_0, 0); tau_h - alpha_{h-1} of (0, v_h), alpha_h of (v_h, v_{h+1}), tau_h - alpha_h of (v_h, 0),
where tau_h p_h = W_h + alpha_{h-1} p_{h-1}, W_{h-1} = s W_h, alpha_h = tau_h for h >= 2 and alpha_1 p_1 = (1 - w) W_1.
"""

import sympy as sp

from proofs_checks.symfed.fedavg.whole_class.clients import TINY, cases, tilt, turned_wedges
from proofs_checks.symfed.scaffold.whole_class.cases import SMOOTH
from proofs_checks.symfed.scaffold.whole_class.one_client import one_client as of_scaffold
from symfed.checks import Certificate, complete_identity, inequality_search
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, gamma, mu

s_mu, t_n = 1 - gamma * mu, (1 - gamma * mu) ** (H - 1)
#: s^2 sigma <= 3, times 1 - s: true of H <= 4, and of every H where (1 - gamma mu)^2 <= 3 gamma mu.
FEW = s_mu**2 * (1 - t_n) <= 3 * gamma * mu
STEPS = Domain((gamma * L <= 1, mu < L, H >= 2, FEW), (SMOOTH,))

s, sigma, z, n, e, delta, V, V0, V1, W, alpha1, p1 = coordinates("s sigma z n e delta V V0 V1 W alpha p")


def coefficients(s, sigma, z, n):
    """Of |e|^2, <e, delta> and |delta|^2."""
    return 1 - (1 - z) * (1 + 2 * z) / (2 * z), n - z**2 * s * sigma, s**2 * sigma**2 * z**3 * (1 + z) / (2 * (1 + 2 * z))


def numbers(i):
    """s, sigma, z and n of a case; z as a rational to within 2^-80."""
    s = 1 - i.gamma * i.mu
    return s, sum((s**k for k in range(i.H - 1)), 0 * s), tilt(s**i.H), i.H - 1


def bound(i, shares=(1, 1, 1)):
    """<e, u_H + y> and what it must not exceed; 2^-60 of |e|^2 + |delta|^2 makes up for the rounding of z."""
    a, b, c = (share * found for share, found in zip(shares, coefficients(*numbers(i)), strict=True))
    found = [(x, y / i.H) for x, y in zip(i.e, i.y, strict=True)]
    rest = sum(x**2 + d**2 for x, d in found) * TINY * 2**20
    return sum(x * end for (x, _), end in zip(found, i.after(), strict=True)), rest + sum(a * x**2 + b * x * d + c * d**2 for x, d in found)


# The worst client's path, and the weights: all rational in s, sigma and z.
b = (1 - z) * (1 + 2 * z) / (s * sigma * z**2)
rho = s * sigma * z**2 * (1 + z) / (1 + 2 * z)
w = s**2 * sigma * z * (1 + z) / (2 * (1 + 2 * z))
q = 2 * (2 * z**2 - 1) / (z**2 * (1 + z))
A = z / ((1 - z) * (1 + 2 * z))
f = z * e - rho * delta
across = -delta - b * f  # k_h/s of the worst client, h >= 2; at right angles to f
p_first = s * (1 + z) / 2 + b


def growing(W, alpha1, p1, p):
    """tau_h, from alpha_{h-1}."""
    return (W + alpha1 * p1) / p


def potential(W, alpha, p, V):
    """Q_h at v_h = p_h f + V, but for what is in e and delta alone."""
    return W * V * f - alpha * across * V + (W + b * alpha) * V**2 / (2 * p)


def next_step(weight):
    """Zero if -k_h (tau_h v_h - alpha_{h-1} v_{h-1})/s is a square, Q_h - Q_{h-1} and a term in e and delta, for h >= 2."""
    p = s * p1 + b
    tau = weight(W, alpha1, p1, p)
    k = s * (p1 * f + V1) - delta - (p * f + V)
    square = (alpha1 + s * tau) / 2 * p * p1 * (V / p - V1 / p1) ** 2
    grown = potential(W, tau, p, V) - potential(s * W, alpha1, p1, V1) - W * across * f
    return -k * (tau * (p * f + V) - alpha1 * (p1 * f + V1)) - square - grown


def start(first):
    """Zero if the terms of k_0 and k_1 are squares, Q_1 and a term in e and delta; `first` is alpha_1 p_1/W_1."""
    tau0, tau, alpha = s * W, W / p_first, first(w) * W / p_first
    p0 = (1 + z) / 2
    v0, v = (e + f) / 2 + V0, p_first * f + V
    square = s * tau / 2 * p0 * p_first * (V / p_first - V0 / p0) ** 2
    more = b * (tau - alpha) / (2 * p_first) * V**2 + s * W * z / (1 + z) * V0**2
    left = -tau0 * (e - v0) * v0 - tau * (s * v0 - delta - v) * v
    return left - square - more - potential(W, alpha, p_first, V) + tau0 * (e**2 - f**2) / 4 + W * first(w) * across * f


p_last, alpha_last = 1 / (s * z), 2 * A * rho / z


def end(bounds):
    """Zero if the bound less <e, u_H + y>, 2 A times, is -s Q_n and a square; all terms in e and delta of Q_n are written out."""
    a, c, d = bounds(s, sigma, z, n)
    v = p_last * f + V
    less = 2 * A * (a * e**2 + c * e * delta + d * delta**2 - e * (s * v + n * delta))
    alone = -A * z * q / s / 2 * (e**2 - f**2) - across * f * (2 * A * z * sigma - A * q / s * rho)
    square = s * (2 * A * z + b * alpha_last) * V**2 / (2 * p_last)
    return sp.together(less + s * (potential(2 * A * z, alpha_last, p_last, V) + alone) - square)


Sum, More, g, p0 = coordinates("S D g x")
ONE_COORDINATE = "one coordinate of vectors in any dimension"
TILTED = Domain((z >= 0, z <= 1))

one_client = Claim(
    id="symfed-fedavg-one-client",
    kind="inequality",
    says="One client's round of FedAvg over all smooth, strongly convex losses, any dimension, in the direction of theta*: e is where it starts from "
    "theta* and delta is gamma times its gradient at theta*. H = 2, 3, 4, and every H with (1 - gamma mu)^2 <= 3 gamma mu or what is asked instead. "
    "At gamma L = 1 a client with a wedge attains it. No step is longer than 1/L.",
    printed=printed_at(
        "FedAvg beyond quadratics, one client",
        r"\langle e,u_H+H\delta\rangle\le\Big(1-\frac{(1-z)(1+2z)}{2z}\Big)|e|^2+(H-1-z^2s\sigma)\langle e,\delta\rangle+\frac{s^2\sigma^2z^3(1+z)}{2(1+2z)}|\delta|^2,"
        r"\quad u_0=e,\ u_{h+1}=u_h-\gamma\nabla f(\theta_\star+u_h);\quad \delta=\gamma\nabla f(\theta_\star),\ s=1-\gamma\mu,\ \sigma=\sum_{h=0}^{H-2}s^h,\ "
        r"s^Hz^2(1+z)=2(2z^2-1),\ \tfrac1{\sqrt2}\le z\le1;\quad s^2\sigma\le3",
    ),
    under=STEPS,
    statement=bound,
    lemmas=(
        of_scaffold.lemma("interpolation, shifted"),
        of_scaffold.lemma("what two inequalities give"),
        Lemma(
            "the start",
            lambda w: 1 - w,
            complete_identity(lambda: sp.S.Zero, start, scope=f"{ONE_COORDINATE}; h = 0 and 1"),
            wrong={"all of it": lambda w: 1, "twice": lambda w: 1 - 2 * w},
        ),
        Lemma(
            "every next step",
            growing,
            complete_identity(lambda: sp.S.Zero, next_step, scope=f"{ONE_COORDINATE}; from any h - 1 to h"),
            wrong={"half of it": lambda *x: growing(*x) / 2, "alone": lambda W, alpha1, p1, p: W / p},
        ),
        Lemma(
            "the end",
            coefficients,
            complete_identity(lambda: sp.S.Zero, end, scope=ONE_COORDINATE),
            wrong={
                "0.99 of the last": lambda *x: (*coefficients(*x)[:2], sp.Rational(99, 100) * coefficients(*x)[2]),
                "H for H - 1": lambda s, sigma, z, n: (
                    coefficients(s, sigma, z, n)[0],
                    n + 1 - z**2 * s * sigma,
                    coefficients(s, sigma, z, n)[2],
                ),
                "without z": lambda s, sigma, z, n: (sp.S.One, *coefficients(s, sigma, z, n)[1:]),
            },
        ),
        Lemma(
            "the path's last point",
            p_last,
            complete_identity(lambda: q / s * (1 + z) / 2 + b * sigma, as_printed, scope="p_n = s^n p_0 + b sigma"),
            wrong={"without s": 1 / z},
        ),
        Lemma(
            "the last weight",
            p_last * alpha_last,
            complete_identity(lambda: 2 * A * z * sigma - 2 * A * z * q / s * w / s, as_printed, scope="sum of the W_h less w W_1"),
            wrong={"twice": 2 * p_last * alpha_last},
        ),
        Lemma(
            "the first alpha is not negative",
            (s_mu**2 * (1 - t_n) * z * (1 + z), 2 * gamma * mu * (1 + 2 * z)),
            Certificate(
                ((z * (1 + z), 3 * gamma * mu - s_mu**2 * (1 - t_n)), (gamma * mu, (1 - z) * (2 + 3 * z))),
                scope="w <= 1, with sigma gamma mu = 1 - s^(H-1)",
            ),
            wrong={"a third more": (4 * s_mu**2 * (1 - t_n) * z * (1 + z), 6 * gamma * mu * (1 + 2 * z))},
            given=TILTED,
        ),
        standalone_lemma(
            "weights grow",
            ((Sum - g) * (p0 + b * (Sum + More)), (Sum + More - g) * (p0 + b * Sum)),
            Certificate(
                ((More, p0 + b * g),),
                scope="alpha_h s^h is (S_h - g)/(p_0 + b S_h) and a constant, S_h the sum of s^-i over i <= h, and g = w/s",
            ),
            wrong={"twice as fast": (2 * (Sum - g) * (p0 + b * (Sum + More)), (Sum + More - g) * (p0 + b * Sum))},
            given=Domain((More >= 0, p0 >= 0, g >= 0, z >= 0, z < 1, s > 0, sigma > 0)),
        ),
        Lemma(
            "one z for every q",
            2 * (2 + 3 * z - 2 * z**3) / (z**3 * (1 + z) ** 2),
            complete_identity(lambda: sp.diff(q, z), as_printed, scope="q grows with z, from 0 at z^2 = 1/2 to 1 at z = 1"),
            wrong={"sign": 2 * (2 + 3 * z + 2 * z**3) / (z**3 * (1 + z) ** 2)},
        ),
        crosscheck(
            "exact clients",
            bound,
            inequality_search(
                cases, scope="piecewise linear gradients and wedges, d <= 2", sizes=((1, 1), (2, 1)), examples=30, extremes=turned_wedges
            ),
            wrong={
                "0.999 of the first": lambda i: bound(i, (type(i.gamma)(999) / 1000, 1, 1)),
                "0.999 of the last": lambda i: bound(i, (1, 1, type(i.gamma)(999) / 1000)),
                "0.9 of the second": lambda i: bound(i, (1, type(i.gamma)(9) / 10, 1)),
            },
        ),
    ),
    follows=(
        InWords(
            "phi is 1-smooth and (1-s)-strongly convex; for such functions the interpolation inequalities hold between any two points (Taylor, Hendrickx and "
            "Glineur 2017, theorem 4)"
        ),
        InWords(
            "the start and the steps h = 2, ..., n added up, W_n = 2 A z: the sum over h of -k_h (tau_h v_h - alpha_{h-1} v_{h-1})/s is Q_n with its terms in e and delta, "
            "and squares; by the inequalities it is at most a sum of -(tau_h - alpha_h) m_h <= 0. So Q_n <= 0, and the end says the rest. For H = 2 the start is all, and "
            "alpha_1 a letter of Q_1"
        ),
        InWords(
            "signs: b, p_h, W_h > 0 for 0 < s < 1 and z in [1/sqrt 2, 1); 0 <= w <= 1, so that 0 <= alpha_1 <= tau_1; s^h alpha_h grows with h, and so does alpha_h, "
            "which is tau_h for h >= 2 (h = n too: the last weight)"
        ),
    ),
    see=("symfed-scaffold-one-client",),
    expect=Tier.PROVED_GIVEN,
)
