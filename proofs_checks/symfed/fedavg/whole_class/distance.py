"""How far from theta* FedAvg comes to rest at worst, over all smooth, strongly convex clients; and how fast it gets there."""

import sympy as sp

from proofs_checks.symfed.fedavg.whole_class.clients import TINY, mirrored_wedges, rounds_of_pairs
from proofs_checks.symfed.fedavg.whole_class.one_client import FEW, b, coefficients, n, numbers, one_client, p_last, rho, s, sigma, z
from proofs_checks.symfed.fedavg.whole_class.one_client import q as power
from proofs_checks.symfed.scaffold.contraction import q
from proofs_checks.symfed.scaffold.whole_class.cases import ADD_UP, SMOOTH_CLIENTS
from proofs_checks.symfed.scaffold.whole_class.factor import whole_class_factor
from symfed.checks import Certificate, complete_identity, inequality_search
from symfed.checks.identity import as_printed
from symfed.claims import Claim, Domain, InWords, Lemma, Tier, crosscheck, printed_at, standalone_lemma
from symfed.core.coordinates import coordinates
from symfed.core.symbols import H, L, gamma, mu

CLIENTS = (SMOOTH_CLIENTS, ADD_UP)
STEPS = Domain((gamma * L <= 1, mu < L, H >= 2, FEW), CLIENTS)
EVERY_H = Domain((gamma * L <= 1, mu < L, H >= 2), CLIENTS)


def next_point(i):
    """theta^+ - theta*: the mean of where the clients end, a round of `i` being one of FedAvg with y_c = gamma H grad f_c(theta*)."""
    ends = [c.after() for c in i.clients]
    return sum(ends[1:], ends[0]) / len(ends)


def spread(i):
    """gamma^2 zeta^2, the mean of |y_c/H|^2."""
    return sum((v**2 for c in i.clients for v in c.y), 0 * i.first.gamma) / (len(i.clients) * i.first.H**2)


def squared_distance(s, sigma, z):
    """D^2/gamma^2, the most that |theta - theta*|^2/zeta^2 is at rest, over gamma^2."""
    return s**2 * sigma**2 * z**4 * (1 + z) / ((1 - z) * (1 + 2 * z) ** 2)


def comes_back(i, share=1, pull=1):
    """What <e, e - e^+> must not fall below, and it; 2^-50 of |e|^2 and the spread make up for the rounding of z and of the worst clients."""
    s, sigma, z, _ = numbers(i.first)
    e = i.first.e
    square = sum(x**2 for x in e)
    least = pull * (1 - z) * (1 + 2 * z) / (2 * z) * (square - share * squared_distance(s, sigma, z) * spread(i))
    return least, sum(x * (x - end) for x, end in zip(e, next_point(i), strict=True)) + TINY * 2**30 * (square + spread(i))


def over_quadratics(z):
    """D^2 over what quadratics have, at gamma L = 1."""
    return 4 * z**2 * (2 + 2 * z - z**2) / (1 + 2 * z) ** 2


TILTED = Domain((z >= 0, z <= 1, 2 * z**2 >= 1))


distance = Claim(
    id="symfed-fedavg-whole-class-distance",
    kind="inequality",
    says="How far from theta* FedAvg with exact gradients comes to rest, over all smooth, strongly convex clients with the mean square zeta^2 of their gradients "
    "at theta*: at most D zeta. At gamma L = 1 two clients in the plane, mirror images that are not quadratic, attain it; quadratics reach less, by up to "
    "2/sqrt 3. Proposition 2 has gamma (H-1) L/mu for D. It is proved for H = 2, 3, 4, and for more local steps where s^2 sigma <= 3.",
    printed=printed_at(
        "FedAvg beyond quadratics, the fixed point",
        r"\langle\theta-\theta_\star,\theta-\theta^+\rangle\ge\frac{(1-z)(1+2z)}{2z}\big(|\theta-\theta_\star|^2-D^2\zeta^2\big),\quad"
        r"|\bar\theta_{det}-\theta_\star|\le D\zeta,\quad D=\gamma s\sigma\frac{z^2}{1+2z}\sqrt{\frac{1+z}{1-z}};\quad s=1-\gamma\mu,\ \sigma=\sum_{h=0}^{H-2}s^h,\ "
        r"s^Hz^2(1+z)=2(2z^2-1);\quad\zeta^2=\tfrac1N\sum_c|\nabla f_c(\theta_\star)|^2",
    ),
    under=STEPS,
    statement=comes_back,
    lemmas=(
        Lemma(
            "from one client's inequality",
            squared_distance,
            complete_identity(
                lambda: 2 * z / ((1 - z) * (1 + 2 * z)) * coefficients(s, sigma, z, n)[2],
                lambda d: d(s, sigma, z),
                scope="the last coefficient over what the first one leaves of |e|^2",
            ),
            wrong={
                "0.99 of it": lambda *x: sp.Rational(99, 100) * squared_distance(*x),
                "1 + z": lambda s, sigma, z: squared_distance(s, sigma, z) * (1 - z),
            },
        ),
        Lemma(
            "the worst path is at rest",
            sp.S.One,
            complete_identity(lambda: s * p_last * z, as_printed, scope="<e, s v_n + n delta> at |e| = 1, v_n = p_n f"),
            wrong={"s": s},
        ),
        Lemma(
            "its f has length one",
            sp.S.One,
            complete_identity(lambda: z**2 + rho**2 / squared_distance(s, sigma, z), as_printed, scope="|delta| = 1/D"),
            wrong={"z^2": z**2},
        ),
        Lemma(
            "across f",
            b,
            complete_identity(lambda: rho / squared_distance(s, sigma, z), as_printed, scope="<f, -delta - b f> = rho |delta|^2 - b"),
            wrong={"rho": rho},
        ),
        one_client.lemma("the first alpha is not negative"),  # w <= 1: the second point of the worst client lies above the upper ray
        Lemma(
            "quadratics",
            over_quadratics,
            complete_identity(
                lambda: squared_distance(s, sigma, z) / (s**2 * sigma**2 / (4 * (1 - power))),
                lambda found: found(z),
                scope="at gamma L = 1, where theirs is gamma s sigma/(2 sqrt(1 - q)) (symfed-fedavg-quadratic-distance)",
            ),
            wrong={"a quarter": lambda z: over_quadratics(z) / 4},
        ),
        standalone_lemma(
            "they reach no more",
            ((1 + 2 * z) ** 2, 4 * z**2 * (2 + 2 * z - z**2)),
            Certificate(((2 * z**2 - 1, 1 + 2 * z + 2 * z * (1 - z)),), scope="the quotient is at least 1"),
            wrong={"half": ((1 + 2 * z) ** 2, 2 * z**2 * (2 + 2 * z - z**2))},
            given=TILTED,
        ),
        standalone_lemma(
            "and little less",
            (12 * z**2 * (2 + 2 * z - z**2), 4 * (1 + 2 * z) ** 2),
            Certificate(((4 * (1 - z), 1 + 5 * z + 3 * z**2 * (1 - z)),), scope="the quotient is at most 4/3"),
            wrong={"1.3": (120 * z**2 * (2 + 2 * z - z**2), 39 * (1 + 2 * z) ** 2)},
            given=TILTED,
        ),
        crosscheck(
            "exact rounds",
            comes_back,
            inequality_search(
                rounds_of_pairs,
                scope="piecewise linear gradients and mirrored wedges, d <= 2",
                sizes=((1, 1), (1, 2), (1, 3), (2, 2)),
                examples=20,
                extremes=mirrored_wedges,
            ),
            wrong={
                "0.999 of D^2": lambda i: comes_back(i, share=type(i.first.gamma)(999) / 1000),
                "quadratics' D^2": lambda i: comes_back(i, share=1 / over_quadratics(numbers(i.first)[2])),
                "twice the pull": lambda i: comes_back(i, pull=2),
            },
        ),
    ),
    follows=(
        InWords(
            "theta^+ - theta* is the mean over clients of u_{c,H}, and of u_{c,H} + H delta_c, as the gradients at theta* have the mean zero: the mean of one client's inequality "
            "(symfed-fedavg-one-client), without <e, delta_c>; theta^+ = theta at rest"
        ),
        InWords(
            "attained at gamma L = 1: f_1 = mu/2 |x|^2 + (L-mu)/2 dist(x, C)^2 - <g, x> in the plane, C the cone between the rays through e + f and f; |e| = 1, delta at right angles "
            "to it, |delta| = 1/D. e lies below the lower ray and comes to s (e + f)/2, from there above the upper ray (w <= 1), and so do all further points; the end has <e, u_H> = 1. "
            "With its mirror image across e, N = 2, the mean is e. (Equality only needs the last point to lie above the upper ray.)"
        ),
    ),
    uses=("symfed-fedavg-one-client",),
    see=("aistats-prop2-bound", "symfed-fedavg-quadratic-distance"),
    expect=Tier.PROVED_GIVEN,
)

Hr, q_ = coordinates("x q")


def shrinks(i, share=1, first=1):
    """|theta^+ - theta*|^2 and what it must not exceed."""
    end, q_mu = next_point(i), q(i.first.gamma, i.first.H, i.first.mu)
    return end @ end, first * q_mu / (2 - q_mu) * sum(x**2 for x in i.first.e) + share * (i.first.H - 1) ** 2 * spread(i)


every_H = Claim(
    id="symfed-fedavg-whole-class-round",
    kind="inequality",
    says="A round of FedAvg with exact gradients for every H and all smooth, strongly convex clients, and how far from theta* it comes to rest: at most about "
    "gamma (H-1) zeta/sqrt(2 gamma mu H), where Proposition 2 has gamma (H-1) zeta L/mu. Not sharp: about sqrt(3/2) times the exact "
    "distance at gamma L = 1 where gamma mu H is small; and for gamma L H below mu/L Proposition 2 has less.",
    printed=printed_at(
        "FedAvg beyond quadratics, every H",
        r"|\theta^+-\theta_\star|^2\le\frac q{2-q}|\theta-\theta_\star|^2+\gamma^2(H-1)^2\zeta^2,\quad"
        r"|\bar\theta_{det}-\theta_\star|^2\le\frac{2-q}{2(1-q)}\gamma^2(H-1)^2\zeta^2;\quad q=(1-\gamma\mu)^H,\ \zeta^2=\tfrac1N\sum_c|\nabla f_c(\theta_\star)|^2",
    ),
    under=EVERY_H,
    statement=shrinks,
    lemmas=(
        whole_class_factor.lemma("H r <= (H-1)(1 - q)"),
        standalone_lemma(
            "C at c = 0",
            (q_**2 * n**2 * (2 - q_), q_ * (n**2 - Hr**2)),
            Certificate(((q_, (n * (1 - q_) - Hr) * (n * (1 - q_) + Hr)),), scope="q^2 n^2/(n^2 - (H r)^2) <= q/(2 - q)"),
            wrong={"q/2 for q/(2 - q)": (2 * q_**2 * n**2, q_ * (n**2 - Hr**2))},
            given=Domain((q_ >= 0, n * (1 - q_) - Hr >= 0, n * (1 - q_) + Hr >= 0)),
        ),
        Lemma(
            "at rest",
            (2 - q_) / (2 * (1 - q_)),
            complete_identity(lambda: 1 / (1 - q_ / (2 - q_)), as_printed, scope="of gamma^2 (H-1)^2 zeta^2"),
            wrong={"1/(1 - q)": 1 / (1 - q_)},
        ),
        crosscheck(
            "exact rounds",
            shrinks,
            inequality_search(
                rounds_of_pairs,
                scope="piecewise linear gradients and mirrored wedges, d <= 2",
                sizes=((1, 1), (1, 2), (1, 3), (2, 2)),
                examples=20,
                extremes=mirrored_wedges,
            ),
            wrong={
                "half of zeta^2": lambda i: shrinks(i, share=type(i.first.gamma)(1) / 2),
                "0.99 of the first": lambda i: shrinks(i, first=type(i.first.gamma)(99) / 100),
            },
        ),
    ),
    follows=InWords(
        "|theta^+ - theta*|^2 is at most the mean of |u_{c,H} + y_c|^2 with y_c = gamma H grad f_c(theta*), of mean zero: Scaffold's one-client inequality at c = 0"
    ),
    uses=("symfed-scaffold-one-client",),
    see=("aistats-prop2-bound", "symfed-fedavg-whole-class-distance"),
    expect=Tier.PROVED_GIVEN,
)
